"""The table as it is shown to the person who looks: board, hints what to type, bots' advice."""

from dataclasses import replace
from functools import partial

from adapters.terminal import views
from adapters.terminal.input import awaited_verb, expected_input, seat_name
from adapters.terminal.output import Output
from bot.games import LocalTable
from core.rules import Refusal, Seat
from core.view import Phrase, Tone, View, phrase

RECENT_EVENTS = 12
"""Events that are told again to a person who looks at a screen."""

LINES_AROUND = 3
"""Lines that a screen needs besides the view: what to do now, the prompt, and one for an answer."""


class SeatView:
    """Shows the table to one person after the other; `since` is the version before they acted."""

    def __init__(self, table: LocalTable, output: Output) -> None:
        self.since = 0
        self._table = table
        self._output = output
        self._key_shown = True
        self._advised: tuple[Phrase, ...] = ()
        self._hinted: set[tuple[Seat, str]] = set()

    @property
    def is_advised(self) -> bool:
        """Whether bots wait and have said what they would do."""
        return bool(self._advised)

    def show_key(self) -> None:
        """Let the next person see the key from the start."""
        self._key_shown = True

    def show(self, seat: Seat) -> None:
        """Show the table, what to type where that is new to the person, and new advice."""
        self._paint(seat)
        self._hint(seat)
        self._advise(seat)
        self._output.screen.redraw = partial(self._repaint, seat)

    def view(self, seat: Seat) -> View:
        """Return what a person is shown."""
        view = self._table.view(seat)
        shown = view if self._key_shown else views.without_key(view)
        shown = views.without_secret_forms(shown, self._table.game.commands)
        return replace(shown, footer=None)

    def turn_key(self, seat: Seat) -> None:
        """Hide the key from the screen and from what has scrolled off, or show it again."""
        if not views.knows_key(self._table.view(seat)):
            raise Refusal("terminal-no-key", seat=seat_name(self._table, seat))
        self._key_shown = not self._key_shown
        if not self._key_shown:
            self._output.screen.clear()
        self.show(seat)
        if not self._key_shown:
            self._output.say(phrase("terminal-key-hidden"), Tone.QUIET)

    def _paint(self, seat: Seat) -> None:
        screen, renderer = self._output.screen, self._output.renderer
        lines = views.fitting(self.view(seat), renderer, screen.rows - LINES_AROUND)
        screen.write(["", *lines])

    def _repaint(self, seat: Seat) -> None:
        """Tell anew what has happened since somebody here acted, and show the table below it."""
        self._output.describe(self._table.updates(self.since, seat)[-RECENT_EVENTS:])
        self._paint(seat)
        for said in self._advised:
            self._output.say(said)

    def _hint(self, seat: Seat) -> None:
        """Say once to each person what to type for an action of each kind."""
        form = next((form.verb for form in self._table.legal(seat).forms), "")
        verb = awaited_verb(self._table, seat) or form
        if (seat, verb) in self._hinted or views.secret_verb(self._table, seat):
            return
        self._hinted.add((seat, verb))
        key = f"terminal-now-{verb}"
        expected = expected_input(self._table, seat, advised=False)
        told = phrase(key) if key in self._output.texts else None
        self._output.say(told or phrase("terminal-now-type", expected=expected))

    def _advise(self, seat: Seat) -> None:
        """Pass the bots' advice on, once each time that it changes."""
        try:
            advice = self._table.advice(seat)
        except Refusal as refusal:
            self._output.say(refusal.phrase, Tone.BAD)
            return
        if advice != self._advised:
            for said in advice:
                self._output.say(said)
        self._advised = advice
