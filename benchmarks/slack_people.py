"""Simulated people at many tables on a loopback Slack, who act and time the reactions."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Final, TypeAlias

from adapters.chat.incoming import ButtonAction, ButtonId, read_button_id
from core.words.packs import default_pack
from tests.loopback.slack import Person, Seen, SlackServer

PATIENCE_SECONDS: Final = 30.0
"""The time limit for a board that shows an action."""

GLANCE_SECONDS: Final = 0.05
"""The interval between two looks at a board, and the greatest error of redraws."""

MOST_GUESSES: Final = 2
"""The most guesses of a person in a turn."""

Shows: TypeAlias = Callable[[Seen], bool]
"""Returns whether a message shows an action."""


@dataclass(slots=True)
class Times:
    """Measured times in seconds."""

    answers: list[float] = field(default_factory=list)
    redraws: list[float] = field(default_factory=list)
    missed: int = 0
    """Commands and presses without an acknowledgement in time."""
    unseen: int = 0
    """Actions that no board showed in time, such as refused clues."""


@dataclass
class SlackTable:
    """A game with a person as blue spymaster, one as red guesser, and bots in the other chairs.

    `pause` is the mean number of seconds between two actions of its people.
    """

    server: SlackServer
    channel: str
    spymaster: Person
    guesser: Person
    times: Times
    random: Random
    pause: float
    guesses: int = 0

    @property
    def board(self) -> Seen | None:
        """The newest public message with buttons."""
        shown = reversed(self.server.messages(self.channel))
        return next((one for one in shown if not one.reader and next(presses(one), None)), None)

    @property
    def waits_for_people(self) -> bool:
        """Whether the newest board offers an action of a game."""
        return any(_is_clue(press) or press.line.startswith("guess ") for press in self._offers())

    def _offers(self) -> Iterator[ButtonId]:
        return presses(self.board)

    async def play(self) -> None:
        """Act until cancelled."""
        while True:
            await asyncio.sleep(self.random.expovariate(1 / self.pause))
            await self._act()

    async def _act(self) -> None:
        """Take an action that the newest board offers."""
        offers = tuple(self._offers())
        lines = {press.line: press for press in offers if press.action is ButtonAction.SUBMIT}
        cards = [press for line, press in lines.items() if line.startswith("guess ")]
        if any(map(_is_clue, offers)):
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
        told = self.board.words if self.board else ""
        words = (self.random.choice(default_pack().words) for _ in range(100))
        word = next(word for word in words if word[:4].casefold() not in told.casefold())
        began = perf_counter()
        work = self.spymaster.command("/codenames", f"clue {word} 1", self.channel)
        if await self._acknowledged(work, began):
            await self._redrawn(began, lambda message: word in message.words)

    async def _guess(self, press: ButtonId) -> None:
        """Mark a card, and guess it later."""
        self.guesses += 1
        if await self._press(self.guesser, press, lambda message: "←" in message.words):
            await asyncio.sleep(self.random.expovariate(1 / self.pause))
            # The board that shows the mark has another id for the card.
            marked = next((one for one in self._offers() if one.line == press.line), None)
            if marked:
                later, line = _later(press.turn), press.line
                await self._press(
                    self.guesser,
                    marked,
                    lambda message: (
                        later(message) or all(one.line != line for one in presses(message))
                    ),
                )

    async def _press(self, person: Person, press: ButtonId, shows: Shows | None) -> bool:
        """Press a button, and wait until the board shows the result."""
        board, began = self.board, perf_counter()
        if board is None or str(press) not in board.labels.values():
            return False
        if not await self._acknowledged(person.press(board, str(press)), began):
            return False
        if shows is not None:
            await self._redrawn(began, shows)
        return True

    async def _acknowledged(self, work: Coroutine[Any, Any, None], began: float) -> bool:
        try:
            await work
        except AssertionError:
            self.times.missed += 1
            return False
        self.times.answers.append(perf_counter() - began)
        return True

    async def _redrawn(self, began: float, shows: Shows) -> None:
        """Record the time from a moment to a newest board that shows an action."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not ((board := self.board) and shows(board)):
                    await asyncio.sleep(GLANCE_SECONDS)
        except TimeoutError:
            self.times.unseen += 1
        else:
            self.times.redraws.append(perf_counter() - began)


def presses(message: Seen | None) -> Iterator[ButtonId]:
    """Yield the active buttons of a message."""
    for value in message.labels.values() if message else ():
        press = read_button_id(value)
        if press is not None and press.action is not ButtonAction.NOTHING:
            yield press


def _is_clue(press: ButtonId) -> bool:
    return (press.action, press.line) == (ButtonAction.OPEN, "clue")


def _later(turn: int) -> Shows:
    """Return a test for messages that show a later turn, or the end."""
    return lambda message: any(
        press.turn > turn or press.line == "rematch" for press in presses(message)
    )
