"""Several workspaces behind one Web API, in which people install an app by OAuth.

The steps and answers are those of docs.slack.dev, "Installing with OAuth" and "Using token
rotation": a code works once, and so does a refresh token.

"""

import re
from base64 import b64decode
from collections.abc import Iterable
from html import unescape
from itertools import count
from typing import Final, Self
from urllib.parse import parse_qs, urlsplit

from aiohttp import ClientSession, web

from tests.loopback.closing import close_server
from tests.loopback.slack.seen import Json
from tests.loopback.slack.server import SlackServer, sent_in

CLIENT_ID: Final = "1234.5678"
CLIENT_SECRET: Final = "fedcba9876543210" * 2

TOKEN_SECONDS: Final = 43_200
"""Lifetime of a rotated token."""


class SlackCloud:
    """Workspaces on a free port; with `rotates`, tokens last twelve hours."""

    def __init__(
        self, scopes: Iterable[str] | None = None, events: Iterable[str] | None = None
    ) -> None:
        self._scopes = None if scopes is None else tuple(scopes)
        self._events = None if events is None else tuple(events)
        self.workspaces: list[SlackServer] = []
        self.rotates = False
        self.redirect_url = ""
        self.refused: list[str] = []
        self._numbers = count(1)
        self._codes: dict[str, SlackServer] = {}
        self._refreshes: dict[str, SlackServer] = {}

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=20 * 2**20)
        app.router.add_post("/api/oauth.v2.access", self._access)
        app.router.add_route("*", "/api/{method}", self._api)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.origin = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_error: object) -> None:
        for one in self.workspaces:
            await one.__aexit__()
        await close_server(self._runner)

    @property
    def api_url(self) -> str:
        """The base of the Web API."""
        return f"{self.origin}/api/"

    async def workspace(self) -> SlackServer:
        """Make a workspace without an app."""
        made = SlackServer(self._scopes, self._events, team=f"T{next(self._numbers)}")
        made.tokens.clear()
        self.workspaces.append(await made.__aenter__())
        return made

    async def install(self, workspace: SlackServer, app_url: str) -> str:
        """Install the app as a person does in a browser; return the last page.

        Raises: AssertionError if a page has no link to the next one.
        """
        async with ClientSession() as browser:
            async with browser.get(f"{app_url}/slack/install") as page:
                cookie, text = page.headers["Set-Cookie"].partition(";")[0], await page.text()
            code, state = self.consented(workspace, text)
            asked = {"code": code, "state": state}
            headers = {"Cookie": cookie}
            url = f"{app_url}/slack/oauth_redirect"
            async with browser.get(url, params=asked, headers=headers) as page:
                text = await page.text()
                assert page.status == 200, text
                return text

    def consented(self, workspace: SlackServer, page: str) -> tuple[str, str]:
        """Return the code and the state with which Slack's consent page redirects."""
        found = re.search(r'href="([^"]*/oauth/v2/authorize[^"]*)"', page)
        assert found is not None, page
        asked = parse_qs(urlsplit(unescape(found[1])).query)
        assert asked["client_id"] == [CLIENT_ID]
        if self._scopes is not None:
            assert set(asked["scope"][0].split(",")) == {*self._scopes}
        code = f"code-{next(self._numbers)}"
        self._codes[code] = workspace
        return code, asked["state"][0]

    async def uninstall(self, workspace: SlackServer, *, told: bool = True) -> None:
        """Remove the app from a workspace; the app gets the events only if `told`."""
        tokens, workspace.tokens = workspace.tokens, set()
        workspace.revoked |= tokens
        if told:
            revoked = {"type": "tokens_revoked", "tokens": {"bot": [workspace.bot_user]}}
            await workspace.event({"type": "app_uninstalled"})
            await workspace.event(revoked)

    # Calls.

    async def _api(self, request: web.Request) -> web.StreamResponse:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        for one in self.workspaces:
            if token in one.tokens | one.revoked | one.expired:
                return await one.answer_api(request)
        self.refused.append(request.match_info["method"])
        return web.json_response({"ok": False, "error": "invalid_auth"})

    async def _access(self, request: web.Request) -> web.Response:
        sent = await sent_in(request)
        scheme, _, basic = request.headers.get("Authorization", "").partition(" ")
        given = b64decode(basic).decode() if scheme == "Basic" else ""
        if given != f"{CLIENT_ID}:{CLIENT_SECRET}":
            return web.json_response({"ok": False, "error": "bad_client_secret"})
        if sent.get("grant_type") == "refresh_token":
            space = self._refreshes.pop(str(sent.get("refresh_token")), None)
            error = "invalid_refresh_token"
        else:
            space, error = self._codes.pop(str(sent.get("code")), None), "invalid_code"
        if space is None:
            return web.json_response({"ok": False, "error": error})
        return web.json_response(self._granted(space))

    def _granted(self, space: SlackServer) -> Json:
        number = next(self._numbers)
        token = f"xoxb-{number:012}-{'2' * 13}-{'b' * 24}"
        space.tokens = {token} if not self.rotates else {token, *space.tokens}
        rotated: Json = {}
        if self.rotates:
            refresh = f"xoxe-1-{number:012}"
            self._refreshes[refresh] = space
            rotated = {"refresh_token": refresh, "expires_in": TOKEN_SECONDS}
        return {
            "ok": True,
            "app_id": space.app,
            "access_token": token,
            "token_type": "bot",
            "scope": ",".join(sorted(self._scopes or ())),
            "bot_user_id": space.bot_user,
            "team": {"id": space.team, "name": "Loopback"},
            "enterprise": None,
            "is_enterprise_install": False,
            "authed_user": {"id": "UINSTALLER"},
            **rotated,
        }
