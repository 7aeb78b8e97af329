"""What bots meant with their clues and took clues for, told once a game is over."""

from collections.abc import Iterator
from typing import Final

from bot.kinds.codenames.notes import noted
from bot.kinds.codenames.surprise import surprises
from bot.recap import Minds, Recap
from core.agents.thoughts import (
    ClueThoughts,
    GuessThoughts,
    Thoughts,
    thoughts_from_json,
    thoughts_to_json,
)
from core.choice import Choice
from core.codenames.actions import Action, GiveClue, Guess
from core.codenames.model import Clue, Observation, Phase, Turn
from core.codenames.notation import number_text
from core.codenames.present import who
from core.rules import Seat
from core.view import Phrase, phrase

NEAREST: Final = 3
"""Cards that a guesser's recap names beyond those that it was asked for."""


def is_kept(choice: Choice[Action, Thoughts]) -> bool:
    """Return whether a choice is a clue or a pick: thoughts behind others tell nothing."""
    return isinstance(choice.action, GiveClue | Guess)


def recap(observation: Observation, minds: Minds) -> tuple[Phrase, ...]:
    """Return the sentences on a game, turn by turn and chair by chair; none before its end."""
    if observation.phase is not Phase.OVER:
        return ()
    return tuple(said for turn in observation.turns for said in _of_turn(observation, turn, minds))


def _of_turn(observation: Observation, turn: Turn, minds: Minds) -> Iterator[Phrase]:
    """Yield what bots meant and understood in a turn, then what surprised them."""
    seats = [chair.seat for chair in observation.options.chairs]
    told = [(seat, said) for seat in seats for said in _told(observation, turn, seat, minds)]
    yield from (said for _, said in told)
    for seat in dict.fromkeys(seat for seat, _ in told):
        yield from surprises(observation, turn, seat, minds[turn.number, seat])


def _told(observation: Observation, turn: Turn, seat: Seat, minds: Minds) -> Iterator[Phrase]:
    thoughts, clue = minds.get((turn.number, seat)), turn.clue
    if thoughts is None or clue is None:
        return
    if isinstance(thoughts, ClueThoughts):
        # A clue that was taken back is not the one that stands.
        if (clue.seat, clue.word) == (seat, thoughts.word):
            yield _meant(observation, turn, seat, thoughts)
    elif thoughts.clue == clue.word and (thoughts.ranking or not _is_bots(turn, clue, minds)):
        yield _understood(observation, turn, seat, thoughts)


def _is_bots(turn: Turn, clue: Clue, minds: Minds) -> bool:
    """Return whether a bot gave a clue; that a bot does not know a bot's word tells nobody much."""
    return (turn.number, clue.seat) in minds


def _meant(observation: Observation, turn: Turn, seat: Seat, thoughts: ClueThoughts) -> Phrase:
    targets = tuple(card for card, _ in thoughts.targets)
    return phrase(
        "recap-clue" if thoughts.targets else "recap-clue-random",
        turn=turn.number,
        seat=who(observation, seat),
        word=thoughts.word,
        number=thoughts.number,
        targets=targets,
        expert=thoughts.expert,
    )


def _understood(
    observation: Observation, turn: Turn, seat: Seat, thoughts: GuessThoughts
) -> Phrase:
    number = turn.clue.number if turn.clue else None
    cards = tuple(card for card, _ in thoughts.ranking[: (number or 1) + NEAREST - 1])
    return phrase(
        "recap-guess" if cards else "recap-guess-unknown",
        turn=turn.number,
        seat=who(observation, seat),
        word=thoughts.clue,
        number=number_text(number),
        cards=cards,
        expert=thoughts.expert,
    )


RECAP: Final = Recap(is_kept, thoughts_to_json, thoughts_from_json, recap, noted)
"""How thoughts on Codenames are kept and told."""
