"""Judgments on clues: shape, cards given away, and a whole vocabulary at once."""

import unicodedata
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.codenames.clue import (
    LONGEST_CLUE,
    Breach,
    ClueJudge,
    Referee,
    Rule,
    Substrings,
    malformed,
)
from core.view import phrase
from core.words.english import English
from core.words.lexicon import default_lexicon
from core.words.packs import default_pack
from tests.profile import examples

IRREGULAR = {
    "mice": "mouse",
    "geese": "goose",
    "teeth": "tooth",
    "swam": "swim",
    "oxen": "ox",
    "wolves": "wolf",
    "went": "go",
}
REFEREE = Referee(English(IRREGULAR))
LEXICON = default_lexicon()
ENGLISH = Referee(LEXICON.english)

SHAPES = [
    ("", Rule.EMPTY),
    ("   ", Rule.EMPTY),
    ("\n", Rule.EMPTY),
    ("\u3000", Rule.EMPTY),
    ("ice cream", Rule.SEVERAL_WORDS),
    ("ice\u00a0cream", Rule.SEVERAL_WORDS),
    ("氷\u3000菓子", Rule.SEVERAL_WORDS),
    ("ice, cream", Rule.SEVERAL_WORDS),
    (",", Rule.NOT_A_WORD),
    ("、", Rule.NOT_A_WORD),
    ("-", Rule.NOT_A_WORD),
    ("'s", Rule.NOT_A_WORD),
    ("\u02bcs", Rule.NOT_A_WORD),
    ("dogs'", Rule.NOT_A_WORD),
    ("-sea", Rule.NOT_A_WORD),
    ("sea-", Rule.NOT_A_WORD),
    ("ocean,", Rule.NOT_A_WORD),
    ("ocean.", Rule.NOT_A_WORD),
    ("ice\ncream", Rule.NOT_A_WORD),
    ("ocean\n", Rule.NOT_A_WORD),
    (" ocean", Rule.NOT_A_WORD),
    ("ice\tcream", Rule.NOT_A_WORD),
    ("oc\x00ean", Rule.NOT_A_WORD),
    ("\u202eocean", Rule.NOT_A_WORD),
    ("oc\u200bean", Rule.NOT_A_WORD),
    ("oc\u3164ean", Rule.NOT_A_WORD),
    ("oc\ufe0fean", Rule.NOT_A_WORD),
    ("\ud800", Rule.NOT_A_WORD),
    ("`ocean`", Rule.NOT_A_WORD),
    ("*ocean*", Rule.NOT_A_WORD),
    ("o_cean", Rule.NOT_A_WORD),
    ("@ocean", Rule.NOT_A_WORD),
    ("#ocean", Rule.NOT_A_WORD),
    ("<ocean>", Rule.NOT_A_WORD),
    ("ocean|sea", Rule.NOT_A_WORD),
    ('"ocean"', Rule.NOT_A_WORD),
    ("ocean:", Rule.NOT_A_WORD),
    ("R&B", Rule.NOT_A_WORD),
    ("🐳", Rule.NOT_A_WORD),
    ("ocean🐳", Rule.NOT_A_WORD),
    ("\u0301", Rule.NOT_A_WORD),
    ("wh\u0430le", Rule.MIXED_ALPHABETS),
    ("\u03bdiolin", Rule.MIXED_ALPHABETS),
    ("w\u04bb\uff41le", Rule.MIXED_ALPHABETS),
    ("кл\u03bfун", Rule.MIXED_ALPHABETS),
    ("sea-wh\u0430le", Rule.MIXED_ALPHABETS),
    ("USB-кабель", None),
    ("β-blocker", None),
    ("Tシャツ", None),
    ("3", Rule.NOT_A_WORD),
    ("３", Rule.NOT_A_WORD),
    ("x" * 41, Rule.TOO_LONG),
    ("x" * 40, None),
    ("7", Rule.NOT_A_WORD),
    ("42", None),
    ("ocean", None),
    ("OCEAN", None),
    ("x", None),
    ("the", None),
    ("1984", None),
    ("007", None),
    ("3d", None),
    ("mp3", None),
    ("sea-side", None),
    ("o'clock", None),
    ("o’clock", None),
    ("rock'n'roll", None),
    ("rock-'n'-roll", None),
    ("Straße", None),
    ("cafe\u0301", None),
    ("海", None),
    ("らーめん", None),
    ("々", None),
    ("スキューバ・ダイバー", None),
    ("हिन्दी", None),
    ("ทะเล", None),
    ("می\u200cروم", None),
]

# clue, card, judgment if substrings are refused
CARDS = [
    # the same word, in any spelling
    ("whale", "WHALE", Rule.SAME),
    ("WHALE", "whale", Rule.SAME),
    ("ｗｈａｌｅ", "WHALE", Rule.SAME),
    ("whàlé", "WHALE", Rule.SAME),
    ("сосоа", "COCOA", Rule.SAME),  # all Cyrillic
    ("ԛоѕѵԁԝӏ", "QOSVDWL", Rule.SAME),
    ("cafe", "CAFÉ", Rule.SAME),
    ("STRASSE", "Straße", Rule.SAME),
    ("sea-side", "SEASIDE", Rule.SAME),
    ("scuba-diver", "scuba diver", Rule.SAME),
    ("ScubaDiver", "scuba diver", Rule.SAME),
    ("drno", "Dr. No", Rule.SAME),
    ("ox", "OX", Rule.SAME),
    ("くじら", "クジラ", Rule.SAME),
    ("ｸｼﾞﾗ", "クジラ", Rule.SAME),
    ("鯨", "鯨", Rule.SAME),
    ("еж", "ЁЖ", Rule.SAME),
    ("ΚΟΣΜΟΣ", "κόσμος", Rule.SAME),
    ("شمس", "شَمس", Rule.SAME),
    ("the", "the", Rule.SAME),
    # the card in the clue
    ("whales", "WHALE", Rule.CONTAINS),
    ("whale's", "WHALE", Rule.CONTAINS),
    ("catalogue", "CAT", Rule.CONTAINS),
    ("sea-horse", "HORSE", Rule.CONTAINS),
    ("divers", "scuba diver", Rule.CONTAINS),
    ("ox-cart", "OX", Rule.CONTAINS),
    ("北海道", "北海", Rule.CONTAINS),
    ("китобой", "кит", Rule.CONTAINS),
    ("mountainlion", "sea lion", Rule.CONTAINS),
    ("sea-side", "sea lion", Rule.CONTAINS),
    ("tv-show", "tv set", Rule.CONTAINS),
    ("x-factor", "X-RAY", Rule.CONTAINS),
    # the clue in the card
    ("whale", "WHALES", Rule.CONTAINED),
    ("diver", "scuba diver", Rule.CONTAINED),
    ("dive", "scuba diver", Rule.CONTAINED),
    ("sun", "SUNFLOWER", Rule.CONTAINED),
    ("ring", "Lord of the Rings", Rule.CONTAINED),
    ("rock", "rock'n'roll", Rule.CONTAINED),
    ("とり", "やきとり", Rule.CONTAINED),
    ("out", "WITHOUT", Rule.CONTAINED),
    ("tv", "tv set", Rule.CONTAINED),
    ("TV", "tv-set", Rule.CONTAINED),
    ("x", "X-RAY", Rule.CONTAINED),
    ("ray", "X-RAY", Rule.CONTAINED),
    ("no", "Dr. No", Rule.CONTAINED),
    ("ice", "ice cream", Rule.CONTAINED),
    ("駅", "東京 駅", Rule.CONTAINED),
    # another form of the card
    ("mice", "MOUSE", Rule.INFLECTION),
    ("mouse", "MICE", Rule.INFLECTION),
    ("mouse-trap", "MICE", Rule.INFLECTION),
    ("geese", "GOOSE", Rule.INFLECTION),
    ("oxen", "OX", Rule.INFLECTION),
    ("wolves", "werewolf wolf", Rule.INFLECTION),
    ("swam", "SWIMMING", Rule.INFLECTION),
    ("swimmer", "SWAM", Rule.INFLECTION),
    ("cities", "CITY", Rule.INFLECTION),
    ("baking", "BAKE", Rule.INFLECTION),
    ("baker", "BAKING", Rule.INFLECTION),
    ("happiest", "HAPPY", Rule.INFLECTION),
    ("tv-s", "TVs", Rule.SAME),
    ("divers", "scuba diving", Rule.INFLECTION),
    ("tvs", "tv set", Rule.INFLECTION),
    ("iced", "ice cream", Rule.INFLECTION),
    ("rays", "X-RAY", Rule.INFLECTION),
    ("happily", "HAPPY", Rule.INFLECTION),
    ("happiness", "HAPPY", Rule.INFLECTION),
    ("beautiful", "BEAUTY", Rule.INFLECTION),
    ("penniless", "PENNY", Rule.INFLECTION),
    ("truly", "TRUE", Rule.INFLECTION),
    ("nobly", "NOBLE", Rule.INFLECTION),
    ("daily", "DAY", Rule.INFLECTION),
    ("day", "DAILY", Rule.INFLECTION),
    ("happier", "HAPPILY", Rule.INFLECTION),
    ("memorial", "MEMORY", Rule.INFLECTION),
    ("natural", "NATURE", Rule.INFLECTION),
    ("industrial", "Industry Park", Rule.INFLECTION),
    # a shared stem
    ("activity", "ACTIVE", Rule.STEM),
    ("responsive", "RESPONSE", Rule.STEM),
    ("responsive", "Response Team", Rule.STEM),
    # lawful
    ("ocean", "WHALE", None),
    ("price", "ice cream", None),
    ("office", "ice cream", None),
    ("seat", "sea lion", None),
    ("array", "X-RAY", None),
    ("apply", "APPLE", None),
    ("holly", "HOLE", None),
    ("box", "OX", None),
    ("ox", "BOX", None),
    ("oxygen", "OX", None),
    ("bad", "scuba diver", None),
    ("red", "Mr. Ed", None),
    ("of", "Lord of the Rings", None),
    ("the", "Lord of the Rings", None),
    ("feather", "Lord of the Rings", None),
    ("office", "Point of View", None),
    ("university", "UNIVERSE", None),
    ("sunlight", "SUNDAY", None),
    ("sun-roof", "SUNDAY", None),
    ("tooth", "MOUSE", None),
    ("gone", "GO", None),
    ("string", "STRIPE", None),
    ("海草", "海", None),
    ("海", "海草", None),
    ("かき", "がき", None),
    ("かき", "かぎ", None),
    ("くじら", "鯨", None),
    ("мой", "мои", None),
    ("кита", "киты", None),
    ("3d", "3", None),
]


@pytest.mark.parametrize(("clue", "rule"), SHAPES)
def test_a_clue_must_be_one_word_that_can_be_shown(clue: str, rule: Rule | None) -> None:
    assert malformed(clue) == (rule and Breach(rule, clue, None))


@pytest.mark.parametrize(("clue", "card", "rule"), CARDS)
def test_a_clue_is_judged_against_a_card(clue: str, card: str, rule: Rule | None) -> None:
    breach = REFEREE.breach(clue, [card], Substrings.REFUSE)
    assert breach == (rule and Breach(rule, clue, card))


@pytest.mark.parametrize(("clue", "card", "rule"), CARDS)
def test_a_judge_of_one_word_agrees_with_the_table(clue: str, card: str, rule: Rule | None) -> None:
    lawful = ClueJudge([clue], REFEREE).lawful([card], Substrings.REFUSE)
    assert lawful.tolist() == [rule is None]


# clue, card, judgment if substrings are allowed, with the shipped words
WORDS_OF_CARDS = [
    # letters that are there by chance
    ("planet", "LANE", None),
    ("cart", "ART", None),
    ("brain", "RAIN", None),
    ("catalogue", "CAT", None),
    ("carpet", "CAR", None),
    ("journalist", "JOURNEY", None),
    ("car", "CARPET", None),
    ("ice", "RICE", None),
    ("bad", "scuba diver", None),
    ("китобой", "кит", None),
    ("とり", "やきとり", None),
    ("canes", "CANS", None),
    ("season", "SEA", None),
    ("corner", "CORN", None),
    ("cookie", "COOK", None),
    # the same word, and several words
    ("Sea-Side", "SEASIDE", Rule.SAME),
    ("sea-horse", "HORSE", Rule.CONTAINS),
    ("ice-cold", "ice cream", Rule.CONTAINS),
    ("scuba", "scuba diver", Rule.CONTAINED),
    ("tv", "tv set", Rule.CONTAINED),
    # compounds, by the examples of the printed rules
    ("horse", "HORSESHOE", Rule.CONTAINED),
    ("shoe", "HORSESHOE", Rule.CONTAINED),
    ("snowshoe", "HORSESHOE", Rule.CONTAINS),
    ("unhorsed", "HORSESHOE", Rule.INFLECTION),
    ("fire", "FIREFLY", Rule.CONTAINED),
    ("flies", "FIREFLY", Rule.INFLECTION),
    ("fireflies", "FIRE", Rule.CONTAINS),
    ("breakdown", "BREAK", Rule.CONTAINS),
    ("mountainlion", "sea lion", Rule.CONTAINS),
    ("spaceship", "SHIP", Rule.CONTAINS),
    ("ship", "SPACESHIP", Rule.CONTAINED),
    ("battleships", "WARSHIP", Rule.CONTAINS),
    ("friendship", "SHIP", None),
    ("microwave", "WAVE", Rule.CONTAINS),
    ("sub", "SUBMARINE", Rule.INFLECTION),
    ("submarine", "SUB", Rule.INFLECTION),
    ("subway", "SUBMARINE", None),
    ("kilometer", "METAL", None),
    ("meter", "METEOR", None),
    # forms
    ("broken", "BREAK", Rule.INFLECTION),
    ("breakage", "BREAK", Rule.INFLECTION),
    ("whales", "WHALE", Rule.INFLECTION),
    ("whale's", "WHALE", Rule.INFLECTION),
    ("icy", "ICE", Rule.INFLECTION),
    ("ice", "ICY", Rule.INFLECTION),
    ("bony", "BONE", Rule.INFLECTION),
    ("spicy", "SPICE", Rule.INFLECTION),
    ("rainy", "RAIN", Rule.INFLECTION),
    ("volcanic", "VOLCANO", Rule.INFLECTION),
    ("circular", "CIRCLE", Rule.INFLECTION),
    ("gigantic", "GIANT", Rule.INFLECTION),
    ("ministry", "MINISTER", Rule.INFLECTION),
    ("activity", "ACTIVE", Rule.STEM),
]


@pytest.mark.parametrize(("clue", "card", "rule"), WORDS_OF_CARDS)
def test_words_are_judged_and_not_their_letters(clue: str, card: str, rule: Rule | None) -> None:
    assert ENGLISH.breach(clue, [card]) == (rule and Breach(rule, clue, card))
    assert ClueJudge([clue], ENGLISH).lawful([card]).tolist() == [rule is None]


@pytest.mark.parametrize(("clue", "card", "rule"), WORDS_OF_CARDS)
def test_whatever_is_refused_is_refused_with_substrings_too(
    clue: str, card: str, rule: Rule | None
) -> None:
    breach = ENGLISH.breach(clue, [card], Substrings.REFUSE)
    assert rule is None or breach is not None


@pytest.mark.parametrize(
    ("clue", "covered", "card", "rule"),
    [
        ("sea", ["SEASON", "SEA"], "SEA", Rule.SAME),
        ("seashell", ["SHELL", "SEA"], "SHELL", Rule.CONTAINS),
        ("baker", ["BAKING", "BAKE"], "BAKE", Rule.CONTAINS),
        ("happiness", ["PINE", "HAPPY"], "HAPPY", Rule.INFLECTION),
        ("mice", ["ICE", "MOUSE"], "MOUSE", Rule.INFLECTION),
        ("mice", ["ice cream", "MOUSE"], "MOUSE", Rule.INFLECTION),
        ("active", ["ACTIVITY", "CTI"], "CTI", Rule.CONTAINS),
    ],
)
def test_the_surest_rule_is_named_and_then_the_first_card(
    clue: str, covered: list[str], card: str, rule: Rule
) -> None:
    assert REFEREE.breach(clue, covered, Substrings.REFUSE) == Breach(rule, clue, card)


def test_a_clue_beside_an_empty_board_is_judged_by_its_shape_alone() -> None:
    assert REFEREE.breach("ocean", []) is None
    assert REFEREE.breach(",", []) == Breach(Rule.NOT_A_WORD, ",", None)


def test_shape_is_named_before_any_card() -> None:
    assert REFEREE.breach("whale.", ["WHALE"]) == Breach(Rule.NOT_A_WORD, "whale.", None)


def test_the_cards_are_judged_without_the_shape_for_a_table_that_warns() -> None:
    assert REFEREE.clash("whale.", ["WHALE"]) == Breach(Rule.SAME, "whale.", "WHALE")


def test_a_referee_without_irregular_forms_lets_them_pass() -> None:
    assert Referee().breach("mice", ["MOUSE"]) is None


def test_a_refusal_names_clue_card_and_rule() -> None:
    refusal = REFEREE.breach("mice", ["CAT", "MOUSE"])
    assert refusal is not None
    assert refusal.phrase() == phrase("clue-inflection", clue="mice", card="MOUSE")


def test_a_warning_names_clue_card_and_rule() -> None:
    warned = REFEREE.clash("mice", ["CAT", "MOUSE"])
    assert warned is not None
    assert warned.phrase("warned") == phrase("warned-inflection", clue="mice", card="MOUSE")


def test_a_refusal_of_shape_names_no_card() -> None:
    refusal = malformed("ice cream")
    assert refusal is not None
    assert refusal.phrase() == phrase("clue-several-words", clue="ice cream")


BOARD = ["WHALE", "scuba diver", "CAFÉ", "Straße", "OX", "クジラ", "鯨", "Ёлка", "κόσμος", "고래"]


def _widened(text: str) -> str:
    return "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in text)


def _accented(text: str) -> str:
    return "".join(f"{one}\u0301" if "a" <= one.lower() <= "z" else one for one in text)


WRITINGS: list[Callable[[str], str]] = [
    str.upper,
    str.lower,
    str.title,
    str.swapcase,
    _widened,
    _accented,
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: text.replace(" ", "-"),
    "\u00ad".join,
    "-".join,
]


@given(st.sampled_from(BOARD), st.lists(st.sampled_from(WRITINGS), max_size=4))
def test_a_card_is_refused_however_it_is_written(
    card: str, writings: list[Callable[[str], str]]
) -> None:
    written = card
    for write in writings:
        written = write(written)
    breach = REFEREE.clash(written, BOARD)
    assert breach is not None
    assert (breach.rule, breach.card) == (Rule.SAME, card)


@given(st.text(), st.lists(st.text(), max_size=4))
@example("-", ["-", ""])
@example("\ud800", ["\udfff"])
def test_no_text_makes_the_referee_raise(clue: str, covered: list[str]) -> None:
    breach = REFEREE.breach(clue, covered)
    assert breach is None or breach.card in (None, *covered)


@given(st.text(min_size=1))
def test_a_well_formed_clue_has_no_space_markup_or_control(clue: str) -> None:
    if malformed(clue) is None:
        assert clue.split() == [clue]
        assert not set(clue) & set('`*_@#<>|",;:!?/\\~')
        assert clue.replace("\u200c", "").replace("\u200d", "").isprintable()


@pytest.mark.parametrize("alphabet", ["abcåñ海く", "жд海く", "αβγ海く"])
@given(data=st.data())
def test_letters_of_one_alphabet_are_well_formed(alphabet: str, data: st.DataObject) -> None:
    clue = data.draw(st.text(alphabet=alphabet, min_size=1, max_size=LONGEST_CLUE))
    assert malformed(clue) is None


FORMS = ["", "s", "es", "ed", "ing", "er", "est", "ly", "ily", "ness", "iness", "ful", "'s"]
ENDINGS = [*FORMS, "-man", " bar", "-tv", " ice", " of", "・かき"]
LATIN = ["a", "ox", "cat", "city", "bake", "run", "memory", "mice", "mouse", "wolf", "the", "of"]
SHORT = ["ice", "price", "ice cream", "tv", "tv set", "x", "X-ray", "happ", "happy", "nob", "true"]
ROOTS = [*LATIN, *SHORT, "memorial", "くじ", "クジラ", "鯨", "кит", "мой"]
WORDS = st.builds("".join, st.tuples(st.sampled_from(ROOTS), st.sampled_from([*ENDINGS, *ROOTS])))
TEXTS = WORDS | WORDS.map(str.upper) | st.text(max_size=6)


@settings(max_examples=examples(400), deadline=None)
@given(st.lists(TEXTS, max_size=12), st.lists(TEXTS, max_size=6))
def test_a_judge_agrees_with_its_referee(vocabulary: list[str], covered: list[str]) -> None:
    judge = ClueJudge(vocabulary, REFEREE)
    for mode in Substrings:
        verdicts = [REFEREE.breach(word, covered, mode) is None for word in vocabulary]
        assert judge.lawful(covered, mode).tolist() == verdicts


FORMED = st.tuples(
    st.sampled_from([*LEXICON.words, *default_pack().words]), st.sampled_from(FORMS)
).map("".join)
CARDS_OF_PACK = st.sampled_from([*default_pack().words, "tv set", "X-ray", "Dr. No", "happily"])


@settings(max_examples=examples(100), deadline=None)
@given(
    st.lists(FORMED, min_size=20, max_size=40),
    st.lists(CARDS_OF_PACK, min_size=25, max_size=25),
)
def test_a_judge_agrees_with_its_referee_on_real_boards(
    vocabulary: list[str], covered: list[str]
) -> None:
    words = [*vocabulary, *(card.split()[0] for card in covered), *("mice", "price", "tv", "x")]
    judge = ClueJudge(words, ENGLISH)
    for mode in Substrings:
        verdicts = [ENGLISH.breach(word, covered, mode) is None for word in words]
        assert judge.lawful(covered, mode).tolist() == verdicts


@pytest.mark.parametrize("card", ["die", "dying", "tie", "aing", "aed", "a", "ying"])
def test_a_judge_finds_stems_that_begin_otherwise_than_their_words(card: str) -> None:
    words = ["dying", "die", "tying", "ties", "aing", "aed", "eying", "eye", "ying", "y"]
    verdicts = [REFEREE.breach(word, [card]) is None for word in words]
    assert ClueJudge(words, REFEREE).lawful([card]).tolist() == verdicts


def test_a_judge_finds_a_card_in_every_word_that_holds_it() -> None:
    judge = ClueJudge(["cat", "catcat", "dog", "tomcat", "ca", "t"], Referee())
    expected = np.array([False, False, True, False, True, True])
    np.testing.assert_array_equal(judge.lawful(["CAT"], Substrings.REFUSE), expected)


def test_a_judge_finds_neighbours_that_both_begin_with_the_card() -> None:
    judge = ClueJudge(["catcher", "catalogue", "catch"], Referee())
    assert not judge.lawful(["CAT"], Substrings.REFUSE).any()


def test_a_judge_keeps_no_memory_of_earlier_boards() -> None:
    judge = ClueJudge(["whale", "ocean"], Referee())
    assert judge.lawful(["WHALE"]).tolist() == [False, True]
    assert judge.lawful(["OCEAN"]).tolist() == [True, False]
    assert judge.lawful([]).tolist() == [True, True]
