"""The server: the Web API, uploads, response URLs and Socket Mode of one workspace on a port."""

import asyncio
import math
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from aiohttp import web

from tests.loopback.closing import close_server
from tests.loopback.slack.answers import checked, is_true
from tests.loopback.slack.methods import METHODS, PER_MINUTE, answered
from tests.loopback.slack.person import Person
from tests.loopback.slack.rules import DOCS, Violation
from tests.loopback.slack.seen import Json, Seen
from tests.loopback.slack.socket import SocketMode
from tests.loopback.slack.workspace import Call, RefusedError, ResponseUrl, Workspace

POST_SECONDS: Final = 1.0
"""Seconds between messages in a channel (docs.slack.dev)."""

HANG_SECONDS: Final = 60.0
"""Seconds after which a hanging call is cut."""

PAGES: Final[Mapping[str, tuple[int, str, bytes]]] = {
    "html": (503, "text/html", b"<html><h1>503 Service Unavailable</h1></html>"),
    "plain": (502, "text/plain", b"bad gateway"),
    "sign in": (200, "text/html", b"<html>Please sign in to this network</html>"),
    "plain ok": (200, "text/plain", b"ok"),
    "no json": (200, "application/json", b'{"ok": tr'),
    "no object": (200, "application/json", b'["ok"]'),
    "empty": (200, "application/json", b""),
    "no text": (200, "application/json", b'{"ok": "\xff\xfe"}'),
}
"""Answers that do not come from Slack: of a broken service, and of proxies."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a call; see `SlackServer.fail`."""

    error: str
    retry_after: float
    http: int
    slow: float


class SlackServer(Workspace):
    """One workspace on a free port.

    `scopes` are those of the bot's token and `events` the subscriptions, such as "message.im" and
    "app_mention", as in the app's manifest; by default it has all. With `tiers`, calls have a
    limit a minute, and posts one a second and channel.
    """

    def __init__(
        self,
        scopes: Iterable[str] | None = None,
        events: Iterable[str] | None = None,
        team: str = "T0TEAM",
    ) -> None:
        super().__init__(None if events is None else frozenset(events), team)
        self.socket = SocketMode(self)
        self.scopes = None if scopes is None else frozenset(scopes)
        self.tiers = False
        self._faults: dict[str, deque[Fault]] = defaultdict(deque)
        self._taken: dict[str, deque[float]] = defaultdict(deque)

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=20 * 2**20)
        app.router.add_route("*", "/api/{method}", self.answer_api)
        app.router.add_post("/upload/{file}", self._upload)
        app.router.add_post("/respond/{url}", self._respond)
        app.router.add_get("/socket", self.socket.serve)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.origin = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.socket.close()
        await close_server(self._runner)

    @property
    def connections(self) -> int:
        """The number of sockets that the app has opened so far."""
        return self.socket.connections

    @property
    def api_url(self) -> str:
        """The base of the Web API."""
        return f"{self.origin}/api/"

    def person(self, name: str, locale: str = "en-US", **about: Any) -> Person:
        """Make a person, a member of all channels; `about` are fields of `Person`."""
        taken = sum(one.name == name for one in self.people.values())
        made = Person(self, f"U{name.upper()}{taken or ''}", name, locale, **about)
        self.people[made.id] = made
        for place in self.places.values():
            if not (made.deleted or place.id.startswith("D")):
                place.members.add(made.id)
        return made

    # Faults.

    def fail(
        self,
        method: str,
        error: str = "",
        times: int = 1,
        *,
        retry_after: float = 1,
        http: int = 0,
        slow: float = 0,
    ) -> None:
        """Plan a fault for a method's next calls; `response_url` and `upload` are methods, too.

        `error` is any of Slack's errors, or the name of one of `PAGES`; `ratelimited` comes as 429.
        With `cut` the call has no effect; with `lost` it has, but its answer is cut. With `hang`
        it has no effect, and its answer hangs until it is cut. `http` is a status without an error,
        or a response URL's status; `slow` are seconds before the answer.
        """
        self._faults[method].extend([Fault(error, retry_after, http, slow)] * times)

    def mend(self) -> None:
        """Cancel all planned faults."""
        self._faults.clear()

    async def connected(self) -> None:
        """Wait until the app has a socket open."""
        await self.socket.connected()

    async def disconnect(self, reason: str = "refresh_requested") -> None:
        """Ask the app to reconnect: warning, refresh_requested or link_disabled."""
        await self.socket.disconnect(reason)

    async def cut(self, *, abruptly: bool = False) -> None:
        """Close the sockets without a message.

        `abruptly` cuts the connections instead, which slack_sdk notices only at its next ping.
        """
        if abruptly:
            self.socket.abort()
        else:
            await self.socket.close()

    async def event(self, event: Mapping[str, Any]) -> None:
        """Send an event that no person causes, such as app_uninstalled."""
        await self.socket.event(str(event["type"]), event)

    def redeliver_next(self) -> None:
        """Deliver the next envelope again, as a retry; `repeated` does so with all."""
        self.socket.is_repeated = True

    # Calls.

    async def answer_api(self, request: web.Request) -> web.StreamResponse:
        """Answer a call of a method."""
        method, sent = request.match_info["method"], await sent_in(request)
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")

        def answer() -> Json:
            self._authorize(method, token or str(sent.get("token") or ""))
            self._limit(method, sent)
            return {"ok": True, **answered(self, method, sent)}

        return await self._answer(request, method, sent, answer)

    async def _answer(
        self,
        request: web.Request,
        method: str,
        sent: Mapping[str, Any],
        answer: Callable[[], Json],
    ) -> web.StreamResponse:
        """Answer a call, with the planned fault if any."""
        planned = self._faults[method]
        fault = planned.popleft() if planned else Fault("", 1, 0, 0)
        body = _planned(fault) or _attempted(answer)
        self.calls.append(Call(method, sent, self.seconds(), body))
        await asyncio.sleep(HANG_SECONDS if fault.error == "hang" else fault.slow)
        if fault.error in ("cut", "lost", "hang") and request.transport is not None:
            request.transport.abort()
        response = _response(method, body, fault)
        if self.scopes is not None:
            response.headers["X-OAuth-Scopes"] = ",".join(sorted(self.scopes))
        return response

    def _authorize(self, method: str, token: str) -> None:
        opens = method == "apps.connections.open"
        if not token:
            raise RefusedError("not_authed")
        if token in self.revoked:
            raise RefusedError("token_revoked")
        if token in self.expired:
            raise RefusedError("token_expired")
        if token not in (*self.tokens, self.app_token):
            raise RefusedError("invalid_auth")
        if opens != (token == self.app_token) and method in METHODS:
            raise RefusedError("not_allowed_token_type")
        wanted = set(METHODS[method].scopes.split()) if method in METHODS else set()
        if wanted and self.scopes is not None and not wanted & self.scopes:
            needed, provided = ",".join(sorted(wanted)), ",".join(sorted(self.scopes))
            self.violations.append(Violation(f"needs a scope: {needed}", DOCS, "", method))
            raise RefusedError("missing_scope", needed=needed, provided=provided)

    def _limit(self, method: str, sent: Mapping[str, Any]) -> None:
        """Charge a call to the budget. Raises: RefusedError."""
        tier = METHODS[method].tier if method in METHODS else 0
        if self.tiers and tier:
            self._take(method, PER_MINUTE[tier], 60)
        if self.tiers and method == "chat.postMessage":
            self._take(f"post {sent.get('channel')}", 1, POST_SECONDS)

    def _take(self, name: str, most: int, window: float) -> None:
        taken, now = self._taken[name], self.seconds()
        while taken and taken[0] <= now - window:
            taken.popleft()
        if len(taken) >= most:
            raise RefusedError("ratelimited", retry_after=taken[0] + window - now)
        taken.append(now)

    # Uploads and response URLs.

    async def _upload(self, request: web.Request) -> web.StreamResponse:
        file, content = self.files.get(request.match_info["file"]), await _content(request)

        def answer() -> Json:
            if file is None or len(content) != file.length:
                self.check("upload", iter([Violation("an upload has its length", DOCS, "length")]))
            assert file is not None
            file.content = content
            return {"ok": True}

        return await self._answer(request, "upload", {"length": len(content)}, answer)

    async def _respond(self, request: web.Request) -> web.StreamResponse:
        sent = await request.json()

        def answer() -> Json:
            url = self.use_url(request.match_info["url"])
            self.respond(url, sent)
            url.uses += 1  # a refused answer does not use it up
            return {"ok": True}

        return await self._answer(request, "response_url", sent, answer)

    def respond(self, url: ResponseUrl, sent: Mapping[str, Any]) -> None:
        """Apply an answer to a command or a press. Raises: RefusedError."""
        if url.ts and is_true(sent.get("delete_original")):
            self.delete(self.message(url.channel, url.ts))
            return
        blocks, text = checked(self, "response_url", sent), str(sent.get("text") or "")
        if url.ts and is_true(sent.get("replace_original")):
            original = self.message(url.channel, url.ts)
            self.edit(original, text=text, blocks=blocks, is_edited=True)
            return
        reader = "" if sent.get("response_type") == "in_channel" else url.user
        thread = str(sent.get("thread_ts") or "")
        made = Seen(url.channel, self.now(), text, blocks, self.bot_user, reader, thread)
        self.post(made)


def _planned(fault: Fault) -> Json:
    """Return the answer of a fault; empty if the call takes effect."""
    if fault.http or fault.error not in ("", "lost"):
        error = fault.error or str(fault.http)
        return {"ok": False, "error": error, "retry_after": fault.retry_after}
    return {}


def _attempted(answer: Callable[[], Json]) -> Json:
    try:
        return answer()
    except RefusedError as error:
        return {"ok": False, "error": error.error, **error.more}


def _response(method: str, body: Mapping[str, Any], fault: Fault) -> web.Response:
    if page := PAGES.get(fault.error):
        status, kind, content = page
        return web.Response(status=status, content_type=kind, body=content)
    if fault.http and not fault.error:
        return web.Response(status=fault.http, text="out of order")
    if body.get("error") == "ratelimited":
        wait = str(math.ceil(float(body["retry_after"])))
        shown = {"ok": False, "error": "ratelimited"}
        return web.json_response(shown, status=429, headers={"Retry-After": wait})
    if method == "upload":
        return web.Response(
            text="OK" if body["ok"] else "bad length", status=200 if body["ok"] else 400
        )
    if method == "response_url" and not body["ok"]:
        gone = body["error"] in ("used_url", "expired_url")
        return web.json_response(body, status=fault.http or (404 if gone else 400))
    return web.json_response({key: value for key, value in body.items() if key != "retry_after"})


async def sent_in(request: web.Request) -> Json:
    """Return the arguments of a call, sent as JSON or in a form."""
    if request.content_type == "application/json":
        return dict(await request.json())
    return {**request.query, **await request.post()}


async def _content(request: web.Request) -> bytes:
    """Return an uploaded file, sent as it is or in a form."""
    if request.content_type.startswith("multipart/"):
        form = await request.post()
        return next(
            (one.file.read() for one in form.values() if isinstance(one, web.FileField)), b""
        )
    return await request.read()
