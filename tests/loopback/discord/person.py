"""A person at a client: types commands, presses, chooses, fills in, reacts, writes, and looks."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.loopback.discord import options
from tests.loopback.discord.access import permissions, sees
from tests.loopback.discord.draft import Draft
from tests.loopback.discord.flag import Callback, Component, InteractionKind, Permission
from tests.loopback.discord.form import Form, filled, form, picks
from tests.loopback.discord.model import (
    Attachment,
    Channel,
    Guild,
    Interaction,
    Json,
    Message,
    Upload,
    User,
)
from tests.loopback.discord.options import Impossible, Typed, resolve
from tests.loopback.discord.postroom import Envelope
from tests.loopback.discord.seen import Seen, look
from tests.loopback.discord.service import Service

PATIENCE = 60.0  # seconds of real time until a person gives up on the bot


class NoAnswer(AssertionError):
    """The bot did not answer; people read "The application did not respond"."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One offered completion."""

    name: str
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of the bot: a message (new or edited), a modal, or completions."""

    callback: Callback
    interaction: Interaction
    message: Seen | None = None
    modal: Form | None = None
    choices: tuple[Choice, ...] = ()

    @property
    def text(self) -> str:
        """The text of the message, empty without one."""
        return "" if self.message is None else self.message.text

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees the message."""
        return self.message is not None and self.message.ephemeral

    @property
    def by_board(self) -> bool:
        """Whether the answer is the message with the button or form, edited now or later."""
        return self.callback in (Callback.UPDATE, Callback.DEFERRED_UPDATE)


class Person:
    """A person who uses the service; `channel` is the one that they look at."""

    def __init__(self, service: Service, user: User, channel: Channel | None = None) -> None:
        self.user = user
        self.channel = channel
        self.patience = PATIENCE
        self._service = service

    def __repr__(self) -> str:
        return f"<{self.user.name}>"

    @property
    def name(self) -> str:
        """The name that others read."""
        return self.user.name

    @property
    def mention(self) -> str:
        """The text that pings this person."""
        return f"<@{self.user.id}>"

    @property
    def dm(self) -> Channel:
        """The conversation with the bot."""
        return self._service.world.direct(self.user)

    def go(self, channel: Channel) -> None:
        """Look at another channel from now on."""
        self.channel = channel

    def join(self, guild: Guild) -> None:
        """Join a guild."""
        self._service.places.join(guild, self.user)

    def leave(self, guild: Guild) -> None:
        """Leave a guild."""
        self._service.places.leave(guild, self.user)

    def close_dms(self) -> None:
        """Refuse direct messages from now on."""
        self.user.takes_messages = False

    def open_dms(self) -> None:
        """Accept direct messages again."""
        self.user.takes_messages = True

    # Looking

    def sees(self, channel: Channel | None = None) -> list[Seen]:
        """Return the messages in a channel as this person sees them, oldest first."""
        place = self._place(channel)
        if not permissions(self.user, place) & Permission.VIEW_CHANNEL:
            return []
        return [look(each) for each in place.messages.values() if sees(self.user, each)]

    def last(self, channel: Channel | None = None) -> Seen:
        """Return the newest message that this person sees. Raises: AssertionError without one."""
        seen = self.sees(channel)
        if not seen:
            raise AssertionError(f"{self.name} sees no message in {self._place(channel)}")
        return seen[-1]

    def again(self, message: Seen) -> Seen:
        """Return the present state of a message. Raises: Impossible if it is gone."""
        return look(self._message(message))

    def transcript(self) -> str:
        """Return everything that this person could read, a line each."""
        return "\n".join(map(str, self._service.journal.seen_by(self.user)))

    def _place(self, channel: Channel | None) -> Channel:
        place = self.channel if channel is None else channel
        if place is None:
            raise Impossible(f"{self.name} looks at no channel")
        return place

    def _message(self, seen: Seen) -> Message:
        message = seen.channel.messages.get(seen.id)
        if message is None or not sees(self.user, message):
            raise Impossible(f"{self.name} does not see that message (any more)")
        return message

    # Calling the bot

    async def slash(
        self,
        line: str,
        given: Mapping[str, Any] | None = None,
        /,
        *,
        at: Channel | None = None,
        **named: Any,
    ) -> Answer:
        """Send a slash command such as "/codenames new" with its options; wait for the answer."""
        typed = self._typed(line, {**(given or {}), **named}, at, None)
        body = resolve(self._service.world, typed)
        options.add_members(body.get("resolved", {}), typed.channel)
        self._service.journal.note(typed.channel, f"{self.name} ▸ {_written(line, typed.given)}")
        return await self._call(InteractionKind.COMMAND, typed.channel, body)

    async def complete(
        self,
        line: str,
        option: str,
        text: str,
        /,
        *,
        at: Channel | None = None,
        **named: Any,
    ) -> tuple[Choice, ...]:
        """Type `text` into an option and return the offered completions."""
        typed = self._typed(line, {**named, option: text}, at, option)
        body = resolve(self._service.world, typed)
        answer = await self._call(InteractionKind.COMPLETION, typed.channel, body)
        return answer.choices

    async def menu(self, name: str, target: "Seen | Person") -> Answer:
        """Use a command of a message's or a person's menu."""
        at_message = isinstance(target, Seen)
        channel = target.channel if isinstance(target, Seen) else self._place(None)
        for command in self._service.world.commands_in(channel.guild):
            if command.name == name and command.kind == (3 if at_message else 2):
                options.require_command(command, self.user, channel)
                body = self._targeted(target) | {"id": str(command.id), "name": name}
                return await self._call(
                    InteractionKind.COMMAND, channel, body | {"type": command.kind}
                )
        raise Impossible(f"no menu command {name!r}")

    def _targeted(self, target: "Seen | Person") -> Json:
        resolved: Json = {}
        if isinstance(target, Seen):
            shown = self._service.portrait(self._message(target))
            resolved["messages"] = {str(target.id): shown}
            return {"target_id": str(target.id), "resolved": resolved}
        identifier = options.refer(target.user, resolved)
        options.add_members(resolved, self._place(None))
        return {"target_id": identifier, "resolved": resolved}

    def _typed(
        self, line: str, given: Mapping[str, Any], at: Channel | None, focus: str | None
    ) -> Typed:
        values = {name: self._value(value) for name, value in given.items()}
        words = tuple(line.removeprefix("/").split())
        return Typed(self.user, self._place(at), words, values, focus)

    def _value(self, value: Any) -> Any:
        if isinstance(value, Person):
            return value.user
        return self._service.uploaded(value) if isinstance(value, Upload) else value

    async def press(self, message: Seen, name: str) -> Answer:
        """Press the button with this label or custom_id; wait for the answer."""
        current = self._message(message)
        button = look(current).button(name)
        if button.disabled or button.custom_id is None:
            raise Impossible(f"button {name!r} cannot be pressed")
        self._service.journal.note(current.channel, f"{self.name} ▸ [{button.label}]")
        body = {"custom_id": button.custom_id, "component_type": int(Component.BUTTON)}
        return await self._call(InteractionKind.COMPONENT, current.channel, body, current)

    async def choose(self, message: Seen, menu: str | None, *chosen: Any) -> Answer:
        """Pick options by label or value, or people, channels, roles; wait for the answer.

        `menu` is the custom_id or the placeholder, or None for the only menu.
        """
        current = self._message(message)
        select = look(current).menu(menu)
        if select.disabled or not select.least <= len(chosen) <= select.most:
            told = "is disabled" if select.disabled else f"takes {select.least} to {select.most}"
            raise Impossible(f"menu {select.placeholder!r} {told}")
        resolved: Json = {}
        if select.kind == Component.STRING_SELECT:
            values = picks(select.options, chosen)
        else:
            values = [options.refer(self._value(each), resolved) for each in chosen]
        options.add_members(resolved, current.channel)
        self._service.journal.note(current.channel, f"{self.name} ▸ [{select.custom_id} {chosen}]")
        body: Json = {"custom_id": select.custom_id, "component_type": select.kind}
        body |= {"values": values} | ({"resolved": resolved} if resolved else {})
        return await self._call(InteractionKind.COMPONENT, current.channel, body, current)

    async def submit_modal(self, modal: Answer | Form, given: Mapping[str, Any]) -> Answer:
        """Fill in a modal by labels or custom_ids and send it; wait for the answer."""
        shown = modal.modal if isinstance(modal, Answer) else modal
        if shown is None:
            raise Impossible("the bot opened no modal")
        opened_by = shown.opened_by
        body = filled(shown, {name: self._value(value) for name, value in given.items()})
        options.add_members(body.get("resolved", {}), opened_by.channel)
        place = opened_by.channel
        self._service.journal.note(place, f"{self.name} ▸ {shown.title} {dict(given)}", self.user)
        source = opened_by.source
        return await self._call(InteractionKind.MODAL, place, body, source, opened_by=opened_by)

    async def _call(
        self,
        kind: InteractionKind,
        channel: Channel,
        body: Json,
        source: Message | None = None,
        opened_by: Interaction | None = None,
    ) -> Answer:
        interaction = self._service.reception.open(
            kind, self.user, channel, body, source=source, opened_by=opened_by
        )
        return await self.answer(interaction)

    async def answer(self, interaction: Interaction) -> Answer:
        """Wait for the bot's answer to an interaction, deferred messages included.

        A deferred update (type 6) is an answer in itself: the test must wait for its edit.
        Raises: NoAnswer.
        """
        await self._wait(interaction.acknowledged, interaction)
        if interaction.callback is Callback.DEFERRED_MESSAGE:
            await self._wait(interaction.answered, interaction)
        return _answer(interaction)

    async def _wait(self, event: asyncio.Event, interaction: Interaction) -> None:
        try:
            await asyncio.wait_for(event.wait(), self.patience)
        except TimeoutError:
            refused = "; ".join(self._service.complaints()[-3:])
            raise NoAnswer(
                f"the bot did not answer {interaction.body} of {self.name}"
                + (f"; the service refused: {refused}" if refused else "")
            ) from None

    # Without calling the bot

    def react(self, message: Seen, emoji: str) -> None:
        """Add a reaction."""
        current = self._message(message)
        wanted = Permission.NONE if current.reactions.get(emoji) else Permission.ADD_REACTIONS
        self._may(current.channel, Permission.READ_MESSAGE_HISTORY | wanted)
        self._service.reacting.add(current, self.user, emoji)

    def unreact(self, message: Seen, emoji: str) -> None:
        """Remove a reaction."""
        self._service.reacting.remove(self._message(message), self.user, emoji)

    def say(
        self,
        text: str,
        *,
        at: Channel | None = None,
        to: Seen | None = None,
        files: Sequence[Upload] = (),
    ) -> Seen:
        """Write a message, as a reply if `to` is given."""
        channel = self._place(at) if to is None else to.channel
        in_thread = channel.thread is not None
        self._may(
            channel,
            Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES,
        )
        reference = None if to is None else self._message(to)
        envelope = Envelope(19 if reference is not None else 0, reference)
        uploads = dict(enumerate(files))
        message = self._service.postroom.post(channel, self.user, Draft(text), uploads, envelope)
        return look(message)

    def erase(self, message: Seen) -> None:
        """Delete one's own message, or anyone's with permission."""
        current = self._message(message)
        if current.author is not self.user:
            self._may(current.channel, Permission.MANAGE_MESSAGES)
        self._service.postroom.delete(current)

    def _may(self, channel: Channel, wanted: Permission) -> None:
        missing = wanted & ~permissions(self.user, channel)
        if missing:
            raise Impossible(f"{self.name} lacks {missing!r} in {channel}")


def _written(line: str, given: Mapping[str, Any]) -> str:
    shown = [f"{name}:{_short(value)}" for name, value in given.items()]
    return " ".join([line, *shown])


def _short(value: Any) -> str:
    return value.name if isinstance(value, User | Channel | Attachment) else str(value)


def _answer(interaction: Interaction) -> Answer:
    callback = interaction.callback
    if callback is None:
        raise NoAnswer("the interaction was not answered")
    original = interaction.original
    there = original is not None and original.id in original.channel.messages
    offered = interaction.choices or ()
    return Answer(
        callback,
        interaction,
        look(original) if original is not None and there else None,
        None if interaction.modal is None else form(interaction.modal, interaction),
        tuple(Choice(each["name"], each["value"]) for each in offered),
    )
