from dataclasses import replace
from hashlib import sha512

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codenames.key import (
    check_board,
    deck,
    digits,
    fits,
    key_from_integer,
    key_from_keyword,
    next_board,
    rotation,
    shares,
)
from core.codenames.model import Identity, Team
from core.rules import OptionsError

TEAMS = tuple(Team)

CHECK_INTEGER = int(
    "28695891018984555532596347996025486761937896434326181525693078976485770271689510589447448367"
    "65438200336744138272160720510802825311234408202083527366619517"
)


@pytest.mark.parametrize(
    ("size", "teams", "cards", "bystanders"),
    [
        (9, 2, (4, 3), 1),
        (16, 2, (6, 5), 4),
        (25, 2, (9, 8), 7),
        (16, 3, (5, 4, 3), 3),
        (25, 3, (8, 7, 6), 3),
        (36, 3, (10, 9, 8), 8),
        (36, 5, (8, 7, 6, 5, 4), 5),
        (64, 3, (17, 16, 15), 15),
        (81, 5, (16, 15, 14, 13, 12), 10),
        (100, 3, (26, 25, 24), 24),
        (40, 3, (11, 10, 9), 9),
    ],
)
def test_cards_are_shared_out_as_the_formula_says(
    size: int, teams: int, cards: tuple[int, ...], bystanders: int
) -> None:
    shared = shares(size, teams)
    assert shared == cards
    assert size - sum(shared) - 1 == bystanders


def test_a_board_without_room_for_bystanders_is_refused_naming_one_that_works() -> None:
    with pytest.raises(OptionsError) as refused:
        check_board(5, 5, 5)
    assert refused.value.phrase["next_rows"] == 5
    assert refused.value.phrase["next_cols"] == 6
    assert fits(30, 5)


def test_a_board_that_leaves_a_team_without_cards_is_refused() -> None:
    assert shares(12, 5)[-1] == 0
    with pytest.raises(OptionsError) as refused:
        check_board(3, 4, 5)
    assert (refused.value.phrase["next_rows"], refused.value.phrase["next_cols"]) == (4, 4)


@pytest.mark.parametrize(
    ("rows", "cols", "teams", "key"),
    [
        (2, 5, 2, "board-sides"),
        (5, 11, 2, "board-sides"),
        (5, 5, 1, "board-teams"),
        (5, 5, 6, "board-teams"),
    ],
)
def test_sides_and_teams_out_of_range_are_refused(
    rows: int, cols: int, teams: int, key: str
) -> None:
    with pytest.raises(OptionsError) as refused:
        check_board(rows, cols, teams)
    assert refused.value.phrase.key == key


def test_every_refused_board_has_a_next_one_that_is_the_smallest_larger() -> None:
    sizes = [
        (rows, cols, teams)
        for rows in range(3, 11)
        for cols in range(3, 11)
        for teams in range(2, 6)
    ]
    refused = [board for board in sizes if not fits(board[0] * board[1], board[2])]
    assert refused
    for rows, cols, teams in refused:
        tall, wide = next_board(rows, cols, teams)
        assert fits(tall * wide, teams)
        assert tall >= rows
        assert wide >= cols


def test_the_check_integer_gives_the_check_board() -> None:
    written = digits(CHECK_INTEGER, 25)
    assert written[:7] == (12, 2, 5, 1, 21, 23, 15)
    assert written[-4:] == (13, 16, 5, 17)
    key = key_from_integer(CHECK_INTEGER, 5, 5, 2)
    assert key.order == (Team.RED, Team.BLUE)
    letters = "".join(identity.value for identity in key.identities)
    assert letters == "BRRBRRTBBTBTKTBRRRTTTRBRB"


def _plainly(keyword: str, size: int, teams: int) -> list[str]:
    """Return the letters of a keyword's key, computed step by step from the documented rule."""
    number = int(sha512(keyword.encode()).hexdigest(), 16)
    sequence: list[int] = []
    start = int(sha512(keyword.encode()).hexdigest(), 16) % size % teams
    text = keyword
    while len(set(sequence)) < size:
        number = int(sha512(text.encode()).hexdigest(), 16)
        text = sha512(text.encode()).hexdigest()
        written: list[int] = []
        while number:
            written.insert(0, number % size)
            number //= size
        sequence += written
    unique = list(dict.fromkeys(sequence))
    letters = ["T"] * size
    letters[unique.pop(0)] = "K"
    order = (TEAMS[:teams] * 2)[start : start + teams]
    for team, cards in zip(order, shares(size, teams), strict=True):
        for _ in range(cards):
            letters[unique.pop(0)] = Identity.of(team).value
    return letters


@given(
    keyword=st.text(st.characters(exclude_categories=["Cs"])),
    board=st.sampled_from(
        [(3, 3, 2), (5, 5, 2), (5, 6, 5), (7, 7, 5), (8, 8, 4), (10, 10, 5), (10, 10, 2)]
    ),
)
def test_keywords_give_the_key_that_the_rule_tells(
    keyword: str, board: tuple[int, int, int]
) -> None:
    rows, cols, teams = board
    key = key_from_keyword(keyword, rows, cols, teams)
    assert [identity.value for identity in key.identities] == _plainly(keyword, rows * cols, teams)


@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from([7, 9, 10]))
def test_five_team_boards_get_all_their_cards_when_the_digits_run_out(
    keyword: str, side: int
) -> None:
    key = key_from_keyword(keyword, side, side, 5)
    assert sorted(identity.value for identity in key.identities) == sorted(
        identity.value for identity in deck(key.order, side * side)
    )


def test_most_five_team_keys_need_more_digits_than_one_digest_has() -> None:
    def distinct(keyword: str) -> int:
        number = int(sha512(keyword.encode()).hexdigest(), 16)
        return len(set(digits(number, 100)))

    needed = 1 + sum(shares(100, 5))
    assert all(distinct(f"keyword {index}") < needed for index in range(50))


def test_a_keyword_is_neither_trimmed_nor_normalised() -> None:
    keys = {key_from_keyword(word, 5, 5, 2) for word in ("ocean", "ocean ", "Ocean", "océan")}
    assert len(keys) == 4


@pytest.mark.parametrize("number", [-1, 1 << 512])
def test_integers_that_no_digest_has_are_refused(number: int) -> None:
    with pytest.raises(OptionsError) as refused:
        key_from_integer(number, 5, 5, 2)
    assert refused.value.phrase.key == "digits-range"


@pytest.mark.parametrize(
    ("rows", "cols", "teams", "key"),
    [
        (3, 3, 3, "board-too-small"),
        (5, 5, 5, "board-too-small"),
        (2, 5, 2, "board-sides"),
        (1, 1, 2, "board-sides"),
        (5, 5, 0, "board-teams"),
        (5, 5, 6, "board-teams"),
    ],
)
def test_no_key_is_laid_for_an_impossible_board(rows: int, cols: int, teams: int, key: str) -> None:
    with pytest.raises(OptionsError, match=key):
        key_from_keyword("ocean", rows, cols, teams)
    with pytest.raises(OptionsError, match=key):
        key_from_integer(CHECK_INTEGER, rows, cols, teams)


def test_the_teams_follow_the_first_cyclically() -> None:
    assert rotation(TEAMS[:3], 2) == (Team.GREEN, Team.BLUE, Team.RED)


def test_a_printed_key_does_not_tell_the_identities() -> None:
    key = key_from_keyword("ocean", 5, 5, 2)
    other = replace(key, identities=tuple(reversed(key.identities)))
    assert other != key
    assert repr(other) == repr(key)
