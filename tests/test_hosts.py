"""Hosts that read a Procfile and requirements.txt: one process for whatever is set."""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.bot.server.test_health import free_port
from tests.loopback.discord import Loopback, program
from tests.loopback.table import in_loop

ROOT = Path(__file__).parents[1]
HONCHO = (sys.executable, "-m", "honcho", "--procfile", str(ROOT / "Procfile"))


@pytest.mark.slow
@pytest.mark.parametrize("empty_url", ["postgresql"], indirect=True)
@in_loop
async def test_the_web_process_serves_discord_where_only_its_token_is_set(empty_url: str) -> None:
    port = free_port()
    setting = {
        "DATABASE_URL": empty_url,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PORT": str(port),
    }
    async with Loopback() as server:
        released = await asyncio.create_subprocess_exec(
            *HONCHO, "start", "release", cwd=ROOT, env=os.environ | setting
        )
        assert await released.wait() == 0
        async with program(server, (*HONCHO, "start", "web"), **setting) as web:
            ann = server.person("Ann", server.channel(server.guild(), "games"))
            lobby = (await ann.slash("/codenames new", rows=5)).message
            assert lobby is not None
            health = await asyncio.to_thread(_health, port)
            assert health["ok"]
            assert health["services"]["discord"]
            await web.stop()  # with honcho's own exit code
            assert "ended" in web.written().splitlines()[-2]


def _health(port: int) -> Any:
    with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
        return json.load(answer)
