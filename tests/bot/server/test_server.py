import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import select

from adapters.discord.platform import DiscordEnvironment
from bot.games.service import Games
from bot.gametypes.registry import GameTypes
from bot.identity import GameId
from bot.server.server import CLUE_NEWS, loop_factory, secrets_of
from bot.server.workers.bots import MOVE_LEASE
from bot.server.workers.clock import DEADLINE_LEASE
from bot.settings import Settings
from bot.store import schema
from bot.store.connection import Store
from bot.store.notify import Notifier
from tests.bot.games.parlour import Parlour, in_parlour
from tests.bot.hosted import hosted
from tests.bot.programs import command, environment, run
from tests.bot.server.test_health import free_port, get
from tests.services import at_work

pytestmark = pytest.mark.either_database

SECONDS = 60


async def played(url: str) -> GameId:
    """Return a game of random bots after another process has played it to its end."""
    async with Store.open(url) as store:
        notifier = Notifier(store, troubled=print)
        games = Games(store, notifier)
        parlour = Parlour(games)
        with notifier.subscribe() as changes:
            async with at_work(notifier), asyncio.timeout(SECONDS):
                game_id = await parlour.open()
                for line in ("watch", "set bot random", "set pace 0", "bot", "start"):
                    await parlour.say("ann", line)
                async for _ in changes:
                    if (await games.session(game_id)).is_over:
                        break
    return game_id


async def leased(url: str) -> list[str]:
    """Return the kinds of the leases still held."""
    async with Store.open(url) as store, store.reading() as conn:
        held = select(schema.leases.c.kind).where(
            schema.leases.c.kind.in_([MOVE_LEASE, DEADLINE_LEASE, "process"])
        )
        return [*(await conn.scalars(held)).all()]


def test_the_fast_event_loop_is_taken_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    uvloop = pytest.importorskip("uvloop", reason="there is no uvloop for Windows")
    assert loop_factory() is uvloop.new_event_loop
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert loop_factory() is None


def forks(process: int) -> bool:
    """Return whether a process has started a fork server."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    children = [child for task in tasks for child in task.read_text().split()]
    return any(b"forkserver" in Path(f"/proc/{one}/cmdline").read_bytes() for one in children)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
def test_a_signal_to_all_its_processes_ends_it_quietly_while_it_starts(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    setting = environment({"DATABASE_URL": url, "SPYRING_LOG": "json"})
    process = subprocess.Popen(  # noqa: S603 - our own program
        command("run"), stderr=subprocess.PIPE, text=True, env=setting, start_new_session=True
    )
    try:
        while not forks(process.pid):
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGTERM)
        _, log = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    events = [json.loads(line)["event"] for line in log.splitlines()]
    assert (process.returncode, events[-1]) == (0, "ended")


def test_it_serves_bots_metrics_and_health_until_it_is_asked_to_end(empty_url: str) -> None:
    port = free_port()
    assert run("migrate", setting={"DATABASE_URL": empty_url}).returncode == 0
    with hosted(empty_url, port) as serving:
        health = asyncio.run(get(port, "/healthz"))
        assert health.status == 200
        told = json.loads(health.body)
        assert (told["ok"], told["database"]) == (True, "ok")
        assert {*told["services"]} >= {"notifier", "life", "clock", "players", "learner"}
        game_id = asyncio.run(played(empty_url))
        assert "process" in asyncio.run(leased(empty_url))
        metrics = asyncio.run(get(port, "/metrics")).body
        assert 'spyring_games{status="over"} 1.0' in metrics
        assert 'spyring_requests_total{request="bot",result="done"}' in metrics
        assert 'spyring_bot_move_seconds_count{bot="random"}' in metrics
        assert serving.end() == 0
    assert [entry["event"] for entry in serving.log][-2:] == ["ending", "ended"]
    assert not [entry for entry in serving.log if entry["level"] in ("warning", "error")]
    assert asyncio.run(leased(empty_url)) == []

    async def ended(parlour: Parlour) -> bool:
        return (await parlour.games.session(game_id)).is_over

    assert in_parlour(empty_url, ended)


async def packs(url: str) -> set[str]:
    """Return the digests of the stored packs."""
    async with Store.open(url) as store, store.reading() as conn:
        return {*await conn.scalars(select(schema.packs.c.digest))}


@pytest.mark.slow
def test_it_makes_the_file_that_it_needs_with_the_games_words_and_ctrl_c_ends_it(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    file = tmp_path_factory.mktemp("data") / "new" / "games.db"
    own = {kind.pack(kind.options({})).digest for kind in GameTypes().values()}
    with hosted(f"sqlite:///{file}") as serving:
        assert file.exists()
        assert asyncio.run(packs(f"sqlite:///{file}")) == own
        assert "--help" in serving.until("no-chat-platform")["remedy"]
        assert serving.end(signal.SIGINT) == 0


@pytest.mark.slow
@pytest.mark.parametrize("lost", ["games.db", "games.db-wal"])
def test_a_file_that_is_deleted_under_it_is_told_by_its_health_and_never_made_again(
    tmp_path_factory: pytest.TempPathFactory, lost: str
) -> None:
    file, port = tmp_path_factory.mktemp("data") / "games.db", free_port()
    with hosted(f"sqlite:///{file}", port) as serving:
        file.with_name(lost).unlink()
        told = serving.until("database-moved")
        assert (told["level"], told["file"]) == ("error", str(file))
        health = asyncio.run(get(port, "/healthz"))
        assert (health.status, json.loads(health.body)["database"]) == (503, "moved")
        assert serving.end() == 0
    assert not file.with_name(lost).exists()
    assert [entry["event"] for entry in serving.log].count("database-moved") == 1


@pytest.mark.slow
def test_a_backup_is_made_while_it_runs_and_put_back_when_it_was_killed(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder, port = tmp_path_factory.mktemp("data"), free_port()
    file, backup = folder / "games.db", folder / "kept.backup"
    state = ("--state", str(file))
    with hosted(f"sqlite:///{file}", port) as serving:
        game_id = asyncio.run(played(f"sqlite:///{file}"))
        assert run("backup", str(backup), *state).returncode == 0
        later = asyncio.run(played(f"sqlite:///{file}"))
        refused = run("restore", str(backup), "--yes", *state)
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert b"stop it" in refused.stderr
        assert asyncio.run(get(port, "/healthz")).status == 200
        serving.process.kill()
        serving.process.wait()
    assert CLUE_NEWS in [entry["event"] for entry in serving.log]
    assert file.with_name("games.db-wal").stat().st_size
    assert run("restore", str(backup), "--yes", *state).returncode == 0
    with hosted(f"sqlite:///{file}") as serving:
        assert serving.end() == 0
    assert CLUE_NEWS not in [entry["event"] for entry in serving.log]  # it is logged only once
    assert run("replay", game_id, *state).returncode == 0
    assert run("replay", later, *state).returncode == 2


@pytest.mark.parametrize("empty_url", ["postgresql"], indirect=True)
def test_a_server_of_an_earlier_version_is_migrated_by_its_operator(empty_url: str) -> None:
    url = empty_url
    refused = run("run", setting={"DATABASE_URL": url})
    assert refused.returncode == 2
    assert b'Run "spyring migrate"' in refused.stderr
    assert refused.stderr.count(b"\n") == 1
    assert run("migrate", setting={"DATABASE_URL": url}).returncode == 0
    with hosted(url) as serving:
        assert serving.end() == 0


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"DATABASE_URL": "mysql://ann:swordfish@db/games"}, b"isn't the address of a database"),
        ({"DATABASE_URL": "postgresql://ann:swordfish@127.0.0.1:1/games"}, b"doesn't answer"),
        ({"DATABASE_URL": "sqlite:////proc/no/games.db"}, b"can't be created"),
        ({"SPYRING_ENSEMBLE": "gloss,nobody"}, b"nobody"),
        ({"SPYRING_WORKERS": "0"}, b"SPYRING_WORKERS"),
    ],
)
def test_what_it_cannot_start_with_is_one_sentence(setting: dict[str, str], said: bytes) -> None:
    refused = run("run", setting={"DATABASE_URL": "sqlite://", **setting})
    assert refused.returncode == 2
    assert said in refused.stderr
    assert refused.stderr.count(b"\n") == 1
    assert b"swordfish" not in refused.stderr


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        setting = {"DATABASE_URL": "sqlite://", "SPYRING_METRICS_PORT": str(port)}
        said = run("run", setting=setting).stderr.decode().splitlines()
    assert said[-1].startswith("spyring: The port ")
    assert "SPYRING_METRICS_PORT" in said[-1]
    assert not any("Traceback" in line for line in said)


def test_the_secrets_of_the_settings_are_known_to_the_log() -> None:
    settings = Settings.model_validate(
        {
            "DATABASE_URL": "postgresql://ann:sword%40fish@db/games",
        }
    )
    settings.add_platforms([DiscordEnvironment(token=SecretStr("a-token"))])
    assert {"a-token", "sword@fish", "postgresql://ann:sword%40fish@db/games"} <= {
        *secrets_of(settings)
    }
