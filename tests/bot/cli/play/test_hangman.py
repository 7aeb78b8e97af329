"""Hangman as the program plays it: its command line, its pipes, and resumed games."""

import subprocess
from pathlib import Path

import pytest

from bot.cli.main import main
from bot.cli.parser import read_arguments
from bot.cli.play.room import HOME_ROOM, TERMINAL, room_of
from bot.gametypes.registry import GAMES
from bot.settings import Settings
from bot.texts import Texts
from tests.bot.programs import spyring
from tests.bot.terminals import terminal
from tests.core.hangman.tables import CHECK_LINES

FOUR = ("crumbs", "trucks", "trumps", "truths")
CHECK = f"""\
...... [] words=4/23 crumbs trucks trumps truths
{CHECK_LINES}won guessers
Game over in 9 guesses.
word trumps
alive 4 4 4 3 2 1 1 1 1
"""


@pytest.fixture
def four(tmp_path: Path) -> tuple[str, str]:
    """A dictionary of four words, and other lines."""
    path = tmp_path / "four.txt"
    path.write_text("\n".join(("Trumps", "it's", "truth", *FOUR, "", "truths")), "utf-8")
    return ("--dictionary", str(path))


def played(
    *arguments: str, lines: str = "", language: str = "en"
) -> "subprocess.CompletedProcess[str]":
    return spyring("play", "hangman", "--plain", "--language", language, *arguments, lines=lines)


def test_the_check_of_the_cheating_dealer_comes_out_to_the_word(four: tuple[str, str]) -> None:
    asked = (*four, "--word-length", "6", "--verbose")
    game = played(*asked, lines="".join(f"{letter}\n" for letter in "urshbcpmt"))
    assert (game.stdout, game.stderr, game.returncode) == (CHECK, "", 0)


def test_the_first_letter_of_a_line_counts_and_an_empty_one_asks_again(
    four: tuple[str, str],
) -> None:
    game = played(*four, lines="umbrella\n\n  r\n7\né\nu\n")
    assert game.stdout.splitlines() == [
        "...... []",
        "good ..u... [u]",
        "! Type a letter, the whole word, or help.",
        "good .ru... [ru]",
        "! 7 is a digit: guess a letter.",
        "! Words have no accents here: for é guess e.",
        "! U has been guessed already (this costs nothing): choose another letter.",
        "end-of-input",
    ]


@pytest.mark.parametrize(
    "asked",
    [
        ("--wordlen", "6", "-v", "-d"),
        ("--wordlen=6", "--verbose", "--dict"),
        ("-w", "6", "-v", "--dictionary"),
    ],
)
def test_the_options_of_the_original_mean_the_same(
    four: tuple[str, str], asked: tuple[str, ...]
) -> None:
    game = played(*asked, four[1], lines="u\nr\n")
    assert game.stdout.splitlines()[:3] == CHECK.splitlines()[:3]
    assert game.returncode == 0


@pytest.mark.parametrize("where", [("hangman", "--nonsense"), ("--nonsense", "-w", "6", "hangman")])
def test_a_wrong_option_shows_this_games_usage(where: tuple[str, ...]) -> None:
    refused = spyring("play", *where)
    assert refused.returncode == 2
    assert refused.stderr.startswith("usage: spyring play hangman [-h]")
    assert "--dealer DEALER" in refused.stderr
    assert "--rows" not in refused.stderr
    assert refused.stderr.endswith("unrecognized arguments: --nonsense\n")


def test_a_whole_word_and_a_hint_are_lines_of_their_own(four: tuple[str, str]) -> None:
    game = played(*four, "--lives", "3", lines="solve trumps\nhint\nsolve\nquit\n")
    _, *lines = game.stdout.splitlines()
    assert lines[0] == "sorry ...... []"
    assert lines[1].startswith("good ")
    assert lines[-1] == "quit"
    assert len(lines) == 4


def test_a_game_is_lost_when_no_life_is_left(four: tuple[str, str]) -> None:
    game = played(*four, "--lives", "2", lines="x\ny\nz\n")
    assert game.stdout.splitlines()[:5] == [
        "...... []",
        "sorry ...... [x]",
        "sorry ...... [xy]",
        "won dealer",
        "Game over in 2 guesses.",
    ]
    assert game.stdout.splitlines()[5].removeprefix("word ") in FOUR
    assert game.returncode == 0


@pytest.mark.sampled
@pytest.mark.parametrize(
    "dealer",
    [
        *("honest", "cheating", "optimal"),
        *(pytest.param(dealer, marks=pytest.mark.slow) for dealer in ("stubborn", "largest")),
    ],
)
def test_every_dealer_is_repeated_by_a_seed(four: tuple[str, str], dealer: str) -> None:
    asked = ("--dealer", dealer, "--seed", "7", "--verbose", *four)
    letters = "".join(f"{letter}\n" for letter in "abcdefghijklmnopqrstuvwxyz")
    first, again = (played(*asked, lines=letters) for _ in range(2))
    assert first.stdout == again.stdout
    assert "won guessers" in first.stdout
    assert first.returncode == 0


def test_without_lives_or_words_of_ones_own_there_is_no_limit_and_a_list() -> None:
    game = played(lines="\n".join("aeioubcdfghjklmnpqrstvwxyz"))
    assert "won guessers" in game.stdout
    assert game.stdout.count("sorry") > 8


def test_kana_are_guessed_in_either_script_and_refused_in_the_readers_language() -> None:
    asked = ("--category", "kana", "--word-length", "4", "--dealer", "honest", "--seed", "1")
    game = played(*asked, lines="カ\nか\ne\n", language="ja")
    _, *lines = game.stdout.splitlines()
    assert lines[0].endswith("[か]")
    assert (
        lines[1] == "! 「か」はもう推測されています。ライフは減りません。別の文字を選んでください。"
    )
    assert lines[2].startswith("! eはこのゲームの文字ではありません。")


def test_two_people_at_one_keyboard_set_and_guess_a_word() -> None:
    game = played("--dealer", "word", lines="planet\np\nlane\nsolve planet\n")
    assert game.stdout.splitlines() == [
        "to-act dealer",
        "to-act guess1",
        "good p..... [p]",
        "to-act guess1",
        "good pl.... [lp]",
        "to-act guess1",
        "good planet [lp]",
        "won guessers",
        "Game over in 3 guesses.",
        "word planet",
    ]


@pytest.mark.parametrize(
    ("word", "arguments"),
    [("abcdefghijklmnopqrstuvwx", ()), ("ゆまねごせおぶせ", ("--category", "kana"))],
)
def test_a_bot_guesses_a_word_that_is_in_no_list(word: str, arguments: tuple[str, ...]) -> None:
    bots = ("--dealer", "word", "--chair", "guess1=guesser")
    lines = played(*bots, *arguments, lines=f"word {word}\n").stdout.splitlines()
    assert (lines[-3], lines[-1]) == ("won guessers", f"word {word}")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "E isn't in this word, but you answered 2. An answer can't be taken back"),
        ("ja", "この単語に「E」はありませんが、位置は2と答えています。答えは取り消せません。"),
    ],
)
def test_who_has_answered_wrongly_is_told_which_letter_and_what_can_be_done(
    tmp_path: Path, language: str, said: str
) -> None:
    (tmp_path / "one.txt").write_text("fe\nox\n", "utf-8")
    words = ("--word-length", "2", "--dictionary", str(tmp_path / "one.txt"))
    game = played("--dealer", "thought", *words, lines="2\nword my\n", language=language)
    assert f"! {said}" in game.stdout


def test_a_bot_guesses_the_word_that_somebody_thinks_of(four: tuple[str, str]) -> None:
    game = played("--dealer", "thought", *four, lines="none\n")
    lines = game.stdout.splitlines()
    assert lines[0].startswith("guess1 guess ")
    assert lines[1].startswith("sorry ...... [")
    assert game.stderr.startswith("Think of a word of 6 letters")


def test_bots_guess_in_turn_and_race_with_people(four: tuple[str, str]) -> None:
    turns = played("--mode", "turns", "--guessers", "2", *four, lines="u\n")
    assert turns.stdout.splitlines()[:3] == ["...... []", "guess1 guess u", "good ..u... [u]"]
    assert turns.stdout.splitlines()[3].startswith("guess2 guess ")
    race = played("--mode", "race", *four, lines="u\n").stdout
    assert race.splitlines()[:4] == [
        *("red good 1/6 guesses=1 wrong=0", "blue ...... []"),
        *("blue1 guess u", "blue good ..u... [u]"),
    ]


def test_a_script_of_both_teams_reads_both_boards_of_a_race_and_each_word_once(
    four: tuple[str, str],
) -> None:
    teams = ("--mode", "race", "--dealer", "word", "--chair", "red1=human:BEN")
    lines = "trumps\nu\nred1: x\nsolve trumps\n"
    game = played(*teams, *four, lines=lines)
    told = [line for line in game.stdout.splitlines() if not line.startswith("to-act")]
    assert told == [
        *("blue1 guess u", "blue good ..u... [u]"),
        *("red1 guess x", "red sorry ...... [x]"),
        *("blue good trumps [u]", "end-of-input"),
    ]


def test_bots_alone_play_to_the_end(four: tuple[str, str]) -> None:
    game = played("--chair", "guess1=guesser", *four)
    assert "won guessers" in game.stdout
    assert game.returncode == 0


def test_friends_have_chairs_of_their_own(four: tuple[str, str]) -> None:
    friends = ("--guessers", "2", "--chair", "guess2=human:BEN")
    game = played(*friends, *four, lines="u\nguess2: r\n")
    assert game.stdout.splitlines()[:6] == [
        "...... []",
        "to-act guess1 guess2",
        "guess1 guess u",
        "good ..u... [u]",
        "to-act guess1 guess2",
        "guess2 guess r",
    ]


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the sentence that refuses a start."""
    assert main(["play", "hangman", "--plain", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("spyring: ").strip()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--word-length", "1"), 'option word-length can\'t be "1": give a whole number from 2 to'),
        (("--word-length", "99"), "give a whole number from 2 to 24"),
        (("--lives", "27"), "give a whole number from 0 to 26"),
        (("--guessers", "9"), "give a whole number from 1 to 8"),
        (("--category", "kana", "--word-length", "9"), "give a whole number from 2 to 8"),
        (("--category", "animals", "--word-length", "23"), "choose another length"),
        (("--mode", "race", "--dealer", "thought"), "choose the dealer word"),
        (("--chair", "guess1"), "write it like guess1=human"),
        (("--chair", "guess1=ace"), "choose one of guesser, human"),
        (("--chair", "guess9=human"), "choose one of dealer, guess1"),
        (("--chair", "dealer=human"), "choose --dealer word"),
        (("--dealer", "word", "--chair", "dealer=dealer"), "a person at the keyboard"),
        (("--dealer", "thought", "--chair", "dealer=guesser"), "a person at the keyboard"),
        (("--chair", "dealer=guesser"), "choose one of dealer."),
        (("--name", "two words"), 'A player can\'t be called "two words" here'),
    ],
)
def test_what_cannot_be_is_refused_with_a_way_out(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert said in refused(capsys, *arguments)


def test_a_dictionary_that_cannot_be_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    binary, huge, latin = (tmp_path / name for name in ("binary", "huge", "latin"))
    binary.write_bytes(bytes(range(256)) * 100)
    with huge.open("wb") as file:
        file.truncate((1 << 24) + 1)
    latin.write_bytes("naïve\nplanets\n".encode("latin-1"))
    named = {
        path.name: refused(capsys, "--dictionary", str(path)) for path in (binary, huge, latin)
    }
    assert "has no line with one word of 6 lower-case letters" in named["binary"]
    assert "larger than 16 MB" in named["huge"]
    assert "has no line with one word of 6 lower-case letters" in named["latin"]
    assert "can't be read" in refused(capsys, "--dictionary", str(tmp_path / "none.txt"))
    assert "can't be read" in refused(capsys, "--dictionary", str(tmp_path))
    assert "A file can't be called" in refused(capsys, "--dictionary", "")


def test_a_dictionary_and_a_category_do_not_go_together(
    capsys: pytest.CaptureFixture[str], four: tuple[str, str]
) -> None:
    assert "leave out either" in refused(capsys, *four, "--category", "animals")


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "hangman", "--rows", "6"),
        ("play", "hangman", "--dealer", "devil"),
        ("play", "--word-length", "6"),
        ("play", "codenames", "--dictionary", "words.txt"),
    ],
)
def test_the_options_of_one_game_are_not_those_of_another(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "error" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (("play", "hangman"), "--word-length"),
        (("play",), "--rows"),
        (("play", "codenames"), "--rows"),
    ],
)
def test_help_is_that_of_the_game_that_is_named(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], option: str
) -> None:
    with pytest.raises(SystemExit):
        main([*arguments, "--help"])
    assert option in capsys.readouterr().out


def test_the_game_may_be_named_behind_options_that_all_games_have() -> None:
    game = spyring("play", "--plain", "--seed", "1", "hangman", lines="e\n")
    assert game.stdout.startswith("...... []\n")


@pytest.mark.parametrize("option", ["--plain", "--new", "--name=ann"])
def test_a_game_named_behind_an_option_has_its_own_options(option: str) -> None:
    line = ["play", option, "hangman", "--category", "animals"]
    arguments = read_arguments(line, GAMES, Settings(), Texts.load())
    assert (arguments.game, arguments.category) == ("hangman", "animals")


def test_each_game_has_a_room_and_a_game_that_was_left_of_its_own(
    tmp_path: Path, four: tuple[str, str]
) -> None:
    state = ("--state", str(tmp_path / "games.db"))
    cards = ("play", "--plain", *state)
    assert spyring(*cards, "--bots", "random").returncode == 0
    begun = played(*four, *state, lines="u\n")
    assert f'continue with "spyring play hangman --state {state[1]}"' in begun.stderr
    again = played(*state, lines="u\nr\n")
    assert "Welcome back: this is game" in again.stderr
    assert again.stdout.splitlines()[:2] == [
        "! U has been guessed already (this costs nothing): choose another letter.",
        "good .ru... [ru]",
    ]
    assert "Welcome back: this is game" in spyring(*cards).stderr
    other = played("--lives", "5", *state, lines="")
    assert "is now stopped: this is a new one" in other.stderr


def test_codenames_stays_in_the_room_that_it_has_always_had() -> None:
    codenames, hangman, _ = (game.load() for game in GAMES)
    assert room_of(codenames) == HOME_ROOM
    assert room_of(hangman).platform == TERMINAL
    assert room_of(hangman) != HOME_ROOM


def test_a_person_at_a_terminal_sees_the_gallows_and_leaves_with_ctrl_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, four: tuple[str, str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with terminal("play", "hangman", "--lives", "4", "--verbose", *four) as screen:
        screen.read("guesser> a letter, the whole word, or help")
        screen.type("x\r")
        # Read up to the prompt below the board: the program writes this much at once.
        drawn = screen.read_on("TRUTHS\nguesser> a letter, the whole word, or help")
        assert "Sorry: there's no X." in drawn
        assert "+----+" in drawn
        assert "Lives: 3 of 4" in drawn
        screen.type("\x03")
        screen.read("Leave the game? [y/N]")
        screen.type("y\r")
        assert screen.end() == 0
        assert 'continue with "spyring play hangman"' in screen.written
    assert (tmp_path / "spyring" / "spyring.db").exists()
