import pytest

from core.rules import Expire, InvalidNotation, Seat
from core.shiritori.game import GAME, line, script_lines
from core.shiritori.judge import WordFault
from core.shiritori.model import (
    AskHint,
    ChainEnded,
    Concede,
    HintGiven,
    LossReason,
    PlayerOut,
    PlayWord,
    WordFailed,
    WordPlayed,
)
from core.shiritori.notation import action_line, event_line, parse
from core.shiritori.options import WordList
from tests.core.shiritori.words import table

RULES = table()
ENGLISH = table(words=WordList.ENGLISH)
SEEN = RULES.observe(RULES.initial(), None)
ONE = Seat("player1")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("say しりとり", PlayWord(3, "しりとり")),
        ("  SAY   しりとり ", PlayWord(3, "しりとり")),
        ("しりとり", PlayWord(3, "しりとり", bare=True)),
        ("say", PlayWord(3, "")),
        ("", PlayWord(3, "")),
        ("say concede", PlayWord(3, "concede")),
        ("降参", Concede(3)),
        ("まいった", Concede(3)),
        ("ギブアップ", Concede(3)),
        ("say 降参", PlayWord(3, "降参")),
        ("say ice cream", PlayWord(3, "ice cream", bare=True)),
        ("say 西瓜 すいか", PlayWord(3, "西瓜 すいか")),
        ("Ｔōkyō", PlayWord(3, "Ｔōkyō", bare=True)),
        ("kon’nyaku", PlayWord(3, "kon’nyaku", bare=True)),
        ("Tシャツ", PlayWord(3, "Tシャツ", bare=True)),
        ("々", PlayWord(3, "々", bare=True)),
        ("ﾗｰﾒﾝ", PlayWord(3, "ﾗｰﾒﾝ", bare=True)),
        ("say\u3000りんご\u3000", PlayWord(3, "りんご")),
        ("say りん\u3000ご", PlayWord(3, "りん ご")),
        ("\u202eり\u200bんご", PlayWord(3, "りんご", bare=True)),
        ("\u200f", PlayWord(3, "")),
        ("concede", Concede(3)),
        ("Concede", Concede(3)),
        ("concede anyway", Concede(3, anyway=True)),
        ("say 一目 イチモク", PlayWord(3, "一目 イチモク")),
        ("expire", Expire(3)),
        ("hint", AskHint(3)),
        ("say 笑", PlayWord(3, "笑")),
        ("笑い", PlayWord(3, "笑い", bare=True)),
    ],
)
def test_lines_are_read(text: str, action: object) -> None:
    assert parse(text, SEEN, 3) == action


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("concede now", "line-too-long"),
        ("expire now", "line-too-long"),
        ("say " + "ア" * 41, "shiritori-word-long"),
        ("say nice!", "shiritori-word-signs"),
        ("say りんご。", "shiritori-word-signs"),
        ("ice cream", "shiritori-word-talk"),
        ("nice", "shiritori-word-talk"),
        ("lol", "shiritori-word-talk"),
        ("りん\u3000ご", "shiritori-word-talk"),
        ("それはずるいよ w", "shiritori-word-talk"),
        ("7", "shiritori-word-talk"),
        ("笑", "shiritori-word-talk"),
        ("say 7", "shiritori-word-signs"),
        ("say １", "shiritori-word-signs"),
        ("say ア\nイ", "line-characters"),
        ("say \x1b[31mア", "line-characters"),
    ],
)
def test_wrong_lines_are_refused(text: str, key: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse(text, SEEN, 3)
    assert refused.value.phrase.key == key


@pytest.mark.parametrize(("text", "counts"), [("apple", True), ("Café", True), ("nice one", False)])
def test_english_talk_is_told_from_words(text: str, counts: bool) -> None:
    seen = ENGLISH.observe(ENGLISH.initial(), None)
    if counts:
        assert parse(text, seen, 3) == PlayWord(3, text, bare=True)
    else:
        with pytest.raises(InvalidNotation, match="shiritori-word-talk"):
            parse(text, seen, 3)


@pytest.mark.parametrize("text", ["say ice cream", "say ice-cream", "say ice\u2010cream"])
def test_a_hyphen_in_english_words_is_read_as_a_blank(text: str) -> None:
    seen = ENGLISH.observe(ENGLISH.initial(), None)
    assert parse(text, seen, 3) == PlayWord(3, "ice cream", bare=True)


@pytest.mark.parametrize("action", [PlayWord(3, "林檎"), PlayWord(3, ""), Concede(3), Expire(3)])
def test_the_line_of_an_action_reads_back(action: PlayWord | Concede | Expire) -> None:
    assert parse(action_line(action, SEEN), SEEN, 3) == action


def test_events_have_lines() -> None:
    events = (
        WordPlayed(ONE, "林檎", "リンゴ"),
        WordFailed(ONE, "", "", WordFault.NO_WORD),
        WordFailed(ONE, "ゴリラ", "ゴリラ", WordFault.MISFIT),
        PlayerOut(ONE, LossReason.EXPIRED),
        ChainEnded(ONE),
        ChainEnded(None),
        HintGiven(ONE, ("林檎", "駅")),
        HintGiven(ONE, ()),
    )
    assert [event_line(event, SEEN) for event in events] == [
        "player1 say 林檎 リンゴ",
        "player1 failed no-word",
        "player1 failed misfit ゴリラ",
        "player1 out expired",
        "won player1",
        "won nobody",
        "player1 hint 林檎 駅",
        "player1 hint",
    ]
    assert GAME.closing_lines(SEEN) == ()


def test_a_word_is_typed_alone_at_a_keyboard() -> None:
    assert line("しりとり", SEEN) == "say しりとり"
    assert line("say しりとり", SEEN) == "say しりとり"
    assert line("concede", SEEN) == "concede"


def test_scripts_are_told_words_failures_and_the_end() -> None:
    state = RULES.initial()
    for event in RULES.decide(state, ONE, PlayWord(1, "ゴリゴリ")):
        state = RULES.apply(state, event)
    after = RULES.observe(state, None)
    assert script_lines((SEEN,), (after,)) == (
        "player1 failed unlisted ゴリゴリ",
        "player1 out word",
        "won player2",
    )
