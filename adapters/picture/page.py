"""A view as one HTML page, for a spymaster elsewhere, without scripts or external files.

As on a picture, every face has a colour, a shape and a letter. In print, cells are black on white
with large letters, for printers without colours or backgrounds.
"""

from collections.abc import Iterator
from html import escape
from typing import Final

from adapters.picture.palette import PALETTES, Theme
from bot.texts import Texts
from core.view import BLANK, Block, Cell, Face, Fields, Grid, Phrase, Text, View

STYLE: Final = """
body { font-family: system-ui, sans-serif; max-width: 44rem; margin: 1rem auto; padding: 0 .75rem;
  color: #1d1b18; background: #fff; line-height: 1.4; }
h1 { font-size: 1.25rem; }
table { border-collapse: separate; border-spacing: 3px; width: 100%; table-layout: fixed; }
th { font-weight: normal; }
tbody th, thead th:first-child { width: 1.5rem; }
td { border: 3px solid; border-radius: 6px; text-align: center; padding: .5em 0;
  font-size: clamp(.8rem, 4.5vw, 1.75rem); font-weight: bold; overflow-wrap: anywhere; }
ul { list-style: none; padding: 0; }
.badge { display: inline-block; min-width: 2.5em; padding: .1em .3em; border: 2px solid;
  border-radius: 4px; text-align: center; font-weight: bold; }
@media print { body { margin: 0; max-width: none; } tr, li { break-inside: avoid; }
  td, .badge { color: #000 !important; background: #fff !important; } }
"""
"""The style of cells and text; the faces' colours follow."""

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""Permission for browsers to load: nothing."""


def page(view: View, texts: Texts) -> bytes:
    """Return a view as a page in UTF-8, without actions, in the language of the texts."""
    title = escape(texts.say(view.title))
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(texts.language)}">',
        '<head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="robots" content="noindex">',
        f"<title>{title}</title>",
        f"<style>{STYLE}{''.join(_colours())}</style></head>",
        f"<body><h1>{title}</h1>",
        *(line for block in view.blocks for line in _block(block, texts)),
        *([_paragraph(view.footer, texts)] if view.footer else []),
        "</body></html>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _colours() -> Iterator[str]:
    for colour, paint in PALETTES[Theme.LIGHT].paints.items():
        yield (
            f".{colour.value} {{ background: rgb{paint.fill}; color: rgb{paint.text};"
            f" border-color: rgb{paint.edge}; }}\n"
        )


def _block(block: Block, texts: Texts) -> Iterator[str]:
    match block:
        case Text(phrase=said):
            yield _paragraph(said, texts)
        case Fields(rows=rows):
            yield "<ul>"
            for face, name, value in rows:
                badge = f"{_badge(face)} " if face else ""
                told = f"{escape(texts.say(name))}: {escape(texts.say(value))}"
                yield f"<li>{badge}{told}</li>"
            yield "</ul>"
        case Grid():
            yield from _grid(block, texts)


def _paragraph(said: Phrase, texts: Texts) -> str:
    return f"<p>{escape(texts.say(said))}</p>"


def _grid(grid: Grid, texts: Texts) -> Iterator[str]:
    yield f'<table aria-label="{escape(texts.say(grid.alt))}">'
    heads = "".join(f'<th scope="col">{escape(cell.column)}</th>' for cell in grid.cells[0])
    yield f"<thead><tr><th></th>{heads}</tr></thead><tbody>"
    for row in grid.cells:
        cells = "".join(map(_cell, row))
        yield f'<tr><th scope="row">{escape(row[0].row)}</th>{cells}</tr>'
    yield "</tbody></table>"


def _cell(cell: Cell) -> str:
    face = cell.known
    signs = "" if face == BLANK else escape(f"{face.glyph.value} {face.letter}")
    inner = "<br>".join(part for part in (escape(cell.label), signs) if part)
    return f'<td class="{face.colour.value}">{inner}</td>'


def _badge(face: Face) -> str:
    signs = escape(f"{face.glyph.value} {face.letter}")
    return f'<span class="badge {face.colour.value}">{signs}</span>'
