"""Tests of pictures as files: when Slack can show them, refusals by workspaces, and deletion."""

import asyncio
from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Any

import pytest
from structlog.testing import capture_logs

from adapters.picture import PictureFile
from adapters.slack.connection import pacing
from adapters.slack.connection.pacing import PacedClient
from adapters.slack.connection.scopes import SCOPES
from adapters.slack.connection.workspaces import OneWorkspace
from adapters.slack.ids import SLACK
from adapters.slack.output import files
from adapters.slack.output.blocks import SlackBlock, files_in
from adapters.slack.output.files import (
    REFUSED_SECONDS,
    SLOW_SECONDS,
    WINDOW_SECONDS,
    WINDOW_TITLE,
    Files,
)
from adapters.slack.output.render import SlackMessage
from bot.games.session import Session
from core.rules import Seat
from core.view import Drawing, Stroke, phrase
from tests.adapters.discord.hall import SEATS
from tests.adapters.slack.hall import Workspace, workspace
from tests.bot.games.parlour import card
from tests.loopback.slack import Person, Seen, SlackServer
from tests.loopback.table import in_loop
from tests.profile import either

UPLOAD = "files.getUploadURLExternal"


def has_picture(shown: Seen) -> bool:
    """Return whether a message or a view shows a picture."""
    return any("slack_file" in block for block in shown.blocks)


def refused(server: SlackServer) -> list[tuple[str, str]]:
    """Return the calls that Slack refused, with its errors."""
    return [(one.method, one.answer["error"]) for one in server.calls if not one.answer["ok"]]


def times(server: SlackServer, method: str) -> int:
    return sum(one.method == method for one in server.calls)


async def pressed_twice(it: Workspace, guesser: Person, card: str) -> None:
    """Guess a card by two presses on the board."""
    place = card.partition(" ")[0]
    board = await guesser.sees(f"<@{guesser.id}>", it.channel)
    await guesser.press(board, place)
    await guesser.press(await guesser.sees(f"{card} ←", it.channel), place)


async def played(it: Workspace, turns: int) -> None:
    """Play `turns` turns: in each, give a clue and guess cards, with two presses for each card."""
    words = iter(("zebra", "quartz", "xylem", "yodel", "fjord", "gizmo", "kazoo", "vortex"))
    await it.playing()
    while len((session := await it.session()).state.turns) < turns and not session.is_over:
        (seat,) = session.rules.to_act(session.state)
        person = it.people[SEATS.index(seat)]
        if seat.endswith("spymaster"):
            await it.typed(person, "clue", next(words), "1")
        else:
            await pressed_twice(it, person, own_card(session, seat.partition("-")[0]))
        while (await it.session()).version == session.version:
            await it.server.changed()


def own_card(session: Session, team: str) -> str:
    """Return the place and the word of a team's first covered card."""
    seen: Any = session.rules.observe(session.state, Seat(f"{team}-spymaster"))
    return next(
        f"{'ABCDE'[at // 5]}{at % 5 + 1} {card.word}"
        for at, card in enumerate(seen.cards)
        if card.key.name.lower() == team and at not in session.state.uncovered
    )


def files_on(server: SlackServer, now: Callable[[], float] = monotonic) -> Files:
    """Return an uploader of pictures to a server."""
    return Files(OneWorkspace(PacedClient(server.bot_token, server.api_url)), now=now)


def picture(at: float = 0.0) -> SlackMessage:
    """Return a message that shows a picture of its own."""
    drawing = Drawing((), (Stroke(((at, 0.0), (at, 1.0))),), phrase("chat-done"))
    file = PictureFile("drawing.png", drawing, "a picture")
    return SlackMessage((file,), "a board", (file,))


# When pictures can be shown.


@pytest.mark.slow
@pytest.mark.longer
@in_loop
async def test_no_message_of_a_game_shows_a_picture_before_slack_can() -> None:
    async with workspace() as it:
        await played(it, either(9, quick=2))
        assert has_picture(it.board())
        assert refused(it.server) == []
        # The limit is 100 questions a minute: a workspace holds 20 games with 3 acts a minute each.
        assert times(it.server, "files.info") <= 1.6 * times(it.server, UPLOAD)


@in_loop
async def test_a_window_shows_its_board_as_text_until_slack_can_show_the_picture() -> None:
    async with workspace() as it:
        await it.playing()
        keyed, other = it.people[0], it.people[2]
        for one in (keyed, other):
            await one.sees("Turn 1", one.direct)
        it.server.file_seconds, asked = 60, times(it.server, "files.info")
        await keyed.press(it.board(), "My key")
        assert not has_picture(await keyed.modal("A1 "))
        while times(it.server, "files.info") == asked:
            await it.server.changed()
        it.server.later(60)
        while not has_picture(await keyed.modal("A1 ")):
            await it.server.changed()
        assert refused(it.server) == []


@in_loop
async def test_without_the_scope_to_ask_the_press_on_a_board_is_used_until_it_is_taken() -> None:
    async with workspace() as it:
        it.server.scopes = frozenset(SCOPES.keys() - {"files:read"})
        giver = it.due(await it.playing())
        await it.typed(giver, "clue", "zebra", "2")
        guesser = it.due(await it.session())
        board = await guesser.sees(f"<@{guesser.id}>", it.channel)
        it.server.calls.clear()
        it.server.file_seconds = 1
        await guesser.press(board, "A1")
        assert has_picture(await guesser.sees(f"← {guesser.name}", it.channel))
        assert ("response_url", "invalid_blocks") in refused(it.server)
        assert not [one for one in it.server.calls if one.sent.get("ts") == board.ts]
        assert times(it.server, "files.info") == 0


@in_loop
async def test_the_time_that_pictures_take_is_learnt() -> None:
    async with SlackServer(SCOPES) as server:
        server.file_seconds, sent = 1, files_on(server)
        tries = []
        for number in range(3):
            before = times(server, "files.info")
            assert (await sent.send(server.team, picture(number / 4), taken))[0] == 1
            tries.append(times(server, "files.info") - before)
        assert tries[0] > 1
        assert min(tries[1:]) == 1


@in_loop
async def test_a_message_is_sent_where_slack_does_not_say_whether_its_picture_is_ready() -> None:
    async with SlackServer(SCOPES) as server:
        server.fail("files.info", "internal_error")
        assert (await files_on(server).send(server.team, picture(), taken))[0] == 1


async def taken(_: str, blocks: list[SlackBlock]) -> int:
    """Return the number of pictures in a message."""
    return len([*files_in(blocks)])


@in_loop
async def test_a_picture_that_is_never_ready_is_text_and_its_file_is_deleted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "READY_SECONDS", 0.1)
    async with workspace() as it:
        it.server.file_seconds = inf
        with capture_logs() as logs:
            await it.playing()
            board = await it.onlooker.sees("A1 ", it.channel)
        assert not has_picture(board)
        assert "pictures-not-shown" in [log["event"] for log in logs]
        assert refused(it.server) == []
        assert await it.server.until(lambda: not it.server.files or None, 10)


@in_loop
async def test_a_picture_that_somebody_has_deleted_is_sent_again_with_the_next_board() -> None:
    async with workspace() as it:
        giver = it.due(await it.playing())
        it.server.files.clear()
        await it.typed(giver, "clue", "zebra", "2")
        guesser = it.due(await it.session())
        assert has_picture(await guesser.sees(f"<@{guesser.id}>", it.channel))
        game_id = (await it.session()).game_id
        while await it.app.chat.tasks.outdated(game_id, SLACK):
            await asyncio.sleep(0.01)
        it.server.violations.clear()  # the key card pointed to a deleted file


# Workspaces that accept no files.


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize(
    "error", ["file_uploads_disabled", "missing_scope", "access_denied", "storage_limit_reached"]
)
async def test_where_no_files_are_taken_a_game_is_played_as_text(error: str) -> None:
    async with workspace() as it:
        it.server.fail(UPLOAD, error, times=1000)
        with capture_logs() as logs:
            giver = it.due(await it.playing())
            tried = times(it.server, UPLOAD)
            await it.typed(giver, "clue", "zebra", "2")
            guesser = it.due(await it.session())
            board = await guesser.sees(f"<@{guesser.id}>", it.channel)
            await giver.sees("A1 ", giver.direct)
            await giver.press(it.board(), "My key")
            await giver.modal("A1 ")
            await it.people[2].press(board, "Board as text")
        assert "A1 · " in board.words
        assert not has_picture(board)
        assert times(it.server, UPLOAD) == tried
        told = [log for log in logs if log["event"] == "uploads-refused"]
        assert [(log["log_level"], log["fault"]) for log in told] == [("error", error)]


@in_loop
async def test_the_example_boards_of_the_rules_are_text_where_no_files_are_taken() -> None:
    async with workspace() as it:
        it.server.fail(UPLOAD, "file_uploads_disabled", times=1000)
        await it.typed(it.people[0], "new")
        await it.people[0].press(await it.onlooker.sees("Join", it.channel), "Rules")
        assert "B2 k robot" in (await it.people[0].modal("A1")).words


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize("failures", [0, 1000])
async def test_the_last_board_tells_how_to_read_it_only_where_it_is_a_picture(
    failures: int,
) -> None:
    async with workspace() as it:
        it.server.fail(UPLOAD, "file_uploads_disabled", times=failures)
        await it.typed(it.due(await it.playing()), "clue", "zebra", "2")
        session = await it.session()
        await it.typed(it.due(session), "guess", card(session, "assassin"))
        board = await it.onlooker.sees("assassin", it.channel)
        while not (has_picture(board) or failures):
            await it.server.changed()
            board = it.board()
        assert ("a filled number is the turn" in board.words) is not bool(failures)


@in_loop
async def test_an_upload_that_fails_in_passing_is_text_once() -> None:
    async with workspace() as it:
        it.server.fail(UPLOAD, "internal_error")
        giver = it.due(await it.playing())
        await it.typed(giver, "clue", "zebra", "2")
        guesser = it.due(await it.session())
        assert has_picture(await guesser.sees(f"<@{guesser.id}>", it.channel))


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize("method", [UPLOAD, "upload", "files.completeUploadExternal", "files.info"])
async def test_a_workspace_that_hangs_gets_boards_as_text_for_a_minute(
    monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    clock = [0.0]
    async with SlackServer(SCOPES) as server, asyncio.timeout(pacing.CALL_SECONDS):
        sent = files_on(server, lambda: clock[0])
        server.fail(method, "hang")
        with monkeypatch.context() as quick, capture_logs() as logs:
            quick.setattr(files, "READY_SECONDS", 0.5)
            assert (await sent.send(server.team, picture(), taken))[0] == 0
        assert ("pictures-not-shown", "timeout") in [(one["event"], one["fault"]) for one in logs]
        asked = times(server, UPLOAD)
        clock[0] = SLOW_SECONDS - 1
        assert (await sent.send(server.team, picture(), taken))[0] == 0
        assert times(server, UPLOAD) == asked
        clock[0] = SLOW_SECONDS
        assert (await sent.send(server.team, picture(), taken))[0] == 1


@in_loop
async def test_a_board_comes_as_text_where_uploads_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "READY_SECONDS", 0.1)
    async with workspace() as it:
        it.server.fail(UPLOAD, "hang", times=1000)
        await it.playing()
        assert not has_picture(await it.onlooker.sees("A1 ", it.channel))


@in_loop
async def test_after_an_hour_a_workspace_is_asked_again_and_operators_are_told_once() -> None:
    clock = [0.0]
    async with SlackServer(SCOPES) as server:
        sent = files_on(server, lambda: clock[0])
        server.fail(UPLOAD, "file_uploads_disabled", times=2)
        with capture_logs() as logs:
            for seconds, shown, tried in ((0, 0, 1), (REFUSED_SECONDS - 1, 0, 1), (1, 0, 2)):
                clock[0] += seconds
                assert (await sent.send(server.team, picture(), taken))[0] == shown
                assert times(server, UPLOAD) == tried
            clock[0] += REFUSED_SECONDS
            assert (await sent.send(server.team, picture(), taken))[0] == 1
        assert [log["event"] for log in logs] == ["uploads-refused"]


@in_loop
async def test_who_asks_for_a_file_where_none_are_taken_is_told_what_to_do() -> None:
    async with workspace() as it:
        it.server.fail(UPLOAD, "file_uploads_disabled", times=1000)
        ann = it.people[0]
        await it.typed(ann, "new")
        await it.onlooker.sees("Join", it.channel)
        await ann.command("/spyring", "privacy export", it.channel)
        told = await ann.sees("Ask a workspace admin", it.channel)
        assert told.reader == ann.id


# The deletion of files that windows show.


def window_files(server: SlackServer) -> list[str]:
    return [one.id for one in server.files.values() if one.title == WINDOW_TITLE]


@in_loop
async def test_a_key_card_in_a_window_is_deleted_as_it_is_closed() -> None:
    async with workspace() as it:
        await it.playing()
        keyed = it.people[0]
        await keyed.press(it.board(), "My key")
        while not has_picture(window := await keyed.modal("A1 ")):
            await it.server.changed()
        assert window_files(it.server)
        await keyed.close(window)
        assert await it.server.until(lambda: not window_files(it.server) or None, 10)


@in_loop
async def test_a_window_that_is_closed_before_its_picture_is_ready_leaves_no_file() -> None:
    async with workspace() as it:
        await it.playing()
        it.server.file_seconds = 60
        keyed = it.people[0]
        await keyed.press(it.board(), "My key")
        await keyed.close(await keyed.modal("A1 "))
        while not window_files(it.server):
            await it.server.changed()
        it.server.later(60)
        assert await it.server.until(lambda: not window_files(it.server) or None, 10)


@in_loop
async def test_windows_whose_closing_was_not_heard_of_lose_their_files_after_an_hour() -> None:
    async with SlackServer(SCOPES) as server:
        before = files_on(server)
        for title in (WINDOW_TITLE, ""):
            await before.send(server.team, picture(), taken, title=title)
        for file in server.files.values():
            file.created -= WINDOW_SECONDS + 1
        left, kept = server.files
        after = files_on(server)
        await after.send(server.team, picture(), taken, title=WINDOW_TITLE)
        assert await server.until(lambda: left not in server.files or None, 10)
        assert kept in server.files
        assert len(window_files(server)) == 1


# Windows that come too late.


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize(
    "error", ["expired_trigger_id", "exchanged_trigger_id", "invalid_trigger_id"]
)
async def test_a_window_that_slack_does_not_open_is_told_to_the_presser_alone(error: str) -> None:
    async with workspace() as it:
        giver = it.due(await it.playing())
        for label in ("My key", "Give a clue"):
            it.server.fail("views.open", error)
            seen = len(it.server.messages_of(it.channel))
            await giver.press(it.board(), label)
            told = await giver.sees("Press the button again", it.channel)
            assert told.reader == giver.id
            assert len(it.server.messages_of(it.channel)) == seen + 1


@in_loop
async def test_who_presses_while_slack_opens_no_windows_is_told_for_how_long() -> None:
    async with workspace() as it:
        giver = it.due(await it.playing())
        it.server.fail("views.open", "ratelimited", retry_after=40)
        for label in ("My key", "Give a clue"):
            await giver.press(it.board(), label)
            told = await giver.sees("open windows for another", it.channel)
            assert told.reader == giver.id
            seconds = [int(word) for word in told.words.split() if word.isdigit()]
            assert 30 < seconds[0] <= 40
        assert [call.method for call in it.server.calls].count("views.open") == 1


@in_loop
async def test_a_window_for_which_slack_takes_too_long_is_asked_for_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pacing, "TRIGGER_SECONDS", 0.2)
    async with workspace() as it:
        giver = it.due(await it.playing())
        it.server.fail("views.open", "hang", times=2)
        await giver.press(it.board(), "Give a clue")
        await giver.sees("Press the button again", it.channel)
        assert [call.method for call in it.server.calls].count("views.open") == 1
