"""Observations: the only way from a state to an agent or a screen."""

from core.codenames.model import (
    Card,
    Chair,
    Drawn,
    Layout,
    Observation,
    Options,
    Phase,
    Role,
    State,
    Typed,
)
from core.codenames.state import left


def observe(options: Options, state: State, chair: Chair | None) -> Observation:
    """Return what the chair's seat may know; None stands for the public."""
    layout = state.layout
    over = state.phase is Phase.OVER
    source = layout.source if layout else None
    return Observation(
        options=options,
        chair=chair,
        phase=state.phase,
        cards=_cards(state, layout, knows=knows_key(chair, over=over)) if layout else (),
        order=layout.order if layout else (),
        turns=state.turns,
        marks=state.marks,
        out=state.out,
        left=left(options, state),
        commitment=source.commitment if isinstance(source, Drawn) else None,
        typed_by=source.seat if isinstance(source, Typed) else None,
        layout=layout if over else None,
        ending=state.ending,
    )


def knows_key(chair: Chair | None, *, over: bool) -> bool:
    """Return whether the chair may see the key: a spymaster's may, and any once all is over."""
    return over or (chair is not None and chair.role is Role.SPYMASTER)


def _cards(state: State, layout: Layout, *, knows: bool) -> tuple[Card, ...]:
    return tuple(
        Card(
            word,
            shown=identity if place in state.uncovered else None,
            key=identity if knows else None,
        )
        for place, (word, identity) in enumerate(zip(layout.words, layout.key.value, strict=True))
    )
