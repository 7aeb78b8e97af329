from argparse import Namespace
from pathlib import Path

import pytest

from bot.cli.parser import read_arguments
from bot.cli.play.run import MEMORY, address_of, plan_session
from bot.gametypes.registry import GAMES
from bot.settings import Settings
from bot.texts import Texts
from core.rules import Refusal
from core.words.packs import default_pack, japanese_pack

SETTINGS = Settings(player="ANN")


def asked(*arguments: str) -> Namespace:
    return read_arguments(["play", *arguments], GAMES, SETTINGS, Texts.load())


def words(evening_game: object) -> frozenset[str]:
    return frozenset(card.word for card in evening_game.observe(None).cards)  # type: ignore[attr-defined]


SMALL = ("--rows", "3", "--cols", "3", "--bots", "random", "--as", "watcher")


@pytest.fixture
def few(tmp_path: Path) -> tuple[str, ...]:
    """A pack of twenty words on a small board that bots play."""
    pack = tmp_path / "few.txt"
    pack.write_text("\n".join(f"thing {letter}" for letter in "abcdefghijklmnopqrst"), "utf-8")
    return (*SMALL, "--pack", str(pack))


def games(count: int, *arguments: str) -> tuple[list[list[str | None]], list[frozenset[str]]]:
    """Return the lines and the words of several games in a row that bots play to their ends."""
    evening = plan_session(asked(*arguments), SETTINGS)
    lines, dealt = [], []
    with evening.client(MEMORY) as desk:
        for number in range(count):
            if number:
                desk.rematch()
            else:
                evening.resume_or_start(desk)
            while desk.act(after_patience=True):
                pass
            assert desk.outcome is not None
            lines.append([one.line for one in desk.updates()])
            dealt.append(words(desk))
    return lines, dealt


def test_a_game_has_other_words_than_those_before_as_long_as_there_are_any(
    few: tuple[str, ...],
) -> None:
    first, second, third, fourth = games(4, "--seed", "5", *few)[1]
    assert first.isdisjoint(second)
    # At least nine of the twenty words must be left: it skips the last nine and two before them.
    assert third.isdisjoint(second)
    assert third & first
    assert fourth.isdisjoint(third)


def test_boards_are_in_the_language_that_is_asked_for() -> None:
    japanese = games(1, "--seed", "5", "--language", "ja", *SMALL)[1][0]
    assert japanese <= {*japanese_pack().words}
    chosen = games(1, "--seed", "5", "--language", "ja", "--pack", "english", *SMALL)[1][0]
    assert chosen <= {*default_pack().words}


def test_the_games_of_an_evening_differ_and_a_seed_repeats_them_all(few: tuple[str, ...]) -> None:
    first, again = (games(2, "--seed", "5", *few)[0] for _ in range(2))
    assert first == again
    assert first[0] != first[1]


def test_without_a_seed_the_system_deals() -> None:
    assert games(1, *SMALL)[0] != games(1, *SMALL)[0]


def test_a_board_from_a_seed_is_not_called_fairly_drawn_not_even_later(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    footers = []
    for arguments in (["--seed", "5"], [], ["--new"]):
        evening = plan_session(asked(*arguments), SETTINGS)
        with evening.client(url) as desk:
            evening.resume_or_start(desk)
            footer = desk.view(None).footer
            assert footer
            footers.append(footer.key)
    assert footers == ["footer-seeded", "footer-seeded", "footer-drawn"]


def seated(url: str, *arguments: str) -> tuple[list[str], tuple[str, ...], list[str]]:
    """Return the remarks at a start, the people's seats, and the words on the board."""
    evening = plan_session(asked(*arguments), SETTINGS)
    with evening.client(url) as desk:
        said = [phrase.key for phrase in evening.resume_or_start(desk)]
        return said, desk.people, [card.word for card in desk.observe(None).cards]


def test_a_game_that_was_left_is_gone_on_with_by_the_same_people(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    table = ("--as", "spymaster", "--chair", "red-guesser=human:BEN")
    said, people, cards = seated(url, *table)
    assert said == []
    assert people == ("blue-spymaster", "red-guesser")
    assert seated(url) == (["play-goes-on"], people, cards)
    assert seated(url, "--name", "BEN") == (["play-goes-on"], people, cards)


@pytest.mark.parametrize(
    ("arguments", "level"), [((), "fair"), (("--level", "easy"), "easy")], ids=("unsaid", "said")
)
def test_a_table_has_a_level(arguments: tuple[str, ...], level: str) -> None:
    evening = plan_session(asked(*arguments), SETTINGS)
    with evening.client(MEMORY) as desk:
        evening.resume_or_start(desk)
        assert desk.observe(None).options.level.value == level


def test_a_level_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        asked("--level", "hard")
    assert refused.value.code == 2
    assert "(choose from 'easy', 'fair', 'strong')" in capsys.readouterr().err


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("table", "said"),
    [
        ((), ["codenames-level"]),
        (("--solo",), []),
        (("--bots", "random"), []),
        (("--chair=red-spymaster=human", "--chair=red-guesser=human"), ["codenames-level"]),
        (("--chair=red-spymaster=human", "--chair=blue-spymaster=human"), []),
    ],
)
def test_the_level_of_opponents_is_said_at_the_first_turn_where_it_has_some(
    tmp_path: Path, table: tuple[str, ...], said: list[str]
) -> None:
    assert seated(f"sqlite:///{tmp_path}/games.db", *table)[0] == said


@pytest.mark.sampled
@pytest.mark.parametrize(
    "another", [("--new",), ("--rows", "4"), ("--as", "spymaster"), ("--name", "ZOE")]
)
def test_another_table_stops_the_game_that_was_left(
    tmp_path: Path, another: tuple[str, ...]
) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    _, _, cards = seated(url)
    said, _, others = seated(url, *another)
    assert said == ["play-stopped", "codenames-level"]
    assert others != cards
    assert seated(url)[0] == ["play-goes-on"]


def test_people_are_called_as_they_say_or_are_guests() -> None:
    table = ("--chair=blue-spymaster=human:BEN", "--chair=red-guesser=human")
    evening = plan_session(
        asked("--as", "guesser", "--chair=red-spymaster=human", *table), SETTINGS
    )
    assert list(evening.table_request.setup.people.items()) == [
        ("blue-spymaster", "BEN"),
        ("blue-guesser", "ANN"),
        ("red-spymaster", "guest-2"),
        ("red-guesser", "guest-3"),
    ]
    assert evening.table_request.setup.host == "BEN"


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (("--name", "two words"), "name-form"),
        (("--name", "x" * 33), "name-form"),
        (("--name", "a\x1b[2J"), "name-form"),
        (("--chair", "red-guesser=human:"), "name-form"),
        (("--as", "guesser", "--chair", "red-guesser=human:ANN"), "name-twice"),
    ],
)
def test_names_that_cannot_be_are_refused(arguments: tuple[str, ...], key: str) -> None:
    with pytest.raises(Refusal) as refused:
        plan_session(asked(*arguments), SETTINGS)
    assert refused.value.phrase.key == key


def test_without_a_name_one_is_called_as_one_has_logged_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for variable, name in (("ada lovelace", "ada-lovelace"), ("x" * 40, "x" * 32)):
        monkeypatch.setenv("LOGNAME", variable)
        assert plan_session(asked(), Settings()).table_request.setup.host == name


@pytest.mark.parametrize(
    ("arguments", "plain", "kept"),
    [
        ((), False, True),
        ((), True, False),
        (("--seed", "1"), False, False),
        (("--state", "games.db"), True, True),
        (("--state", "games.db", "--seed", "1"), False, True),
    ],
)
def test_what_scripts_and_seeds_play_is_kept_only_where_a_file_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    plain: bool,
    kept: bool,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert (address_of(asked(*arguments), SETTINGS, plain=plain) != MEMORY) is kept
