"""The contract for every game, on random games of every kind of table."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.rules import CHANCE, CLOCK, IllegalAction, InvalidNotation, Rules, Seat, advance
from core.view import Choices, FormBlock, Grid, View
from tests.contracts.codenames import CODENAMES
from tests.contracts.contract import Contract
from tests.contracts.hangman import HANGMAN
from tests.contracts.nim import NIM
from tests.contracts.shiritori import SHIRITORI
from tests.profile import examples

CONTRACTS = [
    pytest.param(CODENAMES, id="codenames"),
    pytest.param(HANGMAN, id="hangman"),
    pytest.param(SHIRITORI, id="shiritori"),
    pytest.param(NIM, id="nim"),
]
MOST_ACTIONS = 400
GAMES = examples(2000, quick=60)

pytestmark = pytest.mark.parametrize("contract", CONTRACTS)
plays = given(data=st.data(), seed=st.integers(0, 2**32 - 1))
often = settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))
seldom = settings(
    max_examples=examples(150, quick=15), deadline=None, suppress_health_check=list(HealthCheck)
)


class Game:
    """A random game in progress: the state and the events so far."""

    def __init__(self, contract: Contract, rules: Rules[Any, Any, Any, Any], seed: int) -> None:
        self.contract = contract
        self.rules = rules
        self.random = Random(seed)
        self.state = rules.initial()
        self.events: list[Any] = []
        self.deal()

    def deal(self) -> None:
        entropy = np.random.default_rng(self.random.getrandbits(64))
        while (action := self.rules.chance(self.state, entropy)) is not None:
            self.do(CHANCE, action)

    def do(self, seat: Seat, action: Any) -> None:
        for event in self.rules.decide(self.state, seat, action):
            self.state = self.rules.apply(self.state, event)
            self.events.append(event)

    def seats(self) -> tuple[Seat, ...]:
        return self.contract.seats(self.rules)

    def step(self) -> None:
        """Make a move of a seat that the game waits for, or rarely of any seat."""
        waiting = sorted(self.rules.to_act(self.state))
        others = [*self.seats(), CLOCK]
        rare = self.random.random() < 0.02
        seat = Seat(self.random.choice(others if rare else waiting))
        wishes = self.wishes(seat)
        if wishes:
            self.do(seat, self.random.choice(wishes))

    def wishes(self, seat: Seat) -> list[Any]:
        """Return actions for the seat, unlikely ones included; open actions are filled in."""
        legal = self.rules.legal(self.state, seat)
        closed = [action for action in legal.actions if self.random.random() < 0.98]
        if not legal.forms:
            return closed
        return [action for form in legal.forms for action in self.filled(seat, form)] or closed

    def filled(self, seat: Seat, form: Any) -> Iterator[Any]:
        observation = self.rules.observe(self.state, seat)
        line = self.contract.fill(observation, form, self.random)
        try:
            turn = self.contract.game.turn(observation)
            action = self.contract.game.parse(line, observation, turn)
            self.rules.decide(self.state, seat, action)
        except (IllegalAction, InvalidNotation):
            return
        yield action

    def stages(self, most: int) -> Iterator[None]:
        """Play on after each yield, until the game is over or after `most` yields."""
        for _ in range(most):
            yield
            if self.rules.outcome(self.state) is not None:
                break
            self.step()

    def play(self, most: int = MOST_ACTIONS) -> "Game":
        for _ in self.stages(most):
            pass
        return self


@often
@plays
def test_games_end_or_go_on_without_a_fault_and_replay_equals_play(
    contract: Contract, data: st.DataObject, seed: int
) -> None:
    game = Game(contract, data.draw(contract.tables), seed).play()
    assert advance(game.rules, game.rules.initial(), game.events) == game.state
    ended = game.rules.outcome(game.state) is not None
    assert ended == (not game.rules.to_act(game.state))


@seldom
@plays
def test_what_legal_offers_decide_accepts_for_every_seat(
    contract: Contract, data: st.DataObject, seed: int
) -> None:
    game = Game(contract, data.draw(contract.tables), seed)
    for _ in game.stages(40):
        for seat in (*game.seats(), CHANCE, CLOCK):
            for action in game.rules.legal(game.state, seat).actions:
                assert game.rules.decide(game.state, seat, action)


@seldom
@plays
def test_every_seat_that_is_waited_for_has_something_to_do(
    contract: Contract, data: st.DataObject, seed: int
) -> None:
    game = Game(contract, data.draw(contract.tables), seed)
    for _ in game.stages(60):
        for seat in game.rules.to_act(game.state):
            assert game.rules.legal(game.state, seat)


@seldom
@plays
def test_the_view_of_a_seat_offers_all_that_is_legal_and_nothing_else(
    contract: Contract, data: st.DataObject, seed: int
) -> None:
    game = Game(contract, data.draw(contract.tables), seed)
    for _ in game.stages(20):
        for seat in game.seats():
            observation = game.rules.observe(game.state, seat)
            legal = game.rules.legal(game.state, seat)
            view = contract.game.present(observation, legal)
            lines = [contract.game.action_line(action, observation) for action in legal.actions]
            assert sorted(lines_of(view)) == sorted(lines)
            blanks = {(f.verb, tuple(field.name for field in f.fields)) for f in legal.forms}
            assert open_forms(view) == blanks


@seldom
@plays
def test_nothing_that_a_seat_is_sent_changes_when_what_it_cannot_know_is_shuffled(
    contract: Contract, data: st.DataObject, seed: int
) -> None:
    game = Game(contract, data.draw(contract.tables), seed).play(game_length(seed))
    seat = data.draw(st.sampled_from([None, *game.seats()]))
    other = contract.shuffled(game.rules, game.state, seat, game.random)
    assert game.rules.observe(other, seat) == game.rules.observe(game.state, seat)
    assert sent(game, seat, other) == sent(game, seat, game.state)


@seldom
@plays
def test_what_is_printed_for_a_log_tells_nobodys_secret(
    contract: Contract, data: st.DataObject, seed: int
) -> None:
    game = Game(contract, data.draw(contract.tables), seed).play(game_length(seed))
    other = contract.sealed(game.rules, game.state, game.random)
    assert repr(other) == repr(game.state)
    for seat in (None, *game.seats()):
        assert printed(game, seat, other) == printed(game, seat, game.state)


@seldom
@plays
def test_lines_and_sentences_for_a_seat_do_not_change_when_what_it_cannot_know_is_shuffled(
    contract: Contract, data: st.DataObject, seed: int
) -> None:
    game = Game(contract, data.draw(contract.tables), seed).play(game_length(seed))
    seat = data.draw(st.sampled_from([None, *game.seats()]))
    other = contract.shuffled(game.rules, game.state, seat, game.random)
    shown, shuffled = (game.rules.observe(state, seat) for state in (game.state, other))
    for event in game.events:
        secret = contract.retold(event, game.state, other)
        assert contract.game.event_line(event, shown) == contract.game.event_line(secret, shuffled)
        assert contract.game.describe(event, shown) == contract.game.describe(secret, shuffled)


@seldom
@plays
def test_the_notation_of_every_action_reads_back(
    contract: Contract, data: st.DataObject, seed: int
) -> None:
    game = Game(contract, data.draw(contract.tables), seed).play(game_length(seed))
    for seat in game.seats():
        observation = game.rules.observe(game.state, seat)
        turn = contract.game.turn(observation)
        for action in game.rules.legal(game.state, seat).actions:
            line = contract.game.action_line(action, observation)
            assert contract.game.parse(line, observation, turn) == action


@seldom
@plays
def test_an_action_for_another_turn_is_refused(
    contract: Contract, data: st.DataObject, seed: int
) -> None:
    game = Game(contract, data.draw(contract.tables), seed).play(game_length(seed))
    for seat in game.seats():
        observation = game.rules.observe(game.state, seat)
        turn = contract.game.turn(observation)
        for action in game.rules.legal(game.state, seat).actions:
            line = contract.game.action_line(action, observation)
            late = contract.game.parse(line, observation, turn - 1)
            with pytest.raises(IllegalAction) as refused:
                game.rules.decide(game.state, seat, late)
            assert refused.value.phrase.key == "other-turn"


@seldom
@plays
def test_states_and_events_are_values(contract: Contract, data: st.DataObject, seed: int) -> None:
    game = Game(contract, data.draw(contract.tables), seed).play(game_length(seed))
    hash(game.state)
    assert len({*game.events}) > 0 or not game.events


def game_length(seed: int) -> int:
    """Return the number of actions to play, so that tests reach all stages of a game."""
    return seed % 60


def printed(game: Game, seat: Seat | None, state: Any) -> str:
    legal = game.rules.legal(state, seat or CLOCK)
    observation = game.rules.observe(state, seat)
    return repr((observation, legal, game.contract.game.present(observation, legal)))


def sent(game: Game, seat: Seat | None, state: Any) -> bytes:
    legal = game.rules.legal(state, seat) if seat else game.rules.legal(state, CLOCK)
    return game.contract.wire(game.rules.observe(state, seat), legal)


def lines_of(view: View) -> Iterator[str]:
    """Yield the lines that people can submit by buttons and menus alone."""
    for block in view.blocks:
        match block:
            case Grid(cells=rows):
                yield from (cell.choice.line for row in rows for cell in row if cell.choice)
            case Choices(choices=choices):
                yield from (choice.line for choice in choices if choice.enabled)
            case FormBlock(verb=verb, blanks=blanks) if is_closed(block):
                for values in product(*(blank.values for blank in blanks)):
                    yield " ".join([verb, *values])


def open_forms(view: View) -> set[tuple[str, tuple[str, ...]]]:
    """Return the verbs and the blanks of the forms that need typing."""
    forms = [block for block in view.blocks if isinstance(block, FormBlock) and block.enabled]
    return {
        (form.verb, tuple(blank.name for blank in form.blanks))
        for form in forms
        if not is_closed(form)
    }


def is_closed(form: FormBlock) -> bool:
    return all(blank.values for blank in form.blanks)
