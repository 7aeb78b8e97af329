"""An agent that does one thing wrong, for the tests of the referee: ``wilful.py KIND [PATH]``.

Otherwise it plays correctly: the clue "clueword", the first covered cards.

"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

KIND, PATH = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else os.devnull
SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]


def say(line: str) -> None:
    sys.stdout.buffer.write(line.encode() + b"\n")
    sys.stdout.buffer.flush()


def tell(kind: str, **values: object) -> None:
    say(json.dumps({"type": kind, **values}))


def wait() -> None:
    """Do nothing until the input ends, and nothing after that."""
    for _ in sys.stdin:
        pass
    os.read(os.pipe()[0], 1)


def answer(asked: dict[str, Any]) -> None:
    covered = [
        card for card, shown in zip(asked["cards"], asked["shown"], strict=True) if not shown
    ]
    if asked["type"] == "ask-clue":
        word = covered[0] if KIND == "clue-of-board" else "clueword"
        tell("clue", word=word, number=0 if KIND == "clue-zero" else 1)
        return
    count = asked["number"]
    cards = {
        "card-twice": [covered[0], covered[0]],
        "no-card": ["zebra"],
        "too-many": covered[: count + 2],
        "none": [],
        "one-more": covered[: count + 1],
    }.get(KIND, covered[:count])
    chance = {"chance": 0.5} if KIND == "chances" else {}
    tell("guesses", guesses=[{"card": card, **chance} for card in cards])


def start_child() -> None:
    leaves = KIND == "children-that-leave"
    child = subprocess.Popen(SLEEPER, stdin=subprocess.PIPE, start_new_session=leaves)  # noqa: S603
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
    "chatty": lambda: repeat(b'{"type": "info", "said": "I am thinking"}\n'),
    "noisy": lambda: os.write(2, b"warning\n" * 100_000),
    "remarks": lambda: tell("info", said="a remark"),
    "children": start_child,
    "children-that-leave": start_child,
}


def greet() -> None:
    if KIND == "late-hello":
        wait()
    if KIND == "no-hello":
        say("good day")
    else:
        tell("ready", name="wilful", version="1", author="tests")


def main() -> None:
    for line in sys.stdin:
        if KIND == "recorder":
            record(line)
        asked = json.loads(line)
        match asked["type"]:
            case "hello":
                greet()
            case "ask-clue" | "ask-guesses":
                DEEDS.get(KIND, str)()
                for _ in range(1 + (KIND == "twice")):
                    answer(asked)
            case "quit" if KIND != "stubborn":
                return
    if KIND == "stubborn":
        wait()


main()
