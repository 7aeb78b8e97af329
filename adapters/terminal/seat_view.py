"""The table as it is shown to the person who looks: board, hints what to type, bots' advice."""

from dataclasses import dataclass, field, replace
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
        lines = views.fitting(self.view(seat), renderer, screen.rows - LINES_AROUND)
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
            self.output.say(refusal.phrase, Tone.BAD)
            return
        if advice != self.advised:
            for said in advice:
                self.output.say(said)
        self.advised = advice
