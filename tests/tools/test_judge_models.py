"""The comparison with people's judgements, on a model of four words."""

from pathlib import Path

import numpy as np
import pytest

from core.words.ensemble import MODELS
from core.words.vectors import Vectors
from tools.judge_models import judge, main, read

MODEL = Vectors(
    ("cat", "lion", "stone", "nothing"),
    np.array([[3, 1], [2, 1], [0, 5], [0, 0]], dtype=np.float32),
)


def test_lines_that_are_no_judgement_are_skipped() -> None:
    text = "# comment\nWord 1\tWord 2\tHuman (mean)\nCat\tlion\t9.5\ncat\tstone\t2\nalone\n"
    assert list(read(text)) == [("cat", "lion", 9.5), ("cat", "stone", 2.0)]


@pytest.mark.parametrize(
    ("scores", "correlation"),
    [
        ([10.0, 20.0, 90.0], 1),
        ([3.0, 2.0, 1.0], -1),
        ([2.0, 3.0, 1.0], -0.5),
        ([5.0, 5.0, 9.0], 0.75**0.5),
    ],
    ids=["same order", "opposite order", "other order", "equals share their mean rank"],
)
def test_only_the_order_counts(scores: list[float], correlation: float) -> None:
    pairs = (("cat", "stone"), ("lion", "stone"), ("cat", "lion"))
    judged = [(*pair, score) for pair, score in zip(pairs, scores, strict=True)]
    assert judge(MODEL, judged)[0] == pytest.approx(correlation)


def test_pairs_that_the_model_does_not_cover_do_not_count() -> None:
    judgements = [
        ("cat", "lion", 9.0),
        ("cat", "stone", 3.0),
        ("lion", "stone", 4.0),
        ("cat", "whale", 9.0),
        ("cat", "nothing", 0.0),
    ]
    correlation, count = judge(MODEL, judgements)
    assert correlation == pytest.approx(1)
    assert count == 3


def test_every_embedded_model_is_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("king\tqueen\t9\nking\tgravel\t1\nnurse\tdoctor\t8\ntable\tanger\t0.5\n")
    main([str(path)])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(MODELS)
    assert all("on 4 pairs" in line and float(line.split()[2]) > 0.5 for line in lines)
