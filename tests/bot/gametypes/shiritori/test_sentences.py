"""The sentences of shiritori in each language."""

import pytest

from bot.gametypes.shiritori.game_type import shiritori_type
from bot.texts import Texts
from core.rules import IllegalAction, InvalidNotation, Legal, Seat
from core.shiritori.model import PlayWord
from core.shiritori.notation import parse
from core.shiritori.present import present
from core.shiritori.rules import Shiritori
from core.words.packs import Pack

ONE, TWO = Seat("player1"), Seat("player2")
PACK = Pack("small", ("りんご", "むり", "ごりら"))
ENGLISH = Pack("english", ("apple", "egg"))


def table(**values: object) -> Shiritori:
    options = shiritori_type().options(values)
    return Shiritori(options, ENGLISH if options.is_latin else PACK)


def refusal(rules: Shiritori, typed: str, language: str) -> str:
    """Return the reason to refuse a second word, after リンゴ."""
    state = rules.initial()
    for event in rules.decide(state, ONE, PlayWord(1, "りんご")):
        state = rules.apply(state, event)
    with pytest.raises(IllegalAction) as refused:
        rules.decide(state, TWO, PlayWord(2, typed))
    return Texts.load(language).say(refused.value.phrase)


@pytest.mark.parametrize(
    ("language", "reverse", "typed", "said"),
    [
        ("en", False, "むり", "むり doesn't fit: the next word begins with ゴ."),
        ("en", True, "ごりら", "ごりら doesn't fit: the next word ends in リ."),
        (
            "en",
            True,
            "んり",
            "んり begins with a sound that no word may begin with: choose another word.",
        ),
        ("ja", False, "むり", "「むり」はつながりません。次はゴからです。"),
        ("ja", True, "ごりら", "「ごりら」はつながりません。次はリで終わる言葉です。"),
        (
            "ja",
            True,
            "んり",
            "「んり」は禁じられた音で始まります。別の言葉を選んでください。",
        ),
    ],
)
def test_a_refusal_tells_where_words_meet(
    language: str, reverse: bool, typed: str, said: str
) -> None:
    assert refusal(table(reverse=reverse, lives=0), typed, language) == said


@pytest.mark.parametrize(
    ("language", "reverse", "said"),
    [
        ("en", False, "Japanese words · no word ends in ン"),
        ("en", True, "no word begins with ン"),
        ("ja", False, "日本語の言葉 · ンで終わる言葉は出せません"),
        ("ja", True, "ンで始まる言葉は出せません"),
    ],
)
def test_a_board_tells_the_forbidden_sounds(language: str, reverse: bool, said: str) -> None:
    rules = table(reverse=reverse)
    state = rules.initial()
    shown = present(rules.observe(state, None), rules.legal(state, ONE))
    assert shown.footer
    assert said in Texts.load(language).say(shown.footer)


@pytest.mark.parametrize(
    ("forbidden", "said"), [("ン", ""), ("ン x", " · no word ends in x"), ("none", "")]
)
def test_a_board_of_english_words_tells_the_forbidden_letters(forbidden: str, said: str) -> None:
    rules = table(words="english", forbidden=forbidden)
    shown = present(rules.observe(rules.initial(), None), Legal())
    assert shown.footer
    assert Texts.load("en").say(shown.footer) == f"English words{said} · a wrong word loses"


@pytest.mark.parametrize(
    ("language", "values", "said"),
    [
        ("en", {}, "a wrong word loses"),
        (
            "en",
            {"lives": 2, "linked": 2, "reverse": True, "small-kana": "keep", "forbidden": "ル"},
            "2 wrong words lose · house rules: small-kana keep, forbidden ル, linked 2, reverse",
        ),
        ("ja", {"common": True}, "一度間違えると負け · 細かい決まり：common"),
    ],
)
def test_a_table_tells_its_house_rules(language: str, values: dict[str, object], said: str) -> None:
    kind = shiritori_type()
    assert Texts.load(language).say(kind.summary(kind.options(values))).endswith(said)


@pytest.mark.parametrize("pack", [ENGLISH, Pack("phrases", ("apple", "egg", "nice word"))])
@pytest.mark.parametrize(
    ("language", "advice"), [("en", "write say before it"), ("ja", "前に「say」")]
)
def test_who_has_written_say_is_not_told_to_write_it(
    pack: Pack, language: str, advice: str
) -> None:
    rules = Shiritori(shiritori_type().options({"words": "english"}), pack)
    state = rules.initial()
    for event in rules.decide(state, ONE, PlayWord(1, "apple")):
        state = rules.apply(state, event)
    for line, is_told in (("word", True), ("say nice word", False)):
        with pytest.raises(InvalidNotation) as refused:
            rules.decide(state, TWO, parse(line, rules.observe(state, TWO), 2))
        said = Texts.load(language).say(refused.value.phrase)
        assert (advice in said) is is_told
