"""A sample agent that compares letters; it plays in either chair, under either rule set."""

import json
import random
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


def say(**message: object) -> None:
    """Write an answer as a line."""
    print(json.dumps(message), flush=True)


def play() -> None:
    """Answer the referee's messages, one at a time, until it says quit."""
    team, vocabulary = "", list[str]()
    for line in sys.stdin:
        asked = json.loads(line)
        cards, shown = asked.get("cards", ()), asked.get("shown", ())
        covered = {n: card for n, card in enumerate(cards) if shown[n] is None}
        match asked["type"]:
            case "hello":
                say(type="ready", name="letters", version="2.0", author="the Spyring project")
            case "options":
                words = Path(asked["vocabulary"]).read_text(encoding="utf-8").split()
                vocabulary = [word for word in words if word.isalpha()]
            case "game":
                team = asked["team"]
                random.seed(asked["seed"])
            case "ask-clue":
                own = [card for n, card in covered.items() if asked["key"][n] == team]
                bad = [card for card in covered.values() if card not in own]
                say(type="clue", word=clue(vocabulary, own, bad), number=1)
            case "ask-guesses":
                ranked = sorted(covered.values(), key=lambda card: -likeness(asked["clue"], card))
                count = asked["number"] or 1
                say(type="guesses", guesses=[{"card": card} for card in ranked[:count]])
            case "quit":
                break


play()
