"""Reads the parts of a Dockerfile and a `.dockerignore` that this project uses.

`try_image` builds and runs the image from them; tests check the files that it copies.
"""

import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from string import Template
from typing import Final

SHELL: Final = ("/bin/sh", "-c")
"""The program that runs commands in shell form."""

_CONTINUED: Final = re.compile(r"\\\n\s*")
_FLAG: Final = re.compile(r"--([a-z-]+)=(\S+)\s+")
_GLOB: Final = re.compile(r"\*\*/|\*\*|\*|\?|[^*?]+")
_GLOBS: Final[Mapping[str, str]] = {
    "**/": "(?:.*/)?",
    "**": ".*",
    "*": "[^/]*",
    "?": "[^/]",
}


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction: its word in capitals, its flags, and the rest of the line."""

    word: str
    flags: Mapping[str, str]
    text: str

    @property
    def command(self) -> tuple[str, ...]:
        """The command of RUN, CMD, ENTRYPOINT or HEALTHCHECK."""
        text = self.text.removeprefix("CMD ") if self.word == "HEALTHCHECK" else self.text
        return tuple(json.loads(text)) if text.startswith("[") else (*SHELL, text)

    @property
    def copied(self) -> tuple[tuple[str, ...], str]:
        """The sources and the destination of COPY."""
        *sources, destination = shlex.split(self.text)
        return tuple(sources), destination


@dataclass(slots=True)
class ImageStage:
    """A stage of a build, with its instructions after FROM."""

    name: str
    instructions: list[Instruction] = field(default_factory=list)

    def last(self, word: str) -> Instruction:
        """Return the last instruction with a word; raises StopIteration."""
        return next(one for one in reversed(self.instructions) if one.word == word)


@dataclass(frozen=True)
class IgnoreFile:
    """The patterns of a `.dockerignore`; the last one that matches a path decides."""

    text: str

    def is_ignored(self, path: PurePosixPath) -> bool:
        """Return whether the build ignores a path, relative to the context."""
        names = [str(path), *map(str, path.parents)]
        fits = (ignored for ignored, regex in self._rules if any(map(regex.fullmatch, names)))
        return next(fits, False)

    @cached_property
    def _rules(self) -> Sequence[tuple[bool, re.Pattern[str]]]:
        """Whether a pattern ignores paths, and the pattern, the last line first."""
        lines = [line.strip() for line in self.text.splitlines()]
        patterns = [line for line in reversed(lines) if line and not line.startswith("#")]
        return [(line[0] != "!", _glob(line.removeprefix("!"))) for line in patterns]


def image_stages(dockerfile: str) -> list[ImageStage]:
    """Return the stages of a Dockerfile."""
    stages = list[ImageStage]()
    for one in _instructions(dockerfile):
        if one.word == "FROM":
            _, _, name = one.text.partition(" AS ")
            stages.append(ImageStage(name))
        else:
            stages[-1].instructions.append(one)
    return stages


def context_files(root: Path, ignore: IgnoreFile, folder: str = "") -> Iterator[PurePosixPath]:
    """Yield the paths of the files that the build sees; it does not search ignored folders."""
    for entry in sorted((root / folder).iterdir()):
        path = PurePosixPath(folder, entry.name)
        if ignore.is_ignored(path):
            continue
        if entry.is_dir():
            yield from context_files(root, ignore, str(path))
        else:
            yield path


def changed_environment(environment: Mapping[str, str], settings: str) -> dict[str, str]:
    """Return an environment after ENV, whose values may name earlier variables."""
    values = dict(pair.split("=", 1) for pair in shlex.split(settings))
    filled = {name: Template(value).substitute(environment) for name, value in values.items()}
    return {**environment, **filled}


def _instructions(dockerfile: str) -> Iterator[Instruction]:
    lines = dockerfile.splitlines(keepends=True)
    text = "".join(line for line in lines if not line.lstrip().startswith("#"))
    for line in filter(None, map(str.strip, _CONTINUED.sub("", text).splitlines())):
        word, _, rest = line.partition(" ")
        flags = dict[str, str]()
        while found := _FLAG.match(rest):
            flags[found[1]] = found[2]
            rest = rest[found.end() :]
        yield Instruction(word.upper(), flags, rest)


def _glob(pattern: str) -> re.Pattern[str]:
    parts = _GLOB.findall(pattern)
    return re.compile("".join(_GLOBS.get(part) or re.escape(part) for part in parts))
