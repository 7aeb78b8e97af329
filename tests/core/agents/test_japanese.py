import pytest

from core.agents.clue_lookup import ClueMatch, Means, default_understanding
from core.agents.japanese import (
    japanese_language,
    japanese_listener,
    japanese_understanding,
    listener_of,
    understanding_of,
)
from core.codenames.clue import Referee, Rule
from core.words.japanese import default_japanese
from core.words.lexicon import default_lexicon

REFEREE = Referee(default_lexicon().english, default_japanese())


@pytest.mark.parametrize(
    ("clue", "word", "by"),
    [
        ("海", "海", Means.WORD),
        ("ﾋﾟｱﾉ", "ピアノ", Means.WORD),
        ("うみ", "海", Means.FORM),
        ("くも", "雲 蜘蛛", Means.FORM),
        ("かめら", "カメラ", Means.FORM),
        ("リンゴ", "りんご", Means.FORM),
        ("走った", "走る", Means.FORM),
        ("青い", "青", Means.FORM),
        ("温泉旅館", "温泉 旅館", Means.PARTS),
        ("学校の先生", "学校 先生", Means.PARTS),
        ("海洋", "海", Means.PIECES),
        ("beach", "beach", Means.WORD),
        ("recieve", "receive", Means.SPELLING),
    ],
)
def test_a_clue_is_understood(clue: str, word: str, by: Means) -> None:
    assert japanese_understanding().understand(clue) == ClueMatch(word, by)


@pytest.mark.parametrize("clue", ["ほげほげ", "", "☆", "ー"])
def test_nothing_is_made_of_what_holds_no_word(clue: str) -> None:
    assert japanese_understanding().understand(clue) is None


def test_beside_english_cards_a_japanese_clue_has_its_meaning() -> None:
    assert default_understanding().understand("海") == ClueMatch("sea ocean", Means.WORD)
    assert understanding_of(("dog", "cat")) is default_understanding()
    assert understanding_of(("犬", "猫")) is japanese_understanding()


@pytest.mark.parametrize(
    ("clue", "card", "rule"),
    [
        ("うみ", "海", Rule.INFLECTION),
        ("海", "うみ", Rule.INFLECTION),
        ("ｶｻ", "傘", Rule.INFLECTION),
        ("走る", "走り", Rule.INFLECTION),
        ("リンゴ", "りんご", Rule.SAME),
        ("海水", "海", Rule.CONTAINS),
        ("電車", "車", Rule.CONTAINS),
        ("雪", "雪だるま", Rule.CONTAINED),
        ("くも", "蜘蛛", Rule.INFLECTION),
        ("酔う", "二日酔い", Rule.INFLECTION),
        ("酔い", "二日酔い", Rule.CONTAINED),
        ("酔っ払い", "二日酔い", Rule.INFLECTION),
        ("泳ぐ", "平泳ぎ", Rule.INFLECTION),
        ("焼く", "卵焼き", Rule.INFLECTION),
        ("書く", "落書き", Rule.INFLECTION),
        ("落書き", "書く", Rule.INFLECTION),
        ("食べる", "食べ物", Rule.INFLECTION),
        ("引き分け", "綱引き", Rule.CONTAINS),
        ("貝", "柔らかい", None),
        ("愛", "可愛い", None),
        ("太陽", "二日酔い", None),
        ("雲", "蜘蛛", None),
        ("すいか", "イカ", None),
        ("カメラ", "カメ", None),
        ("sea", "海", None),
    ],
)
def test_a_clue_that_gives_a_card_away_is_unlawful(clue: str, card: str, rule: Rule | None) -> None:
    breach = REFEREE.breach(clue, [card])
    assert (breach.rule if breach else None) is rule


def test_bots_say_no_word_that_gives_a_card_away_and_none_that_is_indecent() -> None:
    language = japanese_language()
    sayable = language.sayable(("海", "かめ"), ("山",))
    said = {word for word, may in zip(language.vocabulary.words, sayable, strict=True) if may}
    assert {"海", "海岸", "深海", "亀", "山", "うんこ"} & said == set()
    assert {"波", "船", "池"} <= said


def test_the_listener_hears_japanese() -> None:
    cards = ["海", "山", "犬", "学校"]
    picks = japanese_listener().picks(cards, "さかな")
    assert picks.understood == ClueMatch("魚", Means.FORM)
    assert cards[int(picks.chances.argmax())] == "海"
    assert picks.chances.sum() == pytest.approx(1.0)


def test_the_listener_of_a_list_of_japanese_cards_is_the_japanese_one() -> None:
    assert listener_of(["海", "山"]) is japanese_listener()
