"""Answers when Slack fails: the game continues, and the person still gets an answer."""

import asyncio
from typing import Final

import pytest
from structlog.testing import capture_logs

from adapters.slack.connection import api_errors
from tests.adapters.slack.hall import Workspace, workspace
from tests.loopback.slack import Person
from tests.loopback.slack.methods import METHODS
from tests.loopback.slack.server import PAGES
from tests.loopback.table import in_loop
from tests.profile import either

UNDONE: Final = either(tuple(PAGES), quick=("plain", "empty"))


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the pause between the tries of a call."""
    pauses = {fault: (0.0,) * len(tries) for fault, tries in api_errors.REPEAT_PAUSES.items()}
    monkeypatch.setattr(api_errors, "REPEAT_PAUSES", pauses)


async def evening(it: Workspace, kind: str) -> None:
    """Play; before each act, set one failure for each method and address."""

    def fail() -> None:
        it.server.mend()
        for method in METHODS:
            it.server.fail(method, kind)
        for address in ("upload", "response_url"):  # these answer with a status alone
            it.server.fail(address, "plain")

    ann, bob = it.people[:2]
    fail()
    await it.typed(ann, "new")
    lobby = await bob.sees("Join", it.channel)
    fail()
    await bob.press(lobby, "Join")
    await it.onlooker.sees("Bob", it.channel)
    fail()
    await it.playing()
    giver = it.due(await it.session())
    fail()
    await giver.press(it.board(), "My key")
    await giver.close(await giver.modal("A1"))
    fail()
    await giver.press(it.board(), "Give a clue")
    form = await giver.modal("one word")
    fail()
    assert await giver.submit(form, {"one word": "zebra", "1 to 9": "2"}) == {}
    await it.onlooker.sees("zebra", it.channel)
    fail()
    await it.typed(giver, "clue", "lion", "1")
    await giver.sees("turn", it.channel)
    guesser = it.due(await it.session())
    fail()
    await guesser.say(f"<@{it.server.bot_user}> guess A1", it.channel)
    await it.onlooker.sees("→", it.channel)
    fail()
    await ann.open_home()
    await ann.home("Your games")


@pytest.mark.sampled
@in_loop
@pytest.mark.longer
@pytest.mark.either_database
@pytest.mark.parametrize("kind", UNDONE)
async def test_a_game_goes_on_though_each_call_fails_at_first(kind: str) -> None:
    async with workspace() as it:
        with capture_logs() as logs:
            await evening(it, kind)
        assert not [log for log in logs if log["event"] in ("fault", "person-not-told")]


async def refused(it: Workspace, ann: Person) -> None:
    await it.typed(ann, "guess", "A1")


async def keyed(it: Workspace, ann: Person) -> None:
    await ann.press(await ann.sees("Join", it.channel), "Rules")


async def wrote(it: Workspace, ann: Person) -> None:
    await ann.say("guess whale", it.people[0].direct)


async def mentioned(it: Workspace, ann: Person) -> None:
    await ann.say(f"<@{it.server.bot_user}> guess whale", it.channel)


async def shared(it: Workspace, ann: Person) -> None:
    await ann.command("/spyring", "leaderboard share:yes", it.channel)


NOT_OPENED: Final = "Slack didn't open the window"


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize("kind", ["plain", "sign in"])
@pytest.mark.parametrize(
    ("act", "failing", "words"),
    [
        (refused, ("response_url",), "started yet"),
        (refused, ("response_url", "chat.postEphemeral"), "started yet"),
        (keyed, ("views.open",), NOT_OPENED),
        (keyed, ("views.open", "response_url", "chat.postEphemeral"), NOT_OPENED),
        (mentioned, ("chat.postEphemeral",), "started yet"),
    ],
)
async def test_who_gets_no_answer_is_told_in_a_way_that_still_works(
    act: object, failing: tuple[str, ...], words: str, kind: str
) -> None:
    assert callable(act)
    async with workspace() as it:
        ann = it.people[0]
        await it.typed(ann, "new")
        await it.onlooker.sees("Join", it.channel)
        for method in failing:
            it.server.fail(method, kind, times=20)
        with capture_logs() as logs:
            await act(it, ann)
            await ann.sees(words)
        assert "fault" not in [log["event"] for log in logs]


@in_loop
async def test_nobody_is_told_of_a_tab_that_slack_does_not_show() -> None:
    async with workspace() as it:
        ann, before = it.people[0], len(it.server.calls)
        it.server.fail("views.publish", "html", times=20)
        with capture_logs() as logs:
            await ann.open_home()
            async with asyncio.timeout(20):
                while not any(log["event"] == "answer-not-taken" for log in logs):
                    await asyncio.sleep(0.01)
        called = {one.method for one in it.server.calls[before:]}
        assert "views.publish" in called
        assert not [one for one in called if one.startswith("chat.")]
        it.server.mend()
        await ann.open_home()
        await ann.home("Your games")


@in_loop
async def test_an_answer_that_comes_as_a_direct_message_links_its_channel() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await it.typed(ann, "new")
        await it.onlooker.sees("Join", it.channel)
        for method in ("response_url", "chat.postEphemeral"):
            it.server.fail(method, "plain", times=20)
        await it.typed(ann, "guess", "A1")
        said = await ann.sees("started yet", ann.direct)
        assert said.text.startswith(f"<#{it.channel}> ")
        assert f"<#{it.channel}>" in said.words


@in_loop
async def test_a_reply_in_a_direct_message_that_cannot_be_posted_is_shown_to_the_writer() -> None:
    async with workspace() as it:
        ann = it.people[0]
        it.server.fail("chat.postMessage", "html", times=20)
        await ann.say("guess whale", ann.direct)
        said = await ann.sees("which game you mean", ann.direct)
        assert said.reader == ann.id


@in_loop
async def test_a_reply_whose_answer_was_lost_stands_once() -> None:
    async with workspace() as it:
        ann = it.people[0]
        it.server.fail("chat.postMessage", "lost", times=2)
        await ann.say("guess whale", ann.direct)
        await ann.sees("which game you mean", ann.direct)
        while "conversations.history" not in [call.method for call in it.server.calls][-1:]:
            await it.server.changed()
        said = [one for one in it.server.messages_of(ann.direct) if one.user != ann.id]
        assert len(said) == 1


@in_loop
async def test_a_person_whom_no_answer_reaches_is_told_of_to_operators() -> None:
    async with workspace() as it:
        ann = it.people[0]
        for method in ("response_url", "chat.postEphemeral", "chat.postMessage"):
            it.server.fail(method, "plain", times=40)
        with capture_logs() as logs:
            await it.typed(ann, "guess", "A1")
            async with asyncio.timeout(20):
                while "person-not-told" not in [log["event"] for log in logs]:
                    await it.server.changed()
        assert "fault" not in [log["event"] for log in logs]
