"""Four people at each of several tables, on two platforms, and their next actions.

They see every secret, which only tests may do, so that their games last long.

"""

from dataclasses import dataclass
from random import Random
from typing import TypeVar

from bot.games import Caller, Delivery, Games, GuildId, Receipt, Room, Submission, User
from bot.games.session import Session
from bot.identity import GameId
from bot.lobby.model import Status
from core.codenames.model import Identity, State
from core.codenames.notation import coordinate
from core.rules import Seat

T = TypeVar("T")

PRESS = "press"
"""The source of people's deliveries."""

SEATS = {
    "ann": Seat("blue-spymaster"),
    "bob": Seat("blue-guesser"),
    "cat": Seat("red-spymaster"),
    "dan": Seat("red-guesser"),
}
PLATFORMS = {"ann": "recorder", "bob": "recorder", "cat": "telegraph", "dan": "telegraph"}

OPEN = "open"
"""A wish's line that opens a table."""

_LETTERS = "bcdfghjklmnpqrstvwxz"
"""No word of a board, and no part of one, consists only of these."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A person's action, which takes effect once however often it is delivered."""

    id: str
    user: User
    room: Room
    line: str
    turn: int | None
    game_id: GameId | None = None

    @property
    def makes_game(self) -> bool:
        """Whether it opens a table instead of changing one."""
        return self.line in (OPEN, "rematch")


def user_at(table: int, name: str) -> User:
    """Return a person of a table."""
    return User(PLATFORMS[name], f"{name}-{table}")


def room_at(table: int, platform: str) -> Room:
    """Return the room of a table on a platform."""
    return Room(platform, f"table-{table}")


async def deliver(games: Games, wish: Wish) -> Receipt:
    """Deliver a wish to the door; raises the door's errors."""
    room, press = wish.room, Delivery(PRESS, wish.id)
    guild = GuildId(f"{room.platform}:home")
    caller = Caller(wish.user, room, guild, wish.user.id.title())
    if wish.line == OPEN:
        return await games.open(caller, "codenames", {}, delivery=press)
    return await games.submit(
        caller, Submission(wish.line, turn=wish.turn, game_id=wish.game_id, delivery=press)
    )


class Table:
    """The people of one table; `mark` distinguishes the ids of its wishes.

    If `careful`, they uncover only own cards and bystanders.
    """

    def __init__(self, number: int, mark: str, seed: int, *, careful: bool = False) -> None:
        self._number = number
        self._mark = mark
        self._random = Random(seed)
        self._least = 0.0 if careful else 0.07
        self._wishes = 0

    @property
    def room(self) -> Room:
        """The room in which the table is opened."""
        return room_at(self._number, "recorder")

    def next(self, session: Session | None) -> Wish:
        """Return the table's next wish."""
        if session is None:
            return self._wish("ann", OPEN)
        match session.lobby.status:
            case Status.LOBBY:
                return self._gathering(session)
            case Status.RUNNING:
                return self._playing(session)
            case _:
                users = {name: user_at(self._number, name) for name in SEATS}
                there = [name for name, user in users.items() if session.lobby.member(user)]
                return self._wish(self._one_of(*there), "rematch", game_id=session.game_id)

    def say(self, name: str, line: str) -> Wish:
        """Return a person's wish with a line."""
        return self._wish(name, line)

    def _wish(
        self,
        name: str,
        line: str,
        turn: int | None = None,
        game_id: GameId | None = None,
    ) -> Wish:
        self._wishes += 1
        room = room_at(self._number, PLATFORMS[name])
        wish_id = f"{self._mark}-{self._number}-{self._wishes}"
        return Wish(wish_id, user_at(self._number, name), room, line, turn, game_id)

    def _gathering(self, session: Session) -> Wish:
        lobby, game_id = session.lobby, session.game_id
        host = next(name for name in SEATS if user_at(self._number, name) == lobby.host)
        # The host has a chair from the start, perhaps one meant for another person.
        for name in sorted(SEATS, key=lambda one: one != host):
            user, seat = user_at(self._number, name), SEATS[name]
            if lobby.member(user) is None:
                return self._wish(name, f"join {game_id}")
            if lobby.seat_of(user) != seat:
                if lobby.seat_of(user) and lobby.sitter(seat):  # as after "Play again"
                    team, _, _ = seat.partition("-")
                    first = user_at(self._number, "ann" if team == "blue" else "cat")
                    return self._wish(host, f"spymaster {team} {first}", game_id=game_id)
                return self._wish(name, f"chair {seat}", game_id=game_id)
        return self._wish(host, "start", game_id=game_id)

    def _playing(self, session: Session) -> Wish:
        chance = self._random.random()
        lobby, move = session.lobby, session.last_move
        if lobby.proposal and chance < 0.8:
            team = lobby.proposal.teams[0]
            name = next(name for name, seat in SEATS.items() if seat.startswith(team))
            line = "agree" if chance < 0.4 else "refuse"
            return self._wish(name, line, game_id=session.game_id)
        person = lobby.sitter(move.seat) if move else None
        if move and person and not person.is_bot and not lobby.proposal and chance < 0.06:
            return self._wish(_name(move.seat), "takeback", game_id=session.game_id)
        if chance < 0.1:
            return self._host(session)
        (seat,) = session.rules.to_act(session.state)
        line = self._clue() if seat.endswith("spymaster") else self._guess(session.state, seat)
        return self._wish(_name(seat), line, session.turn, session.game_id)

    def _host(self, session: Session) -> Wish:
        """Return a change of settings by the host during a game."""
        present = session.lobby.settings.clock.value
        clock = self._one_of(*(name for name in ("off", "advisory", "enforced") if name != present))
        host = next(name for name in SEATS if user_at(self._number, name) == session.lobby.host)
        return self._wish(host, f"set clock {clock}", game_id=session.game_id)

    def _clue(self) -> str:
        word = "".join(self._random.choices(_LETTERS, k=10))  # no bot knows it
        return f"clue {word} {self._random.randint(1, 3)} anyway"

    def _guess(self, state: State, seat: Seat) -> str:
        covered = [card for card in range(25) if card not in state.uncovered]
        marked = [card for card in covered if (seat, card) in state.marks]
        unmarked = [card for card in covered if card not in marked]
        chance = self._random.random()
        if chance < 0.15 and marked:
            return f"unmark {_place(self._one_of(*marked))}"
        if chance < 0.55 and unmarked:
            return f"mark {_place(self._one_of(*unmarked))}"
        if chance < 0.65 and state.turns[-1].guesses:
            return "pass"
        return f"guess {_place(self._card(state, covered, seat))}"

    def _card(self, state: State, covered: list[int], seat: Seat) -> int:
        """Return a card to guess: mostly of the own team, rarely one that ends the game."""
        assert state.layout is not None
        key = state.layout.key.value
        own = Identity[seat.partition("-")[0].upper()]
        likely = [card for card in covered if key[card] in (own, Identity.BYSTANDER)]
        return self._one_of(*(likely if self._random.random() >= self._least else covered))

    def _one_of(self, *things: T) -> T:
        return self._random.choice(things)


def _name(seat: Seat) -> str:
    return next(name for name, its in SEATS.items() if its == seat)


def _place(card: int) -> str:
    return coordinate(card, 5)
