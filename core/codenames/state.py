"""The fold of a game's events, and the observations of its state.

Agents and screens see a state only through `observe`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from core.codenames import model
from core.codenames.key import rotation
from core.codenames.model import GameEnded, Options, Phase, State, Team, TurnEnded, TurnStarted
from core.rules import Seat


def apply(state: State, event: model.Event) -> State:
    """Return the state after the event; defined for every event that the rules return."""
    match event:
        case model.Dealt(layout=layout):
            return replace(state, layout=layout)
        case TurnStarted(turn=number, team=team):
            return replace(state, phase=Phase.CLUE, turns=(*state.turns, model.Turn(number, team)))
        case model.ClueGiven(clue=clue):
            return replace(_with_turn(state, clue=clue), phase=Phase.GUESS)
        case model.Pointed(seat=seat, card=card):
            return replace(state, marks=state.marks | {(seat, card)})
        case model.Unpointed(seat=seat, card=card):
            return replace(state, marks=state.marks - {(seat, card)})
        case model.Uncovered(card=card):
            marks = frozenset(mark for mark in state.marks if mark[1] != card)
            later = _with_turn(state, guesses=(*state.turns[-1].guesses, event))
            return replace(later, uncovered=state.uncovered | {card}, marks=marks)
        case model.TeamEliminated(team=team):
            return replace(state, out=state.out | {team})
        case TurnEnded(end=end):
            return replace(_with_turn(state, end=end), marks=frozenset())
        case GameEnded():
            return replace(state, phase=Phase.OVER, ending=event)
        case _:
            assert_never(event)


def _with_turn(state: State, **changes: object) -> State:
    """Return the state with fields of its last turn changed."""
    *earlier, turn = state.turns
    return replace(state, turns=(*earlier, replace(turn, **changes)))  # type: ignore[arg-type]


def left(options: Options, state: State) -> tuple[tuple[Team, int], ...]:
    """Return the covered cards of each team that is not out, in playing order."""
    if state.layout is None:
        return ()
    key = state.layout.key.value
    covered = [key[place] for place in range(options.size) if place not in state.uncovered]
    return tuple(
        (team, covered.count(model.Identity.of(team)))
        for team in state.layout.order
        if team not in state.out
    )


def standing(options: Options, state: State) -> tuple[Team, ...]:
    """Return the playing teams that are not out, in playing order."""
    order = state.layout.order if state.layout else options.playing
    return tuple(team for team in order if team in options.playing and team not in state.out)


def end_turn(
    options: Options, state: State, end: model.TurnEnd, by: Seat | None = None
) -> Sequence[TurnEnded | TurnStarted]:
    """Return the end of the current turn and the start of the next team's."""
    turn = state.turns[-1]
    order = state.layout.order if state.layout else options.playing
    cycle = rotation(order, order.index(turn.team) + 1)
    team = next(name for name in cycle if name in standing(options, state))
    return (TurnEnded(end, by), TurnStarted(turn.number + 1, team))


def end_game(winner: Team | None, reason: model.Reason) -> Sequence[TurnEnded | GameEnded]:
    """Return the end of the current turn and of the game."""
    return (TurnEnded(model.TurnEnd.GAME_OVER), GameEnded(winner, reason))


def observe(options: Options, state: State, chair: model.Chair | None) -> model.Observation:
    """Return the view of a chair, or of the public (None).

    Spymasters see the key, and after the game everyone does.
    """
    layout, over = state.layout, state.phase is Phase.OVER
    source = layout.source if layout else None
    knows = over or (chair is not None and chair.role is model.Role.SPYMASTER)
    return model.Observation(
        options=options,
        chair=chair,
        phase=state.phase,
        cards=_cards(state, layout, knows=knows) if layout else (),
        order=layout.order if layout else (),
        turns=state.turns,
        marks=state.marks,
        out=state.out,
        left=left(options, state),
        commitment=source.commitment if isinstance(source, model.Drawn) else None,
        typed_by=source.seat if isinstance(source, model.Typed) else None,
        layout=layout if over else None,
        ending=state.ending,
    )


def _cards(state: State, layout: model.Layout, *, knows: bool) -> tuple[model.Card, ...]:
    return tuple(
        model.Card(
            word,
            shown=identity if place in state.uncovered else None,
            key=identity if knows else None,
        )
        for place, (word, identity) in enumerate(zip(layout.words, layout.key.value, strict=True))
    )
