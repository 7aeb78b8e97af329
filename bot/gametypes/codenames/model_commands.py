"""The command `spyring models`: lists, fetches, adds, checks, exports and removes models."""

import json
import re
from argparse import Namespace
from collections.abc import Callable, Iterator
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.files import check_new, create, exists, explained, read, shown
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder
from bot.models.cache import ModelCache, ModelFacts, keyed, models_folder
from bot.models.comparison import DEPTHS, compare, read_neighbours
from bot.models.concatenation import concatenated
from bot.models.fetch import PAPERS_MEGABYTES, Fetcher
from bot.models.readers import ModelFileError, Reading
from bot.settings import Settings
from core.agents.associations import vocabulary_form
from core.view import phrase
from core.words.ensemble import MODELS, embedded_model, stored_bytes

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

SUFFIXES: Final = re.compile(r"(\.(gz|bin|txt|vec))+\Z")
"""The endings of a file's name that are not part of a model's name."""


class ModelsCommand(GameCommand):
    """`spyring models`: the embedded models, and your own."""

    name = "models"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the tasks with their options."""
        parsers = adder.parser.add_subparsers(dest="task", metavar="TASK")
        said = {name: adder.say(f"models-{name}") for name in TASKS}
        tasks = {
            name: parsers.add_parser(name, help=it, description=it) for name, it in said.items()
        }
        names = f"{adder.say('models-names')} {', '.join(PAPERS_MEGABYTES)}"
        tasks["fetch"].add_argument("names", metavar="NAME", nargs="+", help=names)
        adder.describe("--words", "models-words", tasks["fetch"], metavar="FILE")
        tasks["fetch"].set_defaults(models_url=adder.settings.models_url)
        adder.describe("path", "models-path", tasks["add"], metavar="PATH")
        adder.describe("--name", "models-called", tasks["add"], metavar="N")
        for name in ("check", "export", "remove"):
            adder.describe("model", "models-model", tasks[name], metavar="NAME")
        check, exported = tasks["check"], tasks["export"]
        adder.describe("--against", "models-against", check, metavar="FILE", required=True)
        adder.describe("--json", "json", check, action="store_true")
        adder.describe("path", "models-export-path", exported, metavar="FILE")
        adder.describe("--binary", "models-binary", exported, action="store_true")

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Do the task; raises Refusal."""
        models = ModelCache(models_folder(settings))
        TASKS[arguments.task or "list"](arguments, models, console)
        return 0


def _list(_arguments: Namespace, models: ModelCache, console: GameConsole) -> None:
    for facts, size in (
        *_embedded(),
        *_stored(models, console),
        *((facts, 0) for facts in concatenated(models)),
    ):
        said = phrase(
            "models-line",
            name=facts.name,
            words=facts.words,
            dimensions=facts.dimensions,
            kilobytes=round(size / 1000),
            source=facts.source or phrase("models-embedded"),
        )
        console.write(console.texts.say(said))
    for name, megabytes in PAPERS_MEGABYTES.items():
        if name not in models.names:
            said = phrase("models-line-fetchable", name=name, megabytes=megabytes)
            console.write(console.texts.say(said))


def _embedded() -> Iterator[tuple[ModelFacts, int]]:
    """Yield the embedded models with the bytes of their files."""
    for name, model in zip(MODELS, map(embedded_model, MODELS), strict=True):
        words = int(model.known.sum())
        yield ModelFacts(name, "", "", words, model.dimensions), stored_bytes(name)


def _stored(models: ModelCache, console: GameConsole) -> Iterator[tuple[ModelFacts, int]]:
    """Yield the models on disk with the bytes of their files; warn of damaged ones."""
    for name in models.names:
        try:
            yield models.facts(name), models.size(name)
        except ModelFileError as damaged:
            console.warn(console.texts.say(damaged.phrase))


def _fetch(arguments: Namespace, models: ModelCache, console: GameConsole) -> None:
    words = _words(arguments.words)
    fetcher = Fetcher(models, arguments.models_url)
    fetcher.check(arguments.names)
    for name in dict.fromkeys(arguments.names):
        _say_added(name, *fetcher.fetch(name, words), console)


def _words(path: str | None) -> frozenset[str]:
    """Return the words in a file, one per line; raises FileError and ModelFileError."""
    if path is None:
        return frozenset()
    try:
        lines = read(path).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise ModelFileError("models-words-file", path=shown(path), offset=error.start) from None
    return frozenset(vocabulary_form(line) for line in lines if line.strip())


def _add(arguments: Namespace, models: ModelCache, console: GameConsole) -> None:
    path = Path(arguments.path)
    if not exists(arguments.path):
        raise ModelFileError("models-no-file", path=shown(arguments.path))
    own = SUFFIXES.sub("", path.absolute().name.lower())
    name, reading = arguments.name or own, Reading(path)
    model = models.add(name, shown(str(path.absolute())), reading.rows())
    _say_added(name, model, reading, console)


def _say_added(name: str, model: "KeyedVectors", reading: Reading, console: GameConsole) -> None:
    """Say that a model is ready, and which rows of its file were left out."""
    added = phrase("models-added", name=name, words=len(model), dimensions=model.vector_size)
    for said in (added, *reading.unread()):
        console.write(console.texts.say(said))


def _check(arguments: Namespace, models: ModelCache, console: GameConsole) -> None:
    found = compare(_model(arguments.model, models), read_neighbours(arguments.against))
    if arguments.json:
        overlaps = {f"overlap@{depth}": share for depth, share in found.overlaps.items()}
        counts = {"model": arguments.model, "cards": found.cards, "compared": found.compared}
        console.write(json.dumps(counts | overlaps))
        return
    ten, fifty, all_used = (f"{found.overlaps[depth]:.3f}" for depth in DEPTHS)
    said = phrase(
        "models-overlap",
        compared=found.compared,
        cards=found.cards,
        at_10=ten,
        at_50=fifty,
        at_300=all_used,
    )
    console.write(console.texts.say(said))


def _model(name: str, models: ModelCache) -> "KeyedVectors":
    """Return an embedded or stored model; raises ModelError and ModelFileError."""
    if name in MODELS:
        model = embedded_model(name)
        return keyed([*compress(model.words, model.known)], model.matrix[model.known])
    stored = models.load(name)
    models.verify(name)
    return stored


def _export(arguments: Namespace, models: ModelCache, console: GameConsole) -> None:
    check_new(arguments.path)
    model, path = _model(arguments.model, models), str(Path(arguments.path).absolute())
    with explained(arguments.path, "file-unwritable"):
        create(path).close()
        model.save_word2vec_format(path, binary=arguments.binary)
    console.write(
        console.texts.say(phrase("models-exported", name=arguments.model, path=shown(path)))
    )


def _remove(arguments: Namespace, models: ModelCache, console: GameConsole) -> None:
    if arguments.model in MODELS and arguments.model not in models.names:
        raise ModelFileError("models-embedded-stay", name=arguments.model)
    models.remove(arguments.model)
    console.write(console.texts.say(phrase("models-removed", name=arguments.model)))


TASKS: Final[dict[str, Callable[[Namespace, ModelCache, GameConsole], None]]] = {
    "list": _list,
    "fetch": _fetch,
    "add": _add,
    "check": _check,
    "export": _export,
    "remove": _remove,
}
