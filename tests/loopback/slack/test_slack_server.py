"""Tests of the loopback Slack with a small app on the real slack-bolt."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from aiohttp import ClientConnectionError
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from tests.loopback.slack import Person, SlackServer
from tests.loopback.slack.small_app import App, actions, app_on, form, image, menu, section
from tests.loopback.table import in_loop

PNG = b"\x89PNG\r\n\x1a\n"


@dataclass
class Table:
    server: SlackServer
    app: App
    channel: str
    ann: Person
    ben: Person

    @property
    def client(self) -> AsyncWebClient:
        return self.app.client

    async def post(self, **message: Any) -> str:
        """Post a message; return its timestamp."""
        answer = await self.client.chat_postMessage(channel=self.channel, **message)
        return str(answer["ts"])

    async def refused(self, **message: Any) -> str:
        """Return the error of a refused message."""
        with pytest.raises(SlackApiError) as caught:
            await self.post(**message)
        return str(caught.value.response["error"])


@asynccontextmanager
async def table(ping_seconds: float = 10, **options: Any) -> AsyncIterator[Table]:
    async with SlackServer(**options) as server:
        channel = server.channel("games")
        ann, ben = server.person("Ann", locale="de-DE"), server.person("Ben", guest=True)
        async with app_on(server, ping_seconds) as app:
            yield Table(server, app, channel, ann, ben)


@pytest.mark.parametrize("turns", range(5))
def test_a_connection_that_comes_as_the_server_ends_is_not_left_open(turns: int) -> None:
    faults = list[dict[str, Any]]()

    async def work() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
        with socket.socket() as client:
            client.setblocking(False)
            async with SlackServer() as server:
                client.connect_ex(("127.0.0.1", int(server.origin.rpartition(":")[2])))
                for _ in range(turns):
                    await asyncio.sleep(0)

    asyncio.run(work(), debug=True)
    assert faults == []


@in_loop
async def test_a_command_is_answered_and_a_button_edits_the_message() -> None:
    async with table() as it:
        await it.ann.command("/codenames", "", it.channel)
        board = await it.ben.sees("Join", it.channel)
        assert list(board.labels) == ["Join", "Clue"]
        await it.ben.press(board, "Join")
        joined = await it.ann.sees(f"<@{it.ben.id}> joined", it.channel)
        assert joined.ts == board.ts
        assert joined.is_edited
        assert "Join" in board.labels
        assert it.server.violations == []


@in_loop
async def test_an_answer_in_the_acknowledgement_is_for_the_writer_alone() -> None:
    async with table() as it:
        await it.ann.command("/help", "", it.channel)
        assert (await it.ann.sees("only for you", it.channel)).private
        assert not it.server.seen_by(it.ben.id)


@in_loop
async def test_a_late_acknowledgement_fails_the_test() -> None:
    async with table() as it:
        it.server.socket.acknowledge_seconds = 0.05
        with pytest.raises(AssertionError, match="not acknowledged"):
            await it.ann.command("/late", "", it.channel)


@in_loop
async def test_an_option_is_chosen_and_answered_by_the_response_url() -> None:
    async with table() as it:
        await it.post(text="teams", blocks=[actions(menu())])
        board = await it.ann.sees("Blue", it.channel)
        await it.ann.press(board, "Blue")
        assert (await it.ann.sees("you are blue", it.channel)).reader == it.ann.id
        assert it.server.violations == []


@in_loop
async def test_a_response_url_is_taken_five_times_and_for_thirty_minutes() -> None:
    async with table() as it:
        await it.post(text="teams", blocks=[actions(menu())])
        board = await it.ann.sees("Blue", it.channel)
        await it.ann.press(board, "Blue")
        await it.ann.sees("you are blue", it.channel)
        responded = [one for one in it.server.calls if one.method == "response_url"]
        assert [one.answer["ok"] for one in responded] == [True]
        respond = Response(it)
        assert [await respond.send() for _ in range(6)] == [200] * 5 + [404]
        respond = Response(it)
        it.server.later(1801)
        assert await respond.send() == 404


class Response:
    """Answers to one response URL."""

    def __init__(self, it: Table, ts: str = "") -> None:
        self.url = it.server.response_url(it.channel, it.ann.id, ts)

    async def send(self, **body: Any) -> int:
        answer = await AsyncWebhookClient(self.url).send_dict({"text": "hello", **body})
        return answer.status_code


@in_loop
async def test_a_response_url_replaces_and_deletes_an_ephemeral_message() -> None:
    async with table() as it:
        await it.client.chat_postEphemeral(channel=it.channel, user=it.ann.id, text="secret")
        shown = await it.ann.sees("secret", it.channel)
        respond = Response(it, shown.ts)
        await respond.send(text="replaced", replace_original=True)
        assert (await it.ann.sees("replaced")).private
        await respond.send(delete_original=True)
        assert it.server.messages(it.channel) == []
        await respond.send(text="for all", response_type="in_channel")
        assert not (await it.ben.sees("for all", it.channel)).private


@in_loop
async def test_a_form_is_refused_corrected_and_closed() -> None:
    async with table() as it:
        await it.ann.command("/codenames", "", it.channel)
        await it.ann.press(await it.ann.sees("Clue", it.channel), "v-clue")
        shown = await it.ann.modal("Your clue")
        refused = await it.ann.submit(shown, {"Word": "two words", "team": "Red"})
        assert refused == {"response_action": "errors", "errors": {"word": "one word"}}
        assert await it.ann.submit(shown, {"Word": "whale", "Team": "blue"}) == {}
        view = it.app.heard[-1]["view"]
        assert view["private_metadata"] == "game 1"
        assert view["state"]["values"]["team"]["team"]["selected_option"]["value"] == "blue"
        assert it.server.views[it.ann.id] == []
        assert it.server.violations == []


@in_loop
async def test_a_form_that_slack_itself_would_not_send_fails_the_test() -> None:
    async with table() as it:
        await it.client.views_open(trigger_id=it.server.trigger(it.ann.id), view=form())
        shown = await it.ann.modal()
        for values in ({"Word": "whale"}, {"Word": "w" * 21, "Team": "Red"}, {"Nothing": "x"}):
            with pytest.raises(AssertionError):
                await it.ann.submit(shown, values)


@in_loop
async def test_a_trigger_lives_three_seconds_and_once() -> None:
    async with table() as it:
        used, old = it.server.trigger(it.ann.id), it.server.trigger(it.ann.id)
        await it.client.views_open(trigger_id=used, view=form())
        it.server.later(3.1)
        for trigger, error in ((used, "exchanged"), (old, "expired"), ("x", "invalid")):
            with pytest.raises(SlackApiError, match=f"{error}_trigger_id"):
                await it.client.views_open(trigger_id=trigger, view=form())


@in_loop
async def test_views_are_stacked_three_high_and_updated_by_their_hash() -> None:
    async with table() as it:
        view = {key: value for key, value in form().items() if key != "callback_id"}
        trigger, push = it.server.trigger, it.client.views_push
        opened = await it.client.views_open(trigger_id=trigger(it.ann.id), view=view)
        await push(trigger_id=trigger(it.ann.id), view=view)
        await push(trigger_id=trigger(it.ann.id), view=view)
        with pytest.raises(SlackApiError, match="push_limit_reached"):
            await push(trigger_id=trigger(it.ann.id), view=view)
        name = opened["view"]["id"]
        await it.client.views_update(view_id=name, hash=opened["view"]["hash"], view=view)
        with pytest.raises(SlackApiError, match="hash_conflict"):
            await it.client.views_update(view_id=name, hash="0", view=view)


@in_loop
async def test_messages_mentions_and_direct_messages_are_told() -> None:
    async with table() as it:
        await it.ann.say("echo one", it.ann.direct)
        await it.ann.sees("said: echo one", it.ann.direct)
        said = await it.ben.say(f"<@{it.server.bot_user}> echo two", it.channel)
        await it.ben.say("echo three", it.channel, thread=said.ts)
        answer = await it.ben.sees("said: echo three", it.channel)
        assert answer.thread == said.ts
        mention = await it.app.hears(type="app_mention")
        assert mention["ts"] == said.ts
        direct = await it.app.hears(channel_type="im")
        assert direct["channel"] == it.ann.direct


@in_loop
async def test_events_without_a_subscription_and_methods_without_a_scope_are_withheld() -> None:
    async with table(events=["message.im"], scopes=["chat:write"]) as it:
        await it.ben.say("hello", it.channel)
        await it.ben.say("hello", it.ben.direct)
        assert [body["event"]["channel_type"] for body in it.app.heard] == ["im"]
        with pytest.raises(SlackApiError, match="missing_scope"):
            await it.client.users_info(user=it.ann.id)
        assert [str(one) for one in it.server.violations] == [
            "users.info: needs a scope: users:read (docs.slack.dev)"
        ]


@in_loop
async def test_reactions_are_told_and_added() -> None:
    async with table() as it:
        ts = await it.post(text="board")
        board = await it.ann.sees("board", it.channel)
        await it.ann.react("+1", board)
        await it.client.reactions_add(channel=it.channel, timestamp=ts, name="+1")
        shown = await it.client.reactions_get(channel=it.channel, timestamp=ts)
        assert shown["message"]["reactions"][0]["users"] == [it.ann.id, it.server.bot_user]
        await it.ann.unreact("+1", board)
        removed = await it.app.hears(type="reaction_removed", user=it.ann.id)
        assert removed["item"]["ts"] == ts
        (now,) = it.server.messages(it.channel)
        assert now.reactions == {"+1": (it.server.bot_user,)}


@in_loop
async def test_the_home_tab_is_published_when_it_is_opened() -> None:
    async with table() as it:
        await it.ann.open_home()
        assert (await it.ann.home("Your games")).blocks


@in_loop
async def test_an_upload_in_three_steps_is_shown_once_it_is_ready() -> None:
    async with table() as it:
        it.server.file_seconds = 60
        sent = await it.client.files_upload_v2(filename="board.png", content=PNG, alt_txt="x")
        file = sent["file"]["id"]
        assert it.server.files[file].content == PNG
        told = (await it.client.files_info(file=file))["file"]
        assert await it.refused(text="a board", blocks=[image(file)]) == "invalid_blocks"
        assert not told["mimetype"]
        it.server.later(60)
        assert (await it.client.files_info(file=file))["file"]["mimetype"] == "image/png"
        await it.post(text="a board", blocks=[image(file)])
        assert it.server.violations == []
        await it.client.files_delete(file=file)
        assert await it.refused(text="a board", blocks=[image(file)]) == "invalid_blocks"
        (violation,) = it.server.violations
        assert "an upload that was completed" in violation.rule


@in_loop
async def test_a_file_is_shared_in_a_channel() -> None:
    async with table() as it:
        sent = await it.client.files_upload_v2(
            filename="a.png", content=PNG, initial_comment="here", channel=it.channel
        )
        assert (await it.ann.sees("here", it.channel)).files == (sent["file"]["id"],)


@in_loop
async def test_people_and_conversations_are_described() -> None:
    async with table() as it:
        ann = (await it.client.users_info(user=it.ann.id, include_locale=True))["user"]
        assert (ann["locale"], ann["tz"], ann["is_restricted"]) == ("de-DE", "Europe/London", False)
        opened = await it.client.conversations_open(users=it.ann.id)
        assert opened["channel"]["id"] == it.ann.direct
        members = (await it.client.conversations_members(channel=it.channel))["members"]
        assert set(members) == {it.ann.id, it.ben.id, it.server.bot_user}
        left = it.server.channel("left", member=False)
        info = (await it.client.conversations_info(channel=left))["channel"]
        assert (info["name"], info["is_member"]) == ("left", False)
        with pytest.raises(SlackApiError, match="not_in_channel"):
            await it.client.chat_postMessage(channel=left, text="hello")
        gone = it.server.person("Gus", deleted=True)
        with pytest.raises(SlackApiError, match="user_disabled"):
            await it.client.conversations_open(users=gone.id)


@in_loop
async def test_history_and_deletion_are_of_messages_for_all() -> None:
    async with table() as it:
        first, second = await it.post(text="one"), await it.post(text="two")
        await it.client.chat_postEphemeral(channel=it.channel, user=it.ann.id, text="three")
        await it.client.chat_delete(channel=it.channel, ts=first)
        history = await it.client.conversations_history(channel=it.channel)
        assert [one["ts"] for one in history["messages"]] == [second]
        with pytest.raises(SlackApiError, match="message_not_found"):
            await it.client.chat_update(channel=it.channel, ts=first, text="four")
        said = await it.ann.say("mine", it.channel)
        with pytest.raises(SlackApiError, match="cant_update_message"):
            await it.client.chat_update(channel=it.channel, ts=said.ts, text="yours")


@in_loop
async def test_events_of_people_of_other_workspaces_tell_theirs_and_whose_the_app_is() -> None:
    async with table() as it:
        zoe = it.server.person("Zoe", stranger=True)
        await zoe.say("hello", it.channel)
        await it.app.hears(type="message", text="hello", team="T0OTHER")
        body = next(one for one in it.app.heard if one.get("event", {}).get("text") == "hello")
        assert body["team_id"] == "T0OTHER"
        assert [one["team_id"] for one in body["authorizations"]] == [it.server.team]


@in_loop
async def test_changes_of_people_are_told_and_an_event_comes_again() -> None:
    async with table() as it:
        await it.ann.change(name="Anna", deleted=True)
        heard = await it.app.hears(type="user_change")
        assert (heard["user"]["real_name"], heard["user"]["deleted"]) == ("Anna", True)
        await it.server.socket.event_again()
        changes = [one for one in it.app.heard if one.get("event", {}).get("type") == "user_change"]
        assert len({one["event_id"] for one in changes}) == 1 < len(changes)


@in_loop
async def test_each_kind_of_conversation_is_read_by_a_scope_of_its_own() -> None:
    async with table(scopes=["chat:write", "groups:history"]) as it:
        private = it.server.channel("private", private=True)
        about = {"event_type": "post", "event_payload": {"number": 1}}
        first = await it.client.chat_postMessage(channel=private, text="one", metadata=about)
        await it.client.chat_postMessage(channel=private, text="two", thread_ts=first["ts"])
        read = await it.client.conversations_replies(
            channel=private, ts=first["ts"], include_all_metadata=True
        )
        assert [one["text"] for one in read["messages"]] == ["one", "two"]
        assert [one.get("metadata") for one in read["messages"]] == [about, None]
        with pytest.raises(SlackApiError, match="missing_scope"):
            await it.client.conversations_history(channel=it.channel)


@in_loop
async def test_a_broken_rule_is_refused_and_told_with_its_source() -> None:
    async with table() as it:
        assert await it.refused(text="x", blocks=[section("x" * 3001)]) == "invalid_blocks"
        (violation,) = it.server.violations
        assert violation.method == "chat.postMessage"
        assert "text of a section has 1 to 3000 characters" in str(violation)
        assert "@slack/types" in str(violation)


@in_loop
async def test_unknown_methods_arguments_and_tokens_are_refused() -> None:
    async with table() as it:
        for method, error in (("chat.nothing", "unknown_method"), ("chat.update", "invalid_arg")):
            with pytest.raises(SlackApiError, match=error):
                await it.client.api_call(method, json={"channel": it.channel})
        await it.client.api_call("auth.test", json={"colour": "red"})
        assert [one.method for one in it.server.violations] == [
            *("chat.nothing", "chat.update", "auth.test")
        ]
        for token, error in (("xoxb-no", "invalid_auth"), ("", "not_authed")):
            with pytest.raises(SlackApiError, match=error):
                await AsyncWebClient(token, base_url=it.server.api_url).auth_test()


@in_loop
async def test_faults_come_on_demand() -> None:
    async with table() as it:
        it.server.fail("chat.postMessage", "ratelimited", retry_after=7)
        with pytest.raises(SlackApiError) as caught:
            await it.post(text="one")
        assert caught.value.response.status_code == 429
        assert caught.value.response.headers["Retry-After"] == "7"
        it.server.fail("chat.postMessage", http=500)
        with pytest.raises(SlackApiError):
            await it.post(text="one")
        it.server.fail("chat.postMessage", "channel_not_found", slow=0.01)
        assert await it.refused(text="one") == "channel_not_found"
        assert it.server.messages(it.channel) == []


@in_loop
async def test_a_lost_answer_is_done_all_the_same() -> None:
    async with table() as it:
        it.client.retry_handlers.clear()
        it.server.fail("chat.postMessage", "lost")
        with pytest.raises(ClientConnectionError):
            await it.post(text="one")
        assert [one.text for one in it.server.messages(it.channel)] == ["one"]


@in_loop
async def test_tiers_limit_posts_to_one_a_second_and_channel() -> None:
    async with table() as it:
        it.server.tiers = True
        await it.post(text="one")
        assert await it.refused(text="two") == "ratelimited"
        it.server.later(1)
        ts = await it.post(text="two")
        for _ in range(50):
            await it.client.chat_update(channel=it.channel, ts=ts, text="three")
        with pytest.raises(SlackApiError, match="ratelimited"):
            await it.client.chat_update(channel=it.channel, ts=ts, text="three")


@in_loop
async def test_a_client_that_is_asked_to_connects_anew() -> None:
    async with table() as it:
        await it.server.disconnect("refresh_requested")
        await it.ann.command("/codenames", "", it.channel)
        await it.ann.sees("Join", it.channel)
        assert it.server.connections == 2


@in_loop
async def test_a_client_whose_socket_is_cut_connects_anew() -> None:
    async with table(ping_seconds=0.1) as it:
        await it.server.cut()
        await it.ann.command("/help", "", it.channel)
        await it.server.cut(abruptly=True)
        await it.ann.command("/help", "", it.channel)
        assert it.server.connections == 3


@in_loop
async def test_an_envelope_is_delivered_twice_on_demand() -> None:
    async with table() as it:
        it.server.redeliver_next()
        await it.ann.say("hello", it.ann.direct)
        await it.ann.say("again", it.ann.direct)
        names = [body["event_id"] for body in it.app.heard]
        assert len(names) == 3
        assert names[0] == names[1] != names[2]
