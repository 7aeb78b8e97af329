import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.codec import read_known, write_value
from bot.lobby.phrases import summary
from bot.lobby.settings import (
    SETTING_NAMES,
    SETTINGS,
    BoardTheme,
    ClockMode,
    JoinPolicy,
    LobbySettings,
    Setting,
    StopPolicy,
    changed,
    duration,
    shown,
)
from bot.texts import Texts, languages
from core.command import value_label
from core.rules import IllegalAction
from core.view import phrase
from tests.bot.lobby.tables import ANN, opened, said

settings = st.builds(
    LobbySettings,
    clock=st.sampled_from(ClockMode),
    clue_seconds=st.integers(10, 3600),
    guess_seconds=st.integers(10, 3600),
    slow_hours=st.integers(1, 168),
    bot=st.sampled_from(["ace", "gloss"]),
    pace_seconds=st.integers(0, 300).map(lambda tenths: tenths / 10),
    stop=st.sampled_from(StopPolicy),
    join=st.sampled_from(JoinPolicy),
    theme=st.sampled_from(BoardTheme),
    thread=st.booleans(),
)


@given(settings)
def test_settings_go_into_json_and_come_back(table: LobbySettings) -> None:
    written = json.dumps(write_value(LobbySettings, table))
    assert read_known(LobbySettings, json.loads(written)) == table


@given(settings)
def test_settings_are_typed_as_they_are_shown(table: LobbySettings) -> None:
    typed = LobbySettings()
    for name, value in shown(table):
        typed = changed(typed, name, value)
    assert typed == table


def test_settings_of_other_versions_can_be_read() -> None:
    body = {"clock": "slow", "colour": "red", "bot": 7, "stop": "nobody", "pace_seconds": 3}
    assert read_known(LobbySettings, body) == LobbySettings(clock=ClockMode.SLOW, pace_seconds=3.0)
    assert read_known(LobbySettings, {}) == LobbySettings()


FOUND_OUT = {"reactions"}
"""Settings that people do not type: actions at the table change them."""


def test_every_setting_has_a_name() -> None:
    typed = [field.name for field in fields(LobbySettings) if field.name not in FOUND_OUT]
    assert len(SETTING_NAMES) == len(typed)
    assert [one.field for one in SETTINGS] == typed


@pytest.mark.sampled
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda one: one.name)
@given(table=settings)
def test_a_setting_is_read_as_it_is_shown(setting: Setting, table: LobbySettings) -> None:
    value = getattr(table, setting.field)
    assert setting.read(setting.show(value)) == value
    assert [setting.show(setting.read(text)) for text in setting.offered] == [*setting.offered]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda one: one.name)
@pytest.mark.parametrize("language", languages())
def test_a_setting_is_labelled_in_every_language(setting: Setting, language: str) -> None:
    label = phrase(f"{'codenames' if setting.by_game else 'blank'}-{setting.name}")
    values = [value_label(setting.name, one) for one in setting.offered if setting.worded]
    asked = [phrase(f"ask-option-{setting.asked}")] if setting.admin else []
    texts = Texts.load(language)
    for each in (label, *values, *asked):
        assert not isinstance(each, str)
        assert texts.say(each).strip()


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda one: one.name)
def test_a_setting_is_summarised(setting: Setting) -> None:
    clock = ClockMode.SLOW if setting.name == "hours" else ClockMode.ENFORCED
    table, lobby = LobbySettings(clock=clock), opened(ANN).lobby
    values = setting.offered or ("gloss",)
    told = {said(summary(lobby, changed(table, setting.name, value))) for value in values}
    assert len({said(summary(lobby, table)), *told}) > 1


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
    assert changed(LobbySettings(), "clue-time", text).clue_seconds == seconds


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
        ("join", "invited"),
        ("thread", "yes"),
    ],
)
def test_values_that_cannot_be_are_refused_shortly(name: str, text: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        changed(LobbySettings(), name, text)
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
    table = LobbySettings()
    assert changed(table, "clock", "Advisory").clock is ClockMode.ADVISORY
    assert changed(table, "hours", "48h").slow_hours == 48
    assert changed(table, "pace", "1.5s").pace_seconds == 1.5
    assert changed(table, "bot", "expert:gloss").bot == "gloss"
    assert changed(table, "stop", "anyone").stop is StopPolicy.ANYONE
