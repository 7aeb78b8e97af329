"""Tests of chairs in a lobby, which it shows and offers in the words of its game."""

from itertools import product
from typing import Final

import pytest

from bot.lobby.events import DirectFound
from bot.lobby.game_events import OptionsChanged
from bot.lobby.view import note, present, table_blocks
from bot.texts import Texts, languages
from core.view import Choices, Fields, FormBlock, Text, with_panels
from tests.bot.lobby.gallows import gallows, read, shown
from tests.bot.lobby.tables import ANN, BEN, CAT, SIX, Table, name_of, opened, said

SPEAKERS: Final = {language: Texts.load(language) for language in languages()}

FOREIGN: Final = {
    "en": ("key", "spymaster", "clue", "card", "clue-time", " teammate"),
    "ja": ("キー", "スパイマスター", "ヒントを出す", "カード", "諜報員", "ボットのace"),
}
"""Words of Codenames that hangman lacks."""

SETTINGS: Final = [
    {"dealer": dealer, "mode": mode}
    for dealer, mode in product(
        ("honest", "cheating", "word", "thought"), ("together", "turns", "race")
    )
    if (dealer, mode) != ("thought", "race")
]


def rows(table: Table) -> list[str]:
    """Return the lines about chairs and people."""
    fields = [block for block in present(table.lobby, name_of).blocks if isinstance(block, Fields)]
    return [f"{said(name)}: {said(value)}" for block in fields for _, name, value in block.rows]


def offers(table: Table, **values: object) -> dict[str, str]:
    """Return the labels of the choices by line."""
    blocks = with_panels(shown(table, **values)).blocks
    choices = [one for one in blocks if isinstance(one, Choices)]
    found = [choice for block in choices for choice in block.choices]
    return {one.line: one.label if isinstance(one.label, str) else said(one.label) for one in found}


def test_open_chairs_at_a_closed_table_are_for_people_whom_the_host_chooses() -> None:
    table = gallows(dealer="word")
    table.do(ANN, "set join host")
    assert "Guessers: 7 more chairs are open to people whom the host chooses" in rows(table)
    table = gallows(dealer="word", guessers=2)
    table.do(ANN, "set join host")
    assert "Guesser 2: open to people whom the host chooses" in rows(table)


def test_chairs_that_are_alike_and_empty_are_one_line() -> None:
    table = gallows(dealer="word")
    assert rows(table) == [
        "The dealer: empty; it needs a person",
        "Guesser 1: empty; a bot takes it at the start",
        "Guessers: 7 more chairs are open to anybody",
        "Ann (member 1, host): waiting for a chair",
    ]
    table.do(ANN, "chair dealer")
    table.do(BEN, "chair guess3")
    table.do(ANN, "bot guess5")
    assert rows(table) == [
        "The dealer: Ann (member 1, host)",
        "Guesser 3: Ben (member 2)",
        "Guesser 5: a bot",
        "Guesser 1: empty; a bot takes it at the start",
        "Guessers: 5 more chairs are open to anybody",
    ]


def test_empty_chairs_that_bots_will_take_are_one_line_for_each_team() -> None:
    table = opened(ANN, places=SIX)
    table.do(ANN, "chair blue guesser")
    assert rows(table) == [
        "Blue spymaster: empty; a bot takes it at the start",
        "Blue guesser: Ann (member 1, host)",
        "Blue guesser 2: empty; a bot takes it at the start",
        "Red spymaster: empty; a bot takes it at the start",
        "Red guessers: 2 chairs are empty; bots take them at the start",
    ]


def test_one_button_joins_a_team_whose_chairs_are_alike() -> None:
    table = gallows(dealer="word", mode="race")
    found = offers(table, dealer="word", mode="race")
    assert {line: found[line] for line in found if line.startswith("chair ")} == {
        "chair blue": "Join Blue",
        "chair red": "Join Red",
        "chair dealer": "The dealer",
    }
    alone = offers(gallows(dealer="honest"), dealer="honest")
    assert alone["chair guessers"] == "Join the guessers"
    assert not any("dealer" in line for line in alone)


def test_chairs_that_differ_keep_their_buttons_and_those_alike_share_one() -> None:
    table = opened(ANN, places=SIX)
    table.do(ANN, "chair blue guesser")
    found = with_panels(present(table.lobby, name_of)).blocks
    lines = [choice.line for one in found if isinstance(one, Choices) for choice in one.choices]
    assert lines[1:8] == [
        "chair blue-spymaster",
        "chair blue-guesser-2",
        "chair red-spymaster",
        "chair red guesser",
        "stand",
        "watch",
        "leave",
    ]


@pytest.mark.parametrize("values", SETTINGS)
def test_what_is_offered_can_be_done(values: dict[str, str]) -> None:
    for line in offers(gallows(**values), **values):
        if line not in ("stand", "start"):
            gallows(**values).do(ANN, line)


@pytest.mark.parametrize("values", SETTINGS)
def test_only_a_race_has_teams_to_shuffle_and_no_table_of_hangman_spymasters(
    values: dict[str, str],
) -> None:
    found = offers(gallows(**values), **values)
    assert ("shuffle" in found) == (values["mode"] == "race")
    assert "spymaster" not in found


def test_a_bot_is_added_by_one_press_where_there_is_no_choice() -> None:
    values = {"dealer": "word"}
    table = gallows(**values)
    assert offers(table, **values)["bot guess1"] == "Add a bot"
    table.do(ANN, "bot guess1")
    assert offers(table, **values)["bot guess2"] == "Add a bot"
    race = {"dealer": "word", "mode": "race"}
    blocks = with_panels(shown(gallows(**race), **race)).blocks
    forms = [one for one in blocks if isinstance(one, FormBlock)]
    assert [one.blanks[0].values for one in forms if one.name == "bot"] == [("blue1", "red1")]


def _full(values: dict[str, str]) -> Table:
    """Return a table with people, the dealer too if a person deals, and bots."""
    table = gallows(**values)
    person = values["dealer"] in ("word", "thought")
    table.do(ANN, "chair dealer" if person else "chair guesser")
    table.do(BEN, "chair guesser")
    table.do(CAT, "join")
    for user, reached in ((ANN, True), (BEN, False)):
        table.hear(DirectFound(user, reached=reached))
    return table


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("values", SETTINGS)
def test_the_lobby_of_hangman_has_no_word_of_codenames(
    values: dict[str, str], language: str
) -> None:
    texts = SPEAKERS[language]
    table = _full(values)
    said_here = read(shown(table, **values), texts)
    for user in (ANN, BEN, CAT):
        said_here += read(note(table.lobby, user), texts)
    table.do(ANN, "set clock enforced")
    said_here += read(shown(table, **values), texts)
    if table.sits(ANN):
        table.do(ANN, "start")
        table.do(ANN, "leave")
        for block in table_blocks(table.lobby, name_of):
            if isinstance(block, Text):
                said_here.append(texts.say(block.phrase))
    text = "\n".join(said_here).lower()
    for word in FOREIGN[language]:
        assert word not in text.replace("hangman", ""), word


def test_who_deals_reads_alone_what_will_be_asked_there() -> None:
    table = gallows(dealer="thought")
    table.do(ANN, "chair dealer")
    assert read(note(table.lobby, ANN)) == [
        "Hangman: only for you",
        (
            "You're the dealer. When it's time to set the word or to answer, you're asked here. "
            "Don't tell anyone the word before the end."
        ),
    ]
    table.hear(DirectFound(ANN, reached=True))
    lines = read(shown(table, dealer="thought"))
    assert "Direct messages reach Ann: the dealer's questions come there." in lines


def test_each_side_of_a_race_is_told_where_its_board_comes() -> None:
    table = gallows(dealer="word", mode="race")
    table.do(ANN, "chair dealer")
    table.do(BEN, "chair red")
    table.hear(DirectFound(ANN, reached=True))
    table.hear(DirectFound(BEN, reached=False))
    (closed,) = (one for one in read(shown(table, dealer="word", mode="race")) if "Ben:" in one)
    assert "\"My board\" below the game's message shows the team's board" in closed
    assert "Your team's board comes here" in read(note(table.lobby, BEN))[1]


def test_a_table_that_needs_no_bots_promises_none() -> None:
    table = gallows(dealer="word")
    table.do(ANN, "chair dealer")
    table.do(BEN, "chair guess1")
    footer = 'To play, press "Join". The host, Ann, then presses "Start"'
    assert read(shown(table))[-1] == f"{footer}."
    table.hear(OptionsChanged(table.lobby.chairs[:2]))
    table.do(BEN, "stand")
    assert read(shown(table))[-1] == f"{footer}, and bots take the empty chairs."
    table.do(CAT, "chair guess1")
    assert read(shown(table))[-1] == 'All chairs are taken. The host, Ann, presses "Start".'
