"""Tests of when Slack gets an acknowledgement."""

import asyncio

import pytest

from adapters.slack.input.interactions import _acknowledged


async def fail() -> str:
    raise RuntimeError("a fault of ours")


@pytest.mark.parametrize("is_long", [False, True])
def test_what_fails_is_acknowledged_too(is_long: bool) -> None:
    said: list[dict[str, object]] = []

    async def ack(**answer: object) -> None:
        said.append(answer)

    async def work() -> None:
        with pytest.raises(RuntimeError):
            await _acknowledged(ack, fail(), lambda told: {"text": told}, is_long=is_long)

    asyncio.run(work())
    assert said == [{}]
