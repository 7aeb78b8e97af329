"""Actions of bots and the clock that the door judges."""

import pytest

from bot.games.requests import Delivery
from core.rules import IllegalAction
from tests.bot.bots import Salon, in_salon
from tests.bot.tables import Scripted


def test_what_was_decided_on_an_older_version_is_refused(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        session = await salon.session()
        seat = next(iter(session.rules.to_act(session.state)))
        clue = session.game_type.game.parse("clue zephyr 2", session.observe(seat), 1)
        newest = (await salon.say("passer-by", "join")).version
        for late in (
            salon.games.act(
                salon.game_id,
                seat,
                clue,
                delivery=Delivery("bot", "1"),
                cause="ace",
                version=session.version,
            ),
            salon.games.expire(salon.game_id, 1, enforced=True, version=session.version),
            salon.games.expire(salon.game_id, 1, enforced=False, version=session.version),
        ):
            with pytest.raises(IllegalAction) as refused:
                await late
            assert refused.value.phrase.key == "game-went-on"
        assert (await salon.session()).version == newest

    in_salon(database_url, {"blue-spymaster": Scripted()}, work)
