"""Files that people name: reading, writing, and saying what is wrong with them."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count, takewhile
from os.path import realpath
from pathlib import Path
from typing import BinaryIO, Final, cast

from core.rules import Refusal
from core.view import shorten
from core.words import packs

MOST_FILE_BYTES = 1 << 24
"""The largest file that is read: far more than any pack or record needs."""

PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
"""The modes of what is made for its owner alone."""

LONGEST_FILE_NAME = 200
"""Characters of a file's name that are shown."""


class FileError(Refusal):
    """A file that cannot be read or written."""


def read(path: str) -> bytes:
    """Return what a file holds; raises FileError, also for one that never seems to end."""
    with explained(path, "file-unreadable"), Path(path).open("rb") as file:
        content = file.read(MOST_FILE_BYTES + 1)
    if len(content) > MOST_FILE_BYTES:
        raise FileError("file-too-large", path=shown(path), megabytes=MOST_FILE_BYTES >> 20)
    return content


def exists(path: str) -> bool:
    """Return whether there is anything of this name; raises FileError for what is no name."""
    with explained(path, "file-unreadable"):
        return _is_there(Path(path))


def write(path: str, content: bytes) -> None:
    """Write a file in place of what it held, for its owner alone; raises FileError."""
    with explained(path, "file-unwritable"), open(path, "wb", opener=_open_private) as file:
        file.write(content)


def create(path: str) -> BinaryIO:
    """Return a new file open for writing, for its owner alone; raises FileError.

    One that is there already is refused. What is no file, such as a pipe, is opened as it is.
    """
    with explained(path, "file-unwritable"):
        is_other = _is_there(Path(path)) and not Path(path).is_file()
        name, mode = (path, "wb") if is_other else (realpath(path), "xb")
        try:
            return cast("BinaryIO", open(name, mode, opener=_open_private))
        except FileExistsError:
            raise FileError("file-exists", path=shown(path)) from None


def write_new(path: str, content: bytes) -> None:
    """Write a new file, for its owner alone; raises FileError as `create` does."""
    with explained(path, "file-unwritable"), create(path) as file:
        file.write(content)


def open_for_more(path: str) -> BinaryIO:
    """Return a file open for reading and writing, at its start; raises FileError.

    Where there is none, it is made for its owner alone.
    """
    with explained(path, "file-unwritable"):
        make_private_file(Path(path))
        return Path(path).open("r+b")


def make_private_file(path: Path) -> None:
    """Make an empty file for its owner alone, whatever the umask; one that exists stays as it is.

    Raises OSError.
    """
    with suppress(FileExistsError), open(path, "xb", opener=_open_private):
        pass


def make_private_folder(path: Path) -> None:
    """Make a folder, and those around it, for their owner alone; those that exist stay so.

    Raises OSError.
    """
    missing = takewhile(lambda folder: not folder.exists(), (path, *path.parents))
    for folder in reversed([*missing]):
        with suppress(FileExistsError):
            folder.mkdir(PRIVATE_FOLDER)
            folder.chmod(PRIVATE_FOLDER)
    path.mkdir(exist_ok=True)  # raises for what is no folder


def _open_private(path: str, flags: int) -> int:
    """Return the descriptor of a file that nobody but its owner may read, if it is a file."""
    file = os.open(path, flags, PRIVATE_FILE)
    # A pipe or a device is left as it is; so is a file of somebody else. Windows has no modes.
    if stat.S_ISREG(os.fstat(file).st_mode) and hasattr(os, "fchmod"):
        with suppress(OSError):
            os.fchmod(file, PRIVATE_FILE)
    return file


def check_writable(path: str) -> None:
    """Raise FileError for a file that could not be written now; leave everything as it is."""
    with explained(path, "file-unwritable"):
        file = Path(realpath(path))
        if not file.exists():
            file.open("xb").close()
            file.unlink()
        # Opening a pipe or a device may wait for its reader, or do something to it.
        elif file.is_file() or file.is_dir():
            file.open("ab").close()


def check_new(path: str) -> None:
    """Raise FileError for a file that `create` would refuse; leave everything as it is."""
    check_writable(path)
    if Path(path).is_file():
        raise FileError("file-exists", path=shown(path))


def further(path: str, number: int) -> str:
    """Return the name for one more file beside `path`, the `number`-th: ``game-2.json``.

    A number whose file exists is passed over, for nobody has asked to replace it. What is no
    file, such as a pipe, has no other beside it. Raises FileError.
    """
    first = Path(path)
    with explained(path, "file-unwritable"):
        if _is_there(first) and not first.is_file():
            return path
        names = (first.with_name(f"{first.stem}-{n}{first.suffix}") for n in count(number))
        return str(next(name for name in names if not _is_there(name)))


def shown(path: str) -> str:
    """Return as much of a file's name as fits into a sentence."""
    return shorten(path, LONGEST_FILE_NAME)


def _is_there(path: Path) -> bool:
    # Not Path.exists, which takes what is no name for the name of nothing.
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


@contextmanager
def explained(path: str, key: str) -> Iterator[None]:
    """Raise FileError for what the operating system has against a file."""
    if not path:
        raise FileError("file-name", path="")
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise FileError("file-name", path=shown(path)) from None
        raise FileError(key, path=shown(path), problem=error.strerror or "") from None
    except ValueError:
        raise FileError("file-name", path=shown(path)) from None


def find_pack(name: str, needed: int = packs.SMALLEST) -> packs.Pack:
    """Return an embedded pack by its name, or the one in a file, for boards of `needed` cards.

    Several, with commas between them, are mixed.

    Raises PackError, and FileError for a file that cannot be read.
    """
    if embedded := packs.embedded_pack_named(name):
        return embedded
    if not exists(name) and "," in name:
        return packs.mixed([find_pack(one.strip()) for one in name.split(",")])
    if not exists(name):
        names = tuple(pack.name for pack in packs.todays_packs().values())
        raise packs.PackError("pack-missing", path=shown(name), embedded=names)
    content = read(name)
    try:
        return packs.parse_pack(content.decode(packs.encoding_of(content)), Path(name).stem, needed)
    except UnicodeDecodeError:
        raise packs.PackError("pack-not-text", path=shown(name)) from None
