"""Bots with a stand-in for people that uses different vectors from the bots.

    python -m benchmarks.strangers --vectors FOLDER --data FOLDER [--games N] [--player NAME]...
                                   [--learning | --numbers]

`--vectors` holds folders with `vectors.npy` and `words.txt`, of models that Spyring does not
include; `--data` is that of `tools.fit_listener`. The stand-in's chance of a card is log-linear in
the cosines of those models, with weights fitted to people's picks; the output starts with its fit,
cross-validated by game. As guesser it draws its picks by these chances and stops at the clue's
number. As spymaster it means all cards that lead every bad card. Each bot plays solo games with it
by table rules, on the same deals. With `--learning` the stand-in stays the same person over all
games: ACE keeps its memory, and `teammate` the evidence of every turn; else each game begins
without memory. With `--numbers` each bot gives the first clue on N boards of two teams. The output
then has the means of the clues' numbers, of the cards that the bot expects to be found and of those
that the stand-in finds, and, by the bot's chance for a meant card, the share of such cards that the
stand-in finds in `PICKINGS` tries. Intervals are 95 %, bootstrapped over games.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.wrapped import WrappedPolicy
from bot.gametypes.codenames.policies import BotRegistry
from bot.models.ensemble import default_experts
from core.agents.associations import parts_of
from core.agents.explanations import NO_EVIDENCE, Evidence
from core.agents.language import language_of
from core.agents.listener_policy import STRANGER
from core.agents.memory import Memory
from core.agents.observation import position_of
from core.agents.plackett_luce import pick_chances
from core.agents.policy import Policy, TableStyle, chair_of, clue_choice, sayable_words
from core.agents.position import BoardPosition, rows
from core.agents.thoughts import ClueThoughts, CodenamesChoice, GuessThoughts
from core.agents.turn_evidence import turn_evidence
from core.arena.engine_game import (
    DUEL_OPTIONS,
    NO_MEMORIES,
    SOLO_OPTIONS,
    EngineGame,
    PairMemories,
    PlayedGame,
    PolicyPair,
    dealt,
)
from core.arena.pair import Pair
from core.codenames.actions import Guess, Pass
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Chair, Observation, Role, Team, Turn
from core.codenames.rules import Codenames
from core.rating.colt import OUTCOMES, Ending
from core.rules import Secret
from core.words.ensemble import MODELS
from core.words.lexicon import default_lexicon
from core.words.packs import default_pack
from tools.fit_listener import Design, cross_validated, design_of, fit, games_of, read_events

Floats = NDArray[np.float64]

BOOTSTRAPS: Final = 2_000
BOARDS_KEPT: Final = 64
PICKINGS: Final = 200
CHANCES: Final = (0.0, 0.3, 0.5, 0.7, 1.01)
MOST_MEANT: Final = 3
LEAD: Final = 1.0
"""The least lead of a meant card over every bad card, in logarithms of chances."""


class WordFolder:
    """The vectors of a model, in `words.txt` and `vectors.npy`."""

    def __init__(self, folder: Path) -> None:
        words = (folder / "words.txt").read_text(encoding="utf-8").split("\n")
        self._rows = {word: row for row, word in enumerate(words)}
        matrix = np.load(folder / "vectors.npy").astype(np.float32)
        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        self._matrix = matrix / np.where(lengths > 0, lengths, 1)

    def of_text(self, text: str) -> NDArray[np.float32]:
        """Return the direction of a text's known words, zeros if none is known."""
        found = [self._matrix[self._rows[part]] for part in parts_of(text) if part in self._rows]
        total: NDArray[np.float32] = (
            np.sum(found, axis=0) if found else np.zeros(self._matrix.shape[1], np.float32)
        )
        length = float(np.linalg.norm(total))
        unit: NDArray[np.float32] = total / np.float32(length if length > 0 else 1)
        return unit


class StandIn:
    """A model of a person's picks, from vectors that the bots do not have."""

    def __init__(self, folders: Sequence[WordFolder], weights: Floats) -> None:
        self.folders: Final = tuple(folders)
        self.weights: Final = weights
        self._vectors = lru_cache(maxsize=30_000)(self._of_text)
        self.words = lru_cache(maxsize=4)(self._of_words)
        self.scores = lru_cache(maxsize=BOARDS_KEPT)(self._scores)

    def _of_text(self, text: str) -> tuple[NDArray[np.float32], ...]:
        return tuple(folder.of_text(text) for folder in self.folders)

    def _of_words(self, words: tuple[str, ...]) -> tuple[NDArray[np.float32], ...]:
        """Return the vectors of many words by model, float32 (W, D)."""
        each = [self._vectors(word) for word in words]
        return tuple(np.stack(column) for column in zip(*each, strict=True))

    def features(self, cards: Sequence[str], clue: str) -> Floats:
        """Return the cosines and their positive squares, float64 (B, F); 0 for unknown words."""
        heard = self._vectors(clue)
        each = [self._vectors(card) for card in cards]
        near = np.array([[a @ b for a, b in zip(one, heard, strict=True)] for one in each])
        return _featured(near.astype(np.float64))

    def knows(self, clue: str) -> bool:
        """Return whether a model has a vector for a clue."""
        return any(vector.any() for vector in self._vectors(clue))

    def chances(self, cards: Sequence[str], clue: str) -> Floats:
        """Return each card's chance to be the next pick, (B,)."""
        return pick_chances(self.features(cards, clue) @ self.weights)

    def _scores(self, cards: tuple[str, ...], words: tuple[str, ...]) -> Floats:
        """Return the scores of cards for clues, float64 (B, W)."""
        known = self.words(words)
        each = [self._vectors(card) for card in cards]
        near = np.array(
            [[m @ v for m, v in zip(known, one, strict=True)] for one in each], dtype=np.float64
        )
        scores: Floats = _featured(np.moveaxis(near, 1, 2)) @ self.weights
        return scores


def _featured(near: Floats) -> Floats:
    scaled = 5 * near
    return np.concatenate([scaled, np.maximum(scaled, 0) ** 2], axis=-1)


@dataclass(frozen=True)
class StandInPolicy(Policy):
    """The stand-in as a player."""

    person: StandIn
    style: TableStyle
    name: str = "person"

    def choose(
        self, observation: Observation, _memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        """Return a clue that leads every bad card, or a random pick."""
        if chair_of(observation).role is Role.SPYMASTER:
            return self._clue(observation)
        turn = observation.turns[-1]
        if turn.clue is None or len(turn.guesses) >= (turn.clue.number or 1):
            action: Pass | Guess = Pass(observation.number)
        else:
            covered = list(observation.covered)
            cards = [observation.cards[place].word for place in covered]
            drawn = rng.choice(len(covered), p=self.person.chances(cards, turn.clue.word))
            action = Guess(observation.number, covered[drawn])
        word = turn.clue.word if turn.clue else ""
        thoughts = GuessThoughts(self.name, word, word, None, ())
        return CodenamesChoice(action, self.name, Secret(thoughts))

    def _clue(self, observation: Observation) -> CodenamesChoice:
        position = position_of(observation, chair_of(observation))
        words = self.style.language.vocabulary.words
        columns = np.flatnonzero(sayable_words(observation, self.style.language))
        scores = self.person.scores(position.board.cards, words)[:, columns]
        best, meant = boldest_clue(scores, position, LEAD)
        cards = position.board.cards
        named = tuple((cards[place], float(scores[place, best])) for place in meant)
        thoughts = ClueThoughts(self.name, words[columns[best]], len(meant), named)
        return clue_choice(observation, thoughts, self.name)


def boldest_clue(scores: Floats, position: BoardPosition, lead: float) -> tuple[int, list[int]]:
    """Return the clue with the most own cards ahead of every bad card, and their places.

    `scores` (B, C) are logarithms, with a margin of `lead`; the surest clue breaks ties.
    """
    own, bad = rows(position.own()), rows(position.bad())
    worst = scores[bad].max(axis=0) if bad.size else np.full(scores.shape[1], -np.inf)
    ranked = -np.sort(-scores[own], axis=0)[:MOST_MEANT]
    count = np.maximum((ranked > worst + lead).sum(axis=0), 1)
    margin = np.take_along_axis(ranked, (count - 1)[None], axis=0)[0] - worst
    best = int(np.lexsort((margin, count))[-1])
    meant = own[np.argsort(-scores[own, best], kind="stable")[: count[best]]]
    return best, meant.tolist()


@dataclass(slots=True)
class Witness:
    """A spectator that collects the evidence of a person's turns, for a bot."""

    role: Role
    """The person's."""
    evidence: Evidence = NO_EVIDENCE
    board: Observation | None = None
    """The public view before the current turn."""

    def began(self, public: Observation) -> None:
        """Record the board."""
        self.board = replace(public, turns=())

    def turned(self, turn: Turn) -> None:
        """Add the evidence of a finished turn."""
        if self.board is None or turn.clue is None:
            return
        for seat, evidence in turn_evidence(self.board, turn).items():
            role = Role.SPYMASTER if seat == turn.clue.seat else Role.GUESSER
            if role is self.role:
                self.evidence += evidence
        self.board = replace(self.board, turns=(*self.board.turns, turn))

    def ended(self, winner: Team | None) -> None:
        """Do nothing at the end of a game."""


@dataclass(frozen=True, slots=True)
class Informed(WrappedPolicy):
    """A bot with a witness's evidence."""

    witness: Witness

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        """Return the bot's choice."""
        return self.policy.choose(observation, replace(memory, evidence=self.witness.evidence), rng)


def main() -> None:
    """Print the stand-in's fit, then a line for each bot in each chair."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--player", action="append", default=[])
    parser.add_argument("--learning", action="store_true")
    parser.add_argument("--numbers", action="store_true")
    asked = parser.parse_args()
    person = fitted_stand_in(asked.vectors, asked.data)
    style = TableStyle(language_of(default_lexicon()))
    policies = BotRegistry(default_experts(), style)
    beside = StandInPolicy(person, style)
    if asked.numbers:
        for name in asked.player or (STRANGER,):
            for line in _numbers(policies.named(name), person, asked.games):
                print(f"{name:9} {line}", flush=True)
        return
    for name in asked.player or (STRANGER, "ace", *MODELS):
        for role, does in ((Role.GUESSER, "gives"), (Role.SPYMASTER, "guesses")):
            witness, bot = Witness(role), policies.named(name)
            bot = Informed(bot, witness) if asked.learning else bot
            pair = Pair(bot, beside) if role is Role.GUESSER else Pair(beside, bot)
            games = _played(pair, asked.games, witness if asked.learning else None)
            print(f"{name:9} {does:7} {_line(games)}", flush=True)


def _numbers(bot: Policy, person: StandIn, boards: int) -> Iterator[str]:
    """Yield the lines on a bot's first clues on the boards with seeds from 0."""
    rules = Codenames(DUEL_OPTIONS, Supply(default_pack()), Referee(default_lexicon().english))
    numbers, expected, found = list[list[float]](), list[list[float]](), list[list[float]]()
    pairs = list[tuple[float, float]]()
    for seed in range(boards):
        position, thoughts = first_clue(bot, rules, seed)
        shares = found_shares(person, position, thoughts, seed)
        numbers.append([float(thoughts.number)])
        expected.append([sum(chance for _, chance in thoughts.targets)])
        found.append([sum(shares.values())])
        pairs += [(chance, shares[card]) for card, chance in thoughts.targets]
    named = (("number", numbers), ("expected", expected), ("found", found))
    yield "   ".join(f"{name} {interval_by_game(values)}" for name, values in named)
    chances, shares_found = np.array(pairs).T
    for low, high in pairwise(CHANCES):
        here = (chances >= low) & (chances < high)
        held = [[float(one)] for one in shares_found[here]]
        if held:
            share = interval_by_game(held)
            yield f"{low:.2f} to {high:.2f}: {len(held)} meant cards, found {share}"


def first_clue(bot: Policy, rules: Codenames, seed: int) -> tuple[BoardPosition, ClueThoughts]:
    """Return the first spymaster's view of a seed's board, and a bot's first clue there."""
    state = dealt(rules, seed)
    sees = rules.observe(state, Chair(state.turns[-1].team, Role.SPYMASTER).seat)
    thoughts = bot.choose(sees, Memory(), np.random.default_rng(seed)).thoughts.value
    if not isinstance(thoughts, ClueThoughts):
        raise TypeError("a spymaster gives a clue")
    return position_of(sees, chair_of(sees)), thoughts


def found_shares(
    person: StandIn, position: BoardPosition, clue: ClueThoughts, seed: int
) -> dict[str, float]:
    """Return the share of tries in which the stand-in finds each of its team's cards for a clue."""
    cards, rng = position.board.cards, np.random.default_rng(seed)
    covered, own = sorted(position.covered), rows(position.own())
    drawn = np.log(person.chances([cards[place] for place in covered], clue.word))
    noisy = drawn + rng.gumbel(size=(PICKINGS, len(covered)))
    picks = np.array(covered)[np.argsort(-noisy, axis=1)[:, : clue.number]]
    found = np.cumprod(np.isin(picks, own), axis=1).astype(bool)
    counts = np.bincount(picks[found], minlength=len(cards)) / PICKINGS
    return {cards[place]: float(counts[place]) for place in own}


def fitted_stand_in(vectors: Path, data: Path) -> StandIn:
    """Return the stand-in of folders of vectors, fitted to picks; print the quality of the fit."""
    folders = [WordFolder(one) for one in sorted(vectors.iterdir()) if one.is_dir()]
    blank = StandIn(folders, np.zeros(2 * len(folders)))
    events = read_events(data)
    design, games = design_of(events), games_of(events)
    features = np.zeros((*design.there.shape, 2 * len(folders)))
    for row, event in enumerate(events):
        features[row, : len(event.cards)] = blank.features(event.cards, event.clue)
    own: Design = replace(design, features=features)
    picks = np.array([event.is_pick for event in events])
    share = cross_validated(own, games)[picks]
    chosen = own.chosen[picks].argmax(axis=1)
    known = np.mean([blank.knows(event.clue) for event in events])
    first = (share.argmax(axis=1) == chosen).mean()
    nats = -np.log(share[np.arange(len(share)), chosen]).mean()
    print(f"the stand-in: knows {known:.1%} of clues, first pick {first:.3f}, nats {nats:.3f}")
    return StandIn(folders, fit(own))


def _played(pair: PolicyPair, games: int, witness: Witness | None) -> list[PlayedGame]:
    """Play the games with seeds from 0; with a witness, the pair remembers earlier games."""
    rules = Codenames(SOLO_OPTIONS, Supply(default_pack()), Referee(default_lexicon().english))
    memories: PairMemories = (NO_MEMORIES,)
    played = list[PlayedGame]()
    for seed in range(games):
        spectators = () if witness is None else (witness,)
        game, after = EngineGame(rules, (pair,), memories, seed, spectators=spectators).play()
        played.append(game)
        memories = (NO_MEMORIES,) if witness is None else after
    return played


def _line(games: Sequence[PlayedGame]) -> str:
    """Return cards found and bad cards per clue, turns of games won, and games won."""
    found = [[OUTCOMES[one].own for one in game.outcomes] for game in games]
    bad = [[OUTCOMES[one].ending is not Ending.CLEAN for one in game.outcomes] for game in games]
    turns = [[float(len(game.outcomes))] if game.won else [] for game in games]
    won = [[float(game.won)] for game in games]
    named = (("found", found), ("bad", bad), ("turns", turns), ("won", won))
    return "   ".join(f"{name} {interval_by_game(values)}" for name, values in named)


def interval_by_game(by_game: Sequence[Sequence[float]]) -> str:
    """Return the mean of all values with its 95 % interval, bootstrapped over games."""
    sums = np.array([sum(values) for values in by_game], dtype=np.float64)
    counts = np.array([len(values) for values in by_game], dtype=np.float64)
    drawn = np.random.default_rng(1).integers(len(sums), size=(BOOTSTRAPS, len(sums)))
    means = sums[drawn].sum(axis=1) / np.maximum(counts[drawn].sum(axis=1), 1)
    low, high = np.quantile(means, (0.025, 0.975))
    return f"{sums.sum() / max(counts.sum(), 1):.2f} [{low:.2f}, {high:.2f}]"


if __name__ == "__main__":
    main()
