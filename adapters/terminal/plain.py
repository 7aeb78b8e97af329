"""The game as lines: one action for each input line, one output line for each event.

The output has the public line of each event, or the lines of the game's `Keyboard`; ``to-act
SEAT...`` before each input line (not for a single person in a game with a `Keyboard`); ``!
sentence`` for a refusal; ``# sentence`` for all other text for people; ``end-of-input`` or ``quit``
if the input ends early; and secrets after the game. During the game the only secrets are the boards
of the people who read the lines, and the key for a seat that asks for it and may see it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TextIO

from adapters.terminal import input as typed
from adapters.terminal import views
from adapters.terminal.cells import printable
from adapters.terminal.input import LocalCommand
from adapters.terminal.render import USUAL_WIDTH, Renderer
from bot.games import LocalTable, Update
from bot.texts import Texts
from core.rules import Refusal, Seat, Unconfirmed
from core.view import Phrase, phrase

BYTE_ORDER_MARK = "\ufeff"
"""A mark of some programs before a text, which is not part of the text."""

REMARK_PREFIX = "# "
REFUSAL_PREFIX = "! "


class ScriptEnded(Exception):
    """The input has ended, or a person has quit: the only argument says which."""


@dataclass(slots=True)
class Script:
    """One game as lines; `seats` are the people's, in the order in which they are asked."""

    table: LocalTable
    texts: Texts
    seats: Sequence[Seat]
    stdin: TextIO
    stdout: TextIO
    advised: tuple[Phrase, ...] = field(default=())
    seen: Sequence[Any] = ()
    """The people's last observations, for a game with a `Keyboard`."""
    reads: bool = False
    """Whether any line has been read."""

    def run(self) -> int:
        """Play the game to its end or to the end of the input; return the exit code.

        The code is 1 only if nobody at the table can act, which is a bug.
        """
        self.seen = self._looks()
        self._tell(self.table.updates())
        try:
            self._play()
        except ScriptEnded as leaving:
            self._write(str(leaving))
            return 0
        if self.table.is_stopped:
            return 0
        if self.table.outcome is None:
            self._refuse(phrase("terminal-stuck"))
            return 1
        self._close()
        return 0

    def _play(self) -> None:
        """Alternate bots and people until the game is over, or nobody can act."""
        self._let_bots_act()
        if (keyboard := self.table.game.text_interface) is not None:
            for line in keyboard.opening_lines(self._looks()):
                self._write(line)
        while actors := self._actors():
            self._advise(actors)
            if self.table.game.text_interface is None or len(self.seats) > 1:
                self._write(" ".join(["to-act", *actors]))
            self._take(self._read(), actors)
            self._let_bots_act()

    def _let_bots_act(self) -> None:
        while news := typed.act_bots(self.table, self.seats, self._refuse, self._wait):
            self._tell(news)

    def _wait(self) -> None:
        """Wait for any line before the bots try again."""
        self._remark([self._sentence(phrase("terminal-try-again"))])
        if typed.read_local_command(self._read()) is LocalCommand.QUIT:
            raise ScriptEnded("quit")

    def _actors(self) -> tuple[Seat, ...]:
        """Return the people's seats that the table waits for."""
        due = self.table.to_act
        return tuple(seat for seat in self.seats if seat in due)

    def _read(self) -> str:
        line = self.stdin.readline()
        if not self.reads:
            self.reads, line = True, line.removeprefix(BYTE_ORDER_MARK)
        if not line:
            raise ScriptEnded("end-of-input")
        return line.removesuffix("\n").removesuffix("\r")

    def _take(self, line: str, actors: tuple[Seat, ...]) -> None:
        """Execute a line, or write a refusal."""
        if line.startswith(REMARK_PREFIX.strip()):
            return
        plain = self.table.game.commands.typed_line(line)
        # A secret stays as typed, even without its verb.
        if self._begins_with_verb(plain) or not any(
            views.secret_verb(self.table, seat) for seat in actors
        ):
            line = plain
        try:
            seat, text = typed.read_address(self.table, actors[0], line, self.seats, script=True)
            self._name_card(seat, text)
            order = typed.read_local_command(text, typed.local_commands(self.table.game.commands))
            if typed.asks_only(self.table, seat, text, script=True):
                self._remark(self._renderer.view(self.table.answer(text)).split("\n"))
            elif order is None:
                self._act(seat, text)
            elif not text.strip():
                self._go(seat, is_empty=True)
            else:
                self._obey(order, seat)
        except Refusal as refusal:
            self._refuse(refusal.phrase)
            if isinstance(refusal, Unconfirmed):
                self._remark(map(self._sentence, _typed(refusal)))

    def _begins_with_verb(self, line: str) -> bool:
        """Return whether a line begins with a command, or with a seat and a command."""
        head, _, rest = line.partition(":")
        words = (rest if head.strip() in self.seats else line).casefold().split()
        commands = self.table.game.commands
        orders = [order.value for order in typed.local_commands(commands)]
        names = [one.name for one in (*commands.play, *commands.questions)]
        return bool(words) and words[0] in (*orders, *names)

    def _name_card(self, seat: Seat, text: str) -> None:
        """Explain how to choose a card with the name of a command."""
        line = typed.namesake(self.table, seat, text)
        if line is not None:
            said = phrase("terminal-namesake", word=text.strip(), line=line)
            self._remark([self._sentence(said)])

    def _act(self, seat: Seat, text: str) -> None:
        self._tell(self.table.submit(seat, typed.read_line(self.table, seat, text, script=True)))

    def _obey(self, command: LocalCommand, seat: Seat) -> None:
        if command in typed.TABLE_COMMANDS:
            self._tell(self.table.submit(seat, command.value))
            return
        painter = self._renderer
        match command:
            case LocalCommand.RULES:
                self._remark(painter.view(self.table.rules).split("\n"))
            case LocalCommand.BOARD | LocalCommand.LEFT | LocalCommand.LOG:
                shown = views.without_key(self.table.view(seat))
                self._remark(views.part(command, shown, painter))
            case LocalCommand.HELP:
                commands = self.table.game.usable(self.table.observe(seat))
                game, seats = self.table.game, self.seats
                self._remark(views.help_lines(game, commands, painter, seats, script=True))
            case LocalCommand.KEY:
                self._show_key(seat)
            case LocalCommand.GO:
                self._go(seat)
            case LocalCommand.QUIT:
                raise ScriptEnded("quit")

    @property
    def _renderer(self) -> Renderer:
        return Renderer(self.texts, colour=False, width=USUAL_WIDTH - len(REMARK_PREFIX))

    def _show_key(self, seat: Seat) -> None:
        view = self.table.view(seat)
        if not views.knows_key(view):
            raise Refusal("terminal-no-key", seat=seat)
        self._write(views.key_line(view))

    def _go(self, seat: Seat, *, is_empty: bool = False) -> None:
        """Continue waiting bots, or execute the game's command for an empty line."""
        verb = self.table.game.commands.empty_line
        known = {command.name for command in self.table.game.usable(self.table.observe(seat))}
        if news := self.table.continue_bots(seat):
            self._tell(news)
        elif is_empty and verb in known:
            self._act(seat, verb)
        else:
            raise typed.nothing_to_continue(self.table, seat)

    def _advise(self, actors: tuple[Seat, ...]) -> None:
        """Write the bots' advice whenever it changes."""
        try:
            heard = [said for seat in actors for said in self.table.advice(seat)]
            advice = tuple(dict.fromkeys(heard))
        except Refusal as refusal:
            self._refuse(refusal.phrase)
            return
        if advice != self.advised:
            self._remark(map(self._sentence, advice))
        self.advised = advice

    def _close(self) -> None:
        for line in self.table.game.closing_lines(self.table.observe(None)):
            self._write(line)
        try:
            self._remark(map(self._sentence, self.table.recap()))
        except Refusal as refusal:
            self._refuse(refusal.phrase)

    def _tell(self, news: Sequence[Update]) -> None:
        keyboard = self.table.game.text_interface
        for one in news:
            if one.line is None:
                self._remark([self._sentence(one.phrase)])
            elif keyboard is None:
                self._write(one.line)
        if keyboard is not None:
            before, self.seen = self.seen, self._looks()
            for line in keyboard.script_lines(before, self.seen):
                self._write(line)

    def _looks(self) -> Sequence[Any]:
        """Return the observations of the seats that read the output, by default the public one."""
        return [self.table.observe(seat) for seat in self.seats or (None,)]

    def _refuse(self, said: Phrase) -> None:
        self._write(REFUSAL_PREFIX + self._sentence(said))

    def _remark(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._write(REMARK_PREFIX + line.rstrip())

    def _sentence(self, said: Phrase) -> str:
        return self.texts.say(said).strip()

    def _write(self, line: str) -> None:
        self.stdout.write(printable(line.replace("\n", " ")) + "\n")
        self.stdout.flush()


def _typed(doubt: Unconfirmed) -> tuple[Phrase, ...]:
    """Return sentences with the lines to type."""
    if len(doubt.choices) == 1:
        return (phrase("terminal-anyway", line=doubt.choices[0].line),)
    return tuple(phrase("chat-typed", label=one.label, line=one.line) for one in doubt.choices)
