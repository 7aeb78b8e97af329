import io
import json
from pathlib import Path

import pytest

from bot.cli.main import main
from bot.cli.play.client import open_client
from bot.cli.play.run import _again
from bot.gametypes.codenames.game_type import codenames_type
from bot.gametypes.table_request import TableSetup
from bot.texts import Texts
from core.codenames.model import Options
from core.words.packs import default_pack
from tests.bot.programs import process, spyring

CHECK_DIGITS = (
    "28695891018984555532596347996025486761937896434326181525693078976485770271689510589447448367"
    "65438200336744138272160720510802825311234408202083527366619517"
)
SETUP = TableSetup(
    kind="codenames",
    values=codenames_type().values(Options()),
    pack=default_pack(),
    host="blue-spymaster",
    people={chair.seat: chair.seat for chair in Options().chairs},
    bots={},
)
"""A table of four people."""

CHECK_KEY = ["BRRBR", "RTBBT", "BTKTB", "RRRTT", "TRBRB"]


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the sentence of a refusal on the command line."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("spyring: ")
    return captured.err.removeprefix("spyring: ").strip()


def test_bots_play_a_whole_game_that_is_the_same_to_the_byte_with_a_seed() -> None:
    first = spyring("play", "--plain", "--as", "watcher", "--seed", "7")
    again = process("play", "--plain", "--as", "watcher", "--seed", "7")
    assert first.returncode == 0, first.stderr
    assert first.stdout == again.stdout.decode()
    lines = first.stdout.splitlines()
    assert lines[0].startswith("dealt 5x5 ")
    assert any(line.startswith("won ") for line in lines)
    assert any(line.startswith("# Decisive turns") for line in lines)


@pytest.mark.slow
def test_bots_follow_the_ensemble_of_the_table() -> None:
    line = ("play", "--plain", "--as", "watcher", "--bots", "ace", "--seed", "7")
    told = [spyring(*line, "--ensemble", name).stdout for name in ("default", "wordnet", "fusion")]
    assert all("\nwon " in one for one in told)
    # ACE uses "fusion" first if a table names no models.
    assert told[1] != told[0]


def test_another_seed_deals_another_board() -> None:
    boards = {
        spyring("play", "--plain", "--as", "watcher", "--bots", "random", "--seed", seed).stdout
        for seed in ("1", "2")
    }
    assert len(boards) == 2


def test_a_person_plays_by_lines_and_end_of_input_ends_the_game_cleanly() -> None:
    played = spyring("play", "--plain", "--seed", "3", "--as", "spymaster", lines="music 1\n")
    assert played.returncode == 0
    assert "blue-spymaster clue music 1" in played.stdout
    assert played.stdout.splitlines()[-1] == "end-of-input"
    assert "level fair" in played.stderr
    assert len(played.stderr.splitlines()) == 1


def test_the_key_is_not_shown_to_a_guesser() -> None:
    played = spyring("play", "--plain", "--seed", "3", "--as", "guesser", lines="key\n")
    assert "\nkey " not in played.stdout
    assert "\nsecret " not in played.stdout
    assert "Only spymasters can see the key" in played.stdout


def test_without_a_terminal_the_game_is_plain() -> None:
    played = spyring("play", "--seed", "3")
    assert played.returncode == 0
    assert played.stdout.splitlines()[-1] == "end-of-input"


def test_a_keyword_gives_the_same_board_twice_and_is_not_written() -> None:
    arguments = ("play", "--plain", "--keyword", "swordfish", "--bots", "random")
    first, again = (spyring(*arguments).stdout.splitlines()[0] for _ in range(2))
    assert first == again
    assert " typed blue-spymaster " in first
    # The keyword is shown once the game is over, and random bots may begin and end it.
    assert "swordfish" not in spyring(*arguments).stdout.partition("\nwon ")[0]


def test_a_keyword_that_is_left_out_is_typed_at_the_table() -> None:
    asked = ("play", "--plain", "--bots", "random", "--keyword")
    typed = spyring(*asked, lines="keyword swordfish\n").stdout.splitlines()
    given = spyring(*asked, "swordfish").stdout.splitlines()
    assert typed[0] == "to-act blue-spymaster"
    assert typed[1] == given[0]
    assert "swordfish" not in "\n".join(typed).partition("\nwon ")[0]


def test_who_types_the_keyword_may_not_guess(capsys: pytest.CaptureFixture[str]) -> None:
    said = refusal(capsys, "play", "--plain", "--keyword", "swordfish", "--as", "guesser")
    assert "a guesser can't type it" in said
    assert "swordfish" not in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--teams", "5"), "the next larger one that works is 5 x 6"),
        (("--rows", "2"), "choose 3 to 10 rows"),
        (("--rows", "9" * 19), "choose 3 to 10 rows"),
        (("--team", "green"), "choose one of blue, red"),
        (("--solo", "--teams", "3"), "play without solo"),
        (("--marks", "2"), "no more marks than guessers"),
        (("--guessers", "5"), "choose 1 to 4"),
        (("--guessers", "9" * 19), "choose 1 to 4"),
        (("--bots", "expert:nobody"), "choose one of ace"),
        (("--chair", "blue"), "red-guesser=human"),
        (("--chair", "green-guesser=human"), "choose one of blue-spymaster"),
        (("--pack", "no-such-file.txt"), "no pack file at no-such-file.txt"),
        (("--ensemble", "minilm,nobody"), 'no language model called "nobody" here'),
        (("--keyword", "k", "--as", "watcher"), "all spymasters here are bots"),
    ],
)
def test_options_that_cannot_be_are_refused_with_a_way_out(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert said in refusal(capsys, "play", "--plain", *arguments)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "--seed", "-1"), "whole number"),
        (("play", "--seed", "seven"), "whole number"),
        (("play", "--rows", "5.5"), "whole number"),
        (("play", "--seed", "9" * 40), "too large"),
        (("simulate", "--spymaster", "a", "--guesser", "b", "--games", "0"), "choose 1 to"),
        (("simulate", "--spymaster", "a", "--guesser", "b", "--games", "1000001"), "choose 1 to"),
        (("board",), "--keyword"),
        (("play", "chess"), "codenames"),
        ((), "COMMAND"),
    ],
)
def test_arguments_that_cannot_be_read_are_explained(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_a_pack_of_ones_own_is_dealt(tmp_path: Path) -> None:
    words = [f"thing {letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    pack = tmp_path / "things.txt"
    pack.write_text("# ours\n" + "\n".join(words), encoding="utf-8")
    played = spyring("play", "--plain", "--pack", str(pack), lines="")
    assert played.stdout.splitlines()[0].count('"thing ') == 25


def test_a_pack_whose_words_the_bots_do_not_know_is_played_with_a_warning(tmp_path: Path) -> None:
    pack = tmp_path / "kana.txt"
    pack.write_text("\n".join(f"くじら{kana}" for kana in "あいうえおかきくけこ"), encoding="utf-8")
    board = ("--rows", "3", "--cols", "3", "--as", "watcher", "--seed", "1")
    played = spyring("play", "--plain", *board, "--pack", str(pack))
    assert played.returncode == 0
    assert "don't know 10 of the 10 words" in played.stderr
    assert "\nwon " in played.stdout
    assert spyring("play", "--plain", *board).stderr == ""


def test_a_pack_that_is_too_small_for_the_board_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pack = tmp_path / "few.txt"
    pack.write_text("\n".join("abcdefghijk"), encoding="utf-8")
    said = refusal(capsys, "play", "--plain", "--as", "watcher", "--pack", str(pack))
    assert "25 are needed" in said


def test_a_pack_that_is_no_text_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pack = tmp_path / "pack.bin"
    pack.write_bytes(b"\xff\xfe\xff")
    assert "UTF-8" in refusal(capsys, "play", "--plain", "--pack", str(pack))


def test_the_check_integer_gives_the_check_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "--digits", CHECK_DIGITS, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "rows": 5,
        "cols": 5,
        "order": ["red", "blue"],
        "counts": {"red": 9, "blue": 8, "bystander": 7, "assassin": 1},
        "key": [list(row) for row in CHECK_KEY],
    }


@pytest.mark.parametrize("typed", [b"swordfish\n", b"swordfish\r\nmore\n", b"swordfish"])
def test_a_keyword_is_read_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: bytes
) -> None:
    assert main(["board", "--keyword", "swordfish", "--json"]) == 0
    expected = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed), newline=""))
    assert main(["board", "--keyword", "-", "--json"]) == 0
    assert capsys.readouterr().out == expected


@pytest.mark.parametrize("keyword", ["", "-"])
def test_an_empty_keyword_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, keyword: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert "The keyword is empty" in refusal(capsys, "board", "--keyword", keyword)


def test_the_public_board_has_no_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "--keyword", "swordfish", "--json", "--public"]) == 0
    public = json.loads(capsys.readouterr().out)
    assert sorted(public) == ["cols", "counts", "order", "rows"]


def test_a_key_card_is_painted_with_order_and_totals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "--digits", CHECK_DIGITS]) == 0
    text = capsys.readouterr().out
    assert text.index("Red: 9 cards") < text.index("Blue: 8 cards")
    assert "Assassin: 1 card" in text


def test_a_key_card_is_a_page_that_only_its_owner_may_read(tmp_path: Path) -> None:
    path = tmp_path / "key.html"
    assert main(["board", "--keyword", "<swordfish>", "--html", str(path)]) == 0
    assert path.stat().st_mode & 0o777 == 0o600
    written = path.read_text(encoding="utf-8")
    assert "swordfish" not in written
    assert written.count("<td ") == 25
    assert "<p>Playing order: " in written
    path.unlink()
    assert main(["board", "--keyword", "k", "--public", "--html", str(path)]) == 0
    assert "<td " not in path.read_text(encoding="utf-8")


def test_a_key_card_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    png = tmp_path / "key.png"
    assert main(["board", "--keyword", "swordfish", "--png", str(png)]) == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert capsys.readouterr().err == ""


def test_a_public_picture_tells_nothing_but_what_follows_from_the_order(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pictures: dict[str, set[bytes]] = {}
    png = tmp_path / "public.png"
    for number in range(8):
        assert (
            main(["board", "--digits", str(number), "--json", "--public", "--png", str(png)]) == 0
        )
        first = json.loads(capsys.readouterr().out)["order"][0]
        pictures.setdefault(first, set()).add(png.read_bytes())
        png.unlink()
    assert sorted(pictures) == ["blue", "red"]
    assert [len(found) for found in pictures.values()] == [1, 1]
    assert pictures["blue"] != pictures["red"]


@pytest.mark.parametrize("option", ["--png", "--html"])
def test_a_key_card_replaces_no_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str
) -> None:
    older, new = tmp_path / "older", tmp_path / "new"
    older.write_bytes(b"older")
    other = {"--png": "--html", "--html": "--png"}[option]
    paths = (option, str(older), other, str(new))
    assert "exists already" in refusal(capsys, "board", "--keyword", "k", *paths)
    assert older.read_bytes() == b"older"
    assert not new.exists()


def test_what_a_refusal_repeats_does_not_steer_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "\x1b" not in refusal(capsys, "play", "--plain", "--pack", "no\x1b[31mpack")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--digits", "12x"), "whole number from 0"),
        (("--digits", "9" * 5000), "whole number from 0"),
        (("--keyword", "k", "--teams", "5"), "5 x 6"),
        (("--verify", "no-such-file.json"), "can't be read"),
        (("--keyword", "k", "--png", "no-such-folder/key.png"), "can't be written"),
        (("--keyword", "k", "--png", ""), "A file can't be called"),
        (("--keyword", "k", "--png", "x" * 5000), "A file can't be called"),
        (("--verify", "x" * 5000), "A file can't be called"),
        (("--verify", "a", "--png", "b", "--public"), "leave out --png, --public"),
        (("--verify", "a", "--html", "b"), "leave out --html"),
        (("--keyword", "k", "--html", "no-such-folder/key.html"), "can't be written"),
        (("--verify", "a", "--rows", "0", "--cols", "5"), "leave out --rows, --cols"),
        (("--verify", "a", "--teams", "2"), "leave out --teams"),
        (("--keyword", "k", "--pack", "english"), "leave out --pack"),
    ],
)
def test_boards_that_cannot_be_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert said in refusal(capsys, "board", *arguments)


@pytest.mark.parametrize("rules", [pytest.param("paper", marks=pytest.mark.slow), "table"])
def test_a_simulation_reports_as_json(capsys: pytest.CaptureFixture[str], rules: str) -> None:
    arguments = ["--spymaster", "fusion", "--guesser", "fusion", "--games", "5", "--seed", "2"]
    assert main(["simulate", *arguments, "--rules", rules, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 5
    assert report["win_rate"] == 1.0
    assert report["colt"] > 1.0
    assert sum(report["outcomes"].values()) >= 5
    assert {"win_turns", "seconds"} < set(report)


def test_a_simulation_reports_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--spymaster", "random", "--guesser", "random", "--games", "1"]) == 0
    assert capsys.readouterr().out.startswith("1 game: win rate ")


def test_simulating_with_nobodys_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    said = refusal(capsys, "simulate", "--spymaster", "nobody", "--guesser", "ace")
    assert "choose one of ace" in said


def test_a_wrong_setting_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPYRING_PAUSE_SECONDS", "soon")
    assert "SPYRING_PAUSE_SECONDS" in refusal(capsys, "board", "--keyword", "k")


def test_help_says_that_nobody_is_affiliated(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    assert "isn't affiliated" in capsys.readouterr().out


class Interrupted(io.RawIOBase):
    """An input that Ctrl-C interrupts."""

    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: object) -> int:
        raise KeyboardInterrupt


@pytest.mark.parametrize("keyboard", [io.BytesIO(), Interrupted()])
def test_who_does_not_want_to_play_again_leaves_on_a_line_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, keyboard: io.RawIOBase
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(keyboard)))
    with open_client(":memory:") as client:
        client.begin(SETUP)
        assert not _again(Texts.load(), client)
    assert capsys.readouterr().out.endswith("[Y/n] \n")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("why ocean", ": ocean 2\n"),
        ("WHY", ": ocean 2\n"),
        ("ｗｈｙ　ｏｃｅａｎ", ": ocean 2\n"),
        ("why desert", 'No clue of this game is called "desert"'),
    ],
)
def test_questions_about_the_last_game_are_answered_before_the_next_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, told: str
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    keyboard = io.BytesIO(f"{typed}\nｙ\n".encode())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(keyboard)))
    with open_client(":memory:") as client:
        client.begin(SETUP)
        (giver,) = client.to_act
        client.submit(giver, "clue ocean 2 anyway")
        client.submit(giver, "resign")
        assert _again(Texts.load(), client)
    out = capsys.readouterr().out
    assert "why [CLUE] – Show" in out
    assert told in out
    assert out.count("[Y/n]") == 2


@pytest.mark.parametrize(
    ("typed", "again"), [("whyy\nn\n", False), ("help\ny\n", True), ("ocean 2\nquit\n", False)]
)
def test_an_answer_that_is_none_is_asked_for_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *, again: bool
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    with open_client(":memory:") as client:
        client.begin(SETUP)
        assert _again(Texts.load(), client) is again
    out = capsys.readouterr().out
    assert "Type y to play again, or n to leave." in out
    assert out.count("[Y/n]") == 2


def test_after_a_game_that_was_stopped_no_question_is_offered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"why\ny\n")))
    with open_client(":memory:") as client:
        client.begin(SETUP)
        (giver,) = client.to_act
        client.submit(giver, "stop")
        assert _again(Texts.load(), client)
    out = capsys.readouterr().out
    assert "why" not in out
    assert out.count("[Y/n]") == 2


@pytest.mark.parametrize(
    "command", [("--language", "ja", "--help"), ("board", "--language=ja", "-h"), ("--help",)]
)
def test_help_is_in_the_language_that_is_asked_for_or_set(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("SPYRING_LANGUAGE", "ja" if len(command) == 1 else "en")
    with pytest.raises(SystemExit):
        main(command)
    assert "使い方：" in capsys.readouterr().out


def test_a_refusal_is_in_the_language_that_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    too_many = ("play", "--rows", "40")
    assert "行も列も3〜10にしてください。" in refusal(capsys, "--language", "ja", *too_many)
    monkeypatch.setenv("SPYRING_LANGUAGE", "ja")
    assert "行も列も3〜10にしてください。" in refusal(capsys, *too_many)
    assert "A board can't have" in refusal(capsys, "--language", "en", *too_many)


def test_a_wrong_setting_is_told_in_the_language_that_is_set(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPYRING_LANGUAGE", "ja")
    monkeypatch.setenv("SPYRING_PAUSE_SECONDS", "soon")
    said = refusal(capsys, "board", "--keyword", "k")
    assert "設定SPYRING_PAUSE_SECONDSの値は「soon」ですが、0〜60の数でなければなりません。" in said


def test_settings_that_cannot_be_read_are_told_of_in_english(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_bytes(b"SPYRING_LANGUAGE=ja\xff")
    assert "The file .env" in refusal(capsys, "board", "--keyword", "k")


def test_a_picture_says_in_english_what_its_font_lacks(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pictures = []
    for language in ("en", "ja"):
        path = tmp_path / f"{language}.png"
        assert main(["board", "--language", language, "--keyword", "k", "--png", str(path)]) == 0
        pictures.append(path.read_bytes())
    assert pictures[0] == pictures[1]
    assert "青" in capsys.readouterr().out
