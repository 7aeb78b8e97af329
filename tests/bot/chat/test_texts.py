from datetime import UTC, datetime

import pytest

from bot.chat.request import Reply
from bot.chat.services import ChatServices
from bot.games.messages import MessageTarget, MessageTasks
from bot.games.requests import Countdown
from bot.identity import GameId, User
from bot.server.workers.learner import Learner
from bot.store import rooms
from bot.store.leases import new_holder
from bot.store.rooms import GuildRow
from core.view import Phrase
from core.words.packs import Pack
from tests.bot.chat.asking import LANGUAGES, Queue, text
from tests.bot.countdowns import countdowns_of
from tests.bot.games.parlour import (
    GUILD,
    ROOM,
    SEATS,
    Parlour,
    card,
    due,
    in_parlour,
    key,
    person,
    taught,
)

pytestmark = pytest.mark.either_database

ANN = person("ann").user


def test_a_room_is_told_in_its_guilds_language_and_a_person_in_their_own(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id = await parlour.open()
        public, own = MessageTarget(game_id, ROOM), MessageTarget(game_id, ROOM, ANN)
        services, other = (ChatServices(parlour.games, default) for default in ("en", "ja"))
        tasks = MessageTasks(parlour.games, new_holder())

        async def drawn(target: MessageTarget) -> str:
            task = await tasks.claim(target)
            assert task is not None
            return services.texts_for(*task.game_view.languages).language

        async def spoken(asked: ChatServices, reader: User | None = None) -> str:
            return (await asked.texts_in(ROOM, reader=reader)).language

        assert (await spoken(services), await spoken(other)) == ("en", "ja")
        async with parlour.games.store.writing() as conn:
            await rooms.put_guild(conn, GuildRow(GUILD, "ja", {}))
        assert await spoken(services) == "ja"
        async with parlour.games.store.writing() as conn:
            await rooms.ensure_user(conn, ANN, "Ann", "en-GB")
        assert (await spoken(services, ANN), await spoken(services)) == ("en", "ja")
        assert (await drawn(own), await drawn(public)) == ("en", "ja")

    in_parlour(database_url, work)


def test_a_deadline_is_told_of_while_a_clock_runs(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id = await parlour.open()
        tasks = MessageTasks(parlour.games, new_holder())

        async def told() -> tuple[Countdown, ...]:
            task = await tasks.claim(MessageTarget(game_id, ROOM))
            assert task is not None
            return task.game_view.countdowns

        assert await told() == ()
        await parlour.say("ann", "set clock enforced")
        await parlour.say("ann", "start")
        (notice,) = await told()
        assert notice.phrase.key == "table-due-ends"
        assert notice.at is not None
        assert notice.at > datetime.now(UTC)
        assert (notice,) == await countdowns_of(parlour.games, game_id)
        await parlour.say("ann", "pause")
        assert await told() == ()

    in_parlour(database_url, work)


def test_a_recap_tells_all_nothing_that_was_learnt_about_a_person(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id, guesser = await taught(parlour)
        own = await parlour.games.answer(person(guesser), game_id, "learnt")
        assert "You go by" in text(Reply(own))
        recap = await ChatServices(parlour.games, "en").recap(game_id)
        assert not any("You go by" in LANGUAGES["en"].say(one) for one in recap)

    in_parlour(database_url, work)


def test_a_game_that_has_not_ended_has_no_recap(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id = await parlour.open()
        assert await ChatServices(parlour.games, "en").recap(game_id) == ()

    in_parlour(database_url, work)


SAME_WORDS = Pack("same", tuple(f"word{chr(97 + place)}" for place in range(25)))


async def won_by_one_clue(parlour: Parlour, others: frozenset[str] = frozenset()) -> set[str]:
    """Play a game with one clue from Ann, for which Bob picks their cards except `others`.

    Return the cards that Bob found.
    """
    await parlour.games.open(person("ann"), "codenames", {}, pack=SAME_WORDS)
    for name, seat in SEATS.items():
        if name != "ann":
            await parlour.say(name, "join")
        await parlour.say(name, f"chair {seat}")
    await parlour.say("ann", "start")
    session = await parlour.session()
    if due(session) == "cat":
        await parlour.say("cat", "clue zephyr 1")
        await parlour.say("dan", f"guess {card(session, 'bystander')}")
    await parlour.say("ann", "clue robin unlimited")
    found = {word for word, whose in key(await parlour.session()) if whose == "blue"} - others
    for word in sorted(found):
        await parlour.say("bob", f"guess {word}")
    if not (await parlour.session()).is_over:
        await parlour.say("bob", "resign")
    await Learner(parlour.games).learn(session.game_id)
    return found


def test_a_clue_that_two_have_used_before_for_a_card_is_said_once_unless_one_forgets_it(
    database_url: str,
) -> None:
    async def work(parlour: Parlour) -> None:
        services, queue = ChatServices(parlour.games, "en"), Queue(parlour)
        first = await won_by_one_clue(parlour)
        game_id = (await parlour.session()).game_id
        assert "report-pair" not in {one.key for one in await services.recap(game_id)}
        second = await won_by_one_clue(parlour)
        game_id = (await parlour.session()).game_id

        async def pair() -> list[Phrase]:
            return [one for one in await services.recap(game_id) if one.key == "report-pair"]

        (said,) = await pair()
        word = min(first & second)
        text = LANGUAGES["en"].say(said)
        assert text == f'Once again, Ann and Bob used "robin" for "{word}".'
        assert LANGUAGES["ja"].say(said).startswith("AnnさんとBobさんは、前にも「robin」で")
        await queue.ask("privacy clues", "ann", remembered="off")
        assert await pair() == []

    in_parlour(database_url, work, seed=1)


def test_a_guild_is_told_once_that_clues_are_remembered(database_url: str) -> None:
    async def news(parlour: Parlour, game_id: GameId) -> list[str]:
        said = await ChatServices(parlour.games, "en").recap(game_id)
        return [LANGUAGES["en"].say(one) for one in said if one.key == "report-clue-news"]

    async def work(parlour: Parlour) -> None:
        queue = Queue(parlour)
        for who in ("ann", "cat"):
            await queue.ask("privacy clues", who, remembered="off")
        await won_by_one_clue(parlour)
        assert await news(parlour, (await parlour.session()).game_id) == []
        for who in ("ann", "cat"):
            await queue.ask("privacy clues", who, remembered="on")
        await won_by_one_clue(parlour)
        first = (await parlour.session()).game_id
        (said,) = await news(parlour, first)
        assert "forget it after 180 days" in said
        assert "/privacy clues" in said
        await won_by_one_clue(parlour)
        assert await news(parlour, (await parlour.session()).game_id) == []
        assert await news(parlour, first) == [said]  # a redraw of its last board

    in_parlour(database_url, work, seed=1)
