"""The loser's last chance, as the solver proves it."""

from dataclasses import dataclass
from typing import Final

from bot.gametypes.recap import Recap, ThoughtsByTurn
from core.shiritori.model import Observation
from core.view import Phrase, phrase

TOLD: Final = 5
"""Words that are named at most."""


@dataclass(frozen=True, slots=True)
class MissedWord:
    """Words with which a player could have won, in place of the word of this number, from 1."""

    number: int
    words: tuple[str, ...]


class ShiritoriRecap(Recap[MissedWord, Observation]):
    """Thoughts on shiritori, which only the solver has."""

    thoughts_type = MissedWord

    def sentences(
        self, observation: Observation, thoughts_by_turn: ThoughtsByTurn[MissedWord]
    ) -> tuple[Phrase, ...]:
        """Return the last word in whose place another would have won, if one is proved."""
        if observation.ending is None or not thoughts_by_turn:
            return ()
        missed = max(thoughts_by_turn.values(), key=lambda one: one.number)
        played = observation.state.chain[missed.number - 1]
        if played.seat == observation.ending.winner:
            return ()
        words, word = missed.words[:TOLD], played.word
        return (phrase("shiritori-recap", number=missed.number, played=word, words=words),)


SHIRITORI_RECAP: Final = ShiritoriRecap()
"""Missed words, stored and told."""
