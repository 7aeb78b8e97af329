"""The program's entry point, which handles Ctrl-C before the slow imports.

The games import for a moment, in which people already press Ctrl-C. So `main` imports
`bot.cli.main` only once it handles that.
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
