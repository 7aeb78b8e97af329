from typing import Any

import pytest

from bot.cli.replay import Replay, replay, replay_json, replay_lines
from bot.games.session import Session
from bot.texts import Texts
from tests.bot.games.parlour import Parlour, card, due, in_parlour, key

pytestmark = pytest.mark.either_database

TEXTS = Texts.load()


def told(found: Replay) -> str:
    """Return the whole output of a replay, as text and as JSON."""
    lines = [TEXTS.say(one) for one in replay_lines(found)]
    return "\n".join([*lines, repr(replay_json(found, TEXTS))])


def secret_of(session: Session) -> str:
    """Return the secret of a drawn board."""
    source = session.state.layout.source
    secret: str = source.secret.value.hex()
    return secret


async def won(parlour: Parlour) -> Session:
    """Return a game that the team that begins has lost by the assassin."""
    session = await parlour.playing()
    await parlour.say(due(session), "clue zephyr 1")
    session = await parlour.session()
    await parlour.say(due(session), f"guess {card(session, 'assassin')}")
    return await parlour.session()


def test_a_game_under_way_tells_what_all_could_see_and_no_deal(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        session = await parlour.playing()
        await parlour.say(due(session), "clue zephyr 1")
        found = await replay(parlour.games, session.game_id)
        text = told(found)
        assert found.deal is None
        assert replay_json(found, TEXTS)["deal"] is None
        assert found.decided == found.thoughts == ()
        assert "under way" in text
        assert "zephyr" in text
        assert text.splitlines()[-2].endswith("The deal is shown when the game is over.")
        assert secret_of(session) not in text

    in_parlour(database_url, work)


def test_a_game_that_was_stopped_keeps_its_deal(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        session = await parlour.playing()
        await parlour.say("ann", "stop")
        text = told(await replay(parlour.games, session.game_id))
        assert "stopped unfinished" in text
        assert secret_of(session) not in text

    in_parlour(database_url, work)


def test_a_game_that_is_over_tells_its_deal_with_every_line_and_its_moment(
    database_url: str,
) -> None:
    async def work(parlour: Parlour) -> tuple[Replay, str, list[tuple[str, str]], Any]:
        session = await won(parlour)
        found = await replay(parlour.games, session.game_id)
        _, log = await parlour.games.history(session.game_id)
        return found, secret_of(session), key(session), log

    found, secret, _, log = in_parlour(database_url, work)
    text = told(found)
    assert secret in text
    assert f"Dealt from the secret: {secret}" in text
    assert "Decisive turns" in text
    as_json = replay_json(found, TEXTS)
    assert len(as_json["decided"]) == 2
    assert as_json["deal"]["secret"] == secret
    assert as_json["status"] == "over"
    lines = [one["line"] for one in as_json["events"] if one["line"]]
    assert lines[0].startswith("dealt 5x5 ")
    assert any("clue zephyr 1" in line for line in lines)
    times = {one.version: one.at.isoformat() for one in log}
    assert all(one["at"] == times[one["version"]] for one in as_json["events"])
    assert as_json["events"][0]["said"] == "Ann opens a table of Codenames."


def test_a_keyword_is_told_when_the_game_is_over_and_not_before(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        session = await parlour.playing(typed=True)
        await parlour.say("ann", "keyword swordfish lamp")
        session = await parlour.session()
        assert "swordfish" not in told(await replay(parlour.games, session.game_id))
        await parlour.say(due(session), "clue zephyr 1")
        session = await parlour.session()
        await parlour.say(due(session), f"guess {card(session, 'assassin')}")
        text = told(await replay(parlour.games, session.game_id))
        assert "Dealt from the keyword: swordfish lamp" in text

    in_parlour(database_url, work)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_game_that_has_not_begun_tells_who_came(database_url: str) -> None:
    async def work(parlour: Parlour) -> str:
        return told(await replay(parlour.games, await parlour.open()))

    text = in_parlour(database_url, work)
    assert "not started" in text
    assert "Ann opens a table" in text
