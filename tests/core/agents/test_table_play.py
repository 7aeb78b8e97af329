"""Speaking and guessing with people: margins, the order of clues, stopping, earlier clues."""

from dataclasses import replace
from math import exp, inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.agents.associations import Associations, TableSource
from core.agents.expert import ClueProposal
from core.agents.position import BoardPosition, CardKind, KeyedBoard, start_position
from core.agents.table_play import (
    DEFAULT_MARGINS,
    DEFAULT_THRESHOLDS,
    CardPick,
    GuesserThresholds,
    GuesserView,
    GuessReason,
    KnownClue,
    Scale,
    SpymasterMargins,
    clue_for_people,
    guess_with_people,
    rank_cards,
    scale_of,
)
from tests.core.agents.boards import associations_of, made_up_board, made_up_source
from tests.profile import examples

OWN, OPPONENT, BYSTANDER, ASSASSIN = CardKind

PLAIN = SpymasterMargins(bystander=0.0, opponent=0.0, assassin=0.0, related=-inf)
"""No margins beyond the rule itself."""


def clue_on(
    associations: Associations,
    *kinds: CardKind,
    caution: SpymasterMargins = PLAIN,
    unsaid: tuple[str, ...] = (),
) -> ClueProposal:
    sayable = np.array([word not in (*unsaid, "void") for word in associations.vocabulary.words])
    position = start_position(KeyedBoard(associations.cards, kinds))
    return clue_for_people(associations, position, sayable, caution)


ZOO = associations_of(
    {
        "lion": {"cat": 0.9, "animal": 0.55, "circus": 0.5, "gold": 0.3},
        "wolf": {"cat": 0.35, "animal": 0.55, "circus": 0.45, "gold": 0.0},
        "tent": {"cat": 0.0, "animal": 0.1, "circus": 0.6, "gold": 0.0},
        "fang": {"cat": 0.3, "animal": 0.5, "circus": 0.1, "gold": 0.2},
    }
)


def test_more_targets_beat_a_clearer_clue() -> None:
    given_clue = clue_on(ZOO, OWN, OWN, OWN, BYSTANDER)
    assert given_clue == ClueProposal("circus", 3, (0, 1, 2))


def test_two_targets_that_stand_out_go_before_two_that_hardly_do() -> None:
    # "cat" has the larger sum of similarities; its wolf is hardly nearer than the fang.
    words = associations_of(
        {
            "lion": {"cat": 0.9, "animal": 0.55},
            "wolf": {"cat": 0.31, "animal": 0.55},
            "fang": {"cat": 0.3, "animal": 0.4},
        }
    )
    assert clue_on(words, OWN, OWN, BYSTANDER).word == "animal"


def test_two_clear_targets_go_before_three_far_fetched_ones() -> None:
    words = associations_of(
        {
            "lion": {"cat": 0.9, "thing": 0.3},
            "wolf": {"cat": 0.8, "thing": 0.3},
            "rock": {"cat": 0.1, "thing": 0.3},
            "ink": {"cat": 0.0, "thing": 0.2},
        }
    )
    seen = replace(PLAIN, related=scale_of(words).deviations(0.6), blur=0.1)
    assert clue_on(words, OWN, OWN, OWN, BYSTANDER, caution=seen) == ClueProposal("cat", 2, (0, 1))
    assert clue_on(words, OWN, OWN, OWN, BYSTANDER).number == 3


def test_a_target_too_near_to_the_assassin_is_left_out_where_a_bystander_would_be_risked() -> None:
    wary = replace(PLAIN, assassin=0.1 / scale_of(ZOO).deviation)
    # For "animal" the two targets lie 0.05 above the fang.
    risked = clue_on(
        ZOO, OWN, OWN, BYSTANDER, BYSTANDER, caution=wary, unsaid=("cat", "gold", "circus")
    )
    spared = clue_on(
        ZOO, OWN, OWN, BYSTANDER, ASSASSIN, caution=wary, unsaid=("cat", "gold", "circus")
    )
    assert (risked.word, risked.number, risked.fallback) == ("animal", 2, False)
    assert spared.fallback


@settings(max_examples=examples(80), deadline=None)
@given(st.integers(0, 10**6), st.floats(0.0, 1.0), st.floats(0.0, 1.5))
def test_targets_keep_the_margin_of_every_kind_of_bad_card(
    seed: int, bystander: float, assassin: float
) -> None:
    board = made_up_board(seed)
    words = made_up_source(seed, levels=1000).associations(board.cards)
    caution = SpymasterMargins(bystander=bystander, opponent=0.3, assassin=assassin, related=-inf)
    clue = clue_for_people(
        words, start_position(board), np.ones(len(words.vocabulary), np.bool_), caution
    )
    closeness, scale = words.similarity[:, words.vocabulary.columns[clue.word]], scale_of(words)
    for target in clue.targets:
        assert board.kinds[target] is OWN
        for place in start_position(board).bad():
            margin = caution.margin(board.kinds[place]) * scale.deviation
            assert clue.fallback or closeness[target] > closeness[place] + margin - 1e-5


def test_a_card_hardly_related_to_the_clue_is_no_target() -> None:
    words = associations_of({"lion": {"cat": 0.9, "rock": 0.31}, "ink": {"cat": 0.1, "rock": 0.3}})
    related = scale_of(words).deviations(0.5)
    clue = clue_on(words, OWN, ASSASSIN, caution=replace(PLAIN, related=related), unsaid=("cat",))
    assert clue == ClueProposal("rock", 1, (0,), fallback=True)


def test_what_may_not_be_said_is_not_said() -> None:
    assert clue_on(ZOO, OWN, OWN, OWN, BYSTANDER, unsaid=("circus",)).word != "circus"


def test_with_one_word_left_that_word_is_given_for_the_card_it_suits_best() -> None:
    unsaid = ("cat", "animal", "circus")
    clue = clue_on(ZOO, BYSTANDER, OWN, OWN, ASSASSIN, unsaid=unsaid)
    assert (clue.word, clue.number, clue.fallback) == ("gold", 1, True)


def test_with_no_word_left_there_is_no_clue() -> None:
    nothing = np.zeros(len(ZOO.vocabulary), dtype=np.bool_)
    with pytest.raises(ValueError, match="no word"):
        clue_for_people(
            ZOO,
            start_position(KeyedBoard(ZOO.cards, (OWN, OWN, OWN, ASSASSIN))),
            nothing,
            DEFAULT_MARGINS,
        )


def test_a_clue_never_means_more_cards_than_the_most() -> None:
    clue = clue_on(ZOO, OWN, OWN, OWN, BYSTANDER, caution=replace(PLAIN, most=2))
    assert clue.number == len(clue.targets) == 2


def test_a_card_that_the_model_does_not_know_is_never_meant() -> None:
    words = associations_of({"くじら": {}, "wolf": {"pack": 0.6}, "ink": {"pack": 0.1}})
    assert clue_on(words, OWN, OWN, ASSASSIN).targets == (1,)


def test_the_scale_is_the_mean_and_the_deviation_of_what_is_known() -> None:
    words = associations_of({"lion": {"cat": 0.9, "ink": 0.1}, "wolf": {"cat": 0.5}})
    values = np.array([0.9, 0.1, 0.5])
    scale = scale_of(words)
    assert scale.mean == pytest.approx(values.mean(), abs=1e-6)
    assert scale.deviation == pytest.approx(values.std(), abs=1e-6)
    assert scale.deviations(float(scale.similarity(1.5))) == pytest.approx(1.5, abs=1e-5)


def test_a_board_of_unknown_words_has_a_scale_too() -> None:
    assert scale_of(associations_of({"くじら": {}, "いるか": {}})) == Scale(0.0, 1.0)


# Guessing. The made-up similarities stand by card; "far" is a clue similar to none.

ROWS = {
    "lion": {"cat": 0.9, "sea": 0.0, "far": -0.2},
    "tiger": {"cat": 0.8, "sea": 0.1, "far": -0.3},
    "wolf": {"cat": 0.3, "sea": 0.2, "far": -0.4},
    "whale": {"cat": 0.1, "sea": 0.9, "far": -0.5},
    "ink": {"cat": 0.0, "sea": 0.3, "far": -0.6},
}
NAMES = tuple(ROWS)
LION, TIGER, WOLF, WHALE, INK = range(5)
ALL = frozenset(range(5))


def source() -> TableSource:
    table = associations_of(ROWS)
    return TableSource(replace(table, cards=NAMES))


def deviations(similarity: float) -> float:
    return scale_of(source().associations(NAMES)).deviations(similarity)


SURE = GuesserThresholds(further=deviations(0.5), earlier=deviations(0.5))


def look(
    *clues: KnownClue,
    covered: frozenset[int] = ALL,
    own: frozenset[int] = frozenset(),
    made: int = 0,
) -> GuesserView:
    return GuesserView(NAMES, covered, own, clues, made)


def pick(seen: GuesserView, conviction: GuesserThresholds = SURE) -> CardPick | None:
    return guess_with_people(source(), seen, conviction, np.random.default_rng(0))


def heard(
    word: str | None, number: int | None, covered: frozenset[int] = ALL, found: tuple[int, ...] = ()
) -> KnownClue:
    return KnownClue(word, number, covered, found)


def after(*clues: tuple[str | None, int | None, tuple[int, ...]]) -> GuesserView:
    """Return the view after turns that uncovered these own cards, and no other card."""
    gone, told = set[int](), list[KnownClue]()
    for word, number, found in clues:
        told.append(heard(word, number, ALL - gone, found))
        gone.update(found)
    return look(*told, covered=ALL - gone, own=frozenset(gone), made=len(clues[-1][2]))


def test_the_nearest_covered_card_is_guessed_first() -> None:
    assert pick(look(heard("cat", 2))) == CardPick(LION, GuessReason.CLUE)
    assert pick(look(heard("cat", 2), covered=ALL - {LION})) == CardPick(TIGER, GuessReason.CLUE)


def test_the_first_guess_is_made_however_unconvincing() -> None:
    assert pick(look(heard("far", 1))) == CardPick(LION, GuessReason.CLUE)


def test_further_guesses_go_on_while_they_convince() -> None:
    seen = look(heard("cat", 3), covered=ALL - {LION}, own=frozenset({LION}), made=1)
    assert pick(seen) == CardPick(TIGER, GuessReason.CLUE)
    seen = look(heard("cat", 3), covered=ALL - {LION, TIGER}, own=frozenset({LION, TIGER}), made=2)
    assert pick(seen) is None
    assert pick(seen, GuesserThresholds(further=-inf, earlier=inf)) == CardPick(
        WOLF, GuessReason.CLUE
    )


def test_the_guess_beyond_the_number_needs_an_earlier_unfinished_clue() -> None:
    now, rest = heard("sea", 1), ALL - {WHALE, LION}
    own = frozenset({WHALE, LION})
    earlier = heard("cat", 2)
    assert pick(look(earlier, now, covered=rest, own=own, made=1)) == CardPick(
        TIGER, GuessReason.EARLIER
    )
    finished = heard("cat", 1)
    assert pick(look(finished, now, covered=rest, own=own, made=1)) is None


def test_a_card_too_far_from_the_earlier_clue_is_not_guessed_for_it() -> None:
    # The wolf is the third of "cat 3", and not near enough to it.
    own, rest = frozenset({WHALE, LION, TIGER}), frozenset({WOLF, INK})
    assert pick(look(heard("cat", 3), heard("sea", 1), covered=rest, own=own, made=1)) is None


def test_a_bad_card_that_was_guessed_for_an_earlier_clue_was_not_meant() -> None:
    # Lion was picked for "cat 1" and was not the team's: the clue must have meant the tiger.
    rest = ALL - {LION, WHALE}
    seen = look(heard("cat", 1), heard("sea", 1), covered=rest, own=frozenset({WHALE}), made=1)
    assert pick(seen) == CardPick(TIGER, GuessReason.EARLIER)


def test_a_clue_of_which_all_cards_were_found_is_finished_whichever_they_were() -> None:
    # To this model the tiger is one of "cat 2"; the team found two others.
    assert pick(after(("cat", 2, (LION, INK)), ("sea", 1, (WHALE,)))) is None


def test_a_clue_owes_the_cards_that_were_not_found_in_its_turn() -> None:
    assert pick(after(("cat", 2, (INK,)), ("sea", 1, (WHALE,)))) == CardPick(
        LION, GuessReason.EARLIER
    )


def test_an_extra_guess_counts_for_the_earlier_clue_that_it_finished() -> None:
    turns = (("cat", 1, ()), ("sea", 1, (WHALE, INK)))
    assert pick(after(*turns)) is None
    assert pick(after(*turns, ("far", 1, (WOLF,)))) is None
    assert pick(after(("cat", 2, ()), *turns[1:])) == CardPick(LION, GuessReason.EARLIER)


def test_an_extra_guess_counts_for_the_nearest_of_several_unfinished_clues() -> None:
    turns = (("cat", 1, ()), ("sea", 1, ()), ("far", 1, (INK, WHALE)))
    assert pick(after(*turns)) == CardPick(LION, GuessReason.EARLIER)


def test_cards_that_were_found_on_zero_count_for_earlier_clues() -> None:
    assert pick(after(("cat", 1, ()), ("sea", 0, (INK,)))) is None
    assert pick(after(("cat", 2, ()), ("sea", 0, (INK,)))) == CardPick(LION, GuessReason.EARLIER)


def test_zero_and_unlimited_clues_owe_nothing() -> None:
    assert pick(after(("cat", None, (WOLF,)), ("sea", 1, (WHALE,)))) is None
    assert pick(after(("cat", 0, (WOLF,)), ("sea", 1, (WHALE,)))) is None


def test_cards_that_were_found_on_unlimited_finish_the_earlier_clue_they_are_nearest_to() -> None:
    assert pick(after(("cat", 1, ()), ("sea", None, (WHALE, LION)))) is None
    assert pick(after(("cat", 2, ()), ("sea", None, (WHALE, LION)))) == CardPick(
        TIGER, GuessReason.EARLIER
    )


def test_an_unknown_clue_has_its_own_cards_too() -> None:
    assert pick(after((None, 2, (WOLF, INK)), ("sea", 1, (WHALE,)))) is None
    turns = (("cat", 2, (LION,)), (None, 1, (INK, WOLF)), ("sea", 1, (WHALE,)))
    assert pick(after(*turns)) is None


def test_zero_means_the_card_least_like_the_clue_once() -> None:
    assert pick(look(heard("cat", 0))) == CardPick(INK, GuessReason.UNRELATED)
    seen = look(heard("cat", 0), covered=ALL - {INK}, own=frozenset({INK}), made=1)
    assert pick(seen) is None


def test_zero_is_a_chance_to_finish_an_earlier_clue() -> None:
    seen = look(heard("sea", 1), heard("cat", 0))
    assert pick(seen) == CardPick(WHALE, GuessReason.EARLIER)


def test_unlimited_goes_on_as_long_as_it_convinces_and_then_to_earlier_clues() -> None:
    now = heard("cat", None)
    covered, own = ALL - {LION}, frozenset({LION})
    assert pick(look(now, covered=covered, own=own, made=1)) == CardPick(TIGER, GuessReason.CLUE)
    covered, own = covered - {TIGER}, own | {TIGER}
    assert pick(look(now, covered=covered, own=own, made=2)) is None
    seen = look(heard("sea", 1), now, covered=covered, own=own, made=2)
    assert pick(seen) == CardPick(WHALE, GuessReason.EARLIER)


def test_an_unknown_clue_is_guessed_by_an_earlier_one_on_any_evidence() -> None:
    assert pick(look(heard("far", 2), heard(None, 2))) == CardPick(LION, GuessReason.EARLIER)


def test_an_unknown_clue_is_guessed_by_the_card_nearest_to_a_finished_one() -> None:
    # Spymasters keep the worst cards away from those that they give clues for.
    assert pick(after(("cat", 1, (LION,)), (None, 2, ()))) == CardPick(TIGER, GuessReason.EARLIER)
    assert pick(after(("cat", None, (LION,)), (None, 2, ()))) == CardPick(
        TIGER, GuessReason.EARLIER
    )


@pytest.mark.parametrize("earlier", [("cat", 0, ()), (None, 1, ()), ("void", 1, ())])
def test_an_unknown_clue_is_guessed_at_random_where_earlier_ones_tell_nothing(
    earlier: tuple[str | None, int | None, tuple[int, ...]],
) -> None:
    chosen = pick(after(earlier, (None, 2, ())))
    assert chosen is not None
    assert chosen.basis is GuessReason.CHANCE


def test_after_one_guess_on_an_unknown_clue_no_earlier_one_is_gone_on_with() -> None:
    assert pick(after(("cat", 2, ()), (None, 2, (LION,)))) is None


def test_an_unknown_clue_is_guessed_at_random_where_there_is_no_earlier_one() -> None:
    found = {
        guess_with_people(source(), look(heard(None, 2)), SURE, np.random.default_rng(seed))
        for seed in range(60)
    }
    assert found == {CardPick(place, GuessReason.CHANCE) for place in range(5)}


def test_after_one_guess_on_an_unknown_clue_the_turn_ends() -> None:
    seen = look(heard(None, 3), covered=ALL - {INK}, own=frozenset({INK}), made=1)
    assert pick(seen) is None


def test_a_word_without_a_vector_is_an_unknown_clue() -> None:
    chosen = pick(look(heard("void", 2)))
    assert chosen is not None
    assert chosen.basis is GuessReason.CHANCE


@settings(max_examples=examples(100), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    covered=st.frozensets(st.integers(0, 11), min_size=1),
    numbers=st.lists(st.none() | st.integers(0, 9), min_size=1, max_size=4),
    words=st.lists(st.none() | st.sampled_from(["clue1", "clue2", "clue3"]), min_size=4),
    made=st.integers(0, 5),
)
def test_a_guess_is_a_covered_card_and_the_first_one_is_always_made(
    seed: int,
    covered: frozenset[int],
    numbers: list[int | None],
    words: list[str | None],
    made: int,
) -> None:
    board, own = made_up_board(seed), frozenset(range(12)) - covered
    clues = tuple(
        KnownClue(word, number, frozenset(range(12)))
        for word, number in zip(words, numbers, strict=False)
    )
    seen = GuesserView(board.cards, covered, own, clues, made)
    chosen = guess_with_people(
        made_up_source(seed), seen, DEFAULT_THRESHOLDS, np.random.default_rng(seed)
    )
    assert chosen is not None or made > 0
    assert chosen is None or chosen.place in covered


def test_a_ranking_runs_from_near_to_far_and_is_empty_for_no_word() -> None:
    ranking = rank_cards(source(), NAMES, frozenset({WHALE, LION, TIGER}), "cat")
    assert [place for place, _ in ranking] == [LION, TIGER, WHALE]
    assert rank_cards(source(), NAMES, ALL, None) == ()


def every_word(associations: Associations) -> NDArray[np.bool_]:
    return np.ones(len(associations.vocabulary), dtype=np.bool_)


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(0, 10**6))
def test_the_default_caution_always_finds_a_clue_of_one_to_the_most(seed: int) -> None:
    board = made_up_board(seed)
    words = made_up_source(seed, levels=1000).associations(board.cards)
    clue = clue_for_people(words, start_position(board), every_word(words), DEFAULT_MARGINS)
    assert 1 <= clue.number == len(clue.targets) <= DEFAULT_MARGINS.most


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([0.5, 1.0, 1.5, 2.0, 3.0]), st.integers(1, 3))
def test_the_word_on_which_people_find_most_is_found_among_all(
    seed: int, related: float, most: int
) -> None:
    caution = replace(DEFAULT_MARGINS, related=related, most=most)
    position = start_position(made_up_board(seed)).uncover({seed % 12})
    words = made_up_source(seed, levels=1000).associations(position.board.cards)
    clue = clue_for_people(words, position, every_word(words), caution)
    found = {word: expected(words, position, word, caution) for word in words.vocabulary.words}
    assert found[clue.word] == pytest.approx(max(found.values()), abs=1e-5)
    assert clue.fallback == (max(found.values()) == 0)


def expected(
    words: Associations, position: BoardPosition, word: str, caution: SpymasterMargins
) -> float:
    """Return the expected number of cards found for a word, by the documented rule."""
    scale = scale_of(words)
    closeness = words.similarity[:, words.vocabulary.columns[word]].tolist()
    kinds = position.board.kinds
    danger = max(
        closeness[bad] + caution.margin(kinds[bad]) * scale.deviation for bad in position.bad()
    )
    chances = []
    for own in position.own():
        seen = (closeness[own] - scale.mean) / scale.deviation - caution.related
        room = (closeness[own] - danger) / scale.deviation
        chance = 1 / (1 + exp(-seen / caution.blur)) / (1 + exp(-room / caution.blur))
        if room > 0 and chance >= caution.least:
            chances.append(chance)
    return sum(sorted(chances)[-caution.most :])


def test_the_default_caution_is_wider_the_worse_the_card_and_means_four_at_most() -> None:
    margins = [DEFAULT_MARGINS.margin(kind) for kind in (BYSTANDER, OPPONENT, ASSASSIN)]
    assert margins == [0.4, 0.6, 1.5]
    assert DEFAULT_MARGINS.most == 4


def test_where_no_own_card_is_known_a_clue_is_given_that_means_none() -> None:
    words = associations_of({"くじら": {}, "さかな": {}, "ink": {"pack": 0.1}})
    given_clue = clue_on(words, OWN, OWN, BYSTANDER)
    assert (given_clue.targets, given_clue.fallback) == ((), True)
    known = clue_on(words, OWN, OWN, OWN)
    assert known.targets == (2,)
