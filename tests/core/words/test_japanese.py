import numpy as np
import pytest

from core.agents.japanese import japanese_listener
from core.codenames.spelling import fold
from core.words.ensemble import MODELS, STORED, clue_words, embedded_model
from core.words.japanese import (
    are_japanese,
    default_japanese,
    hiragana,
    in_japanese,
    is_japanese,
    is_kana,
    is_kanji,
    japanese_meanings,
    japanese_model,
    japanese_vectors,
    japanese_words,
    readings,
)
from core.words.packs import japanese_pack, near_words, width
from core.words.receptive_words import LISTED, receptive_model, receptive_vocabulary
from core.words.vectors import UNALIKE


def test_at_least_three_thousand_words_have_a_reading_and_a_meaning() -> None:
    words = japanese_words()
    assert len(words) >= 3000
    assert len({word.spelling for word in words}) == len(words)
    assert [word for word in words if not is_kana(word.reading)] == []
    assert [word for word in words if not word.meanings] == []
    assert [word for word in words if hiragana(word.reading) != word.reading] == []


def test_the_models_know_every_meaning() -> None:
    known = {*clue_words()} | receptive_vocabulary().ranks.keys()
    meant = {meaning for word in japanese_words() for meaning in word.meanings}
    assert meant - known == set()
    wider = {meaning for word in japanese_words() for meaning in word.wider}
    assert wider - {*clue_words()} == set()


def test_words_are_of_kana_and_kanji_alone() -> None:
    spelled = [word.spelling for word in japanese_words()]
    odd = [one for one in spelled if not all(is_kana(c) or is_kanji(c) for c in one)]
    assert odd == []


def test_words_are_folded_as_clues_are() -> None:
    spelled = [word.spelling for word in japanese_words()]
    assert [one for one in spelled if fold(one) != hiragana(one)] == []


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("ラーメン", "らーめん"),
        ("ﾗｰﾒﾝ", "らーめん"),
        ("くじら", "くじら"),
        ("ｶﾞ", "が"),
        ("鯨a", "鯨a"),
    ],
)
def test_katakana_is_read_as_hiragana(typed: str, read: str) -> None:
    assert hiragana(typed) == read


def test_each_model_knows_the_words_of_which_it_knows_a_meaning() -> None:
    for name, model in zip(MODELS, map(japanese_vectors, MODELS), strict=True):
        english, known = receptive_model(name), zip(japanese_words(), model.known, strict=True)
        has_vector = {word: bool(there) for word, there in known}
        assert has_vector == {
            word: any(map(english.knows, (*word.meanings, *word.wider))) for word in has_vector
        }, name
        assert name == LISTED or all(has_vector.values()), name
        assert sum(has_vector.values()) > 0.98 * len(has_vector), name


def test_a_model_says_nothing_of_a_word_of_which_it_knows_no_meaning() -> None:
    assert not japanese_model(LISTED).knows("酒")
    unknown, known = japanese_model(LISTED).closeness(["酒", "魚"], "海")
    assert unknown == UNALIKE
    assert known > 0
    place = STORED.index(LISTED)
    features = japanese_listener().features(["酒", "魚"], "海")[:, place]
    assert features[0] == 0
    assert features[1] > 0


@pytest.mark.parametrize(
    ("word", "nearest"), [("海", "波"), ("忍者", "侍"), ("寿司", "刺身"), ("台風", "嵐")]
)
def test_words_of_like_meaning_are_near(word: str, nearest: str) -> None:
    model = japanese_vectors("fusion")
    ranked = np.argsort(-model.similarities([word])[0])[1:13]
    assert nearest in [model.words[row] for row in ranked]


def test_another_model_is_carried_by_the_words_it_has() -> None:
    model = in_japanese(embedded_model("gloss"))
    assert model.known.sum() > 2000
    assert model.similarity("犬", "子犬") > model.similarity("犬", "銀行")


def test_a_word_in_kana_is_known_by_its_reading_and_english_words_as_well() -> None:
    model = japanese_model("minilm")
    near = model.closeness(["くじら", "whale", "クジラ"], "鯨")
    assert near[[0, 2]] == pytest.approx(1.0)
    assert near[1] == pytest.approx(1.0, abs=1e-4)
    assert model.closeness(["鯨"], "ほげ") == np.array([-1.0])


def test_homophones_share_a_reading() -> None:
    assert readings()["はし"] == ("箸", "橋", "端")
    assert japanese_meanings()["くも"] == "cloud spider"


@pytest.mark.parametrize(
    ("text", "told"),
    [("海", True), ("ｶﾒﾗ", True), ("sea", False), ("", False), ("1", False), ("Tシャツ", True)],
)
def test_japanese_is_told_by_its_letters(text: str, told: bool) -> None:
    assert is_japanese(text) is told


def test_a_board_is_japanese_where_most_of_its_cards_are() -> None:
    assert are_japanese(("海", "山", "dog"))
    assert not are_japanese(("海", "dog"))
    assert not are_japanese(())


@pytest.mark.parametrize(
    ("form", "bases"),
    [
        ("うみ", {"うみ", "海"}),
        ("走り", {"走り", "走"}),
        ("海", {"海"}),
        ("かめら", {"かめら"}),
        ("sea", set()),
    ],
)
def test_a_form_comes_from_the_words_that_are_read_so(form: str, bases: set[str]) -> None:
    assert default_japanese().bases(form) == bases


@pytest.mark.parametrize(
    ("form", "halves"),
    [
        ("花火", {"花", "火"}),
        ("雪だるま", {"雪", "だるま"}),
        ("うみがめ", {"うみ", "かめ"}),
        ("二日酔い", {"酔い"}),
        ("卵焼き", {"卵", "焼き"}),
        ("焼き肉", {"焼き", "肉"}),
        ("食べ歩き", {"食べ", "歩き"}),
        ("金メダル", {"金"}),
        ("柔らかい", set()),
        ("すいか", set()),
        ("海", set()),
        ("seaside", set()),
    ],
)
def test_a_compound_has_its_words_for_halves(form: str, halves: set[str]) -> None:
    assert default_japanese().halves(form) == halves


def test_the_pack_is_of_known_words_that_fit_on_cards() -> None:
    pack = japanese_pack()
    assert len(pack.words) >= 400
    known = {word.spelling for word in japanese_words()}
    assert [word for word in pack.words if word not in known] == []
    assert max(map(width, pack.words)) <= 16


def test_no_board_holds_near_words_of_the_pack() -> None:
    pack = japanese_pack()
    near = near_words(pack)
    assert near["寺"] == {"神社"}
    assert near.keys() <= {*pack.words}
