"""The rate of a level's errors, by teammate and score."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from bot.codec import read_value
from core.agents.levels import (
    CARD_SLIP,
    Temperatures,
    advantage_of,
    temperatures_at,
    temperatures_of,
    weights_apart,
)
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


KEY = "BBBB BBBR RRRR RRTK"
BEHIND, AHEAD = "BBBB BBBB BRRR RTTK", "BBBB RRRR RRRR RTTK"
"""Keys of boards on which Blue, at the start of its turn, has 5 cards more or 5 fewer than Red."""

SEEDS = range(40)

BLUE = Chair(Team.BLUE, Role.GUESSER)

OPPONENT = frozenset({Seat("red-guesser")})
"""A person of the other team."""


def guesses(
    policy: ListenerPolicy,
    level: Level,
    *made: int,
    number: int = 4,
    key: str = KEY,
    seeds: Sequence[int] = SEEDS,
    people: frozenset[Seat] = OPPONENT,
) -> list[int | None]:
    """Return the next guess on "weather" by seed, None for a pass, after some guesses."""
    game = dealt_key(key, level=level)
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


def test_a_fair_opponent_picks_the_likeliest_card_less_often_when_it_is_ahead(
    policy: ListenerPolicy,
) -> None:
    _, chances = weather_chances()
    likeliest = int(chances.argmax())
    behind, even, ahead = (
        guesses(policy, Level.FAIR, key=key).count(likeliest) for key in (BEHIND, KEY, AHEAD)
    )
    assert behind > even > ahead > 0


def test_opponents_below_strong_look_less_closely_the_further_they_are_ahead() -> None:
    for lead in range(-9, 9):
        easy, fair, strong = (temperatures_at(level, lead) for level in Level)
        further = temperatures_at(Level.FAIR, lead + 1)
        for field in ("clue", "card", "apart"):
            least, less, most = (getattr(one, field) for one in (strong, fair, easy))
            assert 0.0 == least <= less <= most
            assert less <= getattr(further, field)
    assert temperatures_at(Level.FAIR, -9) != temperatures_at(Level.FAIR, 0)
    assert temperatures_at(Level.FAIR, 0) != temperatures_at(Level.FAIR, 9)


@pytest.mark.parametrize(
    ("level", "noise"),
    [
        (Level.EASY, Temperatures(0.1, 2.0, 1.0)),
        (Level.FAIR, Temperatures(0.02, 1.0, 0.62)),
        (Level.STRONG, Temperatures(0.0, 0.0)),
    ],
)
def test_at_a_table_from_before_the_noise_followed_the_score_it_is_what_it_was(
    level: Level, noise: Temperatures
) -> None:
    before = read_value(Options, {"level": level.value, "spares_allies": True})
    assert not before.follows_score
    for key in (BEHIND, KEY, AHEAD):
        game = dealt_key(key, level=level, follows_score=before.follows_score)
        sees = replace(game.rules.observe(game.state, BLUE.seat), people=OPPONENT)
        assert temperatures_of(sees, BLUE) == noise


def test_an_advantage_is_of_cards_and_of_wrong_cards_of_the_others() -> None:
    game, advantages = dealt_key("BBBB BBBT RRRR RRTK"), list[float]()

    def note(team: Team) -> None:
        seat = Chair(team, Role.SPYMASTER).seat
        advantages.append(advantage_of(game.rules.observe(game.state, seat), team))

    note(Team.BLUE)
    game.clue("blue")
    game.guess("blue", 0, 1)
    note(Team.BLUE)
    game.guess("blue", 7)
    note(Team.RED)
    game.clue("red")
    game.guess("red", 8, 2)
    note(Team.BLUE)
    assert advantages == [-1, -1, 0, 2]


def test_the_advantage_over_several_teams_is_that_over_the_nearest() -> None:
    order = (Team.BLUE, Team.RED, Team.GREEN)
    game = dealt_key("BBBB RRRG GTTT TTTK", order)
    assert advantage_of(game.rules.observe(game.state, None), Team.BLUE) == -2
    game.clue("blue")
    game.guess("blue", 15)
    assert game.state.out == {Team.BLUE}
    assert advantage_of(game.rules.observe(game.state, None), Team.RED) == -0.5


@pytest.mark.sampled
@pytest.mark.parametrize("number", [1, 4, 9])
def test_a_weak_bot_picks_no_card_below_a_fifth_of_the_likeliest_ones_chance(
    policy: ListenerPolicy, number: int
) -> None:
    cards, _ = weather_chances()
    weights = weights_apart(FITTED_WEIGHTS, cards, temperatures_at(Level.EASY, 0).apart)
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


@pytest.mark.parametrize("level", [Level.EASY, Level.FAIR])
def test_a_bot_errs_alike_all_through_a_turn(policy: ListenerPolicy, level: Level) -> None:
    cards, _ = weather_chances()
    diver = cards.index("scuba diver")
    before, after = guesses(policy, level), guesses(policy, level, diver)
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
            apart[spares, seat] = temperatures_of(table, BLUE).apart
    giver, guesser = apart.pop((True, "red-spymaster")), apart.pop((True, "red-guesser"))
    assert 1 > giver > guesser > 0
    assert set(apart.values()) == {0.0}
