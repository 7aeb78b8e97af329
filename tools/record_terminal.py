"""Records a game in the terminal as an animated SVG: `python -m tools.record_terminal`.

tmux runs `spyring play` with a fixed seed and an empty home folder, and the script types `LINES` at
its prompts. Each screen becomes a frame of docs/pictures/terminal.svg. The game is real: when a
change to the bots changes the clues, change the lines as well.
"""

import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from prompt_toolkit.formatted_text import ANSI, split_lines, to_formatted_text
from prompt_toolkit.utils import get_cwidth

PICTURE: Final = Path(__file__).parent.parent / "docs" / "pictures" / "terminal.svg"
SEED: Final = 7
TURNS: Final = ("stroke gum", "palm sole", "coffee", "spade jumper", "emperor hail")
LINES: Final = " pass ".join(TURNS).split()
"""The cards of each turn, and the lines that are typed."""

COLUMNS: Final = 80
ROWS: Final = 28
CELL: Final = (8.4, 17)
"""Width and height of a character, in pixels."""

TYPED_SECONDS: Final = 0.9
SHOWN_SECONDS: Final = 2.2
LAST_SECONDS: Final = 6.0
ENDED: Final = "wins:"
"""Part of the heading of the last board, which begins the last two screens."""

_PROMPT: Final = re.compile(r"> a \w+, or help\s*$|\[Y/n\]\s*$")
_POLL_SECONDS: Final = 0.5
_PATIENCE_SECONDS: Final = 120
_FOREGROUND: Final = "#d8dee9"
_BACKGROUND: Final = "#17191d"
_GREY: Final = "#8a919d"
_NAMED: Final = {"ansibrightblack": _GREY}
"""The colours by name; all others on screen have a number."""


class Frame(NamedTuple):
    """A screen as rows of text with ANSI escapes, and its duration."""

    screen: str
    seconds: float


def main() -> None:
    """Record the game and write the picture."""
    with TemporaryDirectory() as home:
        frames = list(record(Path(home)))
    PICTURE.write_text(drawn(frames), encoding="utf-8")


def record(home: Path) -> Iterator[Frame]:
    """Yield the screens of the game; raises TimeoutError if a prompt fails to appear."""
    play = [sys.executable, "-m", "bot", "play", "--seed", str(SEED)]
    size = ["-x", str(COLUMNS), "-y", str(ROWS)]
    _tmux(home, "new-session", "-d", *size, "-e", f"HOME={home}", *play)
    try:
        yield Frame(_prompted(home), SHOWN_SECONDS)
        for line in LINES:
            _tmux(home, "send-keys", "-l", line)
            time.sleep(_POLL_SECONDS)
            yield Frame(_screen(home), TYPED_SECONDS)
            _tmux(home, "send-keys", "Enter")
            screen = _prompted(home)
            if line != "pass":
                _tmux(home, "send-keys", "Enter")
                screen = _prompted(home)
            if line != LINES[-1]:
                yield Frame(screen, SHOWN_SECONDS)
        rows = _tmux(home, "capture-pane", "-p", "-e", "-S", "-").split("\n")
        first = max(number for number, row in enumerate(rows) if ENDED in row)
        yield Frame("\n".join(rows[first : first + ROWS]), LAST_SECONDS)
        yield Frame("\n".join(rows[first + ROWS :][:ROWS]), LAST_SECONDS)
    finally:
        _tmux(home, "kill-server")


def _prompted(home: Path) -> str:
    """Return the first screen with a prompt that no longer changes."""
    end = time.monotonic() + _PATIENCE_SECONDS
    last = ""
    while time.monotonic() < end:
        time.sleep(_POLL_SECONDS)
        screen = _screen(home)
        if screen == last and _PROMPT.search(_tmux(home, "capture-pane", "-p").rstrip()):
            return screen
        last = screen
    raise TimeoutError(last)


def _screen(home: Path) -> str:
    return _tmux(home, "capture-pane", "-p", "-e")


def _tmux(home: Path, *arguments: str) -> str:
    command = ["tmux", "-S", str(home / "tmux"), "-f", "/dev/null", *arguments]
    program = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    return program.stdout


# The picture.


def drawn(frames: Sequence[Frame]) -> str:
    """Return an SVG that plays the frames; without animation, it shows the last board."""
    width, height = (round(cells * size) for cells, size in zip((COLUMNS, ROWS), CELL, strict=True))
    rows = [[_row(fragments) for fragments in _rows(frame.screen)] for frame in frames]
    names = {row: f"r{number}" for number, row in enumerate(dict.fromkeys(chain(*rows)))}
    screens = "\n".join(
        f'<g transform="translate({number * width})">'
        + "".join(f'<use href="#{names[row]}" y="{y * CELL[1]}"/>' for y, row in enumerate(screen))
        + "</g>"
        for number, screen in enumerate(rows)
    )
    defined = "\n".join(f'<g id="{name}">{row}</g>' for row, name in names.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 {width + 24} {height + 24}">\n'
        f"<title>A game of Codenames in the terminal</title>\n"
        f"<style>{_style(frames, width)}</style>\n"
        f'<rect x="-12" y="-12" width="100%" height="100%" rx="8" fill="{_BACKGROUND}"/>\n'
        f"<defs>{defined}</defs>\n"
        f'<svg width="{width}" height="{height}"><g class="film">{screens}</g></svg>\n</svg>\n'
    )


def _style(frames: Sequence[Frame], width: int) -> str:
    """Return CSS that moves the film by a screen at the end of each frame."""
    *starts, total = accumulate((frame.seconds for frame in frames), initial=0.0)
    steps = " ".join(
        f"{start / total:.3%}{{transform:translateX({-number * width}px)}}"
        for number, start in enumerate(starts)
    )
    last = -(len(frames) - 2) * width
    return (
        "text{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}"
        f".film{{animation:play {total:.1f}s steps(1,end) infinite}}@keyframes play{{{steps}}}"
        f"@media(prefers-reduced-motion){{.film{{animation:none;transform:translateX({last}px)}}}}"
    )


def _rows(screen: str) -> Iterator[list[tuple[str, str]]]:
    """Yield the rows of a screen as runs of one style, with their text."""
    for fragments in split_lines(to_formatted_text(ANSI(screen.rstrip("\n")))):
        runs = groupby(fragments, key=lambda fragment: fragment[0])
        yield [(style, "".join(each[1] for each in run)) for style, run in runs]


def _row(runs: Iterable[tuple[str, str]]) -> str:
    """Return a row as SVG: each run has its place, so that no font can shift the next one."""
    parts: list[str] = []
    column = 0
    for style, text in runs:
        x, size = column * CELL[0], get_cwidth(text) * CELL[0]
        column += get_cwidth(text)
        words = [_NAMED.get(word, word) for word in style.split()]
        for colour in (word.removeprefix("bg:") for word in words if word.startswith("bg:#")):
            box = f'x="{x:.1f}" width="{size:.1f}" height="{CELL[1]}" fill="{colour}"'
            parts.append(f"<rect {box}/>")
        if text.strip():
            weight = ' font-weight="bold"' if "bold" in words else ""
            faint = ' opacity=".65"' if "dim" in words else ""
            place = f'x="{x:.1f}" y="13" textLength="{size:.1f}" lengthAdjust="spacingAndGlyphs"'
            fill = quoteattr(next((word for word in words if word.startswith("#")), _FOREGROUND))
            parts.append(f"<text {place} fill={fill}{weight}{faint}>{escape(text)}</text>")
    return "".join(parts)


if __name__ == "__main__":
    main()
