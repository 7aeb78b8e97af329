"""The bot's workspaces: the one of its token, or all that installed the app.

The tokens of many workspaces are encrypted in the database, and rotated. slack_sdk's own store has
two tables of unencrypted tokens; these would need more columns, a migration and another deletion.

A process replaces a token two hours before it expires. If several processes try at once, one
succeeds, since Slack accepts a refresh token once; the others read the token that this one stored.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from math import inf
from time import monotonic
from typing import Any, Final, TypeAlias

import structlog
from aiohttp import ClientSession
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.error import BoltError
from slack_sdk.errors import SlackApiError, SlackClientError, SlackTokenRotationError
from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore
from slack_sdk.oauth.token_rotation.async_rotator import AsyncTokenRotator

from adapters.chat.calls import CallFault
from adapters.slack.connection import api_errors
from adapters.slack.connection.pacing import PacedClient, Pauses
from adapters.slack.ids import SLACK, guild_of
from adapters.slack.platform import SlackEnvironment
from bot.chat.services import ChatServices
from bot.games import StoreFault
from core.recent import RecentDict

AUTHORIZE_SECONDS: Final = 1.0
"""Timeout for Slack's answer about the bot, within the three seconds for an interaction."""

KNOWN_TOKEN_SECONDS: Final = 60.0
"""Time for which a token is cached; another process may replace it."""

READ_SECONDS: Final = 1.5
"""Timeout for the database if an older token is known."""

ROTATED_MINUTES: Final = 120
"""Minutes before its expiry that a token is replaced; tokens last twelve hours."""

STATE_SECONDS: Final = 600
"""Time to finish an installation in the browser, in seconds."""

CHECK_PAUSE_SECONDS: Final = 1.0

_STATE: Final = b"state "

_LOG = structlog.get_logger()


class NotInstalled(SlackClientError):
    """A workspace without a known installation of the bot."""


@dataclass(slots=True)
class OneWorkspace:
    """The workspace of the one bot token in the settings."""

    api: PacedClient
    _known: AuthorizeResult | None = field(default=None, init=False)

    def client(self, team: str) -> PacedClient:  # noqa: ARG002 - all are this one
        """Return the Web API with the token."""
        return self.api

    async def authorize(self, team: str) -> AuthorizeResult | None:
        """Return the token's authorization, cached; raises SlackApiError.

        If Slack does not answer in time, the authorization lacks the bot's ids.
        """
        if self._known is None:
            try:
                async with asyncio.timeout(AUTHORIZE_SECONDS):
                    told = await self.api.auth_test()
            except api_errors.CALL_ERRORS as error:
                if api_errors.fault_of(error) is CallFault.REFUSED:
                    raise
                return AuthorizeResult(enterprise_id=None, team_id=team)
            self._known = AuthorizeResult.from_auth_test_response(
                bot_token=self.api.token, auth_test_response=told
            )
        return self._known


def vault_of(keys: str) -> MultiFernet:
    """Return a cipher that encrypts with the first of some keys and decrypts with any of them.

    Keys are separated by commas. Raises ValueError for an invalid key.
    """
    return MultiFernet([Fernet(key.strip()) for key in keys.split(",")])


@dataclass(slots=True)
class InstalledWorkspaces(AsyncInstallationStore, AsyncOAuthStateStore):
    """The workspaces that installed the app; `now` is a clock in seconds.

    It is the library's store of encrypted installations and of states. A state ties an
    installation to its browser, and is valid once.
    """

    services: ChatServices
    settings: SlackEnvironment
    session: ClientSession | None = None
    pauses: Pauses = field(default_factory=Pauses)
    now: Callable[[], float] = monotonic
    vault: MultiFernet = field(init=False)
    logger = logging.getLogger(__name__)
    _known: dict[str, tuple[Bot, float]] = field(default_factory=dict, init=False)
    _clients: dict[str, PacedClient] = field(default_factory=dict, init=False)
    _locks: dict[str, asyncio.Lock] = field(default_factory=dict, init=False)
    _used: RecentDict[str, None] = field(default_factory=RecentDict, init=False)
    """Consumed states."""

    def __post_init__(self) -> None:
        self.vault = vault_of(self.settings.token_keys.get_secret_value())

    def client(self, team: str) -> PacedClient:
        """Return the Web API as a workspace's bot; its calls may raise NotInstalled."""
        if team not in self._clients:
            find, api_url = partial(self.token, team), self.settings.api_url
            self._clients[team] = PacedClient(None, api_url, self.session, self.pauses, team, find)
        return self._clients[team]

    async def token(self, team: str) -> str | None:
        """Return the token of a workspace's bot; raises NotInstalled."""
        return (await self._bot(team)).bot_token

    async def authorize(self, team: str) -> AuthorizeResult | None:
        """Return a workspace's authorization, None if the app is not installed."""
        try:
            bot = await self._bot(team)
        except NotInstalled:
            return None
        return AuthorizeResult(
            enterprise_id=None, team_id=team, bot_id=bot.bot_id, bot_user_id=bot.bot_user_id
        )

    async def _bot(self, team: str) -> Bot:
        """Return a workspace's bot with a current token; raises NotInstalled."""
        async with self._locks.setdefault(team, asyncio.Lock()):
            bot, read = self._known.get(team, (None, -inf))
            if bot is None or self.now() - read >= KNOWN_TOKEN_SECONDS:
                bot = await self._read(team, bot)
            return bot

    async def _read(self, team: str, known: Bot | None) -> Bot:
        """Read a workspace's bot, and replace a token about to expire; raises NotInstalled."""
        try:
            async with asyncio.timeout(READ_SECONDS if known else None):
                bot = await self.async_find_bot(enterprise_id=None, team_id=team)
        except (StoreFault, TimeoutError) as error:
            if known is None:
                raise NotInstalled(api_errors.error_of(error)) from error
            return known
        if bot is None:
            self._known.pop(team, None)
            raise NotInstalled("not installed")
        bot = await self._rotated(team, bot)
        self._known[team] = bot, self.now()
        return bot

    async def _rotated(self, team: str, bot: Bot) -> Bot:
        """Return a bot with a current token, the old one if Slack or the database fails."""
        rotator = AsyncTokenRotator(
            client_id=self.settings.client_id,
            client_secret=self.settings.client_secret.get_secret_value(),
            client=PacedClient(None, self.settings.api_url, self.session, self.pauses),
        )
        try:
            new = await rotator.perform_bot_token_rotation(
                bot=bot, minutes_before_expiration=ROTATED_MINUTES
            )
            if new is None:
                return bot
            await self.async_save_bot(new)
        except (SlackTokenRotationError, BoltError, *api_errors.CALL_ERRORS) as error:
            _LOG.warning(
                "token-not-rotated", platform=SLACK, team=team, fault=api_errors.error_of(error)
            )
            return await self.async_find_bot(enterprise_id=None, team_id=team) or bot
        _LOG.info("token-rotated", platform=SLACK, team=team)
        return new

    # The library's store of installations.

    async def async_save(self, installation: Installation) -> None:
        """Store an installation; raises BoltError."""
        _LOG.info("installed", platform=SLACK, team=installation.team_id)
        await self.async_save_bot(installation.to_bot())

    async def async_save_bot(self, bot: Bot) -> None:
        """Store a bot's tokens; raises BoltError for an organisation or without a database."""
        if not bot.team_id:
            raise BoltError("installations are for one workspace each")
        told = {"guild": guild_of(bot.team_id), **bot.to_dict_for_copying()}
        sealed = self.vault.encrypt(json.dumps(told, default=datetime.isoformat).encode())
        try:
            await self.services.keep_installation(guild_of(bot.team_id), sealed.decode())
        except StoreFault as fault:
            raise BoltError(f"the installation was not stored: {fault.code}") from None
        self._known[bot.team_id] = bot, self.now()

    async def async_find_bot(
        self,
        *,
        enterprise_id: str | None,  # noqa: ARG002 - the library's signature
        team_id: str | None,
        is_enterprise_install: bool | None = False,  # noqa: ARG002
    ) -> Bot | None:
        """Return a workspace's bot, None if it is missing or not readable; raises StoreFault."""
        sealed = await self.services.installation(guild_of(team_id or ""))
        if not sealed:
            return None
        try:
            told: dict[str, Any] = json.loads(self.vault.decrypt(sealed))
        except InvalidToken:
            _LOG.error("installation-not-readable", platform=SLACK, team=team_id)
            return None
        return Bot(**told) if told.pop("guild") == guild_of(team_id or "") else None

    # The library's store of states.

    async def async_issue(self, *_args: object, **_more: object) -> str:
        """Return a new state."""
        state: str = self.vault.encrypt(_STATE + secrets.token_bytes(16)).decode()
        return state

    async def async_consume(self, state: str) -> bool:
        """Return whether a state is ours, not expired, and used for the first time."""
        try:
            opened = self.vault.decrypt(state.encode(), ttl=STATE_SECONDS)
        except InvalidToken:
            return False
        is_new = opened.startswith(_STATE) and state not in self._used
        self._used[state] = None
        return is_new


Workspaces: TypeAlias = OneWorkspace | InstalledWorkspaces
"""The workspaces of an application."""


async def purge_removed(workspaces: InstalledWorkspaces) -> None:
    """Delete all data of workspaces that removed the app while no process was running."""
    services = workspaces.services
    for guild in sorted(await services.installed(SLACK)):
        try:
            await workspaces.client(guild.partition(":")[2]).auth_test()
        except SlackApiError as error:
            if api_errors.is_error(error, api_errors.REMOVED_ERRORS):
                await services.purge(guild)
        except api_errors.CALL_ERRORS as error:
            _LOG.info("workspace-not-checked", platform=SLACK, fault=api_errors.error_of(error))
        await asyncio.sleep(CHECK_PAUSE_SECONDS)
