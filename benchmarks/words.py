"""Processor time of the largest allowed packs, and of the most expensive lines.

    python -m benchmarks.words [--words N] [--lines N] [--seed S]

For a pack it measures reading and look-up, the opening of a table, and the deal. For a line it
measures the judgement and the match of a clue, and the look-up of a card, on a board of 100 cards.
Times are milliseconds of processor time, on new words and lines. The exit code is 1 if a game takes
more than 200 before it starts, or a line more than 20.
"""

import argparse
import gc
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from string import ascii_lowercase
from time import process_time
from typing import Final

from bot.gametypes.codenames.bots import load_understanding, pack_warnings
from bot.gametypes.codenames.game_type import codenames_type, embedded_referee
from core.agents.japanese import understanding_of
from core.codenames.clue import LONGEST_CLUE
from core.codenames.deal import Supply, check_supply, drawn_layout, unseen
from core.codenames.model import Card, Observation, Options, Phase
from core.codenames.notation import parse
from core.rules import InvalidNotation
from core.words.ensemble import clue_words
from core.words.packs import (
    MOST_WORDS,
    Pack,
    default_pack,
    japanese_pack,
    mixed,
    of_pack,
    parse_pack,
)
from core.words.receptive_words import receptive_vocabulary

START: Final = 200.0
"""The limit in milliseconds before a game starts."""

LINE: Final = 20.0
"""The limit in milliseconds of a line."""

LARGE: Final = Options(rows=10, cols=10)


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run: the words of a pack, and the lines of each kind."""

    words: int
    lines: int
    seed: int


def milliseconds(work: Callable[[], object]) -> float:
    """Return the milliseconds of processor time of a function."""
    start = process_time()
    work()
    return 1000 * (process_time() - start)


def known_words() -> Iterator[str]:
    """Yield the words that bots know, without Japanese ones."""
    return chain(clue_words(), receptive_vocabulary().ranks)


def packs(count: int, chance: random.Random) -> Iterator[Pack]:
    """Yield packs of a number of words: known ones, and two kinds of unknown ones."""
    known = [word for word in known_words() if len(word) < 16]
    yield Pack("known", tuple(chance.sample(known, count)))
    for name, signs in (("unknown", ascii_lowercase), ("kana", "あいうえおかきくけこ")):
        words = {"".join(chance.choices(signs, k=7)) for _ in range(count)}
        yield Pack(name, tuple(sorted(words)))


def report_pack(pack: Pack) -> float:
    """Print the times of a pack; return the time before a game starts."""
    text, half = "\n".join(pack.words), pack.words[: len(pack.words) // 2]
    seen, supply = pack.words[::100], Supply(pack)
    parts = {
        "mix": lambda: mixed([Pack("half", half), default_pack()]),
        "lobby": lambda: pack_warnings(pack),
        "alike": lambda: check_supply(supply, LARGE.size),
        "skip": lambda: unseen(pack, seen, LARGE.size, of_pack(pack, seen)),
        "deal": lambda: drawn_layout(LARGE, supply, bytes(16)),
    }
    bots = codenames_type().bots
    added = milliseconds(lambda: bots.unknown_words(parse_pack(text, pack.name)))
    times = {part: milliseconds(work) for part, work in parts.items()}
    start = sum(times.values())
    told = ", ".join(f"{part} {time:.1f}" for part, time in times.items())
    print(f"{pack.name:<10} added {added:.1f}, before a game {start:.1f}: {told}")
    return start


def lines(count: int, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Yield lines with their kinds: those that two slips can produce, and others."""
    long = [word for word in known_words() if len(word) > 11]
    for _ in range(count):
        head, tail = chance.choice(long), chance.choice(long)
        yield "slips", head[: chance.randint(3, 12)] + tail[-chance.randint(3, 12) :]
        yield "vowels", "".join(chance.choices("aeiouy", k=chance.randint(6, LONGEST_CLUE)))
        yield "letters", "".join(chance.choices(ascii_lowercase, k=LONGEST_CLUE))
        yield "endings", "".join(chance.choices(("ing", "ed", "un", "ness", "er"), k=12))
        yield "parts", "-".join(chance.choices(long, k=3))[:LONGEST_CLUE]
        yield "kana", "".join(chance.choices("あいうえおかきくけこ海山川ー", k=LONGEST_CLUE))
        yield "marks", "a" + "".join(chance.choices("\u0301\u0323\u0308", k=LONGEST_CLUE - 2)) + "b"
        yield "very long", "".join(chance.choices("ab\u0301\u0323", k=3900))


def judge(text: str, cards: tuple[str, ...]) -> None:
    """Handle a line as a clue, and as a card."""
    if embedded_referee().breach(text, cards) is None:
        understanding_of(cards).understand(text)
    try:
        parse(f"guess {text}", Observation(LARGE, None, Phase.GUESS, tuple(map(Card, cards))), 1)
    except InvalidNotation:
        return


def report_lines(count: int, chance: random.Random) -> float:
    """Print the longest time of each kind of line on three boards; return the longest."""
    several = tuple(" ".join(chance.choices(ascii_lowercase, k=8)) for _ in range(LARGE.size))
    most = dict[str, float]()
    for pack in (default_pack(), japanese_pack(), Pack("several", several)):
        cards = pack.words[: LARGE.size]
        load_understanding(cards)
        judge("whale", cards)
        gc.freeze()
        for kind, text in lines(count, chance):
            took = milliseconds(lambda text=text, cards=cards: judge(text, cards))  # type: ignore[misc]
            most[kind] = max(most.get(kind, 0.0), took)
    for kind, took in most.items():
        print(f"{kind:<10} {took:5.1f}")
    return max(most.values())


def main() -> int:
    """Run the benchmark and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--words", type=int, default=MOST_WORDS)
    parser.add_argument("--lines", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    configuration = Configuration(**vars(parser.parse_args()))
    print(f"{configuration}\nchecksum: {default_pack().digest}")
    chance = random.Random(configuration.seed)
    load_understanding(("sea",))
    start = max(report_pack(pack) for pack in packs(configuration.words, chance))
    line = report_lines(configuration.lines, chance)
    print(f"start {start:.1f} of {START:.0f}, line {line:.1f} of {LINE:.0f} milliseconds")
    return 1 if start > START or line > LINE else 0


if __name__ == "__main__":
    sys.exit(main())
