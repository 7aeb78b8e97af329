"""Jobs that other processes find by this module's name."""

import os
import signal
from dataclasses import dataclass
from pathlib import Path

from core.rules import Refusal


@dataclass(frozen=True, slots=True)
class Square:
    """A number to square, and a file that grows by a byte a run; `fails` names the failure."""

    number: int
    runs: str = ""
    fails: str = ""

    @property
    def key(self) -> str:
        """The item's name."""
        return f"square of {self.number}"


def square(item: Square) -> dict[str, object]:
    """Return the square, and the number of threads for linear algebra."""
    if item.runs:
        with Path(item.runs).open("ab") as file:
            file.write(b".")
    _fail(item.fails)
    threads = os.environ.get("OPENBLAS_NUM_THREADS", "")
    return {"square": item.number**2, "third": item.number / 3, "threads": threads}


def plain_square(item: Square) -> dict[str, object]:
    """Return the square alone, which is equal in every process."""
    return {name: value for name, value in square(item).items() if name != "threads"}


def _fail(fails: str) -> None:
    match fails:
        case "refusal":
            raise Refusal("state-missing", path="nothing")
        case "error":
            raise ZeroDivisionError("no numbers left")
        case "interrupt":
            raise KeyboardInterrupt
        case "death":
            os.kill(os.getpid(), signal.SIGKILL)
