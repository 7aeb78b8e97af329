"""Changes to a guild's settings and packs by its managers."""

import asyncio
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Final, TypeAlias

from sqlalchemy import func, select

from bot.chat.request import UNSET, Request, RoomRef, Upload
from bot.games.guild_settings import (
    LONGEST_PACK_NAME,
    AllowedRoom,
    GuildPack,
    GuildSettings,
    settings_of,
)
from bot.games.requests import check_line
from bot.games.service import Games
from bot.gametypes.game_type import AnyGame
from bot.lobby import settings
from bot.lobby.settings import SETTING_NAMES, SWITCH_VALUES, LobbySettings, Setting
from bot.store import rooms, schema
from core.rules import Refusal
from core.view import Fields, Phrase, Text, View, phrase, shorten
from core.words.packs import Pack, encoding_of, parse_pack, undrawn

BLOCKED_TOLD: Final = 60
"""The most blocked words in an answer."""

UNDRAWN_TOLD: Final = 8
"""The most cards without a picture in an answer."""

MOST_PACK_BYTES: Final = 256 * 1024
"""The most bytes in a file, enough for some 25 000 words."""

_NAME: Final = re.compile(r"[^\W_][\w' -]*")
"""A name that fits in any command: letters and digits, inside also ', - and spaces."""

_BETWEEN: Final = re.compile(r"[,;、，\n]")
"""The separators of words on one line."""

SettingsEdit: TypeAlias = Callable[[GuildSettings], GuildSettings]


async def show(games: Games, request: Request) -> View:
    """Return all settings in one view."""
    guild, table = request.caller.guild, schema.rooms.c
    own = select(func.count()).where(table.guild == guild, table.language.is_not(None))
    async with games.store.reading() as conn:
        row = await rooms.find_guild(conn, guild)
        found = await settings_of(conn, guild)
        speaking = await conn.scalar(own) or 0
    language = (row.language if row else None) or ""
    rows = (
        _row("language", phrase("admin-language-own", language=language or "none", rooms=speaking)),
        _row("channels", _places(found)),
        _row("packs", _packs(found)),
    )
    tables = _table_rows(found.table, SETTING_NAMES)
    return _view(Fields(rows), Text(phrase("admin-tables")), tables)


async def set_language(games: Games, request: Request) -> View:
    """Set the language of the guild or of one room; boards use it unless a pack is chosen.

    A new guild language undoes the choice of an embedded pack.
    """
    typed, place = request.text("language"), request.value("channel", RoomRef)
    language = None if typed == UNSET else typed
    guild = request.caller.guild
    async with games.store.writing() as conn:
        row = await rooms.ensure_guild(conn, guild)
        if place is None:
            after = GuildSettings.from_json(row.settings).following_language()
            kept = {**row.settings, **after.to_json()}
            await rooms.put_guild(conn, replace(row, language=language, settings=kept))
        else:
            room = await rooms.ensure_room(conn, place.room, guild)
            await rooms.change_room(conn, room.room, language=language)
    where = phrase("admin-place", name=place.name) if place else phrase("admin-guild")
    found = await _found(games, request)
    said = phrase("admin-language-set", where=where, language=typed)
    return _view(Text(said), Text(_packs(found)))


async def set_table(games: Games, request: Request) -> View:
    """Change settings of new tables with a command of `admin_settings`; raises Refusal."""
    command = request.path[-1]
    own, given = settings.admin_settings()[command], request.given
    wanted = tuple((one.name, str(given[one.asked])) for one in own if one.asked in given)
    if not wanted:
        raise Refusal("admin-timers-none", names=tuple(one.name for one in own))
    after = await _changed(games, request, lambda before: _set(before, wanted))
    if len(own) == 1:
        value = request.text(own[0].asked)
        return _view(Text(phrase(f"admin-{command}-set", **{own[0].asked: value})))
    return _view(Text(phrase("admin-tables-set")), _table_rows(after.table, dict(wanted)))


# Rooms that allow games.


async def allow(games: Games, request: Request) -> View:
    """Allow games in a room, and from now on only in allowed rooms."""
    place = _room_ref(request)
    after = await _changed(
        games, request, lambda before: before.allowing(AllowedRoom(str(place.room), place.name))
    )
    return _view(Text(phrase("admin-place-allowed", name=place.name)), Text(_places(after)))


async def forbid(games: Games, request: Request) -> View:
    """Forbid games in a room; raises Refusal if they are not allowed there."""
    place = _room_ref(request)
    after = await _changed(games, request, lambda before: before.forbidding(place.room))
    return _view(Text(phrase("admin-place-forbidden", name=place.name)), Text(_places(after)))


async def allow_all(games: Games, request: Request) -> View:
    """Allow games in every room, even if the listed rooms are gone."""
    after = await _changed(games, request, lambda before: replace(before, places=()))
    return _view(Text(_places(after)))


async def places(games: Games, request: Request) -> View:
    """Return the rooms that allow games."""
    return _view(Text(_places(await _found(games, request))))


# Packs.


async def add_pack(games: Games, request: Request) -> View:
    """Add a pack to the guild; raises Refusal for an unusable one."""
    pack = await uploaded_pack(request)
    for kind in _with_packs(games):
        await asyncio.to_thread(kind.check_pack, pack)
    brought = GuildPack(pack.name, pack.digest, len(pack.words))
    await _changed(games, request, lambda before: before.with_pack(brought), pack=pack)
    added = phrase("admin-pack-added", pack=pack.name, words=len(pack.words))
    warnings = (*_undrawn_cards(pack), *await asyncio.to_thread(_unknown_words, games, pack))
    return _view(Text(added), *map(Text, warnings))


def _undrawn_cards(pack: Pack) -> tuple[Phrase, ...]:
    """Return a sentence on cards that pictures cannot show, if any."""
    cards = undrawn(pack)
    named, more = cards[:UNDRAWN_TOLD], max(0, len(cards) - UNDRAWN_TOLD)
    return (phrase("admin-pack-undrawn", cards=named, more=more),) if cards else ()


def _unknown_words(games: Games, pack: Pack) -> tuple[Phrase, ...]:
    return tuple(said for kind in _with_packs(games) for said in kind.bots.unknown_words(pack))


def _with_packs(games: Games) -> tuple[AnyGame, ...]:
    """Return the games that use packs."""
    return tuple(kind for kind in games.game_types.values() if kind.game.commands.has_packs)


async def remove_pack(games: Games, request: Request) -> View:
    """Remove a pack; running games with it continue."""
    name = request.text("pack")
    after = await _changed(games, request, lambda before: before.without_pack(name))
    return _view(Text(phrase("admin-pack-removed", pack=name)), Text(_packs(after)))


async def choose_pack(games: Games, request: Request) -> View:
    """Choose the pack of new tables."""
    name = request.text("pack")
    after = await _changed(games, request, lambda before: before.preferring(name))
    return _view(Text(_packs(after)))


async def block_words(games: Games, request: Request) -> View:
    """Exclude words from every board of the guild."""
    words = typed_words(request)
    return _view(Text(_left_out(await _changed(games, request, lambda one: one.blocking(words)))))


async def unblock_words(games: Games, request: Request) -> View:
    """Allow blocked words again."""
    words = typed_words(request)
    return _view(Text(_left_out(await _changed(games, request, lambda one: one.unblocking(words)))))


async def set_family(games: Games, request: Request) -> View:
    """Turn on or off the family filter, which leaves out words that are not for children."""
    family = request.text("family") == SWITCH_VALUES[1]
    after = await _changed(games, request, lambda before: replace(before, family=family))
    return _view(Text(_left_out(after)))


async def packs(games: Games, request: Request) -> View:
    """Return the packs of the guild, and the words that boards leave out."""
    found = await _found(games, request)
    rows = tuple(
        (None, phrase("admin-name", name=one.name), phrase("admin-pack-size", words=one.size))
        for one in found.packs
    )
    return _view(Text(_packs(found)), Fields(rows), Text(_left_out(found)))


# Reading and writing.


async def _found(games: Games, request: Request) -> GuildSettings:
    return await games.store.read(settings_of, request.caller.guild)


async def _changed(
    games: Games, request: Request, change: SettingsEdit, *, pack: Pack | None = None
) -> GuildSettings:
    """Change the guild's settings, delete unused packs, and return the new settings."""
    async with games.store.writing() as conn:
        row = await rooms.ensure_guild(conn, request.caller.guild)
        before = GuildSettings.from_json(row.settings)
        after = change(before)
        if pack is not None:
            await rooms.put_pack(conn, pack)
        # Keep the keys of other versions and other parts.
        kept = {**row.settings, **after.to_json()}
        await rooms.put_guild(conn, replace(row, settings=kept))
        gone = {one.digest for one in before.packs} - {one.digest for one in after.packs}
        await rooms.drop_unused_packs(conn, gone)
    return after


def _set(before: GuildSettings, wanted: Sequence[tuple[str, str]]) -> GuildSettings:
    """Return the settings with these typed values for new tables."""
    table = before.table
    for name, value in wanted:
        table = settings.changed(table, name, value)
    return replace(before, table=table)


def _room_ref(request: Request) -> RoomRef:
    return request.value("channel", RoomRef) or request.place


# Answers.


def _view(*blocks: Text | Fields) -> View:
    kept = tuple(block for block in blocks if not isinstance(block, Fields) or block.rows)
    return View(phrase("admin-title"), kept)


def _row(part: str, said: Phrase) -> tuple[None, Phrase, Phrase]:
    return None, phrase("admin-part", part=part), said


def _table_rows(table: LobbySettings, names: Iterable[str]) -> Fields:
    """Return settings of new tables in words."""
    own = (one for one in settings.SETTINGS if one.name in names)
    return Fields(tuple(_row(one.name, _value(table, one)) for one in own))


def _value(table: LobbySettings, setting: Setting) -> Phrase:
    held = getattr(table, setting.field)
    time = {"minutes": held // 60, "seconds": held % 60} if setting.by_game else {}
    return phrase("admin-value", name=setting.name, value=setting.show(held), **time)


def _places(found: GuildSettings) -> Phrase:
    if not found.places:
        return phrase("admin-places-all")
    return phrase("admin-places", rooms=tuple(one.name for one in found.places))


def _left_out(found: GuildSettings) -> Phrase:
    told = found.blocked[:BLOCKED_TOLD]
    return phrase(
        "admin-left-out",
        family=SWITCH_VALUES[found.family],
        count=len(found.blocked),
        words=told,
        more=len(found.blocked) - len(told),
    )


def _packs(found: GuildSettings) -> Phrase:
    return phrase("admin-packs", packs=found.pack_names, pack=found.pack)


# Uploaded or typed packs.


async def uploaded_pack(request: Request) -> Pack:
    """Return the pack in a request; raises Refusal, and PackError for its words."""
    upload, typed = request.value("file", Upload), request.text("words")
    if not (upload or typed):
        raise Refusal("admin-pack-missing")
    if upload and typed:
        raise Refusal("admin-pack-which")
    name = _checked(request.text("name") or (PurePath(upload.name).stem if upload else ""))
    text = await _content(upload) if upload else _BETWEEN.sub("\n", typed)
    # In a thread, because a large file would block the event loop.
    return await asyncio.to_thread(parse_pack, text, name)


def typed_words(request: Request) -> tuple[str, ...]:
    """Return the words on one typed line, in lower case; raises Refusal."""
    parts = (part.strip().casefold() for part in _BETWEEN.split(request.text("words")))
    words = tuple(dict.fromkeys(filter(None, parts)))
    if not words:
        raise Refusal("admin-words-none")
    for word in words:
        check_line(word)
        if len(word) > LONGEST_PACK_NAME:
            raise Refusal("admin-word-long", word=shorten(word, LONGEST_PACK_NAME))
    return words


def _checked(name: str) -> str:
    if not name:
        raise Refusal("admin-pack-nameless")
    if len(name) > LONGEST_PACK_NAME or not _NAME.fullmatch(name):
        raise Refusal("admin-pack-name", name=name, most=LONGEST_PACK_NAME)
    return name


async def _content(upload: Upload) -> str:
    if upload.size > MOST_PACK_BYTES:
        raise Refusal("admin-pack-large", most=MOST_PACK_BYTES // 1024)
    try:
        content = await upload.read()
        return content.decode(encoding_of(content))
    except UnicodeDecodeError:
        raise Refusal("admin-pack-not-text", file=upload.name) from None
