"""Shiritori on the loopback Slack: by command, form, reply and mention."""

from datetime import timedelta

import pytest

from bot.gametypes.shiritori.game_type import shiritori_type
from tests.adapters.slack.hall import workspace
from tests.loopback.table import in_loop


@pytest.fixture(scope="module", autouse=True)
def _lists() -> None:
    """Load the lists' indexes first, as servers do, so that no move of a test waits for them."""
    shiritori_type().prepare()


@in_loop
async def test_words_are_given_by_command_form_and_mention() -> None:
    async with workspace() as it:
        ann, bob = it.people[:2]
        await ann.command("/shiritori", "new", it.channel)
        lobby = await bob.sees("Join", it.channel)
        await bob.press(lobby, "Join")
        await it.onlooker.sees("Bob", it.channel)
        await ann.command("/shiritori", "start", it.channel)
        await it.onlooker.sees("Any word", it.channel)
        await ann.command("/shiritori", "say しりとり", it.channel)
        await it.onlooker.sees("リ …", it.channel)
        await bob.press(it.board(), "Word")
        form = await bob.modal("Word")
        assert await bob.submit(form, {"a word in kana, kanji or Latin letters": "林檎"}) == {}
        await it.onlooker.sees("ゴ …", it.channel)
        await ann.say(f"<@{it.server.bot_user}> nice", it.channel)  # talk costs no life
        await ann.say(f"<@{it.server.bot_user}> ゴリラ", it.channel)
        board = await it.onlooker.sees("ラ …", it.channel)
        assert "My key" not in board.labels
        assert (await it.session()).state.readings == ("シリトリ", "リンゴ", "ゴリラ")


@in_loop
async def test_a_reading_is_pressed_and_giving_up_is_asked_about() -> None:
    async with workspace(patience=timedelta(minutes=5)) as it:
        ann, bob = it.people[:2]
        await ann.command("/shiritori", "new", it.channel)
        await bob.press(await bob.sees("Join", it.channel), "Join")
        await it.onlooker.sees("Bob", it.channel)
        await ann.command("/shiritori", "start", it.channel)
        await it.onlooker.sees("Any word", it.channel)
        await ann.command("/shiritori", "say 一目", it.channel)
        asked = await ann.sees("can be read as", it.channel)
        assert asked.reader == ann.id
        assert [*asked.labels] == ["イチモク", "ヒトメ"]
        await ann.press(asked, "イチモク")
        board = await it.onlooker.sees("ク …", it.channel)
        assert [*board.labels] == ["Word", "Board as text", "Give up"]
        await bob.press(board, "Give up")
        asked = await bob.sees("Do you really give up?", it.channel)
        assert not (await it.session()).is_over
        await bob.press(asked, "Give up")
        await it.onlooker.sees("Ann wins.", it.channel)


@in_loop
async def test_the_host_chooses_who_plays() -> None:
    async with workspace() as it:
        ann, bob = it.people[:2]
        await ann.command("/shiritori", "new", it.channel)
        await bob.sees("Join", it.channel)
        await ann.command("/shiritori", "settings join host", it.channel)
        lobby = await bob.sees("ask for a chair", it.channel)
        await bob.press(lobby, "Join")
        told = await bob.sees("join as a spectator with", it.channel)
        assert told.reader == bob.id
        await bob.press(it.board(), "Watch")
        await it.onlooker.sees("watching", it.channel)
        await ann.command("/shiritori", f"table replace player2 <@{bob.id}>", it.channel)
        await it.onlooker.sees("Player 2: Bob", it.channel)
        await bob.command("/shiritori", "table stand", it.channel)
        await it.onlooker.sees("Bob (member 2): waiting", it.channel)
        await bob.press(it.board(), "Join")
        await it.onlooker.sees("Player 2: Bob", it.channel)


@in_loop
async def test_a_wrong_word_ends_the_game() -> None:
    async with workspace() as it:
        ann, bob = it.people[:2]
        await ann.command("/shiritori", "new", it.channel)
        await bob.press(await bob.sees("Join", it.channel), "Join")
        await it.onlooker.sees("Bob", it.channel)
        await ann.command("/shiritori", "start", it.channel)
        await it.onlooker.sees("Any word", it.channel)
        await ann.command("/shiritori", "say みかん", it.channel)
        await it.onlooker.sees("Bob wins.", it.channel)


@in_loop
async def test_people_are_told_to_type_what_slack_reads_in_their_language_too() -> None:
    async with workspace() as it:
        ann = it.server.person("Hana", "ja-JP")
        await ann.command("/shiritori", "say りんご", it.channel)
        told = await ann.sees("/shiritori new", it.channel)
        assert told.reader == ann.id
        assert "ここにはまだゲームがありません" in told.words
