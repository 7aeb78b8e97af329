"""What an optimal dealer can prove once the game is lost: the win that was missed."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, Final

from bot.kinds.hangman.cast import Thoughts
from bot.recap import Minds, Recap
from core.choice import Choice
from core.hangman.actions import Action
from core.hangman.model import Observation
from core.hangman.optimal import Chance
from core.view import Phrase, phrase


def is_kept(choice: Choice[Action, Thoughts]) -> bool:
    """Return whether a dealer has proved something."""
    return choice.thoughts.value is not None


def write(chance: Chance) -> dict[str, Any]:
    """Return a missed win as JSON."""
    return asdict(chance)


def read(body: Mapping[str, Any]) -> Chance:
    """Return the missed win that `write` wrote; raises TypeError for anything else."""
    return Chance(**body)


def told(observation: Observation, minds: Minds) -> tuple[Phrase, ...]:
    """Return the letter that could still have won, if a dealer has proved one."""
    if observation.ending is None:
        return ()
    chances: Iterable[Chance] = minds.values()
    return tuple(
        phrase("hangman-recap", guess=chance.guess + 1, letter=chance.letter.upper())
        for chance in chances
    )


RECAP: Final = Recap(is_kept, write, read, told)
"""How thoughts on hangman are kept and told."""
