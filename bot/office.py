"""What operators do with what is stored: ratings, replays, people's data, and the tables."""

import asyncio
import json
from argparse import Namespace
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.directory import check_known, find_game, find_guild, find_user
from bot.files import check_writable, shown, write
from bot.games.door import Games, utc_now
from bot.identity import GuildId, User
from bot.leaderboard.plain import leaderboard_json, profile_json, scores_json
from bot.leaderboard.present import leaderboard_view, plain_lines, profile_view
from bot.leaderboard.profile import profile
from bot.leaderboard.side import side_board, side_view
from bot.leaderboard.standing import against, leaderboard, names_of
from bot.learning.lesson import rebuild
from bot.notify import Notifier
from bot.privacy.export import export
from bot.privacy.farewell import farewell
from bot.privacy.purge import purge
from bot.replay import replay, replay_json, replay_lines
from bot.scores import scored
from bot.state import check_there, make_folder
from bot.store.connection import Store
from bot.store.migration import check, state, upgrade
from bot.texts import Texts
from core.codenames.model import Role
from core.rules import Refusal
from core.view import Phrase, phrase

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Errand:
    """A command and what it needs: the database, the texts, and whoever asked for it."""

    arguments: Namespace
    url: str = field(repr=False)
    texts: Texts
    say: Callable[[str], None]
    """Writes a line."""
    ask: Callable[[str], bool]
    """Asks a question; returns whether the answer is yes."""

    def tell(self, phrases: Iterable[Phrase]) -> None:
        """Write phrases, a line each."""
        for one in phrases:
            self.say(self.texts.say(one))

    def tell_json(self, told: object) -> None:
        """Write JSON, indented."""
        self.say(json.dumps(told, ensure_ascii=False, indent=1))


Work: TypeAlias = Callable[[Errand, Store], Awaitable[None]]


def obey(errand: Errand) -> None:
    """Do what a command asks for. Raises Refusal."""
    asyncio.run(_obey(errand))


async def _obey(errand: Errand) -> None:
    command = errand.arguments.command
    if command == "migrate":
        await _migrate(errand)
        return
    check_there(errand.url)
    check(await state(errand.url))
    async with Store.open(errand.url) as store:
        await WORKS[command](errand, store)


async def _migrate(errand: Errand) -> None:
    make_folder(errand.url)
    before = await upgrade(errand.url, errand.arguments.to)
    after = await state(errand.url)
    key = "migrate-nothing" if before.current == after.current else "migrate-done"
    errand.tell([phrase(key, before=before.current or "nothing", after=after.current or "nothing")])


# Ratings.


async def _leaderboard(errand: Errand, store: Store) -> None:
    asked = errand.arguments
    role = Role(asked.role) if asked.role else None
    game = scored(asked.game, rated=bool(role or asked.days or asked.alone))
    if game:
        await _scores(errand, store, game)
        return
    async with store.reading() as conn:
        guild = await find_guild(conn, asked.guild)
        standings = await leaderboard(
            conn, guild, now=utc_now(), role=role, days=asked.days, alone=asked.alone
        )
        others = () if standings or asked.alone else await _of_alone(conn, guild)
    if asked.json:
        errand.tell_json(leaderboard_json(standings))
        return
    view = leaderboard_view(standings, role=role, days=asked.days, alone=asked.alone)
    errand.tell([*plain_lines(view), *others])


async def _scores(errand: Errand, store: Store, game: str) -> None:
    """Tell the board of a game that is scored."""
    async with store.reading() as conn:
        guild = await find_guild(conn, errand.arguments.guild)
        board = await side_board(conn, guild, game, today=utc_now().date())
    if errand.arguments.json:
        errand.tell_json(scores_json(board))
    else:
        errand.tell(plain_lines(side_view(board)))


async def _of_alone(conn: AsyncConnection, guild: GuildId) -> tuple[Phrase, ...]:
    """Return how to see the games that one person played with bots, if there are any."""
    found = await leaderboard(conn, guild, now=utc_now(), alone=True, limit=1)
    return (phrase("leaderboard-alone"),) if found else ()


async def _profile(errand: Errand, store: Store) -> None:
    asked = errand.arguments
    async with store.reading() as conn:
        user = await find_user(conn, asked.user)
        guild = await find_guild(conn, asked.guild)
        found = await profile(conn, guild, user)
        chance = await _chance(conn, guild, user, asked.against) if asked.against else None
    if asked.json:
        odds = {} if chance is None else {"chance": chance[1]}
        errand.tell_json({**profile_json(found), **odds})
    else:
        errand.tell(plain_lines(profile_view(found, chance=chance)))


async def _chance(
    conn: AsyncConnection, guild: GuildId, user: User, other: str
) -> tuple[str, float]:
    """Return another user's name, and the chance to beat a team that plays like them."""
    second = await find_user(conn, other)
    names = await names_of(conn, [second])
    return names[second], await against(conn, guild, user, second)


async def _rebuild(errand: Errand, store: Store) -> None:
    async with store.writing() as conn:
        turns = await rebuild(conn)
    errand.tell([phrase("rebuild-done", turns=turns)])


# Games.


async def _replay(errand: Errand, store: Store) -> None:
    async with store.reading() as conn:
        row = await find_game(conn, errand.arguments.game)
    found = await replay(_door(store), row.game_id)
    if errand.arguments.json:
        errand.tell_json(replay_json(found, errand.texts))
    else:
        errand.tell(replay_lines(found))


# People's data.


async def _export(errand: Errand, store: Store) -> None:
    out = errand.arguments.out
    if out is not None:
        check_writable(out)
    async with store.reading() as conn:
        user = await find_user(conn, errand.arguments.user)
        await check_known(conn, user)
        found = await export(conn, user)
    if out is None:
        errand.tell_json(found)
        return
    write(out, (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode())
    errand.tell([phrase("export-written", user=str(user), path=shown(out))])


async def _forget(errand: Errand, store: Store) -> None:
    async with store.reading() as conn:
        user = await find_user(conn, errand.arguments.user)
        if user.is_bot:
            raise Refusal("forget-bot", user=str(user))
        await check_known(conn, user)
    if not _sure(errand, phrase("forget-sure", user=str(user))):
        return
    games = await farewell(_door(store), user)
    errand.tell([phrase("forget-done", user=str(user), games=len(games))])


async def _purge(errand: Errand, store: Store) -> None:
    async with store.reading() as conn:
        guild = await find_guild(conn, errand.arguments.guild)
    if not _sure(errand, phrase("purge-sure", guild=guild)):
        return
    async with store.writing() as conn:
        games = await purge(conn, guild)
    errand.tell([phrase("purge-done", guild=guild, games=len(games))])


def _sure(errand: Errand, question: Phrase) -> bool:
    """Return whether something that cannot be undone is to be done; say so if it is not."""
    if errand.arguments.yes or errand.ask(errand.texts.say(question)):
        return True
    errand.tell([phrase("left-as-it-is")])
    return False


def _door(store: Store) -> Games:
    """Return a door for one request; other processes hear of it as of any other's."""
    return Games(store, Notifier(store, troubled=_troubled))


def _troubled(fault: Any) -> None:  # noqa: ANN401 - a StoreFault
    _LOG.warning("database-fault", service="office", fault=fault.fault.value, code=fault.code)


WORKS: Final[Mapping[str, Work]] = MappingProxyType(
    {
        "leaderboard": _leaderboard,
        "profile": _profile,
        "replay": _replay,
        "export": _export,
        "forget": _forget,
        "purge": _purge,
        "rebuild": _rebuild,
    }
)
"""What is done by which command, on a database that has come to this version."""
