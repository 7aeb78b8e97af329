"""Output on a person's screen, and the questions asked there: sentences in one language."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from unicodedata import normalize

from adapters.terminal.cells import wrapped
from adapters.terminal.render import USUAL_WIDTH, Renderer
from adapters.terminal.screen import Screen
from adapters.terminal.style import Style
from bot.games import LocalTable, Update
from bot.texts import Texts
from core.rules import Refusal, Unconfirmed
from core.view import Phrase, Tone, phrase

LINES_AROUND_BOARD: Final = 12
"""Lines that are to be seen with a board: the last events and clues, the counts, the prompt."""


@dataclass(frozen=True, slots=True)
class Output:
    """Speaks one language on one screen, with or without colours."""

    texts: Texts
    screen: Screen
    colour: bool

    @property
    def renderer(self) -> Renderer:
        """Paints as wide as the screen is now, and boards no higher than leaves room for text."""
        wide = min(USUAL_WIDTH, self.screen.columns)
        high = self.screen.rows - LINES_AROUND_BOARD
        return Renderer(self.texts, Style(self.colour), wide, high)

    def say(self, said: Phrase, tone: Tone = Tone.PLAIN) -> None:
        """Write a sentence."""
        self.screen.write(self.renderer.sentence(said, tone))

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
        if self.screen.confirm(question, otherwise=bool(rest)):
            return True
        return self.declined()

    def meant(self, doubt: Unconfirmed) -> str | None:
        """Return the line that is meant, asked for; several have numbers. None if none is."""
        self.say(doubt.phrase, Tone.BAD)
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
        output.say(refusal.phrase, Tone.BAD)
    if not table.is_checkable:
        return
    for line in table.game.closing_lines(table.observe(None)):
        output.screen.write(wrapped(line, output.renderer.width))
    output.say(phrase("terminal-verify"), Tone.QUIET)
