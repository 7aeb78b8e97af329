import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Message, MessageReference
from fluent.syntax.visitor import Visitor

from bot.texts import _REFERENCE, ENGLISH, Catalogue, MissingText, Texts, catalogues, languages
from core.codenames.clue import Breach, Rule
from core.codenames.command import CODENAMES
from core.codenames.model import Identity, Reason, Team, TurnEnd
from core.view import Phrase, phrase

ROOT = Path(__file__).parents[3]
SAYERS = ("phrase", "Refusal", "Error", "IllegalAction", "InvalidNotation", "_text")


@cache
def calls() -> tuple[tuple[str, str, frozenset[str | None]], ...]:
    """Return the calls that make a phrase with a literal key: place, key and names of values.

    The name None stands for values with unknown names, as in ``**values``.
    """
    return tuple(call for call in _calls() if "-" in call[1])


def _calls() -> Iterator[tuple[str, str, frozenset[str | None]]]:
    for folder in ("core", "bot", "adapters"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and _says(node.func) and node.args:
                    key = node.args[0]
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        names = frozenset(word.arg for word in node.keywords)
                        yield f"{path.name}:{node.lineno}", key.value, names


def _says(func: ast.expr) -> bool:
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    return name.endswith(SAYERS) and name not in ("ValueError", "KeyError", "ArgumentTypeError")


STOPS = (".", "!", "。", "！")

IDENTITIES = tuple(identity.name.lower() for identity in Identity)

ENGLISH_ONLY = """
hello = Hello
words =
    { $count ->
        [one] 1 word
       *[other] { $count } words
    }
"""


@pytest.fixture(scope="module", params=languages())
def texts(request: pytest.FixtureRequest) -> Texts:
    return Texts.load(request.param)


@pytest.fixture(scope="module")
def english() -> Texts:
    return Texts.load(ENGLISH)


def test_every_phrase_in_the_code_has_a_sentence(texts: Texts) -> None:
    unsaid = [f"{where} {key}" for where, key, names in calls() if not _is_said(texts, key, names)]
    assert unsaid == []


def _is_said(texts: Texts, key: str, names: frozenset[str | None]) -> bool:
    """Return whether a sentence exists, and needs no more values than the known ones."""
    if None in names:
        return key in texts
    try:
        return bool(texts.say(phrase(key, **{name: 3 for name in names if name})).strip())
    except MissingText:
        return False


def test_the_scan_finds_the_phrases() -> None:
    assert len(calls()) > 100
    assert "already-uncovered" in {key for _, key, _ in calls()}


def test_every_rule_of_clues_has_a_sentence(texts: Texts) -> None:
    said = [texts.say(phrase(f"clue-{rule.value}", clue="whales", card="whale")) for rule in Rule]
    assert [one for one in said if not one.endswith(STOPS)] == []


def test_a_warning_says_what_a_refusal_says_and_that_the_clue_stands(english: Texts) -> None:
    wrong = []
    for rule in (Rule.SAME, Rule.CONTAINS, Rule.CONTAINED, Rule.INFLECTION, Rule.STEM):
        breach = Breach(rule, "whales", "killer whale")
        refused, warned = english.say(breach.phrase()), english.say(breach.phrase("warned"))
        said = refused.removesuffix(": choose another clue.")
        named = '"whales"' in said and "killer whale" in said
        if said == refused or warned != f"{said}. At this table the clue stands." or not named:
            wrong.append((rule, refused, warned))
    assert wrong == []


def test_every_end_of_a_game_names_the_winner(texts: Texts) -> None:
    said = {
        (team, reason): texts.say(phrase("title-over", winner=team.value, reason=reason.value))
        for team in Team
        for reason in Reason
    }
    names = {team: texts.say(phrase("team", team=team.value)) for team in Team}
    assert {of: one for of, one in said.items() if not one.startswith(names[of[0]])} == {}


def test_every_identity_is_told_apart_when_a_card_is_uncovered(english: Texts) -> None:
    said = {name: _uncovered(english, name) for name in IDENTITIES}
    assert {name: one for name, one in said.items() if name not in one} == {}


def test_every_end_of_a_turn_has_a_sentence(texts: Texts) -> None:
    said = [texts.say(phrase("event-turn-ended", end=end.value, seat="Ann")) for end in TurnEnd]
    assert [one for one in said if not one.endswith(STOPS)] == []


def test_every_command_and_option_has_a_description(texts: Texts) -> None:
    for command in (CODENAMES.new, *CODENAMES.play):
        assert command.key in texts
        assert all(option.key in texts for option in command.options)


def test_a_phrase_inside_a_phrase_is_rendered_first(english: Texts) -> None:
    who = phrase("chair", team="red", role="guesser", number=2)
    said = english.say(phrase("event-pointed", seat=who, card="whale"))
    assert said == "Red guesser 2 marks whale."


def test_a_missing_key_or_value_is_a_fault_of_ours(texts: Texts) -> None:
    for unsayable in (phrase("no-such-key"), phrase("already-uncovered"), Phrase("")):
        with pytest.raises(MissingText):
            texts.say(unsayable)


def test_a_value_of_any_length_can_be_said(texts: Texts) -> None:
    said = texts.say(phrase("asset-unknown-expert", name="x" * 10**6, known="ace"))
    assert len(said) < 3000


def test_huge_numbers_are_shown_digit_by_digit(texts: Texts) -> None:
    said = texts.say(phrase("board-sides", rows=10**30, cols=5, least=3, most=10))
    assert str(10**30) in said


def test_one_is_not_spoken_of_as_many(english: Texts) -> None:
    expected = [
        (phrase("board-teams", teams=1, least=2, most=5), "1 team can't play: choose 2"),
        (phrase("board-teams", teams=6, least=2, most=5), "6 teams can't play: choose 2"),
        (phrase("pack-too-few", pack="p", count=1, needed=9), "has 1 word, and 9 are needed"),
        (phrase("pack-too-few", pack="p", count=2, needed=9), "has 2 words, and 9 are needed"),
        (phrase("pack-runs-out", pack="p", words=1, cards=9), "has 1 word left that"),
        (phrase("pack-runs-out", pack="p", words=0, cards=9), "has 0 words left that"),
    ]
    said = [(english.say(one), words) for one, words in expected]
    assert [(one, words) for one, words in said if words not in one] == []


def test_a_smaller_board_is_suggested_only_where_there_is_one(texts: Texts) -> None:
    smallest, usual = (
        texts.say(phrase("pack-too-few", pack="p", count=3, needed=needed)) for needed in (9, 25)
    )
    smaller = {"en": "smaller board", "ja": "小さい盤"}[texts.language]
    assert smaller not in smallest
    assert smaller in usual


def test_one_team_is_not_called_each(english: Texts) -> None:
    shared = {"rows": 5, "cols": 5, "guessers": 1, "marks": 1, "keyword": "none", "names": "yes"}
    said = [
        english.say(
            phrase("codenames-plays", teams=teams, ensemble="default", level="none", **shared)
        )
        for teams in ("solo", 2)
    ]
    assert said == [
        "a board of 5 × 5 cards · one team against the board, with a spymaster and a guesser",
        "a board of 5 × 5 cards · 2 teams, each a spymaster and a guesser",
    ]


def test_a_solo_game_tells_whose_cards_lose_it(english: Texts) -> None:
    for solo, other in (("blue", "red"), ("red", "blue")):
        said = english.say(phrase("event-dealt-solo", cards=25, team=solo, other=other))
        assert f"{solo.title()} plays alone" in said
        assert said.endswith(f"{other}.")


@pytest.mark.parametrize("key", ["event-eliminated", "event-lost"])
def test_the_end_of_a_team_says_why(english: Texts, key: str) -> None:
    for reason in (Reason.ASSASSIN, Reason.RESIGNED):
        said = english.say(phrase(key, team="blue", reason=reason.value))
        assert said.startswith("Blue ")
        assert reason.value[:6] in said
        assert ("bystanders" in said) is (key == "event-eliminated")


def test_every_word_of_a_footer_is_rendered(texts: Texts) -> None:
    for key in ("footer-drawn", "footer-seeded"):
        assert texts.say(phrase(key, commitment="ab12")).endswith("ab12")


def test_advice_says_what_the_bot_would_do(english: Texts) -> None:
    for key in ("advice-guess", "advice-guess-too", "advice-pass"):
        said = english.say(phrase(key, seat="Ann", card="whale"))
        assert said.startswith("Ann would ")
        assert "To agree, " in said


def test_advice_that_nobody_need_follow_says_no_more_than_that(english: Texts) -> None:
    assert english.say(phrase("advice-pass-too", seat="Ann")) == "Ann would end the turn."


def test_a_tuple_is_said_as_a_list(texts: Texts) -> None:
    teams = tuple(phrase("identity-word", name=team) for team in ("red", "blue"))
    ann = phrase("sitter-person", who="Ann")
    said = texts.say(phrase("table-event-proposed", who=ann, teams=teams))
    assert said in (
        "Ann asks to take back the last move. Still to agree: red, blue.",
        "Annさんが待ったをかけています。賛成が必要なチーム：赤、青",
    )


def test_every_identity_has_a_word_of_its_own(texts: Texts) -> None:
    words = {name: texts.say(phrase("identity-word", name=name)) for name in IDENTITIES}
    said = {name: _uncovered(texts, name) for name in IDENTITIES}
    found = {name: {of for of, word in words.items() if word in said[name]} for name in IDENTITIES}
    assert found == {name: {name} for name in IDENTITIES}


def _uncovered(texts: Texts, name: str) -> str:
    """Return the sentence for an uncovered card of an identity."""
    return texts.say(phrase("event-uncovered", seat="Ann", card="whale", identity=name))


def test_what_a_language_lacks_is_said_in_english() -> None:
    japanese = Catalogue("ja", {"hello": "hello = こんにちは"}, str)
    texts = Texts([japanese, Catalogue("en", {"words": ENGLISH_ONLY}, str)])
    assert texts.say(phrase("hello")) == "こんにちは"
    assert texts.say(phrase("words", count=1)) == "1 word"
    assert "words" in texts
    with pytest.raises(MissingText):
        texts.say(phrase("farewell"))


@pytest.mark.parametrize("count", [1, 2])
def test_numbers_that_are_equal_are_said_alike(count: int) -> None:
    # Texts caches a sentence by its values, and 1 equals 1.0 and True.
    said = {
        Texts([Catalogue("en", {"words": ENGLISH_ONLY}, str)]).say(phrase("words", count=number))
        for number in (count, float(count), count == 1 or count)
    }
    assert len(said) == 1


def test_the_catalogues_of_a_language_are_read_once() -> None:
    japanese = Texts.load("ja")._catalogues
    assert japanese == (*Texts.load("ja")._catalogues[:1], *Texts.load()._catalogues)


@pytest.mark.parametrize("language", languages())
def test_a_sentence_alone_is_what_it_is_in_its_file(language: str) -> None:
    parser, [catalogue, *_] = FluentParser(with_spans=False), Texts.load(language)._catalogues
    files = [parser.parse(one.read_text(encoding="utf-8")) for one in catalogues(language)]
    whole = {one.id.name: one for file in files for one in file.body if isinstance(one, Message)}
    assert catalogue.sources.keys() == whole.keys()
    for key, source in catalogue.sources.items():
        [alone] = parser.parse(source).body
        assert whole[key].equals(alone, ignored_fields=["comment"]), key
        references = _References()
        references.visit(alone)
        assert set(_REFERENCE.findall(source)) == references.keys, key


class _References(Visitor):
    """The keys of the sentences that a sentence refers to."""

    def __init__(self) -> None:
        self.keys = set[str]()

    def visit_MessageReference(self, node: MessageReference) -> None:  # noqa: N802 - Fluent's name
        self.keys.add(node.id.name)


def test_a_language_without_catalogues_cannot_be_loaded() -> None:
    with pytest.raises(FileNotFoundError):
        Texts.load("xx")


@pytest.mark.parametrize(
    ("language", "saved"), [("en", "a saved game"), ("ja", "保存しているゲーム")]
)
@pytest.mark.parametrize("key", ["loop-slow", "fault-ours"])
def test_only_a_saved_game_is_promised_to_continue(key: str, language: str, saved: str) -> None:
    """Other commands can fail, too, and a game with --plain or --seed is in memory only."""
    said = Texts.load(language).say(phrase(key, reference="1234abcd"))
    assert saved in said
    assert "nothing is lost" not in said
