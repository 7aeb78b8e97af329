import json
import re
import shlex
from pathlib import Path

import pytest

from bot.cli.main import main
from tests.bot.programs import run, spyring
from tests.bot.terminals import terminal

TEAMS = ("blue", "red")
ROLES = ("spymaster", "guesser")


def test_a_finished_games_deal_is_verified_and_a_tampered_one_is_found(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played = spyring(
        "play", "--plain", "--as", "watcher", "--bots", "random", "--record", str(path)
    )
    assert played.returncode == 0
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["commitment"] in played.stdout.splitlines()[0]
    assert main(["board", "--verify", str(path)]) == 0
    record["key"][0] = record["key"][1]
    path.write_text(json.dumps(record), encoding="utf-8")
    assert main(["board", "--verify", str(path)]) in (1, 2)


RECORDED = ("play", "--plain", "--as", "watcher", "--bots", "random", "--record")


def test_a_record_of_a_pack_that_is_not_at_hand_has_an_exit_code_of_its_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pack, record = tmp_path / "things.txt", tmp_path / "game.json"
    pack.write_text("\n".join(f"thing {letter}" for letter in "abcdefghi"), encoding="utf-8")
    board = ("--rows", "3", "--cols", "3", "--pack", str(pack))
    assert spyring(*RECORDED, str(record), *board).returncode == 0
    assert main(["board", "--verify", str(record)]) == 3
    assert "use --pack" in capsys.readouterr().out
    assert main(["board", "--verify", str(record), "--json"]) == 3
    assert main(["board", "--verify", str(record), "--pack", str(pack)]) == 0


def test_where_a_record_cannot_be_written_no_game_begins(tmp_path: Path) -> None:
    played = spyring(*RECORDED, str(tmp_path / "none" / "game.json"))
    assert played.returncode == 2
    assert "can't be written" in played.stderr
    assert played.stdout == ""


# With this seed the bots leave the person a turn.
LEFT = ("play", "--plain", "--seed", "3", "--bots", "random", "--record")


def test_a_game_that_is_left_has_no_record_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    left = spyring(*LEFT, str(path), lines="quit\n")
    assert left.returncode == 0
    assert left.stdout.splitlines()[-1] == "quit"
    assert f"nothing was written to {path}" in left.stderr
    assert not path.exists()


def test_where_a_record_would_replace_a_file_no_game_begins(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("an older record", encoding="utf-8")
    played = spyring(*LEFT, str(path))
    assert (played.returncode, played.stdout) == (2, "")
    assert "exists already" in played.stderr
    assert path.read_text(encoding="utf-8") == "an older record"


def test_a_game_that_is_given_up_has_a_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    lines = "resign\n" * 40
    chairs = [f"--chair={team}-{role}=human" for team in TEAMS for role in ROLES]
    played = spyring("play", "--plain", *chairs, "--record", str(path), lines=lines)
    assert f"The record of this game is in {path}" in played.stderr
    assert main(["board", "--verify", str(path)]) == 0


@pytest.mark.slow
def test_each_game_of_an_evening_has_a_record_of_its_own(tmp_path: Path) -> None:
    first, second = tmp_path / "game.json", tmp_path / "game-2.json"
    second.write_text("somebody else's", encoding="utf-8")
    arguments = [word for word in RECORDED if word != "--plain"]
    state = ("--state", str(tmp_path / "games.db"))
    with terminal(*arguments, str(first), *state, setting={"TERM": "dumb"}) as program:
        for answer in ("y", "n"):
            program.read_on("Play again with other words? [Y/n]")
            program.type(f"{answer}\n")
        assert program.end() == 0
        said = program.written
    for command in re.findall(r"To see this game again: spyring (.*)", said):
        assert (
            f"codenames {command.split()[1]}: over." in run(*shlex.split(command)).stdout.decode()
        )
    assert said.count("To see this game again: ") == 2
    third = tmp_path / "game-3.json"
    assert [str(path) in said for path in (first, second, third)] == [True, False, True]
    assert second.read_text(encoding="utf-8") == "somebody else's"
    words = [set(json.loads(path.read_text(encoding="utf-8"))["words"]) for path in (first, third)]
    assert words[0].isdisjoint(words[1])
    assert [main(["board", "--verify", str(path)]) for path in (first, third)] == [0, 0]
