"""Tests of an app in many workspaces: installed by OAuth, its tokens sealed and rotated."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import ClientSession
from cryptography.fernet import Fernet
from pydantic import SecretStr
from sqlalchemy import text
from structlog.testing import capture_logs

from adapters.slack.client import SlackApp
from adapters.slack.connection import workspaces
from adapters.slack.connection.scopes import SCOPES
from adapters.slack.connection.workspaces import InstalledWorkspaces, NotInstalled
from adapters.slack.ids import guild_of
from adapters.slack.platform import SlackEnvironment
from bot.chat.services import ChatServices
from bot.games.service import Games
from bot.settings import HOST
from tests.adapters.slack.hall import Workspace, app_of, furnished, open_games
from tests.bot.server.test_health import free_port
from tests.loopback.slack import SlackServer
from tests.loopback.slack.cloud import CLIENT_ID, CLIENT_SECRET, TOKEN_SECONDS, SlackCloud
from tests.loopback.slack.http import SIGNING_SECRET, HTTPRequests
from tests.loopback.table import in_loop
from tests.services import at_work
from tools.make_slack_manifest import EVENTS

OLD_KEY, NEW_KEY = Fernet.generate_key().decode(), Fernet.generate_key().decode()


@dataclass(frozen=True, slots=True)
class Hosted:
    """An app that workspaces install."""

    cloud: SlackCloud
    games: Games
    app: SlackApp
    url: str

    async def workspace(self) -> Workspace:
        """Return a new workspace that has installed the app."""
        server = await self.cloud.workspace()
        server.socket = HTTPRequests(server, f"{self.url}/slack/events")
        await server.connected()
        assert "Thank you" in await self.cloud.install(server, self.url)
        return furnished(server, self.app)

    async def stored(self) -> str:
        """Return all stored data of installations."""
        async with self.games.store.reading() as conn:
            rows = await conn.execute(text("SELECT * FROM installations"))
            return "\n".join(map(str, rows))


def settings_of(cloud: SlackCloud, keys: str = NEW_KEY) -> SlackEnvironment:
    return SlackEnvironment.model_construct(
        api_url=cloud.api_url,
        client_id=CLIENT_ID,
        client_secret=SecretStr(CLIENT_SECRET),
        signing_secret=SecretStr(SIGNING_SECRET),
        token_keys=SecretStr(keys),
    )


@asynccontextmanager
async def hosted(url: str = "sqlite://", *, rotates: bool = False) -> AsyncIterator[Hosted]:
    async with SlackCloud(SCOPES, EVENTS) as cloud, open_games(url) as games:
        cloud.rotates = rotates
        port = free_port()
        app = app_of(games, settings_of(cloud), (HOST, port))
        async with at_work(app):
            yield Hosted(cloud, games, app, f"http://{HOST}:{port}")
        for one in cloud.workspaces:
            assert one.violations == []
        assert cloud.refused == []


async def lobby(it: Workspace) -> None:
    """Open a table, and wait for its lobby."""
    await it.typed(it.people[0], "new")
    await it.onlooker.sees("Join", it.channel)


@in_loop
async def test_workspaces_play_apart_under_their_own_tokens() -> None:
    async with hosted() as host:
        first, second = await host.workspace(), await host.workspace()
        await asyncio.gather(lobby(first), lobby(second))
        await second.people[1].press(second.board(), "Join")
        await second.onlooker.sees("Bob", second.channel)
        assert "Bob" not in first.board().words
        assert (await first.session()).game_id != (await second.session()).game_id


@in_loop
async def test_tokens_are_not_stored_readable_and_not_logged() -> None:
    async with hosted() as host:
        with capture_logs() as logs:
            it = await host.workspace()
            await lobby(it)
        (token,) = it.server.tokens
        stored = await host.stored()
        assert guild_of(it.server.team) in stored
        assert token not in stored
        assert token not in str(logs)


@in_loop
async def test_an_app_that_is_removed_is_forgotten_and_installed_again() -> None:
    async with hosted() as host:
        it = await host.workspace()
        await lobby(it)
        await host.cloud.uninstall(it.server)
        async with asyncio.timeout(10):
            while await host.stored():
                await asyncio.sleep(0.01)
        assert not await it.services.guilds("slack")
        await host.cloud.install(it.server, host.url)
        for message in it.server.messages_of(it.channel):
            it.server.delete(message)
        await lobby(it)


@in_loop
async def test_an_app_that_is_removed_unheard_is_forgotten_at_the_next_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(workspaces, "CHECK_PAUSE_SECONDS", 0.0)
    async with (
        SlackCloud(SCOPES, EVENTS) as cloud,
        open_games(f"sqlite:///{tmp_path}/games.db") as games,
    ):
        port = free_port()
        host = Hosted(
            cloud, games, app_of(games, settings_of(cloud), (HOST, port)), f"http://{HOST}:{port}"
        )
        async with at_work(host.app):
            gone, stays = await host.workspace(), await host.workspace()
            await asyncio.gather(lobby(gone), lobby(stays))
        await cloud.uninstall(gone.server, told=False)
        async with at_work(host.app), asyncio.timeout(10):
            while guild_of(gone.server.team) in await host.stored():
                await asyncio.sleep(0.01)
            assert await stays.services.guilds("slack") == {guild_of(stays.server.team)}


@in_loop
async def test_a_token_is_replaced_before_it_ends_and_the_old_one_never_used_again() -> None:
    async with hosted(rotates=True) as host:
        it = await host.workspace()
        server = it.server
        first = next(iter(server.tokens))
        services = host.app.chat.services
        clock = [0.0]
        settings = settings_of(host.cloud)
        spaces = InstalledWorkspaces(services, settings, now=lambda: clock[0])
        assert await spaces.token(server.team) == first
        await _ages(spaces, server)
        clock[0] += 61
        again = await asyncio.gather(*(spaces.token(server.team) for _ in range(3)))
        (second,) = {*again}
        assert second != first
        other = InstalledWorkspaces(services, settings)
        assert await other.token(server.team) == second


@in_loop
async def test_of_two_processes_that_replace_a_token_both_have_one_that_works() -> None:
    async with hosted(rotates=True) as host:
        it = await host.workspace()
        settings = settings_of(host.cloud)
        services = host.app.chat.services
        both = [InstalledWorkspaces(services, settings) for _ in range(2)]
        await _ages(InstalledWorkspaces(services, settings), it.server)
        told = await asyncio.gather(*(one.client(it.server.team).auth_test() for one in both))
        assert all(answer["ok"] for answer in told)


async def _ages(kept: InstalledWorkspaces, server: SlackServer) -> None:
    """Make a workspace's token expire within the hour."""
    bot = await kept.async_find_bot(enterprise_id=None, team_id=server.team)
    assert bot is not None
    assert bot.bot_token_expires_at is not None
    bot.bot_token_expires_at -= TOKEN_SECONDS - 3600
    await kept.async_save_bot(bot)


@in_loop
async def test_tokens_under_an_earlier_key_are_read_and_under_none_are_not_there() -> None:
    async with hosted() as host:
        it = await host.workspace()
        services, team = host.app.chat.services, it.server.team
        both = InstalledWorkspaces(services, settings_of(host.cloud, f"{OLD_KEY},{NEW_KEY}"))
        assert await both.token(team) in it.server.tokens
        lost = InstalledWorkspaces(services, settings_of(host.cloud, OLD_KEY))
        with capture_logs() as logs, pytest.raises(NotInstalled):
            await lost.token(team)
        assert [log["event"] for log in logs] == ["installation-not-readable"]


@in_loop
async def test_a_sealed_token_is_of_its_own_workspace_alone() -> None:
    async with hosted() as host:
        it = await host.workspace()
        services = host.app.chat.services
        assert isinstance(services, ChatServices)
        sealed = await services.installation(guild_of(it.server.team))
        assert sealed is not None
        await services.keep_installation(guild_of("T9"), sealed)
        kept = InstalledWorkspaces(services, settings_of(host.cloud))
        assert await kept.async_find_bot(enterprise_id=None, team_id="T9") is None


@in_loop
async def test_an_installation_is_finished_in_the_browser_that_began_it_and_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    async with hosted() as host, ClientSession() as browser:
        server = await host.cloud.workspace()
        server.socket = HTTPRequests(server, f"{host.url}/slack/events")
        await server.connected()
        async with browser.get(f"{host.url}/slack/install") as page:
            cookie, shown = page.headers["Set-Cookie"].partition(";")[0], await page.text()
        code, state = host.cloud.consented(server, shown)
        redirect = f"{host.url}/slack/oauth_redirect"

        async def back(cookie: str, **asked: str) -> int:
            headers = {"Cookie": cookie} if cookie else {}
            async with browser.get(redirect, params=asked, headers=headers) as page:
                return page.status

        assert await back("", code=code, state=state) == 400
        assert await back("slack-app-oauth-state=abc", code=code, state="abc") == 401
        await back(cookie, error="access_denied", state=state)  # as when a person declines
        await back(cookie, error="access_denied", state=state)  # as when a person declines
        assert await host.stored() == ""
        assert await back(cookie, code=code, state=state) == 200
        assert await back(cookie, code=code, state=state) == 401
        async with browser.get(f"{host.url}/slack/install") as page:
            cookie, shown = page.headers["Set-Cookie"].partition(";")[0], await page.text()
        _, state = host.cloud.consented(server, shown)
        assert await back(cookie, code="code-secret", state=state) == 401
        assert "code-secret" not in caplog.text


@in_loop
async def test_a_workspace_that_has_not_installed_the_app_is_told_so() -> None:
    async with hosted() as host:
        it = await host.workspace()
        stranger = await host.cloud.workspace()
        stranger.socket = HTTPRequests(stranger, f"{host.url}/slack/events")
        other = furnished(stranger, host.app)
        await other.typed(other.people[0], "new")
        told = await other.people[0].sees("install me again", other.channel)
        assert told.reader == other.people[0].id
        await lobby(it)
