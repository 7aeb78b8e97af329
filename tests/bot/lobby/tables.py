"""Tables of people for the tests of the lobby."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from bot.identity import Room, User
from bot.lobby import notation
from bot.lobby.context import Actor, GameContext, LastMove, LobbyAction
from bot.lobby.events import LobbyEvent
from bot.lobby.game_events import Opened, fold
from bot.lobby.model import Lobby, LobbyChair, LobbySettings
from bot.lobby.rules import decide
from bot.lobby.settings import CLUE_TIME
from bot.texts import Texts
from core.rules import Entropy, Refusal, Seat
from core.view import Phrase

LOUNGE = Room("discord", "lounge")
OFFICE = Room("slack", "office")
ANN, BEN, CAT, DAN, EVE, FAY = (User("discord", name) for name in "123456")
SUE, TOM = User("slack", "U7"), User("slack", "U8")
NAMES = {ANN: "Ann", BEN: "Ben", CAT: "Cat", DAN: "Dan", EVE: "Eve", FAY: "Fay", SUE: "Sue"}
HOMES = {SUE: OFFICE, TOM: OFFICE}
BOTS = ("teammate", "gloss", "random")
TEXTS = Texts.load()


def chairs(*teams: str, guessers: int = 1) -> tuple[LobbyChair, ...]:
    """Return each team's chairs: its spymaster's, then its guessers'."""
    return tuple(chair for team in teams for chair in _team_chairs(team, guessers))


def _team_chairs(team: str, guessers: int) -> list[LobbyChair]:
    tails = ["", *(f"-{number}" for number in range(2, guessers + 1))]
    return [
        LobbyChair(
            Seat(f"{team}-spymaster"), team, "spymaster", sees_key=True, time_setting=CLUE_TIME
        ),
        *(
            LobbyChair(Seat(f"{team}-guesser{tail}"), team, "guesser", sees_key=False)
            for tail in tails
        ),
    ]


FOUR = chairs("blue", "red")
SIX = chairs("blue", "red", guessers=2)


@dataclass
class Table:
    """A table that people change line by line."""

    lobby: Lobby
    last_move: LastMove | None = None
    moment: GameContext = field(default_factory=lambda: GameContext(BOTS))
    entropy: Entropy = field(default_factory=lambda: np.random.default_rng(7))

    def do(
        self, user: User, wish: str | LobbyAction, *, manages: bool = False
    ) -> tuple[LobbyEvent, ...]:
        """Apply a line or an action; return the events."""
        action = notation.parse(wish, self.lobby) if isinstance(wish, str) else wish
        assert action is not None
        actor = Actor(user, HOMES.get(user, LOUNGE), manages=manages)
        moment = replace(self.moment, last_move=self.last_move)
        events = decide(self.lobby, actor, action, self.entropy, moment)
        self.lobby = fold(events, self.lobby)
        return events

    def refused(self, user: User, wish: str | LobbyAction, *, manages: bool = False) -> str:
        """Return the key of the refusal, after a check that it has a sentence."""
        return self.why(user, wish, manages=manages).key

    def why(self, user: User, wish: str | LobbyAction, *, manages: bool = False) -> Phrase:
        """Return the refusal, after a check that it has a sentence."""
        with pytest.raises(Refusal) as refused:
            self.do(user, wish, manages=manages)
        assert said(refused.value.phrase).endswith(".")
        return refused.value.phrase

    def hear(self, event: LobbyEvent) -> None:
        """Apply an event of the door."""
        self.lobby = event.apply(self.lobby)

    def sits(self, user: User) -> str | None:
        return self.lobby.seat_of(user)

    @property
    def seating(self) -> dict[str, str]:
        """The sitters of all occupied chairs."""
        return {seat: NAMES.get(user, user.id) for seat, user in self.lobby.sitters.items()}


def opened(*users: User, places: tuple[LobbyChair, ...] = FOUR) -> Table:
    """Return a table that the first user opened and the others joined."""
    table = Table(
        fold([Opened("codenames", places, LobbySettings(), users[0], HOMES.get(users[0], LOUNGE))])
    )
    for user in users[1:]:
        table.do(user, "join")
    return table


def running(places: tuple[LobbyChair, ...] = FOUR, **seats: User) -> Table:
    """Return a running game; people by seat with underscores, the first one is the host."""
    table = opened(*seats.values(), places=places)
    for seat, user in seats.items():
        table.do(user, f"chair {seat.replace('_', '-')}")
    host = next(iter(seats.values()))
    table.do(host, "start")
    return table


def refusal(call: Callable[[], object]) -> Phrase | None:
    """Return the refusal of a call, or None."""
    try:
        call()
    except Refusal as refused:
        return refused.phrase
    return None


def name_of(user: User) -> str:
    return NAMES.get(user, user.id)


def said(phrase: Phrase) -> str:
    return TEXTS.say(phrase)
