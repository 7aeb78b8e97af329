"""The documentation's pages, their links, and the sources of the site."""

import re
import shutil
import tomllib
from pathlib import Path, PurePosixPath

import pytest

from tools.build_docs import SOURCES, assemble, fenced, links, pages, shown_name

ROOT = Path(__file__).parents[2]
PAGES = pages(ROOT)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


def anchors(page: PurePosixPath) -> set[str]:
    """Return the anchors of a page's headings, as code hosts write them."""
    titles = HEADING.findall(FENCE.sub("", (ROOT / page).read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_link_of_a_page_has_a_target(page: PurePosixPath) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    found = list(links(page, text))
    assert [str(file) for file, _ in found if not (ROOT / file).is_file()] == []
    assert [f"{file}#{part}" for file, part in found if part and part not in anchors(file)] == []


def test_links_in_code_and_to_other_sites_are_none() -> None:
    text = "[a](b.md#c) `[d](e.md)` [f](https://example.org)\n```\n[g](h.md)\n```\n[i](#j)"
    page = PurePosixPath("docs/page.md")
    assert [*links(page, text)] == [(PurePosixPath("docs/b.md"), "c"), (page, "j")]


def test_browsers_show_the_copies_of_files() -> None:
    assert shown_name("../.env.example") == "../env.example.txt"
    assert shown_name("pictures/key.png") == "pictures/key.png"


def test_doctests_are_fenced() -> None:
    source = '    """Add.\n\n    >>> 1 + 1\n    2\n    >>> 2\n    2\n    """\n'
    fence = "    ```"
    assert fenced(source) == (
        f'    """Add.\n\n\n{fence}pycon\n    >>> 1 + 1\n    2\n    >>> 2\n    2\n{fence}\n    """\n'
    )


def test_the_index_and_the_menu_have_every_page_in_docs() -> None:
    index = PurePosixPath("docs/index.md")
    named = {file for file, _ in links(index, (ROOT / index).read_text(encoding="utf-8"))} | {index}
    menu = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    told = [page for page in PAGES if page.parent == index.parent]
    assert [str(page) for page in told if page not in named] == []
    assert [str(page) for page in told if f'"{page}"' not in menu] == []


def test_the_sources_of_the_site_have_all_pages_and_the_files_that_they_link_to(
    tmp_path: Path,
) -> None:
    for name in ("adapters", "benchmarks", "core", "deploy", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in (one.name for one in ROOT.iterdir() if one.is_file()):
        shutil.copy(ROOT / name, tmp_path)
    assemble(tmp_path)
    folder = tmp_path / SOURCES
    for page in PAGES:
        for file, _ in links(page, (folder / page).read_text(encoding="utf-8")):
            assert (folder / file).is_file()
    menu = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    named = re.findall(r"'([^']+\.(?:md|css))'", str(menu))
    assert [name for name in named if not (folder / name).is_file()] == []
