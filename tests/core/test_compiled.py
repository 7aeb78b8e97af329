"""Functions are compiled whether or not the program may write files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import core

pytest.importorskip("numba")

SCRIPT = """
import core.arena.kernel
import core.shiritori.search_kernel
from core.compiled import compiles
from core.shiritori.search_kernel import start
print(compiles(), type(start).__name__)
"""


def _link_tree(source: Path, copy: Path) -> None:
    """Make a package of links to another's files, without room for a compilation cache."""
    copy.mkdir()
    (copy / "__pycache__").touch()
    for path in source.iterdir():
        if path.name == "__pycache__":
            continue
        if path.is_dir():
            _link_tree(path, copy / path.name)
        else:
            (copy / path.name).symlink_to(path)


def test_where_no_folder_can_be_written_functions_are_compiled_all_the_same(tmp_path: Path) -> None:
    _link_tree(Path(core.__file__).parent, tmp_path / "core")
    nowhere = str(tmp_path / "core" / "__init__.py" / "folder")
    settings = {"NUMBA_DISABLE_JIT": "0", "NUMBA_CACHE_DIR": "", "PYTHONPATH": str(tmp_path)}
    homes = dict.fromkeys(("HOME", "XDG_CACHE_HOME"), nowhere)
    ran = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-B", "-c", SCRIPT],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, **settings, **homes},
        text=True,
    )
    assert (ran.stdout, ran.stderr) == ("True CPUDispatcher\n", "")
