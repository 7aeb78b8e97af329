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
"""Lines to see together with a board: the last events and clues, the counts, the prompt."""

RECENT_EVENTS = 12
"""Events to repeat when a person looks at the screen."""

LINES_AROUND = 3
"""Lines that a screen needs besides the view: a hint, the prompt, and one for an answer."""


@dataclass(frozen=True, slots=True)
class Output:
    """Writes one language on one screen, with or without colours."""

    texts: Texts
    screen: Screen
    colour: bool

    @property
    def renderer(self) -> Renderer:
        """A renderer of the screen's width, whose boards leave room for text."""
        rows, columns = self.screen.size
        wide = min(USUAL_WIDTH, columns)
        return Renderer(self.texts, self.colour, wide, rows - LINES_AROUND_BOARD)

    def say(self, said: Phrase, tone: Tone = Tone.PLAIN) -> None:
        """Write a sentence."""
        self.screen.write(self.renderer.sentence(said, tone))

    def refuse(self, said: Phrase) -> None:
        """Write a refusal."""
        self.say(said, Tone.BAD)

    def describe(self, news: Iterable[Update]) -> None:
        """Write events."""
        for one in news:
            self.say(one.phrase)

    def text(self, key: str, **params: object) -> str:
        """Return a sentence for a prompt."""
        return self.texts.say(phrase(key, **params))

    def is_confirmed(self, action: str) -> bool:
        """Return whether a person confirms an action, if the texts have a question for it.

        An empty answer confirms an action with a subject, but not one without.
        """
        verb, _, rest = action.partition(" ")
        key = f"terminal-confirm-{verb}"
        if key not in self.texts:
            return True
        question = self.text(key, subject=rest.strip('"'))
        return self.screen.confirm(question, otherwise=bool(rest)) or self.declined()

    def meant(self, doubt: Unconfirmed) -> str | None:
        """Ask for the intended line, by number if there are several; return None for no line."""
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
    """Show the end of a game, the key, the bots' recap, and the check of a deal."""
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
    """Whether the viewer sees the key, if allowed."""
    advised: tuple[Phrase, ...] = ()
    """The announced moves of bots that wait."""
    _hinted: set[tuple[Seat, str]] = field(default_factory=set)

    def show(self, seat: Seat) -> None:
        """Show the table, a hint if it is new to the person, and new advice."""
        self._paint(seat)
        self._hint(seat)
        self._advise(seat)
        self.output.screen.redraw = partial(self._repaint, seat)

    def view(self, seat: Seat) -> View:
        """Return the view for a person."""
        view = self.table.view(seat)
        shown = view if self.shows_key else views.without_key(view)
        shown = views.without_secret_forms(shown, self.table.game.commands)
        return replace(shown, footer=None)

    def turn_key(self, seat: Seat) -> None:
        """Hide the key from the screen and its scrollback, or show it again."""
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
        """Repeat the events since a person here acted, and show the table below."""
        self.output.describe(self.table.updates(self.since, seat)[-RECENT_EVENTS:])
        self._paint(seat)
        for said in self.advised:
            self.output.say(said)

    def _hint(self, seat: Seat) -> None:
        """Explain the input for each kind of action once to each person."""
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
        """Show the bots' advice whenever it changes."""
        try:
            advice = self.table.advice(seat)
        except Refusal as refusal:
            self.output.refuse(refusal.phrase)
            return
        if advice != self.advised:
            for said in advice:
                self.output.say(said)
        self.advised = advice
