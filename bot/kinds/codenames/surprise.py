"""Which picks a bot had not expected, told after the game."""

from collections.abc import Iterator

from core.agents.thoughts import ClueThoughts, GuessThoughts, Thoughts
from core.codenames.model import Identity, Observation, Turn, Uncovered
from core.codenames.present import who
from core.rules import Seat
from core.view import Phrase, phrase


def surprises(
    observation: Observation, turn: Turn, seat: Seat, thoughts: Thoughts
) -> Iterator[Phrase]:
    """Yield what surprised the bot in a seat in a turn.

    Who gave a clue is surprised by picks that it did not mean, who guessed by its own that were
    not its team's.
    """
    if isinstance(thoughts, ClueThoughts):
        meant = {card for card, _ in thoughts.targets}
        picks = [pick for pick in turn.guesses if meant and _word(observation, pick) not in meant]
        yield from _said("recap-surprise-clue", observation, turn, seat, picks)
    elif isinstance(thoughts, GuessThoughts) and thoughts.basis is not None:
        wrong = [
            pick
            for pick in turn.guesses
            if pick.seat == seat and pick.identity is not Identity.of(turn.team)
        ]
        yield from _said("recap-surprise-guess", observation, turn, seat, wrong)


def _said(
    key: str, observation: Observation, turn: Turn, seat: Seat, picks: list[Uncovered]
) -> Iterator[Phrase]:
    if picks:
        cards = tuple(_word(observation, pick) for pick in picks)
        yield phrase(key, turn=turn.number, seat=who(observation, seat), cards=cards)


def _word(observation: Observation, pick: Uncovered) -> str:
    return observation.cards[pick.card].word
