"""The words of new tables: the packs that the `new` command names, or the guild's default."""

from collections.abc import Mapping
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.files import pack_named
from bot.games.daily import dated
from bot.games.event_log import pack_work
from bot.games.guild_settings import GuildPack, GuildSettings
from bot.games.lookups import GameLookups
from bot.games.requests import Caller
from bot.gametypes.game_type import AnyGame, AnyOptions
from bot.gametypes.registry import find_game_type
from bot.store import rooms
from bot.texts import choose_language
from core.rules import IllegalAction
from core.words.packs import Pack, default_pack, mixed, pack_for, todays_packs

PACK_VALUE: Final = "pack"
"""The value of the `new` command that names a pack, in addition to a game's own values."""


def wanted_table(
    games: GameLookups, kind_name: str, values: Mapping[str, object]
) -> tuple[AnyGame, AnyOptions]:
    """Return the game and the options of the `new` command's values; raises Refusal."""
    kind = find_game_type(games.game_types, kind_name)
    own = {name: of for name, of in values.items() if name != PACK_VALUE}
    return kind, kind.options(dated(kind, own, games.now()))


async def chosen_pack(
    games: GameLookups, caller: Caller, kind_name: str, values: Mapping[str, object]
) -> Pack | None:
    """Return the chosen pack, checked in a thread; None for the game's own; raises Refusal."""
    kind, options = wanted_table(games, kind_name, values)
    named = str(values.get(PACK_VALUE) or "")
    if not named and kind.pack(options) != default_pack():
        return None
    async with games.store.reading() as conn:
        packs = await _packs(games, conn, caller, named)
    words = sum(len(one.words) for one in packs)
    pack = packs[0] if len(packs) == 1 else await pack_work(words, lambda: mixed(packs))
    await pack_work(words, lambda: kind.check_pack(pack))
    return pack


async def _packs(
    games: GameLookups, conn: AsyncConnection, caller: Caller, named: str
) -> tuple[Pack, ...]:
    """Return the named packs, or else the guild's default."""
    guild = await rooms.find_guild(conn, caller.guild)
    settings = GuildSettings.from_json(guild.settings) if guild else GuildSettings()
    room = await rooms.find_room(conn, caller.room)
    chosen = (room.language if room else None, guild.language if guild else None)
    language = choose_language(chosen, games.language, todays_packs())
    found = settings.chosen(named or settings.pack)
    return tuple([await _read_pack(conn, own, name, language) for name, own in found])


async def _read_pack(
    conn: AsyncConnection, found: GuildPack | None, name: str, language: str
) -> Pack:
    """Return the guild's pack `found`, or else the shared pack `name`; raises IllegalAction."""
    if found is None:
        return pack_named(name) or pack_for(language)
    row = await rooms.find_pack(conn, found.digest)
    if row is None:
        raise IllegalAction("guild-pack-gone", pack=found.name)
    return Pack(found.name, row.words)
