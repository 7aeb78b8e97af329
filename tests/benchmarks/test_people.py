"""The benchmark of people's picks: the picks that count as predicted, and the output."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from benchmarks.people import (
    FEATURE_KINDS,
    STAGES,
    Measure,
    PlayedEvents,
    is_among,
    main,
    meant_cards,
    measures_of,
    on_listed_boards,
)
from core.agents.clue_lookup import ClueMatch, Means
from core.agents.listener import ListenerWeights
from core.agents.listings import LISTING_SOURCES, NEAR_MODELS
from core.words.ensemble import STORED
from core.words.receptive_words import LISTED
from tools.fit_listener import Design, Event

BOARDS = (
    ("whale", "desert", "jug", "nurse", "piano", "castle"),
    ("tiger", "bread", "robot", "queen", "snow", "pirate"),
    ("train", "lemon", "moon", "soldier", "bank", "spider"),
)
CLUES = (
    {"ocean": ["whale"], "hospital": ["nurse"], "music": ["piano"]},
    {"bakery": ["bread"], "winter": ["snow"], "ship": ["pirate"]},
    {"fruit": ["lemon"], "night": ["moon"], "war": ["soldier"]},
)
CARDS = 4
SEA = ClueMatch("sea", Means.WORD)


def test_the_tables_of_a_folder_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _write_folder(tmp_path)
    monkeypatch.setattr("sys.argv", ["people", "--data", str(tmp_path)])
    main()
    head, boards, understood, *rows = capsys.readouterr().out.splitlines()
    assert head == "9 picks, 9 marked clues, 3 games, 10 folds"
    assert boards.endswith("9 picks belong to a marked clue")
    assert understood == "understood 100.0%: word 100.0%"
    starts = [re.split(r"  +", row)[0] for row in rows]
    titles = ["experts", "listener", "change by list features", "change by lists in all"]
    assert [one for one in starts if one in titles] == titles
    assert {*STAGES, *(f"- {kind}" for kind in FEATURE_KINDS)} < {*starts}
    assert rows[starts.index("memory, of 0 picks") + 1].startswith("no lists ")
    figures = r"first pick +(\d\.\d{3} \[\d\.\d{3}, \d\.\d{3}\] *){3}"
    assert re.fullmatch(figures, rows[starts.index("first pick")])


@pytest.mark.parametrize(
    ("count", "expected"), [(1, (0, 1, 0, 0)), (2, (1 / 2, 1, 1 / 2, 0)), (3, (1, 1, 1, 0))]
)
def test_chance_decides_between_cards_of_equal_scores(
    count: int, expected: tuple[float, ...]
) -> None:
    among = is_among(np.array([[2.0, 3.0, 2.0, -np.inf]]), count)
    assert among == pytest.approx(np.array([expected]))


def test_a_pick_belongs_to_the_largest_marked_clue_of_its_word_among_its_cards() -> None:
    board = ("whale", "desert", "jug", "nurse")
    marked = {
        board[:2]: "desert",
        board[:3]: "whale",
        ("whale", "tiger", "jug", "nurse", "piano"): "tiger",
    }
    clues = [_event(cards, "sea", [card], is_pick=False) for cards, card in marked.items()]
    other = _event(board, "water", ["jug"], is_pick=False)
    picks = [_event(board, clue, ["jug"], is_pick=True) for clue in ("sea", "air")]
    meant = meant_cards([*picks, *clues, other])
    assert meant[0].tolist() == [True, False, False, False, False]
    assert not meant[1].any()
    assert meant[2:].argmax(axis=1).tolist() == [1, 0, 1, 2]


def test_a_listed_board_has_lists_for_each_word_of_its_cards() -> None:
    boards = (("whale", "ice cream"), ("whale", "zyzzyva"), ("whale", "cream zyzzyva"))
    events = [_event(board, "sea", ["whale"], is_pick=True) for board in boards]
    assert on_listed_boards(events).tolist() == [True, False, False]


def test_a_pick_is_measured_by_its_card_and_by_those_that_were_meant() -> None:
    chances = np.array([[0.5, 0.25, 0.15, 0.1], [0.1, 0.2, 0.3, 0.4]])
    people = _people(picked=[0, 1], meant=[[0, 1], [3]])
    assert _means(measures_of(people, chances)) == pytest.approx(
        {
            "first pick": 1 / 2,
            "top 3": 1,
            "top card meant": 1,
            "target recall": np.nan,
            "nats": -np.log(0.5 * 0.2) / 2,
            "R2": 1 - np.log(0.5 * 0.2) / np.log(1 / 16),
        },
        nan_ok=True,
    )


def test_a_pick_without_a_marked_clue_says_nothing_of_the_meant_cards() -> None:
    people = _people(picked=[0, 1], meant=[[0], []])
    assert measures_of(people, np.full((2, CARDS), 1 / CARDS))["top card meant"].mean == 1 / CARDS


def test_target_recall_takes_as_many_likeliest_cards_as_the_giver_marked() -> None:
    chances = np.array([[0.5, 0.15, 0.25, 0.1], [0.1, 0.2, 0.3, 0.4], [0.4, 0.2, 0.2, 0.2]])
    people = _people(picked=[None] * 3, meant=[[0, 1], [3], [0, 1]])
    measure = measures_of(people, chances)["target recall"]
    assert measure.values == pytest.approx([1 / 2, 1, (1 + 1 / 3) / 2])


def test_cards_are_as_likely_where_a_clue_is_not_understood() -> None:
    people = _people(picked=[0, None], meant=[[0, 1], [0, 1]], understood=None)
    equal = np.full((2, CARDS), 1 / CARDS)
    means = _means(measures_of(people, equal))
    assert means["R2"] == pytest.approx(0)
    likely = np.array([[0.7, 0.1, 0.1, 0.1]] * 2)
    ranked = ("first pick", "top 3", "top card meant", "target recall")
    found = measures_of(people, likely)
    assert [found[one].mean for one in ranked] == pytest.approx([1 / 4, 3 / 4, 1 / 2, 1 / 2])


def test_an_interval_is_over_games_and_of_a_difference_over_pairs() -> None:
    ones, games = np.ones(4), np.array([0, 0, 1, 1])
    steady, mixed = Measure(ones / 2, ones), Measure(np.array([0.0, 1, 0, 1]), ones)
    by_game = Measure(np.array([0.0, 0, 1, 1]), ones)
    assert mixed.interval(games) == "0.500 [0.500, 0.500]"
    assert by_game.interval(games) == "0.500 [0.000, 1.000]"
    better = Measure(by_game.values + 0.25, ones)
    assert better.less(by_game).interval(games, "+") == "+0.250 [+0.250, +0.250]"
    nothing = steady.within(np.zeros(4, dtype=np.bool_))
    assert nothing.interval(games) == "-"


def test_each_kind_of_features_has_the_places_of_the_weights() -> None:
    weights = ListenerWeights.of(np.arange(2.0 * len(STORED) + 1 + len(LISTING_SOURCES)))
    for place, name in enumerate(STORED):
        assert FEATURE_KINDS[name] == (weights.cosines[place], weights.squares[place])
    assert [*FEATURE_KINDS["squares"]] == [*weights.squares]
    assert FEATURE_KINDS["together"] == (weights.together,)
    for name in NEAR_MODELS:
        places = FEATURE_KINDS[f"nearness by {name}"]
        near = [place for place, one in enumerate(LISTING_SOURCES) if one == {LISTED, name}]
        assert [*places] == [weights.listed[place] for place in near]
    listed = chain.from_iterable(
        FEATURE_KINDS[kind] for kind in ("strengths", "nearness", "times listed")
    )
    assert [*listed] == [*weights.listed]


def test_picks_are_foreseen_without_kinds_of_features_or_without_their_clue_word() -> None:
    people = _people(picked=[place % CARDS for place in range(40)], meant=[[]] * 40)
    features = np.zeros((40, CARDS, 2 * len(STORED) + 1 + len(LISTING_SOURCES)))
    features[:, :, FEATURE_KINDS["strengths"][0]] = people.design.chosen
    people = replace(people, design=replace(people.design, features=features))
    equal = np.full((40, CARDS), 1 / CARDS)
    assert (people.foreseen(("nearness",)).argmax(axis=1) == np.arange(40) % CARDS).all()
    assert people.foreseen(("strengths",)) == pytest.approx(equal)
    assert people.foreseen(new_words=True) == pytest.approx(equal)


def _event(cards: Sequence[str], clue: str, chosen: Sequence[str], *, is_pick: bool) -> Event:
    return Event(tuple(cards), clue, tuple(map(cards.index, chosen)), is_pick)


def _write_folder(folder: Path) -> None:
    picks, clues = [], []
    for board, marked in zip(BOARDS, CLUES, strict=True):
        for clue, targets in marked.items():
            others = [card for card in board if card not in targets]
            picks.append({"cards": board, "clue": clue, "pick": targets[0]})
            clues.append({"targets": targets, "tan": others[:3], "avoid": others[3:], "clue": clue})
    (folder / "picks.json").write_text(json.dumps(picks), encoding="utf-8")
    (folder / "clues.json").write_text(json.dumps(clues), encoding="utf-8")


def _people(
    picked: Sequence[int | None],
    meant: Sequence[Sequence[int]],
    understood: ClueMatch | None = SEA,
) -> PlayedEvents:
    """Return picks, or marked clues if no card is picked, each from a game of its own."""
    count = len(picked)
    marked, chosen = np.zeros((count, CARDS), np.bool_), np.zeros((count, CARDS))
    for row, (card, places) in enumerate(zip(picked, meant, strict=True)):
        marked[row, list(places)] = True
        chosen[row] = marked[row] / len(places) if card is None else np.eye(CARDS)[card]
    there, ones = np.ones((count, CARDS), np.bool_), np.ones(count)
    heard, offset = (understood,) * count, np.zeros(there.shape)
    design = Design(np.zeros((count, CARDS, 1)), there, chosen, ones, heard, offset)
    is_pick = np.array([card is not None for card in picked])
    return PlayedEvents(design, np.arange(count), is_pick, marked)


def _means(measures: Mapping[str, Measure]) -> Mapping[str, float]:
    return {name: measure.mean for name, measure in measures.items()}
