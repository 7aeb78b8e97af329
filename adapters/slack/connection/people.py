"""People of a workspace: their names, languages and rights, asked of Slack and kept for a while."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

import structlog

from adapters.chat.budget import RecentDict
from adapters.slack.connection.api_errors import CALL_ERRORS, error_of
from adapters.slack.connection.payloads import SlackContext
from adapters.slack.ids import SLACK, guild_of, room_of, user_of
from bot.games import Caller

KNOWN_SECONDS: Final = 600.0
"""Time after which a person is asked for again: names and languages change."""

ASK_SECONDS: Final = 3.0
"""How long what a person does waits for what Slack knows of them, and of their channel."""

SLACKBOT: Final = "USLACKBOT"
"""The id of Slack's own bot, which is no app's."""

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Person:
    """A person's name as others see it, their language, and whether they manage the workspace.

    `is_bot` tells the user of an app.
    """

    name: str
    locale: str | None = None
    manages: bool = False
    is_bot: bool = False


@dataclass(slots=True)
class People:
    """Knows people by their workspaces and ids; `now` is a clock in seconds."""

    now: Callable[[], float] = monotonic
    _known: RecentDict[tuple[str, str], tuple[float, Person]] = field(
        default_factory=RecentDict, init=False
    )

    async def caller(self, context: SlackContext) -> Caller:
        """Return the person of an interaction, under the name that others see."""
        person, team = await self.person(context), context.team
        return Caller(
            user_of(team, context.user),
            room_of(team, context.channel or context.user),
            guild_of(team),
            person.name,
            person.locale,
            manages=person.manages,
            is_direct=context.is_direct,
        )

    async def person(self, context: SlackContext) -> Person:
        """Return a person; one of whom Slack tells nothing has the name that came with the act."""
        team, user = context.team, context.user
        otherwise = context.user_name or user
        asked, known = self._known.get((team, user), (0.0, None))
        if known and self.now() - asked < KNOWN_SECONDS:
            return known
        try:
            async with asyncio.timeout(ASK_SECONDS):
                told = await context.client.users_info(user=user, include_locale=True)
        except CALL_ERRORS as error:
            _LOG.info("person-not-known", platform=SLACK, fault=error_of(error))
            return known or Person(otherwise)
        found = _person(told.get("user") or {}, otherwise, team)
        self._known[team, user] = (self.now(), found)
        return found

    def forget(self, context: SlackContext) -> None:
        """Ask for a person again the next time, as when they have changed their name."""
        self._known.pop((context.team, context.user), None)


def _person(data: dict[str, Any], otherwise: str, team: str) -> Person:
    """Return a person of a workspace, or of another one that shares a channel with it."""
    profile = data.get("profile") or {}
    names = (profile.get("display_name"), data.get("real_name"), data.get("name"), otherwise)
    return Person(
        next((str(name) for name in names if name), otherwise),
        data.get("locale"),
        bool(data.get("is_admin") or data.get("is_owner")) and _is_of(data, team),
        bool(data.get("is_bot")) or data.get("id") == SLACKBOT,
    )


def _is_of(data: dict[str, Any], team: str) -> bool:
    """Return whether a person is of a workspace; those of an organisation may be of several."""
    teams = (data.get("enterprise_user") or {}).get("teams") or ()
    return team in (data.get("team_id") or team, *teams)
