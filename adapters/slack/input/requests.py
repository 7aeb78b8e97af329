"""Slack's payloads as requests."""

from collections.abc import Iterator

from adapters.chat.incoming import Incoming
from adapters.slack.ids import SLACK
from adapters.slack.interaction_context import SlackContext, SlackPayload, chosen
from bot.games import Caller, Delivery


def incoming_of(body: SlackPayload, context: SlackContext, caller: Caller) -> Incoming:
    """Return a press on a button, the choice of a menu, or a form that was sent; or a bare act."""
    view = body.get("view") or {}
    is_form = body.get("type") == "view_submission"
    return Incoming(
        caller,
        Delivery(SLACK, context.trigger or context.view),
        custom_id=str(view.get("callback_id") or "") if is_form else pressed(body),
        fields=tuple(fields_of(view)) if is_form else None,
        room_name=context.channel_name,
        manages=caller.manages,
    )


def pressed(body: SlackPayload) -> str:
    """Return the id of the button that was pressed, or of the option that was chosen."""
    return chosen(next(iter(body.get("actions") or ()), {}))


def fields_of(view: SlackPayload) -> Iterator[tuple[str, str]]:
    """Yield the values of a form that was sent, by the ids of its inputs."""
    values = (view.get("state") or {}).get("values") or {}
    for name, inputs in values.items():
        yield from ((str(name), chosen(one)) for one in inputs.values())
