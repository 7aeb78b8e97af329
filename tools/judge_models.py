"""Compares the embedded models with people's judgements of word pairs.

`python -m tools.judge_models wordsim353.tsv simlex999.txt` prints Spearman's correlation for each
model and file. A file has a tab-separated pair per line: word, word, score. The tool skips other
lines, and pairs with words that a model lacks. Both files are in gensim's test data.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from core.words.ensemble import MODELS, embedded_model
from core.words.vectors import Vectors

Judgement = tuple[str, str, float]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each model and file: the correlation and the number of pairs."""
    parser = argparse.ArgumentParser(prog="python -m tools.judge_models", description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    files: list[Path] = parser.parse_args(arguments).files
    for name in MODELS:
        model = embedded_model(name)
        for path in files:
            judgements = list(read(path.read_text(encoding="utf-8")))
            correlation, count = judge(model, judgements)
            print(f"{name:12} {path.name:16} {correlation:.3f} on {count} pairs")


def read(text: str) -> Iterator[Judgement]:
    """Yield the judgements of a file, without other lines."""
    for line in text.splitlines():
        fields = line.split("\t")
        if len(fields) == 3 and not line.startswith("#"):
            first, second, score = fields
            if score.strip().replace(".", "", 1).isdigit():
                yield first.lower(), second.lower(), float(score)


def judge(model: Vectors, judgements: Sequence[Judgement]) -> tuple[float, int]:
    """Return the correlation with the judgements that the model covers, and their number."""
    covered = [
        j for j in judgements if all(w in model and model.known[model.row(w)] for w in j[:2])
    ]
    scores = np.array([score for _, _, score in covered])
    similarities = np.array([model.similarity(first, second) for first, second, _ in covered])
    return float(spearmanr(scores, similarities).statistic), len(covered)


if __name__ == "__main__":
    main()
