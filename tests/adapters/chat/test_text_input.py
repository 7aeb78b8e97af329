import pytest

from adapters.chat.text_input import Verbs, line_of, normalised
from bot.games import GameId, GameView, Status
from bot.texts import Texts
from core.shiritori.notation import TALK_PATTERNS
from core.view import Blank, Block, Cell, Choice, Choices, FormBlock, Grid, View, phrase
from tests.adapters.discord.hall import TABLES

TEXTS = Texts.load()
VERBS = Verbs.of(TABLES)
CARDS = Grid(
    (
        (
            Cell("A1", "whale", choice=Choice("whale", "guess whale")),
            Cell("A2", "scuba diver", choice=Choice("scuba diver", 'guess "scuba diver"')),
            Cell("A3", "table"),
        ),
    ),
    phrase("nobody"),
)
NUMBERS = ("0", "1", "2", "unlimited")
CLUE = FormBlock(
    "clue",
    phrase("command-clue"),
    (Blank("word", phrase("option-word")), Blank("number", phrase("option-number"), NUMBERS)),
)
SOLVE = FormBlock(
    "solve", phrase("hangman-form-solve"), (Blank("solution", phrase("option-hangman-solution")),)
)
WORD = FormBlock(
    "word", phrase("hangman-form-word"), (Blank("word", phrase("option-hangman-word")),)
)
POINT = FormBlock(
    "mark", phrase("command-mark"), (Blank("card", phrase("option-card"), ("whale",)),)
)
SAY = FormBlock(
    "say",
    phrase("shiritori-form-say"),
    (Blank("word", phrase("option-shiritori-word"), pattern=TALK_PATTERNS["ja"]),),
    bare=True,
)
LETTERS = Choices((Choice("E", "guess e"), Choice("か", "guess か")), evident=True)
HINT = Choices((Choice(phrase("hangman-choice-hint"), "hint"),))


def line(text: str, *blocks: Block) -> str | None:
    shown, verbs = View(phrase("title-deal"), blocks), frozenset(VERBS.known)
    look = GameView(GameId("game"), 1, 1, Status.RUNNING, shown, None, (), verbs=verbs)
    return line_of(text, look, VERBS, TEXTS)


@pytest.mark.parametrize(
    ("text", "blocks", "said"),
    [
        ("whale", (CARDS,), "guess whale"),
        ("Scuba  DIVER", (CARDS,), 'guess "scuba diver"'),
        ("a2", (CARDS,), 'guess "scuba diver"'),
        ("ocean 2", (CARDS, CLUE), "clue ocean 2"),
        ("ocean unlimited", (CLUE,), "clue ocean unlimited"),
        ("かわ　２", (CARDS, CLUE), "clue かわ 2"),
        ("ｃｌｕｅ　かわ　２", (CARDS, CLUE), "clue かわ 2"),
        ("Ａ２", (CARDS,), 'guess "scuba diver"'),
        ("A1!", (CARDS,), "guess whale"),
        ("whale！", (CARDS,), "guess whale"),
        ("「whale」！", (CARDS,), "guess whale"),
        ("A 1!", (CARDS,), "guess whale"),
        ("ｋｅｙｗｏｒｄ　ＡＢＣ", (), "keyword ＡＢＣ"),
        ("e", (LETTERS, SOLVE), "guess e"),
        ("Ｅ", (LETTERS, SOLVE), "guess e"),
        ("か", (LETTERS, SOLVE), "guess か"),
        ("planet", (LETTERS, SOLVE), "solve planet"),
        ("solve planet", (LETTERS, SOLVE), "solve planet"),
        ("a hint, for a life", (HINT,), "hint"),
        ("word planet", (WORD,), "word planet"),
        ("Ringo", (SAY,), "Ringo"),
        ("林檎", (SAY,), "林檎"),
        ("貝", (SAY,), "貝"),
        ("say hello", (SAY,), "say hello"),
        ("leave", (), "leave"),
        ("パス。", (CARDS,), "pass"),
        ("推測　Ａ１", (CARDS,), "guess A1"),
        ("単語全体 planet", (LETTERS,), "solve planet"),
        ("settings clock slow", (CARDS,), "set clock slow"),
        ("ヒント 2", (CARDS, CLUE), "clue ヒント 2"),
        ("パス", (SAY,), "パス"),
    ],
)
def test_what_is_written_is_what_is_on_offer_a_form_or_a_line(
    text: str, blocks: tuple[Block, ...], said: str
) -> None:
    assert line(text, *blocks) == said


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("table", (CARDS,)),  # it is uncovered
        ("haha nice", (CARDS, LETTERS, SOLVE)),
        ("ocean two", (CLUE,)),
        ("whale?", (CARDS,)),
        ("e!", (LETTERS,)),
        ("whale", (POINT,)),  # a card that can only be pointed at
        ("planet", (WORD,)),  # text that may be talk is never a secret
        ("hello", ()),
        ("hello", (SAY,)),  # it can't be read in kana
        ("7", (SAY,)),
        ("5", (LETTERS, SOLVE)),
        ("", (SOLVE,)),
        ("ヒント", (CARDS,)),  # a clue, or a hint
        ("キーワード ABC", ()),  # its blanks would be lost
    ],
)
def test_other_talk_stands_for_no_line(text: str, blocks: tuple[Block, ...]) -> None:
    assert line(text, *blocks) is None


def test_two_choices_of_one_name_are_none() -> None:
    assert line("Red", Choices((Choice("Red", "join red"), Choice("red", "chair red")))) is None


def test_lines_with_secret_options_are_known_by_their_verbs() -> None:
    assert VERBS.secret == {"word", "keyword"}
    assert VERBS.is_secret(" WORD planet")
    assert not VERBS.is_secret("guess word")


def test_case_width_and_blanks_do_not_matter() -> None:
    assert normalised(" Ｏcean\t 2 ") == "ocean 2"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  clue\tzebra   2 \n", "clue zebra 2"),
        ("guess\u3000B2", "guess B2"),
        ("two\n\nlines", "two lines"),
        ("keyword  two  blanks ", "keyword two  blanks"),
        ("keyword\u3000\u3000two", "keyword two"),
        ("keyword\ttwo\u3000wide", "keyword two\u3000wide"),
        ("Keyword a\nb", "Keyword a b"),
        ("keyword", "keyword"),
        (" ", ""),
    ],
)
def test_a_message_is_one_line_with_the_blanks_of_a_secret(text: str, line: str) -> None:
    assert VERBS.one_line(text) == line
