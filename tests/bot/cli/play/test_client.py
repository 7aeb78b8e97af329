import signal
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from bot.cli.play.client import LocalClient, open_client
from bot.cli.play.room import HOME_ROOM, TERMINAL, RoomLocked
from bot.gametypes.codenames.game_type import codenames_type
from bot.gametypes.table_request import TableSetup
from bot.identity import User
from bot.ratings.facts import TOLD_FROM
from bot.ratings.learn import learn
from bot.store.faults import Fault, StoreFault
from bot.texts import Texts
from core.agents.policy import Policy
from core.codenames.model import Card, Identity, Options
from core.rules import IllegalAction, Seat
from core.view import Text
from core.words.packs import Pack, default_pack
from tests.bot.ratings.games import (
    keep_game,
    leaning,
)
from tests.bot.tables import Scripted, with_bots

SPYMASTER, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")
ALL = ("blue-spymaster", "blue-guesser", "red-spymaster", "red-guesser")
LONG = timedelta(minutes=1)


class Cast:
    """Scripted bots under any name; at a request, interrupt the program and wait for `moment`."""

    def __init__(self, moment: threading.Event | None = None) -> None:
        self.policy = Scripted()
        self.moment = moment

    def __getitem__(self, _name: str, /) -> Policy:
        if self.moment:
            main = threading.main_thread().ident
            assert main is not None
            signal.pthread_kill(main, signal.SIGINT)
            assert self.moment.wait(30)
            self.moment = None
        return self.policy


@contextmanager
def opened(
    url: str = ":memory:", cast: Cast | None = None, held: timedelta = LONG
) -> Iterator[LocalClient]:
    cast = cast or Cast()
    with open_client(url, seed=1, game_types=with_bots(lambda: cast), lock_ttl=held) as desk:
        yield desk


def begin(
    desk: LocalClient,
    *people: str,
    bot: str = "random",
    options: Options | None = None,
    names: Mapping[Seat, str] | None = None,
    pack: Pack | None = None,
) -> None:
    kind, options, named = codenames_type(), options or Options(), names or {}
    seats = [chair.seat for chair in options.chairs]
    desk.begin(
        TableSetup(
            kind=kind.name,
            values=kind.values(options),
            pack=pack or default_pack(),
            host=named.get(Seat(people[0]), people[0]) if people else "eve",
            people={seat: named.get(seat, seat) for seat in seats if seat in people},
            bots={seat: bot for seat in seats if seat not in people},
        )
    )


@pytest.fixture
def desk() -> Iterator[LocalClient]:
    """A desk in memory with people in all chairs."""
    with opened() as desk:
        begin(desk, *ALL)
        yield desk


def url_of(path: Path) -> str:
    return f"sqlite:///{path}/games.db"


def card(desk: LocalClient, identity: Identity) -> str:
    cards: tuple[Card, ...] = desk.observe(SPYMASTER).cards
    return next(one.word for one in cards if one.key is identity and one.shown is None)


def test_news_begin_where_the_game_does_and_hold_no_event(desk: LocalClient) -> None:
    assert [one.phrase.key for one in desk.updates()] == ["event-dealt", "event-turn-started"]
    first = desk.version
    told = desk.submit(SPYMASTER, "clue zephyr 2")
    assert [one.line for one in told] == ["blue-spymaster clue zephyr 2"]
    assert desk.updates(first) == told
    assert desk.version == told[-1].version
    secret = desk._shown.session.state.layout.source.secret.value.hex()
    assert secret not in repr(desk.updates())


def test_a_refused_line_changes_nothing(desk: LocalClient) -> None:
    before = desk.version, desk.view(SPYMASTER)
    for seat, line in ((GUESSER, "clue zephyr 2"), (SPYMASTER, "agree"), (SPYMASTER, "")):
        with pytest.raises((IllegalAction, Exception)) as refused:
            desk.submit(seat, line)
        assert hasattr(refused.value, "phrase")
    assert (desk.version, desk.view(SPYMASTER)) == before


def test_nobody_speaks_for_a_bot() -> None:
    with opened() as desk:
        begin(desk, SPYMASTER)
        with pytest.raises(IllegalAction) as refused:
            desk.submit(GUESSER, "resign")
        assert refused.value.phrase.key == "table-not-seated"


def test_bots_act_one_action_at_a_time_to_the_end_and_tell_what_they_meant() -> None:
    with opened() as desk:
        begin(desk)
        versions = [desk.version]
        while desk.act(after_patience=True):
            versions.append(desk.version)
        assert desk.outcome is not None
        assert desk.to_act == frozenset()
        assert versions == sorted(set(versions))
        assert len(versions) > 5
        assert desk.recap()
        assert desk.act(after_patience=True) == ()


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("unnamed", "english", "japanese"),
    [
        ((), "login goes by kinds of things", "loginさんはものの種類"),
        (
            ("login",),
            "Blue guesser goes by kinds of things",
            "青チームの諜報員はものの種類",
        ),
    ],
)
def test_after_a_game_it_is_told_what_was_learnt_of_a_person_as_the_table_calls_them(
    unnamed: tuple[str, ...], english: str, japanese: str
) -> None:
    login = User(TERMINAL, "login")
    earlier = leaning(login, TOLD_FROM, "earlier")
    with open_client(":memory:", seed=1, unnamed=frozenset(unnamed)) as desk:
        begin(desk, *ALL, names={GUESSER: "login", SPYMASTER: "ANNA"})

        async def teach() -> None:
            async with desk._games.store.writing() as conn:
                await keep_game(conn, "earlier")
                await learn(conn, earlier)

        desk._loop.call(teach, seconds=10)
        desk.submit(SPYMASTER, "clue music 2 anyway")
        desk.submit(GUESSER, f"guess {card(desk, Identity.BYSTANDER)}")
        assert desk.recap() == ()
        desk.submit(Seat("red-spymaster"), "resign")
        (told,) = [said for said in desk.recap() if said.key == "learnt-leaning"]
        assert english in Texts.load().say(told)
        assert japanese in Texts.load("ja").say(told)
        answers = [
            block.phrase for block in desk.answer("learnt").blocks if isinstance(block, Text)
        ]
        assert [one.key for one in answers].count("learnt-leaning") == 1
        assert told in answers
        assert any("login" in Texts.load().say(said) for said in desk.recap()) is not bool(unnamed)


def test_evidence_that_older_games_lack_is_found_when_the_room_opens(tmp_path: Path) -> None:
    def stored(query: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(tmp_path / "games.db")) as db, db:
            return db.execute(query).fetchall()

    with opened(url_of(tmp_path)) as desk:
        begin(desk, *ALL)
        desk.submit(SPYMASTER, "clue music 2")
        desk.submit(GUESSER, f"guess {card(desk, Identity.BYSTANDER)}")
        desk.submit(SPYMASTER, "stop")
    evidence = "SELECT turn, user, version FROM turn_evidence ORDER BY user"
    found = stored(evidence)
    assert len(found) == 2
    stored("DELETE FROM turn_evidence")
    stored("DELETE FROM agent_memory")
    stored("DELETE FROM leases WHERE key LIKE 'evidence%'")
    with opened(url_of(tmp_path)):
        until = time.monotonic() + 30
        while not stored("SELECT 1 FROM leases WHERE key LIKE 'evidence%'"):
            assert time.monotonic() < until
            time.sleep(0.02)
    assert stored(evidence) == found


def test_remembered_clues_are_deleted_in_time_when_the_room_opens(tmp_path: Path) -> None:
    def stored(query: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(tmp_path / "games.db")) as db, db:
            return db.execute(query).fetchall()

    clues = "SELECT clue, giver, picker, guild FROM remembered_clues"
    with opened(url_of(tmp_path)) as desk:
        begin(desk, *ALL)
        desk.submit(SPYMASTER, "clue Zephyr 2")
        desk.submit(GUESSER, f"guess {card(desk, Identity.BYSTANDER)}")
        desk.submit(Seat("red-spymaster"), "resign")
    people = (f"terminal:{SPYMASTER}", f"terminal:{GUESSER}")
    assert stored(clues) == [("zephyr", *people, "terminal:home")]
    with opened(url_of(tmp_path)):
        assert len(stored(clues)) == 1
    stored("UPDATE remembered_clues SET at = '2020-01-01 00:00:00.000000'")
    with opened(url_of(tmp_path)):
        assert stored(clues) == []


def test_a_clue_that_two_have_used_before_for_a_card_is_said_after_a_game(tmp_path: Path) -> None:
    """The board has the same words each time, and all cards of the first clue are found."""
    words = Pack("same", tuple(f"word{chr(97 + place)}" for place in range(25)))
    said = Texts.load().say

    def recap(desk: LocalClient) -> dict[str, str]:
        return {one.key: said(one) for one in desk.recap()}

    with opened(url_of(tmp_path)) as desk:
        begin(desk, *ALL, pack=words, names={SPYMASTER: "ANN", GUESSER: "BOB"})
        desk.submit(SPYMASTER, "clue robin unlimited")
        while desk.outcome is None:
            desk.submit(GUESSER, f"guess {card(desk, Identity.BLUE)}")
        first = recap(desk)
        assert "report-pair" not in first
        assert '"spyring forget" deletes it' in first["report-clue-news"]
        desk.rematch()
        assert "ANN" in str(desk.name(SPYMASTER))
        assert "BOB" in str(desk.name(GUESSER))
        if "red" in next(iter(desk.to_act)):
            desk.submit(Seat("red-spymaster"), "clue zephyr 1")
            desk.submit(Seat("red-guesser"), f"guess {card(desk, Identity.BYSTANDER)}")
        desk.submit(SPYMASTER, "clue robin unlimited")
        while desk.outcome is None:
            desk.submit(GUESSER, f"guess {card(desk, Identity.BLUE)}")
        second = recap(desk)
    assert second["report-pair"].startswith('Once again, ANN and BOB used "robin" for "word')
    assert "report-clue-news" not in second


def test_games_that_end_with_the_program_are_no_news(desk: LocalClient) -> None:
    desk.submit(SPYMASTER, "clue zephyr 2")
    desk.submit(GUESSER, f"guess {card(desk, Identity.ASSASSIN)}")
    assert "report-clue-news" not in {one.key for one in desk.recap()}


def test_a_move_is_taken_back_where_the_other_team_agrees(desk: LocalClient) -> None:
    desk.submit(SPYMASTER, "clue zephyr 2")
    word = card(desk, Identity.BYSTANDER)
    desk.submit(GUESSER, f"guess {word}")
    assert desk.turn == 2
    asked = desk.submit(GUESSER, "takeback")
    assert [one.phrase.key for one in asked] == ["table-event-proposed"]
    assert asked[0].line is None
    told = desk.submit(Seat("red-guesser"), "agree")
    assert told[-1].phrase.key == "table-event-taken-back"
    assert desk.turn == 1
    assert card(desk, Identity.BYSTANDER) == word


def test_beside_bots_a_clue_is_taken_back_and_an_uncovered_card_is_not() -> None:
    with opened() as desk:
        begin(desk, SPYMASTER, GUESSER)
        desk.submit(SPYMASTER, "clue zephyr 2")
        assert desk.submit(SPYMASTER, "takeback")[-1].phrase.key == "table-event-taken-back"
        desk.submit(SPYMASTER, "clue zephyr 2")
        desk.submit(GUESSER, f"guess {card(desk, Identity.BLUE)}")
        with pytest.raises(IllegalAction) as refused:
            desk.submit(GUESSER, "takeback")
        assert refused.value.phrase.key == "table-take-back-uncovered"
        assert len(desk.observe(None).covered) == 24


def test_a_game_that_is_stopped_waits_for_nobody_and_can_be_followed(desk: LocalClient) -> None:
    words = [one.word for one in desk.observe(None).cards]
    desk.submit(GUESSER, "stop")
    assert desk.is_stopped
    assert desk.is_closed
    assert desk.outcome is None
    assert desk.to_act == frozenset()
    desk.rematch()
    assert desk.people == ALL
    assert not {one.word for one in desk.observe(None).cards} & {*words}


def test_a_second_terminal_is_told_so_and_the_first_plays_on(tmp_path: Path) -> None:
    url = url_of(tmp_path)
    with opened(url) as desk:
        begin(desk, *ALL)
        with pytest.raises(RoomLocked), opened(url, held=timedelta(milliseconds=10)):
            pass
        desk.submit(SPYMASTER, "clue zephyr 2")
    with opened(url) as desk:
        left = desk.unfinished_game()
        assert left is not None
        assert left.begun
        assert [*left.people] == [*ALL]


FAULTS = {
    "query_only=ON": (Fault.READ_ONLY, "query_only=OFF"),
    "max_page_count=1": (Fault.FULL, "max_page_count=1000000"),
}


def pragma(desk: LocalClient, text: str) -> None:
    """Set a pragma of the desk's only connection."""

    async def run() -> None:
        async with desk._games.store.watching() as conn:
            await conn.exec_driver_sql(f"PRAGMA {text}")

    desk._loop.call(run, seconds=10)


def fill(desk: LocalClient) -> None:
    """Act until the disk is full: a page with room takes a few more events."""
    for _ in range(1000):
        desk.submit(SPYMASTER, "clue zephyr 2")
        desk.submit(SPYMASTER, "takeback")


@pytest.mark.parametrize("fault", FAULTS)
def test_play_goes_on_when_a_fault_of_the_database_is_gone(tmp_path: Path, fault: str) -> None:
    kind, mending = FAULTS[fault]
    with opened(url_of(tmp_path)) as desk:
        begin(desk, SPYMASTER)
        before = desk.version
        pragma(desk, fault)
        with pytest.raises(StoreFault) as refused:
            fill(desk)
        assert refused.value.fault is kind
        pragma(desk, mending)
        if GUESSER not in desk.to_act:
            desk.submit(SPYMASTER, "clue zephyr 2")
        assert desk.act()
        assert desk.version > before


@pytest.mark.slow
def test_a_locked_file_is_told_of_and_waited_for_no_longer_than_asked(tmp_path: Path) -> None:
    with opened(url_of(tmp_path)) as desk:
        begin(desk, SPYMASTER)
        pragma(desk, "busy_timeout=10")
        with sqlite3.connect(tmp_path / "games.db", isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreFault) as refused:
                desk.submit(SPYMASTER, "clue zephyr 2")
            other.execute("ROLLBACK")
        other.close()
        assert refused.value.fault is Fault.BUSY
        assert desk.submit(SPYMASTER, "clue zephyr 2")


def test_a_file_that_was_deleted_is_told_and_no_move_is_made(tmp_path: Path) -> None:
    with opened(url_of(tmp_path)) as desk:
        begin(desk, SPYMASTER)
        (tmp_path / "games.db").unlink()
        with pytest.raises(StoreFault) as refused:
            desk.submit(SPYMASTER, "clue zephyr 2")
        assert refused.value.fault is Fault.MOVED
        assert desk.observe(None).clue is None
    assert not (tmp_path / "games.db").exists()


@pytest.mark.parametrize(
    ("content", "fault"),
    [(b"no database at all, but a text " * 200, Fault.DAMAGED), (None, Fault.BROKEN)],
)
def test_what_is_no_database_is_one_sentence(
    tmp_path: Path, content: bytes | None, fault: Fault
) -> None:
    path = tmp_path / "games.db"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(StoreFault) as refused, opened(url_of(tmp_path)):
        pass
    assert refused.value.fault is fault


def test_what_a_bot_was_doing_when_ctrl_c_was_pressed_is_told_with_what_comes_next() -> None:
    moment = threading.Event()
    with opened(cast=Cast(moment)) as desk:
        begin(desk, GUESSER)
        with pytest.raises(KeyboardInterrupt):
            desk.act()
        moment.set()
        told = desk.act()
        assert [one.line for one in told] == ["blue-spymaster clue zephyr 2"]


def test_what_bots_have_learnt_and_ratings_are_kept_between_runs(tmp_path: Path) -> None:
    url = url_of(tmp_path)
    for _ in range(2):
        with opened(url) as desk:
            begin(desk, SPYMASTER, bot="ace")
            for _ in range(3):
                if desk.to_act == {SPYMASTER}:
                    desk.submit(SPYMASTER, "clue zephyr 2")
                while desk.act():
                    pass
            desk.submit(SPYMASTER, "stop") if not desk.is_closed else None
    with sqlite3.connect(tmp_path / "games.db") as found:
        (turns,) = found.execute("SELECT count(*) FROM turns").fetchone()
        users = {user for (user,) in found.execute("SELECT DISTINCT user FROM agent_memory")}
        rated = {user for (user,) in found.execute("SELECT DISTINCT user FROM ratings")}
    found.close()
    assert turns > 2
    assert f"{HOME_ROOM.platform}:{SPYMASTER}" in users
    assert f"{HOME_ROOM.platform}:{SPYMASTER}" in rated
