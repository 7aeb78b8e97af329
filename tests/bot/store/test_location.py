from collections.abc import Callable
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.store.location import (
    LocationError,
    check_there,
    database_url,
    default_file,
    file_of,
    file_url,
    make_folder,
)
from bot.texts import Texts


def settings(url: str = "") -> Settings:
    return Settings.model_validate({"DATABASE_URL": url})


def test_a_file_that_is_named_goes_before_the_setting(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    assert database_url(str(file), settings("postgresql://db/games")) == f"sqlite:///{file}"


def test_the_setting_goes_before_the_file_in_the_data_folder() -> None:
    assert database_url(None, settings("postgresql://db/games")) == "postgresql://db/games"
    assert file_of(database_url(None, settings())) == default_file()


@pytest.mark.parametrize("name", ["games.db", "a b.db", "50%.db", "what?.db", "#1.db", "spül.db"])
def test_a_file_of_any_name_has_an_address(tmp_path: Path, name: str) -> None:
    assert file_of(file_url(tmp_path / name)) == tmp_path / name


def test_a_file_in_this_folder_or_at_home_has_a_whole_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert file_of(file_url(Path("games.db"))) == tmp_path / "games.db"
    assert file_of(file_url(Path("~/games.db"))) == tmp_path / "home" / "games.db"


@pytest.mark.parametrize("url", [":memory:", "sqlite://", "postgresql://db/games"])
def test_what_is_no_file_has_none(url: str) -> None:
    assert file_of(url) is None
    check_there(url)
    make_folder(url)


def test_a_file_that_is_not_there_is_refused_with_ways_out(tmp_path: Path) -> None:
    url = file_url(tmp_path / "games.db")
    with pytest.raises(LocationError) as refused:
        check_there(url)
    said = Texts.load().say(refused.value.phrase)
    assert str(tmp_path / "games.db") in said
    assert "--state" in said
    (tmp_path / "games.db").touch()
    check_there(url)


def test_the_folder_is_made(tmp_path: Path) -> None:
    url = file_url(tmp_path / "new" / "folder" / "games.db")
    for _ in range(2):
        make_folder(url)
    assert (tmp_path / "new" / "folder").is_dir()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LocationError) as refused:
        make_folder(file_url(tmp_path / "file" / "games.db"))
    said = Texts.load().say(refused.value.phrase)
    assert said.startswith(f"The folder {tmp_path}/file for the games can't be created (")
    assert "--state" in said


@pytest.mark.parametrize("check", [check_there, make_folder])
def test_a_folder_in_the_place_of_the_file_is_called_one(
    tmp_path: Path, check: Callable[[str], None]
) -> None:
    with pytest.raises(LocationError) as refused:
        check(file_url(tmp_path))
    said = Texts.load().say(refused.value.phrase)
    assert said.startswith(f"{tmp_path} is a folder: name a file in it with --state")
