import json
from dataclasses import replace

import pytest

from bot.ratings.boards.json import leaderboard_json, profile_json
from bot.ratings.boards.leaderboard import BoardQuery, Standing
from bot.ratings.boards.profile import ExpertRecord, Profile
from bot.ratings.boards.record import GameCount, Place, PlayerRecord
from bot.ratings.boards.view import decimal, leaderboard_view, plain_lines, profile_view
from bot.texts import Texts
from core.codenames.model import Role
from core.rating.estimate import RatingEstimate
from core.view import View
from tests.bot.ratings.games import ANN, BOB, GLOSS, GUILD

STRONG = PlayerRecord(
    RatingEstimate(1.2345, 0.5, 1.969, 45), GameCount(12, 7, 3), 0.69, Place.ABOVE
)
FRESH = PlayerRecord(RatingEstimate(-0.5, -1.75, 0.001, 1))
PAIR = PlayerRecord(RatingEstimate(0.5, 0.1, 0.9, 20), GameCount(1, 1, 1), 0.731)

FOOTER = (
    "The rating (CoLT) is in points a turn: one point more wins about 73 of 100 games."
    " It's shown from 20 turns on, because fewer don't say much."
    " Games on 25 cards with two teams, or solo, are rated."
)

GUILDS = BoardQuery(GUILD)
DAYS = tuple(f"2026-11-{day:02}" for day in range(1, 31))
BOARD = (Standing(1, ANN, "Ann", STRONG), Standing(2, GLOSS, "gloss", FRESH))

PROFILE = Profile(
    ANN,
    "Ann",
    roles={Role.SPYMASTER: STRONG},
    alone={Role.GUESSER: FRESH},
    partners=(Standing(1, BOB, "Bob", PAIR), Standing(2, GLOSS, "gloss", FRESH)),
    experts=(
        ExpertRecord(Role.SPYMASTER, "sense", 1.941, 1.0),
        ExpertRecord(Role.GUESSER, "gloss", -0.25, 8.6),
    ),
)


def said(view: View, language: str = "en") -> list[str]:
    texts = Texts.load(language)
    return [texts.say(line) for line in plain_lines(view)]


def test_a_board_reads_as_lines() -> None:
    assert said(leaderboard_view(GUILDS, BOARD)) == [
        "Leaderboard",
        "1. Ann: won 7 of 12 games, 3 in a row; rating 1.23, above most here",
        "2. the bot gloss: no finished game yet; unrated (19 more turns)",
        FOOTER,
    ]


def test_a_board_reads_as_lines_in_japanese() -> None:
    assert said(leaderboard_view(GUILDS, BOARD), "ja")[1:3] == [
        "1. Ann：12ゲーム中7勝（3連勝中）、レーティング1.23（ここでは上位）",
        "2. ボットのgloss：終わったゲームなし、レーティングなし（あと19ターン）",
    ]


@pytest.mark.parametrize(
    ("turns", "told"),
    [(18, "unrated (2 more turns)"), (19, "unrated (1 more turn)"), (20, "rating 0.50, ")],
)
def test_a_row_tells_the_turns_that_a_rating_still_needs(turns: int, told: str) -> None:
    record = PlayerRecord(RatingEstimate(0.5, 0.1, 0.9, turns), GameCount(2, 0))
    (line,) = said(leaderboard_view(GUILDS, (Standing(1, ANN, "Ann", record),)))[1:2]
    assert line.startswith(f"1. Ann: won 0 of 2 games; {told}")


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (Place.BEST, "the best here"),
        (Place.MIDDLE, "in the middle here"),
        (Place.BELOW, "below most here"),
    ],
)
def test_a_rating_has_a_word_on_what_it_means_here(place: Place, told: str) -> None:
    row = (Standing(1, ANN, "Ann", replace(STRONG, place=place)),)
    assert said(leaderboard_view(GUILDS, row))[1].endswith(f"rating 1.23, {told}")


@pytest.mark.parametrize(
    ("view", "title"),
    [
        (
            leaderboard_view(replace(GUILDS, role=Role.SPYMASTER), BOARD),
            "Leaderboard, as spymaster",
        ),
        (
            leaderboard_view(replace(GUILDS, role=Role.GUESSER, days=DAYS), BOARD),
            "Leaderboard, as guesser, last 30 days",
        ),
        (leaderboard_view(replace(GUILDS, days=DAYS[:1]), BOARD), "Leaderboard, today"),
        (leaderboard_view(replace(GUILDS, alone=True), BOARD), "Playing alone with bots"),
    ],
)
def test_a_board_says_what_it_is_of(view: View, title: str) -> None:
    assert said(view)[0] == title


def test_an_empty_board_says_what_to_do() -> None:
    assert said(leaderboard_view(GUILDS, ())) == [
        "Leaderboard",
        "Nobody has played a rated turn yet. Games on 25 cards with two teams, or solo, are rated.",
    ]


def test_a_profile_reads_as_lines() -> None:
    assert said(profile_view(replace(PROFILE, chance=("Bob", 0.625)))) == [
        "Profile of Ann",
        (
            "Spymaster: won 7 of 12 games, 3 in a row; rating 1.23, above most here"
            " (0.50 to 1.97 from 45 turns)"
        ),
        "Plays best with",
        (
            "Bob: won 1 of 1 game; rating 0.50, about 73% to beat an average team"
            " (0.10 to 0.90 from 20 turns)"
        ),
        "the bot gloss: no finished game yet; unrated (19 more turns)",
        "Understood best by",
        "sense as guesser: 1.94 in 1 turn",
        "gloss as spymaster: -0.25 in 9 turns",
        "Alone with bots",
        "Guesser: no finished game yet; unrated (19 more turns)",
        "Against a team that plays like Bob: 62% to win.",
        "Games on 25 cards with two teams, or solo, are rated. Bots learn from every board.",
    ]


def test_an_empty_profile_says_what_is_rated() -> None:
    assert said(profile_view(Profile(GLOSS, "gloss"))) == [
        "Profile of the bot gloss",
        "No rated turn yet. Games on 25 cards with two teams, or solo, are rated.",
    ]


@pytest.mark.parametrize(
    ("number", "text"), [(0.0, "0.00"), (-0.004, "0.00"), (-0.006, "-0.01"), (2.0, "2.00")]
)
def test_a_rating_has_two_places_and_no_negative_zero(number: float, text: str) -> None:
    assert decimal(number) == text


def test_boards_and_profiles_are_json() -> None:
    board = json.loads(json.dumps(leaderboard_json(BOARD)))
    assert board[0] == {
        "rank": 1,
        "user": str(ANN),
        "name": "Ann",
        "bot": False,
        "rating": 1.2345,
        "low": 0.5,
        "high": 1.969,
        "turns": 45,
        "provisional": False,
        "games": 12,
        "wins": 7,
        "win_rate": 7 / 12,
        "streak": 3,
        "odds": 0.69,
        "place": "above",
    }
    assert (board[1]["bot"], board[1]["win_rate"]) == (True, None)
    profile = json.loads(json.dumps(profile_json(PROFILE)))
    assert profile["roles"][0]["role"] == "spymaster"
    assert profile["experts"][1] == {
        "role": "guesser",
        "expert": "gloss",
        "colt": -0.25,
        "uses": 8.6,
    }
    assert [partner["name"] for partner in profile["partners"]] == ["Bob", "gloss"]
