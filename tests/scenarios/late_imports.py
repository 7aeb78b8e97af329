"""The program, with a record of each module that it imports once it serves.

`python -m tests.scenarios.late_imports FILE run --discord` writes the names, one a line; it also
writes large libraries that a server never needs, if they are loaded when it begins to serve.

"""

import sys
from pathlib import Path
from typing import Final

from bot.__main__ import main

NEVER: Final = ("numba", "scipy", "gensim", "matplotlib")
"""Large libraries that commands import for their own work."""


def note_imports(file: Path) -> None:
    """Record in a file the imports after the start of the services."""
    from bot.server.supervisor import Supervisor  # noqa: PLC0415 - as late as the program

    output, run = file.open("a", encoding="utf-8"), Supervisor.run

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event == "import":
            print(arguments[0], file=output, flush=True)

    async def noted(supervisor: Supervisor) -> None:
        print(*filter(sys.modules.get, NEVER), file=output, flush=True)
        sys.addaudithook(hook)
        await run(supervisor)

    setattr(Supervisor, "run", noted)  # noqa: B010 - only here


if __name__ == "__main__":
    note_imports(Path(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
