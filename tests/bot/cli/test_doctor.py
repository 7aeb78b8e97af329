import asyncio
import json
import re
import shutil
import socket
import sqlite3
import threading
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from adapters.discord.platform import DiscordEnvironment
from adapters.slack.platform import SlackEnvironment
from bot.cli.doctor import (
    CheckResult,
    Environment,
    _database,
    _disk,
    _fonts,
    _models,
    _ports,
    _settings,
    _tokens,
    _workers,
)
from bot.games.requests import utc_now
from bot.gametypes.engine import BotSet
from bot.gametypes.game_type import AnyGame
from bot.gametypes.registry import GameTypes
from bot.settings import HOST, Settings, SettingsError, sound_settings
from bot.store.migration import upgrade
from bot.store.ready import MOST_CHECKED_BYTES
from bot.texts import Texts
from tests.bot.games.parlour import Parlour, in_parlour
from tests.bot.programs import run
from tests.bot.server.test_health import free_port
from tests.bot.store.damage import DAMAGES, add_a_game_without_its_index

TEXTS = Texts.load()

DISCORD = ".".join(("MTA1" * 6, "GaB3xY", "k" * 38))


def patient(url: str = "sqlite://", *, now: datetime | None = None, **settings: Any) -> Environment:
    """Return an environment to check, valid except for the given settings."""
    moment = now or utc_now()
    known = Settings.model_validate(settings)
    known.add_platforms([DiscordEnvironment(), SlackEnvironment()])
    return Environment(known, (), (), url, lambda: b"picture", lambda: moment)


def told(findings: Iterable[CheckResult]) -> list[tuple[str, str, str]]:
    """Return findings as level, subject and sentence."""
    return [(one.level, one.subject, TEXTS.say(one.phrase)) for one in findings]


def of_database(url: str, *, now: datetime | None = None) -> dict[str, tuple[str, str]]:
    """Return the findings about a database, by subject."""
    found = told(asyncio.run(_database(patient(url, now=now))))
    return {subject: (level, said) for level, subject, said in found}


# The database.


@pytest.mark.sampled
def test_a_database_of_this_version_is_sound(empty_url: str) -> None:
    asyncio.run(upgrade(empty_url))
    found = of_database(empty_url)
    assert {level for level, _ in found.values()} == {"ok"}
    assert {*found} >= {"database", "migrations", "writing", "clock"}
    assert ("file" in found) is empty_url.startswith("sqlite")
    assert found["database"][1].startswith(("SQLite 3.", "PostgreSQL 1"))


@pytest.mark.sampled
def test_looking_changes_nothing(empty_url: str) -> None:
    asyncio.run(upgrade(empty_url))
    of_database(empty_url)

    async def leases(parlour: Parlour) -> int:
        async with parlour.games.store.reading() as conn:
            return len((await conn.exec_driver_sql("SELECT * FROM leases")).all())

    assert in_parlour(empty_url, leases) == 0


def test_a_file_that_is_not_there_yet_is_no_fault_and_is_not_made(tmp_path: Path) -> None:
    file = tmp_path / "new" / "games.db"
    found = of_database(f"sqlite:///{file}")
    assert found["database"][0] == "ok"
    assert "doesn't exist yet" in found["database"][1]
    assert not file.parent.exists()


def test_tables_of_an_earlier_version_are_a_fault_where_nobody_migrates_by_itself(
    empty_url: str,
) -> None:
    if empty_url.startswith("sqlite"):
        asyncio.run(upgrade(empty_url, "0001"))
    level, said = of_database(empty_url)["migrations"]
    assert level == ("warning" if empty_url.startswith("sqlite") else "fault")
    assert 'run "spyring migrate"' in said


@pytest.mark.parametrize(("mode", "level"), [(0o600, None), (0o640, "warning")])
def test_a_file_that_others_can_read_is_looked_at(
    sqlite_url: str, mode: int, level: str | None
) -> None:
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    file.chmod(mode)
    found, said = of_database(sqlite_url).get("privacy", (None, "mode to 600"))
    assert found == level
    assert "mode to 600" in said


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://ann:swordfish@db/games", "isn't the address of a database"),
        ("postgresql://ann:swordfish@127.0.0.1:1/games", "doesn't answer (ConnectionRefused"),
    ],
)
def test_a_database_that_cannot_be_reached_is_a_fault(url: str, said: str) -> None:
    level, sentence = of_database(url)["database"]
    assert level == "fault"
    assert said in sentence
    assert "swordfish" not in sentence


def test_a_user_or_a_database_that_the_server_does_not_know_is_told(
    postgresql_urls: tuple[str, str],
) -> None:
    level, said = of_database(f"{postgresql_urls[0]}_not")["database"]
    assert level == "fault"
    assert "refuses access (3D000)" in said


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("once upon a time " * 100)
    level, said = of_database(f"sqlite:///{tmp_path}/games.db")["database"]
    assert level == "fault"
    assert "is damaged or no database" in said
    assert said.endswith(f"spyring restore BACKUP --state {tmp_path}/games.db")


def test_the_newest_backup_beside_a_damaged_file_is_told(tmp_path: Path) -> None:
    file, backup = tmp_path / "games.db", tmp_path / "games.db.20260303-120000.backup"
    asyncio.run(upgrade(f"sqlite:///{file}"))
    shutil.copyfile(file, backup)
    DAMAGES["a page of zeros"](file)
    level, said = of_database(f"sqlite:///{file}")["database"]
    assert level == "fault"
    assert said.endswith(f"spyring restore {backup} --state {file}")


def test_a_file_whose_index_lacks_rows_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    asyncio.run(upgrade(f"sqlite:///{file}"))
    add_a_game_without_its_index(file)
    level, said = of_database(f"sqlite:///{file}")["database"]
    assert level == "fault"
    assert "is damaged" in said


def test_a_file_that_is_too_large_to_be_looked_through_is_said(
    tmp_path: Path,
) -> None:
    file = tmp_path / "games.db"
    asyncio.run(upgrade(f"sqlite:///{file}"))
    with file.open("r+b") as opened:
        opened.truncate(MOST_CHECKED_BYTES + 4096)
        opened.seek(28)  # the number of pages, https://www.sqlite.org/fileformat.html
        opened.write((MOST_CHECKED_BYTES // 4096 + 1).to_bytes(4, "big"))
    level, said = of_database(f"sqlite:///{file}")["file"]
    assert level == "warning"
    assert said.startswith("The file is larger than 268 MB")


def test_a_file_of_another_program_is_told(tmp_path: Path) -> None:
    file = tmp_path / "places.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE moz_places (id INTEGER)")
    level, said = of_database(f"sqlite:///{file}")["database"]
    assert level == "fault"
    assert said.startswith("The file is another program's database")


def test_tables_of_another_program_are_told(database_url: str) -> None:
    level, said = of_database(database_url)["database"]
    assert level == "fault"
    assert "has another program's tables" in said


@pytest.mark.parametrize("empty_url", ["postgresql"], indirect=True)
def test_clocks_that_differ_are_told(empty_url: str) -> None:
    asyncio.run(upgrade(empty_url))
    level, said = of_database(empty_url, now=utc_now() - timedelta(hours=1))["clock"]
    assert level == "warning"
    assert re.search(r"3,6\d\d seconds apart", said)


@pytest.mark.parametrize("empty_url", ["sqlite"], indirect=True)
def test_a_clock_before_the_last_game_is_told(empty_url: str) -> None:
    asyncio.run(upgrade(empty_url))
    in_parlour(empty_url, lambda parlour: parlour.open())
    level, said = of_database(empty_url, now=utc_now() - timedelta(hours=1))["clock"]
    assert level == "warning"
    assert "which is in the future" in said


def test_the_disk_of_a_file_is_looked_at(tmp_path: Path) -> None:
    ((level, subject, said),) = told(_disk(tmp_path / "new" / "games.db"))
    assert (level in ("ok", "warning"), subject) == (True, "disk")
    assert f"free in {tmp_path}" in said


def test_a_folder_that_cannot_be_one_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ((level, _, said),) = told(_disk(tmp_path / "file" / "games.db"))
    assert level == "fault"
    assert said.startswith(f"Nothing can be written to {tmp_path}/file")


@pytest.mark.skipif(not Path("/sys/kernel").exists(), reason="needs a disk without room")
def test_a_disk_without_room_is_a_fault() -> None:
    ((level, _, said),) = told(_disk(Path("/sys/kernel/games.db")))
    assert level == "fault"
    assert said.startswith("Only 0 MB is free")


# Settings and files.


def test_each_wrong_setting_is_told_and_each_unknown_one() -> None:
    faults = (
        SettingsError("setting-unseen", name="SPYRING_NAME"),
        SettingsError("setting-file"),
    )
    sick = Environment(Settings(), faults, ("SPYRING_NMAE",), "", lambda: b"", utc_now)
    found = told(_settings(sick))
    assert [level for level, _, _ in found] == ["fault", "fault", "warning"]
    assert "SPYRING_NAME" in found[0][2]
    assert "SPYRING_NMAE isn't a setting" in found[2][2]
    assert told(_settings(patient()))[0][0] == "ok"


@pytest.mark.parametrize(("mode", "levels"), [(0o600, ["ok"]), (0o644, ["ok", "warning"])])
def test_settings_that_others_can_read_are_looked_at(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mode: int, levels: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / ".env"
    file.write_text("SPYRING_LOG=json\n", encoding="utf-8")
    file.chmod(mode)
    found = told(_settings(patient()))
    assert [level for level, _, _ in found] == levels
    assert (".env, tokens and passwords too" in found[-1][2]) is (mode != 0o600)


def test_models_and_packs_are_loaded() -> None:
    sound = told(_models(patient(ensemble="gloss,sense")))
    assert [level for level, _, _ in sound] == ["ok", "ok"]
    assert "gloss, sense" in sound[0][2]
    sick = told(_models(patient(ensemble="nobody", pack="/no/such/pack.txt")))
    assert [(level, subject) for level, subject, _ in sick] == [
        ("fault", "models"),
        ("fault", "pack"),
    ]


def test_a_picture_that_cannot_be_drawn_is_a_fault() -> None:
    def fail() -> bytes:
        raise OSError("no font")

    sick = Environment(Settings(), (), (), "", fail, utc_now)
    assert told(_fonts(sick))[0][0] == "fault"
    assert told(_fonts(patient()))[0][0] == "ok"


def test_a_port_that_is_taken_is_pointed_out() -> None:
    assert told(_ports(patient(metrics_port=0)))[0][0] == "ok"
    assert told(_ports(patient(metrics_port=free_port())))[0][0] == "ok"
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        ((level, _, said),) = told(_ports(patient(metrics_port=port)))
    assert level == "warning"
    assert f"The port {port} " in said


@pytest.mark.parametrize("port", ["70000", "-1", "http", "9" * 5000])
def test_a_port_that_is_none_is_not_called_ok(monkeypatch: pytest.MonkeyPatch, port: str) -> None:
    sound = patient()
    monkeypatch.setenv("SPYRING_METRICS_PORT", port)
    settings, faults = sound_settings()
    found = told(_ports(replace(sound, settings=settings, faults=faults)))
    assert [(level, subject) for level, subject, _ in found] == [("fault", "port")]
    assert "SPYRING_METRICS_PORT" in found[0][2]


@pytest.mark.parametrize("port", ["0", "70000", "-1", "http", "9" * 5000])
@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:swordfish@127.0.0.1:{}/games",
        "postgresql://ann:swordfish@/games?host=127.0.0.1&port={}",
    ],
)
def test_an_address_with_a_port_that_is_none_is_a_fault(url: str, port: str) -> None:
    level, said = of_database(url.format(port))["database"]
    assert level == "fault"
    assert "swordfish" not in said
    assert len(said) < 400


def test_a_port_at_which_something_else_answers_is_a_fault() -> None:
    with socket.socket() as other:
        other.bind((HOST, 0))
        other.listen()
        url = f"postgresql://ann:swordfish@{HOST}:{other.getsockname()[1]}/games?sslmode=disable"
        answering = threading.Thread(target=_answer, args=[other])
        answering.start()
        level, _ = of_database(url)["database"]
        answering.join()
    assert level == "fault"


def _answer(other: socket.socket) -> None:
    """Close the first connection."""
    other.accept()[0].close()


def test_a_pack_that_is_too_small_for_the_usual_board_is_a_fault(tmp_path: Path) -> None:
    pack = tmp_path / "few.txt"
    pack.write_text("\n".join("abcdefghij"))
    found = told(_models(patient(ensemble="gloss", pack=str(pack))))
    assert [level for level, _, _ in found] == ["ok", "fault"]
    assert found[1][1] == "pack"
    assert "25 are needed" in found[1][2]


@pytest.mark.parametrize(
    ("name", "token", "level"),
    [
        ("DISCORD_TOKEN", "", "ok"),
        ("DISCORD_TOKEN", DISCORD, "ok"),
        ("DISCORD_TOKEN", "swordfish", "fault"),
        ("DISCORD_TOKEN", f"Bot {DISCORD}", "fault"),
        ("SLACK_BOT_TOKEN", f"xoxb-{'1' * 30}", "ok"),
        ("SLACK_BOT_TOKEN", f"xapp-{'1' * 30}", "fault"),
        ("SLACK_APP_TOKEN", f"xapp-{'1' * 30}", "ok"),
        ("SLACK_APP_TOKEN", "swordfish", "fault"),
    ],
)
def test_of_a_token_only_its_form_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, name: str, token: str, level: str
) -> None:
    monkeypatch.setenv(name, token)
    found = told(_tokens(patient()))
    ((seen, _, said),) = [one for one in found if name in one[2]]
    assert seen == level
    assert not token or token not in said
    assert ("isn't set" in said) is (not token)


# Bots.


def no_bots() -> BotSet:
    """Fail to load the bots of a game."""
    raise OSError("no bots")


def without_bots(game: str) -> dict[str, AnyGame]:
    """Return all games; the bots of one fail to load."""
    kinds = dict(GameTypes(("gloss",)))
    lame = replace(kinds[game].bots, loader=no_bots)
    return kinds | {game: replace(kinds[game], bots=lame)}


@pytest.mark.parametrize(
    ("game", "name"),
    [("codenames", "Codenames"), pytest.param("hangman", "Hangman", marks=pytest.mark.slow)],
)
def test_a_game_whose_bots_cannot_be_loaded_is_a_fault(game: str, name: str) -> None:
    found = told(asyncio.run(_workers(patient(), without_bots(game))))
    ((level, subject, said),) = found
    assert (level, subject) == ("fault", "workers")
    assert f"the bots of {name}" in said


# The command.


def test_the_command_looks_at_everything_and_all_is_well_here(tmp_path: Path) -> None:
    examined = run("doctor", "--state", str(tmp_path / "games.db"))
    lines = examined.stdout.decode().splitlines()
    assert (examined.returncode, examined.stderr) == (0, b""), lines
    assert {line.split()[1] for line in lines} >= {
        *("program", "settings", "disk", "database", "models", "pack", "fonts", "port"),
        *("tokens", "workers"),
    }
    assert not any(line.startswith("fault") for line in lines)


@pytest.mark.slow
def test_the_command_tells_all_faults_at_once_and_no_secret() -> None:
    setting = {
        "SPYRING_WORKERS": "many",
        "SPYRING_LOG": "xml",
        "DISCORD_TOKEN": "swordfish",
        "SPYRING_ENSEMBLE": "nobody",
        "DATABASE_URL": "postgresql://ann:swordfish@127.0.0.1:1/games",
    }
    examined = run("doctor", "--json", setting=setting)
    assert (examined.returncode, examined.stderr) == (1, b"")
    found = json.loads(examined.stdout)
    assert found["ok"] is False
    faults = [one["said"] for one in found["findings"] if one["level"] == "fault"]
    for name in ("SPYRING_WORKERS", "SPYRING_LOG", "DISCORD_TOKEN", "nobody"):
        assert any(name in said for said in faults)
    assert any("doesn't answer" in said for said in faults)
    assert b"swordfish" not in examined.stdout
