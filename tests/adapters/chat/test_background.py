"""Tests of services that run as long as a platform is connected."""

import asyncio

import pytest

from adapters.chat.background import run_beside
from bot.chat.request import FatalError
from tests.loopback.table import in_loop


@in_loop
async def test_services_run_until_the_connection_ends() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def service() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def connection() -> None:
        await begun.wait()
        assert not ended.is_set()

    await run_beside(connection(), [service])
    assert ended.is_set()


@in_loop
async def test_why_a_platform_lets_nobody_in_is_not_hidden_in_a_group() -> None:
    async def connection() -> None:
        raise FatalError("slack-bad-token")

    with pytest.raises(FatalError) as caught:
        await run_beside(connection(), [lambda: asyncio.sleep(60)])
    assert caught.value.phrase.key == "slack-bad-token"
