"""Readers of the published data behind CoLT: pairs of teams, and the teams of Figure 3."""

import json
from hashlib import sha256
from io import BytesIO
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np

from bot.files import read, shown
from core.arena.surface import TeamPoints
from core.arena.teams import TeamPairs
from core.rating.colt import OUTCOME_COUNT, Floats
from core.rules import Refusal

LEAST_PAIRS: Final = 100
"""The fewest pairs for a meaningful fit."""

SUM_TOLERANCE: Final = 1e-3
"""The greatest sum of a difference of two distributions, in single precision."""


def read_pairs(path: str) -> tuple[TeamPairs, str]:
    """Return the pairs in a file, and the file's SHA-256; raises Refusal.

    The file is numpy's .npz, with `difference` (n, 36) and `win_probability` (n,).
    """
    content = read(path)
    arrays = _arrays(content, path)
    differences, wins = arrays["difference"], arrays["win_probability"]
    if differences.shape != (len(wins), OUTCOME_COUNT) or wins.ndim != 1:
        raise Refusal("colt-data-shape", path=shown(path))
    if len(wins) < LEAST_PAIRS:
        raise Refusal("colt-data-few", pairs=len(wins), least=LEAST_PAIRS)
    sums = np.abs(differences.sum(axis=1))
    if not (sums <= SUM_TOLERANCE).all() or not ((wins >= 0.0) & (wins <= 1.0)).all():
        raise Refusal("colt-data-values", path=shown(path))
    return TeamPairs(differences, wins), sha256(content).hexdigest()


def _arrays(content: bytes, path: str) -> dict[str, Floats]:
    names = ("difference", "win_probability")
    try:
        with np.load(BytesIO(content), allow_pickle=False) as file:
            arrays = {name: np.asarray(file[name], dtype=np.float64) for name in names}
    except (ValueError, KeyError, OSError, BadZipFile, TypeError, AttributeError, EOFError):
        raise Refusal("colt-data-file", path=shown(path)) from None
    if any(array.ndim == 0 for array in arrays.values()):
        raise Refusal("colt-data-shape", path=shown(path))
    return arrays


def read_team_points(path: str) -> TeamPoints:
    """Return the teams behind the paper's Figure 3; raises Refusal.

    The file is JSON with the lists `colt`, `winr` and `wint`, equally long.
    """
    try:
        drawn: Any = json.loads(read(path))
        columns = [np.array(drawn[name], dtype=np.float64) for name in ("colt", "winr", "wint")]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Refusal("colt-points-file", path=shown(path)) from None
    shapes = {column.shape for column in columns}
    is_sound = len(shapes) == 1 and columns[0].ndim == 1 and columns[0].size > 0
    if not is_sound or not np.isfinite(columns).all() or (columns[2] <= 0.0).any():
        raise Refusal("colt-points-file", path=shown(path))
    return TeamPoints(*columns)
