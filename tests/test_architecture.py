"""ARCHITECTURE.md names only files and names that exist, and stays short."""

import re
from functools import reduce
from importlib import import_module, util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
QUOTED = tuple(dict.fromkeys(re.findall(r"`([^`\n]+)`", TEXT)))
PLACES = tuple(one for one in QUOTED if "/" in one or one.startswith(".") or one.endswith(".toml"))
NAMES = tuple(one for one in QUOTED if re.fullmatch(r"(bot|core|adapters)(\.\w+)+", one))
MOST_WORDS = 1400


def test_it_is_read_in_five_minutes() -> None:
    assert len(TEXT.split()) <= MOST_WORDS


def test_it_names_many_files_and_functions() -> None:
    assert len(PLACES) > 40
    assert len(NAMES) > 15


@pytest.mark.parametrize("place", [one for one in PLACES if "NAME" not in one])
def test_each_file_and_folder_that_it_mentions_exists(place: str) -> None:
    assert (ROOT / place).exists()
    assert (ROOT / place).is_dir() == place.endswith("/")


@pytest.mark.parametrize("name", NAMES)
def test_each_name_that_it_mentions_exists(name: str) -> None:
    parts = name.split(".")
    modules = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
    module = next(one for one in modules if _is_module(one))
    reduce(getattr, parts[module.count(".") + 1 :], import_module(module))


def _is_module(name: str) -> bool:
    try:
        return util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False
