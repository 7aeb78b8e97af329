import json

import pytest

from bot.ratings.boards.json import leaderboard_json, profile_json
from bot.ratings.boards.leaderboard import PlayerRecord, Standing
from bot.ratings.boards.profile import ExpertRecord, Partner, Profile, RoleRecord
from bot.ratings.boards.view import decimal, leaderboard_view, plain_lines, profile_view
from bot.texts import Texts
from core.codenames.model import Role
from core.rating.estimate import RatingEstimate
from core.view import View
from tests.bot.ratings.games import ANN, BOB, GLOSS

STRONG = PlayerRecord(RatingEstimate(1.2345, 0.5, 1.969, 45), games=12, wins=7)
FRESH = PlayerRecord(RatingEstimate(-0.5, -1.75, 0.001, 1))

FOOTER = (
    "A rating is points a turn (CoLT), pulled towards the average while turns are few."
    " Provisional ones, of fewer than 20 turns, come last."
    " Rated are games on 25 cards with two teams, or solo."
)

BOARD = (Standing(1, ANN, "Ann", STRONG), Standing(2, GLOSS, "gloss", FRESH))

PROFILE = Profile(
    ANN,
    "Ann",
    roles=(RoleRecord(Role.SPYMASTER, STRONG),),
    alone=(RoleRecord(Role.GUESSER, FRESH),),
    partners=(Partner(BOB, "Bob", STRONG.shown), Partner(GLOSS, "gloss", FRESH.shown)),
    experts=(
        ExpertRecord(Role.SPYMASTER, "sense", 1.941, 1.0),
        ExpertRecord(Role.GUESSER, "gloss", -0.25, 8.6),
    ),
)


def said(view: View) -> list[str]:
    texts = Texts.load()
    return [texts.say(line) for line in plain_lines(view)]


def test_a_board_reads_as_lines() -> None:
    assert said(leaderboard_view(BOARD)) == [
        "Leaderboard",
        "1. Ann: 1.23 (0.50 to 1.97), 45 turns, 12 games, won 58 %",
        "2. gloss (bot): -0.50 (-1.75 to 0.00), 1 turn, provisional",
        FOOTER,
    ]


@pytest.mark.parametrize(
    ("view", "title"),
    [
        (leaderboard_view(BOARD, role=Role.SPYMASTER), "Leaderboard, as spymaster"),
        (
            leaderboard_view(BOARD, role=Role.GUESSER, days=30),
            "Leaderboard, as guesser, last 30 days",
        ),
        (leaderboard_view(BOARD, days=1), "Leaderboard, today"),
        (leaderboard_view(BOARD, alone=True), "Playing alone with bots"),
    ],
)
def test_a_board_says_what_it_is_of(view: View, title: str) -> None:
    assert said(view)[0] == title


def test_an_empty_board_says_what_to_do() -> None:
    assert said(leaderboard_view(())) == [
        "Leaderboard",
        "Nobody has played a rated turn yet. Rated are games on 25 cards with two teams, or solo.",
    ]


def test_a_profile_reads_as_lines() -> None:
    assert said(profile_view(PROFILE, chance=("Bob", 0.625))) == [
        "Profile of Ann",
        "Spymaster: 1.23 (0.50 to 1.97), 45 turns, 12 games, won 58 %",
        "Plays best with",
        "Bob: 1.23 (0.50 to 1.97), 45 turns",
        "gloss (bot): -0.50 (-1.75 to 0.00), 1 turn, provisional",
        "Understood best by",
        "sense as guesser: 1.94 in 1 turn",
        "gloss as spymaster: -0.25 in 9 turns",
        "Alone with bots",
        "Guesser: -0.50 (-1.75 to 0.00), 1 turn, provisional",
        "Against a team that plays like Bob: 62 % to win.",
        "Rated are games on 25 cards with two teams, or solo. Bots learn from every board.",
    ]


def test_an_empty_profile_says_what_is_rated() -> None:
    assert said(profile_view(Profile(GLOSS, "gloss"))) == [
        "Profile of gloss (bot)",
        "No rated turn yet. Rated are games on 25 cards with two teams, or solo.",
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
        "win_rate": 7 / 12,
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
