"""Meaningless clues: those for cards that a bot does not know, or on which it guesses no card.

    python -m benchmarks.meaningless [--games N] [--seed S]

Each bot plays solo games by table rules with itself, over the embedded packs and a pack of names,
which some models hardly know. A clue is meaningless if the bot does not know one of its cards, or
if the bot itself, as guesser, does not understand it or finds all cards equally likely. `stranger`
takes longest and plays a twentieth of the games. The exit code is 1 after such a clue.
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from benchmarks.wrapped import WrappedPolicy
from bot.gametypes.codenames.bots import TableBots, unknown_cards
from bot.gametypes.codenames.game_type import embedded_referee
from core.agents.listener_policy import STRANGER
from core.agents.memory import Memory
from core.agents.thoughts import ClueThoughts, CodenamesChoice
from core.arena.engine_game import NO_MEMORIES, SOLO_OPTIONS, EngineGame, PairMemories
from core.arena.pair import Pair
from core.codenames.deal import Supply
from core.codenames.model import Observation
from core.codenames.rules import Codenames
from core.words.ensemble import MODELS
from core.words.packs import Pack, default_pack, first_pack, japanese_pack

NAMES: Final = (
    *("einstein", "mozart", "paris", "london", "batman", "disney", "picasso", "napoleon"),
    *("egypt", "hollywood", "shakespeare", "titanic", "newton", "zeus", "cinderella", "tarzan"),
    *("beethoven", "darwin", "julius", "hercules", "moscow", "brazil", "nasa", "ikea"),
)
MORE_NAMES: Final = (
    *("caesar", "cupid", "midas", "medusa", "achilles", "athens", "berlin", "canada"),
    *("chopin", "columbus", "edison", "galileo", "gandhi", "google", "hamlet", "honda"),
    *("iraq", "kiwi", "lincoln", "madrid", "mexico", "nobel", "nike", "oslo"),
    *("poland", "pluto", "romeo", "sahara", "tokyo", "venus", "vienna", "winston"),
)
NAME_PACK: Final = Pack("names", (*NAMES, *MORE_NAMES))

SHARE_OF_STRANGER: Final = 20


@dataclass(frozen=True, slots=True)
class WatchedPlayer(WrappedPolicy):
    """A bot with a record of its clues and guesses."""

    unknown: frozenset[str]
    found: Counter[str] = field(default_factory=Counter)

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        """Return the bot's choice, and record whether it means something."""
        choice = self.policy.choose(observation, memory, rng)
        thoughts = choice.thoughts.value
        if isinstance(thoughts, ClueThoughts):
            self.found["clues"] += 1
            self.found["unknown card meant"] += any(
                card in self.unknown or closeness <= -1 for card, closeness in thoughts.targets
            )
            self.found["no card meant"] += not thoughts.targets
        elif not observation.turns[-1].guesses:
            likely = [one for _, one in thoughts.ranking]
            equal = len(likely) > 1 and max(likely) == min(likely)
            self.found["no card named"] += thoughts.understood is None or not likely or equal
        return choice


def main() -> int:
    """Play the games and print a line for each pack and bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    packs = (default_pack(), first_pack(), japanese_pack(), NAME_PACK)
    bots, total = TableBots(), Counter[str]()
    names = (STRANGER, "ace", *MODELS)
    parts = len(packs) * (SHARE_OF_STRANGER * (len(names) - 1) + 1)
    for pack in packs:
        rules = Codenames(SOLO_OPTIONS, Supply(pack), embedded_referee())
        for name in names:
            share = 1 if name == STRANGER else SHARE_OF_STRANGER
            games = -(-asked.games * share // parts)
            watched = WatchedPlayer(bots[name], frozenset(unknown_cards(pack.words)))
            memories: PairMemories = (NO_MEMORIES,)
            for number in range(games):
                seed = asked.seed + number
                _, memories = EngineGame(rules, (Pair(watched, watched),), memories, seed).play()
            total += Counter({"games": games, **watched.found})
            print(f"{_pack_name(pack):9} {name:9} {games} games {dict(watched.found)}", flush=True)
    print(dict(total))
    return int(any(total[one] for one in ("unknown card meant", "no card meant", "no card named")))


def _pack_name(pack: Pack) -> str:
    return "first" if pack == first_pack() else pack.name


if __name__ == "__main__":
    sys.exit(main())
