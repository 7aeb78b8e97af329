"""Hangman: the time for an answer, and each guesser's number of guesses against each dealer.

    python -m benchmarks.hangman
    python -m benchmarks.hangman --games 1000 --category words --length 6 --lives 8

Times are processor times, on made-up words. The plain version must give the same answers, except
for ties; every move checks this. Without `--lives` nobody loses. The honest dealer draws a word for
each game, and the lines before the games show the exact means over all words of the list; the other
dealers' games differ only if chance breaks ties.
"""

import argparse
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import TypeAlias

import numpy as np

from bot.progress import counted, progress
from core.hangman.candidates import Candidates, Dictionary
from core.hangman.dealer_policies import FAMILY_POLICIES, DealerPolicy, cheating, optimal
from core.hangman.guesser_bot import most_frequent, next_guess
from core.hangman.model import Places, places_in
from core.words.word_lists import word_list


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output."""

    games: int
    seed: int
    category: str
    length: int
    lives: int | None
    words: int


@dataclass(frozen=True, slots=True)
class Move:
    """A position, the guessed letter, and the remaining lives, if they count."""

    candidates: Candidates
    plain: frozenset[str]
    letter: str
    lives: int | None


Seen: TypeAlias = tuple[tuple[str, Places], ...]
"""The letters and their places, which determine a position."""

Guessing: TypeAlias = Callable[[Candidates], str]
"""Chooses letters; a single remaining word is solved without it."""

GUESSERS: Mapping[str, Guessing] = {
    "frequency": most_frequent,
    "ours": lambda candidates: next_guess(candidates, listed=False),
}


def main() -> None:
    """Print the times, then the games."""
    configuration = _options()
    pack = word_list(configuration.category)
    print(f"{configuration}\nchecksum: {pack.digest[:12]}")
    print(times(configuration))
    dictionary = Dictionary.of(pack.words, configuration.length)
    print(f"\n{thinking(dictionary, configuration.lives or 14)}")
    print("\nevery word once, honest dealer")
    print(f"{'':12}{'wrong':>8}{'guesses':>9}{'most':>6}")
    for name, guessing in GUESSERS.items():
        print(f"{name:12}{over_all(dictionary, guessing)}", flush=True)
    print(f"\n{configuration.games} games\n{'':24}{'found':>7}{'wrong':>16}{'guesses':>16}")
    for line in tournament(dictionary, configuration):
        print(line, flush=True)


def times(configuration: Configuration) -> str:
    """Return a table of milliseconds and memory for an answer of each dealer."""
    words = made_up(configuration.words, configuration.length, configuration.seed)
    tracemalloc.start()
    before = process_time()
    dictionary = Dictionary.of(words, configuration.length)
    loading = process_time() - before
    memory = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    listed = sum(map(sys.getsizeof, words))
    moves = list(game(dictionary, "cheating"))
    check(moves)
    plain = timed(moves, lambda move: plain_cheating(move.plain, move.letter, move.candidates))
    lines = [
        f"{len(words)} words of {configuration.length} letters, {loading * 1000:.0f} ms to load",
        f"memory: {memory / 2**20:.1f} MiB, and {listed / 2**20:.1f} MiB for the list of words",
        f"{'milliseconds':24}{'first':>9}{'mean':>9}{'most':>9}",
        _line("cheating, plain Python", plain, plain),
        *(
            _line(name, timed(list(game(dictionary, name)), _answering(name)), plain)
            for name in dealers()
        ),
    ]
    return "\n".join(lines)


def thinking(dictionary: Dictionary, lives: int) -> str:
    """Return a table of milliseconds for an answer of `optimal` on the words of a list."""
    lines = [f"{f'{len(dictionary.words)} words':24}{'first':>9}{'mean':>9}{'most':>9}"]
    for some in (None, lives):
        seconds = timed(list(game(dictionary, "optimal", some)), _answering("optimal"))
        lines.append(
            _row("optimal, no lives" if some is None else f"optimal, {some} lives", seconds)
        )
    return "\n".join(lines)


def made_up(count: int, length: int, seed: int) -> tuple[str, ...]:
    """Return distinct words of random letters, common letters more often."""
    chance = random.Random(seed)
    letters = "etaoinshrdlucmfwygpbvkxjqz"
    weights = [1 / (place + 3) for place in range(len(letters))]
    words: dict[str, None] = {}
    while len(words) < count:
        words["".join(chance.choices(letters, weights, k=length))] = None
    return tuple(words)


def game(dictionary: Dictionary, dealer: str, lives: int | None = None) -> Iterator[Move]:
    """Yield the moves of a game against a dealer, with letters by frequency."""
    left, rng = dictionary.all(), np.random.default_rng(0)
    while left.score and lives != 0:
        move = Move(left, frozenset(left.words()), most_frequent(left), lives)
        yield move
        places = _answered(dealer, move, rng)
        left = left.answered(move.letter, places)
        lives = lives if lives is None or places else lives - 1


def dealers() -> Mapping[str, DealerPolicy]:
    """Return the dealers that may change their word, by name."""
    return {**FAMILY_POLICIES, "optimal": _optimal}


def _optimal(candidates: Candidates, letter: str, rng: np.random.Generator, /) -> Places:
    return optimal(candidates, letter, None, rng)


def _answering(name: str) -> Callable[[Move], object]:
    """Return the function to time: a dealer's answer and the remaining words."""
    rng = np.random.default_rng(0)

    def move(asked: Move) -> object:
        places = _answered(name, asked, rng)
        return asked.candidates.answered(asked.letter, places)

    return move


def _answered(dealer: str, move: Move, rng: np.random.Generator) -> Places:
    if dealer == "optimal":
        return optimal(move.candidates, move.letter, move.lives, rng)
    return dealers()[dealer](move.candidates, move.letter, rng)


def plain_cheating(words: frozenset[str], letter: str, known: Candidates) -> Places:
    """Return the cheating dealer's answer in plain Python, the first of ties."""
    guessed = known.guessed | {letter}
    families: dict[Places, list[str]] = {}
    for word in words:
        families.setdefault(places_in(word, letter), []).append(word)
    scores = {
        places: sum(len(set(word) - guessed) for word in family)
        for places, family in families.items()
    }
    rejected = scores.pop((), -1)
    best = max(scores.values(), default=-1)
    return () if rejected > best else min(one for one, score in scores.items() if score == best)


def check(moves: Sequence[Move]) -> None:
    """Raise AssertionError if the two versions of the rule disagree, except for ties."""
    for move in moves:
        plain = plain_cheating(move.plain, move.letter, move.candidates)
        ours = cheating(move.candidates, move.letter, np.random.default_rng(0))
        scores = [move.candidates.answered(move.letter, one).score for one in (plain, ours)]
        assert bool(plain) == bool(ours)
        assert scores[0] == scores[1]


def timed(moves: Sequence[Move], answer: Callable[[Move], object]) -> tuple[float, ...]:
    """Return the seconds of each move, the least of three runs."""
    return tuple(min(_seconds(answer, move) for _ in range(3)) for move in counted(moves))


def _seconds(answer: Callable[[Move], object], move: Move) -> float:
    before = process_time()
    answer(move)
    return process_time() - before


def _line(name: str, seconds: Sequence[float], yardstick: Sequence[float]) -> str:
    """Return a row with the ratio of the first moves' times."""
    return f"{_row(name, seconds)}{yardstick[0] / seconds[0]:9.1f}x"


def _row(name: str, seconds: Sequence[float]) -> str:
    """Return the first, mean and longest time in milliseconds."""
    times = (seconds[0], float(np.mean(seconds)), max(seconds))
    return f"{name:24}" + "".join(f"{1000 * value:9.2f}" for value in times)


def over_all(dictionary: Dictionary, guessing: Guessing) -> str:
    """Return the mean wrong guesses and all guesses over a dictionary, and the most wrong ones."""
    totals = np.zeros(2)
    most = found = 0

    def walk(left: Candidates, wrong: int, guesses: int) -> None:
        nonlocal most, found
        if len(left) == 1:
            totals[:] += wrong, guesses + (left.score > 0)
            most = max(most, wrong)
            report(found := found + 1)
            return
        letter = guessing(left)
        for family in left.families(letter):
            rest = left.answered(letter, family.places)
            walk(rest, wrong + (not family.places), guesses + 1)

    with progress(len(dictionary.words)) as report:
        walk(dictionary.all(), 0, 0)
    wrong, guesses = totals / len(dictionary.words)
    return f"{wrong:8.3f}{guesses:9.3f}{most:6}"


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a game: whether the word was found, and the wrong and all guesses."""

    found: bool
    wrong: int
    guesses: int


def tournament(dictionary: Dictionary, configuration: Configuration) -> Iterator[str]:
    """Yield a line for each dealer and guesser: means with 95% intervals over the games."""
    for dealer in ("honest", *dealers()):
        for name, guessing in GUESSERS.items():
            match = Match(dictionary, dealer, guessing, configuration.lives)
            seeds = range(configuration.seed, configuration.seed + configuration.games)
            played = [match.play(np.random.default_rng(seed)) for seed in counted(seeds)]
            yield f"{dealer:12}{name:12}{_means(played)}"


@dataclass
class Match:
    """A guesser against a dealer, with a cache of deterministic choices."""

    dictionary: Dictionary
    dealer: str
    guessing: Guessing
    lives: int | None
    asked: dict[Seen, str] = field(default_factory=dict)
    answered: dict[Seen, Places] = field(default_factory=dict)

    def play(self, rng: np.random.Generator) -> Played:
        """Play a game; return its result. The last remaining word is solved."""
        left, wrong = self.dictionary.all(), 0
        seen: Seen = ()
        word = left.word(int(rng.integers(len(left))))
        while len(left) > 1 and wrong != self.lives:
            letter = self._letter(left, seen)
            places = self._places(left, seen, letter, wrong, word, rng)
            left, seen = left.answered(letter, places), (*seen, (letter, places))
            wrong += not places
        found = wrong != self.lives
        return Played(found, wrong, len(seen) + (found and left.score > 0))

    def _letter(self, left: Candidates, seen: Seen) -> str:
        if seen not in self.asked:
            self.asked[seen] = self.guessing(left)
        return self.asked[seen]

    def _places(
        self,
        left: Candidates,
        seen: Seen,
        letter: str,
        wrong: int,
        word: str,
        rng: np.random.Generator,
    ) -> Places:
        if self.dealer == "honest":
            return places_in(word, letter)
        if self.dealer != "optimal":
            return dealers()[self.dealer](left, letter, rng)
        if seen not in self.answered:
            lives = None if self.lives is None else self.lives - wrong
            self.answered[seen] = optimal(left, letter, lives, rng)
        return self.answered[seen]


def _means(played: Sequence[Played]) -> str:
    """Return the share of found words, and the means of wrong and all guesses ± 95%."""
    values = np.array([(one.wrong, one.guesses) for one in played], dtype=np.float64)
    half = 1.96 * values.std(axis=0) / np.sqrt(len(values))
    means = zip(values.mean(axis=0), half, strict=True)
    found = sum(one.found for one in played) / len(played)
    return f"{found:7.3f}" + "".join(f"{mean:9.2f} ±{side:5.2f}" for mean, side in means)


def _options() -> Configuration:
    parser = argparse.ArgumentParser(description="Answers per second, and guesses by dealer.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--category", default="words")
    parser.add_argument("--length", type=int, default=6)
    parser.add_argument("--lives", type=int, help="wrong guesses that lose; default: none do")
    parser.add_argument("--words", type=int, default=100_000, help="words in the timed list")
    return Configuration(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
