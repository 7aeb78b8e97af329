"""An evening on Discord: four people and two bots, two games at once, a restart in between.

The public transcript and each person's are written to the test's folder.

"""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from adapters.discord.output.render import escape
from bot.games import User
from bot.games.names import TableNames
from bot.games.views import view_for
from bot.texts import Texts
from tests.loopback.discord import Person
from tests.scenarios.discord_evening import (
    Evening,
    Table,
    boards,
    either_way,
    gathered,
    log_of,
    serving,
)
from tests.scenarios.discord_script import KEYWORD, after, before, meanwhile
from tests.scenarios.discord_witness import (
    Course,
    Said,
    alt_of,
    betrayals,
    called_for,
    calls,
    logged,
    secret_of,
)

CLOSED, ANSWERED = 50007, 40060
"""Discord's codes for closed direct messages, and for a second answer to an interaction."""

POSTED = "POST /channels/{channel_id}/messages"


@pytest.mark.either_database
@either_way()
def test_an_evening_is_shown_to_all_and_the_key_to_spymasters_alone(
    empty_url: str, tmp_path: Path, *, killed: bool
) -> None:
    asyncio.run(_evening(empty_url, tmp_path, killed=killed))


async def _evening(url: str, folder: Path, *, killed: bool) -> None:
    log = folder / "log.txt"
    async with gathered(url) as e:
        try:
            async with serving(e.server, url, log, killed=killed):
                halfway = await before(e)
            await meanwhile(e, halfway)
            async with serving(e.server, url, log):
                await after(e, halfway)
                for table in e.tables:
                    await _ended(e, table)
        finally:
            _write_transcripts(e, folder)
        courses = [Course(*await e.games.history(table.game_id)) for table in e.tables]
        for table, course in zip(e.tables, courses, strict=True):
            _check_deeds(table, course)
            _check_boards(e, table, course)
            _check_keys(table, course)
            await _check_recap(e, table)
        _check_secrets(e, courses, log.read_text(encoding="utf-8"))
        _check_transcripts(e)
        # Discord refused no request for lack of a permission, and only those that the test expects.
        assert {one.code for one in e.server.refusals} <= {CLOSED, ANSWERED}


async def _ended(e: Evening, table: Table) -> None:
    """Wait until the end of a game is drawn."""
    session = await e.games.session(table.game_id)
    assert session.is_over
    last = alt_of(view_for(session, None, TableNames({})))
    people = [User("discord", str(one.user.id)) for one in _keyed(table, reached=True)]
    private = [alt_of(view_for(session, user, TableNames({}))) for user in people]

    def drawn() -> bool:
        own = [_alts(person) for person in _keyed(table, reached=True)]
        left = boards(e.outsider, table.channel)  # the newest board, and those that will shrink
        public = [one.description for each in left for one in each.pictures]
        return public == [last] and all(alt in alts for alt, alts in zip(private, own, strict=True))

    await e.server.until(drawn, 90, f"the end of the game in {table.channel}")


def _spymasters(table: Table) -> list[Person]:
    """Return the human spymasters."""
    chairs = table.seats.items()
    return [one for seat, one in chairs if one is not None and seat.endswith("spymaster")]


def _keyed(table: Table, *, reached: bool) -> list[Person]:
    """Return the spymasters whom direct messages reach, or the others."""
    return [one for one in _spymasters(table) if one.user.takes_messages is reached]


def _alts(person: Person) -> list[str | None]:
    """Return the alternative texts of a person's direct messages."""
    return [one.description for each in person.sees(person.dm) for one in each.pictures]


def _write_transcripts(e: Evening, folder: Path) -> None:
    people = {**e.people, e.outsider.name: e.outsider}
    written = {"all": e.server.transcript()} | {
        name: person.transcript() for name, person in people.items()
    }
    for name, transcript in written.items():
        (folder / f"{name}.txt").write_text(f"{transcript}\n", encoding="utf-8")


def _check_deeds(table: Table, course: Course) -> None:
    """Check that no accepted action is lost or doubled."""
    people = [seat for seat, person in table.seats.items() if person is not None]
    assert log_of(course.session, people) == table.notes
    bots = [seat for seat in table.seats if seat not in people]
    assert log_of(course.session, bots), "the bot did something"


def _check_boards(e: Evening, table: Table, course: Course) -> None:
    """Check that each turn has a message of its own, and that messages ping the right people."""
    mine = [one for one in e.outsider.sees(table.channel) if not one.ephemeral]
    assert [bool(one.buttons) for one in mine] == [False] * (len(mine) - 1) + [True]
    (last,) = mine[-1].pictures
    assert last.description == alt_of(view_for(course.session, None, TableNames({})))
    posted = [one for one in _public(e) if one.sent.route == POSTED]
    shown = [one for one in posted if _is_of(one, course)]
    assert len({one.nonce for one in shown}) == len(mine)
    called = calls(posted, course)
    assert len(called) == len(set(called))
    assert set(called) == course.calls
    assert called_for(shown, course) == []


def _public(e: Evening) -> list[Said]:
    return [Said(one) for one in e.server.service.journal.sent if one.audience is None]


def _is_of(said: Said, course: Course) -> bool:
    return course.session.game_id in {press.game_id for press, _ in said.presses}


def _check_keys(table: Table, course: Course) -> None:
    """Check that each key card is up to date and there is only one."""
    for person in _keyed(table, reached=True):
        look = view_for(course.session, User("discord", str(person.user.id)), TableNames({}))
        assert _alts(person) == [alt_of(look)]
    for person in _keyed(table, reached=False):
        assert person.sees(person.dm) == []


async def _check_recap(e: Evening, table: Table) -> None:
    """Check that the last message explains the bots' intentions."""
    told = boards(e.outsider, table.channel)[-1].text
    recap = await e.games.recap(table.game_id)
    assert recap
    for said in recap:
        assert escape(Texts.load().say(said)) in told


def _check_secrets(e: Evening, courses: list[Course], log: str) -> None:
    """Check that no message shows a key to people who must not know it."""
    secrets = [text for course in courses for text in secret_of(course.session)]
    assert KEYWORD in secrets
    said = [Said(one) for one in e.server.service.journal.sent]
    for one in said:
        assert betrayals(one, courses, secrets) == [], one.sent.route
    assert log.count('"event": "started"') == 2
    assert logged(log, courses) == set()
    # The search works: it would find every key card if it were sent to everyone.
    keys = [one for one in said if any(map(partial(_is_key, one), courses))]
    spymasters = [person for table in e.tables for person in _spymasters(table)]
    readers = frozenset[int]().union(*(one.readers or () for one in keys))
    assert readers == {person.user.id for person in spymasters}
    for one in keys:
        assert betrayals(Said(replace(one.sent, audience=None)), courses, secrets)


def _is_key(said: Said, course: Course) -> bool:
    """Return whether a message shows the key of a running game."""
    known = course.is_of(said) and course.may_read(said.readers)
    return known and not any(
        step.is_over for alt in said.alts for step, _ in course.shown.get(alt, ())
    )


def _check_transcripts(e: Evening) -> None:
    """Check that people have seen all messages for them, and no others."""
    people = [*e.people.values(), e.outsider]
    read = {person.user.id: person.transcript() for person in people}
    for said in map(Said, e.server.service.journal.sent):
        contents = [part["content"] for part in said.parts if part.get("type") == "10"]
        for content in (one.replace("\n", " / ") for one in contents):
            assert all(content in read[user] for user in said.readers or read)
    for person in people:
        places = {line.partition(" | ")[0] for line in person.transcript().splitlines()}
        assert places <= {"#north", "#south", str(person.dm)}
