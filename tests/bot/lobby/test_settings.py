import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.lobby.settings import (
    NAMES,
    Clocking,
    Shade,
    Stopping,
    TableSettings,
    changed,
    duration,
    shown,
)
from core.rules import IllegalAction

settings = st.builds(
    TableSettings,
    clock=st.sampled_from(Clocking),
    clue_seconds=st.integers(10, 3600),
    guess_seconds=st.integers(10, 3600),
    slow_hours=st.integers(1, 168),
    bot=st.sampled_from(["ace", "gloss"]),
    pace_seconds=st.integers(0, 300).map(lambda tenths: tenths / 10),
    stop=st.sampled_from(Stopping),
    theme=st.sampled_from(Shade),
    thread=st.booleans(),
)


@given(settings)
def test_settings_go_into_json_and_come_back(table: TableSettings) -> None:
    assert TableSettings.from_json(json.loads(json.dumps(table.to_json()))) == table


@given(settings)
def test_settings_are_typed_as_they_are_shown(table: TableSettings) -> None:
    typed = TableSettings()
    for name, value in shown(table):
        typed = changed(typed, name, value)
    assert typed == table


def test_settings_of_other_versions_can_be_read() -> None:
    body = {"clock": "slow", "colour": "red", "bot": 7, "stop": "nobody", "pace_seconds": 3}
    assert TableSettings.from_json(body) == TableSettings(clock=Clocking.SLOW, pace_seconds=3.0)
    assert TableSettings.from_json({}) == TableSettings()


def test_every_setting_has_a_name() -> None:
    assert len(NAMES) == len(fields(TableSettings))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90),
        ("90s", 90),
        ("90 sec", 90),
        ("2m", 120),
        ("2 min", 120),
        ("2m 30s", 150),
        ("2M30", 150),
        (" 10 ", 10),
        ("60m", 3600),
    ],
)
def test_times_are_read(text: str, seconds: int) -> None:
    assert changed(TableSettings(), "clue-time", text).clue_seconds == seconds


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("clue-time", "9"),
        ("clue-time", "3601"),
        ("clue-time", "61m"),
        ("clue-time", "-60"),
        ("clue-time", ""),
        ("clue-time", "1:30"),
        ("clue-time", "٩٠"),
        ("guess-time", "9" * 100_000),
        ("hours", "169"),
        ("hours", "1.5"),
        ("hours", "9" * 100_000),
        ("pace", "31"),
        ("pace", "nan"),
        ("pace", "1e1"),
        ("clock", "x" * 100_000),
        ("stop", ""),
        ("thread", "yes"),
    ],
)
def test_values_that_cannot_be_are_refused_shortly(name: str, text: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        changed(TableSettings(), name, text)
    assert len(str(refused.value.phrase)) < 400


def test_times_are_written_as_people_type_them() -> None:
    assert [duration(seconds) for seconds in (0, 59, 60, 61, 3600)] == [
        "0s",
        "59s",
        "1m",
        "1m1s",
        "60m",
    ]


def test_other_values_are_read() -> None:
    table = TableSettings()
    assert changed(table, "clock", "Advisory").clock is Clocking.ADVISORY
    assert changed(table, "hours", "48h").slow_hours == 48
    assert changed(table, "pace", "1.5s").pace_seconds == 1.5
    assert changed(table, "bot", "expert:gloss").bot == "gloss"
    assert changed(table, "stop", "anyone").stop is Stopping.ANYONE
