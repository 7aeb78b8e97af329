"""How often bots of a level err, beside whom, and at what score."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from core.agents.levels import CARD_SLIP, TEMPERATURES, temperatures_of, weights_apart
from core.agents.listener import ALONE, FITTED_WEIGHTS, default_listener
from core.agents.listener_policy import ListenerPolicy
from core.agents.memory import EMPTY
from core.agents.thoughts import ClueThoughts, GuessThoughts
from core.codenames.actions import Guess
from core.codenames.model import Chair, Level, Options, Role, Team
from core.rules import Seat
from tests.core.agents.listener_tables import dealt, listener_policy, rules_of
from tests.core.codenames.boards import dealt as dealt_key


@pytest.fixture(scope="module")
def policy() -> ListenerPolicy:
    return listener_policy(adapts=False)


KEY = "BBBB BBBB BRRR RTTK"
SEEDS = range(40)

OPPONENT = frozenset({Seat("red-guesser")})
"""A person of the other team."""


def guesses(
    policy: ListenerPolicy,
    level: Level,
    *made: int,
    number: int = 4,
    seeds: Sequence[int] = SEEDS,
    people: frozenset[Seat] = OPPONENT,
) -> list[int | None]:
    """Return the next guess on "weather" by seed, None for a pass, after some guesses."""
    game = dealt_key(KEY, level=level)
    game.clue("blue", "weather", number)
    for place in made:
        game.do("blue-guesser", Guess(game.state.number, place))
    sees = game.rules.observe(game.state, Seat("blue-guesser"))
    sees = replace(sees, people=people)
    found = []
    for seed in seeds:
        action = policy.choose(sees, EMPTY, np.random.default_rng(seed)).action
        found.append(action.card if isinstance(action, Guess) else None)
    return found


def weather_chances() -> tuple[list[str], np.ndarray]:
    cards = [card.word for card in dealt_key(KEY).rules.observe(dealt_key(KEY).state, None).cards]
    return cards, default_listener().picks(cards, "weather").chances


def test_a_strong_bot_always_picks_the_likeliest_card_and_a_weaker_one_less_often(
    policy: ListenerPolicy,
) -> None:
    _, chances = weather_chances()
    likeliest = int(chances.argmax())
    strong, fair, easy = (
        guesses(policy, level).count(likeliest) for level in (Level.STRONG, Level.FAIR, Level.EASY)
    )
    assert strong == len(SEEDS)
    assert strong > fair >= easy


@pytest.mark.parametrize("number", [1, 4, 9])
def test_a_weak_bot_picks_no_card_below_a_fifth_of_the_likeliest_ones_chance(
    policy: ListenerPolicy, number: int
) -> None:
    cards, _ = weather_chances()
    weights = weights_apart(FITTED_WEIGHTS, cards, TEMPERATURES[Level.EASY].apart)
    chances = default_listener().weighted(weights).picks(cards, "weather").chances
    picked = set(guesses(policy, Level.EASY, number=number, seeds=range(200)))
    assert picked == set(np.flatnonzero(chances >= chances.max() / 5).tolist())
    assert len(picked) > 1


@pytest.mark.parametrize("role", Role)
def test_beside_a_person_a_bot_of_any_level_plays_its_best(
    policy: ListenerPolicy, role: Role
) -> None:
    _, chances = weather_chances()
    mate, other = (frozenset({Seat(f"{team}-{role.value}")}) for team in ("blue", "red"))
    assert set(guesses(policy, Level.EASY, people=mate)) == {int(chances.argmax())}
    assert len(set(guesses(policy, Level.EASY, people=other))) > 1


def test_where_nobody_plays_bots_are_nobodys_opponents_and_play_their_best(
    policy: ListenerPolicy,
) -> None:
    _, chances = weather_chances()
    assert set(guesses(policy, Level.EASY, people=frozenset())) == {int(chances.argmax())}


def test_at_a_table_of_an_older_version_the_level_is_that_of_all_bots(
    policy: ListenerPolicy,
) -> None:
    game = dealt_key(KEY, level=Level.EASY, spares_allies=False)
    game.clue("blue", "weather", 4)
    sees = game.rules.observe(game.state, Seat("blue-guesser"))
    sees = replace(sees, people=frozenset({Seat("blue-spymaster")}))
    picks = {policy.choose(sees, EMPTY, np.random.default_rng(seed)).action for seed in SEEDS}
    assert len(picks) > 1


def test_a_bot_names_its_slips_at_the_first_guess(policy: ListenerPolicy) -> None:
    cards, _ = weather_chances()
    game = dealt_key(KEY, level=Level.EASY)
    game.clue("blue", "weather", 1)
    sees = replace(game.rules.observe(game.state, Seat("blue-guesser")), people=OPPONENT)
    named = set()
    for seed in SEEDS:
        choice = policy.choose(sees, EMPTY, np.random.default_rng(seed))
        thoughts = choice.thoughts.value
        assert isinstance(choice.action, Guess)
        assert isinstance(thoughts, GuessThoughts)
        picked, chances = cards[choice.action.card], dict(thoughts.ranking)
        is_slip = chances[picked] < CARD_SLIP * max(chances.values())
        assert thoughts.slips == ((picked,) if is_slip else ())
        named.add(is_slip)
    assert named == {True, False}


def test_only_a_bot_that_may_err_gives_a_clue_that_is_not_its_best(policy: ListenerPolicy) -> None:
    rules = rules_of(Options(rows=4, cols=4, level=Level.EASY))
    state = dealt(rules, 1)
    (seat,) = rules.to_act(state)
    slips = {True: 0, False: 0}
    for is_beside in slips:
        own = seat.partition("-")[0]
        team = own if is_beside else next(one.value for one in Team if one.value != own)
        people = frozenset({Seat(f"{team}-guesser")})
        sees = replace(rules.observe(state, seat), people=people)
        for seed in range(6):
            thoughts = policy.choose(sees, EMPTY, np.random.default_rng(seed)).thoughts.value
            assert isinstance(thoughts, ClueThoughts)
            slips[is_beside] += thoughts.is_slip
    assert slips[True] == 0
    assert slips[False] > 0


def test_a_seed_decides_the_noise(policy: ListenerPolicy) -> None:
    assert guesses(policy, Level.EASY) == guesses(policy, Level.EASY)


def test_a_bot_errs_alike_all_through_a_turn(policy: ListenerPolicy) -> None:
    cards, _ = weather_chances()
    diver = cards.index("scuba diver")
    before, after = guesses(policy, Level.EASY), guesses(policy, Level.EASY, diver)
    kept = [(one, then) for one, then in zip(before, after, strict=True) if one != diver]
    assert len({one for one, _ in kept}) > 1
    assert sum(one == then for one, then in kept) > 0.9 * len(kept)


def test_an_opposing_guesser_may_understand_clues_otherwise_than_its_spymaster() -> None:
    cards = ("whale", "desert", "jug")
    assert weights_apart(FITTED_WEIGHTS, cards, 0.0) == FITTED_WEIGHTS
    boards = [(*cards, str(number)) for number in range(40)]
    alone = [weights_apart(FITTED_WEIGHTS, board, 1.0) for board in boards]
    assert alone == [weights_apart(FITTED_WEIGHTS, board, 1.0) for board in boards]
    assert len({weights.cosines for weights in alone}) == len(FITTED_WEIGHTS.cosines)
    for weights in alone:
        assert sorted(weights.cosines)[:-1] == [0.0] * (len(weights.cosines) - 1)
        assert max(weights.cosines) == pytest.approx(ALONE * sum(FITTED_WEIGHTS.cosines))
        assert weights.together == FITTED_WEIGHTS.together


def test_only_opponents_of_people_guess_otherwise_than_their_spymasters() -> None:
    apart = {}
    for spares in (True, False):
        game = dealt_key(KEY, level=Level.FAIR, spares_allies=spares)
        sees = game.rules.observe(game.state, Seat("blue-guesser"))
        for seat in ("blue-spymaster", "red-spymaster", "red-guesser"):
            table = replace(sees, people=frozenset({Seat(seat)}))
            apart[spares, seat] = temperatures_of(table, Chair(Team.BLUE, Role.GUESSER)).apart
    giver, guesser = apart.pop((True, "red-spymaster")), apart.pop((True, "red-guesser"))
    assert 1 > giver > guesser > 0
    assert set(apart.values()) == {0.0}
