import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.files import (
    MOST_FILE_BYTES,
    PRIVATE_FILE,
    PRIVATE_FOLDER,
    FileError,
    check_new,
    check_writable,
    create,
    exists,
    further,
    make_private_file,
    make_private_folder,
    read,
    write,
    write_new,
)
from bot.texts import Texts

IMPOSSIBLE = ["", "x" * 5000, "a\0b", "\ud800"]


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_is_no_name_is_refused_by_everything(name: str) -> None:
    for use in (read, check_writable, exists, lambda name: further(name, 2), _write):
        with pytest.raises(FileError) as refused:
            use(name)
        assert refused.value.phrase.key == "file-name"
        assert len(Texts.load().say(refused.value.phrase)) < 300


def _write(name: str) -> None:
    write(name, b"")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = str(tmp_path / "file")
    write(path, b"content")
    assert read(path) == b"content"


@pytest.mark.parametrize("key", ["file-unreadable", "file-unwritable"])
def test_what_the_operating_system_refuses_is_said(tmp_path: Path, key: str) -> None:
    use = read if key == "file-unreadable" else check_writable
    for path in (tmp_path, tmp_path / "none" / "file"):
        with pytest.raises(FileError) as refused:
            use(str(path))
        assert refused.value.phrase.key == key
        assert str(path) in Texts.load().say(refused.value.phrase)


def test_a_file_without_an_end_is_not_read_to_it() -> None:
    with pytest.raises(FileError) as refused:
        read("/dev/zero")
    assert refused.value.phrase.key == "file-too-large"
    assert f"{MOST_FILE_BYTES >> 20} MB" in Texts.load().say(refused.value.phrase)


def test_the_largest_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(bytes(MOST_FILE_BYTES))
    assert len(read(str(path))) == MOST_FILE_BYTES


def test_to_check_is_to_change_nothing(tmp_path: Path) -> None:
    older, new = tmp_path / "older", tmp_path / "new"
    older.write_bytes(b"kept")
    check_writable(str(older))
    check_writable(str(new))
    assert older.read_bytes() == b"kept"
    assert list(tmp_path.iterdir()) == [older]


def test_a_link_to_nowhere_is_followed_and_kept(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "target")
    check_writable(str(link))
    assert list(tmp_path.iterdir()) == [link]


def test_a_pipe_is_not_opened_to_be_checked(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    check_writable(str(pipe))
    assert further(str(pipe), 2) == str(pipe)


def test_a_new_file_replaces_none_that_has_come_since_it_was_checked(tmp_path: Path) -> None:
    path, link = tmp_path / "new", tmp_path / "link"
    link.symlink_to(path)
    for name in (path, link):
        check_new(str(name))
    path.write_bytes(b"older")
    for name in (path, link):
        for refuse in (check_new, create, lambda name: write_new(name, b"newer")):
            with pytest.raises(FileError) as refused:
                refuse(str(name))
            assert refused.value.phrase.key == "file-exists"
    assert path.read_bytes() == b"older"
    path.unlink()
    write_new(str(link), b"newer")
    assert (mode(path), path.read_bytes()) == (PRIVATE_FILE, b"newer")


def test_what_is_no_file_is_written_to_as_it_is(tmp_path: Path) -> None:
    write_new(os.devnull, b"secret")
    with pytest.raises(FileError) as refused:
        write_new(str(tmp_path), b"")
    assert refused.value.phrase.key == "file-unwritable"


def test_a_further_file_has_its_number_and_takes_no_other_s_place(tmp_path: Path) -> None:
    first = tmp_path / "my.game.json"
    assert further(str(first), 2) == str(tmp_path / "my.game-2.json")
    (tmp_path / "my.game-2.json").touch()
    assert further(str(first), 2) == str(tmp_path / "my.game-3.json")
    assert further(str(tmp_path / "game"), 7) == str(tmp_path / "game-7")


@pytest.fixture(params=[0o000, 0o022, 0o777])
def any_umask(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each of several umasks in turn."""
    before = os.umask(request.param)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("any_umask")
def test_what_is_written_is_for_its_owner_alone(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.touch()
    old.chmod(0o644)
    for file in (new, old):
        write(str(file), b"secret")
        assert (mode(file), file.read_bytes()) == (PRIVATE_FILE, b"secret")


def test_what_is_no_file_keeps_its_mode() -> None:
    before = mode(Path(os.devnull))
    write(os.devnull, b"secret")
    assert mode(Path(os.devnull)) == before


@pytest.mark.usefixtures("any_umask")
def test_folders_that_are_made_are_private_and_those_that_exist_stay(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    old.chmod(0o755)
    for _ in range(2):
        make_private_folder(old / "new" / "newer")
    assert mode(old) == 0o755
    assert {mode(old / "new"), mode(old / "new" / "newer")} == {PRIVATE_FOLDER}


@pytest.mark.usefixtures("any_umask")
def test_a_file_that_is_made_is_private_and_one_that_exists_stays(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.write_bytes(b"content")
    old.chmod(0o640)
    for file in (new, old):
        make_private_file(file)
    assert (mode(new), mode(old)) == (PRIVATE_FILE, 0o640)
    assert old.read_bytes() == b"content"
