"""A sample agent that compares letters; it plays in either chair, under either rule set."""

import random
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path


def likeness(word: str, card: str) -> float:
    """Return the share of letters that two words have in common."""
    letters, others = set(word), set(card.lower())
    return len(letters & others) / len(letters | others)


def clue(words: Sequence[str], own: Sequence[str], bad: Sequence[str]) -> str:
    """Return the word that is most like one of the own cards, and unlike bad ones."""
    starts = {card[:3].lower() for card in (*own, *bad)}
    fresh = [word for word in random.sample(words, min(500, len(words))) if word[:3] not in starts]
    near = {word: max(likeness(word, card) for card in own) for word in fresh}
    danger = {word: max((likeness(word, card) for card in bad), default=0) for word in fresh}
    return max(fresh, key=lambda word: near[word] - danger[word])


def play() -> None:
    """Answer the referee's lines, one at a time, until it says quit."""
    team, key, vocabulary, covered = "", "", list[str](), dict[int, str]()
    for line in sys.stdin:
        match shlex.split(line):
            case "hello", _:
                print('hello letters 1.0 "the Spyring project"', flush=True)
            case "option", "vocabulary", path:
                words = Path(path).read_text(encoding="utf-8").split()
                vocabulary = [word for word in words if word.isalpha()]
            case "newgame", team, "first", _, "seed", seed:
                random.seed(int(seed))
            case "position", "cards", count, *rest:
                cards, fields = rest[: int(count)], rest[int(count) :]
                covered = {n: cards[n] for n, sign in enumerate(fields[1]) if sign == "-"}
                key = fields[3] if fields[2] == "key" else ""
            case "go", "clue":
                own = [card for n, card in covered.items() if key[n] == team[0].upper()]
                bad = [card for card in covered.values() if card not in own]
                print("clue", clue(vocabulary, own, bad), 1, flush=True)
            case "go", "guesses", word, number:
                ranked = sorted(covered.values(), key=lambda card: -likeness(word, card))
                print("guesses", *(f'"{card}"' for card in ranked[: int(number)]), flush=True)
            case "quit", *_:
                break


play()
