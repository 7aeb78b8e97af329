"""Points for shiritori: the winner's words count, up to a limit."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Final

from bot.gametypes.scoring import AttributedEvent, GameScore, Scoring
from bot.identity import User
from bot.ratings.scores import ScoredPlay
from core.shiritori.model import Event, Observation, WordPlayed
from core.shiritori.options import Options

MOST_POINTS: Final = 10
"""Points of a won game: one for each word of the winner, up to this."""


class ShiritoriScoring(Scoring[Options, Event, Observation]):
    """Points for the winner; everybody who gave a word has played."""

    def tally(
        self, observation: Observation, events: Sequence[AttributedEvent[Event]]
    ) -> GameScore | None:
        """Return the scores of a finished game; None for one in which nobody has won."""
        if observation.ending is None or observation.ending.winner is None:
            return None
        words: Counter[User] = Counter()
        winner: User | None = None
        for event, user in events:
            if isinstance(event, WordPlayed) and user is not None:
                words[user] += 1
                winner = user if event.seat == observation.ending.winner else winner
        plays = {user: _play(count, won=user == winner) for user, count in words.items()}
        return GameScore(winner is not None, plays)

    def day(self, options: Options) -> date | None:
        """Return the date whose opening sound a table plays with."""
        return date.fromisoformat(options.daily) if options.daily else None


def _play(words: int, *, won: bool) -> ScoredPlay:
    return ScoredPlay(won, min(words, MOST_POINTS) if won else 0)


SHIRITORI_SCORING: Final = ShiritoriScoring()
"""The scores of shiritori."""
