"""People at two tables on the loopback Discord, and the program that serves them.

They press, type and react as clients allow. Their accepted actions are recorded, to be compared
with the log; tests read the stored games, secrets included, to choose the next action.

"""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from adapters.chat.incoming import ButtonAction, ButtonId, read_button_id
from bot.games import GameId, Games, Room
from bot.games.decisions import DOUBLE_TAP
from bot.games.session import Session
from bot.store.connection import Store
from bot.store.migration import upgrade
from bot.store.notify import Notifier
from core.codenames.model import ClueGiven, Identity, Pointed, TurnEnd, TurnEnded, Uncovered
from core.codenames.notation import coordinate
from core.rules import Seat
from tests.loopback.discord import (
    Answer,
    Channel,
    Loopback,
    Permission,
    Person,
    Program,
    Seen,
    Settings,
    program,
)
from tests.loopback.discord.flag import InteractionKind
from tests.services import UNLIMITED, at_work

PATIENCE: Final = 90.0
"""Seconds of real time for any step: a killed process keeps its claims for thirty."""

COMMAND: Final = (sys.executable, "-m", "bot", "run", "--discord")

MANUAL: Final = Path(__file__).parents[2] / "docs" / "discord.md"

CLUES: Final = ("ocean", "music", "animal", "winter", "castle", "engine", "kitchen", "forest")
"""Words, some of which each board allows as clues."""

ROWS: Final = ("🇦", "🇧", "🇨", "🇩", "🇪")
COLUMNS: Final = tuple(f"{number}\ufe0f\u20e3" for number in range(1, 6))
CHECK: Final = "✅"

OFFERED: Final = len(ROWS) + len(COLUMNS) + 1
"""Reactions that the bot puts on a board of 5x5 cards."""

NONE: Final = GameId("")
"""The game of a table before it is opened."""

Note = tuple[str, str, object]
"""A seat, a verb, and the card or the word."""


@dataclass
class Table:
    """One game in one channel: the people by seat (`None` for bots), and their actions."""

    channel: Channel
    seats: dict[Seat, Person | None]
    notes: list[Note] = field(default_factory=list)
    game_id: GameId = NONE

    @property
    def room(self) -> Room:
        """The channel as the application knows it."""
        return Room("discord", str(self.channel.id))

    def seat_of(self, person: Person) -> Seat:
        """Return the chair of a person."""
        return next(seat for seat, sitter in self.seats.items() if sitter is person)

    def due(self, session: Session) -> Person | None:
        """Return the person for whom the table waits, or None for a bot."""
        (seat,) = session.rules.to_act(session.state)
        return self.seats[seat]

    def waits_for_people(self, session: Session) -> bool:
        """Return whether a person has to act, or the game is over."""
        return session.is_over or self.due(session) is not None

    def noted(self, person: Person, verb: str, what: object) -> None:
        """Record a person's action."""
        self.notes.append((self.seat_of(person), verb, what))


@dataclass
class Evening:
    """The service, the stored games, the people, and a person who plays at no table."""

    server: Loopback
    games: Games
    north: Table
    south: Table
    people: dict[str, Person]
    outsider: Person

    @property
    def tables(self) -> tuple[Table, Table]:
        """Both tables."""
        return self.north, self.south

    # Waiting.

    async def reached(
        self, table: Table, condition: Callable[[Session], bool], what: str
    ) -> Session:
        """Return a table's game once a condition is true of it. Raises: TimeoutError."""
        try:
            async with asyncio.timeout(PATIENCE):
                with self.games.notifier.subscribe() as changes:
                    while True:
                        session = await self.games.session(table.game_id)
                        if condition(session):
                            return session
                        await anext(changes)
        except TimeoutError:
            raise TimeoutError(f"{what} did not come to be in {table.channel}") from None

    async def turn(self, table: Table) -> Session:
        """Return a table's game once it waits for a person, or is over."""
        return await self.reached(table, table.waits_for_people, "a person's turn")

    async def offer(
        self,
        table: Table,
        line: str,
        deed: ButtonAction = ButtonAction.SUBMIT,
        *,
        turn: int | None = None,
        version: int = 0,
    ) -> tuple[Seen, str]:
        """Return the newest message with a button for a line, and the button's id.

        If the button names a version, it is `version` or a later one.
        """
        found: list[tuple[Seen, str]] = []

        def there() -> bool:
            found[:] = [
                (seen, button.custom_id)
                for seen in boards(self.outsider, table.channel)
                for button in seen.buttons
                if button.custom_id and not button.disabled
                if (press := read_button_id(button.custom_id)) is not None
                if (press.action, press.line) == (deed, line)
                if turn is None or press.turn == turn
                if press.version is None or press.version >= version
            ]
            return bool(found)

        await self.server.until(there, PATIENCE, f"an offer of {line!r} in {table.channel}")
        return found[-1]

    # Acting.

    async def press(
        self,
        table: Table,
        person: Person,
        line: str,
        deed: ButtonAction = ButtonAction.SUBMIT,
        *,
        turn: int | None = None,
    ) -> Answer:
        """Press a button of the newest board, or of a turn's newest."""
        board, custom_id = await self.offer(table, line, deed, turn=turn)
        return await person.press(board, custom_id)

    async def form(
        self,
        table: Table,
        person: Person,
        verb: str,
        given: dict[str, object],
        *,
        turn: int | None = None,
    ) -> Answer:
        """Open a form from the newest board, or the newest of a turn, and fill it in."""
        opened = await self.press(table, person, verb, ButtonAction.OPEN, turn=turn)
        return await person.submit_modal(opened, given)

    async def stale(
        self, table: Table, person: Person, board: Seen, line: str, turn: int
    ) -> Answer:
        """Press a button that a board showed earlier, as a slow client does."""
        press = ButtonId(ButtonAction.SUBMIT, table.game_id, turn, line)
        opened = self.server.service.reception.open(
            InteractionKind.COMPONENT,
            person.user,
            table.channel,
            {"custom_id": str(press), "component_type": 2},
            source=board.channel.messages[board.id],
        )
        return await person.answer(opened)

    async def guess(self, table: Table, person: Person, card: int) -> None:
        """Mark a card by one press and guess it by another."""
        marked = await self.press(table, person, f"guess {place(card)}")
        assert marked.by_board or " marks " in marked.text
        table.noted(person, "mark", card)
        await self.take(table, person, card)

    async def take(self, table: Table, person: Person, card: int) -> None:
        """Guess a marked card, once a board shows the mark and a second has passed."""
        await asyncio.sleep(DOUBLE_TAP.total_seconds())
        version = (await self.games.session(table.game_id)).version
        board, custom_id = await self.offer(table, f"guess {place(card)}", version=version)
        answer = await person.press(board, custom_id)
        assert answer.by_board, answer.text
        table.noted(person, "guess", card)

    async def clue(self, table: Table, person: Person, number: str, *, typed: bool) -> None:
        """Give the first lawful clue, by the command or in the form."""
        turn = (await self.turn(table)).turn
        for word in CLUES:
            if typed:
                await person.slash("/clue", word=word, number=number, at=table.channel)
            else:
                given: dict[str, object] = {"word": word, "number": [number]}
                await self.form(table, person, "clue", given, turn=turn)
            session = await self.games.session(table.game_id)
            if session.state.turns[turn - 1].clue is not None:
                table.noted(person, "clue", word)
                return
        raise AssertionError("no clue was lawful")


def either_way(*, quick: str = "") -> pytest.MarkDecorator:
    """Kill or stop the program during an evening; the quick profile has one at most."""
    ways = [
        pytest.param(name == "killed", id=name, marks=() if name == quick else pytest.mark.slow)
        for name in ("killed", "stopped")
    ]
    return pytest.mark.parametrize("killed", ways)


def boards(viewer: Person, channel: Channel) -> list[Seen]:
    """Return the public messages of a channel that have buttons, oldest first."""
    return [one for one in viewer.sees(channel) if one.buttons and not one.ephemeral]


def place(card: int) -> str:
    """Return a card's place on a board of 5x5."""
    return coordinate(card, 5)


def own(session: Session, team: Identity) -> list[int]:
    """Return the covered cards of a team, which no request gives."""
    key = session.state.layout.key.value
    return [card for card in range(25) if key[card] is team and card not in session.state.uncovered]


def log_of(session: Session, seats: Sequence[Seat]) -> list[Note]:
    """Return some seats' actions in the log."""
    notes: list[Note] = []
    for event in (one.event for one in session.log):
        match event:
            case ClueGiven(clue=clue):
                notes.append((clue.seat, "clue", clue.word))
            case Pointed(seat=seat, card=card):
                notes.append((seat, "mark", card))
            case Uncovered(seat=seat, card=card):
                notes.append((seat, "guess", card))
            case TurnEnded(end=TurnEnd.PASSED, by=seat) if seat:
                notes.append((seat, "pass", None))
    return [note for note in notes if note[0] in seats]


def invited() -> Permission:
    """Return the permissions with which docs/discord.md invites the bot."""
    (number,) = re.findall(r"&permissions=(\d+)", MANUAL.read_text(encoding="utf-8"))
    return Permission(int(number))


@asynccontextmanager
async def gathered(url: str) -> AsyncIterator[Evening]:
    """Yield people in two channels of the loopback Discord.

    This process opens the empty database, too.
    """
    await upgrade(url)
    async with Loopback(Settings(frozen=True)) as server, Store.open(url) as store:
        notifier = Notifier(store, troubled=print)
        async with at_work(notifier):
            yield _seated(server, Games(store, notifier))


def _seated(server: Loopback, games: Games) -> Evening:
    """Return the people and their future chairs; Cat gets no direct messages."""
    guild = server.guild("Tea House")
    north, south = (server.channel(guild, name) for name in ("north", "south"))
    for channel in (north, south):
        server.permit(channel, allow=invited(), deny=~invited())
    people = {name: server.person(name, guild) for name in ("Ann", "Bob", "Cat", "Dan")}
    people["Cat"].close_dms()
    outsider = server.person("Eve", guild)
    ann, bob, cat, dan = people.values()
    chairs = [
        Seat(f"{team}-{role}") for team in ("blue", "red") for role in ("spymaster", "guesser")
    ]
    tables = (
        Table(north, dict(zip(chairs, (ann, bob, cat, None), strict=True))),
        Table(south, dict(zip(chairs, (None, ann, dan, bob), strict=True))),
    )
    return Evening(server, games, *tables, people, outsider)


@asynccontextmanager
async def serving(
    server: Loopback, url: str, log: Path, *, killed: bool = False
) -> AsyncIterator[Program]:
    """Run the program on a database until the block ends; then `log` contains its output, too.

    At the end, stop the program, or kill it if `killed`.
    """
    more = {"DATABASE_URL": url, "SPYRING_LOG": "json", "SPYRING_LOG_LEVEL": "debug"}
    async with program(server, COMMAND, **more, **UNLIMITED) as bot:
        try:
            yield bot
            await (bot.kill() if killed else bot.stop())
        finally:
            with log.open("a", encoding="utf-8") as told:
                told.write(bot.written())
