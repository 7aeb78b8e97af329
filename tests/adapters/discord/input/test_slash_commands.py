"""Slash commands made of the command tables, against Discord's limits."""

import pytest

from adapters.chat.commands import CommandAction, CommandEntry, by_path, line_of_command
from adapters.discord.input.slash_commands import digest, payload
from bot.identity import User
from bot.lobby.notation import LOBBY_COMMANDS
from bot.texts import Texts, languages
from tests.adapters.discord.hall import TABLES
from tests.loopback.discord.rules.command import all_breaches

SPOKEN = {language: Texts.load(language) for language in languages()}
ENTRIES = tuple(TABLES.entries())
PATHS = by_path(ENTRIES, SPOKEN["en"])


def test_all_commands_keep_discords_limits() -> None:
    assert [str(each) for each in all_breaches(payload(ENTRIES, SPOKEN))] == []


@pytest.mark.parametrize("language", languages())
def test_no_two_commands_and_no_two_options_beside_each_other_share_a_name(language: str) -> None:
    texts = SPOKEN[language]
    assert len({entry.path(texts) for entry in ENTRIES}) == len(ENTRIES)
    for entry in ENTRIES:
        options = [option.name for option in entry.command.options]
        assert len(set(options)) == len(options)


def test_every_command_of_the_games_and_the_table_has_its_slash_command() -> None:
    made = {entry.command.name for entry in ENTRIES if entry.action is CommandAction.SAY}
    played = (one for game in TABLES.games for one in game.play)
    assert made == {command.name for command in (*played, *LOBBY_COMMANDS)}
    assert ("clue",) in PATHS
    assert ("guess",) in PATHS


def test_a_game_has_no_command_that_means_nothing_in_it() -> None:
    for path in (("key",), ("takeback",), ("table", "spymaster"), ("table", "agree")):
        assert ("codenames", *path) in PATHS
        assert ("hangman", *path) not in PATHS
    assert ("hangman", "board") in PATHS


@pytest.mark.parametrize(
    ("path", "given", "said"),
    [
        (("clue",), {"number": "2", "word": "ocean"}, "clue ocean 2"),
        (("codenames", "guess"), {"card": "scuba diver"}, "guess scuba diver"),
        (("codenames", "join"), {}, "join"),
        (("codenames", "join"), {"side": "red"}, "join red"),
        (("codenames", "settings"), {"value": "slow", "setting": "clock"}, "set clock slow"),
        (("codenames", "table", "host"), {"who": User("discord", "42")}, "host discord:42"),
        (
            ("codenames", "table", "spymaster"),
            {"member": User("discord", "42")},
            "spymaster discord:42",
        ),
        (("codenames", "table", "spymaster"), {"side": "red"}, "spymaster red"),
        (
            ("codenames", "table", "replace"),
            {"place": "red-guesser", "who": "bot:ace"},
            "replace red-guesser bot:ace",
        ),
    ],
)
def test_what_is_typed_becomes_a_line(
    path: tuple[str, ...], given: dict[str, object], said: str
) -> None:
    assert line_of_command(PATHS[path], given) == said


def test_what_can_be_picked_is_called_by_words_in_every_language() -> None:
    (hangman,) = (each for each in payload(ENTRIES, SPOKEN) if each["name"] == "hangman")
    new = next(each for each in hangman["options"] if each["name"] == "new")
    modes = next(each for each in new["options"] if each["name"] == "mode")["choices"]
    assert [each["value"] for each in modes] == ["together", "turns", "race"]
    assert modes[2]["name"] == "race: two teams, two boards"
    assert modes[2]["name_localizations"] == {"ja": "race：2チームで別々の盤"}


def test_the_digest_changes_with_the_commands_alone() -> None:
    whole = payload(ENTRIES, SPOKEN)
    assert digest(whole) == digest(payload(tuple(TABLES.entries()), SPOKEN))
    assert digest(whole) != digest(payload(ENTRIES[1:], SPOKEN))
    assert digest(whole) != digest(payload(ENTRIES, {"en": SPOKEN["en"]}))


def test_commands_of_games_are_not_offered_in_direct_messages() -> None:
    contexts = {command["name"]: command["contexts"] for command in payload(ENTRIES, SPOKEN)}
    assert contexts["codenames"] == contexts["clue"] == contexts["admin"] == [0]
    assert contexts["privacy"] == contexts["profile"] == contexts["help"] == [0, 1]


def test_a_group_is_named_as_the_others_are() -> None:
    inner = CommandEntry("codenames", LOBBY_COMMANDS[0], CommandAction.SAY, "table")
    assert inner.path(SPOKEN["ja"]) == ("codenames", "table", "参加")
