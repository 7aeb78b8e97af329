"""Bots at real tables: the rules accept their actions, and no bot knows more than it may."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agents.ace import AceVariant
from core.agents.associations import NO_VECTOR, Associations, TableSource, Vocabulary, nearest
from core.agents.expert import expert
from core.agents.language import plain_language
from core.agents.memory import EMPTY, Memory, PlayedTurn
from core.agents.policy import AcePolicy, ExpertPolicy, Policy, RandomPolicy, TableStyle
from core.agents.table_play import GuesserThresholds, GuessReason
from core.agents.thoughts import ClueThoughts, GuessThoughts
from core.codenames.actions import GiveClue, Guess, Pass, Point
from core.codenames.clue import Referee, Substrings
from core.codenames.deal import Supply
from core.codenames.model import (
    Chair,
    Clue,
    Identity,
    Observation,
    Options,
    Phase,
    Role,
    State,
    Team,
    Uncovered,
)
from core.codenames.rules import Codenames
from core.rules import CHANCE, Seat, advance
from core.words.packs import Pack
from tests.core.agents.boards import made_up_source
from tests.profile import examples

SOURCE = made_up_source(0, cards=40, clues=120, reach=30, levels=1000)
OTHER = made_up_source(1, cards=40, clues=120, reach=30, levels=1000)
MANNER = TableStyle(plain_language(SOURCE.vocabulary))
OWN_EXPERT, STRANGER = expert("own", SOURCE), expert("other", OTHER)
PACK = Pack("cards", tuple(f"card{number}" for number in range(40)))

POLICIES: tuple[Policy, ...] = (
    ExpertPolicy(OWN_EXPERT, MANNER),
    AcePolicy((STRANGER, OWN_EXPERT), MANNER),
    AcePolicy((STRANGER, OWN_EXPERT), MANNER, AceVariant.PAPER),
    RandomPolicy(MANNER),
)
"""One bot of each kind."""


def rules_of(options: Options) -> Codenames:
    return Codenames(options, Supply(PACK), Referee())


def dealt(rules: Codenames, seed: int) -> State:
    deal = rules.chance(rules.initial(), np.random.default_rng(seed))
    assert deal is not None
    return advance(rules, rules.initial(), rules.decide(rules.initial(), CHANCE, deal))


def waiting(rules: Codenames, state: State) -> Seat:
    return min(rules.to_act(state))


def clued(rules: Codenames, state: State, word: str, number: int | None) -> State:
    seat = waiting(rules, state)
    return advance(rules, state, rules.decide(state, seat, GiveClue(state.number, word, number)))


def guesser_sees(rules: Codenames, state: State) -> Observation:
    return rules.observe(state, waiting(rules, state))


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@settings(max_examples=examples(25), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    policy=st.sampled_from(POLICIES),
    options=st.sampled_from(
        [Options(), Options(solo=Team.RED), Options(teams=3), Options(rows=6, cols=6, teams=4)]
    ),
)
def test_bots_play_a_whole_game_by_the_rules(seed: int, policy: Policy, options: Options) -> None:
    rules = rules_of(options)
    state, memory, moves = dealt(rules, seed), EMPTY, 0
    while rules.outcome(state) is None:
        seat = waiting(rules, state)
        choice = policy.choose(rules.observe(state, seat), memory, rng(state.number))
        assert choice.action is not None
        state = advance(rules, state, rules.decide(state, seat, choice.action))
        memory = policy.learn(memory, PlayedTurn(3, choice.thoughts.value.credits))
        moves += 1
    assert moves > 1


def test_bots_keep_to_what_their_table_makes_of_substrings() -> None:
    style = TableStyle(plain_language(Vocabulary(("ocean", "xcard7x"))))
    said = {}
    for mode in Substrings:
        rules = Codenames(Options(substrings=mode), Supply(Pack("all", PACK.words[:25])), Referee())
        state = dealt(rules, 1)
        sees = rules.observe(state, waiting(rules, state))
        choices = [RandomPolicy(style).choose(sees, EMPTY, rng(seed)) for seed in range(20)]
        said[mode] = {
            choice.action.word for choice in choices if isinstance(choice.action, GiveClue)
        }
    assert said == {Substrings.ALLOW: {"ocean", "xcard7x"}, Substrings.REFUSE: {"ocean"}}


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_the_same_observation_memory_and_generator_give_the_same_choice(policy: Policy) -> None:
    rules = rules_of(Options())
    state = clued(rules, dealt(rules, 3), "clue4", 3)
    for moment in (dealt(rules, 3), state):
        seen = rules.observe(moment, waiting(rules, moment))
        assert policy.choose(seen, EMPTY, rng()) == policy.choose(seen, EMPTY, rng())


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
@pytest.mark.parametrize("seed", range(5))
def test_a_guesser_chooses_the_same_whatever_the_key(policy: Policy, seed: int) -> None:
    rules = rules_of(Options())
    state = clued(rules, dealt(rules, seed), "clue9", 2)
    assert state.layout is not None
    shuffled = tuple(reversed(state.layout.key.value))
    other = replace(
        state, layout=replace(state.layout, key=replace(state.layout.key, value=shuffled))
    )
    seen, elsewhere = guesser_sees(rules, state), guesser_sees(rules, other)
    assert policy.choose(seen, EMPTY, rng()) == policy.choose(elsewhere, EMPTY, rng())


def test_a_spymasters_thoughts_name_its_targets_nearest_first_and_who_spoke() -> None:
    rules = rules_of(Options())
    state = dealt(rules, 1)
    seen = rules.observe(state, waiting(rules, state))
    choice = POLICIES[1].choose(seen, EMPTY, rng())
    thoughts = choice.thoughts.value
    assert isinstance(thoughts, ClueThoughts)
    assert isinstance(choice.action, GiveClue)
    assert (thoughts.word, thoughts.number) == (choice.action.word, choice.action.number)
    assert thoughts.expert == "other"
    assert choice.cause == "ace:other"
    closeness = [value for _, value in thoughts.targets]
    assert closeness == sorted(closeness, reverse=True)
    team = state.turns[-1].team
    own = {card.word for card in seen.cards if card.key is Identity.of(team)}
    assert {word for word, _ in thoughts.targets} <= own


def test_a_guessers_thoughts_are_the_ranking_that_it_saw() -> None:
    rules = rules_of(Options())
    state = clued(rules, dealt(rules, 1), "clue5s", 2)
    choice = POLICIES[0].choose(guesser_sees(rules, state), EMPTY, rng())
    thoughts = choice.thoughts.value
    assert isinstance(thoughts, GuessThoughts)
    assert (thoughts.clue, thoughts.understood, thoughts.basis) == (
        "clue5s",
        "clue5",
        GuessReason.CLUE,
    )
    assert len(thoughts.ranking) == 25
    assert isinstance(choice.action, Guess)
    assert thoughts.ranking[0][0] == guesser_sees(rules, state).cards[choice.action.card].word


def test_an_unknown_clue_is_said_to_be_unknown_and_the_chosen_expert_has_the_credit() -> None:
    rules = rules_of(Options())
    state = clued(rules, dealt(rules, 1), "zebra", 2)
    thoughts = POLICIES[1].choose(guesser_sees(rules, state), EMPTY, rng()).thoughts.value
    assert isinstance(thoughts, GuessThoughts)
    assert (thoughts.understood, thoughts.basis, thoughts.ranking) == (None, GuessReason.CHANCE, ())
    assert thoughts.credits == (("other", 1.0),)


def test_thoughts_are_not_shown_by_printing_a_choice() -> None:
    rules = rules_of(Options())
    state = dealt(rules, 1)
    choice = POLICIES[0].choose(rules.observe(state, waiting(rules, state)), EMPTY, rng())
    thoughts = choice.thoughts.value
    assert isinstance(thoughts, ClueThoughts)
    assert thoughts.targets[0][0] not in repr(choice)


def test_the_credit_of_a_guess_is_the_same_all_through_the_turn() -> None:
    rules = rules_of(Options())
    state = clued(rules, dealt(rules, 1), "clue7", 4)
    policy, earned = POLICIES[1], []
    number = state.number
    while state.number == number and state.phase is Phase.GUESS:
        seat = waiting(rules, state)
        own = Identity.of(state.turns[-1].team)
        assert state.layout is not None
        card = next(
            place
            for place, identity in enumerate(state.layout.key.value)
            if identity is own and place not in state.uncovered
        )
        earned.append(
            policy.choose(rules.observe(state, seat), EMPTY, rng()).thoughts.value.credits
        )
        state = advance(rules, state, rules.decide(state, seat, Guess(number, card)))
    assert len(earned) == 5
    assert len(set(earned)) == 1


def test_the_credit_of_a_guess_counts_the_cards_that_were_covered_when_the_clue_was_given() -> None:
    rules = rules_of(Options(solo=Team.BLUE))
    start = dealt(rules, 1)
    for word in SOURCE.vocabulary.words[:40]:
        state = clued(rules, own_cards_turned(rules, start, 5), word, 3)
        seen = guesser_sees(rules, state)
        cards, lists = tuple(card.word for card in seen.cards), []
        for source in (OTHER, SOURCE):
            closeness = source.closeness(cards, word)
            lists.append(sorted(seen.covered, key=lambda place: -closeness[place])[:3])
        share = len({*lists[0]} & {*lists[1]}) / 3
        earned = POLICIES[1].choose(seen, EMPTY, rng()).thoughts.value.credits
        assert dict(earned) == {"other": 1.0} | ({"own": share} if share else {})


def own_cards_turned(rules: Codenames, state: State, count: int) -> State:
    """Return the state of a solo game after a turn that found some own cards."""
    state = clued(rules, state, "zebra", None)
    seat, number = waiting(rules, state), state.number
    assert state.layout is not None
    key = state.layout.key.value
    own = [place for place, identity in enumerate(key) if identity is Identity.BLUE]
    actions: list[Guess | Pass] = [Guess(number, place) for place in own[:count]]
    for action in (*actions, Pass(number)):
        state = advance(rules, state, rules.decide(state, seat, action))
    return state


def test_extra_guesses_are_spent_on_unfinished_clues_only_whoever_guessed_before() -> None:
    # Two experts who rank the cards differently guess alternately.
    daring = replace(MANNER, thresholds=GuesserThresholds(further=0.0, earlier=0.0))
    guessers = [ExpertPolicy(one, daring) for one in (OWN_EXPERT, STRANGER)]
    rules, spent = rules_of(Options(solo=Team.BLUE)), 0
    for seed in range(6):
        state = dealt(rules, seed)
        while rules.outcome(state) is None:
            seat = waiting(rules, state)
            policy = guessers[state.number % 2] if state.phase is Phase.GUESS else POLICIES[0]
            choice = policy.choose(rules.observe(state, seat), EMPTY, rng(state.number))
            thoughts, action = choice.thoughts.value, choice.action
            if isinstance(thoughts, GuessThoughts) and thoughts.basis is GuessReason.EARLIER:
                assert owed_by_earlier_clues(state) > 0
                spent += 1
            assert action is not None
            state = advance(rules, state, rules.decide(state, seat, action))
    assert spent > 0


def owed_by_earlier_clues(state: State) -> int:
    """Return the number of cards that earlier clues still owe, in a solo game."""
    earlier = owed = 0
    for turn in state.turns:
        number = turn.clue.number if turn.clue else None
        own = sum(guess.identity is Identity.of(turn.team) for guess in turn.guesses)
        extra = 0 if number is None else max(0, own - number)
        earlier = max(0, owed - extra)
        owed = earlier + max(0, (number or 0) - own)
    return earlier


def test_a_seat_that_the_table_does_not_wait_for_is_an_error() -> None:
    rules = rules_of(Options())
    state = dealt(rules, 1)
    team = state.turns[-1].team
    guesser = Chair(team, Role.GUESSER).seat
    other = next(name for name in Options().all_teams if name is not team)
    for seat in (guesser, Chair(other, Role.SPYMASTER).seat, None):
        with pytest.raises(ValueError, match="does not wait"):
            POLICIES[0].choose(rules.observe(state, seat), EMPTY, rng())


# Tables at which a card needs several marks before it is guessed.


def marked_table() -> tuple[Codenames, State, Team]:
    rules = rules_of(Options(guessers=2, marks=2))
    state = clued(rules, dealt(rules, 1), "clue3", 2)
    return rules, state, state.turns[-1].team


def point(rules: Codenames, state: State, chair: Chair, card: int) -> State:
    return advance(rules, state, rules.decide(state, chair.seat, Point(state.number, card)))


def test_a_lone_mark_is_waited_for() -> None:
    rules, state, team = marked_table()
    chair = Chair(team, Role.GUESSER)
    first = POLICIES[0].choose(rules.observe(state, chair.seat), EMPTY, rng()).action
    assert isinstance(first, Point)
    state = point(rules, state, chair, first.card)
    assert POLICIES[0].choose(rules.observe(state, chair.seat), EMPTY, rng()).action is None


def test_a_teammates_mark_is_seconded_and_then_guessed() -> None:
    rules, state, team = marked_table()
    bot, person = Chair(team, Role.GUESSER), Chair(team, Role.GUESSER, 2)
    state = point(rules, state, person, 24)
    action = POLICIES[0].choose(rules.observe(state, bot.seat), EMPTY, rng()).action
    assert action == Point(state.number, 24)
    state = point(rules, state, bot, 24)
    action = POLICIES[0].choose(rules.observe(state, bot.seat), EMPTY, rng()).action
    assert action == Guess(state.number, 24)


def test_a_bot_that_would_stop_passes() -> None:
    rules = rules_of(Options())
    state = clued(rules, dealt(rules, 1), "clue3", 1)
    seat, own = waiting(rules, state), Identity.of(state.turns[-1].team)
    assert state.layout is not None
    card = state.layout.key.value.index(own)
    state = advance(rules, state, rules.decide(state, seat, Guess(state.number, card)))
    action = POLICIES[0].choose(rules.observe(state, seat), EMPTY, rng()).action
    assert action == Pass(state.number)


def test_ace_follows_the_expert_that_its_memory_recommends() -> None:
    memory: Memory = EMPTY
    policy = POLICIES[1]
    for name, outcome in (("other", 1), ("own", 11), ("other", 1), ("own", 11)):
        memory = policy.learn(memory, PlayedTurn(outcome, ((name, 1.0),)))
    rules = rules_of(Options())
    state = dealt(rules, 1)
    seen = rules.observe(state, waiting(rules, state))
    assert policy.choose(seen, memory, rng()).cause == "ace:own"


def test_ace_follows_an_expert_that_knows_the_clue() -> None:
    # For the stranger, whom it would otherwise use, "clue3" is a word without a vector.
    table = made_up_source(1, cards=40, clues=120, reach=30, levels=1000)
    similarity = table.associations(PACK.words).similarity.copy()
    similarity[:, SOURCE.vocabulary.columns["clue3"]] = NO_VECTOR
    deaf = TableSource(
        Associations(
            PACK.words,
            SOURCE.vocabulary,
            similarity,
            nearest(similarity, [SOURCE.vocabulary.columns[word] for word in PACK.words], 30),
        )
    )
    policy, rules = AcePolicy((expert("deaf", deaf), OWN_EXPERT), MANNER), rules_of(Options())
    for word, cause in (("clue4", "ace:deaf"), ("clue3", "ace:own"), ("zebra", "ace:deaf")):
        seen = guesser_sees(rules, clued(rules, dealt(rules, 1), word, 2))
        choice = policy.choose(seen, EMPTY, rng())
        assert choice.cause == cause
        assert isinstance(choice.thoughts.value, GuessThoughts)
        assert choice.thoughts.value.expert == cause.removeprefix("ace:")


def test_where_an_expert_knows_no_card_to_mean_the_one_beside_it_thinks() -> None:
    shape = SOURCE.associations(PACK.words).similarity.shape
    nothing = np.full(shape, NO_VECTOR, np.float32)
    ranked = nearest(nothing, [None] * shape[0], 30)
    blank = TableSource(Associations(PACK.words, SOURCE.vocabulary, nothing, ranked))
    rules = rules_of(Options())
    state = dealt(rules, 1)
    sees = rules.observe(state, waiting(rules, state))
    heard = guesser_sees(rules, clued(rules, state, "clue4", 2))
    policy = ExpertPolicy(expert("blank", blank), MANNER, OWN_EXPERT)
    alone = ExpertPolicy(OWN_EXPERT, MANNER)
    ace = AcePolicy((expert("blank", blank), OWN_EXPERT), MANNER)
    for observation in (sees, heard):
        told = policy.choose(observation, EMPTY, rng())
        assert told.action == alone.choose(observation, EMPTY, rng()).action
        assert told.thoughts.value.expert == OWN_EXPERT.name
        assert ace.choose(observation, EMPTY, rng()).cause == "ace:own"


@pytest.mark.parametrize(
    ("names", "listened"),
    [
        ((), ["other", "own"]),
        (("own",), ["own"]),
        (("own", "other"), ["own", "other"]),
        (("third", "own"), ["third", "own"]),
        (("gone", "own"), ["own"]),
        (("gone",), ["other", "own"]),
    ],
)
def test_ace_listens_to_the_experts_that_a_table_has_chosen(
    names: tuple[str, ...], listened: list[str]
) -> None:
    policy = AcePolicy((STRANGER, OWN_EXPERT), MANNER, others=(expert("third", SOURCE),))
    rules = rules_of(Options(ensemble=names))
    state = dealt(rules, 1)
    clue = policy.choose(rules.observe(state, waiting(rules, state)), EMPTY, rng())
    guess = policy.choose(guesser_sees(rules, clued(rules, state, "clue4", 2)), EMPTY, rng())
    assert clue.cause == guess.cause == f"ace:{listened[0]}"
    for choice in (clue, guess):
        assert {name for name, _ in choice.thoughts.value.credits} <= {*listened}


def test_a_clue_and_its_turn_are_public_types() -> None:
    # Bots learn from the public observation: clue, picked cards, identities.
    rules = rules_of(Options())
    state = clued(rules, dealt(rules, 1), "clue3", 1)
    turn = rules.observe(state, None).turns[-1]
    assert isinstance(turn.clue, Clue)
    assert all(isinstance(guess, Uncovered) for guess in turn.guesses)
