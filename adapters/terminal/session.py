"""The interactive game: one screen for the people at it, one after the other.

People who share the screen are parted by a covered one: it is cleared with all that has scrolled
off before the next person is asked to look, so that a guesser never meets a key. Who looks is
shown what has happened since, the table as they may see it, and what they can do.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from adapters.terminal import views
from adapters.terminal.completion import TableCompleter
from adapters.terminal.input import (
    LocalCommand,
    asks,
    evident_lines,
    expected_input,
    is_no,
    is_yes,
    local_commands,
    namesake,
    nothing_to_continue,
    offered_line,
    read_line,
    seat_name,
)
from adapters.terminal.output import Output, close
from adapters.terminal.ports import Table
from adapters.terminal.screen import Leaving, Screen
from adapters.terminal.seat_view import RECENT_EVENTS, SeatView
from adapters.terminal.style import PlayOptions
from adapters.terminal.turn_order import next_person, read_command_for
from bot.games import Update
from bot.texts import Texts
from core.rules import Misspelled, Refusal, Seat, Unconfirmed
from core.view import Phrase, Tone, phrase


class TerminalSession:
    """One game on one screen; `seats` are the people's, in the order in which they are asked."""

    def __init__(
        self,
        table: Table,
        texts: Texts,
        screen: Screen,
        seats: Sequence[Seat],
        options: PlayOptions,
    ) -> None:
        self._table = table
        self._screen = screen
        self._voice = Output(texts, screen, options.colour)
        self._seats = seats
        self._manner = options
        self._looking: Seat | None = None
        self._last: Seat | None = None
        self._covered = False
        self._since = 0
        self._seen = dict.fromkeys(seats, 0)
        self._shown = SeatView(table, self._voice)
        self._watched: Phrase | None = None

    def run(self) -> int:
        """Play until the game is over or left; return the exit code.

        It is 1 only where the table comes to a stop, which no game should.
        """
        try:
            self._open()
            self._play()
        except Leaving:
            self._voice.say(phrase("terminal-left"))
            return 0
        if self._table.outcome is not None:
            close(self._table, self._voice)
        elif not self._table.is_stopped:
            self._voice.say(phrase("terminal-stuck"), Tone.BAD)
            return 1
        return 0

    def _open(self) -> None:
        """Show one person the table at once, also where bots have to think first."""
        if self._is_shared:
            return
        self._tell(self._table.updates()[-RECENT_EVENTS:])
        if self._seats and self._next() is None:
            self._write_public()

    def _play(self) -> None:
        """Let bots and people act until the game is over, or nobody can."""
        self._let_bots_act()
        while seat := self._next():
            self._look(seat)
            looked = self._table.version
            while seat == self._next() and not self._typed(seat):
                pass
            self._last = seat
            if self._is_shared and self._next() != seat:
                self._part(seat, looked)
            self._let_bots_act()

    def _next(self) -> Seat | None:
        """Return who of the people is next, None where the table waits for none of them."""
        return next_person(self._table, self._seats, self._last)

    # Bots.

    def _let_bots_act(self) -> None:
        try:
            while news := self._acted():
                self._tell(news)
                self._pause()
        except KeyboardInterrupt:
            self._screen.interrupted()
            self._let_bots_act()

    def _pause(self) -> None:
        """Leave time to read what a bot did, unless the one person here is to go on from it."""
        if self._is_shared or self._next() is None:
            self._screen.wait(self._manner.pause_s)

    def _acted(self) -> Sequence[Update]:
        """Let a bot act; where that fails and no person is due, ask when to try again."""
        while True:
            alone = self._next() is None
            try:
                # Where no person is due, there is nobody for the bots to wait for.
                return self._table.act(after_patience=alone)
            except Refusal as refusal:
                self._voice.say(refusal.phrase, Tone.BAD)
            if not alone:
                return ()
            self._screen.ask(self._voice.text("terminal-again"))

    def _go(self, seat: Seat) -> bool:
        follows = self._table.consequence(seat)
        if (
            follows
            and not self._is_evident(seat, follows)
            and not self._voice.is_confirmed(follows)
        ):
            return False
        self._shown.since = self._table.version
        news = self._table.continue_bots(seat)
        if not news:
            raise nothing_to_continue(self._table, seat)
        self._tell(news)
        return True

    # Looking.

    def _look(self, seat: Seat) -> None:
        """Give the screen to a person, covered in between if it is another one than before."""
        if seat != self._looking:
            self._hand_over(seat)
            self._shown.show_key()
            self._recall(seat)
        self._looking, self._covered = seat, False
        self._shown.show(seat)

    def _hand_over(self, seat: Seat) -> None:
        if not self._is_shared:
            return
        self._call(seat)
        self._screen.redraw = partial(self._call, seat)
        self._screen.ask(self._voice.text("terminal-alone"))
        self._screen.clear()
        self._since = self._table.version

    def _call(self, seat: Seat) -> None:
        """Ask for the next person on a covered screen."""
        self._cover()
        who = self._table.name(seat)
        told = phrase("terminal-hand-over", seat=seat_name(self._table, seat))
        self._voice.say(phrase("terminal-hand-over-to", who=who) if who else told, Tone.STRONG)

    def _part(self, seat: Seat, looked: int) -> None:
        """Take the screen from a person, who first reads what only they are told.

        `looked` is the version from which on they have had it.
        """
        if self._table.updates(looked, seat) != self._table.updates(looked):
            self._let_bots_act()
            if self._next() == seat:
                return
            if self._next():
                self._screen.ask(self._voice.text("terminal-read"))
        self._cover()
        self._screen.redraw = self._cover

    def _cover(self) -> None:
        """Leave on the screen only what all may read: what happened since it was handed over."""
        self._covered = True
        self._screen.clear()
        self._voice.describe(self._table.updates(self._since)[-RECENT_EVENTS:])

    def _recall(self, seat: Seat) -> None:
        """Tell how the board was made, once, and what has happened on a shared screen."""
        footer = self._table.view(None).footer
        if footer and not self._seen[seat]:
            self._voice.say(footer, Tone.QUIET)
        news = self._table.updates(self._seen[seat], seat)
        if news and self._is_shared:
            self._voice.say(phrase("terminal-meanwhile"), Tone.QUIET)
            self._voice.describe(news[-RECENT_EVENTS:])
        self._seen[seat] = self._table.version

    # Typing.

    def _typed(self, seat: Seat) -> bool:
        """Read and do one line; return whether the table has changed."""
        verb = views.secret_verb(self._table, seat)
        try:
            if verb:
                return self._act(seat, self._secret_line(verb))
            prompt = self._voice.text("terminal-prompt", seat=seat_name(self._table, seat))
            expected = expected_input(self._table, seat, advised=self._shown.is_advised)
            return self._take(seat, self._ask(seat, prompt, self._voice.texts.say(expected)))
        except Refusal as refusal:
            self._voice.say(refusal.phrase, Tone.BAD)
            return False

    def _ask(self, seat: Seat, prompt: str, placeholder: str = "") -> str:
        """Return a line of a person, completed by what they may do."""
        return self._screen.ask(
            prompt,
            who=seat,
            placeholder=placeholder,
            completer=TableCompleter(self._table, seat, self._manner.vocabulary),
        )

    def _take(self, seat: Seat, text: str) -> bool:
        text = self._card_or_command(seat, self._table.game.commands.typed_line(text))
        orders = local_commands(self._table.game.commands)
        seat, text, order = read_command_for(self._table, seat, text, self._seats, orders)
        if order is not None:
            return self._obey(order, seat)
        if asks(text, self._table.game.commands, alone=True):
            self._screen.write(self._voice.renderer.view(self._table.answer(text)).split("\n"))
            return False
        try:
            line = read_line(self._table, seat, text)
        except Misspelled as near:
            return self._take_near(seat, near)
        return self._is_meant(seat, text, line) and self._act(seat, line)

    def _take_near(self, seat: Seat, near: Misspelled) -> bool:
        """Ask whether the nearest line is meant; another answer than yes or no is a line itself."""
        self._table.check(seat, near.line)
        answer = self._ask(seat, self._voice.text("terminal-confirm-near", said=near.phrase))
        if is_no(answer):
            return self._voice.declined()
        if answer.strip() and not is_yes(answer):
            return self._take(seat, answer)
        follows = self._table.consequence(seat, near.line)
        return (not follows or self._voice.is_confirmed(follows)) and self._act(seat, near.line)

    def _card_or_command(self, seat: Seat, text: str) -> str:
        """Return the text, or the line of the card that it names if that is what is meant."""
        line = namesake(self._table, seat, text)
        if line is None:
            return text
        question = self._voice.text("terminal-confirm-namesake", word=text.strip())
        is_card = self._screen.confirm(question, otherwise=False)
        return line if is_card else text

    def _is_meant(self, seat: Seat, text: str, line: str) -> bool:
        """Ask before an action that cannot be taken back, or that bots answer with such a one.

        A choice that is evident is meant, and so is a line that has been typed with its verb.
        """
        action = offered_line(self._table, seat, line)
        if action is None:
            self._table.check(seat, line)
            spelt_out = self._table.game.text_interface is None or line == text
            return spelt_out or self._voice.is_confirmed(line)
        if self._is_evident(seat, action):
            return True
        return self._voice.is_confirmed(self._table.consequence(seat, action) or action)

    def _is_evident(self, seat: Seat, line: str) -> bool:
        return line in evident_lines(self._table.view(seat))

    def _act(self, seat: Seat, line: str) -> bool:
        self._shown.since = self._table.version
        try:
            news = self._table.submit(seat, line)
        except Unconfirmed as doubt:
            meant = self._voice.meant(doubt)
            if meant is None:
                return False
            news = self._table.submit(seat, meant)
        self._tell(news)
        return True

    def _secret_line(self, verb: str) -> str:
        commands = self._table.game.commands.play
        self._voice.say(next(phrase(one.key) for one in commands if one.name == verb))
        message = self._voice.text("terminal-secret-prompt", name=verb)
        text = self._screen.ask_secret(message)
        if not text:
            raise Refusal("terminal-nothing-typed", name=verb)
        return f"{verb} {text}"

    # Orders.

    def _obey(self, command: LocalCommand, seat: Seat) -> bool:
        """Do what the terminal can do by itself; return whether the table has changed."""
        match command:
            case LocalCommand.GO:
                return self._go(seat)
            case (
                LocalCommand.TAKE_BACK
                | LocalCommand.AGREE
                | LocalCommand.REFUSE
                | LocalCommand.STOP
            ):
                return self._voice.is_confirmed(command.value) and self._act(seat, command.value)
            case LocalCommand.QUIT:
                raise Leaving
            case LocalCommand.KEY:
                self._shown.turn_key(seat)
            case LocalCommand.HELP:
                self._help(seat)
            case LocalCommand.RULES:
                self._screen.write(
                    views.rules(self._table.rules, self._voice.renderer, self._screen.rows)
                )
            case LocalCommand.BOARD | LocalCommand.LEFT | LocalCommand.LOG:
                view = self._shown.view(seat)
                self._screen.write(views.part(command, view, self._voice.renderer))
        return False

    def _help(self, seat: Seat) -> None:
        commands = self._table.game.usable(self._table.observe(seat))
        game = self._table.game
        self._screen.write(views.help_lines(game, commands, self._voice.renderer, self._seats))
        self._voice.say(phrase("terminal-help-tab"))

    # Telling.

    def _tell(self, news: Sequence[Update]) -> None:
        """Tell what has just happened to whoever looks, as they may know it."""
        if news:
            self._voice.describe(self._table.updates(news[0].version - 1, self._reader))
        if self._looking and not self._covered:
            self._seen[self._looking] = self._table.version
        if not self._seats:
            self._watch()

    def _watch(self) -> None:
        """Show the table to those who only look on, once for each clue that stands."""
        watched, self._watched = self._watched, self._table.view(None).title
        if watched != self._watched:
            self._write_public()

    def _write_public(self) -> None:
        self._screen.redraw = self._write_public
        view = replace(self._table.view(None), footer=None)
        self._screen.write(["", *self._voice.renderer.view(view).split("\n")])

    @property
    def _reader(self) -> Seat | None:
        """The person who reads the screen, or the only person; None while it is covered."""
        if self._covered:
            return None
        return self._seats[0] if len(self._seats) == 1 else self._looking

    @property
    def _is_shared(self) -> bool:
        return len(self._seats) > 1
