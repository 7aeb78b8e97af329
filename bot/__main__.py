"""The start of the program: light, so that from the first moment nothing ends in a traceback.

Importing the games takes a moment in which people already press Ctrl-C. Only when that is
provided for is `bot.cli.main` imported, which does the work.
"""

import sys
from collections.abc import Sequence

from bot.cli.streams import INTERRUPTED, loading, prepare


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    prepare()
    try:
        with loading():
            from bot.cli.main import main as run  # noqa: PLC0415 - it imports all the rest
        return run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
