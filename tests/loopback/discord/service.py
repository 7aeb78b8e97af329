"""The parts of one service, wired: the server's side and the people's side."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.loopback.discord import portrait
from tests.loopback.discord.body import kind_of, size_of
from tests.loopback.discord.clock import Clock
from tests.loopback.discord.flag import Intent
from tests.loopback.discord.gateway import Gateway
from tests.loopback.discord.hub import Hub
from tests.loopback.discord.journal import Journal
from tests.loopback.discord.limit import Budget
from tests.loopback.discord.model import Attachment, Json, Message, Upload
from tests.loopback.discord.places import Places
from tests.loopback.discord.postroom import Postroom
from tests.loopback.discord.reacting import Reacting
from tests.loopback.discord.reception import Reception
from tests.loopback.discord.violation import Ledger
from tests.loopback.discord.watch import Watch
from tests.loopback.discord.world import World


@dataclass(frozen=True, slots=True)
class Settings:
    """The behaviour of the service.

    `granted`: the application's privileged intents. `sampling`: check every nth body of a route
    against the schema, 0 for none; the other rules always apply. `limits`: budgets by route such
    as "POST /channels/{channel_id}/messages". `old_edits`: the number of edits of messages older
    than an hour that a channel allows. `keep`: whether the journal records requests. `shards`:
    the number that GET /gateway/bot recommends. `heartbeat` is in seconds. `frozen`: only
    `clock.advance` moves time, so a slow machine makes no answer late.
    """

    name: str = "Spyring"
    token: str = "loopback-token"  # noqa: S105 - the service is ours
    granted: Intent = Intent.NONE
    sampling: int = 1
    check_answers: bool = False
    limits: Mapping[str, Budget] = field(default_factory=dict)
    everywhere: Budget | None = None
    old_edits: int = 5
    keep: bool = True
    shards: int = 1
    heartbeat: float = 41.25
    frozen: bool = False


class Service:
    """World, gateway and everything that changes them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.clock = Clock(frozen=settings.frozen)
        self.watch = Watch()
        self.hub = Hub()
        self.ledger = Ledger()
        self.world = World(self.clock, settings.name, settings.token, settings.granted)
        self.journal = Journal(self.clock, keep=settings.keep)
        self.gateway = Gateway(self.world, self.hub, settings.heartbeat)
        self.postroom = Postroom(self.world, self.hub, self.journal, self.watch)
        self.reacting = Reacting(self.hub, self.journal, self.watch)
        self.places = Places(self.world, self.hub, self.gateway, self.watch)
        self.reception = Reception(self.world, self.hub, self.watch)

    def portrait(self, message: Message) -> Json:
        """Return a message as the bot reads it."""
        return portrait.message(message, self.world.bot)

    def complaints(self) -> list[str]:
        """Return the service's refusals so far, in words."""
        ledger = self.ledger
        return [str(each) for each in (*ledger.refusals, *ledger.violations, *ledger.mistakes)]

    def uploaded(self, upload: Upload) -> Attachment:
        """Return a file that a person passes to a command, stored under its URL."""
        identifier = self.world.snowflake()
        url = f"{self.postroom.files_url}/ephemeral/{identifier}/{upload.name}"
        size = size_of(upload.content) or (None, None)
        kind = kind_of(upload.content)
        made = Attachment(identifier, upload.name, upload.content, url, kind, None, *size)
        self.postroom.files[identifier] = made
        return made
