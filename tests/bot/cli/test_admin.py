import asyncio
import json
import sqlite3
from argparse import Namespace
from collections.abc import Callable, Coroutine
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, select

from bot.cli.admin import AdminCommand, run_admin
from bot.identity import GuildId, User
from bot.lobby.model import Status
from bot.ratings.scores import ScoredPlay
from bot.ratings.scores_store import add_play
from bot.store import schema
from bot.store.connection import Store
from bot.store.migration import MigrationError, upgrade
from bot.texts import Texts
from core.rules import Refusal
from tests.bot.chat.privacy.community import settle
from tests.bot.games.parlour import Parlour, card, due, in_parlour
from tests.bot.store.test_erasure import remains

pytestmark = pytest.mark.either_database

TEXTS = Texts.load()

ANN = "recorder:ann"


@dataclass
class Operator:
    """A person who types commands on a database; `yes` is their answer."""

    url: str
    yes: bool = True
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def types(self, command: str, **options: object) -> str:
        """Run a command; return its output."""
        usual = {"last": 20}
        missing = dict.fromkeys(
            ("role", "days", "guild", "against", "out", "to", "user", "game", "state"), None
        )
        flags = dict.fromkeys(("json", "alone", "yes"), False)
        self.said.clear()
        arguments = Namespace(command=command, **{**usual, **missing, **flags, **options})
        ann = User.parse(ANN)
        asked = AdminCommand(arguments, self.url, TEXTS, self.said.append, self._answer, ann)
        asyncio.run(run_admin(asked))
        return "\n".join(self.said)

    def refused(self, command: str, **options: object) -> str:
        """Return the sentence that refuses a command."""
        with pytest.raises(Refusal) as refused:
            self.types(command, **options)
        return TEXTS.say(refused.value.phrase)

    def _answer(self, question: str) -> bool:
        self.asked.append(question)
        return self.yes


@pytest.fixture
def operator(empty_url: str) -> Operator:
    """An operator of a database without games."""
    asyncio.run(upgrade(empty_url))
    return Operator(empty_url)


@pytest.fixture
def of_two_guilds(operator: Operator) -> Operator:
    """An operator of a database with two guilds that have played."""
    asyncio.run(stored(operator.url, settle))
    return operator


async def stored(url: str, work: Callable[..., Coroutine[Any, Any, Any]]) -> Any:
    async with Store.open(url) as store, store.writing() as conn:
        return await work(conn)


def rows(url: str, table: Table) -> list[str]:
    """Return all rows of a table as text."""

    async def read(conn: Any) -> list[str]:
        return [repr(tuple(row)) for row in await conn.execute(select(table))]

    found: list[str] = asyncio.run(stored(url, read))
    return found


# Migrating.


def test_a_database_is_migrated_once(empty_url: str) -> None:
    operator = Operator(empty_url)
    assert operator.types("migrate").startswith("The database was updated from nothing to ")
    assert "is up to date" in operator.types("migrate")


def test_a_migration_stops_where_it_is_told_to(empty_url: str) -> None:
    operator = Operator(empty_url)
    assert operator.types("migrate", to="0001").endswith("from nothing to 0001.")


def test_a_change_that_there_is_not_is_refused(empty_url: str) -> None:
    assert "choose one of 0001" in Operator(empty_url).refused("migrate", to="9999")


def test_commands_on_a_database_that_must_be_migrated_say_so(empty_url: str) -> None:
    if empty_url.startswith("sqlite"):
        asyncio.run(upgrade(empty_url, "0001"))
    for command in ("leaderboard", "rebuild", "replay", "export", "purge", "forget", "profile"):
        assert 'Run "spyring migrate"' in Operator(empty_url).refused(command, game="x", user="x")


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    said = Operator(f"sqlite:///{tmp_path}/none.db").refused("leaderboard")
    assert "There's no file" in said
    assert not (tmp_path / "none.db").exists()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("once upon a time " * 100)
    said = Operator(f"sqlite:///{tmp_path}/games.db").refused("leaderboard")
    assert "is damaged" in said


def test_a_database_of_another_program_is_refused(database_url: str) -> None:
    with pytest.raises(MigrationError):
        Operator(database_url).types("migrate")


# Ratings.


def test_the_leaderboard_of_the_guild_that_is_named_is_told(of_two_guilds: Operator) -> None:
    text = of_two_guilds.types("leaderboard", guild="discord:1")
    assert text.splitlines()[0] == "Leaderboard"
    assert "1. " in text
    assert "Annabel" in text
    assert "Daniel" not in text


def test_the_leaderboard_may_be_of_a_role_of_days_and_json(of_two_guilds: Operator) -> None:
    asked = {"guild": "discord:1", "role": "guesser", "days": 3660}
    assert "as guesser, last 3,660 days" in of_two_guilds.types("leaderboard", **asked)
    found = json.loads(of_two_guilds.types("leaderboard", **asked, json=True))
    assert {one["name"] for one in found} >= {"Annabel"}
    assert found[0]["rank"] == 1


def test_the_leaderboard_of_hangman_is_told_by_points_and_as_json(operator: Operator) -> None:
    async def settle_scores(conn: Any) -> None:
        await settle(conn)
        guild = GuildId("discord:1")
        await add_play(conn, guild, User.parse(ANN), "hangman", ScoredPlay(won=True, points=7))
        await add_play(
            conn, guild, None, "hangman-daily", ScoredPlay(won=True, day=date(2026, 1, 31))
        )

    asyncio.run(stored(operator.url, settle_scores))
    asked = {"guild": "discord:1", "game": "hangman"}
    told = operator.types("leaderboard", **asked)
    assert told.splitlines()[0] == "Leaderboard: Hangman"
    assert "won 1 of 1 game; 7 points" in told
    found = json.loads(operator.types("leaderboard", **asked, json=True))
    assert found["days"] == {"played": 1, "won": 1, "streak": 0, "best": 1}
    best = found["players"][0]
    assert (best["rank"], best["user"], best["points"]) == (1, ANN, 7)
    assert "leave out" in operator.refused("leaderboard", **asked, role="guesser")


def test_a_guild_must_be_one_that_is_known(operator: Operator) -> None:
    assert operator.refused("leaderboard").startswith("There's no guild yet")
    asyncio.run(stored(operator.url, settle))
    assert operator.refused("leaderboard") == (
        "There are several guilds: choose one of discord:1, slack:T1 with --guild."
    )
    assert "choose one of discord:1" in operator.refused("leaderboard", guild="discord:9")


def test_games_alone_with_bots_are_ranked_where_there_are_no_others(operator: Operator) -> None:
    lines = operator_alone(operator)
    ranked = lines.types("leaderboard", alone=True)
    assert "Playing alone with bots" in ranked
    assert lines.types("leaderboard") == ranked
    assert json.loads(lines.types("leaderboard", json=True)) == []


def operator_alone(operator: Operator) -> Operator:
    """Return the operator of a database whose only rating is from a game alone."""

    async def rate(conn: Any) -> None:
        counts = [0] * 36
        counts[20] = 3
        row = {
            "guild": "recorder:home",
            "user": ANN,
            "role": "guesser",
            "period": "all",
            "alone": True,
            "counts": counts,
        }
        await conn.execute(schema.ratings.insert().values(row))

    asyncio.run(stored(operator.url, rate))
    return operator


def test_a_profile_is_found_by_id_and_by_name(of_two_guilds: Operator) -> None:
    by_name = of_two_guilds.types("profile", user="Annabel", guild="discord:1")
    found = json.loads(of_two_guilds.types("profile", user="Annabel", guild="discord:1", json=True))
    assert by_name.startswith("Profile of Annabel")
    again = of_two_guilds.types("profile", user=found["user"], guild="discord:1")
    assert again == by_name


def test_a_profile_may_tell_the_chance_against_another(of_two_guilds: Operator) -> None:
    asked = {"user": "Annabel", "guild": "discord:1", "against": "Bobby"}
    assert "Against a team that plays like Bobby" in of_two_guilds.types("profile", **asked)
    assert 0 < json.loads(of_two_guilds.types("profile", **asked, json=True))["chance"] < 1


def test_a_name_that_nobody_or_several_have_is_refused(operator: Operator) -> None:
    assert 'Nobody here is called "zoe"' in operator.refused("profile", user="zoe")

    async def two(conn: Any) -> None:
        for number in ("1", "2"):
            row = {"platform": "discord", "id": number, "name": "Ann", "direct_closed": False}
            await conn.execute(schema.users.insert().values(row))

    asyncio.run(stored(operator.url, two))
    assert "choose one of discord:1, discord:2" in operator.refused("profile", user="Ann")


def test_ratings_and_memories_are_rebuilt_to_what_they_were(of_two_guilds: Operator) -> None:
    tables = (schema.ratings, schema.agent_memory)
    before = [sorted(rows(of_two_guilds.url, table)) for table in tables]
    assert all(before)
    assert of_two_guilds.types("rebuild").startswith("All ratings and memories were recomputed")
    assert [sorted(rows(of_two_guilds.url, table)) for table in tables] == before


# Games.


async def over(parlour: Parlour) -> str:
    session = await parlour.playing()
    await parlour.say(due(session), "clue zephyr 1")
    session = await parlour.session()
    await parlour.say(due(session), f"guess {card(session, 'assassin')}")
    return session.game_id


def test_a_game_is_told_again_as_text_and_as_json(operator: Operator) -> None:
    game_id = in_parlour(operator.url, over)
    text = operator.types("replay", game=game_id.upper())
    assert text.splitlines()[0] == f"codenames {game_id}: over."
    assert "Dealt from the secret: " in text
    found = json.loads(operator.types("replay", game=game_id, json=True))
    assert (found["game"], found["status"]) == (game_id, "over")


def test_a_game_that_there_is_not_is_refused(operator: Operator) -> None:
    assert 'no game called "xyz"' in operator.refused("replay", game="xyz")


# People's data.


def test_a_persons_games_are_listed_with_names_to_replay_them_by(operator: Operator) -> None:
    ids: list[str] = []

    async def play(parlour: Parlour) -> None:
        session = await parlour.playing(rows=3, cols=3)
        ids.append(session.game_id)
        await parlour.say(due(session), "resign")
        await parlour.say("ann", "rematch")
        ids.append((await parlour.session()).game_id)

    in_parlour(operator.url, play)
    over, begun = ids
    told = operator.types("games")
    assert told.index(begun) < told.index(over)
    lines = told.splitlines()
    assert "Codenames: not started" in lines[0]
    assert lines[2].startswith(f"{over}  ")
    assert "Codenames: " in lines[2]
    assert " wins: " in lines[2]
    assert "3 × 3 cards" in lines[3]
    assert lines[3].endswith("with Bob, Cat, Dan")
    assert lines[-1] == f"To see a game again: spyring replay {begun}"
    assert operator.types("games", state="my games.db").endswith(f"{begun} --state 'my games.db'")
    assert operator.types("replay", game=over).startswith(f"codenames {over}: over.")
    found = json.loads(operator.types("games", json=True))
    assert [(one["game"], one["status"]) for one in found] == [(begun, "lobby"), (over, "over")]
    assert "There's 1 older game" in operator.types("games", last=1)
    assert begun in operator.types("games", user="recorder:bob")


def test_the_only_person_here_need_not_be_named(operator: Operator) -> None:
    async def meet(conn: Any, name: str) -> None:
        row = {
            "platform": "recorder",
            "id": name,
            "name": name.title(),
            "direct_closed": False,
        }
        await conn.execute(schema.users.insert().values(row))

    operator_alone(operator)
    asyncio.run(stored(operator.url, partial(meet, name="zoe")))
    assert operator.types("games").startswith("zoe hasn't played here yet")
    assert operator.types("profile").startswith("Profile of Zoe")
    asyncio.run(stored(operator.url, partial(meet, name="bob")))
    assert operator.types("games").startswith("ann hasn't played here yet")


def test_who_has_played_nothing_is_told_how_to_begin(operator: Operator) -> None:
    assert operator.types("games") == (
        'ann hasn\'t played here yet: start a game with "spyring play".'
    )


def test_all_about_a_person_is_written_or_said(operator: Operator, tmp_path: Path) -> None:
    in_parlour(operator.url, over)
    said = json.loads(operator.types("export", user=ANN))
    assert (said["user"], said["account"][0]["name"]) == (ANN, "Ann")
    file = tmp_path / "ann.json"
    assert str(file) in operator.types("export", user="Ann", out=str(file))
    assert json.loads(file.read_text(encoding="utf-8")) == said
    assert "exists already" in operator.refused("export", user=ANN, out=str(file))
    assert json.loads(file.read_text(encoding="utf-8")) == said


def test_a_file_that_cannot_be_written_is_refused_first(operator: Operator, tmp_path: Path) -> None:
    said = operator.refused("export", user=ANN, out=str(tmp_path))
    assert "can't be written" in said


@pytest.mark.parametrize("command", ["export", "forget"])
def test_somebody_of_whom_nothing_is_known_is_refused(operator: Operator, command: str) -> None:
    assert "Nothing is stored about discord:404" in operator.refused(command, user="discord:404")


def test_a_bot_is_not_forgotten(operator: Operator) -> None:
    assert "is a bot" in operator.refused("forget", user="bot:ace")


def test_who_is_forgotten_leaves_the_games_under_way_and_no_trace(operator: Operator) -> None:
    async def play(parlour: Parlour) -> str:
        return (await parlour.playing()).game_id

    async def after(parlour: Parlour) -> Any:
        return await parlour.session()

    in_parlour(operator.url, play)
    assert ANN in operator.types("forget", user="Ann")
    assert operator.asked == [f"Delete all stored data about {ANN}, for good? [y/N]"]
    for table in schema.METADATA.sorted_tables:
        assert not [row for row in rows(operator.url, table) if "'ann'" in row or ANN in row]
    session = in_parlour(operator.url, after)
    assert session.lobby.status is Status.RUNNING
    assert session.lobby.member(User("recorder", "ann")) is None
    assert session.lobby.member(User("recorder", "bob")) is not None


def test_who_is_not_sure_changes_nothing(operator: Operator) -> None:
    in_parlour(operator.url, over)
    before = [rows(operator.url, table) for table in schema.METADATA.sorted_tables]
    operator.yes = False
    assert operator.types("forget", user=ANN) == "Nothing was changed."
    assert operator.types("purge", guild="recorder:home") == "Nothing was changed."
    assert [rows(operator.url, table) for table in schema.METADATA.sorted_tables] == before


def test_with_yes_nobody_is_asked(operator: Operator) -> None:
    in_parlour(operator.url, over)
    operator.types("forget", user=ANN, yes=True)
    assert "with 1 game" in operator.types("purge", guild="recorder:home", yes=True)
    assert operator.asked == []
    for table in (schema.games, schema.rooms, schema.turns, schema.ratings):
        assert rows(operator.url, table) == []


def test_an_operator_is_told_where_a_reader_keeps_what_was_deleted(tmp_path: Path) -> None:
    operator = Operator(f"sqlite:///{tmp_path}/games.db")
    asyncio.run(upgrade(operator.url))
    in_parlour(operator.url, over)
    reader = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    with closing(reader):
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchone()
        said = operator.types("forget", user=ANN, yes=True)
        assert f"{ANN} is forgotten" in said
        assert "Another program is reading the database" in said
    assert "Another program" not in operator.types("purge", guild="recorder:home", yes=True)
    assert remains(operator.url, [ANN, "recorder:home"]) == []


def test_a_guild_that_there_is_not_is_not_purged(operator: Operator) -> None:
    assert operator.refused("purge", guild="recorder:home").startswith("There's no guild")
