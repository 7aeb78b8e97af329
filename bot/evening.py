"""An evening at one table: games in a row, with the words seen and what the bots have learnt."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from bot.assets import default_experts
from bot.games import Table
from bot.company import CodenamesTable, Company, Memories
from bot.seating import Seating
from bot.simulation import Policies
from core.agents.associations import parts_of
from core.agents.language import language_of
from core.agents.policy import Manner, Policy
from core.codenames.clue import Referee
from core.codenames.deal import unseen
from core.codenames.game import GAME, SEEDED
from core.codenames.model import Options
from core.codenames.rules import Codenames
from core.rules import Entropy, Seat
from core.words.ensemble import MODELS
from core.words.lexicon import Lexicon, default_lexicon
from core.words.packs import Pack


class SystemEntropy:
    """The operating system's random bytes."""

    def bytes(self, length: int, /) -> bytes:
        """Return `length` random bytes."""
        return secrets.token_bytes(length)


@dataclass
class Evening:
    """Games of the same people and bots; `seed` makes all of them repeatable."""

    options: Options
    seating: Seating
    pack: Pack
    seed: int | None = None
    ensemble: tuple[str, ...] = MODELS
    """The experts that ACE listens to, in the order in which it tries them."""
    memories: Memories = field(default_factory=dict)
    seen: tuple[str, ...] = ()
    games: int = 0

    def next_game(self) -> tuple[CodenamesTable, Company]:
        """Return the next table, dealt where chance deals, and the bots at it.

        Raises OptionsError for options that no table can be set with.
        """
        supply = unseen(self.pack, self.seen, self.options.size)
        rules = Codenames(self.options, supply, Referee(self.lexicon.irregular))
        table = Table(GAME if self.seed is None else SEEDED, rules)
        number = self.games
        self.games += 1
        table.deal(self._entropy(number))
        bots = frozenset(self.seating.bots)
        return table, Company(table, bots, self._cast, self._seed(number), self.memories)

    def finished(self, table: CodenamesTable) -> None:
        """Remember the words of a game that was begun, so that the next has others."""
        self.seen += tuple(card.word for card in table.observe(None).cards)

    @cached_property
    def lexicon(self) -> Lexicon:
        """What is known of the clue words."""
        return default_lexicon()

    @property
    def strange(self) -> int:
        """How many words of the pack no bot knows, not even a part of them."""
        known = frozenset(self.lexicon.words)
        return sum(known.isdisjoint(parts_of(word)) for word in self.pack.words)

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """The clue words that people know, in alphabetical order."""
        pairs = zip(self.lexicon.words, self.lexicon.common, strict=True)
        return tuple(sorted(word for word, common in pairs if common))

    @cached_property
    def _policies(self) -> Policies:
        """The bots, loaded when the first of them has to think."""
        others = tuple(name for name in MODELS if name not in self.ensemble)
        experts = default_experts((*self.ensemble, *others))
        return Policies(experts, Manner(language_of(self.lexicon)), without=others)

    def _cast(self) -> Mapping[Seat, Policy]:
        return {seat: self._policies.named(name) for seat, name in self.seating.bots.items()}

    def _entropy(self, number: int) -> Entropy:
        return SystemEntropy() if self.seed is None else np.random.default_rng([self.seed, number])

    def _seed(self, number: int) -> int:
        return secrets.randbits(64) if self.seed is None else self.seed + number
