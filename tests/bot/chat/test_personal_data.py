"""People's data are shown, exported and deleted."""

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import select

from bot.chat.personal_data import EXPORT
from bot.chat.request import Reply
from bot.games.requests import Caller
from bot.identity import GuildId
from bot.lobby.model import Status
from bot.ratings.learn import learn
from bot.server.workers.learner import Learner
from bot.store import schema
from core.rules import Refusal
from core.view import Choice, Choices
from tests.bot.chat.asking import Queue, text, texts_in
from tests.bot.games.parlour import GUILD, Parlour, card, due, in_parlour, key, person
from tests.bot.ratings.games import BLUE_GUESS, BLUE_SPY, blue, game, keep_game

pytestmark = pytest.mark.either_database

ANN = person("ann").user


def choice(answer: Reply) -> Choice:
    """Return the only choice of an answer."""
    blocks = answer.view.blocks
    (found,) = [one for block in blocks if isinstance(block, Choices) for one in block.choices]
    return found


async def stored(parlour: Parlour) -> str:
    """Return every row of every table as text."""
    async with parlour.games.store.reading() as conn:
        tables = [(await conn.execute(select(one))).all() for one in schema.METADATA.sorted_tables]
    return str(tables)


def test_a_person_is_shown_what_is_stored_in_sentences_and_counts(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        queue = Queue(parlour)
        assert "Nothing is stored" in await queue.told("privacy show")
        await parlour.playing()
        shown = await queue.ask("privacy show")
        assert "Chairs that you've had: 1 entry" in text(shown)
        assert "Your name here" in text(shown)
        assert "座った席：1件" in text(shown, "ja")

    in_parlour(database_url, work)


async def learn_bobs_turn(parlour: Parlour) -> None:
    """Finish a game in which Bob picks a card for Ann's clue, and learn from it."""
    session = await parlour.playing()
    spymaster = due(session)
    guesser, game_id = {"ann": "bob", "cat": "dan"}[spymaster], session.game_id
    await parlour.say(spymaster, "clue zephyrous 1")
    await parlour.say(guesser, f"guess {card(session, 'assassin')}")
    await Learner(parlour.games).learn(game_id)


async def remembered(parlour: Parlour) -> list[str]:
    """Return the remembered clues."""
    async with parlour.games.store.reading() as conn:
        return [*await conn.scalars(select(schema.remembered_clues.c.clue))]


def test_remembered_clues_are_counted_exported_and_deleted_where_they_were_played(
    database_url: str,
) -> None:
    async def work(parlour: Parlour) -> None:
        queue = Queue(parlour)
        await learn_bobs_turn(parlour)
        assert await remembered(parlour) == ["zephyrous"]
        (row,) = await clues_exported(queue, "ann") or await clues_exported(queue, "cat")
        assert (row["clue"], row["part"], row["found"]) == ("zephyrous", "giver", False)
        who = "ann" if await clues_exported(queue, "ann") else "cat"
        assert "Clues with the cards" in await queue.told("privacy show", who)
        elsewhere = person(who, guild=GuildId("recorder:elsewhere"))
        assert "Clues with the cards" not in await queue.told("privacy show", elsewhere)
        assert await clues_exported(queue, elsewhere) == []
        assert await clues_exported(queue, elsewhere, direct=True) == [row]
        said = await queue.ask("privacy clues", who, remembered="off")
        assert "Bots have forgotten every clue" in text(said)
        assert "すべて削除しました" in text(said, "ja")
        assert await remembered(parlour) == []

    in_parlour(database_url, work)


async def clues_exported(queue: Queue, who: str | Caller, *, direct: bool = False) -> list[Any]:
    """Return the remembered clues in a person's export."""
    answer = await queue.ask("privacy export", who, direct=direct)
    assert answer.file is not None
    found: list[Any] = json.loads(answer.file.content)["clues"]
    return found


@pytest.mark.parametrize("line", ["privacy clues", "admin language", "admin packs family"])
def test_what_has_to_be_chosen_is_asked_for_and_nothing_changes(sqlite_url: str, line: str) -> None:
    async def work(parlour: Parlour) -> None:
        queue = Queue(parlour)
        await learn_bobs_turn(parlour)
        with pytest.raises(Refusal, match="ask-choice"):
            await queue.ask(line, "ann", manages=True)
        assert await remembered(parlour) == ["zephyrous"]

    in_parlour(sqlite_url, work)


def test_who_wants_no_clues_remembered_has_none_until_they_do(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        queue = Queue(parlour)
        for who in ("ann", "cat"):
            await queue.ask("privacy clues", who, remembered="off")
        await learn_bobs_turn(parlour)
        assert await remembered(parlour) == []
        for who in ("ann", "cat"):
            said = await queue.ask("privacy clues", who, remembered="on")
            assert "delete it after 180 days" in text(said)
        await learn_bobs_turn(parlour)
        assert await remembered(parlour) == ["zephyrous"]

    in_parlour(database_url, work)


def test_none_is_kept_that_is_learnt_while_somebody_switches_it_off(database_url: str) -> None:
    bob = person("bob").user
    table, homes = {BLUE_SPY: ANN, BLUE_GUESS: bob}, {ANN: GUILD, bob: GUILD}
    games = [f"game{number}" for number in range(8)]

    async def work(parlour: Parlour) -> None:
        store, queue = parlour.games.store, Queue(parlour)

        async def play(name: str) -> None:
            async with store.writing() as conn:
                await learn(conn, game(blue(1, "BB"), name=name, table=table, guilds=homes))

        async with store.writing() as conn:
            for name in games:
                await keep_game(conn, name)
        await play(games[0])
        assert len(await remembered(parlour)) == 2
        async with asyncio.TaskGroup() as group:
            for name in games[1:4]:
                group.create_task(play(name))
            group.create_task(queue.ask("privacy clues", remembered="off"))
            group.create_task(queue.ask("privacy delete sure", "bob"))
            for name in games[4:]:
                group.create_task(play(name))
        async with store.reading() as conn:
            learnt = await conn.scalars(select(schema.turns.c.game_id))
            assert sorted(learnt) == games
        assert await remembered(parlour) == []

    in_parlour(database_url, work)


def test_an_export_is_a_file_without_the_secrets_of_a_running_game(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        queue = Queue(parlour)
        assert await queue.refused("privacy export") == "privacy-nothing"
        session = await parlour.playing()
        await parlour.say(due(session), "clue zebra 2")
        answer = await queue.ask("privacy export", direct=True)
        assert answer.file is not None
        assert answer.file.name == EXPORT
        content = answer.file.content.decode()
        told = json.loads(content)
        assert told["user"] == str(ANN)
        words = {word for word, _ in key(await parlour.session())}
        assert not words & set(texts_in(told))
        assert "zebra" not in content
        assert repr(content) not in repr(answer)

    in_parlour(database_url, work)


def test_deleting_is_explained_first_and_does_nothing(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        queue = Queue(parlour)
        assert await queue.refused("privacy delete") == "privacy-nothing"
        await parlour.playing()
        before = await stored(parlour)
        answer = await queue.ask("privacy delete")
        assert choice(answer).line == "privacy delete sure"
        assert await stored(parlour) == before

    in_parlour(database_url, work)


def test_a_person_in_a_running_game_leaves_it_and_is_forgotten(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        queue = Queue(parlour)
        session = await parlour.playing()
        await parlour.say(due(session), "clue zebra 2")
        deleted = await queue.told(choice(await queue.ask("privacy delete")).line)
        assert "1 game stays, without your name" in deleted
        everything = await stored(parlour)
        assert str(ANN) not in everything
        assert "'Ann'" not in everything
        # The game continues for the others, in this process too.
        session = await parlour.session()
        assert session.lobby.status is Status.RUNNING
        assert ANN not in {member.user for member in session.lobby.members}
        assert "Nothing is stored" in await queue.told("privacy show")
        assert await queue.refused("privacy delete") == "privacy-nothing"

    in_parlour(database_url, work)


def test_a_second_press_on_the_button_deletes_nothing_more(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        queue = Queue(parlour)
        session = await parlour.playing()
        await parlour.say(due(session), "clue zebra 2")
        await parlour.say("bob" if due(session) == "ann" else "dan", "leave")
        await queue.ask("privacy delete sure")
        before = await stored(parlour)
        assert "No game had your name" in await queue.told("privacy delete sure")
        assert await stored(parlour) == before

    in_parlour(sqlite_url, work)


def test_finished_games_keep_their_moves_without_the_name(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        queue = Queue(parlour)
        session = await parlour.playing()
        spymaster = due(session)
        await parlour.say(spymaster, "clue zebra 2")
        guesser = {"ann": "bob", "cat": "dan"}[spymaster]
        await parlour.say(guesser, f"guess {card(session, 'assassin')}")
        assert (await parlour.session()).lobby.status is Status.OVER
        await queue.ask("privacy delete sure", guesser)
        assert person(guesser).user not in {
            member.user for member in (await parlour.session()).lobby.members
        }

    in_parlour(sqlite_url, work)
