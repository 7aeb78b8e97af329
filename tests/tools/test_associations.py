"""The written associations have the frozen digests, and pass the checker."""

from hashlib import sha256

import pytest

from tools.build_headwords import FOLDER
from tools.check_associations import main

SLICES = sorted(FOLDER.glob("slice_*.txt"))


def test_the_slices_are_those_that_were_frozen() -> None:
    lines = (FOLDER / "slices.sha256").read_text(encoding="utf-8").splitlines()
    frozen = {name: digest for digest, name in map(str.split, lines)}
    assert {path.name: sha256(path.read_bytes()).hexdigest() for path in SLICES} == frozen
    assert len(frozen) == 52


@pytest.mark.slow
@pytest.mark.parametrize("place", range(4))
def test_the_checker_passes_every_slice(place: int) -> None:
    assert main([str(path) for path in SLICES[place::4]]) == 0
