"""The REST side: reads a request, applies faults, checks, acts at once, answers.

It awaits nothing between reading and answering, so each request is atomic.

"""

import json
import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from aiohttp import web

from tests.loopback.discord import body as bodies
from tests.loopback.discord.call import Call, Reply, Route
from tests.loopback.discord.error import (
    EMPTY_MESSAGE,
    INVALID_FORM,
    NOT_JSON,
    TOO_LARGE,
    UNAUTHORIZED,
    ApiError,
)
from tests.loopback.discord.fault import (
    Broken,
    Cut,
    Fault,
    Faults,
    Garbled,
    Refused,
    Slow,
    TooMany,
)
from tests.loopback.discord.limit import Limits, Verdict
from tests.loopback.discord.schema import Schema
from tests.loopback.discord.violation import Ledger, Violation
from tests.loopback.discord.violation import Refused as Refusal

_BODY_CODES = {each.code for each in (EMPTY_MESSAGE, INVALID_FORM, NOT_JSON, TOO_LARGE)}
_OLD_EDITS = 30046
_MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token")
EXCERPT = 400  # characters of a body kept with a violation


class Api:
    """Serves routes over HTTP."""

    def __init__(
        self,
        token: str,
        faults: Faults,
        limits: Limits,
        ledger: Ledger,
        schema: Schema | None,
        sampling: int,
        check_answers: bool,
    ) -> None:
        self.requests: Counter[str] = Counter()
        self.open_requests = 0
        self._authorization = f"Bot {token}"
        self._faults = faults
        self._limits = limits
        self._ledger = ledger
        self._schema = schema
        self._sampling = sampling
        self._check_answers = check_answers

    def add_to(self, application: web.Application, routes: Sequence[Route], base: str) -> None:
        """Serve the routes under `base`."""
        for route in routes:
            application.router.add_route(route.method, base + route.template, self._handler(route))

    async def missing(self, request: web.Request) -> web.StreamResponse:
        """Answer 404 to a route that this service lacks, and report it at the end of the test."""
        name = f"{request.method} {request.rel_url.path.removeprefix('/api/v10')}"
        self._ledger.mistakes.append(f"{name}: no such route here; add it under tests/loopback")
        return _response(404, {"code": 0, "message": "404: Not Found"}, {})

    def _handler(self, route: Route) -> Any:
        async def handle(request: web.Request) -> web.StreamResponse:
            self.open_requests += 1
            try:
                return await self._serve(route, request)
            except Exception:
                self._ledger.mistakes.append(f"{request.path}:\n{traceback.format_exc()}")
                raise
            finally:
                self.open_requests -= 1

        return handle

    async def _serve(self, route: Route, request: web.Request) -> web.StreamResponse:
        self.requests[f"{route.method} {route.template}"] += 1
        path = request.rel_url.path.removeprefix("/api/v10")
        fault = self._faults.take(route.method, route.template, path)
        try:
            call = await self._read(route, request, path)
            verdict = self._limits.judge(call.route, _major(call))
            answer = self._before(route, request, fault, verdict)
            if answer is not None:
                return answer
            reply = self._act(route, call)
        except ApiError as error:
            return self._refused(route, request, error)
        if isinstance(fault, Slow):
            await fault.until.wait()
        return self._after(request, fault) or _response(reply.status, reply.body, verdict.headers)

    async def _read(self, route: Route, request: web.Request, path: str) -> Call:
        read = await bodies.read(request)
        ids = dict(request.match_info)
        query = dict(request.query)
        return Call(route.method, route.template, path, ids, query, read.json, read.files)

    def _before(
        self, route: Route, request: web.Request, fault: Fault | None, verdict: Verdict
    ) -> web.StreamResponse | None:
        """Return the answer to a request that ends before it acts."""
        if not route.open and request.headers.get("Authorization") != self._authorization:
            raise ApiError(UNAUTHORIZED)
        if isinstance(fault, TooMany):
            return self._limited(fault, verdict)
        if isinstance(fault, Refused):
            body = {"code": fault.code, "message": fault.message}
            return _response(fault.status, body, verdict.headers)
        if isinstance(fault, Broken | Garbled | Cut) and not fault.took_effect:
            return self._after(request, fault)
        globally = None if route.open else self._limits.everywhere()
        wait = globally if globally is not None else verdict.retry_after
        if wait is None:
            return None
        return self._limited(TooMany(wait, everywhere=globally is not None), verdict)

    def _after(self, request: web.Request, fault: Fault | None) -> web.StreamResponse | None:
        """Return the answer that hides the request's effect."""
        if isinstance(fault, Broken):
            return web.Response(status=fault.status, text="upstream error")
        if isinstance(fault, Garbled):
            return web.Response(status=fault.status, content_type=fault.kind, text=fault.text)
        if isinstance(fault, Cut):
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)
        return None

    def _limited(self, fault: TooMany, verdict: Verdict) -> web.StreamResponse:
        self._ledger.invalid += 1
        self._ledger.limited += 1
        body = {
            "message": "You are being rate limited.",
            "retry_after": fault.retry_after,
            "global": fault.everywhere,
        }
        scope = "global" if fault.everywhere else "user"
        headers = {**verdict.headers, "X-RateLimit-Scope": scope}
        headers |= {"X-RateLimit-Remaining": "0", "Retry-After": str(int(fault.retry_after) + 1)}
        return _response(429, body, headers, via=fault.via)

    def _act(self, route: Route, call: Call) -> Reply:
        self._check(call)
        try:
            reply = route.handler(call)
        except ApiError:
            raise
        except Exception:
            self._ledger.mistakes.append(f"{call.route}:\n{traceback.format_exc()}")
            return Reply({"code": 0, "message": "500: Internal Server Error"}, 500)
        if self._check_answers and self._schema is not None and reply.body is not None:
            found = self._schema.answer_breaches(
                call.method, call.template, reply.status, reply.body
            )
            self._ledger.mistakes += [f"answer to {call.route}: {each}" for each in found]
        return reply

    def _check(self, call: Call) -> None:
        if self._schema is None or self._sampling == 0 or call.json is None:
            return
        if self.requests[call.route] % self._sampling == 0:
            found = list(self._schema.breaches(call.method, call.template, call.json))
            if found:
                self._violate(call.route, ApiError(INVALID_FORM, found), call.json)
                raise _Known(INVALID_FORM, found)

    def _violate(self, route: str, error: ApiError, body: Any) -> None:
        excerpt = json.dumps(body, ensure_ascii=False)[:EXCERPT]
        self._ledger.violations.append(Violation(route, error.breaches, excerpt))

    def _refused(self, route: Route, request: web.Request, error: ApiError) -> web.StreamResponse:
        refusal = error.refusal
        name = f"{route.method} {request.rel_url.path.removeprefix('/api/v10')}"
        if refusal.code in _BODY_CODES:
            if not isinstance(error, _Known):
                self._violate(name, error, None)
        else:
            told = Refusal(name, refusal.status, refusal.code, refusal.message)
            self._ledger.refusals.append(told)
        if refusal.status in (401, 403, 429):
            self._ledger.invalid += 1
        body = error.body()
        if refusal.code == _OLD_EDITS:
            body |= {"retry_after": 0.01, "global": False}
        return _response(refusal.status, body, {})


class _Known(ApiError):
    """A refusal whose violation is already in the ledger."""


def _major(call: Call) -> str:
    return "+".join(call.ids[name] for name in _MAJOR if name in call.ids)


def _response(
    status: int, body: Any, headers: Mapping[str, str], *, via: bool = True
) -> web.Response:
    """Return a response; its content type must be exactly application/json."""
    sent = {**headers, "Via": "1.1 loopback"} if via else dict(headers)
    if body is None:
        return web.Response(status=status, headers=sent)
    sent["Content-Type"] = "application/json"
    text = json.dumps(body, ensure_ascii=False).encode()
    return web.Response(status=status, body=text, headers=sent)
