"""Options of benchmarks on the command line."""

from argparse import Namespace
from typing import Any


def with_tuples(parsed: Namespace) -> dict[str, Any]:
    """Return parsed options as keywords of a `Configuration`, with tuples instead of lists."""
    pairs = vars(parsed).items()
    return {name: tuple(value) if isinstance(value, list) else value for name, value in pairs}
