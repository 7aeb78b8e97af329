"""Leaderboards and profiles, for requests in a guild."""

import pytest

from bot.games.requests import Caller
from bot.gametypes.game_type import GameType
from bot.gametypes.registry import GameTypes
from bot.identity import GuildId, User
from bot.ratings.facts import TOLD_FROM
from bot.ratings.learn import learn
from bot.ratings.scores import BOARDS, SCORED, ScoredPlay
from bot.ratings.scores_store import add_play
from tests.bot.chat.asking import Queue, text
from tests.bot.chat.privacy.community import HERE, NAMES, settle
from tests.bot.games.parlour import Parlour, in_parlour
from tests.bot.ratings.games import (
    ACE,
    ANN,
    BLUE_GUESS,
    BLUE_SPY,
    BOB,
    CAT,
    GUILD,
    OTHER,
    blue,
    game,
    keep_game,
    leaning,
)

pytestmark = pytest.mark.either_database


def asker(user: User = ANN, guild: GuildId = GUILD) -> Caller:
    """Return a caller from one of the two guilds that have played."""
    return Caller(user, HERE, guild, NAMES[user])


async def settled(parlour: Parlour) -> Queue:
    """Store the games of two guilds."""
    async with parlour.games.store.writing() as conn:
        await settle(conn)
    return Queue(parlour)


def test_a_guild_sees_its_own_board_in_private_unless_it_is_to_be_shown(
    database_url: str,
) -> None:
    async def work(parlour: Parlour) -> None:
        queue = await settled(parlour)
        answer = await queue.ask("leaderboard", asker())
        assert answer.shared is None
        assert NAMES[ANN] in text(answer)
        assert NAMES[CAT] not in text(answer)
        assert (await queue.ask("leaderboard", asker(), show=True)).shared == "en"
        spymasters = await queue.told("leaderboard", asker(), role="spymaster", days=1)
        assert "as spymaster" in spymasters
        assert "Playing alone" in await queue.told("leaderboard", asker(), alone=True)

    in_parlour(database_url, work)


def test_an_empty_board_names_the_one_of_games_alone_with_bots(database_url: str) -> None:
    apart = "Games of one person with bots count separately"

    async def work(parlour: Parlour) -> None:
        queue = Queue(parlour)
        assert apart not in await queue.told("leaderboard", asker())
        alone = game(blue(1, "BB"), name="alone", table={BLUE_SPY: ACE, BLUE_GUESS: ANN})
        async with parlour.games.store.writing() as conn:
            await keep_game(conn, "alone")
            await learn(conn, alone)
        told = await queue.told("leaderboard", asker())
        assert "Nobody has played a rated turn" in told
        assert apart in told
        assert apart not in await queue.told("leaderboard", asker(), alone=True)

    in_parlour(database_url, work)


def test_what_bots_learnt_is_on_a_profile_and_if_kept_quiet_on_ones_own_alone(
    database_url: str,
) -> None:
    heading = "As the bot teammate sees them"

    async def work(parlour: Parlour) -> None:
        queue = await settled(parlour)
        async with parlour.games.store.writing() as conn:
            await keep_game(conn, "told")
            await learn(conn, leaning(BOB, TOLD_FROM, "told", GUILD))
        bob = asker(BOB)
        assert heading not in await queue.told("profile", asker(), member=BOB)
        assert heading in await queue.told("profile", bob)
        shared = await queue.ask("profile", bob, show=True)
        assert shared.shared == "en"
        assert heading in text(shared)

    in_parlour(database_url, work)


def test_remembered_clues_are_on_ones_own_profile_where_they_were_played_alone(
    database_url: str,
) -> None:
    played = game(blue(1, "BB"), name="played", guilds={ANN: GUILD, BOB: GUILD})

    async def work(parlour: Parlour) -> None:
        queue = await settled(parlour)
        async with parlour.games.store.writing() as conn:
            await keep_game(conn, "played")
            await learn(conn, played)
        told = await queue.ask("profile", asker(BOB))
        said = "Bots remember 2 pairs of a clue and a card from your games here, such as"
        assert f'{said} "sea" for "card 0".' in text(told)
        assert "組を2組覚えています（例：「sea」で「card 0」）" in text(told, "ja")
        for others in (
            await queue.told("profile", asker(), member=BOB),
            await queue.told("profile", asker(BOB, OTHER)),
            await queue.told("profile", asker(BOB), direct=True),
        ):
            assert "Bots remember" not in others
        await queue.ask("privacy clues", asker(BOB), remembered="off")
        assert "Bots remember" not in await queue.told("profile", asker(BOB))

    in_parlour(database_url, work)


def test_the_board_of_hangman_is_told_by_points(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        queue = await settled(parlour)
        async with parlour.games.store.writing() as conn:
            await add_play(conn, GUILD, ANN, "hangman", ScoredPlay(won=True, points=7))
            await add_play(conn, OTHER, CAT, "hangman", ScoredPlay(won=True, points=9))
        told = await queue.told("leaderboard", asker(), game="hangman")
        assert told.splitlines()[0] == "Leaderboard: Hangman"
        assert f"1. {NAMES[ANN]}: won 2 of 2 games, 2 in a row (best 2); 10 points" in told
        assert "12 points" not in told
        shown = await queue.ask("leaderboard", asker(), game="hangman", show=True)
        assert shown.shared == "en"
        assert "10点" in text(shown, "ja")
        rated = await queue.told("leaderboard", asker(), game="codenames")
        assert rated == await queue.told("leaderboard", asker())

    in_parlour(database_url, work)


@pytest.mark.parametrize("more", [{"role": "guesser"}, {"days": 3}, {"alone": True}])
def test_what_only_ratings_have_is_not_asked_of_points(
    sqlite_url: str, more: dict[str, object]
) -> None:
    async def work(parlour: Parlour) -> None:
        queue = await settled(parlour)
        refused = await queue.refused("leaderboard", asker(), game="hangman", **more)
        assert refused == "side-unrated"

    in_parlour(sqlite_url, work)


def test_the_games_with_a_board_are_those_that_are_scored_or_rated() -> None:
    kinds = GameTypes()
    scored = {name for name, kind in kinds.items() if type(kind).tally is not GameType.tally}
    assert scored == {*SCORED}
    assert {name for name, kind in kinds.items() if kind.teaches} == {*BOARDS} - {*SCORED}


def test_a_profile_is_ones_own_or_of_somebody_who_played_here(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        queue = await settled(parlour)
        assert NAMES[ANN] in await queue.told("profile", asker())
        assert NAMES[BOB] in await queue.told("profile", asker(), member=BOB)
        against = await queue.told("profile", asker(), against=BOB)
        assert f"plays like {NAMES[BOB]}" in against
        for name in ("member", "against"):
            others = {name: CAT}
            assert await queue.refused("profile", asker(), **others) == "profile-unknown"
        nobody = User("discord", "1")
        assert await queue.refused("profile", asker(), member=nobody) == "profile-unknown"

    in_parlour(database_url, work)


def test_a_profile_in_a_direct_message_is_of_the_guild_where_one_played_most(
    database_url: str,
) -> None:
    async def work(parlour: Parlour) -> None:
        queue = await settled(parlour)
        alone = asker(guild=GuildId("discord:direct"))
        lines = (await queue.told("profile", asker())).splitlines()
        here = [line for line in lines if "Bots remember" not in line]
        told = (await queue.told("profile", alone, direct=True)).splitlines()
        assert told[: len(here)] == here
        assert "where you've played most" in told[-1]
        there = await queue.told("profile", asker(guild=OTHER))
        assert there.splitlines() != here

    in_parlour(database_url, work)


def test_a_newcomers_profile_is_empty_and_has_their_name(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        told = await Queue(parlour).told("profile", "zoe")
        assert told.startswith("Profile of Zoe\nNo rated turn yet")

    in_parlour(sqlite_url, work)


def test_help_names_the_games_and_shows_managers_what_they_may(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        queue = Queue(parlour)
        told = await queue.told("help", direct=True)
        assert "/codenames new" in told
        assert "/privacy" in told
        assert "/admin" not in told
        assert "/admin" in await queue.told("help", manages=True)
        assert "考え方" in text(await queue.ask("help"), "ja")

    in_parlour(sqlite_url, work)


def test_packs_are_offered_and_nothing_else_is_known(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        queue = Queue(parlour)
        words = ",".join("abcdefghi")
        await queue.set("packs add", name="letters", words=words)
        assert await queue.offers("pack") == ("auto", "english", "japanese", "letters")
        assert await queue.offers("side") == ()
        assert await queue.refused("fortune") == "ask-unknown"

    in_parlour(sqlite_url, work)
