"""An evening on the loopback Slack, over HTTP and in Socket Mode, with kills in between."""

from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import select

from adapters.slack.connection.scopes import SCOPES
from adapters.slack.ids import room_of
from bot.games.requests import Submission
from bot.games.service import Games
from bot.identity import GameId
from bot.store import schema
from bot.store.connection import Store
from bot.store.notify import Notifier
from core.codenames.model import ClueGiven
from core.rules import Seat
from tests.adapters.slack.hall import open_games
from tests.bot.games.parlour import person
from tests.loopback.slack import SlackServer
from tests.loopback.table import in_loop
from tests.scenarios import slack_evening
from tests.scenarios.slack_evening import SlackEvening
from tools.make_slack_manifest import EVENTS

PERSON = Seat("blue-spymaster")
"""The only human spymaster."""

ACTS = 3
KILLS = 3


@pytest.mark.slow
@pytest.mark.parametrize("by_http", [False, True])
@in_loop
async def test_an_evening_with_kills_goes_on_where_it_was(tmp_path: Path, *, by_http: bool) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    async with SlackServer(SCOPES, EVENTS) as server:
        it = SlackEvening(server, url, tmp_path / "log", by_http=by_http)
        async with it.program():
            await it.begin()
        for _ in range(KILLS):
            async with it.program() as process:
                await it.play(ACTS)
                process.kill()
        async with it.program(), Store.open(url) as store:
            games = Games(store, Notifier(store, troubled=print))
            await it.play(2)
            await it.play_until_acknowledged()
            await _check(it, games)
        assert server.violations == []
        assert not server.messages_of(it.eve.direct)
    log = it.log.read_text("utf-8")
    assert "Traceback" not in log
    assert server.bot_token not in log


@in_loop
async def test_a_table_that_waits_for_its_start_has_no_key_to_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slack_evening, "KEY_SECONDS", 0.1)
    async with SlackServer(SCOPES, EVENTS) as server, open_games() as games:
        it = SlackEvening(server, "sqlite://", tmp_path / "log", by_http=False)
        rooms = [room_of(server.team, table.channel) for table in it.tables]
        for room in rooms:
            await games.open(person("ann", room), "codenames", {})
        await _check(it, games)
        await games.submit(person("ann", rooms[0]), Submission("start"))
        with pytest.raises(AssertionError):
            await _check(it, games)


async def _check(it: SlackEvening, games: Games) -> None:
    """Check that no clue is lost or doubled, and no key leaked."""
    keys = await it.keys(games)
    for table in it.tables:
        game_id = await games.current(room_of(it.server.team, table.channel))
        assert game_id is not None
        session, recorded = await games.history(game_id)
        versions = [one.version for one in recorded]
        assert versions == [*range(1, len(versions) + 1)]
        cards = keys.get(table.channel)
        if cards and not session.is_over:
            assert await it.tells_keys(cards)
            assert it.leaks(game_id, cards) == []
        # One, and those whose answers the kills have lost; the last one may be new.
        assert await it.shows_boards(table.channel, 1 + KILLS)
    acknowledged = {word for table in it.tables for word in table.clues}
    assert acknowledged <= {word for word, times in (await _clues(games)).items() if times == 1}


async def _clues(games: Games) -> Counter[str]:
    """Return the number of times that a person gave each clue, in all games."""
    async with games.store.reading() as conn:
        names = [GameId(name) for name in await conn.scalars(select(schema.games.c.game_id))]
    events = [one.event for name in names for one in (await games.history(name))[1]]
    given = (event.clue for event in events if isinstance(event, ClueGiven))
    return Counter(clue.word for clue in given if clue.seat == PERSON)
