"""The words that bots may say on a board, and their reading of unlisted words."""

import numpy as np
import pytest

from core.agents.associations import Vocabulary
from core.agents.clue_lookup import ClueLookup
from core.agents.language import Language, language_of, plain_language
from core.codenames.clue import ClueJudge, Referee, Substrings
from core.words.english import English
from core.words.lexicon import Lexicon, default_lexicon

WORDS = ("run", "mouse", "berry", "leaf", "sail", "tap", "bake", "happy", "sea", "obelus")


@pytest.fixture(scope="module")
def small() -> Language:
    irregular = {"mice": "mouse", "ran": "run"}
    common = np.array([word != "obelus" for word in WORDS])
    known = ClueLookup(dict(zip(WORDS, common.tolist(), strict=True)), irregular)
    return Language(WORDS, known, Referee(English(irregular)), common=common)


@pytest.mark.parametrize(
    ("clue", "understood"),
    [
        ("sea", "sea"),
        (" Sea", "sea"),
        ("mice", "mouse"),
        ("ran", "run"),
        ("berries", "berry"),
        ("leaves", "leaf"),
        ("sailing", "sail"),
        ("tapping", "tap"),
        ("baking", "bake"),
        ("baker", "bake"),
        ("happiest", "happy"),
        ("mouse's", "mouse"),
        ("sea-side", "sea"),
        ("south-sea", "sea"),
        ("ｓｅａ", "sea"),
        ("séa", "sea"),
        ("le-af", "leaf"),
        ("zebra", None),
        ("кит", None),
        ("", None),
    ],
)
def test_a_clue_is_taken_for_the_word_it_is_a_form_of(
    small: Language, clue: str, understood: str | None
) -> None:
    assert small.understood(clue) == understood


def said(language: Language, covered: list[str], given: list[str]) -> set[str]:
    sayable = language.sayable(covered, given)
    return {word for word, may in zip(language.vocabulary.words, sayable, strict=True) if may}


def test_bots_say_lawful_common_words_that_were_not_said_before(small: Language) -> None:
    assert said(small, ["Mice", "Bakery"], ["SEA"]) == {
        "run",
        "berry",
        "leaf",
        "sail",
        "tap",
        "happy",
    }


def test_an_uncommon_word_is_said_where_no_common_one_is_left(small: Language) -> None:
    given = [word for word in WORDS if word != "obelus"]
    assert said(small, ["whale"], given) == {"obelus"}


def test_an_old_clue_is_said_again_where_nothing_else_is_left(small: Language) -> None:
    assert said(small, ["whale", "mouse"], list(WORDS)) == set(WORDS) - {"mouse"}


def test_a_blocked_word_is_never_said_by_a_bot_not_even_for_want_of_others() -> None:
    words = ("sea", "leaf", "run")
    common, known = np.array([True, True, False]), ClueLookup({}, {})
    language = Language(words, known, Referee(), common=common, blocks=lambda word: word != "run")
    assert said(language, ["whale"], ["run"]) == {"run"}
    with pytest.raises(ValueError, match="may say"):
        language.sayable(["run"], [])


def test_what_a_lexicon_blocks_is_not_said() -> None:
    words, known = ("sea", "leaf"), np.array([True, True])
    lexicon = Lexicon(words, known, {}, frozenset({"leaf"}), frozenset())
    assert said(language_of(lexicon), ["whale"], []) == {"sea"}


def test_names_are_said_apart_and_never_a_blocked_one() -> None:
    words, known = ("sea", "leaf"), np.array([True, True])
    names = ("egypt", "titanic", "mozart", "egyptian")
    lexicon = Lexicon(words, known, {}, frozenset({"titanic"}), frozenset(), names)
    language = language_of(lexicon)
    assert said(language, ["Egypt"], []) == {"sea", "leaf"}
    assert language.names
    assert said(language.names, ["Egypt"], []) == {"mozart"}
    assert said(language.names, ["Egypt"], ["Mozart"]) == {"mozart"}
    assert language.with_names.words == (*words, *names)


def test_another_vocabulary_is_kept_decent_too() -> None:
    words = ("sea", "corpse", "corpses", "Corpse", "leaf")
    assert said(plain_language(Vocabulary(words)), ["whale"], []) == {"sea", "leaf"}


def test_where_no_word_is_lawful_there_is_an_error(small: Language) -> None:
    with pytest.raises(ValueError, match="lawful"):
        small.sayable(list(WORDS), [])


def test_a_plain_language_knows_no_word_to_be_uncommon() -> None:
    assert said(plain_language(Vocabulary(WORDS)), ["whale"], []) == set(WORDS)


def test_cards_judged_one_by_one_give_what_they_give_together() -> None:
    lexicon = default_lexicon()
    covered = ["whale", "Scuba Diver", "mice", "ice cream", "ring"]
    judge = ClueJudge(lexicon.words, Referee(lexicon.english))
    language = language_of(lexicon)
    for mode in Substrings:
        sayable = language.sayable(covered, [], mode)
        lawful = judge.lawful(covered, mode) & lexicon.common
        assert not (sayable & ~lawful).any()
        left_out = {lexicon.words[column][:3] for column in np.flatnonzero(lawful & ~sayable)}
        assert left_out <= {"wha", "scu", "div", "mic", "ice", "cre", "rin"}


@pytest.mark.parametrize(
    ("card", "word", "may_say"),
    [("midas", "middle", False), ("hamster", "hamper", False), ("pilot", "pie", True)],
)
def test_no_bot_says_a_word_that_begins_like_a_card(card: str, word: str, may_say: bool) -> None:
    language = language_of(default_lexicon())
    sayable = language.sayable((card, "desert"), ())
    assert sayable[language.vocabulary.columns[word]] == may_say
