"""Boards on the loopback Discord say who plays, and who stopped the game."""

from dataclasses import replace

from adapters.chat.message_view import LOG_LINES, RenderOptions
from adapters.discord.output.render import message
from bot.games import GameView
from bot.identity import User
from bot.lobby.model import Status
from bot.lobby.view import seating
from bot.texts import Texts
from core.codenames.model import Identity
from core.codenames.present import FACES
from core.view import Block, Fields, Grid, Text, Tone
from tests.adapters.discord.gallows import playing, press, tries, waited
from tests.adapters.discord.output.test_messages import stage
from tests.adapters.discord.payload import body, breaches
from tests.adapters.discord.views import said
from tests.bot.bots import Hands
from tests.bot.games.parlour import Parlour, due, in_parlour
from tests.bot.lobby.tables import chairs, running
from tests.loopback.discord.mention import walk
from tests.loopback.discord.schema import load
from tests.loopback.table import in_loop

TEAMS = ("blue", "red", "green", "yellow", "purple")
GUESSERS = 8
LONGEST = 32
"""Maximum characters of a name on Discord."""


@in_loop
async def test_a_game_that_was_stopped_says_so_in_the_channel_and_on_key_cards() -> None:
    async with stage() as it, it.shown():
        ann, bob, *_ = it.hall.people
        await it.hall.playing()
        await it.hall.clued()
        await it.drawn()
        await ann.slash("/codenames stop")
        await it.drawn()
        for shown in (it.newest(), it.card(ann)):
            lines = shown.text.splitlines()
            assert lines[0] == "### Codenames: stopped"
            assert "**Ann stopped this game before its end.**" in lines[1:3]
            assert "guesses on" not in shown.text
        assert [one for one in it.newest().labels if "Play again" in one]
        await bob.slash("/codenames board")
        assert "Ann stopped this game before its end." in bob.last().text


@in_loop
async def test_a_running_board_tells_who_plays_and_that_a_host_has_changed() -> None:
    async with stage() as it, it.shown():
        ann, bob, *_ = it.hall.people
        await it.hall.playing()
        await it.drawn()
        text = it.newest().text
        assert "-# ●B Blue: Ann (spymaster) · Bob (guesser)" in text
        assert "-# ■R Red: Cat (spymaster) · Dan (guesser)" in text
        assert "-# Host: Ann" in text
        await ann.slash("/codenames table replace", place="red-guesser", who="ace")
        assert "Nobody is " not in ann.last().text
        assert "The bot ace is now the Red guesser" in ann.last().text
        await ann.slash("/codenames leave")
        await it.drawn()
        text = it.newest().text
        assert "-# ■R Red: Cat (spymaster) · the bot ace (guesser)" in text
        assert "-# Host: Bob" in text
        await bob.slash("/codenames board")
        assert "-# ●B Blue: Bob (guesser)" in bob.last().text


@in_loop
async def test_who_was_not_at_the_table_plays_again_as_the_host_of_the_next() -> None:
    time = Hands()
    async with stage(time) as it, it.shown():
        ann, *_ = it.hall.people
        eve = it.hall.onlooker
        await it.hall.playing()
        await ann.slash("/codenames stop")
        await it.drawn()
        time.forward(minutes=3)
        await eve.press(it.newest(), "Play again")
        session = await it.drawn()
        assert session.lobby.status is Status.LOBBY
        assert [one.user for one in session.lobby.members] == [User("discord", str(eve.user.id))]
        assert session.lobby.host == User("discord", str(eve.user.id))
        assert 'The host, Eve, then presses "Start"' in it.newest().text
        assert not it.newest().pings


def test_the_largest_table_leaves_the_log_and_the_buttons_of_the_board(sqlite_url: str) -> None:
    async def looked(parlour: Parlour) -> GameView:
        session = await parlour.playing()
        await parlour.say(due(session), "clue zebra 2")
        return await parlour.games.view(session.game_id)

    shown = message(_crowded(in_parlour(sqlite_url, looked)), RenderOptions(Texts.load()))
    assert breaches(shown, load()) == []
    parts = list(walk(body(shown)["components"]))
    text = "\n".join(part.get("content", "") for part in parts)
    assert [f"-# B3 {one:03}" in text for one in range(LOG_LINES + 1)] == [
        False,
        *[True] * LOG_LINES,
    ]
    assert text.count("W" * LONGEST) == len(TEAMS) * (GUESSERS + 1) + 1
    assert sum(part["type"] == 2 for part in parts) > 25


def _crowded(look: GameView) -> GameView:
    """Return a look with as many players as possible, and more messages than it shows."""
    people = {
        chair.seat.replace("-", "_"): User("discord", str(number))
        for number, chair in enumerate(chairs(*TEAMS, guessers=GUESSERS))
    }
    lobby = running(chairs(*TEAMS, guessers=GUESSERS), **people).lobby
    faces = {team: FACES[Identity[team.upper()]] for team in TEAMS}
    crowd = seating(lobby, lambda _user: "W" * LONGEST, faces)
    log = [Text(said(f"{one:03}"), Tone.QUIET) for one in range(LOG_LINES + 1)]
    blocks: list[Block] = []
    for block in look.view.blocks:
        if isinstance(block, Fields) and block.tone is Tone.QUIET:
            blocks += [*log, crowd]
        elif not (isinstance(block, Text) and block.tone is Tone.QUIET):
            blocks.append(block)
    assert any(isinstance(block, Grid) for block in blocks)
    return replace(look, view=replace(look.view, blocks=tuple(blocks)))


@in_loop
async def test_a_word_of_the_day_that_was_stopped_goes_on_by_opening_it_again() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await ann.slash("/hangman new", daily=True)
        session = await waited(h, lambda s: s.state.word is not None, "the dealer's word")
        word = session.state.word.value
        await press(h, ann, f"guess {word[0]}")
        await waited(h, lambda s: tries(s) == [word[0]], "a guess")
        await ann.slash("/hangman stop")
        await h.settled()
        assert "anybody who opens the word of the day continues from here" in h.board().text
        assert h.server.leaks(word.upper()) == []
        await bob.slash("/hangman new", daily=True)
        again = await h.session()
        assert (again.game_id, tries(again)) == (session.game_id, [word[0]])
        await press(h, bob, f"guess {word[-1]}" if word[-1] != word[0] else f"guess {word[1]}")
        await waited(h, lambda s: len(tries(s)) > 1, "a guess of who opened it again")
        await h.settled()
        assert "-# ▲G Guessers: Ann, Bob" in h.board().text
        assert "-# Host: Bob" in h.board().text
