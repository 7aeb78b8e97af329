"""The program's entry point, which handles Ctrl-C before the slow imports.

The import of the games takes a moment, in which people already press Ctrl-C. So `main` prepares for
that before it imports `bot.cli.main`.
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
    import spyring

    sys.exit(spyring.main())
