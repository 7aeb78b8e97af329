"""The checker of written associations: each refusal, and the repairs of `--fix`."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tools.build_headwords import CARDS, Headword, is_excluded, read_headwords
from tools.check_associations import (
    Report,
    Words,
    check_slice,
    fixed,
    is_form,
    main,
    parse_entry,
    read_words,
)

ASSOCIATIONS = (
    *("cat/c/s", "stripe/u/w", "jungle/u/l", "claw/u/w", "zoo/r/l"),
    *("fierce/r/a", "shere/r/n", "lion/r/s", "paper/r/p", "roar/r/a"),
)
HEADWORDS = {
    "tiger": Headword("tiger", CARDS, 10, 1),
    "lamb": Headword("lamb", CARDS, 10, 1),
    "oven": Headword("oven", CARDS, 10, 2),
}
KNOWN = frozenset(text.partition("/")[0] for text in ASSOCIATIONS)
WORDS = Words(HEADWORDS, KNOWN | {"tigers", "gun", "guns"}, frozenset({"gun"}))


def entry(headword: str, *, without: int = 0, more: Sequence[str] = ()) -> str:
    return f"{headword}: {' '.join((*ASSOCIATIONS[without:], *more))}"


def checked(*content: str, name: str = "slice_01.txt") -> Report:
    return check_slice(name, content, WORDS)


def test_a_slice_without_faults_has_a_summary() -> None:
    report = checked("# written first", "", entry("tiger"), entry("lamb"))
    assert not report.faults
    assert not report.warnings
    assert report.summary.startswith(
        "2 headwords, 20 associations: 10% common, 30% usual, 60% rare"
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tiger cat/c/s", "line 2: write `headword: association/step/kind ...`"),
        (": cat/c/s", "line 2: write `headword: association/step/kind ...`"),
        (entry("tiger", without=1, more=["cat/s"]), "line 2: tiger: write word/c|u|r/"),
        (entry("tiger", without=1, more=["cat/x/s"]), "line 2: tiger: write word/c|u|r/"),
        (entry("tiger", without=1, more=["cat/c/x"]), "line 2: tiger: write word/c|u|r/"),
        (entry("tiger", without=1, more=["cat/c/s/s"]), "line 2: tiger: write word/c|u|r/"),
        (entry("tiger", without=1, more=["cat/c/"]), "line 2: tiger: write word/c|u|r/"),
        (entry("tiger", without=1, more=["Cat/c/s"]), "write one word of 2 to 20 letters a to z"),
        (entry("tiger", without=1, more=["a/c/s"]), "write one word of 2 to 20 letters a to z"),
        (entry("tiger", without=1, more=["big-cat/c/s"]), "write one word of 2 to 20 letters"),
        (entry("panther"), "line 2: panther: this is no headword"),
        (entry("oven"), "line 2: oven: this headword is of slice 02"),
        (entry("tiger", more=["cat/r/s"]), "line 2: tiger: cat stands 2 times"),
        (entry("tiger", more=["tiger/r/s"]), "line 2: tiger: tiger is a form of the headword"),
        (entry("tiger", more=["tigers/r/s"]), "line 2: tiger: tigers is a form of the headword"),
        (entry("tiger", more=["guns/r/s"]), "line 2: tiger: guns is in block.txt or family.txt"),
        (entry("tiger", without=2), "line 2: tiger: write about 10 associations, not 8"),
        (entry("tiger", more=["gun/r/s", "tigers/r/s"]), "write about 10 associations, not 12"),
        (entry("lamb"), "lamb has 2 entries"),
        (entry("lamb"), "1 headwords are missing: tiger"),
    ],
)
def test_a_fault_is_named_with_its_line_and_word(line: str, said: str) -> None:
    assert any(said in fault for fault in checked(entry("lamb"), line).faults)


def test_entries_may_differ_by_a_tenth_from_what_was_asked() -> None:
    longer = entry("tiger", more=["tigress/r/s"])
    report = check_slice("slice_01.txt", [longer, entry("lamb", without=1)], WORDS)
    assert not [fault for fault in report.faults if "write about" in fault]


def test_steps_have_their_shares_in_the_whole_slice() -> None:
    said = "; ".join(checked("tiger: " + "cat/c/s " * 3 + "claw/r/w " * 7).faults)
    assert "mark 8% to 22% of the slice as common (/c/), not 30%" in said
    assert "mark 22% to 38% of the slice as usual (/u/), not 0%" in said


def test_words_that_no_list_has_are_counted_and_few_may_stand() -> None:
    few = check_slice(
        "slice_01.txt",
        [entry("tiger"), entry("lamb")],
        Words(HEADWORDS, KNOWN - {"shere"}, frozenset()),
    )
    assert few.warnings == ("2 unknown: shere (2)",)
    assert "use at most 3% of words that no word list has" in few.faults
    names = [f"{'abcdefghij'[n]}{'abcdefghij'[m]}/r/n" for n in range(10) for m in range(10)]
    known = frozenset((*KNOWN, *(name[:2] for name in names)))
    many = check_slice("slice_01.txt", [entry("tiger", more=[*names, "zzz/r/n"])], WORDS)
    assert "use at most 3%" in "; ".join(many.faults)
    words = Words(HEADWORDS, known, frozenset())
    rare = check_slice("slice_01.txt", [entry("tiger", more=[*names, "zzz/r/n"])], words)
    assert "use at most 3%" not in "; ".join(rare.faults)
    assert rare.warnings == ("1 unknown: zzz",)


def test_the_number_of_a_slice_is_in_the_name_of_its_file() -> None:
    assert checked(entry("tiger"), name="tigers.txt").faults == ("name the file slice_NN.txt",)
    assert "there is no slice 99" in checked(entry("tiger"), name="slice_99.txt").faults


@pytest.mark.parametrize(
    ("word", "headword"),
    [
        ("mice", "mouse"),
        ("cities", "city"),
        ("stopped", "stop"),
        ("hoping", "hope"),
        ("cried", "cry"),
        ("bake", "baking"),
        ("sung", "sing"),
    ],
)
def test_inflections_are_forms_of_a_headword(word: str, headword: str) -> None:
    assert is_form(word, headword)
    assert is_form(headword, word)


@pytest.mark.parametrize(("word", "headword"), [("carpet", "car"), ("king", "kin"), ("bed", "be")])
def test_words_that_only_look_alike_are_no_forms(word: str, headword: str) -> None:
    assert not is_form(word, headword)


def test_fixing_drops_repetitions_and_forms_alone() -> None:
    text = "# tigers/r/s\ntiger: cat/c/s tigers/r/s cat/r/l odd lion/r/s\nno entry\n"
    assert fixed(text) == "# tigers/r/s\ntiger: cat/c/s odd lion/r/s\nno entry\n"
    assert fixed(fixed(text)) == fixed(text)


def test_an_entry_is_read_as_it_is_written() -> None:
    read = parse_entry("tiger: cat/c/s lion/r/s")
    assert [one.word for one in read.associations] == ["cat", "lion"]
    assert read.associations[0].step == "c"
    assert read.associations[1].kind == "s"


def test_the_command_fixes_prints_and_says_by_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "slice_01.txt"
    headword = next(one.word for one in read_headwords().values() if one.slice == 1)
    path.write_text(f"{headword}: {headword}/c/s zoo/r/l zoo/r/l\n")
    assert main([str(path)]) == 1
    assert f"{path}: line 1: {headword}: zoo stands 2 times" in capsys.readouterr().out
    assert main(["--fix", str(path)]) == 1
    assert path.read_text() == f"{headword}: zoo/r/l\n"
    assert "stands 2 times" not in capsys.readouterr().out


def test_a_slice_of_the_shipped_headwords_can_pass(tmp_path: Path) -> None:
    words = read_words()
    known = (word for word in sorted(words.known) if len(word) > 2)
    free = [word for word in known if not is_excluded(word, words.forbidden)][:200]
    steps = "cuurrrrrcu" * 9
    content = []
    for one in words.headwords.values():
        if one.slice == 1:
            fits = [word for word in free if not is_form(word, one.word)]
            pairs = zip(fits[: one.asked], steps, strict=False)
            content.append(f"{one.word}: {' '.join(f'{word}/{step}/s' for word, step in pairs)}\n")
    path = tmp_path / "slice_01.txt"
    path.write_text("".join(content))
    report = check_slice(path.name, path.read_text().splitlines(), words)
    assert not report.faults
    assert not report.warnings
