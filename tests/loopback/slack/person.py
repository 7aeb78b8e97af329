"""People of the workspace: they type, press, fill in views, react, and read messages.

Their actions return once the app has acknowledged them.

"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tests.loopback.slack.answers import message_json, reacted
from tests.loopback.slack.forms import filled, picked
from tests.loopback.slack.rules import DOCS, Violation
from tests.loopback.slack.seen import Json, Seen
from tests.loopback.slack.views import checked_view, pushed
from tests.loopback.slack.workspace import ResponseUrl

if TYPE_CHECKING:
    from tests.loopback.slack.server import SlackServer

SEEING_SECONDS: Final = 10.0
"""Time that a person waits for a message or view to appear."""


@dataclass(slots=True)
class Person:
    """A person; a stranger belongs to another workspace, through Slack Connect.

    Events and forms of a stranger name their own workspace; the app's is that of the event's
    authorization and of the view's `app_installed_team_id` (docs.slack.dev, "Slack Connect").
    """

    server: "SlackServer"
    id: str
    name: str
    locale: str = "en-US"
    tz: str = "Europe/London"
    guest: bool = False
    stranger: bool = False
    deleted: bool = False
    is_admin: bool = False

    @property
    def team(self) -> str:
        """The workspace of this person."""
        return "T0OTHER" if self.stranger else self.server.team

    @property
    def direct(self) -> str:
        """The conversation with the bot."""
        return f"D{self.id}"

    def json(self) -> Json:
        """Return this person as in users.info."""
        names = {"name": self.name.lower(), "real_name": self.name}
        profile = {"display_name": self.name, "real_name": self.name}
        kind = {"is_restricted": self.guest, "is_stranger": self.stranger, "is_bot": False}
        rank = {"is_admin": self.is_admin, "is_owner": False, "deleted": self.deleted}
        place = {"tz": self.tz, "team_id": self.team, "profile": profile}
        return {"id": self.id, **names, **kind, **rank, **place}

    # Actions.

    async def command(self, command: str, text: str, channel: str) -> None:
        """Type a slash command."""
        server = self.server
        place = {"channel_id": channel, "channel_name": self._channel(channel)["name"]}
        who = {"user_id": self.id, "user_name": self.name.lower(), "team_id": server.team}
        keys = {
            "response_url": server.response_url(channel, self.id),
            "trigger_id": server.trigger(self.id),
            "api_app_id": server.app,
        }
        told = {"command": command, "text": text, "team_domain": "loopback"}
        flags = {"token": "", "is_enterprise_install": "false"}
        body = {**told, **place, **who, **keys, **flags}
        answer = await server.socket.send("slash_commands", body)
        if answer:
            server.respond(ResponseUrl(channel, self.id, "", 0), answer)

    async def shortcut(self, name: str) -> None:
        """Choose a global shortcut, by its callback id."""
        await self.server.socket.send(
            "interactive", {**self._payload("shortcut"), "callback_id": name}
        )

    async def press(self, seen: Seen, name: str) -> None:
        """Press a button or choose an option, by its label, its value or a label's beginning."""
        self._look(seen)
        action = {**picked(seen, name), "action_ts": self.server.now()}
        of_view = self._pressed_view(seen) if seen.view else self._pressed_message(seen)
        payload = {**self._payload("block_actions"), **of_view, "actions": [action]}
        await self.server.socket.send("interactive", payload)

    def _look(self, seen: Seen) -> None:
        """Raise an AssertionError if a message or view is gone, or invisible to this person."""
        there = [*self.server.seen_by(self.id), *self.server.views.get(self.id, [])]
        home = self.server.homes.get(self.id)
        shown = [one.view or one.ts for one in (*there, *([home] if home else []))]
        assert (seen.view or seen.ts) in shown, f"{self.name} has no longer before them: {seen}"

    async def submit(self, form: Seen, values: Mapping[str, str]) -> Json:
        """Send a form with values by label or block id; return the acknowledgement's payload."""
        self._look(form)
        view = self.server.view_json(self.id, form, filled(form.blocks, values))
        team = {"team": {"id": self.team, "domain": "loopback"}}
        payload = {**self._payload("view_submission"), **team, "view": view, "response_urls": []}
        answer = await self.server.socket.send("interactive", payload)
        self._submitted(form, answer)
        return answer

    def _submitted(self, form: Seen, answer: Mapping[str, Any]) -> None:
        server = self.server
        match answer.get("response_action"):
            case None:
                server.close_view(self.id, form.view)
            case "clear":
                server.views.pop(self.id, None)
            case "errors":
                self._refused(form, answer.get("errors") or {})
            case "update":
                shown = checked_view(server, "view_submission", answer["view"])
                server.changed_view(form, shown)
            case "push":
                pushed(server, self.id, checked_view(server, "view_submission", answer["view"]))
            case other:
                rule = f"there is no response_action {other!r}"
                server.violations.append(Violation(rule, DOCS, "", "view_submission"))

    def _refused(self, form: Seen, errors: Mapping[str, str]) -> None:
        inputs = {one["block_id"] for one in form.blocks if one["type"] == "input"}
        if not errors or not errors.keys() <= inputs:
            rule = f"errors are by the ids of inputs, not {[*errors]}"
            self.server.violations.append(Violation(rule, DOCS, "", "view_submission"))

    async def close(self, form: Seen) -> None:
        """Close a view."""
        view = self.server.view_json(self.id, form, {})
        self.server.close_view(self.id, form.view)
        if form.source.get("notify_on_close"):
            payload = {**self._payload("view_closed"), "view": view, "is_cleared": False}
            await self.server.socket.send("interactive", payload)

    async def say(self, text: str, channel: str, thread: str | None = None) -> Seen:
        """Write a message; one that names the bot is a mention, too."""
        server, is_im = self.server, channel == self.direct
        if is_im:
            server.direct(self.id)
        message = Seen(channel, server.now(), text, [], self.id, thread=thread or "")
        said = message_json(server, server.post(message))
        event = {**said, "channel": channel, "event_ts": message.ts}
        if thread:
            event["parent_user_id"] = server.message(channel, thread).user
        event.pop("blocks")
        kind = "im" if is_im else "channel"
        is_private = server.places[channel].is_private
        name = "message.im" if is_im else f"message.{'groups' if is_private else 'channels'}"
        event |= {"team": self.team, "user_team": self.team} if self.stranger else {}
        await self._tells(name, {**event, "channel_type": kind})
        if f"<@{server.bot_user}>" in text and not is_im:
            await self._tells("app_mention", {**event, "type": "app_mention"})
        return message

    async def change(self, **about: Any) -> None:
        """Change a field, such as the name; with `deleted` the account ends."""
        for name, value in about.items():
            setattr(self, name, value)
        await self._tells("user_change", {"type": "user_change", "user": self.json()})

    async def _tells(self, subscription: str, event: Json) -> None:
        await self.server.socket.event(subscription, event, self.team)

    async def react(self, emoji: str, seen: Seen) -> None:
        """React to a message."""
        await self._react(emoji, seen, adds=True)

    async def unreact(self, emoji: str, seen: Seen) -> None:
        """Remove a reaction."""
        await self._react(emoji, seen, adds=False)

    async def _react(self, emoji: str, seen: Seen, *, adds: bool) -> None:
        message = self.server.message(seen.channel, seen.ts)
        reacted(self.server, message, emoji, self.id, adds=adds)
        name = "reaction_added" if adds else "reaction_removed"
        item = {"type": "message", "channel": seen.channel, "ts": seen.ts}
        who = {"user": self.id, "item_user": message.user, "reaction": emoji}
        event = {"type": name, **who, "item": item, "event_ts": self.server.now()}
        await self._tells(name, event)

    async def open_home(self) -> None:
        """Open the Home tab of the app."""
        server, home = self.server, self.server.homes.get(self.id)
        channel = server.direct(self.id).id
        view = {"view": server.view_json(self.id, home, {})} if home else {}
        event = {"type": "app_home_opened", "user": self.id, "channel": channel, "tab": "home"}
        await server.socket.event("app_home_opened", {**event, **view, "event_ts": server.now()})

    # Reading.

    async def sees(self, words: str, channel: str = "") -> Seen:
        """Wait for a message with the words in its texts or labels; return the newest.

        It may be in the channel, or else direct or ephemeral anywhere; without a channel, it may be
        in any.
        """

        def look() -> Seen | None:
            seen = [one for one in self.server.seen_by(self.id) if self._near(one, channel)]
            seen.sort(key=lambda one: (one.channel == channel, one.ts), reverse=True)
            return next((one for one in seen if words in one.words), None)

        return await self._wait(look, words)

    def _near(self, seen: Seen, channel: str) -> bool:
        if channel in ("", seen.channel):
            return True
        return seen.private or (seen.channel == self.direct and channel in self.server.places)

    async def modal(self, words: str = "") -> Seen:
        """Wait for a view with the words, on top of the views open for this person."""

        def look() -> Seen | None:
            top = self.server.views.get(self.id, [])[-1:]
            return next((one for one in top if words in one.words), None)

        return await self._wait(look, words or "a modal")

    async def home(self, words: str = "") -> Seen:
        """Wait for the words on the Home tab."""

        def look() -> Seen | None:
            home = self.server.homes.get(self.id)
            return home if home and words in home.words else None

        return await self._wait(look, words or "a Home tab")

    async def _wait(self, look: Callable[[], Seen | None], words: str) -> Seen:
        found = await self.server.until(look, SEEING_SECONDS)
        if found is None:
            shown = [*self.server.seen_by(self.id)[-3:], *self.server.views.get(self.id, [])]
            lines = "\n---\n".join(map(str, shown))
            raise AssertionError(f"{self.name} does not see {words!r} but:\n{lines}")
        return found

    # Payloads.

    def _channel(self, channel: str) -> Json:
        if channel == self.direct:
            self.server.direct(self.id)
        return {"id": channel, "name": self.server.places[channel].name}

    def _payload(self, kind: str) -> Json:
        server, name = self.server, self.name.lower()
        user = {"id": self.id, "username": name, "name": name, "team_id": self.team}
        app = {"api_app_id": server.app, "token": "", "trigger_id": server.trigger(self.id)}
        team = {"team": {"id": server.team, "domain": "loopback"}, "enterprise": None}
        return {"type": kind, "user": user, **app, **team, "is_enterprise_install": False}

    def _pressed_view(self, seen: Seen) -> Json:
        view = self.server.view_json(self.id, seen, filled(seen.blocks, {}, is_draft=True))
        container = {"type": "view", "view_id": seen.view}
        return {"container": container, "view": view, "state": view["state"]}

    def _pressed_message(self, seen: Seen) -> Json:
        place = {"channel_id": seen.channel, "message_ts": seen.ts, "is_ephemeral": seen.private}
        thread = {"thread_ts": seen.thread} if seen.thread else {}
        shown = {} if seen.private else {"message": message_json(self.server, seen)}
        return {
            "container": {"type": "message", **place, **thread},
            "channel": self._channel(seen.channel),
            "response_url": self.server.response_url(seen.channel, self.id, seen.ts),
            "state": {"values": {}},
            **shown,
        }
