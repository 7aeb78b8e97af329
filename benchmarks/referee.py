"""Lines of garbage for the referee of agents in other processes, and its lines per second.

    python -m benchmarks.referee [--lines N] [--seed S]

A program writes lines of random bytes, of random characters, or close to the protocol. Each goes
through a real pipe to the reader of a clue or of guesses, with boards that have cards of several
words and odd characters. A fault is an exception other than the referee's own, or an accepted
answer that is unlawful. The exit code is 1 after a fault.
"""

import argparse
import sys
from collections import Counter
from time import perf_counter
from typing import Final

from bot.arena.external.process import AgentProcess
from bot.arena.external.protocol import (
    CLUE_NUMBERS,
    ClueAnswer,
    PickedCard,
    ProtocolBreach,
    read_clue,
    read_guesses,
)
from bot.progress import counted
from core.codenames.clue import malformed

CARDS: Final = ("lion", "ice cream", "O'Hara", "back\\slash", 'the "end"', "x=0.5", "海", "no")
COVERED: Final = (0, 1, 2, 4, 5, 6)
COUNTS: Final = range(1, 4)
SECONDS: Final = 60.0

FUZZER: Final = r"""
import json, random, sys
draw = random.Random(int(sys.argv[1]))
SIGNS = [chr(n) for n in (*range(1, 10), *range(11, 400), 0x202e, 0x3000, 0x6d77, 0x1f600)]
VALUES = ["lion", "ice cream", "O'Hara", "x=0.5", 'the "end"', "no", "\u6d77", "feline", "a b",
          "", 0, 1, 2, 9, 10, -1, 0.5, 1e9, float("nan"), True, None, [], {}, 10**30]
def card():
    named = {"card": draw.choice(VALUES[:8] if draw.randrange(4) else VALUES)}
    return named | ({"chance": draw.choice(VALUES)} if draw.randrange(4) == 0 else {})
def answer(kind):
    if draw.randrange(8) == 0:
        return draw.choice(VALUES)
    if kind == "clue":
        values = {"word": draw.choice(VALUES), "number": draw.choice(VALUES[9:])}
    else:
        values = {"guesses": [card() for _ in range(draw.randrange(5))]}
    return {"type": draw.choice([kind, kind, kind, "info2", 1]), **values}
def line(kind):
    sort = draw.randrange(8)
    if sort == 0:
        raw = bytes(draw.randrange(256) for _ in range(draw.randrange(60)))
    elif sort == 1:
        raw = "".join(draw.choice(SIGNS) for _ in range(draw.randrange(40))).encode()
    else:
        raw = json.dumps(answer(kind), ensure_ascii=draw.random() < 0.5).encode()
    if draw.randrange(8) == 0:
        cut = draw.randrange(len(raw) + 1)
        raw = raw[:cut] + draw.choice([b"", b"}", b'"', b"\\"]) + raw[cut + draw.randrange(3):]
    return raw.replace(b"\n", b" ")
out = sys.stdout.buffer
for question in sys.stdin:
    if draw.randrange(50) == 0:
        out.write(b'{"type": "info", "at": ' + str(draw.randrange(9)).encode() + b"}\n")
    if draw.randrange(5000) == 0:
        out.write(b"x" * 70000)
    out.write(line(question.strip()) + b"\n")
    out.flush()
"""


def judged(program: AgentProcess, number: int) -> str:
    """Ask for a clue or for guesses; return the referee's verdict on the answer."""
    try:
        if number % 2:
            return _clue(read_clue(program.ask("clue", seconds=SECONDS)))
        line = program.ask("guesses", seconds=SECONDS)
        return _guesses(read_guesses(line, CARDS, COVERED, COUNTS))
    except ProtocolBreach as breach:
        return f"refused: {str(breach).split(':', maxsplit=1)[0].split(',', maxsplit=1)[0][:40]}"


def _clue(answer: ClueAnswer) -> str:
    lawful = answer.number in CLUE_NUMBERS and malformed(answer.word) is None
    return "accepted clue" if lawful else "FAULT: unlawful clue"


def _guesses(picks: tuple[PickedCard, ...]) -> str:
    places = [pick.place for pick in picks]
    chances = [pick.chance for pick in picks if pick.chance is not None]
    lawful = len(places) in COUNTS and len(set(places)) == len(places)
    lawful &= set(places) <= set(COVERED) and all(0 <= chance <= 1 for chance in chances)
    return "accepted guesses" if lawful else "FAULT: unlawful guesses"


def main() -> int:
    """Run the benchmark and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    print(f"{arguments.lines} lines, seed {arguments.seed}")
    verdicts, start = Counter[str](), perf_counter()
    program = AgentProcess((sys.executable, "-I", "-S", "-c", FUZZER, str(arguments.seed)))
    try:
        for number in counted(range(arguments.lines)):
            verdicts[judged(program, number)] += 1
    finally:
        program.kill()
    seconds = perf_counter() - start
    for verdict, count in verdicts.most_common():
        print(f"{count:>9} {verdict}")
    print(f"{arguments.lines / seconds:,.0f} lines a second")
    faults = sum(count for verdict, count in verdicts.items() if verdict.startswith("FAULT"))
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
