"""The gain from a memory of clues, for guilds of simulated people in many games with one pack.

    python -m benchmarks.clue_memory --vectors FOLDER --data FOLDER [--guilds N] [--games N]
                                     [--liking S] [--seed S]

The people use different vectors from the bots (the stand-in of `benchmarks.strangers`, which also
explains the folders). Each of the `PEOPLE` of a guild has its own weights and clue words, and a
liking for each pair of a clue and a card, drawn once, with the standard deviation `--liking`. They
do not learn. The bot `teammate` plays solo games with one of them: it gives the clues in every
fifth game, and guesses in the others. It remembers the pairs of all finished games of the guild
(`core.agents.clue_memory`), and the clues of the last `RECENT_GAMES`. A bot without a memory plays
the same boards.

For the turns of the bot with a memory, predicted with and without the memory, `agree` is the share
of predicted first picks, or of first guesses that the person meant; `nats` are those of a first
pick, or of a meant card. In both bots' games: `found` are the cards found per clue. Each number is
the gain from the memory, with the value without it in brackets. `repeats` is the share of clues
that the guild had heard before, with a memory and without. Intervals are 95 %, over guilds.

Axes: B cards, W words, T turns.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from benchmarks.strangers import Floats, StandIn, StandInPolicy, fitted_stand_in
from benchmarks.wrapped import WrappedPolicy
from bot.gametypes.codenames.policies import BotRegistry
from bot.models.ensemble import default_experts, default_model_set
from bot.progress import counted
from core.agents.associations import vocabulary_form
from core.agents.clue_memory import NO_CLUES, PAIR_WEIGHTS, ClueMemory, PairCounts
from core.agents.language import language_of
from core.agents.listener import default_listener
from core.agents.listener_policy import TEAMMATE
from core.agents.memory import Memory
from core.agents.plackett_luce import pick_chances
from core.agents.policy import Policy, TableStyle
from core.agents.thoughts import ClueThoughts, CodenamesChoice
from core.arena.engine_game import NO_MEMORIES, SOLO_OPTIONS, EngineGame
from core.arena.pair import Pair
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Identity, Observation, Role, Team, Turn
from core.codenames.rules import Codenames
from core.words.lexicon import default_lexicon
from core.words.packs import default_pack

PEOPLE: Final = 2

SPREAD: Final = 0.5
"""The standard deviation of Gaussian noise on the logarithm of each of a person's weights."""

OWN_WORDS: Final = 300
"""The clue words of a person, drawn once: 253 of 377 clues of people are distinct."""

BLOCKS: Final = (0, 10, 25, 50, 100)
"""The ends of the blocks of games."""

RECENT_GAMES: Final = 3

GIVEN_BY_BOT: Final = 5
"""The bot gives the clues in one game out of this many."""

BOT: Final = "bot"


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output."""

    guilds: int
    games: int
    liking: float
    seed: int


class Friend(StandIn):
    """A person of a guild."""

    def __init__(self, base: StandIn, words: Sequence[str], liking: float, seed: int) -> None:
        rng = np.random.default_rng(seed)
        noise = np.exp(SPREAD * rng.normal(size=len(base.weights)))
        super().__init__(base.folders, base.weights * noise)
        self._columns = np.sort(rng.choice(len(words), OWN_WORDS, replace=False))
        self._own = tuple(words[column] for column in self._columns)
        self._liking, self._seed, self.name = liking, seed, f"friend {seed}"

    def chances(self, cards: Sequence[str], clue: str) -> Floats:
        """Return each card's chance to be the next pick, (B,)."""
        liked = self._liking * likings(self._seed, cards, (clue,))[:, 0]
        return pick_chances(self.features(cards, clue) @ self.weights + liked)

    def _scores(self, cards: tuple[str, ...], words: tuple[str, ...]) -> Floats:
        """Return the scores of cards for clues, (B, W); 0 for words the person does not use."""
        scores = np.zeros((len(cards), len(words)))
        liked = self._liking * likings(self._seed, cards, self._own)
        scores[:, self._columns] = super()._scores(cards, self._own) + liked
        return scores


def likings(seed: int, cards: Sequence[str], words: Sequence[str]) -> Floats:
    """Return normal numbers (B, W) that depend only on the seed, the card and the word."""
    row, column = (np.array([crc32(one.encode()) for one in each]) for each in (cards, words))
    pairs = (row[:, None] << 31 ^ column).astype(np.uint64) ^ _mixed(np.array([seed], np.uint64))
    even, angle = ((_mixed(pairs + np.uint64(salt)) >> np.uint64(11)) / 2**53 for salt in (1, 2))
    normal: Floats = np.sqrt(-2 * np.log1p(-even)) * np.cos(2 * np.pi * angle)
    return normal


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return numbers with mixed bits: SplitMix64's last steps (Steele et al. 2014)."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        numbers = (numbers ^ (numbers >> np.uint64(shift))) * np.uint64(factor)
    return numbers


@dataclass(slots=True)
class Guild:
    """A guild's record of its finished games."""

    turns: defaultdict[str, Counter[tuple[str, str, str]]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    """By card: the turns of each clue, their results, and the players."""
    clues: list[frozenset[str]] = field(default_factory=list)
    """The clues of each game."""

    def memory(self, cards: Sequence[str], players: str) -> ClueMemory:
        """Return the memory of cards, for a giver and a picker."""
        pairs = defaultdict[tuple[str, str], Counter[str]](Counter)
        for card in map(vocabulary_form, cards):
            for (clue, kind, of), count in self.turns[card].items():
                whose = "ours" if of == players else "others"
                pairs[clue, card][f"{whose}_{kind}"] += count
        found = {pair: PairCounts(**counts) for pair, counts in pairs.items()}
        return ClueMemory(found, frozenset().union(*self.clues[-RECENT_GAMES:]))


@dataclass(slots=True)
class Game:
    """A game with a friend, as seen by a bot that remembers `clues`; also the game's spectator."""

    friend: Friend
    bot_gives: bool
    guild: Guild
    remembers: bool
    clues: ClueMemory = NO_CLUES
    cards: tuple[str, ...] = ()
    meant: frozenset[str] = frozenset()
    gone: list[tuple[str, str, str]] = field(default_factory=list)
    """Clue, card and result."""
    said: list[str] = field(default_factory=list)
    foreseen: list[tuple[float, float, float, float]] = field(default_factory=list)
    """By turn: `agree` and `nats` without the memory, and with it."""
    found: int = 0

    @property
    def players(self) -> str:
        """The names of giver and picker."""
        return f"{BOT} {self.friend.name}" if self.bot_gives else f"{self.friend.name} {BOT}"

    def began(self, public: Observation) -> None:
        """Look up the board's cards in the memory."""
        self.cards = public.words
        if self.remembers:
            self.clues = self.guild.memory(self.cards, self.players)

    def turned(self, turn: Turn) -> None:
        """Record the results of a turn's cards."""
        clue = vocabulary_form(turn.clue.word) if turn.clue else ""
        self.said.append(clue)
        own = {self.cards[one.card]: one.identity is Identity.BLUE for one in turn.guesses}
        self.found += sum(own.values())
        for card in sorted(self.meant | own.keys()):
            kind = {True: "worked", False: "failed", None: "missed"}[own.get(card)]
            self.gone.append((clue, vocabulary_form(card), kind))

    def ended(self, _winner: Team | None) -> None:
        """Add the game to the guild's record."""
        for clue, card, kind in self.gone:
            self.guild.turns[card][clue, kind, self.players] += 1
        self.guild.clues.append(frozenset(self.said))

    def foresee(self, sees: Observation, clue: str) -> None:
        """Record the prediction of a turn's first pick without the memory, and with it."""
        cards = [self.cards[place] for place in sees.covered]
        meant = np.array([card in self.meant for card in cards], np.float64)
        chances = self.friend.chances(cards, clue) if self.bot_gives else meant / meant.sum()
        role = Role.SPYMASTER if self.bot_gives else Role.GUESSER
        plain = default_listener()
        listeners = (plain, plain.remembering(self.clues, PAIR_WEIGHTS[role]))
        picks = [one.picks(cards, clue).chances for one in listeners]
        right = chances if self.bot_gives else meant
        agree = [float(right[one.argmax()]) for one in picks]
        nats = [float(-chances @ np.log(one)) for one in picks]
        self.foreseen.append((agree[0], nats[0], agree[1], nats[1]))


@dataclass(frozen=True, slots=True)
class WatchedPlayer(WrappedPolicy):
    """A player of a game that gets the bot's memory."""

    game: Game

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        """Return the player's choice."""
        memory = replace(memory, clues=self.game.clues)
        turn = observation.turns[-1]
        if turn.clue and not turn.guesses:
            self.game.foresee(observation, turn.clue.word)
        choice = self.policy.choose(observation, memory, rng)
        thoughts = choice.thoughts.value
        if isinstance(thoughts, ClueThoughts):
            self.game.meant = frozenset(card for card, _ in thoughts.targets)
        return choice


@dataclass(frozen=True, slots=True)
class Bench:
    """The bot, the stand-in for people, and their rules."""

    bot: Policy
    stand_in: StandIn
    style: TableStyle
    rules: Codenames

    def play(self, game: Game, seed: int, place: int) -> Game:
        """Play a guild's game; return it."""
        friend = WatchedPlayer(StandInPolicy(game.friend, self.style), game)
        bot = WatchedPlayer(self.bot, game)
        pair = Pair(bot, friend) if game.bot_gives else Pair(friend, bot)
        EngineGame(
            self.rules, [pair], (NO_MEMORIES,), seed * 1_000 + place, spectators=(game,)
        ).play()
        return game

    def _without(self, played: Game, guild: Guild, seed: int, place: int) -> Game:
        """Return the game of the bot without a memory: the same game if none was used."""
        plain = Game(played.friend, played.bot_gives, guild, remembers=False)
        heard = {clue for clue, _ in played.clues.pairs}
        if played.bot_gives or not heard.isdisjoint(played.said):
            return self.play(plain, seed, place)
        plain.gone, plain.said, plain.found = played.gone, played.said, played.found
        plain.ended(None)
        return plain

    def guild(self, configuration: Configuration, number: int) -> Floats:
        """Return the sums of a guild's games, by role of the bot, block and measure (2, K, M)."""
        words, seed = self.style.language.vocabulary.words, configuration.seed + number
        friends = [
            Friend(self.stand_in, words, configuration.liking, seed * PEOPLE + one)
            for one in range(PEOPLE)
        ]
        guilds, sums = (Guild(), Guild()), np.zeros((2, len(BLOCKS) - 1, len(MEASURES)))
        rng = np.random.default_rng(seed)
        for place in range(configuration.games):
            friend, gives = friends[int(rng.integers(PEOPLE))], place % GIVEN_BY_BOT == 0
            before = [frozenset().union(*guild.clues) for guild in guilds]
            played = self.play(Game(friend, gives, guilds[1], remembers=True), seed, place)
            plain = self._without(played, guilds[0], seed, place)
            block = int(np.searchsorted(BLOCKS, place, side="right")) - 1
            sums[int(gives), block] += [
                len(played.said),
                *np.sum(played.foreseen, axis=0),
                len(plain.said),
                plain.found,
                played.found,
                sum(clue in before[0] for clue in plain.said),
                sum(clue in before[1] for clue in played.said),
            ]
        return sums


MEASURES: Final = (
    *("turns", "agree", "nats", "agree with", "nats with"),
    *("turns without", "found", "found with", "repeats", "repeats with"),
)
"""Sums over the turns of a block: of the bot with a memory, or "without" one."""


def main() -> None:
    """Print the gains by role and block of games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--guilds", type=int, default=12)
    parser.add_argument("--games", type=int, default=BLOCKS[-1])
    parser.add_argument("--liking", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    configuration = Configuration(asked.guilds, asked.games, asked.liking, asked.seed)
    print(f"{configuration}\nchecksum: {default_model_set().checksum}")
    style = TableStyle(language_of(default_lexicon()))
    rules = Codenames(SOLO_OPTIONS, Supply(default_pack()), Referee(default_lexicon().english))
    stand_in = fitted_stand_in(asked.vectors, asked.data)
    bench = Bench(BotRegistry(default_experts(), style).named(TEAMMATE), stand_in, style, rules)
    guilds = np.array([bench.guild(configuration, one) for one in counted(range(asked.guilds))])
    for role, title in ((1, "bot gives"), (0, "bot guesses")):
        for block, (start, end) in enumerate(pairwise(BLOCKS)):
            if start < configuration.games:
                print(f"{title:12} {start + 1:3}-{end:3} {_line(guilds[:, role, block])}")


def _line(sums: Floats) -> str:
    """Return the gains of a block as text, from sums by guild and measure (N, M)."""
    by_name = dict(zip(MEASURES, sums.T, strict=True))
    turns, without = by_name["turns"], by_name["turns without"]
    cells = []
    for name, own, sign in (("agree", turns, 1), ("nats", turns, -1), ("found", without, 1)):
        plain, recalled = by_name[name] / own, by_name[f"{name} with"] / turns
        cells.append(f"{name} {interval(sign * (recalled - plain))} ({plain.mean():.3f})")
    repeats = (by_name["repeats with"] / turns).mean(), (by_name["repeats"] / without).mean()
    return "  ".join([*cells, f"repeats {repeats[0]:.3f}, {repeats[1]:.3f}"])


def interval(values: Floats) -> str:
    """Return the mean of at least two values and half its 95 % interval, by Student's t.

    The quantile is that of Abramowitz and Stegun, 26.7.5, to two terms.
    """
    free, z = len(values) - 1, 1.96
    quantile = z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
    half = quantile * values.std(ddof=1) / np.sqrt(len(values))
    return f"{values.mean():+.3f} ±{half:.3f}"


if __name__ == "__main__":
    main()
