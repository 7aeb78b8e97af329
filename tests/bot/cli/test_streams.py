import gc
import io
import os

import pytest

from adapters.terminal.cells import width
from bot.cli.streams import READABLE, STAND_INS, discard, loading, prepare
from core.view import Glyph
from tests.bot.programs import unread


@pytest.fixture(autouse=True)
def _prepared() -> None:
    prepare()


def test_a_stand_in_is_one_ascii_character_as_wide_as_what_it_stands_for() -> None:
    for character, stand_in in STAND_INS.items():
        assert len(stand_in) == 1
        assert stand_in.isascii()
        assert width(character) == 1


def test_no_two_shapes_have_the_same_stand_in() -> None:
    shapes = [glyph.value for glyph in Glyph if glyph is not Glyph.NONE]
    assert len({STAND_INS[shape] for shape in shapes}) == len(shapes)


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("●│résumé…", "ascii", "o|resume~"),
        ("● résumé", "latin-1", "o r\xe9sum\xe9"),
        ("くじら", "ascii", "\\u304f\\u3058\\u3089"),
        ("\udcff", "utf-8", "\\udcff"),
        ("🐋", "ascii", "\\U0001f40b"),
    ],
)
def test_what_an_encoding_lacks_is_written_readably(text: str, encoding: str, shown: str) -> None:
    assert text.encode(encoding, READABLE).decode(encoding) == shown


def test_a_stream_without_a_reader_is_abandoned_without_a_fault() -> None:
    with unread() as writing, open(os.dup(writing), "w", encoding="utf-8") as stream:  # noqa: PTH123
        stream.write("kept in the buffer")
        discard(stream)


def test_a_stream_without_a_descriptor_can_be_abandoned() -> None:
    discard(io.StringIO())


def test_the_garbage_collector_is_at_work_again_once_modules_are_loaded() -> None:
    with loading():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_modules_that_were_loaded_before_keep_no_garbage() -> None:
    with loading():
        frozen = gc.get_freeze_count()
    assert gc.get_freeze_count() == frozen
