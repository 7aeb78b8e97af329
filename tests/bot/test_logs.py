import asyncio
import io
import logging
from pathlib import Path

import pytest
import structlog
from sqlalchemy import text
from structlog.typing import EventDict, WrappedLogger

from bot.logs import log_nowhere, log_to, log_to_file
from bot.server.metrics import Metrics
from bot.server.workers.engine_pool import _LOG
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault, log_fault
from tests.bot.journal import entries, journal

OURS = "bot.test"


def ours() -> structlog.stdlib.BoundLogger:
    logger: structlog.stdlib.BoundLogger = structlog.get_logger(OURS)
    return logger


def test_an_event_is_one_line_of_json_with_its_moment_level_and_place() -> None:
    with journal() as written:
        ours().warning("bot-did-not-choose", game="abc", version=3)
    (entry,) = entries(written)
    assert entry.pop("timestamp").endswith("Z")
    assert entry == {
        "event": "bot-did-not-choose",
        "game": "abc",
        "level": "warning",
        "logger": OURS,
        "version": 3,
    }


def test_for_people_an_event_is_one_line_of_text() -> None:
    with journal(form="console") as written:
        ours().info("started", database="sqlite")
    (line,) = written.getvalue().splitlines()
    assert "started" in line
    assert "database=sqlite" in line
    assert "\x1b" not in line


def test_loggers_that_modules_made_before_are_heard_too() -> None:
    with journal() as written:
        _LOG.error("bot-did-not-choose", bot="ace")
    assert entries(written)[0]["event"] == "bot-did-not-choose"


@pytest.mark.parametrize(("level", "heard"), [("debug", 3), ("info", 2), ("error", 1)])
def test_events_below_the_level_are_not_written(level: str, heard: int) -> None:
    with journal(level) as written:
        ours().debug("one")
        ours().info("two")
        ours().error("three")
    assert len(entries(written)) == heard


@pytest.mark.parametrize("module", ["adapters.slack.connection.web", "bot.server.server"])
def test_information_of_every_part_of_the_program_is_written(module: str) -> None:
    with journal("info") as written:
        structlog.get_logger(module).info("listening")
    assert entries(written)[0]["logger"] == module


def test_what_libraries_say_goes_the_same_way() -> None:
    with journal() as written:
        logging.getLogger("sqlalchemy.pool").error(
            "lost postgresql://ann:swordfish@db/games\nRow(key='KBBRT')"
        )
    (entry,) = entries(written)
    assert entry["event"] == "lost postgresql://ann:(hidden)@db/games"
    assert (entry["logger"], entry["level"]) == ("sqlalchemy.pool", "error")


def test_libraries_that_tell_of_rows_are_heard_from_warnings_on_only() -> None:
    async def work() -> None:
        async with Store.open(":memory:") as store, store.writing() as conn:
            await conn.execute(text("SELECT :word"), {"word": "swordfish"})

    with journal() as written:
        asyncio.run(work())
    assert written.getvalue() == ""


def test_what_is_bound_to_a_task_is_told_with_its_events() -> None:
    with journal() as written, structlog.contextvars.bound_contextvars(game="abc"):
        ours().info("something")
    assert entries(written)[0]["game"] == "abc"


def test_secrets_are_not_written() -> None:
    with journal(secrets=("swordfish",)) as written:
        ours().info("swordfish", keyword="whale", name="a swordfish")
        logging.getLogger("other").error("it was %s", "swordfish")
        try:
            int("swordfish")
        except ValueError:
            ours().exception("failed")
            logging.getLogger("other").exception("failed")
    assert "swordfish" not in written.getvalue()
    assert "whale" not in written.getvalue()
    assert [entry.get("error") for entry in entries(written)][-2:] == ["ValueError"] * 2


def test_listeners_are_shown_our_events() -> None:
    heard = []

    def listen(_logger: WrappedLogger, level: str, event: EventDict) -> EventDict:
        heard.append((level, event["event"]))
        return event

    with journal("info", listeners=[listen]):
        ours().info("one")
        ours().debug("two")
    assert heard == [("info", "one")]


def test_a_warning_of_the_same_fault_is_written_once_a_minute_and_counted_each_time() -> None:
    clock, counted = [0.0], Metrics()
    with journal("info", listeners=[counted.logged], clock=lambda: clock[0]) as written:
        for second in range(121):
            clock[0] = float(second)
            log_fault(StoreFault(Fault.LOST, "refused"), f"service {second % 7}")
        log_fault(StoreFault(Fault.FULL, "disk"), "door")
        for _ in range(2):
            ours().warning("room-closed")
            ours().error("page-failed", fault="ours")
    told = [(entry["event"], entry.get("repeats")) for entry in entries(written)]
    assert told[:4] == [("database-fault", one) for one in (None, 59, 59, None)]
    assert told[4:] == [("room-closed", None), ("page-failed", None)] * 2
    assert b'{event="database-fault",level="warning"} 122.0' in counted.text()


def test_a_second_log_takes_the_place_of_the_first() -> None:
    with journal() as first:
        second = io.StringIO()
        log_to(second, form="json")
        ours().info("one")
    assert first.getvalue() == ""
    assert len(second.getvalue().splitlines()) == 1


def test_a_log_may_be_a_file_to_which_is_added(tmp_path: Path) -> None:
    file = tmp_path / "spyring.log"
    file.write_text("before\n", encoding="utf-8")
    with journal() as elsewhere:
        log_to_file(file, level="info")
        ours().info("one")
        log_nowhere()
        ours().info("two")
    assert elsewhere.getvalue() == ""
    assert [line[:7] for line in file.read_text(encoding="utf-8").splitlines()] == [
        "before",
        '{"event',
    ]


def test_without_a_file_that_can_be_written_nothing_is_logged(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with journal():
        log_to_file(tmp_path)
        ours().error("one")
    assert capfd.readouterr() == ("", "")


def test_a_stream_that_has_been_closed_is_no_fault(capfd: pytest.CaptureFixture[str]) -> None:
    closed = io.StringIO()
    closed.close()
    with journal():
        log_to(closed, form="json")
        ours().error("one")
    assert capfd.readouterr() == ("", "")
