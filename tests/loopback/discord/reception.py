"""People's interactions: opened, sent to the gateway, answered, expired."""

import secrets
from datetime import timedelta

from tests.loopback.discord import portrait, render
from tests.loopback.discord.error import (
    ALREADY_ANSWERED,
    INVALID_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    ApiError,
)
from tests.loopback.discord.flag import Callback, InteractionKind, MessageFlag
from tests.loopback.discord.hub import Hub
from tests.loopback.discord.model import Channel, Interaction, Json, Message, User
from tests.loopback.discord.session import Event
from tests.loopback.discord.watch import Watch
from tests.loopback.discord.world import World

FIRST_ANSWER = timedelta(seconds=3)  # receiving-and-responding.mdx
TOKEN_LIFE = timedelta(minutes=15)


class Reception:
    """Stores interactions, and enforces the lifetimes of their tokens."""

    def __init__(self, world: World, hub: Hub, watch: Watch) -> None:
        self._world = world
        self._hub = hub
        self._watch = watch

    def open(
        self,
        kind: InteractionKind,
        user: User,
        channel: Channel,
        body: Json,
        *,
        source: Message | None = None,
        opened_by: Interaction | None = None,
    ) -> Interaction:
        """Open an interaction and send it to the bot; return it."""
        interaction = Interaction(
            self._world.snowflake(),
            secrets.token_urlsafe(32),
            kind,
            user,
            channel,
            body,
            self._world.clock.now(),
            source,
            opened_by=opened_by,
        )
        self._world.interactions[interaction.token] = interaction
        self._tell(interaction)
        return interaction

    def _tell(self, interaction: Interaction) -> None:
        source = interaction.source
        shown = None if source is None else portrait.message(source, self._world.bot)
        body = render.interaction(interaction, self._world, shown)
        self._hub.dispatch(Event("INTERACTION_CREATE", body, interaction.channel.guild_id))

    def again(self, interaction: Interaction) -> None:
        """Send the bot the same interaction once more, as a repeated delivery does."""
        self._tell(interaction)

    def unanswered(self, interaction_id: int, token: str) -> Interaction:
        """Return an interaction that still waits for its first answer.

        Raises: ApiError 10062 after 3 s or for an unknown one, 40060 if it was answered.
        """
        interaction = self._world.interactions.get(token)
        if interaction is None or interaction.id != interaction_id:
            raise ApiError(UNKNOWN_INTERACTION)
        if interaction.callback is not None:
            raise ApiError(ALREADY_ANSWERED)
        if self._world.clock.now() - interaction.created > FIRST_ANSWER:
            raise ApiError(UNKNOWN_INTERACTION)
        return interaction

    def answered(self, application_id: int, token: str) -> Interaction:
        """Return an interaction whose token allows more messages.

        Raises: ApiError 10015 before the first answer, 50027 after 15 minutes.
        """
        interaction = self._world.interactions.get(token)
        known = interaction is not None and application_id == self._world.application.id
        if interaction is None or not known or interaction.callback is None:
            raise ApiError(UNKNOWN_WEBHOOK)
        if self._world.clock.now() - interaction.created > TOKEN_LIFE:
            raise ApiError(INVALID_TOKEN)
        return interaction

    def original(self, interaction: Interaction) -> Message:
        """Return the message of the first answer. Raises: ApiError 10008."""
        message = interaction.original
        if message is None or message.id not in message.channel.messages:
            raise ApiError(UNKNOWN_MESSAGE)
        return message

    def acknowledge(self, interaction: Interaction, callback: Callback) -> None:
        """Record the first answer; a deferred one is complete only when another follows."""
        interaction.callback = callback
        interaction.acknowledged.set()
        if callback not in (Callback.DEFERRED_MESSAGE, Callback.DEFERRED_UPDATE):
            interaction.answered.set()
        self._watch.changed()

    def followed(self, interaction: Interaction) -> None:
        """Record that an answer followed the first one."""
        loading = interaction.original is not None and bool(
            interaction.original.flags & MessageFlag.LOADING
        )
        gone = interaction.original is not None and (
            interaction.original.id not in interaction.original.channel.messages
        )
        if gone or not loading:
            interaction.answered.set()
        self._watch.changed()
