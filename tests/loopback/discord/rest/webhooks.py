"""/webhooks/{application}/{token}: messages after the first answer to an interaction."""

from collections.abc import Callable, Sequence

from tests.loopback.discord import portrait
from tests.loopback.discord.call import NOTHING, Call, Reply, Route
from tests.loopback.discord.error import UNKNOWN_MESSAGE, ApiError
from tests.loopback.discord.flag import MessageFlag
from tests.loopback.discord.model import Interaction, Json, Message
from tests.loopback.discord.postroom import Envelope, Postroom
from tests.loopback.discord.reception import Reception
from tests.loopback.discord.rest.callbacks import private_to
from tests.loopback.discord.rest.writing import Writing
from tests.loopback.discord.world import World

_HOOK = "/webhooks/{webhook_id}/{webhook_token}"
_ORIGINAL = _HOOK + "/messages/@original"
_MESSAGE = _HOOK + "/messages/{message_id}"
_Find = Callable[[Call, Interaction], Message]


class Webhooks:
    """Follow-up messages, the original answer, and their edits."""

    def __init__(
        self, world: World, reception: Reception, writing: Writing, postroom: Postroom
    ) -> None:
        self._world = world
        self._reception = reception
        self._writing = writing
        self._postroom = postroom

    @property
    def routes(self) -> Sequence[Route]:
        """The routes of follow-ups; their token is the only credential."""
        found = [Route("POST", _HOOK, self._follow, open=True)]
        for path, find in ((_ORIGINAL, self._original), (_MESSAGE, self._named)):
            found += [
                Route("GET", path, self._getting(find), open=True),
                Route("PATCH", path, self._editing(find), open=True),
                Route("DELETE", path, self._deleting(find), open=True),
            ]
        return found

    def _interaction(self, call: Call) -> Interaction:
        return self._reception.answered(call.id("webhook_id"), call.ids["webhook_token"])

    def _original(self, _: Call, interaction: Interaction) -> Message:
        return self._reception.original(interaction)

    def _named(self, call: Call, interaction: Interaction) -> Message:
        message = interaction.channel.messages.get(call.id("message_id"))
        own = message is not None and (
            message.interaction is interaction or message is interaction.original
        )
        if message is None or not own:
            raise ApiError(UNKNOWN_MESSAGE)
        return message

    def _follow(self, call: Call) -> Reply:
        interaction = self._interaction(call)
        original = interaction.original
        if original is not None and original.flags & MessageFlag.LOADING:
            self._writing.edit(call, _visible(call.body), original)
            message = original
        else:
            message = self._posted(call, interaction)
        self._reception.followed(interaction)
        return Reply(self._shown(message))

    def _posted(self, call: Call, interaction: Interaction) -> Message:
        envelope = Envelope(
            interaction=interaction,
            seen_by=private_to(interaction, call.body),
            allowed=call.body.get("allowed_mentions"),
        )
        return self._writing.post(call, call.body, interaction.channel, self._world.bot, envelope)

    def _shown(self, message: Message) -> Json:
        return portrait.message(message, self._world.bot)

    def _getting(self, find: _Find) -> Callable[[Call], Reply]:
        def get(call: Call) -> Reply:
            return Reply(self._shown(find(call, self._interaction(call))))

        return get

    def _editing(self, find: _Find) -> Callable[[Call], Reply]:
        def edit(call: Call) -> Reply:
            interaction = self._interaction(call)
            message = find(call, interaction)
            self._writing.edit(call, call.body, message)
            self._reception.followed(interaction)
            return Reply(self._shown(message))

        return edit

    def _deleting(self, find: _Find) -> Callable[[Call], Reply]:
        def delete(call: Call) -> Reply:
            interaction = self._interaction(call)
            self._postroom.delete(find(call, interaction))
            self._reception.followed(interaction)
            return NOTHING

        return delete


def _visible(body: Json) -> Json:
    """Return the body without the ephemeral flag: the deferral decided the message's readers."""
    flags = MessageFlag(body.get("flags") or 0) & ~MessageFlag.EPHEMERAL
    return body | {"flags": int(flags)}
