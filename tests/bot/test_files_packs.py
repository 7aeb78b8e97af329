from pathlib import Path

import pytest

from bot.files import FileError, find_pack
from core.words.packs import MOST_WORDS, PackError, default_pack, japanese_pack

WORDS = "\n".join("abcdefghij")


def test_the_embedded_pack_is_found_by_name() -> None:
    assert find_pack("english") == default_pack()
    assert find_pack("Japanese") == japanese_pack()


def test_packs_are_mixed_by_commas(tmp_path: Path) -> None:
    path = tmp_path / "letters.txt"
    path.write_text(WORDS, encoding="utf-8")
    pack = find_pack(f"{path}, english")
    assert pack.name == "letters+english"
    assert pack.words == (*WORDS.split(), *default_pack().words)
    with pytest.raises(PackError, match="pack-missing"):
        find_pack("english,none.txt")


def test_packs_of_too_many_words_together_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "numbers.txt"
    path.write_text("\n".join(f"card {n}" for n in range(MOST_WORDS)), encoding="utf-8")
    assert len(find_pack(str(path)).words) == MOST_WORDS
    with pytest.raises(PackError, match="pack-mix-too-many"):
        find_pack(f"{path},english")


def test_a_pack_in_a_file_is_called_like_it(tmp_path: Path) -> None:
    path = tmp_path / "letters.txt"
    path.write_text("\ufeff" + WORDS, encoding="utf-8")
    pack = find_pack(str(path))
    assert (pack.name, pack.words) == ("letters", tuple("abcdefghij"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_pack_of_utf_16_is_read_with_its_mark_and_without(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "letters.txt"
    path.write_bytes(f"{WORDS}\nくじら\n".encode(encoding))
    assert find_pack(str(path)).words == (*"abcdefghij", "くじら")


def test_a_pack_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="pack-missing"):
        find_pack(str(tmp_path / "none.txt"))


def test_a_pack_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pack.bin"
    path.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(PackError, match="pack-not-text"):
        find_pack(str(path))


@pytest.mark.parametrize("name", ["", "x" * 5000, "a\0b"])
def test_what_is_no_name_of_a_file_is_refused(name: str) -> None:
    with pytest.raises(FileError, match="file-name"):
        find_pack(name)


def test_a_folder_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="file-unreadable"):
        find_pack(str(tmp_path))
