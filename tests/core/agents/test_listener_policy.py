"""The bot for strangers: it plays by the listener, and by the score."""

from dataclasses import replace

import numpy as np
import pytest

from core.agents.clue_search import MOST, CardsLeft
from core.agents.explanations import Evidence
from core.agents.listener import FITTED_WEIGHTS, default_listener
from core.agents.listener_policy import (
    STRANGER,
    TEAMMATE,
    ListenerPolicy,
    _owed,
    is_worth_it,
)
from core.agents.memory import EMPTY, Memory, PlayedTurn
from core.agents.personas import SURENESS, persona_family
from core.agents.table_play import GuesserView, GuessReason, KnownClue
from core.agents.thoughts import ClueThoughts, GuessThoughts
from core.codenames.actions import GiveClue, Guess, Pass
from core.codenames.model import Chair, Level, NameClues, Options, Phase, Role, Team
from core.codenames.rules import Codenames
from core.rating.race import TYPICAL_TURNS, Race
from core.rules import Seat, advance
from core.words.lexicon import default_lexicon
from core.words.packs import default_pack
from tests.core.agents.boards import FAST, SLOW
from tests.core.agents.listener_tables import dealt, listener_policy, rules_of
from tests.core.codenames.boards import dealt as dealt_key
from tests.profile import either

SEEDS = range(either(6, quick=3))


@pytest.fixture(scope="module")
def policy() -> ListenerPolicy:
    return listener_policy(adapts=False)


@pytest.fixture(scope="module")
def adaptive() -> ListenerPolicy:
    return listener_policy(adapts=True)


def test_it_plays_a_whole_game_in_every_chair(policy: ListenerPolicy) -> None:
    rules = rules_of(Options(rows=4, cols=4))
    state = dealt(rules, 1)
    while rules.outcome(state) is None:
        seat = min(rules.to_act(state))
        sees = rules.observe(state, seat)
        choice = policy.choose(sees, EMPTY, np.random.default_rng(state.number))
        thoughts = choice.thoughts.value
        if isinstance(thoughts, ClueThoughts):
            assert 1 <= len(thoughts.targets) == thoughts.number <= MOST
        else:
            assert isinstance(thoughts, GuessThoughts)
            chances = [chance for _, chance in thoughts.ranking]
            assert sum(chances) == pytest.approx(1)
            assert chances == sorted(chances, reverse=True)
        assert choice.action is not None
        state = advance(rules, state, rules.decide(state, seat, choice.action))
    assert policy.learn(EMPTY, PlayedTurn(3)) == EMPTY


@pytest.mark.parametrize(("word", "card"), [("sahara", "desert"), ("mozart", "violin")])
def test_it_guesses_what_people_would_also_on_words_that_nobody_says(
    policy: ListenerPolicy, word: str, card: str
) -> None:
    rules = rules_of(Options(rows=4, cols=4))
    state = dealt(rules, 3)
    seat = min(rules.to_act(state))
    state = advance(rules, state, rules.decide(state, seat, GiveClue(state.number, word, 1)))
    sees = rules.observe(state, min(rules.to_act(state)))
    assert sees.chair is not None
    assert sees.chair.role is Role.GUESSER
    thoughts = policy.choose(sees, EMPTY, np.random.default_rng(1)).thoughts.value
    assert isinstance(thoughts, GuessThoughts)
    assert thoughts.understood == word
    assert thoughts.ranking[0][0].casefold() == card


BOARDS = {
    (3, 4, 2): Level.STRONG,
    (4, 4, 3): Level.FAIR,
    (4, 6, 4): Level.EASY,
    (5, 6, 5): Level.STRONG,
}
"""Rows, columns and teams of boards, and the level of their bots in the short run."""


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("level", "rows", "cols", "teams"),
    [
        pytest.param(level, *board, marks=() if level is brief else pytest.mark.slow)
        for board, brief in BOARDS.items()
        for level in Level
    ],
)
def test_bots_of_every_level_play_lawful_games_on_boards_of_every_kind(
    policy: ListenerPolicy, level: Level, rows: int, cols: int, teams: int
) -> None:
    options = Options(rows=rows, cols=cols, teams=teams, level=level)
    rules = rules_of(options, default_pack().words[:60])
    state = dealt(rules, 2)
    while rules.outcome(state) is None:
        seat = min(rules.to_act(state))
        rng = np.random.default_rng(state.number)
        action = policy.choose(rules.observe(state, seat), EMPTY, rng).action
        assert action is not None
        state = advance(rules, state, rules.decide(state, seat, action))
    assert state.number > 1


KEY = "BBBB BBBB BRRR RTTK"


def blind(
    policy: ListenerPolicy, *earlier: tuple[str, int, int]
) -> set[tuple[int, GuessReason | None]]:
    """Return the picks for a clue that the bot does not know, by seed, with their reasons.

    Earlier clues come before it, each with the card picked for it.
    """
    game, found = dealt_key(KEY, solo=Team.BLUE, level=Level.STRONG), set()
    for word, number, place in earlier:
        game.clue("blue", word, number)
        game.do("blue-guesser", Guess(game.state.number, place))
        if game.state.phase is Phase.GUESS:
            game.do("blue-guesser", Pass(game.state.number))
    unheard = GiveClue(
        game.state.number, "xqzjw", 3, anyway=True, unknown_to=(Seat("blue-guesser"),)
    )
    game.do("blue-spymaster", unheard)
    sees = game.rules.observe(game.state, Seat("blue-guesser"))
    for seed in range(10):
        choice = policy.choose(sees, EMPTY, np.random.default_rng(seed))
        assert isinstance(choice.action, Guess)
        thoughts = choice.thoughts.value
        assert isinstance(thoughts, GuessThoughts)
        found.add((choice.action.card, thoughts.basis))
    game.do("blue-guesser", Guess(game.state.number, 0))
    sees = game.rules.observe(game.state, Seat("blue-guesser"))
    assert isinstance(policy.choose(sees, EMPTY, np.random.default_rng(1)).action, Pass)
    return found


def test_on_a_clue_that_it_does_not_know_it_takes_one_card_by_earlier_clues(
    policy: ListenerPolicy,
) -> None:
    words = [card.word for card in dealt_key(KEY).rules.observe(dealt_key(KEY).state, None).cards]
    likely = [words[place] for place in default_listener().picks(words, "music").chances.argsort()]
    ((owed, reason),) = blind(policy, ("music", 2, words.index(likely[-1])))
    assert words[owed] == max(likely[:-1], key=likely.index)
    ((spent, _),) = blind(policy, ("music", 1, words.index(likely[-1])))
    assert (spent, reason) == (owed, GuessReason.EARLIER)


def test_on_a_clue_that_it_does_not_know_without_an_earlier_one_it_draws_a_card(
    policy: ListenerPolicy,
) -> None:
    found = blind(policy)
    assert len(found) > 3
    assert {reason for _, reason in found} == {GuessReason.CHANCE}


LEFT = CardsLeft(own=5, other=5, total=10)


def test_a_card_that_was_found_on_a_later_clue_is_owed_no_more() -> None:
    cards = ("whale", "desert", "violin", "nurse")
    first = KnownClue("ocean", 2, frozenset(range(4)), ())
    look = GuesserView(cards, frozenset((1, 2, 3)), frozenset((0,)), (first, first), 0)
    assert _owed(default_listener(), look, first) == 1
    assert _owed(default_listener(), replace(look, own=frozenset()), first) == 2
    unknown = replace(first, word=None)
    assert _owed(default_listener(), look, unknown) == 0


def test_a_card_is_worth_its_risk_if_it_was_surely_meant() -> None:
    assert is_worth_it(0.9, LEFT)
    assert not is_worth_it(0.0, CardsLeft(own=2, other=2, total=12))


def test_a_card_that_was_not_meant_may_still_be_ones_own() -> None:
    assert is_worth_it(0.2, CardsLeft(own=3, other=3, total=7))


def test_a_team_dares_more_cards_against_one_that_is_expected_to_be_fast() -> None:
    chances = np.linspace(0, 1, 101)
    dared = [
        sum(is_worth_it(float(one), LEFT, Race(others=others)) for one in chances)
        for others in (SLOW, TYPICAL_TURNS, FAST)
    ]
    assert dared[0] < dared[1] < dared[2]


@pytest.mark.longer
def test_only_a_bot_that_adapts_goes_by_the_turns_that_are_expected(
    policy: ListenerPolicy, adaptive: ListenerPolicy
) -> None:
    rules = rules_of(Options(rows=4, cols=4))
    numbers = {
        (bot.name, turns): [_clue_number(rules, bot, Memory(expected=turns), s) for s in SEEDS]
        for bot in (policy, adaptive)
        for turns in (SLOW, FAST)
    }
    assert numbers[STRANGER, SLOW] == numbers[STRANGER, FAST]
    assert sum(numbers[TEAMMATE, SLOW]) > sum(numbers[TEAMMATE, FAST])


@pytest.mark.sampled
@pytest.mark.parametrize("nats", [0.3, 8.0])
def test_clues_for_who_is_hard_to_foresee_are_those_for_anybody(
    policy: ListenerPolicy, adaptive: ListenerPolicy, nats: float
) -> None:
    scattered = SURENESS[0] * FITTED_WEIGHTS.array
    told = [1000 * nats * np.allclose(one, scattered) for one in persona_family().weights[1:]]
    memory = Memory(evidence=Evidence(9, tuple(map(round, told))))
    rules = rules_of(Options(rows=4, cols=4))
    state = dealt(rules, 3)
    sees = rules.observe(state, Chair(state.turns[-1].team, Role.SPYMASTER).seat)
    for bot in (policy, adaptive):
        clue = bot.choose(sees, memory, np.random.default_rng(1)).action
        assert clue == policy.choose(sees, EMPTY, np.random.default_rng(1)).action


def test_a_guesser_of_a_slow_team_dares_one_card_more(
    policy: ListenerPolicy, adaptive: ListenerPolicy
) -> None:
    game = dealt_key(KEY, level=Level.STRONG)
    game.clue("blue", "music", 3)
    for place in (0, 1, 2):
        game.do("blue-guesser", Guess(game.state.number, place))
    sees = game.rules.observe(game.state, Seat("blue-guesser"))
    goes_on = {
        (bot.name, turns): isinstance(
            bot.choose(sees, Memory(expected=turns), np.random.default_rng(1)).action, Guess
        )
        for bot in (policy, adaptive)
        for turns in (SLOW, FAST)
    }
    assert goes_on[TEAMMATE, SLOW]
    assert not goes_on[TEAMMATE, FAST]
    assert goes_on[STRANGER, SLOW] == goes_on[STRANGER, FAST]


def _clue_number(rules: Codenames, bot: ListenerPolicy, memory: Memory, seed: int) -> int:
    state = dealt(rules, seed)
    (seat,) = rules.to_act(state)
    choice = bot.choose(rules.observe(state, seat), memory, np.random.default_rng(seed))
    assert isinstance(choice.action, GiveClue)
    assert isinstance(choice.action.number, int)
    return choice.action.number


def test_a_team_that_plays_alone_saves_turns_where_nobody_races(policy: ListenerPolicy) -> None:
    numbers = [
        sum(_clue_number(rules_of(options), policy, EMPTY, seed) for seed in range(6))
        for options in (
            Options(rows=4, cols=4, solo=Team.BLUE, level=Level.STRONG),
            Options(rows=4, cols=4, level=Level.STRONG),
        )
    ]
    assert numbers[0] > numbers[1]


EGYPT = ("pharaoh", "sphinx", "mummy", "tomb", "pyramid", "camel")


@pytest.mark.parametrize("names", NameClues)
def test_a_name_is_given_only_where_the_table_allows_names(
    policy: ListenerPolicy, names: NameClues
) -> None:
    game = dealt_key("BBBB BBTR RRRT TTKT", names=names)
    sees = game.rules.observe(game.state, Seat("blue-spymaster"))
    own = tuple(replace(sees.cards[place], word=word) for place, word in enumerate(EGYPT))
    sees = replace(sees, cards=(*own, *sees.cards[len(own) :]))
    thoughts = policy.choose(sees, EMPTY, np.random.default_rng(1)).thoughts.value
    assert isinstance(thoughts, ClueThoughts)
    assert (thoughts.word in default_lexicon().names) is (names is not NameClues.NO)
    assert {card for card, _ in thoughts.targets} <= {*EGYPT}


@pytest.mark.sampled
@pytest.mark.parametrize("family", [False, True])
@pytest.mark.parametrize("names", NameClues)
def test_names_may_be_said_on_200_boards_only_where_they_are_allowed(
    policy: ListenerPolicy, names: NameClues, *, family: bool
) -> None:
    options = Options(rows=3, cols=3, names=names, family=family)
    allowed = {NameClues.AUTO: not family, NameClues.YES: True, NameClues.NO: False}[names]
    rules, words = rules_of(options), len(default_lexicon().words)
    for seed in range(200):
        state = dealt(rules, seed)
        sayable = policy._sayable(rules.observe(state, min(rules.to_act(state))))
        assert (sayable < words).any()
        assert (sayable >= words).any() == allowed


def test_no_name_has_the_letters_of_a_card(policy: ListenerPolicy) -> None:
    names, words = default_lexicon().names, len(default_lexicon().words)
    game = dealt_key("BBBB BBTR RRRT TTKT")
    sees = game.rules.observe(game.state, Seat("blue-spymaster"))
    tube = replace(sees, cards=(replace(sees.cards[0], word="tube"), *sees.cards[1:]))
    beside = {names[column - words] for column in policy._sayable(tube) if column >= words}
    usual = {names[column - words] for column in policy._sayable(sees) if column >= words}
    assert "youtube" in usual - beside
