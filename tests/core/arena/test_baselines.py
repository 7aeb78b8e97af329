"""The spymasters of other papers: their rules, on boards small enough to check by hand."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agents.associations import Associations
from core.agents.expert import expert
from core.agents.language import plain_language
from core.agents.policy import ExpertPolicy, TableStyle
from core.agents.position import BoardPosition, CardKind, KeyedBoard, start_position
from core.arena.baselines import (
    AGGRESSIVENESS,
    BaselinePolicy,
    SayableWords,
    detect_clue,
    detect_policy,
    noisy_clue,
    text_counts,
    threshold_clue,
    words_beside,
)
from core.arena.engine_game import DUEL_OPTIONS, NO_MEMORIES, EngineGame
from core.arena.pair import Pair
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.rules import Codenames
from core.words.ensemble import clue_words
from core.words.packs import Pack
from tests.core.agents.boards import associations_of, made_up_source
from tests.profile import examples

OWN, OPPONENT, ASSASSIN = CardKind.OWN, CardKind.OPPONENT, CardKind.ASSASSIN
RNG_SEED = 7


def board(kinds: str) -> BoardPosition:
    named = {"o": OWN, "x": OPPONENT, "t": CardKind.BYSTANDER, "k": ASSASSIN}
    cards = tuple(f"card{place}" for place in range(len(kinds)))
    return start_position(KeyedBoard(cards, tuple(named[kind] for kind in kinds)))


def table(**words: list[float]) -> Associations:
    """Return the associations of card0, card1, ... with each word."""
    count = len(next(iter(words.values())))
    rows = {
        f"card{place}": {word: near[place] for word, near in words.items()}
        for place in range(count)
    }
    return associations_of(rows, reach=1)


def beside(associations: Associations, position: BoardPosition) -> SayableWords:
    words = associations.vocabulary.words
    columns = np.array([column for column, word in enumerate(words) if word != "void"])
    return words_beside(associations, position, columns)


@pytest.mark.parametrize(
    ("farthest", "word", "targets"),
    [
        (AGGRESSIVENESS["low"], "narrow", (0,)),
        (AGGRESSIVENESS["medium"], "middle", (0, 1)),
        (AGGRESSIVENESS["high"], "wide", (0, 1, 2)),
    ],
)
def test_a_target_is_nearer_than_the_threshold_and_than_every_bad_card(
    farthest: float, word: str, targets: tuple[int, ...]
) -> None:
    seen = table(
        narrow=[0.8, 0.2, 0.2, 0.1, 0.1],
        middle=[0.6, 0.55, 0.2, 0.1, 0.1],
        wide=[0.45, 0.4, 0.35, 0.1, 0.1],
        unsafe=[0.9, 0.9, 0.9, 0.95, 0.1],
    )
    clue = threshold_clue(farthest, beside(seen, board("oooxk")))
    assert (clue.word, clue.number, clue.targets) == (word, len(targets), targets)
    assert not clue.fallback


def test_of_as_many_targets_the_nearest_are_meant_and_else_the_surest_card() -> None:
    seen = table(near=[0.8, 0.8, 0.1], far=[0.6, 0.6, 0.1], lone=[0.25, 0.1, 0.0])
    position = board("ook")
    clue = threshold_clue(AGGRESSIVENESS["medium"], beside(seen, position))
    assert clue.word == "near"
    weak = table(weak=[0.2, 0.1, 0.15], weaker=[0.1, 0.1, 0.09])
    fallback = threshold_clue(AGGRESSIVENESS["low"], beside(weak, position))
    assert (fallback.word, fallback.targets, fallback.fallback) == ("weak", (0,), True)


def test_noise_makes_it_prefer_room_above_bad_cards() -> None:
    # Scaled by the deviation of the similarities, both words lead, one by much more.
    seen = table(
        close=[0.52, 0.51, 0.50, 0.0],
        clear=[0.50, 0.49, 0.10, 0.0],
        other=[0.0, 0.1, 0.2, 0.1],
    )
    clue = noisy_clue(beside(seen, board("ooxk")), np.random.default_rng(RNG_SEED))
    assert (clue.word, clue.number, clue.targets) == ("clear", 2, (0, 1))


def test_with_only_own_cards_left_it_means_as_many_as_it_may() -> None:
    seen = table(one=[0.5, 0.4], other=[0.1, 0.2])
    clue = noisy_clue(beside(seen, board("oo")), np.random.default_rng(RNG_SEED))
    assert clue.number == 2


def test_the_dictionary_and_the_texts_weigh_in() -> None:
    seen = table(common=[0.5, 0.5, 0.1], rare=[0.5, 0.5, 0.1], void_=[0.0, 0.0, 0.0])
    position = board("ook")
    heard = beside(seen, position)
    words = seen.vocabulary.words
    counts = np.array([{"common": 20.0, "rare": 1.0}.get(word, 5.0) for word in words], np.float32)
    assert detect_clue(heard, heard, counts).word == "common"
    meant = table(common=[0.0, 0.0, 0.0], rare=[0.9, 0.9, 0.0], void_=[0.0, 0.0, 0.0])
    clue = detect_clue(heard, beside(meant, position), counts)
    assert (clue.word, clue.targets) == ("rare", (0, 1))


def test_common_words_stand_in_more_texts() -> None:
    words = clue_words()
    counts = text_counts(words)
    assert counts.min() >= 1
    assert counts[words.index("water")] > counts[words.index("abbot")]


SOURCE = made_up_source(0, cards=40, clues=200, reach=60, levels=1000)
STYLE = TableStyle(plain_language(SOURCE.vocabulary))
RULES = Codenames(
    DUEL_OPTIONS, Supply(Pack("cards", tuple(f"card{n}" for n in range(40)))), Referee()
)
EXPERT = expert("own", SOURCE)
POLICIES = (
    BaselinePolicy("threshold", EXPERT, STYLE, partial(threshold_clue, AGGRESSIVENESS["high"])),
    BaselinePolicy("noise", EXPERT, STYLE, noisy_clue),
    detect_policy("detect", EXPERT, expert("other", made_up_source(1, cards=40, clues=200)), STYLE),
)


@settings(max_examples=examples(6), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(POLICIES))
def test_each_plays_lawful_games_in_any_chair(seed: int, policy: ExpertPolicy) -> None:
    pair, other = Pair(policy, policy), Pair(ExpertPolicy(EXPERT, STYLE), policy)
    memories = (NO_MEMORIES, NO_MEMORIES)
    game, after = EngineGame(RULES, (pair, other), memories, seed).play()
    again, _ = EngineGame(RULES, (pair, other), memories, seed).play()
    assert game == again
    assert game.forfeit is None
    assert after == memories


def test_without_a_word_nothing_can_be_said() -> None:
    seen = table(word=[0.5, 0.1])
    nothing = np.zeros(0, np.intp)
    with pytest.raises(ValueError, match="no word may be said"):
        words_beside(seen, board("ok"), nothing)
