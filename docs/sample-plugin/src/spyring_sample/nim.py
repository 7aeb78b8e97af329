"""A complete game, small enough to read whole: the contract between a game and the application.

Nim with a trap: in turn, players take one to three counters from a heap. The player who takes the
last one wins, but a player who leaves exactly the trap's number has lost. Chance sets the trap;
only Blue sees it, and Red begins.
"""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias, assert_never, get_args

import numpy as np

from bot.codec import Codec
from bot.gametypes.bots import BotRoster
from bot.gametypes.cli import GameCli, OptionAdder
from bot.gametypes.engine import FALLBACK, MoveRequest
from bot.gametypes.game_type import AnyGame, GameType, RevealedDeal
from bot.gametypes.recap import Recap, ThoughtsByTurn
from bot.gametypes.seating import HUMAN, Seating, assign
from bot.gametypes.table_request import TableRequest
from bot.lobby.model import LobbyChair
from bot.settings import Settings
from core.agents.memory import Memory
from core.bot import BotChoice
from core.command import Command, Commands, InputType, Option, unknown_verb
from core.game import GameInterface
from core.rules import (
    CHANCE,
    CLOCK,
    Entropy,
    Expire,
    IllegalAction,
    InvalidNotation,
    Legal,
    Outcome,
    Seat,
    Secret,
)
from core.view import Choice, Choices, Phrase, SeatPhrase, Text, View, phrase, seat_phrase
from core.words.packs import Pack

BLUE: Final = Seat("blue-taker")
RED: Final = Seat("red-taker")
ORDER: Final = (RED, BLUE)

MOST: Final = 3
"""The most counters of a turn."""


# The rules (core.rules.Rules). A module with only the parts up to `GAME` would belong to `core`.


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table."""

    heap: int = 12


@dataclass(frozen=True, slots=True)
class Lay:
    """Chance sets the trap."""

    turn: int
    trap: Secret[int]


@dataclass(frozen=True, slots=True)
class Take:
    """Take counters from the heap."""

    turn: int
    count: int


@dataclass(frozen=True, slots=True)
class Laid:
    """Chance has set the trap."""

    trap: Secret[int]


@dataclass(frozen=True, slots=True)
class Taken:
    """A player has taken counters."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Late:
    """A player has missed the deadline of a turn."""

    seat: Seat


Action: TypeAlias = Lay | Take | Expire
Event: TypeAlias = Laid | Taken | Late


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game; the trap is None until Chance sets it."""

    heap: int
    trap: Secret[int] | None = None
    moves: int = 0
    winner: Seat | None = None

    @property
    def mover(self) -> Seat:
        """The player whose turn it is."""
        return ORDER[self.moves % 2]


@dataclass(frozen=True, slots=True)
class Observation:
    """The knowledge of a seat, or of the public (None); Red's trap is None until the end."""

    seat: Seat | None
    heap: int
    turn: int
    mover: Seat
    winner: Seat | None
    trap: int | None = field(repr=False)


@dataclass(frozen=True)
class Nim:
    """The rules of Nim with a trap."""

    options: Options

    def initial(self) -> State:
        """Return a full heap without a trap."""
        return State(self.options.heap)

    def chance(self, state: State, entropy: Entropy) -> Action | None:
        """Return a random trap, once."""
        if state.trap is not None:
            return None
        return Lay(1, Secret(1 + entropy.bytes(1)[0] % (self.options.heap - 1)))

    def decide(self, state: State, seat: Seat, action: Action) -> Sequence[Event]:
        """Return the events of an action; raises IllegalAction."""
        if state.winner:
            raise IllegalAction("game-over")
        if action.turn != state.moves + 1:
            raise IllegalAction("other-turn", turn=action.turn, now=state.moves + 1)
        match action:
            case Lay(trap=trap):
                self._check(seat == CHANCE)
                return (Laid(trap),)
            case Expire():
                self._check(seat == CLOCK)
                return (Late(state.mover),)
            case Take(count=count):
                self._check(seat == state.mover)
                if not 1 <= count <= min(MOST, state.heap):
                    raise IllegalAction("nim-too-many", most=min(MOST, state.heap))
                return (Taken(seat, count),)
            case _:
                assert_never(action)

    def _check(self, allowed: bool) -> None:  # noqa: FBT001 - its meaning is clear
        if not allowed:
            raise IllegalAction("no-such-action")

    def apply(self, state: State, event: Event) -> State:
        """Return the state after an event."""
        match event:
            case Laid(trap=trap):
                return replace(state, trap=trap)
            case Late():
                return replace(state, winner=_other(state.mover))
            case Taken(seat=seat, count=count):
                after = replace(state, heap=state.heap - count, moves=state.moves + 1)
                if state.trap and after.heap == state.trap.value:
                    return replace(after, winner=_other(seat))
                return after if after.heap else replace(after, winner=seat)
            case _:
                assert_never(event)

    def legal(self, state: State, seat: Seat) -> Legal[Action]:
        """Return the actions of a seat."""
        if seat not in self.to_act(state):
            return Legal()
        counts = range(1, min(MOST, state.heap) + 1)
        return Legal(tuple(Take(state.moves + 1, count) for count in counts))

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the player whose turn it is, if any."""
        waits = state.trap is not None and state.winner is None
        return frozenset({state.mover}) if waits else frozenset()

    def observe(self, state: State, seat: Seat | None) -> Observation:
        """Return the knowledge of a seat or (None) of the public."""
        knows = state.trap is not None and (seat == BLUE or state.winner is not None)
        return Observation(
            seat=seat,
            heap=state.heap,
            turn=state.moves + 1,
            mover=state.mover,
            winner=state.winner,
            trap=state.trap.value if knows and state.trap else None,
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return the winner after the end."""
        if state.winner is None:
            return None
        return Outcome(frozenset({state.winner}), phrase("nim-reason", seat=state.winner))


def _other(seat: Seat) -> Seat:
    return RED if seat == BLUE else BLUE


# Commands, lines and views (core.game.GameInterface).


TAKE: Final = Command.of("nim", "take", Option("count", InputType.INTEGER, least=1, most=MOST))

COMMANDS: Final = Commands(
    "nim",
    Command.of("nim", "new", Option("heap", InputType.INTEGER, 12, least=5, most=40)),
    (TAKE,),
)


def parse(line: str, observation: Observation, turn: int) -> Action:
    """Return the action of a line; raises InvalidNotation."""
    match line.split():
        case ["take", count] if count.isdecimal():
            return Take(turn, int(count))
        case ["take", *_]:
            raise InvalidNotation("nim-take-form")
        case _:
            raise unknown_verb(line, ["take"], lambda meant: parse(meant, observation, turn))


def action_line(action: Action, _observation: Observation) -> str:
    """Return the line of an action."""
    return f"take {action.count}" if isinstance(action, Take) else "lay"


def event_line(event: Event, _observation: Observation) -> str:
    """Return the line of an event, without the trap."""
    match event:
        case Laid():
            return "laid"
        case Late(seat=seat):
            return f"{seat} late"
        case Taken(seat=seat, count=count):
            return f"{seat} take {count}"


def describe(event: Event, _observation: Observation) -> Phrase:
    """Return the sentence about an event, without the trap."""
    match event:
        case Laid():
            return phrase("nim-laid")
        case Late(seat=seat):
            return phrase("nim-expired", seat=who(seat))
        case Taken(seat=seat, count=count):
            return phrase("nim-taken", seat=who(seat), count=count)


def who(seat: Seat) -> SeatPhrase:
    """Return the name of a seat, which chats replace with its player's name."""
    return seat_phrase(seat, phrase("nim-seat", seat=seat))


def closing_lines(observation: Observation) -> tuple[str, ...]:
    """Return the trap after the game."""
    return (f"trap {observation.trap}",)


def present(observation: Observation, legal: Legal[Action], *, seeded: bool = False) -> View:
    """Return the view of an observer with these legal actions."""
    if observation.winner:
        title = phrase("nim-over", seat=who(observation.winner))
    else:
        title = phrase("nim-title", heap=observation.heap, seat=who(observation.mover))
    takes = [action for action in legal.actions if isinstance(action, Take)]
    choices = tuple(
        Choice(phrase("nim-take", count=one.count), action_line(one, observation)) for one in takes
    )
    trap = observation.trap
    return View(
        title=title,
        blocks=(
            Text(phrase("nim-heap", heap=observation.heap)),
            *((Text(phrase("nim-trap", trap=trap)),) if trap is not None else ()),
            *((Choices(choices),) if choices else ()),
        ),
        footer=phrase("nim-seeded") if seeded else None,
    )


GAME: Final[GameInterface[Action, Event, Observation]] = GameInterface(
    commands=COMMANDS,
    parse=parse,
    action_line=action_line,
    event_line=event_line,
    closing_lines=closing_lines,
    present=present,
    describe=describe,
    usable=lambda observation: (TAKE,) if observation.seat else (),
    turn=lambda observation: observation.turn,
)


# Bots (bot.gametypes.bots.BotRoster).


@dataclass(frozen=True, slots=True)
class Aim:
    """A bot's thoughts: the number of counters that it wants to leave."""

    left: int


class Taker:
    """Leaves a multiple of four if possible."""

    def choose(
        self, observation: Observation, _memory: Memory, rng: np.random.Generator, /
    ) -> BotChoice[Take, Aim]:
        """Return the bot's move."""
        most = min(MOST, observation.heap)
        best = observation.heap % (MOST + 1) or int(rng.integers(1, most + 1))
        if observation.heap - best == observation.trap:
            best = next(count for count in range(1, most + 1) if count != best)
        aim = Secret(Aim(observation.heap - best))
        return BotChoice(Take(observation.turn, best), "taker", aim)


class Takers:
    """The bots of Nim by name."""

    def __getitem__(self, name: str, /) -> Taker:
        """Return a bot; raises KeyError."""
        return {"taker": Taker}[name]()


class NimRecap(Recap[Aim, Observation]):
    """Says how many counters each bot wanted to leave."""

    thoughts_type = Aim

    def sentences(
        self, observation: Observation, thoughts_by_turn: ThoughtsByTurn[Aim]
    ) -> tuple[Phrase, ...]:
        """Return a sentence for each turn of a bot, after the game."""
        if observation.winner is None:
            return ()
        aims = sorted(thoughts_by_turn.items())
        return tuple(phrase("nim-recap", seat=who(seat), left=aim.left) for (_, seat), aim in aims)


class NimRoster(BotRoster[Options, Nim, Observation]):
    """The bots' seats, and the move of a late bot."""

    recap = NimRecap()

    def fallback(self, request: MoveRequest) -> BotChoice[Take, Aim]:
        """Return a move that is always legal."""
        seen = request.observation
        return BotChoice(Take(seen.turn, 1), FALLBACK, Secret(Aim(seen.heap - 1)))

    def for_seat(self, _options: Options, _seat: Seat) -> tuple[str, ...]:
        """Return the only bot."""
        return ("taker",)


# The game in the application (bot.gametypes.game_type.GameType).


def _present_seeded(observation: Observation, legal: Legal[Action]) -> View:
    return present(observation, legal, seeded=True)


class NimType(GameType[Nim, State, Action, Event, Observation, Options]):
    """Nim's options, chairs and stored events."""

    game = GAME
    codec = Codec(get_args(Event))
    options_type = Options
    seeded = replace(GAME, present=_present_seeded)

    def summary(self, options: Options) -> Phrase:
        """Return a few words about a table."""
        return phrase("nim-plays", heap=options.heap)

    def chairs(self, _options: Options) -> tuple[LobbyChair, ...]:
        """Return both chairs."""
        return (
            LobbyChair(BLUE, "blue", "taker", sees_key=True, name_key="nim-chair"),
            LobbyChair(RED, "red", "taker", sees_key=False, name_key="nim-chair"),
        )

    def rules(self, options: Options, _pack: Pack, _skipped: tuple[str, ...]) -> Nim:
        """Return the rules of a table."""
        return Nim(options)

    def actor_of(self, event: Event) -> Seat | None:
        """Return the seat that caused an event."""
        match event:
            case Taken(seat=seat):
                return seat
            case Late():
                return CLOCK
            case Laid():
                return None

    def reveal(self, observation: Observation) -> RevealedDeal | None:
        """Return the trap after the game."""
        if observation.winner is None:
            return None
        said = phrase("nim-trap", trap=observation.trap)
        return RevealedDeal((said,), {"trap": observation.trap})


NIM: Final = NimType(NimRoster(Takers))


# The command line (bot.gametypes.cli.GameCli), with an option besides those of the table.


class NimCli(GameCli):
    """Nim on the command line; with ``--first`` the person begins."""

    commands = COMMANDS

    def game_type(self, ensemble: Sequence[str] = ()) -> AnyGame:  # noqa: ARG002 - no models
        """Return Nim."""
        return NIM

    def add_table_options(self, adder: OptionAdder) -> tuple[str, ...]:
        """Add the options of a table; return their names without ``chair``."""
        names = super().add_table_options(adder)
        adder.parser.add_argument("--first", action="store_true", help=adder.say("nim-first"))
        return (*names, "first")

    def read_table(self, arguments: Namespace, settings: Settings) -> TableRequest:
        """Return the requested table; raises Refusal for an impossible one."""
        request = super().read_table(arguments, settings)
        if not arguments.first:
            return request
        seating: Seating = assign(
            {BLUE: "taker", RED: HUMAN}, arguments.chair, lambda _: ("taker",)
        )
        pack, options = request.setup.pack, NIM.options(request.setup.values)
        return TableRequest.of(arguments, settings, NIM, options, seating, pack)
