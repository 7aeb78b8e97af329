"""A guild's settings for all its rooms: allowed rooms, defaults of tables, and words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.codec import Body, read_known, write_value
from bot.files import known_pack_names, pack_named
from bot.identity import GuildId, Room
from bot.lobby.settings import LobbySettings
from bot.store import rooms
from core.command import half_width
from core.rules import IllegalAction
from core.words.packs import check_mix, family_words, todays_packs

OF_LANGUAGE: Final = "auto"
"""The name for the embedded pack of the language."""

MOST_PACKS: Final = 22
"""The most packs of a guild; with the embedded ones, they fit into 25 choices of a platform."""

MIXED: Final = ","
"""The separator between the names of packs that are dealt together."""

MOST_BLOCKED: Final = 500
"""The most words that a guild may block."""

MOST_PLACES: Final = 100

LONGEST_PACK_NAME: Final = 32
"""Characters of a pack's name."""


@dataclass(frozen=True, slots=True)
class AllowedRoom:
    """A room that may have games, with its name when a manager allowed it."""

    room: str
    name: str


@dataclass(frozen=True, slots=True)
class GuildPack:
    """A guild's own pack: its name there, and the digest of its words."""

    name: str
    digest: str
    size: int
    """The number of its words."""


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """The settings of one guild; `table` contains those of its new tables."""

    places: tuple[AllowedRoom, ...] = ()
    """The rooms that may have games; none for all rooms."""
    packs: tuple[GuildPack, ...] = ()
    pack: str = OF_LANGUAGE
    """The default pack."""
    table: LobbySettings = field(default_factory=LobbySettings)
    blocked: tuple[str, ...] = ()
    """Words that are never dealt here, from any pack."""
    family: bool = False
    """Whether deals also leave out words that are not for children."""
    greeted: bool = False
    """Whether this bot has sent its one welcome."""
    clues_told: str = ""
    """The game after which people here read that bots remember clues, "" before that."""

    def to_json(self) -> Body:
        """Return the settings as JSON."""
        written: Body = write_value(GuildSettings, self)
        return written

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> "GuildSettings":
        """Return the settings from JSON of any version (`read_known`)."""
        table = body.get("table")
        settings: GuildSettings = replace(
            read_known(cls, body),
            table=read_known(LobbySettings, table if isinstance(table, Mapping) else {}),
        )
        is_there = all(name in settings.pack_names for name in pack_names(settings.pack))
        return settings if is_there else replace(settings, pack=OF_LANGUAGE)

    def allows(self, *places: Room) -> bool:
        """Return whether a room may have games; `places` are the room and those around it."""
        listed = {place.room for place in self.places}
        return not listed or not listed.isdisjoint(map(str, places))

    def allowing(self, place: AllowedRoom) -> "GuildSettings":
        """Return the settings with one more room; raises IllegalAction for too many."""
        others = tuple(one for one in self.places if one.room != place.room)
        if len(others) == MOST_PLACES:
            raise IllegalAction("admin-places-many", most=MOST_PLACES)
        return replace(self, places=(*others, place))

    def forbidding(self, room: Room) -> "GuildSettings":
        """Return the settings without a room; raises IllegalAction for one that is not listed."""
        others = tuple(one for one in self.places if one.room != str(room))
        if len(others) == len(self.places):
            raise IllegalAction("admin-place-not-listed")
        return replace(self, places=others)

    def find(self, name: str) -> GuildPack | None:
        """Return the guild's pack by name, or None for an embedded pack; raises IllegalAction."""
        sought = _folded(name)
        if sought in _embedded_names():
            return None
        found = next((one for one in self.packs if _folded(one.name) == sought), None)
        if found is None:
            raise IllegalAction("guild-pack-unknown", pack=name, known=self.pack_names)
        return found

    @property
    def pack_names(self) -> tuple[str, ...]:
        """The names of all packs that games here can use."""
        return (*_embedded_names(), *(one.name for one in self.packs))

    def preferring(self, names: str) -> "GuildSettings":
        """Return the settings with one or more default packs; raises the errors of `chosen`."""
        found = self.chosen(names)
        kept = dict.fromkeys(own.name if own else _folded(name) for name, own in found)
        return replace(self, pack=MIXED.join(kept))

    def chosen(self, names: str) -> tuple[tuple[str, GuildPack | None], ...]:
        """Return names with their packs, None for an embedded pack.

        Raises IllegalAction for an unknown name, and PackError for too many words in total.
        """
        found = tuple((name, self.find(name)) for name in pack_names(names))
        check_mix([own.size if own else _embedded_size(name) for name, own in found])
        return found

    @property
    def barred(self) -> tuple[str, ...]:
        """All words that deals here leave out."""
        return (*self.blocked, *(family_words() if self.family else ()))

    def blocking(self, words: Sequence[str]) -> "GuildSettings":
        """Return the settings with more blocked words; raises IllegalAction for too many."""
        blocked = tuple(dict.fromkeys((*self.blocked, *words)))
        if len(blocked) > MOST_BLOCKED:
            raise IllegalAction("admin-blocked-many", most=MOST_BLOCKED)
        return replace(self, blocked=blocked)

    def unblocking(self, words: Sequence[str]) -> "GuildSettings":
        """Return the settings without some blocked words; raises IllegalAction for other words."""
        for word in words:
            if word not in self.blocked:
                raise IllegalAction("admin-not-blocked", word=word)
        return replace(self, blocked=tuple(word for word in self.blocked if word not in words))

    def following_language(self) -> "GuildSettings":
        """Return the settings, with an embedded default pack replaced by the language's pack."""
        return replace(self, pack=OF_LANGUAGE) if self.pack in _embedded_names() else self

    def with_pack(self, pack: GuildPack) -> "GuildSettings":
        """Return the settings with a pack, which may replace a namesake; raises IllegalAction."""
        same = _folded(pack.name)
        if same in _embedded_names():
            raise IllegalAction("admin-pack-embedded", pack=same)
        others = tuple(one for one in self.packs if _folded(one.name) != same)
        if len(others) == MOST_PACKS:
            raise IllegalAction("admin-packs-many", most=MOST_PACKS)
        return replace(self, packs=(*others, pack))

    def without_pack(self, name: str) -> "GuildSettings":
        """Return the settings without a pack; `OF_LANGUAGE` replaces it as the default.

        Raises IllegalAction for an unknown pack, and for an embedded one.
        """
        gone = self.find(name)
        if gone is None:
            raise IllegalAction("admin-pack-embedded", pack=_folded(name))
        default = OF_LANGUAGE if gone.name in pack_names(self.pack) else self.pack
        return replace(self, packs=tuple(one for one in self.packs if one != gone), pack=default)


def _folded(name: str) -> str:
    """Return the form for comparing names of packs."""
    return half_width(name).strip().casefold()


def pack_names(names: str) -> tuple[str, ...]:
    """Return the names in a comma-separated list.

    >>> pack_names("english, Animals")
    ('english', 'Animals')
    """
    return tuple(dict.fromkeys(filter(None, map(str.strip, names.split(MIXED))))) or (OF_LANGUAGE,)


def _embedded_size(name: str) -> int:
    """Return the number of words of an embedded pack; for `OF_LANGUAGE`, of the largest pack."""
    named = pack_named(name)
    return max(len(pack.words) for pack in ((named,) if named else todays_packs().values()))


def _embedded_names() -> tuple[str, ...]:
    return (OF_LANGUAGE, *known_pack_names())


async def settings_of(conn: AsyncConnection, guild: GuildId) -> GuildSettings:
    """Return the settings of a guild."""
    row = await rooms.find_guild(conn, guild)
    return GuildSettings.from_json(row.settings) if row else GuildSettings()
