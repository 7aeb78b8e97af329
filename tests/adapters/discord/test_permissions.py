"""Permissions that the bot lacks, on the loopback Discord: it reports them before the game."""

import pytest

from tests.adapters.discord.hall import hall
from tests.loopback.discord import Permission
from tests.loopback.table import in_loop

NAMES = {
    Permission.VIEW_CHANNEL: "View Channel",
    Permission.SEND_MESSAGES: "Send Messages",
    Permission.ATTACH_FILES: "Attach Files",
}


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["codenames", "hangman"])
@pytest.mark.parametrize("missing", NAMES, ids=str)
def test_no_game_begins_where_no_board_could_be_posted(missing: Permission, game: str) -> None:
    @in_loop
    async def play() -> None:
        async with hall() as h:
            h.server.permit(h.channel, deny=missing)
            told = await h.people[0].slash(f"/{game} new")
            assert told.ephemeral
            assert f"I lack permissions here: {NAMES[missing]}" in told.text
            assert await h.games.current(h.room) is None
            h.server.permit(h.channel, allow=missing)
            await h.people[0].slash(f"/{game} new")
            assert await h.games.current(h.room) is not None

    play()


@in_loop
async def test_missing_permissions_are_told_in_the_persons_language_and_all_at_once() -> None:
    async with hall() as h:
        h.server.permit(h.channel, deny=Permission.SEND_MESSAGES | Permission.ATTACH_FILES)
        h.people[0].user.locale = "ja"
        told = await h.people[0].slash("/codenames new")
        assert "「メッセージを送信」" in told.text
        assert "「ファイルを添付」" in told.text


@in_loop
async def test_the_first_act_on_a_board_that_cannot_be_posted_any_more_says_so() -> None:
    async with hall() as h:
        session = await h.playing()
        h.server.permit(h.channel, deny=Permission.SEND_MESSAGES)
        told = await h.due(session).slash("/clue", word="zebra", number="2")
        assert "I lack permissions here: Send Messages" in told.text
        assert (await h.session()).version == session.version
