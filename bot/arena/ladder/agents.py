"""The agents of a ladder: one file each in its folder, by default Spyring's own.

An agent is a spymaster. It plays with its own guesser if its file names one, else with a panel of
guessers that use other models. A file ``NAME.toml`` has ``spymaster = "..."`` and perhaps
``guesser = "..."``, each a bot's name or ``exec:COMMAND``.
"""

import re
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.arena import policies
from bot.arena.pairs import is_player, unquoted
from bot.gametypes.codenames.policies import ACE_NAMES, RANDOM
from core.agents.listener_policy import STRANGER
from core.rules import Refusal
from core.words.ensemble import DERIVED, MODELS

BEST_AVERAGE: Final = "best-average"
"""The expert that does best with the others, in solo games of the development suite."""

PANEL: Final = (STRANGER, *MODELS)
"""The guessers that spymasters play with."""

AGENT_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")

FIELDS: Final = frozenset({"spymaster", "guesser"})


@dataclass(frozen=True, slots=True)
class LadderAgent:
    """An agent of a ladder; without its own guesser it plays with the panel."""

    name: str
    spymaster: str
    guesser: str | None = None

    @property
    def identity(self) -> str:
        """The key of its results, which also names its players."""
        return f"{self.name} = {self.spymaster} + {self.guesser or '*'}"


_SPYMASTERS: Final = (
    *(RANDOM, *MODELS, *ACE_NAMES, BEST_AVERAGE),
    *("threshold-high", policies.NOISY, policies.DETECT, STRANGER),
)

SHIPPED: Final = tuple(LadderAgent(name, name) for name in _SPYMASTERS)
"""The agents of a new ladder."""

EXPERT_AGENTS: Final = tuple(LadderAgent(name, name) for name in MODELS)
"""The candidates for best-average."""


def kin(model: str) -> frozenset[str]:
    """Return a model with its components and its composites.

    >>> sorted(kin("fusion")), sorted(kin("gloss"))
    (['fusion', 'gloss', 'minilm'], ['fusion', 'gloss'])
    """
    made = {name for name, halves in DERIVED.items() if model in halves}
    return frozenset({model, *DERIVED.get(model, ()), *made})


def thought_with(spymaster: str) -> frozenset[str]:
    """Return the guessers that share a spymaster's model, and so do not play with it.

    ACE plays with all guessers, but without the teammate's model in its ensemble.
    """
    if spymaster == STRANGER:
        return frozenset({STRANGER})
    models = {
        policies.NOISY: (policies.BASE,),
        policies.DETECT: (policies.NEIGHBOURS, policies.DICTIONARY),
    }
    models |= dict.fromkeys(policies.THRESHOLDS, (policies.BASE,))
    found = models.get(spymaster, (spymaster,) if spymaster in MODELS else ())
    return frozenset[str]().union(*map(kin, found))


def teammates(spymasters: Collection[str]) -> tuple[str, ...]:
    """Return the panel's guessers that share no spymaster's model; raises Refusal for none."""
    barred = frozenset[str]().union(*map(thought_with, spymasters))
    found = tuple(guesser for guesser in PANEL if guesser not in barred)
    if not found:
        raise Refusal("ladder-no-teammate", spymasters=tuple(spymasters))
    return found


def agents_of(folder: Path, bots: Collection[str]) -> tuple[LadderAgent, ...]:
    """Return a folder's agents by name; an empty folder gets Spyring's. Raises Refusal."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not any(folder.iterdir()):
            for agent in SHIPPED:
                text = f'spymaster = "{agent.spymaster}"\n'
                (folder / f"{agent.name}.toml").write_text(text, encoding="utf-8")
        found = tuple(_read(path, bots) for path in sorted(folder.glob("*.toml")))
    except OSError as error:
        raise Refusal("ladder-folder", path=str(folder), reason=error.strerror or "") from error
    if len(found) < 2:
        raise Refusal("ladder-lonely", path=str(folder))
    return found


def _read(path: Path, bots: Collection[str]) -> LadderAgent:
    """Return the agent in a file; raises Refusal."""
    if not AGENT_NAME.fullmatch(path.stem):
        raise Refusal("ladder-name", path=str(path))
    try:
        plain = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refusal("ladder-file", path=str(path)) from error
    texts = {name: value for name, value in plain.items() if isinstance(value, str)}
    if "spymaster" not in texts or len(texts) < len(plain) or plain.keys() - FIELDS:
        raise Refusal("ladder-file", path=str(path))
    for name in texts.values():
        if not is_player(name, (*bots, BEST_AVERAGE)):
            raise Refusal("asset-unknown-expert", name=name, known=(*bots, BEST_AVERAGE))
    guesser = texts.get("guesser")
    if guesser == BEST_AVERAGE:
        raise Refusal("asset-unknown-expert", name=guesser, known=tuple(bots))
    return LadderAgent(path.stem, unquoted(texts["spymaster"]), guesser and unquoted(guesser))


def pairs_of(agents: tuple[LadderAgent, ...]) -> Iterator[tuple[LadderAgent, LadderAgent]]:
    """Yield all pairs of agents, in order."""
    for place, second in enumerate(agents):
        for first in agents[:place]:
            yield first, second
