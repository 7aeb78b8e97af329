"""What a bot did and why: kept secret while the game runs, told to people when it is over."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from core import choice
from core.agents.table import Basis
from core.codenames.actions import GiveClue, Guess, Pass, Point

BotAction: TypeAlias = GiveClue | Guess | Pass | Point

Named: TypeAlias = tuple[tuple[str, float], ...]
"""Numbers by name: the similarity of cards, or the credit of experts."""


@dataclass(frozen=True, slots=True)
class ClueThoughts:
    """What a spymaster meant: the target cards with their similarity to the clue.

    `expert` is whose clue it was; `fallback` tells that no clue was good enough; `credits` are
    what each expert earns for the turn.
    """

    expert: str
    word: str
    number: int
    targets: Named
    fallback: bool = False
    credits: Named = ()


@dataclass(frozen=True, slots=True)
class GuessThoughts:
    """What a guesser saw: the covered cards with their similarity to the clue, nearest first.

    `expert` is who looked, `understood` the word that it took the clue for (None: it knows no
    such word, and the ranking is empty), `basis` what the guess rests on (None: the bot would
    rather stop), `credits` what each expert earns for the turn.
    """

    expert: str
    clue: str
    understood: str | None
    basis: Basis | None
    ranking: Named
    credits: Named = ()


Thoughts: TypeAlias = ClueThoughts | GuessThoughts


@dataclass(frozen=True, slots=True)
class Choice(choice.Choice[BotAction, Thoughts]):
    """What a bot does in Codenames; it does nothing where it waits for its teammates' marks."""


def thoughts_to_json(thoughts: Thoughts) -> dict[str, Any]:
    """Return thoughts as plain JSON types; `kind` tells a clue's from a guess's."""
    kind = "clue" if isinstance(thoughts, ClueThoughts) else "guess"
    plain = {**asdict(thoughts), "kind": kind}
    if isinstance(thoughts, GuessThoughts):
        plain["basis"] = thoughts.basis.value if thoughts.basis else None
    return {name: _plain(value) for name, value in plain.items()}


def thoughts_from_json(plain: Mapping[str, Any]) -> Thoughts:
    """Return the thoughts that `thoughts_to_json` wrote; raises KeyError for anything else."""
    if plain["kind"] == "clue":
        return ClueThoughts(
            plain["expert"],
            plain["word"],
            plain["number"],
            _named(plain["targets"]),
            plain["fallback"],
            _named(plain["credits"]),
        )
    return GuessThoughts(
        plain["expert"],
        plain["clue"],
        plain["understood"],
        Basis(plain["basis"]) if plain["basis"] else None,
        _named(plain["ranking"]),
        _named(plain["credits"]),
    )


def _named(pairs: Iterable[tuple[str, float]]) -> Named:
    return tuple((name, float(number)) for name, number in pairs)


def _plain(value: object) -> object:
    """Return a value with its tuples as lists."""
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
