import re
from html.parser import HTMLParser

import pytest

from adapters.picture.page import page
from bot.gametypes.codenames.commands import card_view, keyword_card
from bot.texts import Texts, languages
from core.view import BLANK, Cell, Colour, Face, Glyph, Grid, Text, View, phrase

VOID = frozenset({"meta", "br"})
CARD = keyword_card("ocean", 4, 5, 3)
BLUE = Face("B", Glyph.CIRCLE, Colour.BLUE)


class Reader(HTMLParser):
    """Reads a page: the text of its cells, and whether its elements are closed in order."""

    def __init__(self, written: bytes) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.cells: list[str] = []
        self.feed(written.decode())
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "td":
            self.cells.append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open:
            self.cells[-1] += data


def test_every_face_has_its_letter_and_shape_beside_its_colour() -> None:
    read = Reader(page(card_view(CARD), Texts.load()))
    assert read.open == []
    letters = {"blue": "● B", "red": "■ R", "green": "▲ G", "bystander": "○ T", "assassin": "✖ K"}
    assert read.cells == [letters[one.name.lower()] for one in CARD.key.identities]
    classes = [attrs["class"] for tag, attrs in read.elements if tag == "td"]
    assert dict(zip(read.cells, classes, strict=True)) == {
        "● B": "blue", "■ R": "red", "▲ G": "green", "○ T": "sand", "✖ K": "black"
    }  # fmt: skip


@pytest.mark.parametrize("language", languages())
def test_a_page_is_in_its_language_and_fits_a_telephone(language: str) -> None:
    written = page(card_view(CARD), Texts.load(language))
    elements = Reader(written).elements
    assert ("html", {"lang": language}) in elements
    assert any(attrs.get("name") == "viewport" for _, attrs in elements)
    assert Texts.load(language).say(card_view(CARD).title) in written.decode()


def test_a_page_needs_no_script_and_nothing_from_elsewhere() -> None:
    written = page(card_view(CARD), Texts.load())
    for tag, attrs in Reader(written).elements:
        assert tag not in {"script", "link", "img", "iframe"}
        assert attrs.keys().isdisjoint({"src", "href", "onload", "onclick"})
    assert b"url(" not in written
    assert b"@import" not in written


def test_a_printer_without_colours_tells_as_much() -> None:
    printed = page(card_view(CARD), Texts.load()).decode().partition("@media print")[2]
    rule = re.search(r"td, .badge {([^}]*)}", printed)
    assert rule
    assert "color: #000 !important" in rule[1]
    assert "background: #fff !important" in rule[1]


def test_everything_that_is_written_is_escaped() -> None:
    mean = '"><script>alert(1)</script>&amp;'
    cell = Cell("A1", mean, BLANK, hint=BLUE)
    said = phrase("rating-person", name=mean)
    view = View(said, (Grid(((cell,),), said), Text(said)), footer=said)
    read = Reader(page(view, Texts.load()))
    assert read.open == []
    assert "script" not in {tag for tag, _ in read.elements}
    assert read.cells == [f"{mean}● B"]
    assert ("table", {"aria-label": mean}) in read.elements
