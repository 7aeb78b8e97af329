"""The fit of the listener: weights of the highest likelihood, foreseen picks of other games."""

import numpy as np

from tools.fit_listener import Design, Floats, chances, fit

CARDS = 4


def test_the_fit_finds_the_highest_penalised_likelihood() -> None:
    rng = np.random.default_rng(3)
    shape = (60, CARDS)
    chosen = np.eye(CARDS)[rng.integers(CARDS, size=shape[0])]
    design = Design(
        rng.normal(size=(*shape, 3)),
        np.ones(shape, dtype=np.bool_),
        chosen,
        rng.uniform(0.5, 2, size=shape[0]),
        (None,) * shape[0],
    )

    def loss(weights: Floats) -> float:
        nats = -np.log((chances(design, weights) * chosen).sum(axis=1))
        return float(design.weight @ nats + 3 / 2 * weights @ weights)

    found = fit(design, ridge=3)
    moved = [loss(found + step) for step in np.vstack([np.eye(3), -np.eye(3)]) * 1e-3]
    assert min(moved) > loss(found)
