"""Views name the people of a table: the players, the person who is thinking, and who stopped it."""

import pytest

from bot.chat.privacy.leave import leave_and_forget
from bot.games.names import TableNames
from bot.games.requests import Delivery, GameView, Submission
from bot.games.views import private_view_for, view_for
from bot.identity import GameId
from bot.lobby.model import Status
from bot.texts import Texts
from core.view import Cell, Choice, Choices, Fields, FormBlock, Grid, Text, Tone
from tests.bot.games.gallows import ATTIC, Gallows, at_gallows
from tests.bot.games.parlour import Parlour, card, due, in_parlour, person


def names_of(*people: str) -> TableNames:
    return TableNames({person(name).user: name.title() for name in people})


ENGLISH, JAPANESE = Texts.load("en"), Texts.load("ja")


def said(look: GameView, texts: Texts = ENGLISH) -> list[str]:
    """Return the title and the sentences of a look, except quiet ones and rows."""
    loud = [one for one in look.view.blocks if isinstance(one, Text) and one.tone is not Tone.QUIET]
    return [texts.say(look.view.title), *(texts.say(one.phrase) for one in loud)]


def players(look: GameView, texts: Texts = ENGLISH) -> list[str]:
    """Return the rows that name the players and the host."""
    rows = [
        row
        for block in look.view.blocks
        if isinstance(block, Fields) and block.tone is Tone.QUIET
        for row in block.rows
    ]
    return [f"{texts.say(name)}: {texts.say(value)}" for _, name, value in rows]


# A game that was stopped.


@pytest.mark.parametrize("clued", [False, True])
def test_a_stopped_game_says_so_and_by_whom_on_every_board(sqlite_url: str, clued: bool) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        if clued:
            await parlour.say(due(session), "clue zebra 2")
        before = await parlour.games.view(session.game_id)
        await parlour.say("ann", "stop")
        for user in (None, *(person(name).user for name in ("ann", "bob", "eve"))):
            look = await parlour.games.view(session.game_id, user)
            assert said(look)[:2] == [
                "Codenames: stopped",
                "Ann stopped this game before its end.",
            ]
            assert said(look, JAPANESE)[:2] == [
                "コードネーム：中止",
                "このゲームは、終わる前にAnnさんが中止しました。",
            ]
            assert not any(isinstance(block, FormBlock) for block in look.view.blocks)
        after = await parlour.games.view(session.game_id)
        assert _faces(after) == _faces(before)

    in_parlour(sqlite_url, evening)


def test_a_key_is_for_some_alone_until_the_game_is_over(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        await parlour.say(due(session), "clue zebra 2")
        assert (await parlour.games.view(session.game_id)).keyed
        guesser = due(await parlour.session())
        await parlour.say(guesser, f"guess {card(session, 'assassin')}")
        assert not (await parlour.games.view(session.game_id)).keyed

    in_parlour(sqlite_url, evening)


def _cells(look: GameView) -> list[Cell]:
    grids = [block for block in look.view.blocks if isinstance(block, Grid)]
    return [cell for grid in grids for row in grid.cells for cell in row]


def _faces(look: GameView) -> list[tuple[str, str]]:
    return [(cell.label, cell.face.letter) for cell in _cells(look)]


def test_a_key_card_says_so_too_and_shows_no_more_and_no_less_than_before(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        await parlour.playing()
        spymaster, guesser = person("ann").user, person("bob").user
        names = names_of("ann", "bob", "cat", "dan")
        before = private_view_for(await parlour.session(), spymaster, names)
        await parlour.say("ann", "stop")
        session = await parlour.session()
        own = private_view_for(session, spymaster, names)
        assert said(own)[:2] == ["Codenames: stopped", "Ann stopped this game before its end."]
        assert _hints(own) == _hints(before) != []
        assert _hints(view_for(session, None, names)) == []
        assert _hints(view_for(session, guesser, names)) == []
        assert {letter for _, letter in _faces(view_for(session, None, names))} == {" "}

    in_parlour(sqlite_url, evening)


def _hints(look: GameView) -> list[str]:
    return [cell.hint.letter for cell in _cells(look) if cell.hint]


def test_who_stopped_it_is_named_though_they_were_never_at_the_table(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        game = (await parlour.playing()).game_id
        keeper = person("eve", manages=True)
        await parlour.games.submit(keeper, Submission("stop", game_id=game))
        assert said(await parlour.games.view(game))[1] == "Eve stopped this game before its end."
        await leave_and_forget(parlour.games, keeper.user)
        shown = said(await parlour.games.view(game))[1]
        assert shown == "Someone stopped this game before its end."

    in_parlour(sqlite_url, evening)


def test_a_word_that_was_not_found_stays_unsaid_where_the_game_was_stopped(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="honest", words=("planet", "puzzle"))
        word = await table.word()
        await table.say("ann", "guess p")
        await table.say("ann", "stop")
        look = await table.games.view(table.game_id)
        assert said(look)[:2] == ["Hangman: stopped", "Ann stopped this game before its end."]
        assert word not in repr(look).casefold()
        lines = [one.line for one in _choices(look)]
        assert lines == ["rematch"]

    at_gallows(sqlite_url, work)


def _choices(look: GameView) -> list[Choice]:
    return [
        one for block in look.view.blocks if isinstance(block, Choices) for one in block.choices
    ]


def test_a_word_of_the_day_that_was_stopped_says_until_when_it_can_go_on(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(daily=True)
        await table.say("ann", "stop")
        look = await table.games.view(table.game_id)
        assert said(look)[2] == (
            "This was the word of 2026-11-21: until that day is over (UTC), "
            "anybody who opens the word of the day continues from here."
        )
        await table.open("bob", room=ATTIC, daily=True)
        again = await table.games.view(table.game_id)
        assert (again.status, said(again)[0]) == (
            Status.RUNNING,
            "Hangman: guess a letter, or the whole word",
        )

    at_gallows(sqlite_url, work)


# The players.


def test_a_running_board_tells_who_plays_where_and_who_is_the_host(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        game = await parlour.open("ann", guessers=2)
        for name, seat in (("ann", "blue-spymaster"), ("bob", "blue-guesser")):
            await parlour.say(name, f"chair {seat}")
        await parlour.say("cat", "watch")
        await parlour.say("bob", "bot red-spymaster gloss")
        await parlour.say("ann", "start")
        table = [
            "Blue: Ann (spymaster) · Bob, a bot (guessers)",
            "Host: Ann",
            "Red: the bot gloss (spymaster) · a bot (guessers)",
        ]
        for user in (None, person("bob").user, person("cat").user):
            assert sorted(players(await parlour.games.view(game, user))) == table
        japanese = players(await parlour.games.view(game), JAPANESE)
        told = "青チーム：Annさん（スパイマスター）・Bobさん、ボット（諜報員）"
        assert [line.replace(": ", "：") for line in japanese if line.startswith("青")] == [told]
        await parlour.say("ann", "replace blue-spymaster gloss")
        await parlour.say("ann", "host recorder:bob")
        shown = players(await parlour.games.view(game))
        assert "Blue: the bot gloss (spymaster) · Bob, a bot (guessers)" in shown
        assert shown[-1] == "Host: Bob"

    in_parlour(sqlite_url, evening)


def test_the_final_board_tells_it_too_and_a_message_for_one_alone_does_not(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        names = names_of("ann", "bob", "cat", "dan")
        assert players(private_view_for(session, person("ann").user, names)) == []
        await parlour.say(due(session), "clue zebra 2")
        assassin = card(session, "assassin")
        await parlour.say(due(await parlour.session()), f"guess {assassin}")
        over = await parlour.games.view(session.game_id)
        assert over.status is Status.OVER
        assert sorted(players(over)) == [
            "Blue: Ann (spymaster) · Bob (guesser)",
            "Host: Ann",
            "Red: Cat (spymaster) · Dan (guesser)",
        ]

    in_parlour(sqlite_url, evening)


def test_who_plays_stands_behind_the_last_clue_before_what_there_is_to_press(
    sqlite_url: str,
) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        await parlour.say(due(session), "clue zebra 2")
        blocks = (await parlour.games.view(session.game_id)).view.blocks
        quiet = [
            one for one, block in enumerate(blocks) if getattr(block, "tone", None) is Tone.QUIET
        ]
        assert [type(blocks[place]) for place in quiet] == [Text, Fields]
        later = [one for one, block in enumerate(blocks) if isinstance(block, Choices | FormBlock)]
        assert all(place > quiet[-1] for place in later)

    in_parlour(sqlite_url, evening)


def test_a_team_whose_chairs_are_alike_is_a_list_of_names(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="honest", guessers=8)
        await table.say("bob", "guess q")
        await table.say("ann", "bot guess5")
        look = await table.games.view(table.game_id)
        assert players(look) == ["Dealer: a bot", "Guessers: Ann, Bob, a bot", "Host: Ann"]

    at_gallows(sqlite_url, work)


def test_a_board_that_waits_for_bots_alone_says_so(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        game = await parlour.open("ann", guessers=2)
        await parlour.say("ann", "chair blue-guesser")
        await parlour.say("ann", "start")
        session = await parlour.session()
        (seat,) = session.rules.to_act(session.state)
        team = seat.split("-")[0].title()
        assert said(await parlour.games.view(game))[1:] == [
            f"Thinking now: {team} spymaster (bot)."
        ]
        clue = session.game_type.game.parse("clue zebra 2", session.observe(seat), session.turn)
        await parlour.games.act(game, seat, clue, delivery=Delivery("bot", "1"), cause="test")
        shown = said(await parlour.games.view(game))[1:]
        bots = ["Thinking now: Red guesser (bot), Red guesser 2 (bot)."]
        assert shown == ([] if seat == "blue-spymaster" else bots)
        await parlour.say("ann", "stop")
        assert not [line for line in said(await parlour.games.view(game)) if "thinking" in line]

    in_parlour(sqlite_url, evening, seed=4)


def test_the_first_turn_names_the_level_of_bots_that_play_against_people(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        game = await parlour.open("ann", level="easy")
        await parlour.say("ann", "chair blue-guesser")
        await parlour.say("ann", "start")
        assert await levels(parlour, game) == [LEVEL]
        session = await parlour.session()
        while session.turn == 1:
            (seat,) = session.rules.to_act(session.state)
            line = "clue zebra 0" if seat.endswith("spymaster") else "guess A1"
            move = session.game_type.game.parse(line, session.observe(seat), session.turn)
            delivery = Delivery("bot", str(session.version))
            await parlour.games.act(game, seat, move, delivery=delivery, cause="test")
            session = await parlour.session()
        assert await levels(parlour, game) == []

    in_parlour(sqlite_url, evening, seed=4)


def test_no_level_is_named_where_all_teams_have_people(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        game = await parlour.open("ann")
        await parlour.say("ann", "chair blue-guesser")
        await parlour.say("bob", "chair red-guesser")
        await parlour.say("ann", "start")
        assert await levels(parlour, game) == []

    in_parlour(sqlite_url, evening)


LEVEL = "Opposing bots play at level easy. Bots of your own team always play their best."


async def levels(parlour: Parlour, game: GameId) -> list[str]:
    look = await parlour.games.view(game)
    told = [ENGLISH.say(one.phrase) for one in look.view.blocks if isinstance(one, Text)]
    return [line for line in told if "level" in line]
