"""Operators' commands on the database: ratings, replays, people's data, backups, migrations."""

import json
from argparse import Namespace
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeAlias

from sqlalchemy import select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.export import export
from bot.chat.privacy.leave import leave_and_forget, leave_guild
from bot.chat.services import SYNCED
from bot.cli.replay import list_games, list_json, list_lines, replay, replay_json, replay_lines
from bot.files import check_new, exists, shown, write_new
from bot.games.requests import utc_now
from bot.games.service import Games
from bot.identity import GameId, GuildId, User
from bot.ratings import Role
from bot.ratings.boards.json import leaderboard_json, profile_json, scores_json
from bot.ratings.boards.leaderboard import BoardQuery, last_days, leaderboard
from bot.ratings.boards.profile import profile
from bot.ratings.boards.scoreboard import scoreboard, scoreboard_view
from bot.ratings.boards.view import leaderboard_view, plain_lines, profile_view
from bot.ratings.learn import rebuild
from bot.ratings.scores import scored
from bot.store import schema, sqlite
from bot.store.address import SQLITE
from bot.store.backup import back_up, restore
from bot.store.connection import Store
from bot.store.erasure import erase
from bot.store.faults import log_fault
from bot.store.games import GameRow, read_game
from bot.store.location import check_there, file_of, make_folder, new_backup
from bot.store.migration import check, migration_status, upgrade
from bot.store.notify import Notifier
from bot.store.ready import check_sound
from bot.store.rooms import users_named
from bot.texts import Texts
from core.rules import Refusal
from core.view import Phrase, phrase

MOST_LISTED_NAMES: Final = 20
"""The most names listed in a refusal."""


@dataclass(frozen=True, slots=True)
class AdminCommand:
    """A command with its database, texts and terminal."""

    arguments: Namespace
    url: str = field(repr=False)
    texts: Texts
    say: Callable[[str], None]
    """Writes a line."""
    ask: Callable[[str], bool]
    """Asks a question; returns whether the answer is yes."""
    player: User
    """The person at this terminal, the default user of a command."""

    def tell(self, *phrases: Phrase) -> None:
        """Write phrases, a line each."""
        for one in phrases:
            self.say(self.texts.say(one))

    def tell_found(self, found: object, phrases: Iterable[Phrase]) -> None:
        """Write a result as JSON if `--json` is given, else as phrases."""
        if self.arguments.json:
            self.tell_json(found)
        else:
            self.tell(*phrases)

    def tell_json(self, told: object) -> None:
        """Write JSON, indented."""
        self.say(json.dumps(told, ensure_ascii=False, indent=1))


AdminWork: TypeAlias = Callable[[AdminCommand, Store], Awaitable[None]]


async def run_admin(admin_command: AdminCommand) -> None:
    """Run a command; raises Refusal."""
    command = admin_command.arguments.command
    if command in FILE_WORK:
        await FILE_WORK[command](admin_command)
        return
    check_there(admin_command.url)
    check(await migration_status(admin_command.url))
    async with Store.open(admin_command.url) as store:
        await check_sound(store)
        await ADMIN_WORK[command](admin_command, store)


async def _migrate(command: AdminCommand) -> None:
    make_folder(command.url)
    before = await upgrade(command.url, command.arguments.to)
    after = await migration_status(command.url)
    key = "migrate-nothing" if before.current == after.current else "migrate-done"
    former, current = before.current or "nothing", after.current or "nothing"
    command.tell(phrase(key, before=former, after=current))


async def _back_up(command: AdminCommand) -> None:
    database = _database_file(command)
    check_there(command.url)
    named = command.arguments.file
    to = new_backup(database, utc_now()) if named is None else Path(named).absolute()
    if exists(str(to)) and not _confirm(command, phrase("backup-sure", path=shown(str(to)))):
        return
    back_up(database, to)
    command.tell(phrase("backup-done", path=shown(str(to))))


async def _restore(command: AdminCommand) -> None:
    make_folder(command.url)
    database, backup = _database_file(command), Path(command.arguments.file).absolute()
    there = exists(str(database))
    if there and not _confirm(command, phrase("restore-sure", path=shown(str(database)))):
        return
    await restore(backup, database)
    command.tell(phrase("restore-done", path=shown(str(backup))))


def _database_file(command: AdminCommand) -> Path:
    """Return a command's SQLite file; raises Refusal for any other database."""
    file = file_of(command.url)
    if file is None:
        raise Refusal("backup-server")
    return file


# Ratings.


async def _leaderboard(command: AdminCommand, store: Store) -> None:
    asked = command.arguments
    role = Role(asked.role) if asked.role else None
    game = scored(asked.game, rated=bool(role or asked.days or asked.alone))
    if game:
        await _scores(command, store, game)
        return
    async with store.reading() as conn:
        guild = await find_guild(conn, asked.guild)
        board = BoardQuery(guild, role, last_days(asked.days, utc_now()), asked.alone)
        standings = await leaderboard(conn, board)
        if not (standings or board.alone or asked.json):  # programs get what they ask for
            standings = await leaderboard(conn, replace(board, alone=True))
            board = replace(board, alone=bool(standings))
    view = leaderboard_view(board, standings)
    command.tell_found(leaderboard_json(standings), plain_lines(view))


async def _scores(command: AdminCommand, store: Store, game: str) -> None:
    """Write the board of a scored game."""
    async with store.reading() as conn:
        guild = await find_guild(conn, command.arguments.guild)
        board = await scoreboard(conn, guild, game, today=utc_now().date())
    command.tell_found(scores_json(board), plain_lines(scoreboard_view(board)))


async def _profile(command: AdminCommand, store: Store) -> None:
    asked = command.arguments
    async with store.reading() as conn:
        user = await _user(command, conn)
        guild = await find_guild(conn, asked.guild)
        other = await find_user(conn, asked.against) if asked.against else None
        own = user == command.player
        found = await profile(conn, guild, user, other, with_learnt=own, with_clues=own)
    command.tell_found(profile_json(found), plain_lines(profile_view(found)))


async def _user(command: AdminCommand, conn: AsyncConnection) -> User:
    """Return the named user, by default the person at this terminal; raises Refusal."""
    named = command.arguments.user
    return await (find_own(conn, command.player) if named is None else find_user(conn, named))


async def _rebuild(command: AdminCommand, store: Store) -> None:
    if store.dialect == SQLITE:
        await store.read_long(sqlite.check_wholly)
    async with store.writing() as conn:
        turns = await rebuild(conn)
    command.tell(phrase("rebuild-done", turns=turns))


# Games.


async def _list_games(command: AdminCommand, store: Store) -> None:
    asked = command.arguments
    async with store.reading() as conn:
        user = await _user(command, conn)
    listed, older = await list_games(_games(store), user, asked.last)
    lines = list_lines(listed, older, user, asked.state)
    command.tell_found(list_json(listed, command.texts), lines)


async def _replay(command: AdminCommand, store: Store) -> None:
    row = await store.read(find_game, command.arguments.game)
    found = await replay(_games(store), row.game_id)
    command.tell_found(replay_json(found, command.texts), replay_lines(found))


# People's data.


async def _export(command: AdminCommand, store: Store) -> None:
    out = command.arguments.out
    if out is not None:
        check_new(out)
    async with store.reading() as conn:
        user = await find_user(conn, command.arguments.user)
        await check_known(conn, user)
        found = await export(conn, user)
    if out is None:
        command.tell_json(found)
        return
    write_new(out, (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode())
    command.tell(phrase("export-written", user=str(user), path=shown(out)))


async def _forget(command: AdminCommand, store: Store) -> None:
    async with store.reading() as conn:
        user = await find_user(conn, command.arguments.user)
        if user.is_bot:
            raise Refusal("forget-bot", user=str(user))
        await check_known(conn, user)
    if not _confirm(command, phrase("forget-sure", user=str(user))):
        return
    games = await leave_and_forget(_games(store), user)
    command.tell(phrase("forget-done", user=str(user), games=len(games)))
    await _tell_unerased(command, store)


async def _purge(command: AdminCommand, store: Store) -> None:
    guild = await store.read(find_guild, command.arguments.guild)
    if not _confirm(command, phrase("purge-sure", guild=guild)):
        return
    games = await leave_guild(_games(store), guild)
    command.tell(phrase("purge-done", guild=guild, games=len(games)))
    await _tell_unerased(command, store)


async def _tell_unerased(command: AdminCommand, store: Store) -> None:
    """Write a remark if another connection prevents the erasure for now."""
    if not await erase(store):
        command.tell(phrase("erasure-waits"))


# People, guilds and games named by operators.


async def find_user(conn: AsyncConnection, text: str) -> User:
    """Return the user of an id such as ``discord:42``, or the only one with a name.

    Raises Refusal.
    """
    try:
        return User.parse(text)
    except ValueError:
        found = await users_named(conn, text)
    if len(found) == 1:
        return found[0].user
    raise Refusal(
        "name-of-several" if found else "name-of-nobody",
        name=text,
        users=tuple(str(row.user) for row in found[:MOST_LISTED_NAMES]),
    )


async def find_own(conn: AsyncConnection, player: User) -> User:
    """Return the only person on the player's platform, else `player`."""
    users = schema.users.c
    found = await conn.scalars(select(users.id).where(users.platform == player.platform))
    ids = found.all()
    return User(player.platform, ids[0]) if len(ids) == 1 else player


async def check_known(conn: AsyncConnection, user: User) -> None:
    """Raise Refusal for a user about whom the database has nothing."""
    if not any(rows for name, rows in (await export(conn, user)).items() if name != "user"):
        raise Refusal("user-unknown", user=str(user))


async def find_guild(conn: AsyncConnection, text: str | None) -> GuildId:
    """Return a guild that has a room, a setting or a rating, by default the only one.

    Raises Refusal.
    """
    columns = (schema.rooms.c.guild, schema.guilds.c.guild, schema.ratings.c.guild)
    found = await conn.scalars(union(*(select(column) for column in columns)))
    known = sorted(GuildId(name) for name in found if name not in ("", SYNCED))
    named = [guild for guild in known if text in (None, guild)]
    if len(named) == 1:
        return named[0]
    listed = tuple(known[:MOST_LISTED_NAMES])
    if not known:
        raise Refusal("guild-none")
    if text is None:
        raise Refusal("guild-which", known=listed)
    raise Refusal("guild-unknown", guild=text, known=listed)


async def find_game(conn: AsyncConnection, text: str) -> GameRow:
    """Return the game with this name; raises Refusal."""
    row = await read_game(conn, GameId(text.casefold()))
    if row is None:
        raise Refusal("no-such-game", game=text)
    return row


def _confirm(command: AdminCommand, question: Phrase) -> bool:
    """Return whether the operator confirms an irreversible command; write a message if not."""
    if command.arguments.yes or command.ask(command.texts.say(question)):
        return True
    command.tell(phrase("left-as-it-is"))
    return False


def _games(store: Store) -> Games:
    """Return the games of a store, which notify other processes."""
    return Games(store, Notifier(store, troubled=lambda fault: log_fault(fault, "office")))


FILE_WORK: Final[Mapping[str, Callable[[AdminCommand], Awaitable[None]]]] = {
    "migrate": _migrate,
    "backup": _back_up,
    "restore": _restore,
}
"""Commands that work on any state of the database."""

ADMIN_WORK: Final[Mapping[str, AdminWork]] = {
    "leaderboard": _leaderboard,
    "profile": _profile,
    "games": _list_games,
    "replay": _replay,
    "export": _export,
    "forget": _forget,
    "purge": _purge,
    "rebuild": _rebuild,
}
"""Commands that need a database of this version."""
