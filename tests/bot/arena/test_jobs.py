"""Jobs here, in processes and on a cluster: one result, stored, resumed, and errors explained."""

import asyncio
import json
import math
import os
import resource
import signal
import subprocess
import sys
from argparse import ArgumentTypeError
from pathlib import Path

import pytest

from bot.arena.jobs import JobPlan, fingerprint_of, job_count, job_store, run_jobs
from bot.texts import Texts
from core.rules import Refusal
from tests.bot.arena.errands import Square, plain_square, square
from tests.recorder import until

ITEMS = [Square(number) for number in (5, 3, 8, 1, 9, 2)]

SQUARES = [25, 9, 64, 1, 81, 4]


def said(refusal: Refusal) -> str:
    return Texts.load("en").say(refusal.phrase)


def runs_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def counted_items(path: Path, *, fails: dict[int, str] | None = None) -> list[Square]:
    return [Square(item.number, str(path), (fails or {}).get(item.number, "")) for item in ITEMS]


def test_results_come_in_the_order_of_the_items() -> None:
    results = run_jobs(square, ITEMS, JobPlan(), "a")
    assert [result["square"] for result in results] == SQUARES


def test_no_items_have_no_results() -> None:
    assert run_jobs(square, [], JobPlan(jobs=2), "a") == []
    assert run_jobs(square, [], JobPlan(cluster="nonsense://nowhere"), "a") == []


def test_two_items_of_one_key_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="same key"):
        run_jobs(square, [Square(1), Square(1)], JobPlan(), "a")


@pytest.mark.slow
def test_processes_give_the_same_bytes_with_one_thread_each(tmp_path: Path) -> None:
    here = run_jobs(plain_square, ITEMS, JobPlan(), "a")
    there = run_jobs(plain_square, ITEMS, JobPlan(jobs=2, store=tmp_path / "kept"), "a")
    assert json.dumps(here) == json.dumps(there)
    before = dict(os.environ)
    results = run_jobs(square, ITEMS[:2], JobPlan(jobs=2), "a")
    assert [result["threads"] for result in results] == ["1", "1"]
    assert dict(os.environ) == before


def test_what_is_kept_is_not_done_again(tmp_path: Path) -> None:
    runs, plan = tmp_path / "runs", JobPlan(store=tmp_path / "kept")
    first = run_jobs(square, counted_items(runs)[:2], plan, "a")
    assert runs_of(runs) == 2
    results = run_jobs(square, counted_items(runs), plan, "a")
    assert runs_of(runs) == len(ITEMS)
    assert results[:2] == first
    assert [result["square"] for result in results] == SQUARES


def test_only_what_a_run_asks_for_comes_back(tmp_path: Path) -> None:
    plan = JobPlan(store=tmp_path / "kept")
    run_jobs(square, ITEMS, plan, "a")
    assert [one["square"] for one in run_jobs(square, ITEMS[2:4], plan, "a")] == [64, 1]


def test_a_torn_last_line_is_done_again(tmp_path: Path) -> None:
    runs, kept = tmp_path / "runs", tmp_path / "kept"
    results = run_jobs(square, counted_items(runs), JobPlan(store=kept), "a")
    whole = kept.read_bytes()
    for torn in (1, 9):
        kept.write_bytes(whole[:-torn])
        before = runs_of(runs)
        assert run_jobs(square, counted_items(runs), JobPlan(store=kept), "a") == results
        assert runs_of(runs) == before + 1
        assert kept.read_bytes() == whole


@pytest.mark.parametrize("cut", [0, 1, 10])
def test_a_torn_head_begins_anew(tmp_path: Path, cut: int) -> None:
    kept = tmp_path / "kept"
    run_jobs(square, [], JobPlan(store=kept), "a")
    head = kept.read_bytes()
    kept.write_bytes(head[:cut])
    run_jobs(square, ITEMS, JobPlan(store=kept), "a")
    assert kept.read_bytes().startswith(head)


def test_a_file_of_another_experiment_stays_as_it_is(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    run_jobs(square, ITEMS, JobPlan(store=kept), "a")
    before = kept.read_bytes()
    with pytest.raises(Refusal) as refusal:
        run_jobs(square, ITEMS, JobPlan(store=kept), "b")
    assert "another experiment" in said(refusal.value)
    assert kept.read_bytes() == before


@pytest.mark.parametrize("content", [b"my diary\n", b"my diary", b"[]\n", b"\xff\xfe\n1\n"])
def test_a_file_of_something_else_stays_as_it_is(tmp_path: Path, content: bytes) -> None:
    kept = tmp_path / "kept"
    kept.write_bytes(content)
    with pytest.raises(Refusal) as refusal:
        run_jobs(square, ITEMS, JobPlan(store=kept), "a")
    assert "not a file of arena results" in said(refusal.value)
    assert kept.read_bytes() == content


@pytest.mark.parametrize("line", [b"nonsense\n", b"{}\n", b"7\n", b'{"key": "a"}\n'])
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, line: bytes) -> None:
    kept = tmp_path / "kept"
    run_jobs(square, ITEMS[:1], JobPlan(store=kept), "a")
    kept.write_bytes(kept.read_bytes() + line)
    with pytest.raises(Refusal) as refusal:
        run_jobs(square, ITEMS, JobPlan(store=kept), "a")
    assert "Line 3" in said(refusal.value)


def test_a_file_that_another_run_writes_to_is_busy(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    with job_store(kept, "a"), pytest.raises(Refusal) as refusal:
        run_jobs(square, ITEMS, JobPlan(store=kept), "a")
    assert "Another run" in said(refusal.value)
    assert len(run_jobs(square, ITEMS, JobPlan(store=kept), "a")) == len(ITEMS)


def test_a_full_disk_is_told_of_and_what_was_kept_stays(tmp_path: Path) -> None:
    runs, kept = tmp_path / "runs", tmp_path / "kept"
    run_jobs(square, counted_items(runs)[:2], JobPlan(store=kept), "a")
    line = len(kept.read_bytes().splitlines(keepends=True)[-1])
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    # Room for one more line, and for a part of the next.
    resource.setrlimit(resource.RLIMIT_FSIZE, (kept.stat().st_size + line * 3 // 2, before[1]))
    try:
        with pytest.raises(Refusal) as refusal:
            run_jobs(square, counted_items(runs), JobPlan(store=kept), "a")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "can't be written" in said(refusal.value)
    done = runs_of(runs)
    results = run_jobs(square, counted_items(runs), JobPlan(store=kept), "a")
    assert [result["square"] for result in results] == SQUARES
    assert runs_of(runs) - done == len(ITEMS) - 3


def test_a_device_keeps_no_results() -> None:
    with pytest.raises(Refusal) as refusal:
        run_jobs(square, ITEMS, JobPlan(store=Path(os.devnull)), "a")
    assert "not a file of arena results" in said(refusal.value)


def test_a_folder_keeps_no_results(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refusal:
        run_jobs(square, ITEMS, JobPlan(store=tmp_path), "a")
    assert "can't be written" in said(refusal.value)


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_an_item_that_fails_ends_the_run_with_its_reason(tmp_path: Path, jobs: int) -> None:
    runs, plan = tmp_path / "runs", JobPlan(jobs=jobs, store=tmp_path / "kept")
    with pytest.raises(Refusal) as refusal:
        run_jobs(plain_square, counted_items(runs, fails={9: "error"}), plan, "a")
    assert "square of 9" in said(refusal.value)
    assert "ZeroDivisionError in _fail, errands.py" in said(refusal.value)
    assert "no numbers left" in said(refusal.value)
    before = runs_of(runs)
    results = run_jobs(plain_square, counted_items(runs), JobPlan(store=plan.store), "a")
    assert [result["square"] for result in results] == SQUARES
    # At least the four items before it were stored, except one that another process worked on.
    assert runs_of(runs) - before <= len(ITEMS) - 4 + (jobs - 1)


def test_a_refusal_of_an_item_is_its_reason() -> None:
    with pytest.raises(Refusal) as refusal:
        run_jobs(square, [Square(1, fails="refusal")], JobPlan(), "a")
    assert said(Refusal("state-missing", path="nothing")) in said(refusal.value)


def not_a_number(_item: Square) -> float:
    return math.nan


def test_a_result_that_json_cannot_hold_is_a_failure() -> None:
    with pytest.raises(Refusal) as refusal:
        run_jobs(not_a_number, ITEMS, JobPlan(), "a")
    assert "ValueError" in said(refusal.value)


@pytest.mark.slow
def test_a_process_that_dies_is_told_of() -> None:
    with pytest.raises(Refusal) as refusal:
        run_jobs(square, [Square(1), Square(2, fails="death")], JobPlan(jobs=2), "a")
    assert "A process of the experiment died (SIGKILL(-9))" in said(refusal.value)


def test_an_interrupt_keeps_what_is_done(tmp_path: Path) -> None:
    runs, plan = tmp_path / "runs", JobPlan(store=tmp_path / "kept")
    with pytest.raises(KeyboardInterrupt):
        run_jobs(square, counted_items(runs, fails={8: "interrupt"}), plan, "a")
    assert runs_of(runs) == 3
    run_jobs(square, counted_items(runs), plan, "a")
    assert runs_of(runs) == 3 + len(ITEMS) - 2


WAITING = """
import sys, time
from pathlib import Path
from bot.arena.jobs import JobPlan, run_jobs
from tests.bot.arena.test_jobs import ITEMS, Square, blocked

if __name__ == "__main__":
    run_jobs(blocked, [*ITEMS, Square(10)], JobPlan(jobs=2, store=Path(sys.argv[1])), "a")
"""


def blocked(item: Square) -> object:
    """Return the square of a small number; for a large one say so and wait for a signal forever."""
    if item.number < 9:
        return plain_square(item)
    print(os.getpid(), flush=True)  # noqa: T201
    signal.pause()
    return None


@pytest.mark.slow
def test_ctrl_c_ends_all_processes_and_keeps_what_is_done(tmp_path: Path) -> None:
    script, kept = tmp_path / "script.py", tmp_path / "kept"
    script.write_text(WAITING, encoding="utf-8")
    program = subprocess.Popen(  # noqa: S603
        [sys.executable, script, kept],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        start_new_session=True,
    )
    with program:
        assert program.stdout is not None
        workers = [int(program.stdout.readline()) for _ in range(2)]
        asyncio.run(until(lambda: kept.read_bytes().count(b"\n") == len(ITEMS)))
        # A terminal does the same: the signal goes to all processes of the group.
        os.killpg(program.pid, signal.SIGINT)
        assert program.wait(30) != 0
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)
    results = run_jobs(plain_square, ITEMS, JobPlan(store=kept), "a")
    assert [result["square"] for result in results] == SQUARES


CLUSTER = """
import json, sys
from pathlib import Path
import dask
from distributed import LocalCluster
from core.rules import Refusal
from bot.arena.jobs import JobPlan, run_jobs
from tests.bot.arena.errands import Square, plain_square
from tests.bot.arena.test_jobs import ITEMS

if __name__ == "__main__":
    dask.config.set({"distributed.scheduler.allowed-failures": 0})
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        plan = JobPlan(cluster=cluster.scheduler_address, store=Path(sys.argv[1]))
        print(json.dumps(run_jobs(plain_square, ITEMS, plan, "a")))
        for fails in ("error", "death"):
            try:
                run_jobs(plain_square, [*ITEMS, Square(7, fails=fails)], plan, "a")
            except Refusal as fault:
                print(fault.phrase.key)
"""


@pytest.mark.slow
def test_a_cluster_gives_the_same_bytes(tmp_path: Path) -> None:
    script, kept = tmp_path / "script.py", tmp_path / "kept"
    script.write_text(CLUSTER, encoding="utf-8")
    done = subprocess.run(  # noqa: S603
        [sys.executable, script, kept],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    assert done.returncode == 0, done.stderr
    results, *faults = done.stdout.splitlines()
    assert results == json.dumps(run_jobs(plain_square, ITEMS, JobPlan(), "a"))
    assert faults == ["arena-job-failed", "arena-worker-died"]
    assert kept.read_bytes().count(b"\n") == 1 + len(ITEMS)


def test_where_no_scheduler_answers_the_address_is_told() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(Refusal) as refusal:
        run_jobs(square, ITEMS, JobPlan(cluster="nonsense://nowhere"), "a")
    assert "nonsense://nowhere" in said(refusal.value)


def test_a_fingerprint_tells_configurations_apart() -> None:
    assert fingerprint_of({"a": 1, "b": "x"}) == fingerprint_of({"b": "x", "a": 1})
    assert fingerprint_of({"a": 1}) != fingerprint_of({"a": 2})


def test_a_number_of_jobs_is_small_and_positive() -> None:
    assert job_count("3") == 3
    for text in ("0", "65", "two"):
        with pytest.raises(ArgumentTypeError):
            job_count(text)
