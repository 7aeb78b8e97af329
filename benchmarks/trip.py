"""Repeatable requests: on Discord, by bots, and at the terminal's screen."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from secrets import token_hex
from typing import Final, Protocol, TypeAlias

import numpy as np
from prompt_toolkit.completion import Completer
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from adapters.terminal.render import PlayOptions
from adapters.terminal.screen import Screen
from adapters.terminal.session import TerminalSession
from benchmarks.discord_people import newest, presses
from bot.chat.services import ChatServices
from bot.cli.play.client import open_client
from bot.games import Caller, GameId, Games, GuildId, Room, Submission, User
from bot.games.deadlines import PATIENCE
from bot.games.decisions import DOUBLE_TAP
from bot.games.session import Session
from bot.gametypes.engine import LocalEngine
from bot.gametypes.registry import GameTypes, bot_loaders
from bot.gametypes.table_request import TableSetup
from bot.server.metrics import Metrics, TimedEngine
from bot.server.workers.bot_memory import seed_from
from bot.server.workers.bots import BotWorker
from bot.server.workers.learner import Learner
from bot.store.connection import Store
from bot.store.leases import new_holder
from bot.store.notify import Change, Notifier
from bot.texts import Texts
from core.codenames.notation import coordinate
from core.rules import Seat
from core.words.packs import default_pack
from tests.adapters.discord.hall import NAMES, SEATS, VALUES, Hall, client_of, drawing, settings_of
from tests.loopback.discord import Loopback, Person, Settings, running
from tests.services import at_work

CLUE: Final = "zebra"
DISCORD: Final = ("press", "slash", "leaderboard")
BOTS: Final = ("random", "ace")
LEAVE: Final = "\x04"

GUESSES: Final = 6
"""Guesses of a turn at the terminal: most of the guesser's own cards."""

HELD: Final = timedelta(hours=1)
"""A terminal's lease of its room, which outlasts every count."""

PATIENCE_SECONDS: Final = 60.0
"""The time limit for the database, on a machine that may be busy."""

QUIET_SECONDS: Final = 0.1
"""The time without an entry of a function after which all work is done."""


class Trip(Protocol):
    """A repeatable request.

    A `whole` request counts with all its consequences, others until people see the result.
    """

    @property
    def whole(self) -> bool:
        """Whether all consequences count."""
        ...

    async def ready(self, *, anew: bool) -> None:
        """Prepare the request; `anew` in a new game with the same deal."""
        ...

    async def go(self) -> None:
        """Make the request, and wait until people see the result."""
        ...

    async def rest(self) -> None:
        """Wait until all work is done."""
        ...


Stage: TypeAlias = Callable[[], AbstractAsyncContextManager[Mapping[str, Trip]]]
"""Opens the resources for requests of one kind, and yields the requests."""


@dataclass(slots=True)
class Deck:
    """Random bytes that repeat after each shuffle."""

    seed: int
    _source: np.random.Generator = field(default_factory=np.random.default_rng)

    def shuffle(self) -> None:
        """Restart the sequence."""
        self._source = np.random.default_rng(self.seed)

    def bytes(self, length: int, /) -> bytes:
        """Return `length` random bytes."""
        return self._source.bytes(length)


def _own(session: Session) -> list[int]:
    """Return the places of the moving team's cards."""
    (seat,) = session.rules.to_act(session.state)
    team = seat.partition("-")[0]
    spymaster = Seat(f"{team}-spymaster")
    cards = enumerate(session.observe(spymaster).cards)
    return [place for place, card in cards if card.key.name.lower() == team]


# On Discord.


@dataclass(slots=True)
class Round:
    """A hall whose people play one game after another, each in its own channel."""

    hall: Hall
    deck: Deck
    number: int = 0
    places: list[int] = field(default_factory=list)
    """The covered cards of the guesser's team."""

    async def begin(self) -> None:
        """Start a new game and play up to its first guess."""
        self.deck.shuffle()
        self.number += 1
        channel = self.hall.server.channel(self.hall.guild, f"games-{self.number}")
        for person in (*self.hall.people, self.hall.onlooker):
            person.go(channel)
        self.hall = replace(self.hall, channel=channel)
        await self._clued()
        self.places = _own(await self.hall.session())
        await self.rest()

    async def _clued(self) -> None:
        """Start a game and give a clue in it."""
        await self.hall.games.open(self._caller(SEATS[0]), "codenames", {})
        for seat in SEATS:
            await self._say(seat, f"chair {seat}")
        await self.rest()  # the lobby checks whether keys reach the spymasters
        await self._say(SEATS[0], "start")
        await self._say(await self._due(), f"clue {CLUE} unlimited")

    async def end(self) -> None:
        """Guess all remaining cards."""
        cards = (await self.hall.session()).observe(None).cards
        for place in self.places:
            await self._say(await self._due(), f"guess {cards[place].word}")
        await self.rest()

    async def _due(self) -> str:
        session = await self.hall.session()
        (seat,) = session.rules.to_act(session.state)
        return seat

    async def _say(self, seat: str, said: str) -> None:
        """Submit a line without Discord, which is faster."""
        await self.hall.games.submit(self._caller(seat), Submission(said))

    def _caller(self, seat: str) -> Caller:
        person = self.hall.people[SEATS.index(seat)]
        user, guild = User("discord", str(person.user.id)), f"discord:{self.hall.guild.id}"
        return Caller(user, self.hall.room, GuildId(guild), person.name)

    async def next(self, *, anew: bool) -> tuple[Person, Session, int]:
        """Return the next guesser, game and card, in a new game if `anew` or out of cards."""
        if anew or len(self.places) <= 1:
            await self.begin()
        session = await self.hall.session()
        return self.hall.due(session), session, self.places.pop(0)

    async def redrawn(self, asking: Awaitable[object]) -> None:
        """Make a request, and wait until the board changes."""
        before = self._drawn()
        await asking
        await self.hall.server.until(lambda: self._drawn() != before)

    async def rest(self) -> None:
        """Wait until all boards are drawn, and all followers of games have read the changes."""
        await self.hall.settled()
        await asyncio.sleep(QUIET_SECONDS)

    def _drawn(self) -> Sequence[object]:
        """Return a value that changes with each posted or edited public message."""
        messages = self.hall.channel.messages.values()
        return [(one.id, one.edited) for one in messages if not one.ephemeral]


@dataclass(slots=True)
class Pressed:
    """The second press on a card, with which the person who marked it guesses it."""

    round: Round
    whole: bool = True
    person: Person = field(init=False)
    button: str = ""

    async def ready(self, *, anew: bool) -> None:
        """Mark the card."""
        self.person, session, place = await self.round.next(anew=anew)
        line = f"guess {coordinate(place, session.options.cols)}"
        self.button = self._shown(line)
        await self.round.redrawn(self._press())
        await self.round.rest()
        await asyncio.sleep(DOUBLE_TAP.total_seconds())
        self.button = self._shown(line)

    async def go(self) -> None:
        """Guess it."""
        await self.round.redrawn(self._press())

    async def rest(self) -> None:
        """Wait until all work is done."""
        await self.round.rest()

    def _shown(self, line: str) -> str:
        """Return the id of a line's button on the newest board."""
        shown = presses(newest(self.round.hall.channel))
        return next(str(press) for press in shown if press.line == line)

    async def _press(self) -> None:
        await self.person.press(self.round.hall.board(), self.button)


@dataclass(slots=True)
class Typed:
    """A guess as a slash command."""

    round: Round
    whole: bool = True
    person: Person = field(init=False)
    word: str = ""

    async def ready(self, *, anew: bool) -> None:
        """Choose a card."""
        self.person, session, place = await self.round.next(anew=anew)
        self.word = session.observe(None).cards[place].word

    async def go(self) -> None:
        """Guess it."""
        await self.round.redrawn(self.person.slash("/guess", card=self.word))

    async def rest(self) -> None:
        """Wait until all work is done."""
        await self.round.rest()


@dataclass(slots=True)
class Ranked:
    """A leaderboard in a guild with a finished game."""

    round: Round
    whole: bool = True
    played: bool = False

    async def ready(self, *, anew: bool) -> None:  # noqa: ARG002 - it is a Trip
        """Play the game."""
        if not self.played:
            self.played = True
            await self.round.begin()
            await self.round.end()

    async def go(self) -> None:
        """Request the leaderboard."""
        answer = await self.round.hall.people[0].slash("/leaderboard")
        assert NAMES[0] in answer.text, answer.text

    async def rest(self) -> None:
        """Wait until all work is done."""
        await self.round.rest()


def on_discord(url: str, seed: int, only: Collection[str]) -> Stage:
    """Return a stage with the parts of `spyring run --discord` except the clock's."""
    thinker = LocalEngine(bot_loaders(GameTypes()))

    @asynccontextmanager
    async def stage() -> AsyncIterator[Mapping[str, Trip]]:
        server = Loopback(Settings(sampling=0, keep=False))
        async with server, Store.open(url, patience=PATIENCE_SECONDS) as store:
            deck, metrics = Deck(seed), Metrics()
            metrics.watch(store)
            games = _games(store, deck, metrics)
            porter = ChatServices(games, "en")
            client = client_of(games, porter, settings_of(server.settings.token), VALUES)
            guild = server.guild()
            channel = server.channel(guild, "games")
            people = tuple(server.person(name, channel) for name in NAMES)
            onlooker = server.person("Eve", channel)
            hall = Hall(server, games, porter, client, guild, channel, people, onlooker)
            players = _players(games, metrics, thinker, seed)
            async with running(server, client), drawing(hall), at_work(players, Learner(games)):
                round_ = Round(hall, deck)
                trips = dict(zip(DISCORD, (Pressed, Typed, Ranked), strict=True))
                yield {name: trips[name](round_) for name in only}

    return stage


def _games(store: Store, deck: Deck, metrics: Metrics) -> Games:
    notifier = Notifier(store, troubled=print)
    return Games(store, notifier, entropy=deck, observer=metrics.on_request, patience=PATIENCE)


def _players(games: Games, metrics: Metrics, thinker: LocalEngine, seed: int) -> BotWorker:
    """Return the bots, which think in a thread of this process and draw from a seed."""
    timed = TimedEngine(thinker, metrics)
    return BotWorker(games, timed, new_holder(), seed_for=seed_from(lambda _: seed))


# Bots.


@dataclass(slots=True)
class Moved:
    """A bot's guess, from the clue before it to the guess in the database."""

    games: Games
    deck: Deck
    bot: str
    whole: bool = False
    game_id: GameId = field(init=False)
    version: int = 0

    async def ready(self, *, anew: bool) -> None:  # noqa: ARG002 - each is in a new game
        """Give the clue."""
        self.deck.shuffle()
        room = token_hex(4)
        spymasters = {f"{team}-spymaster": _caller(room, team) for team in ("blue", "red")}
        ann, bob = spymasters.values()
        self.game_id = (await self.games.open(ann, "codenames", {})).game_id
        bots = [f"bot {team}-guesser {self.bot}" for team in ("blue", "red")]
        await self.games.submit(bob, Submission("join"))
        for seat, person in spymasters.items():
            await self.games.submit(person, Submission(f"chair {seat}"))
        for said in (*bots, "set pace 0", "start"):
            await self.games.submit(ann, Submission(said))
        session = await self.games.session(self.game_id)
        (due,) = session.rules.to_act(session.state)
        clued = await self.games.submit(spymasters[due], Submission(f"clue {CLUE} 1"))
        self.version = clued.version

    async def go(self) -> None:
        """Wait for the bot's move."""
        with self.games.notifier.subscribe() as changes:
            async for news in changes:
                if isinstance(news, Change) and self._is_moved(news):
                    return

    async def rest(self) -> None:
        """Wait until the table waits for people."""
        while await self._bots_act():
            await asyncio.sleep(QUIET_SECONDS / 5)
        await asyncio.sleep(QUIET_SECONDS)

    def _is_moved(self, news: Change) -> bool:
        return news.game_id == self.game_id and news.version > self.version

    async def _bots_act(self) -> bool:
        session = await self.games.session(self.game_id)
        due = session.rules.to_act(session.state)
        return not session.is_over and all(seat.endswith("guesser") for seat in due)


def of_bots(url: str, seed: int, only: Collection[str]) -> Stage:
    """Return a stage with bots alone."""
    thinker = LocalEngine(bot_loaders(GameTypes()))

    @asynccontextmanager
    async def stage() -> AsyncIterator[Mapping[str, Trip]]:
        async with Store.open(url, patience=PATIENCE_SECONDS) as store:
            deck, metrics = Deck(seed), Metrics()
            metrics.watch(store)
            games = _games(store, deck, metrics)
            async with at_work(_players(games, metrics, thinker, seed)):
                yield {bot: Moved(games, deck, bot) for bot in only}

    return stage


def _caller(room: str, name: str) -> Caller:
    user = User("bench", f"{name}-{room}")
    return Caller(user, Room("bench", room), GuildId("bench:home"), name.title())


# At the terminal.


class Typist(Screen):
    """Types lines; calls `begin` before each guess and `end` at the prompt for the next.

    An empty line confirms a guess.
    """

    def __init__(
        self,
        keyboard: PipeInput,
        lines: Sequence[str],
        guesses: Collection[str],
        begin: Callable[[], None],
        end: Callable[[], None],
    ) -> None:
        size = Size(rows=40, columns=80)
        display = Vt100_Output(io.StringIO(), lambda: size, term="xterm", enable_cpr=False)
        super().__init__(keyboard, display, "")
        self._pipe = keyboard
        self._lines = iter(lines)
        self._guesses = guesses
        self._begin, self._end = begin, end
        self._guessing = False

    def ask(
        self,
        message: str,
        *,
        who: str = "",
        placeholder: str = "",
        completer: Completer | None = None,
    ) -> str:
        """Type the next line; return the parsed line."""
        typed = next(self._lines, LEAVE)
        if typed and self._guessing:
            self._end()
        self._guessing = typed in self._guesses or (self._guessing and not typed)
        self._pipe.send_text(typed if typed == LEAVE else f"{typed}\r")
        if typed in self._guesses:
            self._begin()
        return super().ask(message, who=who, placeholder=placeholder, completer=completer)


def evening(url: str, seed: int, begin: Callable[[], None], end: Callable[[], None]) -> None:
    """Play some guesses of a turn with `spyring play` on a screen with four people."""
    texts = Texts.load("en")
    with open_client(url, seed=seed, lock_ttl=HELD) as desk, create_pipe_input() as keyboard:
        people = {seat: seat.title() for seat in map(Seat, SEATS)}
        desk.begin(
            TableSetup("codenames", {}, default_pack(), next(iter(people.values())), people, {})
        )
        (spymaster,) = desk.to_act
        cards = desk.observe(spymaster).cards
        team = spymaster.partition("-")[0]
        own = [card.word for card in cards if card.key.name.lower() == team]
        guesses = own[:GUESSES]
        confirmed = [line for word in guesses for line in (word, "")]
        lines = ["", f"{CLUE} unlimited", "", *confirmed]
        screen = Typist(keyboard, lines, guesses, begin, end)
        TerminalSession(desk, texts, screen, desk.people, PlayOptions(colour=False)).run()
