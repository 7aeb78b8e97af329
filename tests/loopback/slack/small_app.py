"""A small app on the real slack-bolt that uses all features of the server."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from tests.loopback.slack import SlackServer
from tests.loopback.slack.seen import Json


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def button(label: str, name: str = "join") -> Json:
    return {"type": "button", "text": plain(label), "action_id": name, "value": f"v-{name}"}


def menu() -> Json:
    options = [{"text": plain(word), "value": word.lower()} for word in ("Red", "Blue")]
    return {"type": "static_select", "action_id": "team", "options": options}


def actions(*elements: Json) -> Json:
    return {"type": "actions", "elements": [*elements]}


def section(text: str) -> Json:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def image(file: str) -> Json:
    return {"type": "image", "slack_file": {"id": file}, "alt_text": "a board"}


def form() -> Json:
    word = {"type": "plain_text_input", "action_id": "value", "max_length": 20}
    blocks = [
        {"type": "input", "block_id": "word", "label": plain("Word"), "element": word},
        {"type": "input", "block_id": "team", "label": plain("Team"), "element": menu()},
    ]
    return {
        "type": "modal",
        "callback_id": "clue",
        "private_metadata": "game 1",
        "title": plain("Your clue"),
        "submit": plain("Send"),
        "blocks": blocks,
    }


@dataclass
class App:
    """A small app, which records the events that it hears."""

    server: SlackServer
    bolt: AsyncApp
    heard: list[Mapping[str, Any]] = field(default_factory=list)

    @property
    def client(self) -> AsyncWebClient:
        return self.bolt.client

    async def hears(self, **wanted: object) -> Mapping[str, Any]:
        """Wait for an event with these fields."""

        def look() -> Mapping[str, Any] | None:
            events = (body.get("event", {}) for body in self.heard)
            fits = (one for one in events if all(one.get(k) == v for k, v in wanted.items()))
            return next(fits, None)

        found = await self.server.until(look, 5)
        assert found is not None, f"the app does not hear {wanted}"
        return found


@asynccontextmanager
async def app_on(server: SlackServer, ping_seconds: float = 10) -> AsyncIterator[App]:
    bolt = AsyncApp(client=AsyncWebClient(server.bot_token, base_url=server.api_url))
    app = App(server, bolt)
    listen(app)
    handler: Any = AsyncSocketModeHandler(bolt, server.app_token, ping_interval=ping_seconds)
    await handler.connect_async()
    await server.connected()
    try:
        yield app
    finally:
        await handler.close_async()


def listen(app: App) -> None:
    bolt = app.bolt
    listen_to_commands(bolt)
    listen_to_actions(bolt)
    listen_to_events(bolt)

    @bolt.middleware
    async def note(body: dict[str, Any], next: Any) -> None:  # noqa: A002 - the library's
        app.heard.append(body)
        app.server.notify()
        await next()


def listen_to_commands(bolt: AsyncApp) -> None:
    @bolt.command("/codenames")
    async def command(ack: Any, body: Any, client: AsyncWebClient) -> None:
        await ack()
        blocks = [section("A table is open"), actions(button("Join"), button("Clue", "clue"))]
        await client.chat_postMessage(channel=body["channel_id"], text="A table", blocks=blocks)

    @bolt.command("/help")
    async def help_command(ack: Any) -> None:
        await ack("only for you")

    @bolt.command("/late")
    async def late(ack: Any) -> None:
        del ack


def listen_to_actions(bolt: AsyncApp) -> None:
    @bolt.action("join")
    async def join(ack: Any, body: Any, client: AsyncWebClient) -> None:
        await ack()
        blocks = [section(f"<@{body['user']['id']}> joined"), actions(menu())]
        channel, ts = body["channel"]["id"], body["message"]["ts"]
        await client.chat_update(channel=channel, ts=ts, text="Joined", blocks=blocks)

    @bolt.action("team")
    async def team(ack: Any, respond: Any, body: Any) -> None:
        await ack()
        chosen = body["actions"][0]["selected_option"]["value"]
        await respond(f"you are {chosen}", response_type="ephemeral", replace_original=False)

    @bolt.action("clue")
    async def clue(ack: Any, body: Any, client: AsyncWebClient) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=form())

    @bolt.view("clue")
    async def submitted(ack: Any, body: Any) -> None:
        values = body["view"]["state"]["values"]
        if " " in values["word"]["value"]["value"]:
            await ack(response_action="errors", errors={"word": "one word"})
        else:
            await ack()


def listen_to_events(bolt: AsyncApp) -> None:
    @bolt.event("message")
    @bolt.event("app_mention")
    async def message(event: Any, say: Any) -> None:
        if "echo" in event["text"]:
            await say(f"said: {event['text']}", thread_ts=event.get("thread_ts"))

    @bolt.event("app_home_opened")
    async def home(event: Any, client: AsyncWebClient) -> None:
        await client.views_publish(
            user_id=event["user"], view={"type": "home", "blocks": [section("Your games")]}
        )

    @bolt.event("user_change")
    @bolt.event("reaction_added")
    @bolt.event("reaction_removed")
    async def reaction() -> None:
        return
