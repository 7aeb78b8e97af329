"""The pictures of a message: which there are, and their files, drawn one after the other."""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from adapters import picture
from adapters.picture.palette import Theme
from adapters.picture.strokes import render_strokes
from core.view import Block, Drawing, Grid, Picture, View, find

Drawable: TypeAlias = Grid | Drawing


@dataclass(frozen=True, slots=True)
class MessageFile:
    """A file that is sent along: its name, its content, and the text that stands for a picture."""

    name: str
    content: bytes = field(repr=False)
    alt: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class PictureFile:
    """One picture of a message: its file's name, what it shows, and the text that stands for it."""

    name: str
    subject: Drawable
    alt: str


@dataclass(frozen=True, slots=True)
class PictureRenderer:
    """Draws for all who send messages, one picture at a time.

    Several threads that draw would keep the one that answers people waiting for its turn.
    """

    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def render(
        self, pictures: Iterable[PictureFile], theme: Theme
    ) -> tuple[MessageFile, ...]:
        """Return the pictures as files that are sent along."""
        files = []
        for plate in pictures:
            async with self._lock:
                png = await asyncio.to_thread(_png, plate.subject, theme)
            files.append(MessageFile(plate.name, png, plate.alt))
        return tuple(files)


def _png(subject: Drawable, theme: Theme) -> bytes:
    if isinstance(subject, Grid):
        return picture.render(subject, theme=theme)
    return render_strokes(subject, theme=theme)


def drawables_of(block: Block) -> tuple[Drawable, ...]:
    """Return what a fitted block shows as pictures, none for one that is written."""
    match block:
        case Picture(grid=grid):
            return picture.halves(grid)
        case Drawing(strokes=strokes) if strokes:
            return (block,)
        case _:
            return ()


def second_halves(view: View) -> int:
    """Return how many pictures a view has besides one for each board."""
    return sum(len(picture.halves(grid)) - 1 for grid in find(view, Grid))


def file_names(subjects: Iterable[Drawable]) -> Iterator[str]:
    """Yield the names of files: board.png, or drawing.png, and further ones by their numbers."""
    numbers: dict[str, int] = {}
    for subject in subjects:
        name = "board" if isinstance(subject, Grid) else "drawing"
        numbers[name] = numbers.get(name, 0) + 1
        yield f"{name}.png" if numbers[name] == 1 else f"{name}-{numbers[name]}.png"


def is_drawable(view: View) -> bool:
    """Return whether all words on a view's boards can be drawn; where not, text is better."""
    return all(map(picture.is_drawable, find(view, Grid)))
