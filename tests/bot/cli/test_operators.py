from argparse import ArgumentParser, ArgumentTypeError, Namespace

import pytest

from bot.cli.operators import OPERATORS, add_operator_options, days, game_count
from bot.texts import Texts


def parsed(name: str, *arguments: str) -> Namespace:
    parser = ArgumentParser()
    add_operator_options(name, Texts.load(), parser)
    return parser.parse_args(arguments)


NEEDED = {
    "profile": ("ann",),
    "replay": ("abc",),
    "export": ("ann",),
    "forget": ("ann",),
    "purge": ("home",),
    "restore": ("games.backup",),
}


@pytest.mark.parametrize("name", OPERATORS)
def test_every_command_may_be_told_where_the_games_are(name: str) -> None:
    needed = NEEDED.get(name, ())
    assert parsed(name, *needed).state is None
    assert parsed(name, *needed, "--state", "games.db").state == "games.db"


def test_a_leaderboard_is_of_all_time_and_both_roles_unless_said() -> None:
    asked = parsed("leaderboard")
    assert (asked.guild, asked.role, asked.days, asked.alone) == (None, None, None, False)
    asked = parsed("leaderboard", "--role", "guesser", "--days", "30", "--alone")
    assert (asked.role, asked.days, asked.alone) == ("guesser", 30, True)


def test_nothing_is_deleted_without_asking_unless_said() -> None:
    assert not parsed("forget", "ann").yes
    assert parsed("purge", "home", "--yes").yes


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "ten", "", "3661", "9" * 30, "٣"])
def test_what_is_no_number_of_days_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        days(text)


def test_days_are_counted_from_one() -> None:
    assert [days(text) for text in ("1", "30", "3660")] == [1, 30, 3660]


@pytest.mark.parametrize("text", ["0", "-1", "ten", "", "1001", "9" * 30, "٣"])
def test_what_is_no_number_of_games_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError):
        game_count(text)


def test_a_list_has_twenty_games_unless_said() -> None:
    assert parsed("games").last == 20
    assert parsed("games", "ann", "--last", "1000").last == 1000


def test_the_help_names_a_default_only_for_guilds_that_may_be_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def told(name: str) -> str:
        with pytest.raises(SystemExit):
            parsed(name, "--help")
        return " ".join(capsys.readouterr().out.split())

    assert "the only one" in told("leaderboard")
    assert "the only one" not in told("purge")


@pytest.mark.parametrize("port", ["abc", "0", "-1", "70000"])
def test_a_wrong_port_of_the_environment_is_refused_with_the_names_that_set_it(
    port: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PORT", port)
    with pytest.raises(SystemExit):
        parsed("web")
    said = " ".join(capsys.readouterr().err.split())
    assert f"{port!r} is no port: set --port, or PORT, to a number from 1 to 65535" in said
