"""Reads and writes the files that people name, and explains errors."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count, takewhile
from os.path import realpath
from pathlib import Path
from typing import BinaryIO, Final, cast

from bot.plugins import PACK_PLUGINS, load_plugin, plugins
from core.rules import Refusal
from core.view import shorten
from core.words import packs

MOST_FILE_BYTES = 1 << 24
"""The largest file to read, far larger than any pack or record."""

PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
"""The modes of new private files and folders."""

LONGEST_FILE_NAME = 200
"""The most characters of a file's name in a message."""


class FileError(Refusal):
    """A file that cannot be read or written."""


def read(path: str) -> bytes:
    """Return the content of a file; raises FileError, for example if it is too large."""
    with explained(path, "file-unreadable"), Path(path).open("rb") as file:
        content = file.read(MOST_FILE_BYTES + 1)
    if len(content) > MOST_FILE_BYTES:
        raise FileError("file-too-large", path=shown(path), megabytes=MOST_FILE_BYTES >> 20)
    return content


def exists(path: str) -> bool:
    """Return whether a path exists; raises FileError for an invalid one."""
    with explained(path, "file-unreadable"):
        return _is_there(Path(path))


def write(path: str, content: bytes) -> None:
    """Replace the content of a private file; raises FileError."""
    with explained(path, "file-unwritable"), open(path, "wb", opener=_open_private) as file:
        file.write(content)


def create(path: str) -> BinaryIO:
    """Return a new private file, open for writing; raises FileError, for example if it exists.

    It opens an existing pipe or device, too.
    """
    with explained(path, "file-unwritable"):
        is_other = _is_there(Path(path)) and not Path(path).is_file()
        name, mode = (path, "wb") if is_other else (realpath(path), "xb")
        try:
            return cast("BinaryIO", open(name, mode, opener=_open_private))
        except FileExistsError:
            raise FileError("file-exists", path=shown(path)) from None


def write_new(path: str, content: bytes) -> None:
    """Write a new private file; raises the FileError of `create`."""
    with explained(path, "file-unwritable"), create(path) as file:
        file.write(content)


def open_for_more(path: str) -> BinaryIO:
    """Open a file for reading and writing, a new one privately; raises FileError."""
    with explained(path, "file-unwritable"):
        make_private_file(Path(path))
        return Path(path).open("r+b")


def make_private_file(path: Path) -> None:
    """Create an empty private file, whatever the umask, unless it exists; raises OSError."""
    with suppress(FileExistsError), open(path, "xb", opener=_open_private):
        pass


def make_private_folder(path: Path) -> None:
    """Create a private folder and its missing parents; raises OSError."""
    missing = takewhile(lambda folder: not folder.exists(), (path, *path.parents))
    for folder in reversed([*missing]):
        with suppress(FileExistsError):
            folder.mkdir(PRIVATE_FOLDER)
            folder.chmod(PRIVATE_FOLDER)
    path.mkdir(exist_ok=True)  # raises if it is no folder


def _open_private(path: str, flags: int) -> int:
    """Return the descriptor of a file that only its owner may read."""
    file = os.open(path, flags, PRIVATE_FILE)
    # Pipes, devices and other people's files keep their modes. Windows has none.
    if stat.S_ISREG(os.fstat(file).st_mode) and hasattr(os, "fchmod"):
        with suppress(OSError):
            os.fchmod(file, PRIVATE_FILE)
    return file


def check_writable(path: str) -> None:
    """Raise FileError if a file cannot be written now; change nothing."""
    with explained(path, "file-unwritable"):
        file = Path(realpath(path))
        if not file.exists():
            file.open("xb").close()
            file.unlink()
        # Opening a pipe or a device may block or have an effect.
        elif file.is_file() or file.is_dir():
            file.open("ab").close()


def check_new(path: str) -> None:
    """Raise FileError if `create` would; change nothing."""
    check_writable(path)
    if Path(path).is_file():
        raise FileError("file-exists", path=shown(path))


def further(path: str, number: int) -> str:
    """Return the path of a numbered file next to `path`, such as ``game-2.json``.

    It is the first new file from `number` on; a pipe or a device keeps its path. Raises FileError.
    """
    first = Path(path)
    with explained(path, "file-unwritable"):
        if _is_there(first) and not first.is_file():
            return path
        names = (first.with_name(f"{first.stem}-{n}{first.suffix}") for n in count(number))
        return str(next(name for name in names if not _is_there(name)))


def shown(path: str) -> str:
    """Return a file's name, shortened for a sentence."""
    return shorten(path, LONGEST_FILE_NAME)


def _is_there(path: Path) -> bool:
    # Not Path.exists, which returns False for invalid names.
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


@contextmanager
def explained(path: str, key: str) -> Iterator[None]:
    """Raise the operating system's errors about a file as FileError."""
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


def known_pack_names() -> tuple[str, ...]:
    """Return the names of embedded packs and of those in other packages."""
    embedded = (pack.name for pack in packs.todays_packs().values())
    return tuple(dict.fromkeys((*embedded, *plugins(PACK_PLUGINS))))


def pack_named(name: str) -> packs.Pack | None:
    """Return the pack with a known name, in any case, or None; raises PluginError and PackError."""
    if embedded := packs.embedded_pack_named(name):
        return embedded
    sought = name.strip().casefold()
    found = next((one for one in plugins(PACK_PLUGINS) if one.casefold() == sought), None)
    return None if found is None else _plugin_pack(found)


@cache
def _plugin_pack(name: str) -> packs.Pack:
    """Return the pack of a plugin after the checks of a file; raises PluginError and PackError."""
    part: packs.Pack = load_plugin(PACK_PLUGINS, name)
    words = part.words[: packs.MOST_WORDS + 1]  # one more is refused
    return packs.parse_pack("\n".join(map(str, words)), name)


def find_pack(name: str, needed: int = packs.SMALLEST) -> packs.Pack:
    """Return a pack by its embedded name or its file, for boards of `needed` cards.

    Commas separate the names of packs to mix. Raises PackError, and FileError for an unreadable
    file.
    """
    if named := pack_named(name):
        return named
    if not exists(name) and "," in name:
        return packs.mixed([find_pack(one.strip()) for one in name.split(",")])
    if not exists(name):
        names = known_pack_names()
        raise packs.PackError("pack-missing", path=shown(name), embedded=names)
    content = read(name)
    try:
        return packs.parse_pack(content.decode(packs.encoding_of(content)), Path(name).stem, needed)
    except UnicodeDecodeError:
        raise packs.PackError("pack-not-text", path=shown(name)) from None
