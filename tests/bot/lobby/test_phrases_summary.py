"""Tests of a table's settings: their sentences, and the tables that have them."""

import pytest

from bot.lobby import settings
from bot.lobby.forms import Offer, settings_panel
from bot.lobby.phrases import names, shown, summary
from bot.texts import Texts, languages
from core.view import FormBlock
from tests.bot.lobby.gallows import gallows
from tests.bot.lobby.tables import ANN, name_of, opened, said

HANGMANS = ("clock", "guess-time", "hours", "pace", "stop", "join", "theme", "thread")


def test_a_table_has_the_settings_that_its_chairs_heed() -> None:
    assert names(opened(ANN).lobby) == settings.SETTING_NAMES
    assert names(gallows().lobby) == HANGMANS


@pytest.mark.parametrize("line", ["set clue-time 2m", "set bot ace", "set clue-time=2m pace=1"])
def test_a_setting_that_a_table_has_not_is_refused(line: str) -> None:
    table = gallows()
    assert table.refused(ANN, line) == "table-setting-unknown"
    assert table.lobby.settings == opened(ANN).lobby.settings


def test_the_forms_of_a_table_have_no_other_settings() -> None:
    panel = settings_panel(gallows().lobby, Offer(), name_of)
    found = [form for form in panel.blocks if isinstance(form, FormBlock)]
    assert sorted(blank.name for form in found for blank in form.blanks) == sorted(HANGMANS)
    labels = [said(blank.label) for form in found for blank in form.blanks]
    assert "Time for a guess or an answer" in labels


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ((), "no clock · bots take 2 s · the host can stop the game · dark board"),
        (
            ("clock enforced", "clue-time 1m30s", "guess-time 45s"),
            (
                "1 min 30 s for a clue, 45 s for the guesses of a turn, and then the turn ends "
                "· bots take 2 s · the host can stop the game · dark board"
            ),
        ),
        (
            (
                "clock slow",
                "hours 1",
                "pace 0",
                "stop anyone",
                "join host",
                "theme light",
                "thread on",
            ),
            (
                "1 hour for a move · bots don't wait · anybody can stop the game "
                "· the host chooses who plays · light board · a thread of its own"
            ),
        ),
        (
            ("clock advisory", "bot gloss", "pace 1.5"),
            (
                "3 min for a clue, 3 min for the guesses of a turn, and a message when "
                "time is up · bots take 1.5 s · the bot gloss fills empty chairs · the host can "
                "stop the game · dark board"
            ),
        ),
    ],
)
def test_settings_are_told_in_words(lines: tuple[str, ...], told: str) -> None:
    table = opened(ANN)
    for line in lines:
        table.do(ANN, f"set {line}")
    assert said(summary(table.lobby, table.lobby.settings)) == told


@pytest.mark.parametrize("language", languages())
def test_no_words_for_settings_are_option_names(language: str) -> None:
    texts = Texts.load(language)
    for table in (opened(ANN), gallows()):
        for clock in settings.OFFERED["clock"]:
            table.do(ANN, f"set clock {clock}")
            told = texts.say(summary(table.lobby, table.lobby.settings))
            assert not any(f"{name} {value}" in told for name, value in shown(table.lobby))
            assert "clue-time" not in told
            assert "guess-time" not in told
