"""What is said on a person's screen, and what is asked there: sentences in one language."""

from collections.abc import Iterable
from dataclasses import dataclass

from adapters.terminal.ink import Brush
from adapters.terminal.paint import WIDTH, Painter
from adapters.terminal.screen import Screen
from bot.games import News
from bot.texts import Texts
from core.view import Phrase, Tone, phrase


@dataclass(frozen=True, slots=True)
class Voice:
    """Speaks one language on one screen, with or without colours."""

    texts: Texts
    screen: Screen
    colour: bool

    @property
    def painter(self) -> Painter:
        """Paints as wide as the screen is now."""
        return Painter(self.texts, Brush(self.colour), min(WIDTH, self.screen.columns))

    @property
    def leave(self) -> str:
        """The question whether to leave."""
        return self.text("terminal-leave")

    def say(self, said: Phrase, tone: Tone = Tone.PLAIN) -> None:
        """Write a sentence."""
        self.screen.write(self.painter.sentence(said, tone))

    def describe(self, news: Iterable[News]) -> None:
        """Write what has happened."""
        for one in news:
            self.say(one.said)

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
        if self.screen.confirm(question, otherwise=bool(rest), leave=self.leave):
            return True
        self.say(phrase("terminal-not-done"), Tone.QUIET)
        return False
