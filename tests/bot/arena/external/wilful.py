"""An agent that does one thing wrong, for the tests of the referee: ``wilful.py KIND [PATH]``.

It plays by the letter otherwise: the clue "clueword", the first covered cards.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

KIND, PATH = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else os.devnull
SLEEPER = [sys.executable, "-c", "import sys; sys.stdin.read()"]


def say(line: str) -> None:
    sys.stdout.buffer.write(line.encode() + b"\n")
    sys.stdout.buffer.flush()


def wait() -> None:
    """Do nothing until the input ends, and go on doing nothing then."""
    for _ in sys.stdin:
        pass
    os.read(os.pipe()[0], 1)


def board(position: str) -> list[str]:
    """Return the covered cards of a position whose cards are single words."""
    words = position.split()
    cards = words[3 : 3 + int(words[2])]
    shown = words[4 + len(cards)]
    return [card for card, sign in zip(cards, shown, strict=True) if sign == "-"]


def answer(question: list[str], position: str) -> str:
    covered = board(position)
    if question == ["clue"]:
        return {"clue-of-board": f"clue {covered[0]} 1", "clue-zero": "clue word 0"}.get(
            KIND, "clue clueword 1"
        )
    count = int(question[-1])
    right = " ".join(covered[:count])
    return {
        "card-twice": f"guesses {covered[0]} {covered[0]}",
        "no-card": "guesses zebra",
        "too-many": f"guesses {' '.join(covered[: count + 2])}",
        "none": "guesses",
        "one-more": f"guesses {' '.join(covered[: count + 1])}",
        "chances": f"guesses {right.replace(' ', '=0.5 ')}=0.5",
    }.get(KIND, f"guesses {right}")


def start_child() -> None:
    child = subprocess.Popen(SLEEPER, stdin=subprocess.PIPE)  # noqa: S603
    Path(PATH).write_text(f"{child.pid}", encoding="utf-8")
    say("look what I have started")


def repeat(words: bytes) -> None:
    while True:
        os.write(1, words)


def record(line: str) -> None:
    with Path(PATH).open("a", encoding="utf-8") as file:
        file.write(line)


def announce_process() -> None:
    Path(PATH).write_text(f"{os.getpid()}\n", encoding="utf-8")
    wait()


DEEDS: dict[str, Callable[[], object]] = {
    "late": wait,
    "waiting": announce_process,
    "crash": lambda: sys.exit("models not found"),
    "quiet-exit": lambda: sys.exit(0),
    "garbage": lambda: say("\x1b[2J?!"),
    "no-utf8": lambda: os.write(1, b"\xff\xfe\n"),
    "long": lambda: os.write(1, b"x" * 200_000 + b"\n"),
    "endless": lambda: repeat(b"x" * 65_536),
    "chatty": lambda: repeat(b"info I am thinking\n"),
    "noisy": lambda: os.write(2, b"warning\n" * 100_000),
    "remarks": lambda: say("info a remark"),
    "children": start_child,
}


def greet() -> None:
    if KIND == "late-hello":
        wait()
    say("good day" if KIND == "no-hello" else "hello wilful 1 tests")


def main() -> None:
    position = ""
    for line in sys.stdin:
        if KIND == "recorder":
            record(line)
        match line.split():
            case "hello", *_:
                greet()
            case "position", *_:
                position = line
            case "go", *question:
                DEEDS.get(KIND, str)()
                for _ in range(1 + (KIND == "twice")):
                    say(answer(question, position))
            case "quit", *_ if KIND != "stubborn":
                return
    if KIND == "stubborn":
        wait()


main()
