import re
from xml.etree import ElementTree as ET

from tools.record_terminal import PICTURE, Frame, drawn

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> dict[str, ET.Element]:
    root = ET.fromstring(picture)  # noqa: S314 - our own picture
    return {element.text or "": element for element in root.iter(f"{SVG}text")}


def test_runs_of_a_row_keep_their_places_and_colours() -> None:
    found = texts(drawn([Frame("A \x1b[1m\x1b[38;5;231m\x1b[48;5;160m猫 <R>\x1b[0m end", 1.0)]))
    assert found[" end"].get("x") == "67.2"
    assert found["猫 <R>"].get("textLength") == "50.4"
    assert found["猫 <R>"].get("fill") == "#ffffff"
    assert found["猫 <R>"].get("font-weight") == "bold"


def test_each_screen_has_its_time_and_equal_rows_are_drawn_once() -> None:
    picture = drawn([Frame("one\ntwo", 1.0), Frame("one\nthree", 3.0)])
    assert set(texts(picture)) == {"one", "two", "three"}
    assert re.findall(r"([\d.]+%)\{transform:translateX\((-?\d+)px", picture) == [
        ("0.000%", "0"),
        ("25.000%", "-672"),
    ]


def test_the_picture_shows_no_path_of_a_machine() -> None:
    picture = PICTURE.read_text(encoding="utf-8")
    assert "wins:" in picture
    assert not re.search("/(?:tmp|home|root|work)", picture)
