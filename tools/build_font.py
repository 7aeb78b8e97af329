"""Cuts the font for Japanese pictures: `python -m tools.build_font NotoSansJP-Regular.otf`.

Needs fonttools, unlike all other tools. The font is Noto Sans JP 2.004 of notofonts/noto-cjk; the
subset goes to adapters/picture/data.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from adapters.picture.text import JAPANESE

NAME = "Spyring Japanese"
NAMES = {1: NAME, 3: NAME, 4: NAME, 6: NAME.replace(" ", "")}
"""The new names of the changed font, by their number in its table."""

KEPT_NAMES = [0, 1, 2, 3, 4, 5, 6, 13, 14]
"""The copyright, names, version and licence."""


def characters() -> frozenset[int]:
    """Return the characters of JIS X 0208, Latin letters, punctuation and the wide and half forms.

    The standard's 6,879 characters include all kana and 6,355 kanji.
    """
    cells = (bytes((row, cell)) for row in range(0xA1, 0xFF) for cell in range(0xA1, 0xFF))
    japanese = "".join(cell.decode("euc_jp", errors="ignore") for cell in cells)
    latin = (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2040))
    return frozenset((*map(ord, japanese), *latin, *range(0xFF01, 0xFFF0)))


def cut(source: Path, target: Path) -> None:
    """Write the subset of a font."""
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.name_IDs = KEPT_NAMES
    options.notdef_outline = True
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters())
    cutter.subset(font)
    for number, name in NAMES.items():
        font["name"].setName(name, number, 3, 1, 0x409)
    font.save(target)


if __name__ == "__main__":
    cut(Path(sys.argv[1]), JAPANESE)
    print(f"{JAPANESE.name}: {JAPANESE.stat().st_size:,} bytes")
