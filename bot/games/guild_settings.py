"""A guild's settings for all its rooms: rooms for games, defaults of tables, and words."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.codec import Body, read_known, write_value
from bot.identity import Room
from bot.lobby.settings import LobbySettings
from core.rules import IllegalAction

EMBEDDED: Final = "english"
"""The pack that every guild has."""

MOST_PACKS: Final = 24
"""Packs of a guild besides the embedded one; platforms list 25 names to choose from."""

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
    pack: str = EMBEDDED
    """The pack that is played with unless another is named."""
    table: LobbySettings = field(default_factory=LobbySettings)
    greeted: bool = False
    """Whether this bot has said hello, which it does once."""

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
            table=LobbySettings.from_json(table if isinstance(table, Mapping) else {}),
        )
        return (
            settings if settings.pack in settings.pack_names else replace(settings, pack=EMBEDDED)
        )

    def allows(self, *rooms: Room) -> bool:
        """Return whether games may be opened in a room; further ones are those around it."""
        listed = {place.room for place in self.places}
        return not listed or not listed.isdisjoint(map(str, rooms))

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
        """Return the guild's pack of a name, None for the embedded one; raises IllegalAction."""
        sought = name.strip().casefold()
        if sought == EMBEDDED:
            return None
        found = next((one for one in self.packs if one.name.casefold() == sought), None)
        if found is None:
            raise IllegalAction("guild-pack-unknown", pack=name, known=self.pack_names)
        return found

    @property
    def pack_names(self) -> tuple[str, ...]:
        """The names of all packs that games here can be played with."""
        return (EMBEDDED, *(one.name for one in self.packs))

    def preferring(self, name: str) -> "GuildSettings":
        """Return the settings with a default pack; raises IllegalAction for one not there."""
        found = self.find(name)
        return replace(self, pack=found.name if found else EMBEDDED)

    def with_pack(self, pack: GuildPack) -> "GuildSettings":
        """Return the settings with a pack, in place of one of that name; raises IllegalAction."""
        same = pack.name.casefold()
        if same == EMBEDDED:
            raise IllegalAction("admin-pack-embedded", pack=EMBEDDED)
        others = tuple(one for one in self.packs if one.name.casefold() != same)
        if len(others) == MOST_PACKS:
            raise IllegalAction("admin-packs-many", most=MOST_PACKS)
        return replace(self, packs=(*others, pack))

    def without_pack(self, name: str) -> "GuildSettings":
        """Return the settings without a pack; the embedded one stands in where it was the default.

        Raises IllegalAction for a pack that is not there, and for the embedded one.
        """
        gone = self.find(name)
        if gone is None:
            raise IllegalAction("admin-pack-embedded", pack=EMBEDDED)
        default = EMBEDDED if self.pack.casefold() == gone.name.casefold() else self.pack
        return replace(self, packs=tuple(one for one in self.packs if one != gone), pack=default)
