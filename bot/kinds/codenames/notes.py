"""What is noted on the final board: on which turn a card was picked, and whose clue meant it."""

from collections import defaultdict
from collections.abc import Iterator

from bot.recap import Minds, Notes
from core.agents.thoughts import ClueThoughts
from core.codenames.model import Observation, Phase, Turn
from core.codenames.notation import coordinate
from core.view import Note


def noted(observation: Observation, minds: Minds) -> Notes:
    """Return the turns of each card: those in which it was picked, and (not firm) only meant."""
    if observation.phase is not Phase.OVER:
        return {}
    notes = defaultdict[str, tuple[Note, ...]](tuple)
    for turn in observation.turns:
        for card, firm in _touched(observation, turn, minds).items():
            place = coordinate(card, observation.options.cols)
            notes[place] += (Note(str(turn.number), firm),)
    return notes


def _touched(observation: Observation, turn: Turn, minds: Minds) -> dict[int, bool]:
    """Return the cards that a turn's clue meant, as far as a bot gave it, and those picked."""
    places = {card.word: place for place, card in enumerate(observation.cards)}
    meant = {places[word]: False for word in _targets(turn, minds) if word in places}
    return meant | {pick.card: True for pick in turn.guesses}


def _targets(turn: Turn, minds: Minds) -> Iterator[str]:
    clue = turn.clue
    thoughts = minds.get((turn.number, clue.seat)) if clue else None
    if clue and isinstance(thoughts, ClueThoughts) and thoughts.word == clue.word:
        yield from (word for word, _ in thoughts.targets)
