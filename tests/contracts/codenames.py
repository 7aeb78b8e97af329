"""Codenames' part of the contract."""

from dataclasses import asdict, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from adapters.picture import render
from bot.texts import Texts
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.game import GAME
from core.codenames.key import SIDES, TEAMS, fits
from core.codenames.model import (
    Dealt,
    Drawn,
    Event,
    Lawfulness,
    Observation,
    Options,
    Phase,
    Role,
    State,
    Team,
    Typed,
)
from core.codenames.notation import revealed_lines
from core.codenames.rules import Codenames
from core.rules import Form, Legal, Seat, Secret
from core.view import Grid
from core.words.packs import default_pack
from tests.contracts.contract import Contract

PACK = default_pack()
REFEREE = Referee()
BOARDS = [
    (rows, cols, teams)
    for rows in SIDES
    for cols in SIDES
    for teams in TEAMS
    if fits(rows * cols, teams)
]
CLUES = ("zephyr", "quixotic", "ocean", "Wal-Fisch", "1984", "two words", ",", "whale", "くじら")


@st.composite
def tables(draw: st.DrawFn) -> Codenames:
    rows, cols, teams = draw(st.sampled_from(BOARDS))
    solo = draw(st.sampled_from([None, None, Team.BLUE, Team.RED])) if teams == 2 else None
    guessers = draw(st.integers(1, 3))
    options = Options(
        rows=rows,
        cols=cols,
        teams=teams,
        solo=solo,
        guessers=guessers,
        lawfulness=draw(st.sampled_from(Lawfulness)),
        marks=draw(st.integers(1, min(2, guessers))),
        keyword=draw(st.booleans()),
    )
    return Codenames(options, Supply(PACK), REFEREE)


def fill(_: Observation, form: Form, random: Random) -> str:
    if form.verb == "keyword":
        return f"keyword {random.random()}"
    word = random.choice(CLUES)
    return f"clue {word} {random.choice(['0', '1', '2', '3', '9', 'unlimited', '10', '-1'])}"


def shuffled(rules: Codenames, state: State, seat: Seat | None, random: Random) -> State:
    """Return the state with the seat's unknowns changed: hidden key, secret, keyword."""
    chair = rules.chair(seat) if seat else None
    layout = state.layout
    if layout is None or state.phase is Phase.OVER:
        return state
    key = list(layout.key.value)
    if chair is None or chair.role is Role.GUESSER:
        hidden = [place for place in range(rules.options.size) if place not in state.uncovered]
        mixed = random.sample(hidden, len(hidden))
        for place, other in zip(hidden, mixed, strict=True):
            key[place] = layout.key.value[other]
    source: Drawn | Typed
    match layout.source:
        case Drawn(commitment=commitment):
            source = Drawn(Secret(random.randbytes(16)), commitment)
        case Typed(seat=typist):
            source = Typed(Secret(str(random.random())), typist)
    return replace(state, layout=replace(layout, key=Secret(tuple(key)), source=source))


def retold(event: Event, _: State, other: State) -> Event:
    """Return the event as in the log of a game with the other state's secrets."""
    return Dealt(other.layout) if isinstance(event, Dealt) and other.layout else event


def wire(observation: Observation, legal: Legal[Any]) -> bytes:
    view = GAME.present(observation, legal)
    said = TEXTS.say(view.title) + (TEXTS.say(view.footer) if view.footer else "")
    pictures = [render(block) for block in view.blocks if isinstance(block, Grid)]
    alt = [TEXTS.say(block.alt) for block in view.blocks if isinstance(block, Grid)]
    lines = "\n".join((*revealed_lines(observation), *alt, said))
    return repr(asdict(view)).encode() + lines.encode() + b"".join(pictures)


TEXTS = Texts.load()

CODENAMES = Contract(
    game=GAME,
    tables=tables(),
    fill=fill,
    shuffled=shuffled,
    retold=retold,
    sealed=lambda rules, state, random: shuffled(rules, state, None, random),
    wire=wire,
    seats=lambda rules: tuple(chair.seat for chair in rules.options.chairs),
)
