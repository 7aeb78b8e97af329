"""Output on a person's screen: sentences in one language, questions, and the table with hints."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final
from unicodedata import normalize

from adapters.terminal import views
from adapters.terminal.cells import wrapped
from adapters.terminal.input import awaited_verb, expected_input, seat_name
from adapters.terminal.render import USUAL_WIDTH, Renderer
from adapters.terminal.screen import Screen
from bot.games import LocalTable, Update
from bot.texts import Texts
from core.rules import Refusal, Seat, Unconfirmed
from core.view import Phrase, Tone, View, phrase

LINES_AROUND_BOARD: Final = 12
"""Lines that are to be seen with a board: the last events and clues, the counts, the prompt."""

RECENT_EVENTS = 12
"""Events that are told again to a person who looks at a screen."""

LINES_AROUND = 3
"""Lines that a screen needs besides the view: what to do now, the prompt, and one for an answer."""


@dataclass(frozen=True, slots=True)
class Output:
    """Speaks one language on one screen, with or without colours."""

    texts: Texts
    screen: Screen
    colour: bool

    @property
    def renderer(self) -> Renderer:
        """Paints as wide as the screen is now, and boards no higher than leaves room for text."""
        rows, columns = self.screen.size
        wide = min(USUAL_WIDTH, columns)
        return Renderer(self.texts, self.colour, wide, rows - LINES_AROUND_BOARD)

    def say(self, said: Phrase, tone: Tone = Tone.PLAIN) -> None:
        """Write a sentence."""
        self.screen.write(self.renderer.sentence(said, tone))

    def refuse(self, said: Phrase) -> None:
        """Write why something is not done."""
        self.say(said, Tone.BAD)

    def describe(self, news: Iterable[Update]) -> None:
        """Write what has happened."""
        for one in news:
            self.say(one.phrase)

    def text(self, key: str, **params: object) -> str:
        """Return a sentence that is part of a prompt."""
        return self.texts.say(phrase(key, **params))

    def is_confirmed(self, action: str) -> bool:
        """Return whether the action is wanted, asked where a question is in the texts.

        An empty answer is enough for an action on something, not for one that says nothing further.
        """
        verb, _, rest = action.partition(" ")
        key = f"terminal-confirm-{verb}"
        if key not in self.texts:
            return True
        question = self.text(key, subject=rest.strip('"'))
        return self.screen.confirm(question, otherwise=bool(rest)) or self.declined()

    def meant(self, doubt: Unconfirmed) -> str | None:
        """Return the line that is meant, asked for; several have numbers. None if none is."""
        self.refuse(doubt.phrase)
        lines = [one.line for one in doubt.choices]
        if len(lines) == 1:
            return lines[0] if self.is_confirmed("anyway") else None
        for number, one in enumerate(doubt.choices, start=1):
            self.say(phrase("terminal-numbered", number=number, label=one.label))
        answer = self.screen.ask(self.text("terminal-which-number", most=len(lines)))
        numbers = {str(number): line for number, line in enumerate(lines, start=1)}
        line = numbers.get(normalize("NFKC", answer).strip())
        if line is None:
            self.declined()
        return line

    def declined(self) -> bool:
        """Say that nothing was done, and return False."""
        self.say(phrase("terminal-not-done"), Tone.QUIET)
        return False


def close(table: LocalTable, output: Output) -> None:
    """Show how the game ended, the whole key, the bots' recap, and how to check a deal."""
    output.screen.write(["", *output.renderer.view(table.view(None)).split("\n"), ""])
    try:
        for said in table.recap():
            output.say(said)
    except Refusal as refusal:
        output.refuse(refusal.phrase)
    if not table.is_checkable:
        return
    for line in table.game.closing_lines(table.observe(None)):
        output.screen.write(wrapped(line, output.renderer.width))
    output.say(phrase("terminal-verify"), Tone.QUIET)


@dataclass(slots=True)
class SeatView:
    """Shows the table to one person after the other; `since` is the version before they acted."""

    table: LocalTable
    output: Output
    since: int = 0
    shows_key: bool = True
    """Whether who looks sees the key, where they may know it."""
    advised: tuple[Phrase, ...] = ()
    """What bots that wait have said they would do."""
    _hinted: set[tuple[Seat, str]] = field(default_factory=set)

    def show(self, seat: Seat) -> None:
        """Show the table, what to type where that is new to the person, and new advice."""
        self._paint(seat)
        self._hint(seat)
        self._advise(seat)
        self.output.screen.redraw = partial(self._repaint, seat)

    def view(self, seat: Seat) -> View:
        """Return what a person is shown."""
        view = self.table.view(seat)
        shown = view if self.shows_key else views.without_key(view)
        shown = views.without_secret_forms(shown, self.table.game.commands)
        return replace(shown, footer=None)

    def turn_key(self, seat: Seat) -> None:
        """Hide the key from the screen and from what has scrolled off, or show it again."""
        if not views.knows_key(self.table.view(seat)):
            raise Refusal("terminal-no-key", seat=seat_name(self.table, seat))
        self.shows_key = not self.shows_key
        if not self.shows_key:
            self.output.screen.clear()
        self.show(seat)
        if not self.shows_key:
            self.output.say(phrase("terminal-key-hidden"), Tone.QUIET)

    def _paint(self, seat: Seat) -> None:
        screen, renderer = self.output.screen, self.output.renderer
        lines = views.fitting(self.view(seat), renderer, screen.size.rows - LINES_AROUND)
        screen.write(["", *lines])

    def _repaint(self, seat: Seat) -> None:
        """Tell anew what has happened since somebody here acted, and show the table below it."""
        self.output.describe(self.table.updates(self.since, seat)[-RECENT_EVENTS:])
        self._paint(seat)
        for said in self.advised:
            self.output.say(said)

    def _hint(self, seat: Seat) -> None:
        """Say once to each person what to type for an action of each kind."""
        form = next((form.verb for form in self.table.legal(seat).forms), "")
        verb = awaited_verb(self.table, seat) or form
        if (seat, verb) in self._hinted or views.secret_verb(self.table, seat):
            return
        self._hinted.add((seat, verb))
        key = f"terminal-now-{verb}"
        expected = expected_input(self.table, seat, advised=False)
        told = phrase(key) if key in self.output.texts else None
        self.output.say(told or phrase("terminal-now-type", expected=expected))

    def _advise(self, seat: Seat) -> None:
        """Pass the bots' advice on, once each time that it changes."""
        try:
            advice = self.table.advice(seat)
        except Refusal as refusal:
            self.output.refuse(refusal.phrase)
            return
        if advice != self.advised:
            for said in advice:
                self.output.say(said)
        self.advised = advice
