"""Build the receptive vocabulary: `python -m tools.build_receptive_words` (see docs/DATA.md).

Chooses the words and writes their vectors for three of the stored models, on the axes of the
embedded models, which do not change. After a change to the clue words run `tools.build_lexicon`
first.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.build_lexicon import DATA, DIMENSIONS, LEFT_OUT, SEED, lines, listed, write_manifest
from tools.lexicon import gloss, models
from tools.lexicon.heard import HeardSource, HeardWord, choose, collocation_lines, lines_of
from tools.lexicon.minilm import MiniLM
from tools.lexicon.reduction import (
    Floats,
    PrincipalAxes,
    fold_in,
    ppmi_of,
    principal_axes,
    singular_vectors,
    to_bytes,
    unit_rows,
)
from tools.lexicon.safetensors import read_weights
from tools.lexicon.wordnet import WordNet, read_wordnet
from tools.lexicon.wordpiece import INSIDE, read_pieces

DICTIONARIES = ("small", "", "large")
HEARD_LEFT_OUT = Path(__file__).parent / "lexicon" / "heard_left_out.txt"
HEARD = "receptive_words.txt"
COLLOCATIONS = "collocations.txt"

LEAST_LIKE = 0.99
"""The least mean cosine of recomputed and embedded vectors: less means another model."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of the vectors."""

    wordnet: WordNet
    network: MiniLM
    function_words: frozenset[str]


def main(arguments: Sequence[str] | None = None) -> None:
    """Build and write everything, with progress messages."""
    task = _parse(arguments)
    wordnet = read_wordnet(task.wordnet)
    pieces = read_pieces(lines(task.minilm / "vocab.txt"))
    network = MiniLM(read_weights(task.minilm / "model.safetensors"), pieces)
    clue_words = tuple(listed(DATA / "clue_words.txt"))
    heard = choose(_heard_source(task, wordnet, pieces, clue_words))
    entries = sum(one.listed for one in heard)
    print(f"{len(heard)} words, {entries} of them with an entry of their own", flush=True)
    _write_lines(task.out / HEARD, list(lines_of(heard)))
    known = {*clue_words, *(one.word for one in heard)}
    _write_lines(task.out / COLLOCATIONS, list(collocation_lines(wordnet, known)))
    function_words = frozenset(word for line in listed(LEFT_OUT) for word in line.split())
    sources = Sources(wordnet, network, function_words)
    for name, extend in EXTENDED.items():
        if name in task.models:
            matrix = to_bytes(extend(clue_words, heard, sources))
            np.save(task.out / f"receptive_{name}.npy", matrix)
            print(f"{name}: {matrix.shape}, {int((~matrix.any(axis=1)).sum())} zeros", flush=True)
    write_manifest(task.out)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.build_receptive_words", description=__doc__
    )
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--dictionaries", type=Path, default=Path("/usr/share/dict"))
    parser.add_argument(
        "--minilm", type=Path, required=True, help="the folder of model.safetensors and vocab.txt"
    )
    parser.add_argument("--out", type=Path, default=DATA)
    parser.add_argument("--models", nargs="+", choices=list(EXTENDED), default=list(EXTENDED))
    return parser.parse_args(arguments)


def _heard_source(
    task: argparse.Namespace,
    wordnet: WordNet,
    pieces: Mapping[str, int],
    clue_words: Sequence[str],
) -> HeardSource:
    frequencies = import_module("wordfreq").get_frequency_dict("en", wordlist="best")
    uses = {word: float(np.log10(share)) + 9 for word, share in frequencies.items()}
    names = (f"american-english-{size}".rstrip("-") for size in DICTIONARIES)
    dictionaries = [
        frozenset(word.lower() for word in lines(task.dictionaries / name)) for name in names
    ]
    whole = {word: row for word, row in pieces.items() if not word.startswith(INSIDE)}
    left_out = frozenset(listed(HEARD_LEFT_OUT))
    return HeardSource(uses, dictionaries, whole, wordnet, frozenset(clue_words), left_out)


def _minilm(clue_words: Sequence[str], heard: Sequence[HeardWord], sources: Sources) -> Floats:
    """Return the encoder's vectors of all words, float32 (heard, D)."""
    axes = _axes("minilm", models.minilm(clue_words, sources.network))
    return axes.project(models.minilm([one.word for one in heard], sources.network))


def _gloss(clue_words: Sequence[str], heard: Sequence[HeardWord], sources: Sources) -> Floats:
    """Return the folded-in vectors of words with their own entries, float32 (entries, D)."""
    own = [one.word for one in heard if one.listed]
    counts = gloss.count(clue_words, sources.wordnet, sources.function_words)
    contexts = counts.sum(axis=0, dtype=np.float64)
    known = ppmi_of(counts, contexts)
    left = singular_vectors(known, models.DIMENSIONS, np.random.default_rng(SEED))
    more = gloss.count_more(own, clue_words, sources.wordnet, sources.function_words)
    return _axes("gloss", left).project(fold_in(ppmi_of(more, contexts), known, left))


def _sense(clue_words: Sequence[str], heard: Sequence[HeardWord], sources: Sources) -> Floats:
    """Return the vectors of words with their own entries, float32 (entries, D)."""
    own = [one.word for one in heard if one.listed]
    together = models.sense([*clue_words, *own], sources.wordnet, sources.network)
    return _axes("sense", together[: len(clue_words)]).project(together[len(clue_words) :])


EXTENDED = {"minilm": _minilm, "gloss": _gloss, "sense": _sense}
"""The models with more words than the clue words."""


def _axes(name: str, vectors: Floats) -> PrincipalAxes:
    """Return the axes of an embedded model; raises ValueError if recomputing gives others."""
    axes = principal_axes(vectors, DIMENSIONS)
    shipped: NDArray[np.int8] = np.load(DATA / f"{name}.npy")
    found = unit_rows(axes.project(vectors))
    like = float(np.mean(np.sum(found * unit_rows(shipped.astype(np.float32)), axis=1)))
    print(f"{name}: mean cosine with the shipped vectors {like:.4f}", flush=True)
    if like < LEAST_LIKE:
        raise ValueError(f"{name}: these are not the shipped vectors; build the lexicon first")
    return axes


def _write_lines(path: Path, content: Sequence[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in content), encoding="utf-8")


if __name__ == "__main__":
    main()
