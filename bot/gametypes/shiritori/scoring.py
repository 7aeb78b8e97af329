"""Points for shiritori: the winner's words count, up to a limit."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.gametypes.scoring import AttributedEvent, GameScore, Scoring
from bot.identity import User
from bot.ratings.scores import ScoredPlay
from core.rules import Seat
from core.shiritori.model import Event, Observation, WordPlayed
from core.shiritori.options import Options

MOST_POINTS: Final = 10
"""Points of a won game: one for each word of the winner, up to this."""


class ShiritoriScoring(Scoring[Options, Event, Observation]):
    """Points for the winner; everybody who gave a word has played."""

    def tally(
        self, observation: Observation, events: Sequence[AttributedEvent[Event]]
    ) -> GameScore | None:
        """Return the scores of a finished game; None for one that nobody has won or lost.

        Of a game that was given up while several others played on, only who is out has lost.
        """
        words, seats = Counter[User](), dict[User, Seat]()
        for event, user in events:
            if isinstance(event, WordPlayed) and user is not None:
                words[user] += 1
                seats[user] = event.seat
        winner = observation.ending.winner if observation.ending else None
        out = {gone.seat for gone in observation.state.out}
        ended = {user: seat for user, seat in seats.items() if winner or seat in out}
        if observation.ending is None or not (winner or ended):
            return None
        plays = {
            user: ScoredPlay(seat == winner, min(words[user], MOST_POINTS) if seat == winner else 0)
            for user, seat in ended.items()
        }
        return GameScore(winner in seats.values(), plays)


SHIRITORI_SCORING: Final = ShiritoriScoring()
"""The scores of shiritori."""
