from pathlib import Path

import pytest

from tools.check_wording import check, main, read


def findings(root: Path, path: str, text: str) -> list[list[str]]:
    """Write a file below a folder; return the findings of each check there."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return [list(finding.lines) for finding in check(read(root))]


@pytest.mark.parametrize(
    "said",
    ["Return what is left.", "Start it, and return\nwhich ended.", "It yields whose turn it is."],
)
def test_a_question_clause_stands_for_no_noun(said: str, tmp_path: Path) -> None:
    returned, _, _ = findings(tmp_path, "core/a.py", f'def f():\n    """{said}"""\n')
    assert len(returned) == 1
    assert returned[0].startswith("core/a.py:2: ")


@pytest.mark.parametrize(
    "said", ["Return whether it ends.", "Return the cards, which are left.", "A return. How?"]
)
def test_nouns_and_whether_stand_after_return(said: str, tmp_path: Path) -> None:
    assert findings(tmp_path, "core/a.py", f'"""{said}"""\n') == [[], [], []]


@pytest.mark.parametrize(
    "source",
    [
        '"""What it holds."""\n',
        '"""It ends. Who acts then is said."""\n',
        'LIMIT = 1\n"""How many there are."""\n',
        '"""Words:\n\n- Those that end.\n"""\n',
        "# Which is left.\n",
        "x = 1  # Whose it is.\n",
    ],
)
def test_a_sentence_that_begins_with_a_question_word_asks_something(
    source: str, tmp_path: Path
) -> None:
    _, asked, _ = findings(tmp_path, "bot/a.py", source)
    assert len(asked) == 1


def test_docstrings_and_comments_of_tests_are_read_and_their_strings_are_not(
    tmp_path: Path,
) -> None:
    source = 'def test_it() -> None:\n    """Return what is left."""\n    # Start anew.\n'
    source += '    assert said() == "Whoever waits is told."\n'
    returned, asked, marked = findings(tmp_path, "tests/bot/test_a.py", source)
    assert returned == ["tests/bot/test_a.py:2: Return what is left."]
    assert asked == []
    assert marked == ["tests/bot/test_a.py:3: Start anew. (anew)"]


def test_questions_quoted_code_and_headings_may_begin_so(tmp_path: Path) -> None:
    page = (
        "# What it is\n\nWhat is it? `How` it goes.\n\n    What is code.\n\n```\nWho acts.\n```\n"
    )
    assert findings(tmp_path, "docs/a.md", page) == [[], [], []]


def test_words_are_marked_in_pages_and_messages_with_their_lines(tmp_path: Path) -> None:
    findings(tmp_path, "bot/texts/en/a.ftl", "# A comment\nwait = Somebody waits.\n")
    _, _, marked = findings(tmp_path, "README.md", "One.\n\nPlayers, as far\nas they are known.\n")
    assert marked == [
        "README.md:3: Players, as far as they are known. (as far as)",
        "bot/texts/en/a.ftl:2: Somebody waits. (Somebody)",
    ]


def test_findings_are_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 0
    (tmp_path / "README.md").write_text("Start anew.\n")
    assert main([str(tmp_path)]) == 1
    assert "README.md:1: Start anew. (anew)" in capsys.readouterr().out
