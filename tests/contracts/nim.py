"""The part of the sample package's game: the trap is secret from all but Blue."""

from dataclasses import asdict, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from core.rules import Form, Legal, Seat, Secret
from spyring_sample.nim import BLUE, GAME, ORDER, Event, Laid, Nim, Observation, Options, State
from tests.bot.second import texts
from tests.contracts.contract import Contract


def fill(_observation: Observation, form: Form, _random: Random) -> str:
    raise NotImplementedError(form)


def shuffled(_rules: Nim, state: State, seat: Seat | None, random: Random) -> State:
    """Return the state with another trap, below the heap: players have left no such number yet."""
    if seat == BLUE or state.trap is None or state.winner or state.heap < 2:
        return state
    return replace(state, trap=Secret(random.randrange(1, state.heap)))


def retold(event: Event, _state: State, disguise: State) -> Event:
    return Laid(disguise.trap) if isinstance(event, Laid) and disguise.trap else event


def sealed(_rules: Nim, state: State, _random: Random) -> State:
    """Return the state: Blue's view has the trap as text."""
    return state


def wire(observation: Observation, legal: Legal[Any]) -> bytes:
    view = GAME.present(observation, legal)
    return repr(asdict(view)).encode() + texts().say(view.title).encode()


NIM = Contract(
    game=GAME,
    tables=st.builds(Nim, st.builds(Options, heap=st.integers(5, 40))),
    fill=fill,
    shuffled=shuffled,
    retold=retold,
    sealed=sealed,
    wire=wire,
    seats=lambda _rules: ORDER,
)
