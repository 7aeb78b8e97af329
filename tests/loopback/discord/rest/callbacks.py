"""/interactions/.../callback: the first answer to an interaction."""

from collections.abc import Sequence

from tests.loopback.discord import portrait
from tests.loopback.discord.call import NOTHING, Call, Reply, Route
from tests.loopback.discord.draft import Draft
from tests.loopback.discord.error import UNKNOWN_MESSAGE, ApiError, Breach
from tests.loopback.discord.flag import Callback, InteractionKind, MessageFlag
from tests.loopback.discord.journal import Journal, audience
from tests.loopback.discord.model import Interaction, Json, Message, User
from tests.loopback.discord.options import focused
from tests.loopback.discord.postroom import Envelope, Postroom
from tests.loopback.discord.reception import Reception
from tests.loopback.discord.rest.writing import Writing, refuse
from tests.loopback.discord.rules import command as command_rules
from tests.loopback.discord.rules import modal as modal_rules
from tests.loopback.discord.world import World

SLASH_ANSWER = 20  # type of a message that answers a slash command
_UPDATES = (Callback.DEFERRED_UPDATE, Callback.UPDATE)


class Callbacks:
    """First answers of all kinds, each only to matching interactions."""

    def __init__(
        self,
        world: World,
        reception: Reception,
        writing: Writing,
        postroom: Postroom,
        journal: Journal,
    ) -> None:
        self._world = world
        self._reception = reception
        self._writing = writing
        self._postroom = postroom
        self._journal = journal

    @property
    def routes(self) -> Sequence[Route]:
        """The one route; its token is the only credential."""
        path = "/interactions/{interaction_id}/{interaction_token}/callback"
        return [Route("POST", path, self._answer, open=True)]

    def _answer(self, call: Call) -> Reply:
        interaction = self._reception.unanswered(
            call.id("interaction_id"), call.ids["interaction_token"]
        )
        callback = Callback(call.body["type"])
        refuse(_misfits(interaction, callback))
        body: Json = call.body.get("data") or {}
        self._act(call, interaction, callback, body)
        self._reception.acknowledge(interaction, callback)
        if call.query.get("with_response") not in ("1", "true", "True"):
            return NOTHING
        return Reply(self._described(interaction, callback))

    def _act(self, call: Call, what: Interaction, callback: Callback, body: Json) -> None:
        if callback is Callback.MESSAGE:
            what.original = self._posted(call, what, body)
        elif callback is Callback.DEFERRED_MESSAGE:
            envelope = self._envelope(what, body, loading=True)
            what.original = self._postroom.post(
                what.channel, self._world.bot, Draft(), {}, envelope
            )
        elif callback in _UPDATES:
            what.original = what.source
            if callback is Callback.UPDATE and what.source is not None:
                if what.source.id not in what.source.channel.messages:
                    raise ApiError(UNKNOWN_MESSAGE)
                self._writing.edit(call, body, what.source)
        elif callback is Callback.MODAL:
            self._show(call, what, body)
        else:
            self._offer(call, what, body)

    def _posted(self, call: Call, what: Interaction, body: Json) -> Message:
        return self._writing.post(
            call, body, what.channel, self._world.bot, self._envelope(what, body)
        )

    def _envelope(self, what: Interaction, body: Json, *, loading: bool = False) -> Envelope:
        return Envelope(
            kind=SLASH_ANSWER if what.kind is InteractionKind.COMMAND else 0,
            interaction=what,
            seen_by=private_to(what, body),
            allowed=body.get("allowed_mentions"),
            loading=loading,
        )

    def _show(self, call: Call, what: Interaction, body: Json) -> None:
        refuse(modal_rules.breaches(body))
        self._journal.record(call.route, body, (), audience(what.channel, what.user))
        title = f"(modal) {body['title']}"
        self._journal.note(what.channel, title, what.user)
        what.modal = body

    def _offer(self, call: Call, what: Interaction, body: Json) -> None:
        choices: list[Json] = body.get("choices") or []
        kind = focused(what.body)["type"]
        refuse(command_rules.choice_breaches(choices, kind, "data"))
        self._journal.record(call.route, body, (), audience(what.channel, what.user))
        what.choices = choices

    def _described(self, what: Interaction, callback: Callback) -> Json:
        message = what.original
        told: Json = {"id": str(what.id), "type": int(what.kind)}
        if message is not None:
            told |= {
                "response_message_id": str(message.id),
                "response_message_loading": bool(message.flags & MessageFlag.LOADING),
                "response_message_ephemeral": message.ephemeral,
                "channel_id": str(message.channel.id),
            }
        if what.channel.guild_id is not None:
            told["guild_id"] = str(what.channel.guild_id)
        body: Json = {"interaction": told}
        if message is None or callback not in (Callback.MESSAGE, Callback.UPDATE):
            return body
        shown = portrait.message(message, self._world.bot)
        return body | {"resource": {"type": int(callback), "message": shown}}


def private_to(what: Interaction, body: Json) -> User | None:
    """Return the only reader of a message with these flags, or None."""
    flags = MessageFlag(body.get("flags") or 0)
    return what.user if flags & MessageFlag.EPHEMERAL else None


def _misfits(what: Interaction, callback: Callback) -> list[Breach]:
    asked = what.kind
    completing = asked is InteractionKind.COMPLETION
    if completing != (callback is Callback.CHOICES):
        return [Breach("type", f"callback {callback} does not answer interaction {asked}")]
    if callback is Callback.MODAL and asked is InteractionKind.MODAL:
        return [Breach("type", "a modal cannot answer a modal")]
    if callback in _UPDATES and what.source is None:
        return [Breach("type", f"callback {callback} needs a message with the component")]
    return []
