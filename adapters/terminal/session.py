"""The interactive game: one screen for its people, one after the other.

Between two people the terminal clears the screen and its scrollback, and covers the screen until
the next person looks, so that a guesser never sees a key. Each person sees the events since their
last look, the table as they may see it, and their possible actions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from adapters.terminal import input as typed
from adapters.terminal import views
from adapters.terminal.completion import TableCompleter
from adapters.terminal.input import LocalCommand
from adapters.terminal.output import RECENT_EVENTS, Output, SeatView, close
from adapters.terminal.render import PlayOptions
from adapters.terminal.screen import Leaving, Screen
from bot.games import LocalTable, Update
from bot.texts import Texts
from core.rules import Misspelled, Refusal, Seat, Unconfirmed
from core.view import Choices, Phrase, Tone, find, phrase


@dataclass(slots=True)
class TerminalSession:
    """One game on one screen; `seats` are the people's, in the order in which they are asked."""

    table: LocalTable
    texts: Texts
    screen: Screen
    seats: Sequence[Seat]
    options: PlayOptions
    _voice: Output = field(init=False)
    _shown: SeatView = field(init=False)
    _seen: dict[Seat, int] = field(init=False)
    _looking: Seat | None = field(default=None, init=False)
    _last: Seat | None = field(default=None, init=False)
    _covered: bool = field(default=False, init=False)
    _since: int = field(default=0, init=False)
    _watched: Phrase | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._voice = Output(self.texts, self.screen, self.options.colour)
        self._shown = SeatView(self.table, self._voice)
        self._seen = dict.fromkeys(self.seats, 0)

    def run(self) -> int:
        """Play until the game is over or left; return the exit code.

        It is 1 only if nobody at the table can act, which is a bug.
        """
        try:
            self._open()
            self._play()
        except Leaving:
            self._voice.say(phrase("terminal-left"))
            return 0
        if self.table.outcome is not None:
            close(self.table, self._voice)
        elif not self.table.is_stopped:
            self._voice.refuse(phrase("terminal-stuck"))
            return 1
        return 0

    def _open(self) -> None:
        """Show a single person the table at once, before the bots think."""
        if self._is_shared:
            return
        self._tell(self.table.updates()[-RECENT_EVENTS:])
        if self.seats and self._next() is None:
            self._write_public()

    def _play(self) -> None:
        """Run the bots' and people's actions until the game is over, or nobody can act."""
        self._let_bots_act()
        while seat := self._next():
            self._look(seat)
            looked = self.table.version
            while seat == self._next() and not self._typed(seat):
                pass
            self._last = seat
            if self._is_shared and self._next() != seat:
                self._part(seat, looked)
            self._let_bots_act()

    def _next(self) -> Seat | None:
        """Return the next person, None if the table waits for no person."""
        return typed.next_person(self.table, self.seats, self._last)

    # Bots.

    def _let_bots_act(self) -> None:
        try:
            while news := typed.act_bots(self.table, self.seats, self._voice.refuse, self._wait):
                self._tell(news)
                self._pause()
        except KeyboardInterrupt:
            self.screen.interrupted()
            self._let_bots_act()

    def _pause(self) -> None:
        """Leave time to read a bot's action, unless the only person here is next."""
        if self._is_shared or self._next() is None:
            self.screen.wait(self.options.pause_s)

    def _wait(self) -> None:
        self.screen.ask(self._voice.text("terminal-again"))

    def _go(self, seat: Seat) -> bool:
        follows = self.table.consequence(seat)
        if follows and not (self._is_evident(seat, follows) or self._voice.is_confirmed(follows)):
            return False
        self._shown.since = self.table.version
        news = self.table.continue_bots(seat)
        if not news:
            raise typed.nothing_to_continue(self.table, seat)
        self._tell(news)
        return True

    # Looking.

    def _look(self, seat: Seat) -> None:
        """Show the screen to a person; cover it first if another person used it."""
        if seat != self._looking:
            self._hand_over(seat)
            self._shown.shows_key = True
            self._recall(seat)
        self._looking, self._covered = seat, False
        self._shown.show(seat)

    def _hand_over(self, seat: Seat) -> None:
        if not self._is_shared:
            return
        self._call(seat)
        self.screen.redraw = partial(self._call, seat)
        self.screen.ask(self._voice.text("terminal-alone"))
        self.screen.clear()
        self._since = self.table.version

    def _call(self, seat: Seat) -> None:
        """Ask for the next person on a covered screen."""
        self._cover()
        who = self.table.name(seat)
        told = phrase("terminal-hand-over", seat=typed.seat_name(self.table, seat))
        self._voice.say(phrase("terminal-hand-over-to", who=who) if who else told, Tone.STRONG)

    def _part(self, seat: Seat, looked: int) -> None:
        """Cover the screen after a person has read private events.

        `looked` is the version at which the person got the screen.
        """
        if self.table.updates(looked, seat) != self.table.updates(looked):
            self._let_bots_act()
            if self._next() == seat:
                return
            if self._next():
                self.screen.ask(self._voice.text("terminal-read"))
        self._cover()
        self.screen.redraw = self._cover

    def _cover(self) -> None:
        """Leave only public events on the screen, since the last handover."""
        self._covered = True
        self.screen.clear()
        self._voice.describe(self.table.updates(self._since)[-RECENT_EVENTS:])

    def _recall(self, seat: Seat) -> None:
        """Describe the deal once, and past events on a shared screen."""
        footer = self.table.view(None).footer
        if footer and not self._seen[seat]:
            self._voice.say(footer, Tone.QUIET)
        news = self.table.updates(self._seen[seat], seat)
        if news and self._is_shared:
            self._voice.say(phrase("terminal-meanwhile"), Tone.QUIET)
            self._voice.describe(news[-RECENT_EVENTS:])
        self._seen[seat] = self.table.version

    # Typing.

    def _typed(self, seat: Seat) -> bool:
        """Read and execute one line; return whether the table has changed."""
        verb = views.secret_verb(self.table, seat)
        try:
            if verb:
                return self._act(seat, self._secret_line(verb))
            prompt = self._voice.text("terminal-prompt", seat=typed.seat_name(self.table, seat))
            expected = typed.expected_input(self.table, seat, advised=bool(self._shown.advised))
            return self._take(seat, self._ask(seat, prompt, self._voice.texts.say(expected)))
        except Refusal as refusal:
            self._voice.refuse(refusal.phrase)
            return False

    def _ask(self, seat: Seat, prompt: str, placeholder: str = "") -> str:
        """Return a line of a person, with completion."""
        return self.screen.ask(
            prompt,
            who=seat,
            placeholder=placeholder,
            completer=TableCompleter(self.table, seat, self.options.vocabulary),
        )

    def _take(self, seat: Seat, text: str) -> bool:
        text = self._card_or_command(seat, self.table.game.commands.typed_line(text))
        seat, text, order = typed.read_command_for(self.table, seat, text, self.seats)
        if order is not None:
            return self._obey(order, seat)
        if typed.asks_only(self.table, seat, text):
            self.screen.write(self._voice.renderer.view(self.table.answer(text)).split("\n"))
            return False
        try:
            line = typed.read_line(self.table, seat, text)
        except Misspelled as near:
            return self._take_near(seat, near)
        return self._is_meant(seat, text, line) and self._act(seat, line)

    def _take_near(self, seat: Seat, near: Misspelled) -> bool:
        """Ask whether the nearest line is meant; any answer but yes or no is a new line."""
        self.table.check(seat, near.line)
        answer = self._ask(seat, self._voice.text("terminal-confirm-near", said=near.phrase))
        if typed.is_no(answer):
            return self._voice.declined()
        if answer.strip() and not typed.is_yes(answer):
            return self._take(seat, answer)
        follows = self.table.consequence(seat, near.line)
        return (not follows or self._voice.is_confirmed(follows)) and self._act(seat, near.line)

    def _card_or_command(self, seat: Seat, text: str) -> str:
        """Return the text, or the line of the card with that name if the person means it."""
        line = typed.namesake(self.table, seat, text)
        if line is None:
            return text
        question = self._voice.text("terminal-confirm-namesake", word=text.strip())
        is_card = self.screen.confirm(question, otherwise=False)
        return line if is_card else text

    def _is_meant(self, seat: Seat, text: str, line: str) -> bool:
        """Ask for confirmation of an irreversible action, or of one that a bot answers.

        Evident choices, and lines typed with their verb, need no confirmation.
        """
        action = typed.offered_line(self.table, seat, line)
        if action is None:
            self.table.check(seat, line)
            spelt_out = self.table.game.text_interface is None or line == text
            return spelt_out or self._voice.is_confirmed(line)
        if self._is_evident(seat, action):
            return True
        return self._voice.is_confirmed(self.table.consequence(seat, action) or action)

    def _is_evident(self, seat: Seat, line: str) -> bool:
        """Return whether a line belongs to an evident choice, which the terminal does not list."""
        evident = (one for one in find(self.table.view(seat), Choices) if one.evident)
        return any(choice.line == line for block in evident for choice in block.choices)

    def _act(self, seat: Seat, line: str) -> bool:
        self._shown.since = self.table.version
        try:
            news = self.table.submit(seat, line)
        except Unconfirmed as doubt:
            meant = self._voice.meant(doubt)
            if meant is None:
                return False
            news = self.table.submit(seat, meant)
        self._tell(news)
        return True

    def _secret_line(self, verb: str) -> str:
        commands = self.table.game.commands.play
        self._voice.say(next(phrase(one.key) for one in commands if one.name == verb))
        message = self._voice.text("terminal-secret-prompt", name=verb)
        text = self.screen.ask_secret(message)
        if not text:
            raise Refusal("terminal-nothing-typed", name=verb)
        return f"{verb} {text}"

    # Commands.

    def _obey(self, command: LocalCommand, seat: Seat) -> bool:
        """Execute a command of the terminal; return whether the table has changed."""
        match command:
            case LocalCommand.GO:
                return self._go(seat)
            case _ if command in typed.TABLE_COMMANDS:
                return self._voice.is_confirmed(command.value) and self._act(seat, command.value)
            case LocalCommand.QUIT:
                raise Leaving
            case LocalCommand.KEY:
                self._shown.turn_key(seat)
            case LocalCommand.HELP:
                self._help(seat)
            case LocalCommand.RULES:
                rows = self.screen.size.rows
                self.screen.write(views.rules(self.table.rules, self._voice.renderer, rows))
            case LocalCommand.BOARD | LocalCommand.LEFT | LocalCommand.LOG:
                view = self._shown.view(seat)
                self.screen.write(views.part(command, view, self._voice.renderer))
        return False

    def _help(self, seat: Seat) -> None:
        commands = self.table.game.usable(self.table.observe(seat))
        game = self.table.game
        self.screen.write(views.help_lines(game, commands, self._voice.renderer, self.seats))
        self._voice.say(phrase("terminal-help-tab"))

    # Telling.

    def _tell(self, news: Sequence[Update]) -> None:
        """Describe new events, as the reader may know them."""
        if news:
            self._voice.describe(self.table.updates(news[0].version - 1, self._reader))
        if self._looking and not self._covered:
            self._seen[self._looking] = self.table.version
        if not self.seats:
            self._watch()

    def _watch(self) -> None:
        """Show the table to people without chairs, once for each clue."""
        watched, self._watched = self._watched, self.table.view(None).title
        if watched != self._watched:
            self._write_public()

    def _write_public(self) -> None:
        self.screen.redraw = self._write_public
        view = replace(self.table.view(None), footer=None)
        self.screen.write(["", *self._voice.renderer.view(view).split("\n")])

    @property
    def _reader(self) -> Seat | None:
        """The reader of the screen, or the only person; None while it is covered."""
        if self._covered:
            return None
        return self.seats[0] if len(self.seats) == 1 else self._looking

    @property
    def _is_shared(self) -> bool:
        return len(self.seats) > 1
