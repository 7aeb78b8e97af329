"""Command lines that are repeated, or replaced by others, for a game that was left."""

import shlex
from argparse import Namespace
from pathlib import Path

import pytest

from bot.cli.parser import read_arguments
from bot.cli.play.client import LocalClient
from bot.cli.play.run import plan_session
from bot.gametypes.registry import GAMES
from bot.settings import Settings
from bot.texts import Texts
from core.rules import Seat

SETTINGS = Settings(player="ANN")
FOUR = ("crumbs", "trucks", "trumps", "truths")
SEATS = ("--chair", "blue1=human:ANNA", "--chair", "red1=human:BEN")
RACE = ("hangman", "--lives", "6", "--mode", "race", *SEATS)
CHAIRS = ("--chair", "red-guesser=human:BEN", "--chair", "red-spymaster=random")
LARGE = ("--as", "spymaster", "--name", "EVE", "--rows", "6", "--bots", "random", *CHAIRS)
KEYED = ("--bots", "random", "--keyword")
SEEDED = ("--as", "spymaster", "--bots", "random", "--seed", "5")


def asked(*arguments: str) -> Namespace:
    """Return the arguments of a command line."""
    texts = Texts.load()
    return read_arguments(["play", *arguments], GAMES, SETTINGS, texts)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The URL of a file with games."""
    return f"sqlite:///{tmp_path}/games.db"


def begun(url: str, *arguments: str) -> list[str]:
    """Return the remarks at a person's start, except on the opponents' level; then leave."""
    evening = plan_session(asked(*arguments), SETTINGS)
    with evening.client(url) as desk:
        said = [one.key for one in evening.resume_or_start(desk)]
    return [key for key in said if key != "codenames-level"]


@pytest.mark.sampled
@pytest.mark.parametrize(
    "arguments",
    [
        ("hangman", "--dealer", "honest"),
        ("hangman", "--no-hints", "--word-length", "5"),
        ("hangman", "--category", "kana", "--word-length", "4"),
        ("hangman", "--dealer", "word", "--chair", "guess1=guesser", "--name", "EVE"),
        ("hangman", "--mode", "turns", "--guessers", "3"),
        RACE,
        ("--as", "spymaster"),
        ("--as", "watcher", "--bots", "expert:gloss"),
        ("--solo", "--team", "red", "--as", "guesser"),
        ("--team", "red"),
        LARGE,
        (*KEYED,),
        (*KEYED, "open sesame"),
        SEEDED,
    ],
)
def test_a_command_line_that_is_repeated_goes_on_with_its_game(
    url: str, arguments: tuple[str, ...]
) -> None:
    game = ("hangman",) if "hangman" in arguments else ()
    assert begun(url, *arguments) == []
    assert begun(url, *arguments) == ["play-goes-on"]
    assert begun(url, *game) == ["play-goes-on"]
    assert begun(url, *arguments, "--new") == ["play-stopped"]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("first", "then"),
    [
        (("hangman", "--dealer", "honest"), ("hangman", "--dealer", "stubborn")),
        (("hangman", "--dealer", "honest"), ("hangman", "--lives", "6")),
        (("hangman",), ("hangman", "--no-hints")),
        (RACE, (*RACE[:-1], "red1=human:EVE")),
        (RACE, RACE[:-2]),
        (LARGE, (*LARGE[:-1], "red-spymaster=ace")),
        (LARGE, ("--name", "ZOE", *LARGE[:2], *LARGE[4:])),
        (LARGE, ("--rows", "4")),
        (("--team", "red"), ("--team", "red", "--as", "spymaster")),
        (("--as", "guesser"), KEYED),
        (SEEDED, (*SEEDED[:-1], "6")),
        (SEEDED[:-2], SEEDED),
    ],
)
def test_a_command_line_that_asks_for_something_else_begins_another_game(
    url: str, first: tuple[str, ...], then: tuple[str, ...]
) -> None:
    begun(url, *first)
    assert begun(url, *then) == ["play-stopped"]
    assert begun(url, *then) == ["play-goes-on"]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("first", "then", "unused"),
    [
        (("--bots", "random"), ("--bots", "teammate"), ("--bots",)),
        (("--rows", "4", "--team", "red"), ("--rows=5", "--team", "blue"), ("--rows", "--team")),
        (("--level", "easy"), ("--lev", "fair"), ("--level",)),
        (("--solo", "--team", "red"), ("--team", "blue"), ("--team",)),
        (LARGE[:-4], ("--bots", "random", "--cols", "5"), ()),
        (("--as", "spymaster"), ("--bots", "teammate", "--team", "blue"), ()),
        (KEYED, (*KEYED, "--rows", "5"), ()),
        (("hangman", "-w", "5"), ("hangman", "-w", "6", "--lives", "0"), ("--word-length",)),
        (("shiritori", "--first", "bot"), ("shiritori", "--first", "human"), ("--first",)),
        (("shiritori", "--bot", "greedy"), ("shiritori", "--bot", "random"), ("--bot",)),
    ],
)
def test_an_option_with_its_default_that_the_game_left_has_otherwise_is_told(
    url: str, first: tuple[str, ...], then: tuple[str, ...], unused: tuple[str, ...]
) -> None:
    begun(url, *first)
    evening = plan_session(asked(*then), SETTINGS)
    with evening.client(url) as desk:
        (said,) = evening.resume_or_start(desk)
    assert dict(said.params).get("options", ()) == unused
    assert (said.key == "play-unused") == bool(unused)
    assert begun(url, *then, "--new") == ["play-stopped"]
    assert begun(url, *then) == ["play-goes-on"]


def test_what_a_command_line_leaves_unsaid_is_as_it_was(url: str) -> None:
    begun(url, "hangman", "--dealer", "honest", "--lives", "6")
    assert begun(url, "hangman", "--dealer", "honest") == ["play-goes-on"]
    assert begun(url, "hangman", "--lives", "6") == ["play-goes-on"]


def test_a_file_of_words_is_the_same_by_what_it_holds(url: str, tmp_path: Path) -> None:
    path = tmp_path / "four.txt"
    path.write_text("\n".join(FOUR), "utf-8")
    arguments = ("hangman", "--dictionary", str(path))
    begun(url, *arguments)
    assert begun(url, *arguments) == ["play-goes-on"]
    path.write_text("\n".join(FOUR[1:]), "utf-8")
    assert begun(url, *arguments) == ["play-stopped"]


def test_a_keyword_is_typed_once_and_another_one_deals_another_board(url: str) -> None:
    first, other = (*KEYED, "open sesame"), (*KEYED, "swordfish")
    evening = plan_session(asked(*first), SETTINGS)
    with evening.client(url) as desk:
        evening.resume_or_start(desk)
        assert evening.keyword(desk) == "open sesame"
        desk.submit(Seat("blue-spymaster"), "keyword open sesame")
        assert evening.keyword(desk) is None
        assert "sesame" not in repr(desk.unfinished_game())
    assert begun(url, *first) == ["play-goes-on"]
    assert begun(url, *KEYED) == ["play-goes-on"]
    assert begun(url, *other) == ["play-stopped"]


def test_games_after_one_that_was_gone_on_with_are_dealt_as_its_seed_deals_them(url: str) -> None:
    evening = plan_session(asked(*SEEDED), SETTINGS)
    with evening.client(":memory:") as desk:
        evening.resume_or_start(desk)
        dealt = [words(desk), again(desk), again(desk)]
    with evening.client(url) as desk:
        evening.resume_or_start(desk)
        assert [words(desk), again(desk)] == dealt[:2]
    with evening.client(url) as desk:
        assert [said.key for said in evening.resume_or_start(desk)] == ["play-goes-on"]
        assert [words(desk), again(desk)] == dealt[1:]


def words(desk: LocalClient) -> list[str]:
    """Return the words on the board."""
    return [card.word for card in desk.observe(None).cards]


def again(desk: LocalClient) -> list[str]:
    """Return the words of the next game."""
    desk.submit(Seat("blue-spymaster"), "resign")
    desk.rematch()
    return words(desk)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        ((), "spyring play"),
        (("hangman", "--lives", "6"), "spyring play hangman"),
        (("--state", "q.db"), "spyring play --state q.db"),
        (("hangman", "--language", "ja"), "spyring play hangman --language ja"),
        (("hangman", "--state", "my games.db"), "spyring play hangman --state 'my games.db'"),
    ],
)
def test_the_command_that_is_told_goes_on_with_the_game(
    url: str, arguments: tuple[str, ...], command: str
) -> None:
    assert plan_session(asked(*arguments), SETTINGS).command == command
    begun(url, *arguments)
    assert begun(url, *shlex.split(command)[2:]) == ["play-goes-on"]
