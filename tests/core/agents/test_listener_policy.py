"""The bot for strangers: it plays to the listener, and to the score."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from core.agents.associations import ModelSource, Vocabulary
from core.agents.clue_search import MOST, CardsLeft
from core.agents.expert import expert
from core.agents.language import language_of
from core.agents.levels import CARD_SLIP, TEMPERATURES, temperatures_of, weights_apart
from core.agents.listener import ALONE, FITTED_WEIGHTS, default_listener
from core.agents.listener_policy import (
    STRANGER,
    TEAMMATE,
    ListenerPolicy,
    _owed,
    is_worth_it,
)
from core.agents.memory import EMPTY, Memory, PlayedTurn
from core.agents.people import GuesserView, GuessReason, HeardClue
from core.agents.policy import TableStyle
from core.agents.thoughts import ClueThoughts, GuessThoughts
from core.codenames.actions import GiveClue, Guess, Pass
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Chair, Level, NameClues, Options, Phase, Role, State, Team
from core.codenames.rules import Codenames
from core.rating.race import TYPICAL_TURNS, Race
from core.rules import CHANCE, Seat, advance
from core.words.ensemble import default_ensemble
from core.words.heard import heard_model
from core.words.lexicon import default_lexicon
from core.words.packs import Pack, default_pack
from tests.core.agents.boards import FAST, SLOW
from tests.core.codenames.boards import dealt as dealt_key

WORDS = (
    *("whale", "desert", "jug", "nurse", "crown", "violin", "tiger", "castle"),
    *("snow", "bread", "robot", "river", "pirate", "garden", "clock", "needle"),
)


@pytest.fixture(scope="module")
def policy() -> ListenerPolicy:
    return _policy(adapts=False)


@pytest.fixture(scope="module")
def adaptive() -> ListenerPolicy:
    return _policy(adapts=True)


def _policy(*, adapts: bool) -> ListenerPolicy:
    models = default_ensemble()
    vocabulary = Vocabulary(next(iter(models.values())).words)
    experts = {
        name: expert(name, ModelSource(model, vocabulary, hearing=heard_model(name)))
        for name, model in models.items()
    }
    style = TableStyle(language_of(default_lexicon()))
    return ListenerPolicy(experts, style, default_listener(), adapts=adapts)


def rules_of(options: Options, words: tuple[str, ...] = WORDS) -> Codenames:
    pack = Supply(Pack("words", words))
    return Codenames(options, pack, Referee(default_lexicon().english))


def dealt(rules: Codenames, seed: int) -> State:
    deal = rules.chance(rules.initial(), np.random.default_rng(seed))
    assert deal is not None
    return advance(rules, rules.initial(), rules.decide(rules.initial(), CHANCE, deal))


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


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(
    ("rows", "cols", "teams"), [(3, 4, 2), (4, 4, 3), (4, 6, 4), (5, 6, 5)], ids=str
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


def blind(
    policy: ListenerPolicy, *earlier: tuple[str, int, int]
) -> set[tuple[int, GuessReason | None]]:
    """Return the picks on a clue that nobody understands, by seed, with their reasons.

    Before it come clues, each with the card that is turned on it.
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
    first = HeardClue("ocean", 2, frozenset(range(4)), ())
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


def test_only_a_bot_that_adapts_goes_by_the_turns_that_are_expected(
    policy: ListenerPolicy, adaptive: ListenerPolicy
) -> None:
    rules = rules_of(Options(rows=4, cols=4))
    numbers = {
        (bot.name, turns): [_clue_number(rules, bot, Memory(expected=turns), s) for s in range(6)]
        for bot in (policy, adaptive)
        for turns in (SLOW, FAST)
    }
    assert numbers[STRANGER, SLOW] == numbers[STRANGER, FAST]
    assert sum(numbers[TEAMMATE, SLOW]) > sum(numbers[TEAMMATE, FAST])


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
