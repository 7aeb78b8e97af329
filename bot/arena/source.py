"""The words and experts of an experiment, loaded once per process."""

from argparse import Namespace
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from bot.gametypes.cli import OptionAdder
from bot.models import ensemble
from bot.settings import Settings
from core.arena.tournament import Arena
from core.words.ensemble import STORED
from core.words.packs import default_pack, first_pack, japanese_pack

PACKS: Final = ("first", "english", "japanese")
"""The embedded packs; published results use the first one."""


@dataclass(frozen=True, slots=True)
class ExpertSource:
    """The words and experts of an experiment: a bench folder, or a pack with models by name.

    `models` are ACE's ensemble; the other embedded models may also play.
    """

    bench: str | None
    pack: str = PACKS[0]
    models: tuple[str, ...] = ()
    neighbours: int | None = None
    """The number of neighbours of a word that count; None for the default."""
    alone: bool = False
    """Whether the other embedded models are excluded."""

    @property
    def others(self) -> tuple[str, ...]:
        """The experts outside ACE's ensemble."""
        return () if self.bench is not None or self.alone else ensemble.with_others(self.models)[1]


CONTROL: Final = ExpertSource(None, models=STORED, alone=True)
"""The embedded models without the means of others, which could rebuild an omitted model."""


def add_source_options(adder: OptionAdder) -> None:
    """Add the options of an `ExpertSource`."""
    words = adder.parser.add_mutually_exclusive_group()
    adder.describe("--bench", "bench", words, metavar="DIR")
    adder.describe("--pack", "pack-simulate", words, choices=PACKS)


def source_of(arguments: Namespace, settings: Settings) -> ExpertSource:
    """Return the source that the options ask for; raises AssetError."""
    if arguments.bench is not None:
        return ExpertSource(arguments.bench)
    return ExpertSource(None, arguments.pack or PACKS[0], ensemble.ensemble_of(settings))


@lru_cache(maxsize=1)
def model_set_from(source: ExpertSource) -> ensemble.ModelSet:
    """Return the words and experts of a source; raises AssetError."""
    if source.bench is not None:
        return ensemble.load_model_set(Path(source.bench))
    names = (*source.models, *source.others)
    if source.pack == japanese_pack().name:
        return ensemble.japanese_model_set(names)
    english = default_pack()
    words = english.words if source.pack == english.name else first_pack().words
    return ensemble.default_model_set(words, names)


def check_installed(*libraries: str) -> None:
    """Raise AssetError for libraries of the extra `arena` that are not installed."""
    if missing := [name for name in libraries if find_spec(name) is None]:
        raise ensemble.AssetError("arena-missing", libraries=tuple(missing))


@lru_cache(maxsize=1)
def arena_of(source: ExpertSource) -> Arena:
    """Return the arena of a source, ready to play; raises AssetError."""
    check_installed("numba")
    models = model_set_from(replace(source, neighbours=None))
    arena = Arena(models.experts, models.board_words, source.neighbours)
    arena.prepare()
    return arena
