"""Finds and loads language models: the embedded ensemble, or a bench folder of ready tables.

A bench folder holds `board_words.txt` and `clue_words.txt` (one word a line), the ranked
neighbours of each board word in `neighbours/NAME.json`, and similarities in
`similarities/NAME.npy`, int16 (board words, clue words), cosine times 32767. It serves to
reproduce published figures; nothing of it is part of the project.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tokenize import TokenError
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.files import shown
from bot.settings import Settings
from core.agents.associations import (
    MOST_NEIGHBOURS,
    AssociationSource,
    ModelSource,
    TableSource,
    Vocabulary,
    nearest,
    tabulate,
)
from core.agents.expert import Expert, expert
from core.agents.language import Language, language_of, plain_language
from core.rules import Refusal
from core.words.ensemble import MODELS, default_ensemble
from core.words.lexicon import Lexicon, default_lexicon
from core.words.packs import default_pack

MODEL_SET_EXPERTS: Final = ("w", "g5", "g1", "g2", "g3", "wg", "cn")
"""The paper's seven models in the order in which its published code breaks ties."""

TWO_FACED: Final = "wg"
"""The paper's model whose spymaster and guesser look at different vectors."""

COSINE_UNIT: Final = 32767


class AssetError(Refusal):
    """A model or table that is missing, unreadable or malformed."""


@dataclass(frozen=True, slots=True, eq=False)
class ModelSet:
    """The words and experts of an experiment, and a checksum of the files they came from."""

    board_words: tuple[str, ...]
    vocabulary: Vocabulary
    experts: Mapping[str, Expert]
    checksum: str
    lexicon: Lexicon | None = None
    """Facts on the clue words beside their vectors, if there are any."""

    @property
    def clue_words(self) -> tuple[str, ...]:
        """The words that may be clues."""
        return self.vocabulary.words

    def language(self) -> Language:
        """Return the language in which bots give clues at a table; takes a second or so."""
        if self.lexicon is None:
            return plain_language(self.vocabulary)
        return language_of(self.lexicon)


def default_experts(names: Sequence[str] | None = None) -> dict[str, Expert]:
    """Return the embedded ensemble's experts, all or those named; raises AssetError if unknown."""
    models = default_ensemble()
    vocabulary = Vocabulary(next(iter(models.values())).words)
    return {
        name: expert(name, ModelSource(models[name], vocabulary)) for name in known(models, names)
    }


def default_model_set(
    board_words: Sequence[str] | None = None, names: Sequence[str] | None = None
) -> ModelSet:
    """Return the embedded ensemble's associations with a pack, tabulated for many games.

    The words are those of the embedded pack unless given. Raises AssetError for unknown names.
    """
    words = tuple(default_pack().words if board_words is None else board_words)
    models = default_ensemble()
    vocabulary = Vocabulary(next(iter(models.values())).words)
    sources = {name: tabulate(models[name], vocabulary, words) for name in known(models, names)}
    experts = {name: expert(name, source) for name, source in sources.items()}
    digest = sha256("\n".join(words).encode())
    for source in sources.values():
        digest.update(source.digest())
    return ModelSet(words, vocabulary, experts, digest.hexdigest(), default_lexicon())


def known(there: Mapping[str, object], names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the names asked for, by default all that are there; raises AssetError otherwise."""
    for name in names or ():
        if name not in there:
            raise AssetError("asset-unknown-expert", name=name, known=tuple(there))
    return tuple(there if names is None else names)


def ensemble_of(settings: Settings) -> tuple[str, ...]:
    """Return the models that ACE listens to by the settings; raises AssetError if unknown."""
    names = dict.fromkeys(name.strip() for name in settings.ensemble.split(","))
    return known(dict.fromkeys(MODELS), tuple(names))


def load_model_set(folder: Path) -> ModelSet:
    """Return the model set in a folder; raises AssetError where a file is missing or wrong."""
    _require(folder, Path.is_dir)
    digest = sha256()
    board_words = _words(folder / "board_words.txt", digest)
    vocabulary = Vocabulary(_words(folder / "clue_words.txt", digest))
    loader = _ModelSetLoader(folder, board_words, vocabulary, digest)
    experts = {name: loader.expert(name) for name in MODEL_SET_EXPERTS}
    return ModelSet(board_words, vocabulary, experts, digest.hexdigest())


@dataclass(frozen=True, slots=True, eq=False)
class _ModelSetLoader:
    """Reads a bench folder's models; `digest` takes in every byte that is read."""

    folder: Path
    board_words: tuple[str, ...]
    vocabulary: Vocabulary
    digest: "hashlib._Hash"

    def expert(self, name: str) -> Expert:
        """Return one model of the folder as an expert."""
        neighbours = self._neighbours(self.folder / "neighbours" / f"{name}.json")
        if name != TWO_FACED:
            return expert(name, self._source(self._similarity(name), neighbours))
        spymaster = self._source(self._similarity(f"{name}-spymaster"), neighbours)
        closeness = self._similarity(f"{name}-guesser")
        own = [self.vocabulary.columns[word] for word in self.board_words]
        return Expert(
            name, spymaster, self._source(closeness, nearest(closeness, own, MOST_NEIGHBOURS))
        )

    def _source(
        self, similarity: NDArray[np.float32], neighbours: NDArray[np.int32]
    ) -> AssociationSource:
        return TableSource(self.board_words, self.vocabulary, similarity, neighbours)

    def _similarity(self, name: str) -> NDArray[np.float32]:
        """Return a file's cosines, float32 (board words, clue words)."""
        path = self.folder / "similarities" / f"{name}.npy"
        scaled = self._matrix(path)
        expected = (len(self.board_words), len(self.vocabulary))
        if scaled.shape != expected or scaled.dtype != np.int16:
            raise AssetError(
                "asset-shape",
                path=str(path),
                found=f"{scaled.dtype} {scaled.shape}",
                expected=f"int16 {expected}",
            )
        self.digest.update(scaled.tobytes())
        return scaled.astype(np.float32) / np.float32(COSINE_UNIT)

    def _matrix(self, path: Path) -> NDArray[Any]:
        _require(path, Path.is_file)
        try:
            # Mapped, so that a header which claims more than the file holds takes no memory.
            matrix: NDArray[Any] = np.lib.format.open_memmap(path, mode="r")
        except (OSError, ValueError, OverflowError, SyntaxError, TokenError) as error:
            raise AssetError("asset-unreadable", path=str(path)) from error
        return matrix

    def _neighbours(self, path: Path) -> NDArray[np.int32]:
        """Return a file's ranked neighbours as columns, int32 (board words, REACH)."""
        raw = _read(path)
        self.digest.update(raw)
        try:
            ranked = json.loads(raw)
            columns = self.vocabulary.columns
            table = [
                [columns[word] for word in ranked[card][:MOST_NEIGHBOURS]]
                for card in self.board_words
            ]
            return np.array(table, dtype=np.int32).reshape(len(self.board_words), MOST_NEIGHBOURS)
        except KeyError as error:
            raise AssetError("asset-word", path=str(path), word=error.args[0]) from error
        except (ValueError, TypeError, RecursionError) as error:
            raise AssetError("asset-unreadable", path=str(path)) from error


def _words(path: Path, digest: "hashlib._Hash") -> tuple[str, ...]:
    """Return a file's words, one a line; raises AssetError where it holds none."""
    raw = _read(path)
    digest.update(raw)
    try:
        words = tuple(raw.decode("utf-8").split())
    except UnicodeDecodeError as error:
        raise AssetError("asset-unreadable", path=str(path)) from error
    if not words:
        raise AssetError("asset-unreadable", path=str(path))
    return words


def _read(path: Path) -> bytes:
    _require(path, Path.is_file)
    try:
        return path.read_bytes()
    except OSError as error:
        raise AssetError("asset-unreadable", path=str(path)) from error


def _require(path: Path, is_there: Callable[[Path], bool]) -> None:
    """Raise AssetError for missing files, and for names that no file system allows."""
    try:
        there = is_there(path)
    except OSError:
        there = False
    if not there:
        raise AssetError("asset-missing", path=shown(str(path)))
