"""Simulated people at many tables on a loopback Discord, who act and time the reactions."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from time import perf_counter
from typing import Final, TypeAlias

from adapters.chat.incoming import ButtonAction, ButtonId, read_button_id
from adapters.chat.reaction_picks import CHECK_EMOJI
from core.words.packs import default_pack
from tests.loopback.discord import Channel, Loopback, Person
from tests.loopback.discord.flag import Component, InteractionKind
from tests.loopback.discord.mention import walk
from tests.loopback.discord.model import Interaction, Json, Message
from tests.loopback.discord.options import Typed, resolve

LATEST_SECONDS: Final = 3.0
"""Discord's limit for a first answer."""

PATIENCE_SECONDS: Final = 30.0
"""The time limit for a board that shows an action."""

GLANCE_SECONDS: Final = 0.05
"""The interval between two looks at a board; times are those of the messages."""

MOST_GUESSES: Final = 2
"""The most guesses of a person in a turn."""

Shows: TypeAlias = Callable[[Message], bool]
"""Returns whether a message shows an action."""


@dataclass(slots=True)
class Watch:
    """Measured times in seconds."""

    answers: list[float] = field(default_factory=list)
    redraws: list[float] = field(default_factory=list)
    missed: int = 0
    """Interactions without an answer in time."""
    unseen: int = 0
    """Actions that no board showed in time, such as refused clues."""

    async def answered(self, opened: Interaction) -> bool:
        """Wait for the answer to an interaction; return whether it came in time."""
        began = perf_counter()
        try:
            async with asyncio.timeout(LATEST_SECONDS):
                await opened.acknowledged.wait()
        except TimeoutError:
            self.missed += 1
            return False
        self.answers.append(perf_counter() - began)
        return True

    async def redrawn(self, channel: Channel, began: datetime, shows: Shows) -> None:
        """Record the time from a moment to a newest board that shows an action."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not (moment := _shown_at(newest(channel), began, shows)):
                    await asyncio.sleep(GLANCE_SECONDS)
        except TimeoutError:
            self.unseen += 1
        else:
            self.redraws.append((moment - began).total_seconds())


@dataclass
class Table:
    """A game with a person as blue spymaster, one as red guesser, and bots in the other chairs.

    `pause` is the mean number of seconds between two actions of its people.
    """

    server: Loopback
    channel: Channel
    spymaster: Person
    guesser: Person
    watch: Watch
    random: Random
    pause: float
    guesses: int = 0

    @property
    def waits_for_people(self) -> bool:
        """Whether the newest board offers an action of a game."""
        return any(
            (press.action, press.line) == (ButtonAction.OPEN, "clue")
            or press.line.startswith("guess ")
            for press in presses(newest(self.channel))
        )

    def react(self) -> None:
        """Add a first reaction to the board, after which the bot adds its own."""
        board = newest(self.channel)
        if board is not None:
            self.server.service.reacting.add(board, self.guesser.user, CHECK_EMOJI)

    async def play(self) -> None:
        """Act until cancelled."""
        while True:
            await asyncio.sleep(self.random.expovariate(1 / self.pause))
            await self._act()

    async def _act(self) -> None:
        """Take an action that the newest board offers."""
        offers = tuple(presses(newest(self.channel)))
        lines = {press.line: press for press in offers if press.action is ButtonAction.SUBMIT}
        cards = [press for line, press in lines.items() if line.startswith("guess ")]
        if any((press.action, press.line) == (ButtonAction.OPEN, "clue") for press in offers):
            await self._clue()
        elif cards and (self.guesses < MOST_GUESSES or "pass" not in lines):
            await self._guess(self.random.choice(cards))
        elif "pass" in lines:
            await self._press(self.guesser, lines["pass"], _later(lines["pass"].turn))
        else:
            for line in ("rematch", "start"):
                if line in lines:
                    await self._press(self.spymaster, lines[line], None)

    async def _clue(self) -> None:
        """Type a clue unlike all cards; try again if the rules refuse it."""
        self.guesses = 0
        told = _text(newest(self.channel))
        words = (self.random.choice(default_pack().words) for _ in range(100))
        word = next(word for word in words if word[:4].casefold() not in told.casefold())
        given = {"word": word, "number": "1"}
        typed = Typed(self.spymaster.user, self.channel, ("clue",), given)
        body = resolve(self.server.world, typed)
        if began := await self._sent(InteractionKind.COMMAND, self.spymaster, body):
            shows = lambda message: word in _text(message)  # noqa: E731 - it reads as it is said
            await self.watch.redrawn(self.channel, began, shows)

    async def _guess(self, press: ButtonId) -> None:
        """Mark a card, and guess it after the time for double taps."""
        self.guesses += 1
        if await self._press(self.guesser, press, lambda message: "←" in _text(message)):
            await asyncio.sleep(1 + self.random.expovariate(1 / self.pause))
            place = press.line.rpartition(" ")[2]
            idle = str(ButtonId(ButtonAction.NOTHING, press.game_id, press.turn, place))
            later = _later(press.turn)
            offers = presses(newest(self.channel))
            # The board that shows the mark has another id for the card.
            marked = next((one for one in offers if one.line == press.line), press)
            await self._press(
                self.guesser, marked, lambda message: idle in _text(message) or later(message)
            )

    async def _press(self, person: Person, press: ButtonId, shows: Shows | None) -> bool:
        """Press a button, and wait until the board shows the result."""
        body = {"custom_id": str(press), "component_type": int(Component.BUTTON)}
        began = await self._sent(InteractionKind.COMPONENT, person, body)
        if began is None:
            return False
        if shows is not None:
            await self.watch.redrawn(self.channel, began, shows)
        return True

    async def _sent(self, kind: InteractionKind, person: Person, body: Json) -> datetime | None:
        """Send an interaction; return the time of sending, or None without an answer in time."""
        began = self.server.clock.now()
        source = newest(self.channel) if kind is InteractionKind.COMPONENT else None
        reception = self.server.service.reception
        opened = reception.open(kind, person.user, self.channel, body, source=source)
        return began if await self.watch.answered(opened) else None


def newest(channel: Channel) -> Message | None:
    """Return the newest message with buttons in a channel."""
    seen = (one for one in reversed(channel.messages.values()) if not one.ephemeral)
    return next((one for one in seen if next(presses(one), None)), None)


def presses(message: Message | None) -> Iterator[ButtonId]:
    """Yield the buttons of a message."""
    for part in walk(message.components if message else ()):
        press = None if part.get("disabled") else read_button_id(str(part.get("custom_id") or ""))
        if press is not None:
            yield press


def _later(turn: int) -> Shows:
    """Return a test for messages that show a later turn, or the end."""
    return lambda message: any(
        press.turn > turn or press.line == "rematch" for press in presses(message)
    )


def _shown_at(message: Message | None, since: datetime, shows: Shows) -> datetime | None:
    """Return the time of a message, if it is newer than a moment and shows an action."""
    if message is None or (moment := message.edited or message.created) < since:
        return None
    return moment if shows(message) else None


def _text(message: Message | None) -> str:
    return repr(message.components) if message else ""
