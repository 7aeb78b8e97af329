"""The processes of a run take turns at compiling."""

import fcntl
from pathlib import Path

import pytest

pytest.importorskip("numba")

from numba.core.compiler_lock import global_compiler_lock
from numba.core.event import unregister

from tests.compiling import compile_in_turn


def is_free(path: Path) -> bool:
    with path.open("wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def test_while_a_process_compiles_no_other_one_does(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    turn = compile_in_turn(path)
    try:
        assert is_free(path)
        with global_compiler_lock:
            with global_compiler_lock:
                assert not is_free(path)
            assert not is_free(path)
        assert is_free(path)
    finally:
        unregister("numba:compiler_lock", turn)
        turn.close()
