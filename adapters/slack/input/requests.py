"""Slack's payloads as requests."""

from collections.abc import Iterator

from adapters.chat.custom_id import ButtonAction, read_button_id
from adapters.chat.incoming import Incoming
from adapters.slack.connection.people import People
from adapters.slack.ids import DIRECT_PREFIX, SLACK, guild_of, room_of, user_of
from adapters.slack.interaction_context import SlackPayload, SlackPlace, chosen, place_of
from bot.games import Caller, Delivery


async def caller_of(place: SlackPlace, people: People, name: str) -> Caller:
    """Return the person at a place, under the name that others see; `name` is of the payload."""
    person = await people.person(place.team, place.user, name or place.user)
    return Caller(
        user_of(place.team, place.user),
        room_of(place.team, place.channel or place.user),
        guild_of(place.team),
        person.name,
        person.locale,
        manages=person.manages,
        is_direct=place.channel.startswith(DIRECT_PREFIX) or not place.channel,
    )


async def incoming_of(body: SlackPayload, people: People) -> Incoming:
    """Return a press on a button, the choice of a menu, or a form that was sent."""
    place = place_of(body)
    user = body.get("user") or {}
    caller = await caller_of(place, people, str(user.get("name") or user.get("username") or ""))
    view = body.get("view") or {}
    is_form = body.get("type") == "view_submission"
    return Incoming(
        caller,
        Delivery(SLACK, str(body.get("trigger_id") or view.get("id") or "")),
        custom_id=str(view.get("callback_id") or "") if is_form else pressed(body),
        fields=tuple(fields_of(view)) if is_form else None,
        room_name=place.name,
        manages=caller.manages,
    )


def pressed(body: SlackPayload) -> str:
    """Return the id of the button that was pressed, or of the option that was chosen."""
    return chosen(next(iter(body.get("actions") or ()), {}))


def is_opening(custom_id: str) -> bool:
    """Return whether a button opens a form."""
    button = read_button_id(custom_id)
    return button is not None and button.action is ButtonAction.OPEN


def fields_of(view: SlackPayload) -> Iterator[tuple[str, str]]:
    """Yield the values of a form that was sent, by the ids of its inputs."""
    values = (view.get("state") or {}).get("values") or {}
    for name, inputs in values.items():
        yield from ((str(name), chosen(one)) for one in inputs.values())
