"""A second game, small enough to read whole: the contract between a game and the application.

Nim with a trap: in turn, players take one to three counters from a heap. The player who takes the
last one wins, but a player who leaves exactly the trap's number has lost. Chance sets the trap;
only Blue sees it, and Red begins.

"""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TypeAlias, assert_never, get_args

import numpy as np

from bot.codec import Codec
from bot.gametypes.bots import BotRoster
from bot.gametypes.cli import GameCli, GameCommand, GameConsole, OptionAdder, natural
from bot.gametypes.engine import FALLBACK, MoveRequest
from bot.gametypes.game_type import AnyGame, GameType, RevealedDeal
from bot.gametypes.recap import Recap, ThoughtsByTurn
from bot.gametypes.seating import HUMAN, Seating, assign
from bot.gametypes.table_request import TableRequest
from bot.lobby.model import LobbyChair
from bot.settings import Settings
from bot.texts import Catalogue, Texts, sentences
from core.agents.memory import Memory
from core.bot import BotChoice as Chosen
from core.command import Command, Commands, Option
from core.command import InputType as Typed
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

BLUE, RED = Seat("blue-taker"), Seat("red-taker")
ORDER = (RED, BLUE)
MOST = 3

SENTENCES = """
nim-seat = { $seat }
nim-plays = a heap of { $heap } counters
nim-rules-1 = A heap of counters lies on the table.
nim-rules-2 = In turn, each player takes one to three of them.
nim-rules-3 = Who takes the last one wins.
nim-rules-4 = One number of counters is a trap, which only Blue is shown.
nim-rules-5 = Who leaves just as many loses at once.
nim-title = Heap of { $heap }: { $seat } takes
nim-over = { $seat } wins
nim-heap = { $heap } counters
nim-trap = The trap is { $trap }
nim-take = take { $count }
nim-laid = The trap is laid.
nim-taken = { $seat } takes { $count }.
nim-expired = { $seat } was too slow.
nim-recap = { $seat } wanted to leave { $left }.
nim-reason = { $seat } has won
nim-too-many = Only { $most } can be taken: take fewer.
nim-take-form = Type how many you take, like "take 2".
nim-seeded = The trap follows from a seed.
nim-chair = { $team } taker
nim-chair-within = the { $team } taker
nim-chair-any = { $team } taker
nim-chair-role = taker
nim-own = the trap is shown
nim-instead = the trap is shown to nobody else
nim-note = You sit as { $seat }: the trap is shown here once it is laid.
nim-times = { $guess } to take
nim-guess-time = Time to take
nim-no-take-back = What was taken is gone: play on.
nim-stop-forfeits = You lose if you stop: play on, or stop it anyway.
cli-traps = list the heaps that lose
option-below = the largest heap of the list
option-first = take first
"""


@dataclass(frozen=True, slots=True)
class Options:
    heap: int = 12


@dataclass(frozen=True, slots=True)
class Lay:
    turn: int
    trap: Secret[int]


@dataclass(frozen=True, slots=True)
class Take:
    turn: int
    count: int


@dataclass(frozen=True, slots=True)
class Laid:
    trap: Secret[int]


@dataclass(frozen=True, slots=True)
class Taken:
    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Late:
    seat: Seat


Action: TypeAlias = Lay | Take | Expire
Event: TypeAlias = Laid | Taken | Late


@dataclass(frozen=True, slots=True)
class State:
    heap: int
    trap: Secret[int] | None = None
    moves: int = 0
    winner: Seat | None = None

    @property
    def mover(self) -> Seat:
        return ORDER[self.moves % 2]


@dataclass(frozen=True, slots=True)
class Observation:
    seat: Seat | None
    heap: int
    turn: int
    mover: Seat
    winner: Seat | None
    trap: int | None = field(repr=False)


@dataclass(frozen=True)
class Nim:
    options: Options

    def initial(self) -> State:
        return State(self.options.heap)

    def chance(self, state: State, entropy: Entropy) -> Action | None:
        if state.trap is not None:
            return None
        return Lay(1, Secret(1 + entropy.bytes(1)[0] % (self.options.heap - 1)))

    def decide(self, state: State, seat: Seat, action: Action) -> Sequence[Event]:
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

    def _check(self, allowed: bool) -> None:
        if not allowed:
            raise IllegalAction("no-such-action")

    def apply(self, state: State, event: Event) -> State:
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
        if seat not in self.to_act(state):
            return Legal()
        counts = range(1, min(MOST, state.heap) + 1)
        return Legal(tuple(Take(state.moves + 1, count) for count in counts))

    def to_act(self, state: State) -> frozenset[Seat]:
        waits = state.trap is not None and state.winner is None
        return frozenset({state.mover}) if waits else frozenset()

    def observe(self, state: State, seat: Seat | None) -> Observation:
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
        if state.winner is None:
            return None
        return Outcome(frozenset({state.winner}), phrase("nim-reason", seat=state.winner))


def _other(seat: Seat) -> Seat:
    return RED if seat == BLUE else BLUE


TAKE = Command("take", (Option("count", Typed.INTEGER, least=1, most=MOST),), "command-guess")
COMMANDS = Commands(
    "nim",
    Command("new", (Option("heap", Typed.INTEGER, 12, least=5, most=40, described="option-rows"),)),
    (TAKE,),
)


def parse(line: str, _observation: Observation, turn: int) -> Action:
    verb, *rest = line.split()
    if verb != "take" or len(rest) != 1 or not rest[0].isdecimal():
        raise InvalidNotation("nim-take-form")
    return Take(turn, int(rest[0]))


def action_line(action: Action, _observation: Observation) -> str:
    return f"take {action.count}" if isinstance(action, Take) else "lay"


def event_line(event: Event, _observation: Observation) -> str:
    match event:
        case Laid():
            return "laid"
        case Late(seat=seat):
            return f"{seat} late"
        case Taken(seat=seat, count=count):
            return f"{seat} take {count}"


def describe(event: Event, _observation: Observation) -> Phrase:
    match event:
        case Laid():
            return phrase("nim-laid")
        case Late(seat=seat):
            return phrase("nim-expired", seat=who(seat))
        case Taken(seat=seat, count=count):
            return phrase("nim-taken", seat=who(seat), count=count)


def who(seat: Seat) -> SeatPhrase:
    return seat_phrase(seat, phrase("nim-seat", seat=seat))


def closing_lines(observation: Observation) -> tuple[str, ...]:
    return (f"trap {observation.trap}",)


def present(observation: Observation, legal: Legal[Action], *, seeded: bool = False) -> View:
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


GAME: GameInterface[Action, Event, Observation] = GameInterface(
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


# Parts that only the application needs.


@dataclass(frozen=True, slots=True)
class Aim:
    left: int


class Taker:
    """Leaves a multiple of four if possible."""

    def choose(
        self, observation: Observation, _memory: Memory, rng: np.random.Generator, /
    ) -> Chosen[Take, Aim]:
        most = min(MOST, observation.heap)
        best = observation.heap % (MOST + 1) or int(rng.integers(1, most + 1))
        if observation.heap - best == observation.trap:
            best = next(count for count in range(1, most + 1) if count != best)
        return Chosen(Take(observation.turn, best), "taker", Secret(Aim(observation.heap - best)))


class Takers:
    """The bots of Nim."""

    def __getitem__(self, name: str, /) -> Taker:
        return {"taker": Taker}[name]()


class NimRecap(Recap[Aim, Observation]):
    """Says how many counters each bot wanted to leave."""

    thoughts_type = Aim

    def sentences(
        self, observation: Observation, thoughts_by_turn: ThoughtsByTurn[Aim]
    ) -> tuple[Phrase, ...]:
        if observation.winner is None:
            return ()
        told = sorted(thoughts_by_turn.items())
        return tuple(phrase("nim-recap", seat=who(seat), left=aim.left) for (_, seat), aim in told)


class NimRoster(BotRoster[Options, Nim, Observation]):
    recap = NimRecap()

    def fallback(self, request: MoveRequest) -> Chosen[Take, Aim]:
        seen = request.observation
        return Chosen(Take(seen.turn, 1), FALLBACK, Secret(Aim(seen.heap - 1)))

    def for_seat(self, _options: Options, _seat: Seat) -> tuple[str, ...]:
        return ("taker",)


def _present_seeded(observation: Observation, legal: Legal[Action]) -> View:
    return present(observation, legal, seeded=True)


class NimType(GameType[Nim, State, Action, Event, Observation, Options]):
    game = GAME
    codec = Codec(get_args(Event))
    options_type = Options
    seeded = replace(GAME, present=_present_seeded)

    def summary(self, options: Options) -> Phrase:
        return phrase("nim-plays", heap=options.heap)

    def chairs(self, _options: Options) -> tuple[LobbyChair, ...]:
        return (
            LobbyChair(BLUE, "blue", "taker", sees_key=True, name_key="nim-chair"),
            LobbyChair(RED, "red", "taker", sees_key=False, name_key="nim-chair"),
        )

    def rules(self, options: Options, _pack: Pack, _skipped: tuple[str, ...]) -> Nim:
        return Nim(options)

    def actor_of(self, event: Event) -> Seat | None:
        match event:
            case Taken(seat=seat):
                return seat
            case Late():
                return CLOCK
            case Laid():
                return None

    def reveal(self, observation: Observation) -> RevealedDeal | None:
        if observation.winner is None:
            return None
        said = phrase("nim-trap", trap=observation.trap)
        return RevealedDeal((said,), {"trap": observation.trap})


NIM = NimType(NimRoster(Takers))


# The command line: a command and an option of its own, and no more than a game must define.


class TrapsCommand(GameCommand):
    """``spyring traps``: the heaps from which every move loses, if there is no trap."""

    name = "traps"

    def add_options(self, adder: OptionAdder) -> None:
        adder.parser.add_argument("--below", type=natural, default=12, help=adder.say("below"))

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        heaps = range(MOST + 1, arguments.below + 1, MOST + 1)
        console.write(f"{settings.name}: {' '.join(map(str, heaps))}")
        console.show(View(title=phrase("nim-heap", heap=len(heaps))))
        return 0 if heaps else 1


class NimCli(GameCli):
    """Nim on the command line; with ``--first`` the person begins."""

    commands = COMMANDS

    def game_type(self, ensemble: Sequence[str] = ()) -> AnyGame:  # noqa: ARG002 - no models
        return NIM

    def add_table_options(self, adder: OptionAdder) -> tuple[str, ...]:
        names = super().add_table_options(adder)
        adder.parser.add_argument("--first", action="store_true", help=adder.say("first"))
        return (*names, "first")

    def read_table(self, arguments: Namespace, settings: Settings) -> TableRequest:
        request = super().read_table(arguments, settings)
        if not arguments.first:
            return request
        seating: Seating = assign(
            {BLUE: "taker", RED: HUMAN}, arguments.chair, lambda _: ("taker",)
        )
        pack, options = request.setup.pack, NIM.options(request.setup.values)
        return TableRequest.of(arguments, settings, NIM, options, seating, pack)


@cache
def texts() -> Texts:
    """Return the English sentences, including Nim's."""
    own = Catalogue("en", dict(sentences(SENTENCES)), str)
    return Texts([own, *Texts.load()._catalogues])
