"""Values become JSON and come back equal."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any, ClassVar, NewType, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.codec import Codec, CodecError, read_known, read_value, tag_of, write_value
from bot.lobby.events import LobbyEvent
from bot.lobby.game_events import EVENT_TYPES
from bot.lobby.settings import LobbySettings
from core.codenames.model import Event, Options
from core.rules import Seat, Secret

Name = NewType("Name", str)


class Colour(Enum):
    RED = "r"
    BLUE = "b"


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Drawing:
    shape: Point | Circle
    shapes: tuple[Point | Circle, ...]
    origin: Point | None = None


@dataclass(frozen=True, slots=True)
class Dot:
    """A point under another name; Ring and Sketch are a circle and a drawing."""

    STORED_TAG: ClassVar[str] = "point"

    across: int = field(metadata={"stored": "x"})
    up: float = field(default=0.0, metadata={"stored": "y"})


@dataclass(frozen=True, slots=True)
class Ring:
    STORED_TAG: ClassVar[str] = "circle"

    middle: Dot = field(metadata={"stored": "centre"})
    radius: float


@dataclass(frozen=True, slots=True)
class Sketch:
    STORED_TAG: ClassVar[str] = "drawing"

    figure: Dot | Ring = field(metadata={"stored": "shape"})
    figures: tuple[Dot | Ring, ...] = field(metadata={"stored": "shapes"})
    start: Dot | None = field(default=None, metadata={"stored": "origin"})


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two fields with swapped stored names."""

    x: int = field(metadata={"stored": "y"})
    y: int = field(metadata={"stored": "x"})


@dataclass(frozen=True, slots=True)
class Everything:
    name: Name
    colour: Colour
    secret: Secret[bytes]
    shape: Point | Circle
    maybe: Point | None
    number: int | None
    pairs: tuple[tuple[str, int], ...]
    couple: tuple[str, bool]
    marks: frozenset[tuple[str, int]]
    table: Mapping[str, float]


EVERYTHING = Everything(
    name=Name("Ann"),
    colour=Colour.BLUE,
    secret=Secret(b"\x00\xff"),
    shape=Circle(Point(1, 2.5), 3.0),
    maybe=None,
    number=None,
    pairs=(("a", 1), ("b", 2)),
    couple=("c", True),
    marks=frozenset({("a", 1), ("b", 2)}),
    table={"a": 0.5},
)


def secrets(kind: Any) -> st.SearchStrategy[Any]:
    (inner,) = get_args(kind) or (str,)
    return st.from_type(inner).map(Secret)


st.register_type_strategy(Secret, secrets)


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_a_value_of_every_kind_of_field_comes_back_equal() -> None:
    codec = Codec([Everything])
    body = through_json(codec.body(EVERYTHING))
    assert codec.read(codec.tag(EVERYTHING), body) == EVERYTHING


@given(st.one_of([st.from_type(kind) for kind in get_args(Event)]))
def test_every_event_of_codenames_comes_back_equal(event: Event) -> None:
    codec = Codec(get_args(Event))
    body = through_json(codec.body(event))
    assert codec.read(codec.tag(event), body) == event


@given(st.one_of([st.from_type(kind) for kind in EVENT_TYPES]))
def test_every_event_of_a_table_comes_back_equal(event: LobbyEvent) -> None:
    codec = Codec(EVENT_TYPES, prefix="table-")
    body = through_json(codec.body(event))
    assert codec.tag(event).startswith("table-")
    assert codec.read(codec.tag(event), body) == event


def test_no_tag_of_a_table_is_one_of_a_game() -> None:
    game, table = Codec(get_args(Event)), Codec(EVENT_TYPES, prefix="table-")
    assert not any("table-" + tag_of(kind) in game for kind in EVENT_TYPES)
    assert not any(tag_of(kind) in table for kind in get_args(Event))


@given(st.builds(Options), st.builds(LobbySettings))
def test_options_and_settings_come_back_equal(options: Options, settings: LobbySettings) -> None:
    assert read_value(Options, through_json(write_value(Options, options))) == options
    written = through_json(write_value(LobbySettings, settings))
    assert read_value(LobbySettings, written) == settings


def test_a_field_that_is_missing_takes_its_default() -> None:
    assert read_value(Point, {"x": 1}) == Point(1)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"x": "1"},
        {"x": True},
        {"x": 1.5},
        {"x": 1, "z": 2},
        {"x": None},
        [],
        None,
    ],
)
def test_what_is_no_body_is_refused(body: Any) -> None:
    with pytest.raises(CodecError):
        read_value(Point, body)


def test_an_unknown_tag_is_refused() -> None:
    with pytest.raises(CodecError, match="nothing is called"):
        Codec([Point]).read("circle", {})


def test_a_fault_in_a_secret_body_does_not_tell_it() -> None:
    codec = Codec([Everything])
    body = {**codec.body(EVERYTHING), "secret": "no-hex-but-secret"}
    with pytest.raises(CodecError) as caught:
        codec.read("everything", body)
    assert "no-hex-but-secret" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_class_that_is_not_known_has_no_tag() -> None:
    assert not Codec([Point]).knows(EVERYTHING)
    with pytest.raises(KeyError):
        Codec([Point]).tag(EVERYTHING)


def test_two_plain_kinds_cannot_be_told_apart() -> None:
    @dataclass(frozen=True)
    class Either:
        value: int | str

    with pytest.raises(TypeError, match="apart"):
        Codec([Either]).body(Either(1))


def test_a_list_is_no_known_kind() -> None:
    @dataclass(frozen=True)
    class Listed:
        values: list[int] = field(default_factory=list)

    with pytest.raises(TypeError):
        Codec([Listed]).body(Listed())


def test_mappings_of_any_make_come_back_as_such() -> None:
    value = MappingProxyType({"a": 1.0})
    kind = Mapping[str, float]
    assert read_value(kind, write_value(kind, value)) == value


def test_a_seat_is_written_as_its_name() -> None:
    assert write_value(Seat, Seat("red-spymaster")) == "red-spymaster"


@dataclass(frozen=True, slots=True)
class Spin:
    """A field whose default differs from its value in older data."""

    speed: int = field(default=1, metadata={"missing": 0})


DRAWING = Drawing(Circle(Point(1, 2.5), 3.0), (Point(1), Circle(Point(2), 1.0)), Point(3, 4.5))
SKETCH = Sketch(Ring(Dot(1, 2.5), 3.0), (Dot(1), Ring(Dot(2), 1.0)), Dot(3, 4.5))


def test_what_is_renamed_is_stored_under_its_old_names() -> None:
    old, new = Codec([Drawing], prefix="a-"), Codec([Sketch], prefix="a-")
    body = old.body(DRAWING)
    assert new.tag(SKETCH) == old.tag(DRAWING) == "a-drawing"
    assert json.dumps(new.body(SKETCH)) == json.dumps(body)
    assert new.read("a-drawing", through_json(body)) == SKETCH
    assert old.read("a-drawing", through_json(new.body(SKETCH))) == DRAWING


def test_a_renamed_field_that_is_missing_takes_its_default() -> None:
    assert read_value(Dot, {"x": 1}) == Dot(1)


def test_a_field_that_is_missing_takes_what_was_so_before_it_came() -> None:
    assert read_value(Spin, {}) == Spin(speed=0)
    assert read_value(Spin, write_value(Spin, Spin())) == Spin() == Spin(speed=1)


@pytest.mark.parametrize("body", [{"across": 1}, {"x": 1, "across": 1}, {"x": 1, "up": 2.5}])
def test_what_is_renamed_is_not_read_under_its_new_names(body: Any) -> None:
    with pytest.raises(CodecError):
        read_value(Dot, body)
    with pytest.raises(CodecError):
        Codec([Dot]).read("dot", {"x": 1})


def test_two_fields_may_exchange_their_names() -> None:
    assert write_value(Swapped, Swapped(x=1, y=2)) == {"y": 1, "x": 2}
    assert read_value(Swapped, {"x": 2, "y": 1}) == Swapped(x=1, y=2)


def test_a_subclass_is_stored_under_a_name_of_its_own() -> None:
    class Speck(Dot):
        pass

    assert (tag_of(Dot), tag_of(Speck)) == ("point", "speck")


@dataclass(frozen=True, slots=True)
class Loose:
    """Values that all have a default."""

    speed: int = field(default=1, metadata={"stored": "pace"})
    colour: Colour = Colour.RED


def test_of_another_version_what_is_known_is_read() -> None:
    assert read_known(Loose, {"pace": 2, "colour": "green", "size": 3}) == Loose(2)
    assert read_known(Loose, {"speed": 2, "colour": "b"}) == Loose(colour=Colour.BLUE)
