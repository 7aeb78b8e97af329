"""Assemble the sources of the documentation site in build/docs; Zensical builds the site from them.

`make docs` runs this tool. Pages keep their paths, so that their links work both on the site and on
a code host. The tool copies all files that they link to. A browser would not show some of them, so
their copies end in ``.txt``. Each package of `core` gets a page; mkdocstrings reads its docstrings
from a copy, in which doctests are fenced code.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Final

SOURCES: Final = PurePosixPath("build/docs")

DOCUMENTED: Final = PurePosixPath("build/documented")
"""The folder of the copy of `core`."""

PAGES: Final = ("*.md", "adapters/**/*.md", "benchmarks/*.md", "core/**/*.md", "docs/**/*.md")

STYLE: Final = "docs/site.css"

PACKAGES: Final = (
    "core",
    "core.codenames",
    "core.hangman",
    "core.shiritori",
    "core.agents",
    "core.rating",
    "core.words",
)
"""The packages with a page of docstrings."""

SHOWN: Final = frozenset({".json", ".md", ".png", ".svg", ".txt"})
"""The endings of files that browsers show."""

_CODE: Final = re.compile(r"^(```|~~~).*?^\1|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"(?<=\]\()(?![a-z]+:)([^)\s#]*)(#[^)\s]*)?(?=\))")
_DOCTEST: Final = re.compile(r'^( *)>>> .*\n(?:\1(?!""").+\n)*', re.MULTILINE)


def pages(root: Path) -> list[PurePosixPath]:
    """Return the paths of the pages below a project's folder."""
    found = (file for pattern in PAGES for file in sorted(root.glob(pattern)))
    return [PurePosixPath(file.relative_to(root).as_posix()) for file in found]


def links(page: PurePosixPath, text: str) -> Iterator[tuple[PurePosixPath, str]]:
    """Yield the files of the project that a page links to, with the anchors ("" for none)."""
    for target, anchor in _LINK.findall(_CODE.sub("", text)):
        yield PurePosixPath(normpath(page.parent / target)) if target else page, anchor[1:]


def shown_name(path: str) -> str:
    """Return the path of a file's copy, which browsers show: ``env.example.txt``."""
    file = PurePosixPath(path)
    return path if file.suffix in SHOWN else str(file.with_name(f"{file.name.lstrip('.')}.txt"))


def assemble(root: Path) -> None:
    """Write the sources of the site, after deleting those of an earlier run."""
    folder = root / SOURCES
    shutil.rmtree(folder, ignore_errors=True)
    for page in pages(root):
        text = (root / page).read_text(encoding="utf-8")
        for file, _ in links(page, text):
            if file.suffix != ".md":
                copy = folder / shown_name(str(file))
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(root / file, copy)
        _write(folder / page, _LINK.sub(_link_to_copy, text))
    shutil.copy(root / STYLE, folder / STYLE)
    for package in PACKAGES:
        _write(folder / "docs" / "api" / f"{package}.md", "\n".join(_docstrings(root, package)))

    shutil.rmtree(root / DOCUMENTED, ignore_errors=True)
    for module in sorted((root / "core").rglob("*.py")):
        text = module.read_text(encoding="utf-8")
        _write(root / DOCUMENTED / module.relative_to(root), fenced(text))


def fenced(source: str) -> str:
    """Return the source of a module whose doctests are fenced code."""
    return _DOCTEST.sub(lambda test: f"\n{test[1]}```pycon\n{test[0]}{test[1]}```\n", source)


def _link_to_copy(link: re.Match[str]) -> str:
    return (shown_name(link[1]) if link[1] else "") + (link[2] or "")


def _docstrings(root: Path, package: str) -> Iterator[str]:
    """Yield the lines of a package's page, which tell mkdocstrings what to document."""
    yield f"::: {package}\n    options:\n      heading_level: 1\n"
    for module in sorted((root / package.replace(".", "/")).glob("[!_]*.py")):
        yield f"::: {package}.{module.stem}\n"


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    assemble(Path())
