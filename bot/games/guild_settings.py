"""A guild's settings for all its rooms: rooms for games, defaults of tables, and words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.codec import Body, read_known, write_value
from bot.identity import GuildId, Room
from bot.lobby.settings import LobbySettings
from bot.store import rooms
from core.command import half_width
from core.rules import IllegalAction
from core.words.packs import check_mix, embedded_pack_named, family_words, todays_packs

OF_LANGUAGE: Final = "auto"
"""The name that stands for the embedded pack of the language."""

MOST_PACKS: Final = 22
"""Packs of a guild besides embedded ones and `OF_LANGUAGE`; platforms list 25 names to choose."""

MIXED: Final = ","
"""The sign between the names of packs that are dealt from together."""

MOST_BLOCKED: Final = 500
"""Words that a guild may block."""

MOST_PLACES: Final = 100

LONGEST_PACK_NAME: Final = 32
"""Characters of a pack's name."""


@dataclass(frozen=True, slots=True)
class AllowedRoom:
    """A room in which games may be opened, by what it was called when that was allowed."""

    room: str
    name: str


@dataclass(frozen=True, slots=True)
class GuildPack:
    """A pack that a guild has brought: its name there, and the digest of its words."""

    name: str
    digest: str
    size: int
    """Its words."""


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """The settings of one guild; `table` is how its new tables are set."""

    places: tuple[AllowedRoom, ...] = ()
    """Where games may be opened; everywhere while there is none."""
    packs: tuple[GuildPack, ...] = ()
    pack: str = OF_LANGUAGE
    """The pack that is played with unless another is named."""
    table: LobbySettings = field(default_factory=LobbySettings)
    blocked: tuple[str, ...] = ()
    """Words that are never dealt here, of whatever pack."""
    family: bool = False
    """Whether words that are not for children are left out, too."""
    greeted: bool = False
    """Whether this bot has said hello, which it does once."""
    clues_told: str = ""
    """The game after which people here were told that clues are remembered, if they were."""

    def to_json(self) -> Body:
        """Return the settings as JSON."""
        written: Body = write_value(GuildSettings, self)
        return written

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> "GuildSettings":
        """Return the settings that JSON holds, of this version or any other (`read_known`)."""
        table = body.get("table")
        settings: GuildSettings = replace(
            read_known(cls, body),
            table=read_known(LobbySettings, table if isinstance(table, Mapping) else {}),
        )
        is_there = all(name in settings.pack_names for name in pack_names(settings.pack))
        return settings if is_there else replace(settings, pack=OF_LANGUAGE)

    def allows(self, *places: Room) -> bool:
        """Return whether games may be opened in a room; further ones are those around it."""
        listed = {place.room for place in self.places}
        return not listed or not listed.isdisjoint(map(str, places))

    def allowing(self, place: AllowedRoom) -> "GuildSettings":
        """Return the settings with one more room; raises IllegalAction where there are too many."""
        others = tuple(one for one in self.places if one.room != place.room)
        if len(others) == MOST_PLACES:
            raise IllegalAction("admin-places-many", most=MOST_PLACES)
        return replace(self, places=(*others, place))

    def forbidding(self, room: Room) -> "GuildSettings":
        """Return the settings without a room; raises IllegalAction where it is not among them."""
        others = tuple(one for one in self.places if one.room != str(room))
        if len(others) == len(self.places):
            raise IllegalAction("admin-place-not-listed")
        return replace(self, places=others)

    def find(self, name: str) -> GuildPack | None:
        """Return the guild's pack of a name, None for an embedded one; raises IllegalAction."""
        sought = _folded(name)
        if sought in _embedded_names():
            return None
        found = next((one for one in self.packs if _folded(one.name) == sought), None)
        if found is None:
            raise IllegalAction("guild-pack-unknown", pack=name, known=self.pack_names)
        return found

    @property
    def pack_names(self) -> tuple[str, ...]:
        """The names of all packs that games here can be played with."""
        return (*_embedded_names(), *(one.name for one in self.packs))

    def preferring(self, names: str) -> "GuildSettings":
        """Return the settings with a default pack, or several; raises as `chosen` does."""
        found = self.chosen(names)
        kept = dict.fromkeys(own.name if own else _folded(name) for name, own in found)
        return replace(self, pack=MIXED.join(kept))

    def chosen(self, names: str) -> tuple[tuple[str, GuildPack | None], ...]:
        """Return the packs of some names, with each name; None for an embedded pack.

        Raises IllegalAction for an unknown name, and PackError for too many words together.
        """
        found = tuple((name, self.find(name)) for name in pack_names(names))
        check_mix([own.size if own else _embedded_size(name) for name, own in found])
        return found

    @property
    def barred(self) -> tuple[str, ...]:
        """The words that are not dealt here."""
        return (*self.blocked, *(family_words() if self.family else ()))

    def blocking(self, words: Sequence[str]) -> "GuildSettings":
        """Return the settings with more blocked words; raises IllegalAction for too many."""
        blocked = tuple(dict.fromkeys((*self.blocked, *words)))
        if len(blocked) > MOST_BLOCKED:
            raise IllegalAction("admin-blocked-many", most=MOST_BLOCKED)
        return replace(self, blocked=blocked)

    def unblocking(self, words: Sequence[str]) -> "GuildSettings":
        """Return the settings without some blocked words; raises IllegalAction for others."""
        for word in words:
            if word not in self.blocked:
                raise IllegalAction("admin-not-blocked", word=word)
        return replace(self, blocked=tuple(word for word in self.blocked if word not in words))

    def following_language(self) -> "GuildSettings":
        """Return the settings with the pack of the language where an embedded one was chosen."""
        return replace(self, pack=OF_LANGUAGE) if self.pack in _embedded_names() else self

    def with_pack(self, pack: GuildPack) -> "GuildSettings":
        """Return the settings with a pack, in place of one of that name; raises IllegalAction."""
        same = _folded(pack.name)
        if same in _embedded_names():
            raise IllegalAction("admin-pack-embedded", pack=same)
        others = tuple(one for one in self.packs if _folded(one.name) != same)
        if len(others) == MOST_PACKS:
            raise IllegalAction("admin-packs-many", most=MOST_PACKS)
        return replace(self, packs=(*others, pack))

    def without_pack(self, name: str) -> "GuildSettings":
        """Return the settings without a pack; `OF_LANGUAGE` stands in where it was the default.

        Raises IllegalAction for a pack that is not there, and for an embedded one.
        """
        gone = self.find(name)
        if gone is None:
            raise IllegalAction("admin-pack-embedded", pack=_folded(name))
        default = OF_LANGUAGE if gone.name in pack_names(self.pack) else self.pack
        return replace(self, packs=tuple(one for one in self.packs if one != gone), pack=default)


def _folded(name: str) -> str:
    """Return the form in which names of packs are compared."""
    return half_width(name).strip().casefold()


def pack_names(names: str) -> tuple[str, ...]:
    """Return the packs that are named, separated by commas.

    >>> pack_names("english, Animals")
    ('english', 'Animals')
    """
    return tuple(dict.fromkeys(filter(None, map(str.strip, names.split(MIXED))))) or (OF_LANGUAGE,)


def _embedded_size(name: str) -> int:
    """Return the words of an embedded pack; of the largest one where the language chooses."""
    named = embedded_pack_named(name)
    return max(len(pack.words) for pack in ((named,) if named else todays_packs().values()))


def _embedded_names() -> tuple[str, ...]:
    return (OF_LANGUAGE, *(pack.name for pack in todays_packs().values()))


async def settings_of(conn: AsyncConnection, guild: GuildId) -> GuildSettings:
    """Return what a guild has set."""
    row = await rooms.find_guild(conn, guild)
    return GuildSettings.from_json(row.settings) if row else GuildSettings()
