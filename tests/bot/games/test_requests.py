"""Access to games and rights at tables, through the public interface, with forged ids."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.chat.services import ChatServices
from bot.games.lookups import refusal
from bot.games.requests import Caller, GameGone, Submission
from bot.identity import GameId, GuildId, Room
from bot.lobby.model import Status
from core.rules import IllegalAction
from tests.bot.games.parlour import ROOM, Parlour, in_parlour, person

AWAY = Room("recorder", "yard")
OTHER = GuildId("recorder:away")
CHAT = Room("recorder", "direct")

ABSENT = GameId("zzzzzzzz")

EVE = person("eve", AWAY, OTHER, manages=True)
"""A manager of another guild than the game's."""


def directly(name: str, *, manages: bool = False) -> Caller:
    return replace(person(name, CHAT, OTHER, manages=manages), is_direct=True)


Ask = Callable[[Parlour, Caller, GameId], Awaitable[object]]


def line(text: str) -> Ask:
    return lambda at, caller, game: at.games.submit(caller, Submission(text, game_id=game))


ASKS: dict[str, Ask] = {
    **{text: line(text) for text in ("stop", "leave", "join", "chair", "start", "rematch", "pass")},
    "look": lambda at, caller, game: at.games.look(caller, game),
    "board": lambda at, caller, game: at.games.look(caller, game, as_public=True),
    "why": lambda at, caller, game: at.games.answer(caller, game, "why"),
    "reaction": lambda at, caller, game: at.games.reactions_used(caller, game),
    "deal": lambda at, caller, game: ChatServices(at.games, "en").record(caller, game),
}


async def told(ask: Ask, at: Parlour, caller: Caller, game: GameId) -> tuple[type, str]:
    with pytest.raises(IllegalAction) as refused:
        await ask(at, caller, game)
    return type(refused.value), refused.value.phrase.key


@pytest.mark.sampled
@pytest.mark.parametrize("asked", ASKS)
@pytest.mark.parametrize("caller", [EVE, directly("eve"), directly("eve", manages=True)])
def test_a_game_of_another_guild_is_not_there_whatever_is_asked(
    sqlite_url: str, caller: Caller, asked: str
) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        absent = await told(ASKS[asked], parlour, caller, ABSENT)
        assert await told(ASKS[asked], parlour, caller, session.game_id) == absent
        assert absent == (GameGone, "game-gone")
        assert await parlour.games.game_name(caller, session.game_id) == ""
        unfilled = await refusal(
            parlour.games, caller, "clue sea 1", turn=1, game_id=session.game_id
        )
        assert isinstance(unfilled, GameGone)
        assert await parlour.session() == session

    in_parlour(sqlite_url, evening)


def test_a_member_looks_and_plays_in_a_direct_conversation(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        own = await parlour.games.look(directly("ann"), session.game_id)
        assert own.seat == "blue-spymaster"
        await parlour.games.submit(directly("ann"), Submission("stand", game_id=session.game_id))
        assert (await parlour.session()).lobby.seat_of(person("ann").user) is None

    in_parlour(sqlite_url, evening)


def test_an_open_table_is_joined_by_its_code_and_a_closed_one_is_not_there(
    sqlite_url: str,
) -> None:
    async def evening(parlour: Parlour) -> None:
        code = await parlour.open("ann")
        await parlour.say("bob", f"join {code}", room=AWAY)
        assert (await parlour.session()).lobby.rooms == (ROOM, AWAY)
        await parlour.say("ann", "stop")
        third = Room("recorder", "hall")
        for name in (code, ABSENT):
            with pytest.raises(IllegalAction) as refused:
                await parlour.say("cat", f"join {name}", room=third)
            assert refused.value.phrase.key == "table-code-unknown"

    in_parlour(sqlite_url, evening)


def test_a_code_in_a_direct_conversation_brings_the_table_there(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        code = await parlour.open("ann")
        await parlour.games.submit(directly("eve"), Submission(f"join {code}"))
        lobby = (await parlour.session()).lobby
        assert lobby.rooms == (ROOM, CHAT)
        member = lobby.member(directly("eve").user)
        assert member is not None
        assert member.room == CHAT

    in_parlour(sqlite_url, evening)


@pytest.mark.parametrize("asked", ["start", "set clock slow", "drop recorder:ann", "shuffle"])
def test_who_manages_a_room_that_joined_does_not_lead_the_table(
    sqlite_url: str, asked: str
) -> None:
    async def evening(parlour: Parlour) -> None:
        code = await parlour.open("ann")
        await parlour.games.submit(EVE, Submission(f"join {code}"))
        with pytest.raises(IllegalAction) as refused:
            await parlour.games.submit(EVE, Submission(asked))
        assert refused.value.phrase.key == "table-host-only"
        home = person("max", manages=True)
        await parlour.games.submit(home, Submission("stop"))
        assert (await parlour.session()).lobby.status is Status.STOPPED

    in_parlour(sqlite_url, evening)


def test_stop_by_the_manager_of_a_further_room_takes_the_table_out_of_it_alone(
    database_url: str,
) -> None:
    async def evening(parlour: Parlour) -> None:
        code = await parlour.open("ann")
        for name in ("bob", "cat"):
            guest = person(name, AWAY, OTHER)
            await parlour.games.submit(guest, Submission(f"join {code}"))
        await parlour.games.submit(person("ann"), Submission("host recorder:bob"))
        await parlour.games.submit(EVE, Submission("stop"))
        lobby = (await parlour.session()).lobby
        assert (lobby.status, lobby.rooms) == (Status.LOBBY, (ROOM,))
        assert [one.user.id for one in lobby.members] == ["ann"]
        assert lobby.host == person("ann").user
        assert await parlour.games.current(AWAY) is None
        await parlour.games.open(EVE, "hangman", {})
        assert await told(ASKS["stop"], parlour, EVE, code) == (GameGone, "game-gone")

    in_parlour(database_url, evening)


def test_adapters_look_as_somebody_at_all_but_the_boards_that_they_have_posted() -> None:
    root = Path(__file__).parents[3] / "adapters"
    bare = re.compile(r"games\.(view|session|history|updates)\(")
    found = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if bare.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"discord/reactions/reactions.py", "slack/input/reactions.py"}
