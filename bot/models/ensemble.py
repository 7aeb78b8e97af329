"""Finds and loads language models: the embedded ensemble, or a bench folder of ready tables.

A bench folder holds `board_words.txt` and `clue_words.txt` (one word per line), the ranked
neighbours of each board word in `neighbours/NAME.json`, and similarities in
`similarities/NAME.npy`, int16 (board words, clue words), cosine times 32767. The project does not
include one; it reproduces published results.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from tokenize import TokenError
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.files import shown
from bot.models.cache import TWO_FACED, ModelCache, models_folder
from bot.models.concatenation import GUESSER_HALVES, model_vectors, playable
from bot.settings import Settings
from core.agents.associations import (
    MOST_NEIGHBOURS,
    Associations,
    AssociationSource,
    CardReader,
    ModelSource,
    TableSource,
    Vocabulary,
    as_written,
    nearest,
)
from core.agents.clue_lookup import default_understanding
from core.agents.expert import Expert, expert
from core.agents.japanese import japanese_language, listener_of, understanding_of
from core.agents.language import Language, language_of, plain_language
from core.agents.listener import Listener
from core.codenames.command import DEFAULT_ENSEMBLE
from core.rules import Refusal
from core.words.ensemble import MODELS, clue_words, embedded_model, unknown_words
from core.words.japanese import are_japanese, in_japanese, japanese_model, japanese_vectors
from core.words.lexicon import Lexicon, default_lexicon
from core.words.packs import first_pack, japanese_pack
from core.words.receptive_words import ReceptiveModel, receptive_model
from core.words.vectors import Vectors

MODEL_SET_EXPERTS: Final = ("w", "g5", "g1", "g2", "g3", "wg", "cn")
"""The paper's seven models in the order in which its published code breaks ties."""

COSINE_UNIT: Final = 32767

FEWEST_SHARED: Final = 1000
"""The fewest clue words that all models of an ensemble must share, if one is not embedded."""

_SEPARATORS: Final = re.compile(r"[\s,、，]+")
"""Separators in a list of models."""

_UNREADABLE: Final = (
    OSError,
    ValueError,
    TypeError,
    OverflowError,
    SyntaxError,
    TokenError,
    RecursionError,
)
"""The errors of numpy and JSON for a file that is damaged, too deep, or of another kind."""


class AssetError(Refusal):
    """A model or table that is missing, unreadable or malformed."""


@dataclass(frozen=True, slots=True, eq=False)
class ModelSet:
    """The words and experts of an experiment, and a checksum of their data."""

    board_words: tuple[str, ...]
    vocabulary: Vocabulary
    experts: Mapping[str, Expert]
    checksum: str
    lexicon: Lexicon | None = None
    """Facts about the clue words other than their vectors, if any."""

    def language(self) -> Language:
        """Return the language of the bots' clues at a table; takes about a second."""
        if are_japanese(self.board_words):
            return japanese_language()
        if self.lexicon is None:
            return plain_language(self.vocabulary)
        return language_of(self.lexicon)

    def listener(self) -> Listener:
        """Return the listener for the language; takes about a second."""
        return listener_of(self.board_words)


def default_experts(names: Sequence[str] | None = None) -> dict[str, Expert]:
    """Return experts for embedded and stored models by name, by default for all embedded ones.

    Raises AssetError for an unknown name or too few shared words, and ModelFileError for a damaged
    model.
    """
    models = models_named(MODELS if names is None else names)
    hearing = {name: receptive_model(name) for name in models if name in MODELS}
    read = default_understanding().read_card
    source = partial(_source, Vocabulary(clue_words()), hearing, read)
    return _experts(models, _guesser_faces(models), source)


def japanese_experts(names: Sequence[str]) -> dict[str, Expert]:
    """Return experts on the Japanese clue words; raises as `default_experts` does.

    They follow models of English words through their meanings. An embedded one also knows other
    spellings and English.
    """
    models, language = _japanese_models(names), japanese_language()
    hearing = {name: japanese_model(name) for name in models if name in MODELS}
    read = language.understanding.read_card
    return _experts(models, {}, partial(_source, language.vocabulary, hearing, read))


def _japanese_models(names: Sequence[str]) -> dict[str, Vectors]:
    return {
        name: japanese_vectors(name) if name in MODELS else in_japanese(model)
        for name, model in models_named(names).items()
    }


def _source(
    vocabulary: Vocabulary,
    hearing: Mapping[str, ReceptiveModel],
    read: CardReader,
    name: str,
    model: Vectors,
) -> ModelSource:
    return ModelSource(model, vocabulary, hearing=hearing.get(name), read=read)


def _experts(
    models: Mapping[str, Vectors],
    faces: Mapping[str, Vectors],
    source: Callable[[str, Vectors], AssociationSource],
) -> dict[str, Expert]:
    """Return an expert for each model; `faces` contains the guesser's vectors if they differ."""
    return {
        name: Expert(name, source(name, model), source(name, faces[name]))
        if name in faces
        else expert(name, source(name, model))
        for name, model in models.items()
    }


def _guesser_faces(models: Mapping[str, Vectors]) -> dict[str, Vectors]:
    """Return the guesser's vectors of models with different ones for the spymaster."""
    if TWO_FACED not in models:
        return {}
    stored, spoken = ModelCache(models_folder(Settings())), models[TWO_FACED]
    face = model_vectors(stored, TWO_FACED, spoken.words, GUESSER_HALVES)
    return {TWO_FACED: _kept(face, spoken.known)}


def _kept(model: Vectors, shared: NDArray[np.bool_]) -> Vectors:
    return Vectors(model.words, np.where(shared[:, None], model.matrix, np.float32(0)))


def default_model_set(
    board_words: Sequence[str] | None = None, names: Sequence[str] | None = None
) -> ModelSet:
    """Return the associations of models with a pack, tabulated for many games.

    The default words come from the first embedded pack, with which we measured all published
    results; the default models are all embedded ones. Raises as `default_experts` does.
    """
    words = tuple(first_pack().words if board_words is None else board_words)
    models = models_named(MODELS if names is None else names)
    hearing = {name: receptive_model(name) for name in models if name in MODELS}
    vocabulary, read = Vocabulary(clue_words()), understanding_of(words).read_card
    return tabulated(words, models, vocabulary, hearing, default_lexicon(), read=read)


def japanese_model_set(names: Sequence[str]) -> ModelSet:
    """Return the associations of models with the Japanese pack, tabulated for many games."""
    models, language = _japanese_models(names), japanese_language()
    words, read = japanese_pack().words, language.understanding.read_card
    return tabulated(words, models, language.vocabulary, {}, read=read)


def tabulated(
    words: tuple[str, ...],
    models: Mapping[str, Vectors],
    vocabulary: Vocabulary,
    hearing: Mapping[str, ReceptiveModel],
    lexicon: Lexicon | None = None,
    *,
    read: CardReader = as_written,
) -> ModelSet:
    """Return models' associations with board words, tabulated for many games.

    `hearing` are the models' receptive vocabularies, beyond clue words; `read` returns the words of
    a card.
    """
    faces = _guesser_faces(models)
    digest = sha256("\n".join(words).encode())
    parts: list[Vectors | ReceptiveModel] = [*models.values(), *faces.values(), *hearing.values()]
    for part in parts:
        digest.update(part.digest())
    source = partial(_source, vocabulary, hearing, read)
    experts = _experts(
        models, faces, lambda name, model: TableSource(source(name, model).associations(words))
    )
    return ModelSet(words, vocabulary, experts, digest.hexdigest(), lexicon)


def models_named(names: Sequence[str]) -> dict[str, Vectors]:
    """Return embedded and stored models over the embedded clue words.

    If one is a stored model, only words that all of them know have vectors. Raises AssetError for
    an unknown name or fewer shared words than `FEWEST_SHARED`, ModelFileError for a damaged model.
    """
    own = [name for name in names if name not in MODELS]
    if not own:
        return {name: embedded_model(name) for name in names}
    stored = ModelCache(models_folder(Settings()))
    known(dict.fromkeys((*MODELS, *playable(stored))), names)
    words = clue_words()
    models = {
        name: model_vectors(stored, name, words) if name in own else embedded_model(name)
        for name in names
    }
    faces = (model_vectors(stored, TWO_FACED, words, GUESSER_HALVES),) if TWO_FACED in own else ()
    shared = np.logical_and.reduce([model.known for model in (*models.values(), *faces)])
    if shared.sum() < FEWEST_SHARED:
        raise AssetError("models-few-words", shared=int(shared.sum()), needed=FEWEST_SHARED)
    return {name: _kept(model, shared) for name, model in models.items()}


@cache
def unknown_to(names: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    """Return the clue words that each model of an ensemble lacks; raises as `models_named`."""
    if all(name in MODELS for name in names):
        return tuple(unknown_words(name) for name in names)
    models, words = models_named(names), clue_words()
    return tuple(
        frozenset(words[row] for row in np.flatnonzero(~model.known)) for model in models.values()
    )


def known(there: Mapping[str, object], names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the given names, by default all of `there`; raises AssetError for an unknown one."""
    for name in names or ():
        if name not in there:
            raise AssetError("asset-unknown-expert", name=name, known=tuple(there))
    return tuple(there if names is None else names)


def ensemble_of(settings: Settings) -> tuple[str, ...]:
    """Return the models of ACE's ensemble in the settings; raises AssetError if unknown."""
    names = dict.fromkeys(name.strip() for name in settings.ensemble.split(","))
    if all(name in MODELS for name in names):
        return tuple(names)
    stored = playable(ModelCache(models_folder(settings)))
    return known(dict.fromkeys((*MODELS, *stored)), tuple(names))


def read_ensemble(text: str, models: Sequence[str]) -> tuple[str, ...]:
    """Return the models in a table's option; none for the installation's default.

    Raises AssetError for a name that is not one of `models`, and for an empty list.

    >>> read_ensemble("Gloss, minilm", MODELS)
    ('gloss', 'minilm')
    >>> read_ensemble("default", MODELS)
    ()
    """
    if text.strip().casefold() == DEFAULT_ENSEMBLE:
        return ()
    names = tuple(dict.fromkeys(filter(None, _SEPARATORS.split(text.casefold()))))
    unknown = next((name for name in names if name not in models), None)
    if unknown is not None or not names:
        raise AssetError("ensemble-unknown", found=unknown or text.strip(), known=tuple(models))
    return names


def with_others(ensemble: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return an ensemble followed by the other embedded models, and the others alone."""
    others = tuple(name for name in MODELS if name not in ensemble)
    return (*ensemble, *others), others


def load_model_set(folder: Path) -> ModelSet:
    """Return the model set in a folder; raises AssetError for a missing or malformed file."""
    _require(folder, Path.is_dir)
    digest = sha256()
    board_words = _words(folder / "board_words.txt", digest)
    vocabulary = Vocabulary(_words(folder / "clue_words.txt", digest))
    loader = _ModelSetLoader(folder, board_words, vocabulary, digest)
    experts = {name: loader.expert(name) for name in MODEL_SET_EXPERTS}
    return ModelSet(board_words, vocabulary, experts, digest.hexdigest())


@dataclass(frozen=True, slots=True, eq=False)
class _ModelSetLoader:
    """Reads a bench folder's models; `digest` hashes every byte."""

    folder: Path
    board_words: tuple[str, ...]
    vocabulary: Vocabulary
    digest: "hashlib._Hash"

    def expert(self, name: str) -> Expert:
        """Return one model of the folder as an expert."""
        table = partial(Associations, self.board_words, self.vocabulary)
        neighbours = self._neighbours(self.folder / "neighbours" / f"{name}.json")
        if name != TWO_FACED:
            return expert(name, TableSource(table(self._similarity(name), neighbours)))
        spymaster = TableSource(table(self._similarity(f"{name}-spymaster"), neighbours))
        closeness = self._similarity(f"{name}-guesser")
        own = [self.vocabulary.columns[word] for word in self.board_words]
        guesser = TableSource(table(closeness, nearest(closeness, own, MOST_NEIGHBOURS)))
        return Expert(name, spymaster, guesser)

    def _similarity(self, name: str) -> NDArray[np.float32]:
        """Return a file's cosines, float32 (board words, clue words)."""
        path = self.folder / "similarities" / f"{name}.npy"
        with _reading(path):
            # Memory-mapped, so that a header with a false size takes no memory.
            scaled: NDArray[Any] = np.lib.format.open_memmap(path, mode="r")
        found = f"{scaled.dtype} {scaled.shape}"
        expected = f"int16 {(len(self.board_words), len(self.vocabulary))}"
        if found != expected:
            raise AssetError("asset-shape", path=str(path), found=found, expected=expected)
        self.digest.update(scaled.tobytes())
        return scaled.astype(np.float32) / np.float32(COSINE_UNIT)

    def _neighbours(self, path: Path) -> NDArray[np.int32]:
        """Return a file's ranked neighbours as columns, int32 (board words, REACH)."""
        columns, shape = self.vocabulary.columns, (len(self.board_words), MOST_NEIGHBOURS)
        with _reading(path):
            raw = path.read_bytes()
            self.digest.update(raw)
            ranked = json.loads(raw)
            try:
                table = [
                    [columns[word] for word in ranked[card][:MOST_NEIGHBOURS]]
                    for card in self.board_words
                ]
            except KeyError as error:
                raise AssetError("asset-word", path=str(path), word=error.args[0]) from error
            return np.array(table, dtype=np.int32).reshape(shape)


def _words(path: Path, digest: "hashlib._Hash") -> tuple[str, ...]:
    """Return a file's words, one per line; raises AssetError if there are none."""
    with _reading(path):
        raw = path.read_bytes()
        digest.update(raw)
        if words := tuple(raw.decode("utf-8").split()):
            return words
        raise ValueError("no words")


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Raise AssetError if a file is missing, or if the block cannot read it."""
    _require(path, Path.is_file)
    try:
        yield
    except _UNREADABLE as error:
        raise AssetError("asset-unreadable", path=str(path)) from error


def _require(path: Path, is_there: Callable[[Path], bool]) -> None:
    """Raise AssetError for missing files, and for invalid file names."""
    try:
        there = is_there(path)
    except OSError:
        there = False
    if not there:
        raise AssetError("asset-missing", path=shown(str(path)))
