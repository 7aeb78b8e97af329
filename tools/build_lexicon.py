"""Builds the embedded word data: `python -m tools.build_lexicon` (see docs/DATA.md).

Reads WordNet's database, a spelling list and MiniLM's weights. Writes the vocabulary, the irregular
forms, the five stored models and the manifest into the folder of embedded data, which also has the
board words and the block list.
"""

import argparse
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.words.ensemble import STORED
from core.words.receptive_words import LISTED
from tools.lexicon import models
from tools.lexicon.irregular import irregular_forms
from tools.lexicon.minilm import MiniLM
from tools.lexicon.reduction import principal, to_bytes
from tools.lexicon.safetensors import read_weights
from tools.lexicon.vocabulary import Source, Vocabulary, choose
from tools.lexicon.wordnet import WordNet, read_wordnet
from tools.lexicon.wordpiece import read_pieces

DATA = Path(__file__).parent.parent / "core" / "words" / "data"
LEFT_OUT = Path(__file__).parent / "lexicon" / "left_out.txt"
DERIVED = Path(__file__).parent / "lexicon" / "derived.txt"
DIMENSIONS = 128
SEED = 20061206
MANIFEST = "manifest.json"
BUILT: Final = tuple(name for name in STORED if name != LISTED)
"""The models that this tool builds; `tools.build_associations` builds the other one."""


@dataclass(frozen=True, slots=True)
class Task:
    """The folders of the sources and of the result, and the models to build."""

    wordnet: Path
    spellings: Path
    minilm: Path
    out: Path
    models: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> None:
    """Build and write everything, with progress messages."""
    task = parse(arguments)
    wordnet = read_wordnet(task.wordnet)
    network = MiniLM(
        read_weights(task.minilm / "model.safetensors"),
        read_pieces(lines(task.minilm / "vocab.txt")),
    )
    left_out = frozenset(word for line in listed(LEFT_OUT) for word in line.split())
    source = read_source(task, wordnet, frozenset(network.pieces), left_out)
    vocabulary = choose(source, board_words(task.out))
    print(f"{len(vocabulary.words)} words, {sum(vocabulary.common)} of them common")
    write_words(task.out, vocabulary, source)
    recipe = recipes(vocabulary.words, wordnet, network, left_out)
    for name in task.models:
        matrix = to_bytes(principal(recipe[name](), DIMENSIONS))
        np.save(task.out / f"{name}.npy", matrix)
        print(f"{name}: {matrix.shape}, {zero_rows(matrix)} words without a vector")
    write_manifest(task.out)


def parse(arguments: Sequence[str] | None) -> Task:
    """Return the task on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.build_lexicon", description=__doc__)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    spellings = Path("/usr/share/dict/american-english-small")
    parser.add_argument("--spellings", type=Path, default=spellings)
    parser.add_argument(
        "--minilm", type=Path, required=True, help="the folder of model.safetensors and vocab.txt"
    )
    parser.add_argument("--out", type=Path, default=DATA)
    parser.add_argument("--models", nargs="+", choices=BUILT, default=BUILT)
    given = parser.parse_args(arguments)
    return Task(given.wordnet, given.spellings, given.minilm, given.out, tuple(given.models))


def lines(path: Path) -> list[str]:
    """Return the lines of a UTF-8 file."""
    return path.read_text(encoding="utf-8").splitlines()


def listed(path: Path) -> list[str]:
    """Return the lines of a word file without comments and blank lines."""
    return [line for line in lines(path) if line and not line.startswith("#")]


def board_words(folder: Path) -> list[str]:
    """Return the words of every English pack in a folder of data; all of them need vectors."""
    return [word for path in sorted(folder.glob("board_en*.txt")) for word in listed(path)]


def read_source(task: Task, wordnet: WordNet, pieces: Set[str], left_out: Set[str]) -> Source:
    """Return the sources of the vocabulary; the block list is in the folder of the result."""
    blocked = frozenset(listed(task.out / "block.txt"))
    return Source(frozenset(lines(task.spellings)), wordnet, pieces, left_out, blocked)


def recipes(
    words: Sequence[str], wordnet: WordNet, network: MiniLM, left_out: Set[str]
) -> Mapping[str, Callable[[], NDArray[np.float32]]]:
    """Return the function that builds each stored model, by name."""
    return {
        "minilm": lambda: models.minilm(words, network),
        "piece": lambda: models.piece(words, network),
        "gloss": lambda: models.glosses(words, wordnet, left_out, np.random.default_rng(SEED)),
        "wordnet": lambda: models.relations(words, wordnet, np.random.default_rng(SEED)),
        "sense": lambda: models.sense(words, wordnet, network),
    }


def write_words(out: Path, vocabulary: Vocabulary, source: Source) -> None:
    """Write the clue words, the rare ones and the irregular forms."""
    _write_lines(out / "clue_words.txt", vocabulary.words)
    marked = zip(vocabulary.words, vocabulary.common, strict=True)
    _write_lines(out / "rare_words.txt", [word for word, common in marked if not common])
    forms = irregular_forms(
        source.wordnet, source.spellings - source.blocked | set(vocabulary.words)
    )
    inflected = (f"{form} {lemma}" for form, lemma in forms)
    _write_lines(out / "irregular.txt", sorted({*inflected, *listed(DERIVED)}))


def _write_lines(path: Path, content: Sequence[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in content), encoding="utf-8")


def zero_rows(matrix: NDArray[np.int8]) -> int:
    """Return the number of rows of zeros."""
    return int((~matrix.any(axis=1)).sum())


def write_manifest(out: Path) -> None:
    """Write the SHA-256 of every embedded file except the manifest itself."""
    files = sorted(path for path in out.iterdir() if path.name != MANIFEST and path.is_file())
    digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    (out / MANIFEST).write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
