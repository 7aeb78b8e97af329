"""The program's entry point, which refuses a start where other packages hide Spyring's own.

The packages have ordinary names, so Spyring needs an environment of its own. This module imports
none of them before it knows that Python would find the right ones.
"""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PACKAGES: Final = ("bot", "adapters", "core", "migrations")

HIDDEN_EXIT: Final = 2
"""The exit code of a refused start, as of a refused command."""


def main() -> int:
    """Run one command; return the exit code."""
    if problem := hidden_package():
        sys.stderr.write(f"spyring: {problem}\n")
        return HIDDEN_EXIT
    from bot.__main__ import main as run  # noqa: PLC0415 - another package may be called bot

    return run()


def hidden_package() -> str:
    """Return a sentence about the first package that another one hides, "" if there is none."""
    folder = Path(__file__).resolve().parent
    for name in PACKAGES:
        spec = find_spec(name)
        found = Path(spec.origin).resolve().parent if spec and spec.origin else None
        if found != folder / name:
            return (
                f"Python finds {found or 'nothing'} as the package {name!r}, not Spyring's own in"
                f" {folder}. Install Spyring in an environment of its own, with pipx, uv tool"
                " install or python -m venv, and leave PYTHONPATH empty."
            )
    return ""


if __name__ == "__main__":
    sys.exit(main())
