"""The listener: each card's chance of a pick for a clue."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from core.agents.associations import Vocabulary
from core.agents.clue_lookup import ClueLookup, ClueMatch, Means
from core.agents.listener import (
    FITTED_WEIGHTS,
    GUESS_LAPSE,
    WITHOUT_LISTS,
    Collocations,
    Listener,
    default_listener,
    default_listings,
)
from core.agents.listings import LISTING_SOURCES
from core.agents.plackett_luce import LAPSE, meant_chances, pick_chances
from core.words.ensemble import STORED
from core.words.lexicon import default_lexicon
from core.words.receptive_words import NO_RECEPTIVE_WORDS, ReceptiveModel, receptive_model

CARDS = ("whale", "desert", "jug", "nurse", "Loch Ness")


@pytest.fixture(scope="module")
def listener() -> Listener:
    return default_listener()


@pytest.mark.parametrize(
    ("clue", "card"),
    [
        ("ocean", "whale"),
        ("oceans", "whale"),
        ("oceon", "whale"),
        ("sahara", "desert"),
        ("hospital", "nurse"),
        ("pitcher", "jug"),
        ("scotland", "Loch Ness"),
    ],
)
def test_people_pick_the_card_that_a_clue_is_about(
    listener: Listener, clue: str, card: str
) -> None:
    picks = listener.picks(CARDS, clue)
    assert CARDS[int(picks.chances.argmax())] == card
    assert picks.chances.sum() == pytest.approx(1)
    assert (picks.chances >= LAPSE / len(CARDS)).all()


def test_all_cards_are_as_likely_where_nothing_is_known(listener: Listener) -> None:
    picks = listener.picks(CARDS, "кит")
    assert picks.understood is None
    assert picks.chances == pytest.approx(np.full(len(CARDS), 1 / len(CARDS)))


def test_pieces_count_half(listener: Listener) -> None:
    picks = listener.picks(CARDS, "oceanxqvgh")
    assert picks.understood == ClueMatch("ocean", Means.PIECES)
    assert (picks.chances >= GUESS_LAPSE / len(CARDS)).all()
    assert CARDS[int(picks.chances.argmax())] == "whale"


def test_the_order_and_the_number_of_cards_change_no_ranking(listener: Listener) -> None:
    picks = listener.picks(CARDS, "water").chances
    back = listener.picks(CARDS[::-1], "water").chances
    assert picks == pytest.approx(back[::-1])
    assert listener.picks(CARDS[:1], "water").chances == pytest.approx(np.ones(1))


def test_words_that_are_said_together_are_picked_more_often(listener: Listener) -> None:
    cards = ("cream", "cake")
    assert listener.picks(cards, "ice").chances.argmax() == 0


def test_terms_join_words_in_either_order_and_in_their_forms() -> None:
    known = ClueLookup({"boathouse": True, "jug": True}, {})
    terms = Collocations({"jug": frozenset({"band"})}, NO_RECEPTIVE_WORDS, known)
    assert terms.joins("jug", "band")
    assert terms.joins("band", "jug")
    assert terms.joins("house", "boat")
    assert not terms.joins("brass band", "jug")
    assert not terms.joins("jug", "boat")


def test_a_listener_needs_all_models() -> None:
    models, known = dict.fromkeys(STORED[1:], ReceptiveModel(())), ClueLookup({}, {})
    terms = Collocations({}, NO_RECEPTIVE_WORDS, known)
    with pytest.raises(KeyError):
        Listener(models, known, terms, default_listings()).features(["jug"], "band")


def test_all_clues_of_a_card_are_found_as_each_is() -> None:
    words = {
        "boat": True,
        "house": True,
        "jug": True,
        "band": True,
        "boathouse": True,
        "hand": True,
    }
    known = ClueLookup(words, {})
    followers = {"jug": frozenset({"band", "house"}), "hand": frozenset({"jug"})}
    terms = Collocations(followers, NO_RECEPTIVE_WORDS, known)
    vocabulary = Vocabulary(tuple(words))
    for card in ("house", "jug", "boat", "band", "brass band"):
        found = [vocabulary.words[column] for column in terms.clues(card, vocabulary)]
        assert found == [word for word in words if terms.joins(word, card)], card


def near_of(cards: Sequence[str], vocabulary: Vocabulary) -> dict[str, NDArray[np.float32]]:
    return {
        name: np.stack([receptive_model(name).closeness(vocabulary.words, card) for card in cards])
        for name in STORED
    }


def test_the_last_expert_of_a_mixture_picks_as_the_listener_does(listener: Listener) -> None:
    vocabulary, cards = Vocabulary(("ocean", "pitcher", "ice", "boss")), CARDS[:4]
    columns = np.array([0, 1, 3])
    near = {name: rows[:, columns] for name, rows in near_of(cards, vocabulary).items()}
    mixture = listener.mixture(cards, vocabulary, near, columns)
    for place, column in enumerate(columns):
        mixed = pick_chances(mixture.scores[-1, :, place].astype(np.float64))
        word = vocabulary.words[column]
        assert listener.picks(cards, word).chances == pytest.approx(mixed, abs=1e-4)


def test_the_first_look_at_a_board_reads_no_list(listener: Listener) -> None:
    vocabulary, cards = Vocabulary(("ocean", "pitcher", "ice")), CARDS[:4]
    scores = listener.scores(cards, vocabulary, near_of(cards, vocabulary))
    for column, word in enumerate(vocabulary.words):
        plain = listener.features(cards, word) @ WITHOUT_LISTS.array
        assert scores[:, column] == pytest.approx(plain, abs=1e-4)


def test_cards_are_meant_more_likely_the_more_are_asked_for() -> None:
    chances = np.array([0.5, 0.3, 0.2])
    assert meant_chances(chances, 1) == pytest.approx(chances)
    assert (meant_chances(chances, 2) > chances).all()
    assert meant_chances(chances, 2).sum() == pytest.approx(2)
    assert (meant_chances(chances, 0) == 0).all()
    assert (meant_chances(chances, 3) == 1).all()


@pytest.mark.parametrize("count", [2, 3, 4])
def test_cards_are_meant_as_often_as_they_are_among_the_first_picks(count: int) -> None:
    rng = np.random.default_rng(count)
    scores = rng.normal(size=(20, 6)) * (1, 2, 3, 4, 5, 6)
    chances = np.exp(scores) / np.exp(scores).sum(axis=0)
    noisy = scores + rng.gumbel(size=(4000, *scores.shape))
    drawn = (np.argsort(np.argsort(-noisy, axis=1), axis=1) < count).mean(axis=0)
    assert meant_chances(chances, count) == pytest.approx(drawn, abs=0.1)


@pytest.mark.parametrize(
    ("card", "plain"),
    [
        ("café", "cafe"),
        ("CAFÉ", "cafe"),
        ("ice–cream", "icecream"),
        ("snowpenguin", "snow penguin"),
    ],
)
def test_a_card_with_marks_is_picked_as_often_as_one_without(card: str, plain: str) -> None:
    listener = default_listener()
    for clue in ("coffee", "cold", "sugar"):
        marked = listener.picks((card, "bridge", "moon"), clue).chances
        assert marked.tolist() == listener.picks((plain, "bridge", "moon"), clue).chances.tolist()


def test_weights_without_models_are_those_of_the_others() -> None:
    less = FITTED_WEIGHTS.without(("gloss", "fusion"))
    place = STORED.index("gloss")
    assert [less.cosines[place], less.squares[place]] == [0, 0]
    assert less.cosines[:place] == FITTED_WEIGHTS.cosines[:place]
    assert less.together == FITTED_WEIGHTS.together
    silent = [one == 0 for one in less.listed]
    assert silent == ["gloss" in sources for sources in LISTING_SOURCES]
    assert FITTED_WEIGHTS.without(["associations"]).listed == WITHOUT_LISTS.listed
    assert FITTED_WEIGHTS.without(()) == FITTED_WEIGHTS


def test_names_are_near_to_cards_as_guessers_find_them(listener: Listener) -> None:
    names = default_lexicon().names
    near = listener.near(CARDS, names)
    for column in range(0, len(names), 150):
        for name in STORED:
            alone = receptive_model(name).closeness([card.lower() for card in CARDS], names[column])
            assert near[name][:, column] == pytest.approx(alone, abs=1e-5), names[column]
