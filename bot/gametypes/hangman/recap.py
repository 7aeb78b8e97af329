"""The win that the guessers missed, as an optimal dealer proves it once the game is lost."""

from typing import Final

from bot.gametypes.recap import Recap, ThoughtsByTurn
from core.hangman.model import Observation
from core.hangman.optimal import MissedWin
from core.view import Phrase, phrase


class HangmanRecap(Recap[MissedWin, Observation]):
    """Thoughts on hangman, which only an optimal dealer has."""

    thoughts_type = MissedWin

    def sentences(
        self, observation: Observation, thoughts_by_turn: ThoughtsByTurn[MissedWin]
    ) -> tuple[Phrase, ...]:
        """Return the letter that could still have won, if a dealer has proved one."""
        if observation.ending is None:
            return ()
        return tuple(
            phrase("hangman-recap", guess=missed.guess + 1, letter=missed.letter.upper())
            for missed in thoughts_by_turn.values()
        )


HANGMAN_RECAP: Final = HangmanRecap()
"""Missed wins, stored and told."""
