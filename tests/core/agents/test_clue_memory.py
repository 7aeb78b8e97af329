"""Clues that a guild has used: only `teammate` remembers them, in both roles."""

from collections.abc import Mapping

import numpy as np
import pytest

from core.agents.clue_memory import (
    OURS,
    PAIR_WEIGHTS,
    ClueMemory,
    PairCounts,
    recalled_pairs,
)
from core.agents.listener import default_listener
from core.agents.listener_policy import ListenerPolicy
from core.agents.memory import EMPTY, Memory
from core.agents.thoughts import ClueThoughts, CodenamesChoice, GuessThoughts
from core.codenames.actions import GiveClue, Guess, Pass
from core.codenames.model import Role, Team
from core.rules import Seat
from tests.core.agents.listener_tables import listener_policy
from tests.core.codenames.boards import WORDS, Play, dealt

KEY = "RBRB BBBB BBRR RTTK"
CARDS = WORDS[:16]
OWN = ("glove", "bread", "castle")
OFTEN = 6

WORKED = PairCounts(ours_worked=OFTEN)
FAILED = PairCounts(ours_failed=OFTEN)
MISSED = PairCounts(ours_missed=OFTEN)

GUESSER = PAIR_WEIGHTS[Role.GUESSER]
SPYMASTER = PAIR_WEIGHTS[Role.SPYMASTER]


@pytest.fixture(scope="module")
def teammate() -> ListenerPolicy:
    return listener_policy(adapts=True)


@pytest.fixture(scope="module")
def stranger() -> ListenerPolicy:
    return listener_policy(adapts=False)


def remembering(pairs: Mapping[tuple[str, str], PairCounts], *recent: str) -> Memory:
    return Memory(clues=ClueMemory(pairs, frozenset(recent)))


def guessed(bot: ListenerPolicy, memory: Memory, clue: str, *, unknown: bool = False) -> list[str]:
    """Return a guesser's pick for a first clue, then the other cards, likeliest first."""
    game = dealt(KEY, solo=Team.BLUE)
    seats = (Seat("blue-guesser"),) if unknown else ()
    game.do("blue-spymaster", GiveClue(1, clue, 1, anyway=True, unknown_to=seats))
    choice = chosen(game, bot, memory, Role.GUESSER)
    assert isinstance(choice.action, Guess)
    thoughts = choice.thoughts.value
    assert isinstance(thoughts, GuessThoughts)
    pick = CARDS[choice.action.card]
    return [pick, *(card for card, _ in thoughts.ranking if card != pick)]


def chosen(game: Play, bot: ListenerPolicy, memory: Memory, role: Role) -> CodenamesChoice:
    sees = game.rules.observe(game.state, Seat(f"blue-{role.value}"))
    return bot.choose(sees, memory, np.random.default_rng(1))


def given(bot: ListenerPolicy, memory: Memory) -> tuple[str, list[str]]:
    """Return the first clue of a game and the cards that it means."""
    thoughts = chosen(dealt(KEY, solo=Team.BLUE), bot, memory, Role.SPYMASTER).thoughts.value
    assert isinstance(thoughts, ClueThoughts)
    return thoughts.word, [card for card, _ in thoughts.targets]


def test_a_pair_counts_by_how_it_went_and_less_with_each_turn_more() -> None:
    odds = [GUESSER.log_odds(PairCounts(others_worked=turns)) for turns in range(4)]
    steps = np.diff(odds)
    assert odds[0] == 0
    assert (steps > 0).all()
    assert (np.diff(steps) < 0).all()
    assert GUESSER.log_odds(PairCounts(others_failed=1)) < 0
    both = PairCounts(others_worked=1, others_failed=1)
    assert GUESSER.log_odds(both) < odds[1]


@pytest.mark.parametrize("kind", ["worked", "failed", "missed"])
def test_a_turn_of_the_same_two_counts_as_some_of_others(kind: str) -> None:
    ours = PairCounts(**{f"ours_{kind}": 1})
    others = PairCounts(**{f"others_{kind}": OURS})
    assert GUESSER.log_odds(ours) == GUESSER.log_odds(others) != 0


def test_a_missed_pair_speaks_for_the_card_to_a_guesser_and_against_it_to_a_spymaster() -> None:
    assert GUESSER.log_odds(MISSED) > 0 > SPYMASTER.log_odds(MISSED)


def test_clues_that_are_understood_alike_count_together() -> None:
    memory = ClueMemory(
        {("robins", "bat"): PairCounts(1), ("robin", "bat"): PairCounts(others_worked=1)}
    )
    found = recalled_pairs(memory, GUESSER, lambda clue: clue.removesuffix("s"), str.upper)
    assert found == {
        "robin": {"BAT": GUESSER.log_odds(PairCounts(1, 0, 1))},
        "robins": {"BAT": GUESSER.log_odds(PairCounts(1))},
    }


def test_a_listener_takes_a_card_for_likelier_that_worked_and_for_less_likely_that_failed() -> None:
    plain = default_listener()
    memory = ClueMemory({("weather", "needle"): WORKED, ("weather", "beach"): FAILED})
    cards = ("needle", "beach", "robot")
    before = plain.picks(cards, "weather").chances
    after = plain.remembering(memory, GUESSER).picks(cards, "weather").chances
    assert after[0] > before[0]
    assert after[1] < before[1]
    assert after.sum() == pytest.approx(1)
    other = plain.remembering(memory, GUESSER).picks(cards, "music").chances
    assert other.tolist() == plain.picks(cards, "music").chances.tolist()
    assert plain.remembering(ClueMemory(), GUESSER) is plain


def test_a_guesser_picks_a_card_that_worked_before(teammate: ListenerPolicy) -> None:
    usual = guessed(teammate, EMPTY, "weather")
    assert guessed(teammate, remembering({("weather", usual[8]): WORKED}), "weather")[0] == usual[8]


def test_a_clue_that_is_only_remembered_is_worth_more_than_one_guess(
    teammate: ListenerPolicy,
) -> None:
    game = dealt(KEY, solo=Team.BLUE)
    memory = remembering({("xqzjw", CARDS[place]): WORKED for place in (1, 3)})
    seats = (Seat("blue-guesser"),)
    game.do("blue-spymaster", GiveClue(1, "xqzjw", 2, anyway=True, unknown_to=seats))
    game.do("blue-guesser", Guess(1, 1))
    action = chosen(game, teammate, memory, Role.GUESSER).action
    assert action == Guess(1, 3)
    assert chosen(game, teammate, EMPTY, Role.GUESSER).action == Pass(1)


def test_a_guesser_passes_over_a_card_that_failed_before(teammate: ListenerPolicy) -> None:
    first, second, *_ = guessed(teammate, EMPTY, "weather")
    memory = remembering({("weather", first): FAILED})
    assert guessed(teammate, memory, "weather")[0] == second


def test_a_guesser_remembers_earlier_clues_too(teammate: ListenerPolicy) -> None:
    game = dealt(KEY, solo=Team.BLUE)
    game.clue("blue", "weather", 3)
    game.guess("blue", CARDS.index("glove"))
    game.do("blue-guesser", Pass(1))
    game.clue("blue", "music", 0)
    memory = remembering({("weather", card): WORKED for card in ("bread", "castle")})
    game.guess("blue", CARDS.index("piano"))
    action = chosen(game, teammate, memory, Role.GUESSER).action
    assert isinstance(action, Guess)
    assert CARDS[action.card] in ("bread", "castle")


def test_a_guesser_picks_a_card_that_it_missed_before(teammate: ListenerPolicy) -> None:
    usual = guessed(teammate, EMPTY, "weather")
    assert guessed(teammate, remembering({("weather", usual[8]): MISSED}), "weather")[0] == usual[8]


def test_a_guesser_remembers_a_clue_that_it_does_not_know(teammate: ListenerPolicy) -> None:
    memory = remembering({("xqzjw", "violin"): WORKED})
    assert guessed(teammate, memory, "xqzjw", unknown=True)[0] == "violin"


def test_a_spymaster_gives_a_clue_again_that_worked(teammate: ListenerPolicy) -> None:
    assert given(teammate, EMPTY)[0] != "weather"
    word, meant = given(teammate, remembering({("weather", card): WORKED for card in OWN}))
    assert word == "weather"
    assert {*meant} == {*OWN}


@pytest.mark.sampled
@pytest.mark.parametrize("went", [FAILED, MISSED], ids=("failed", "missed"))
def test_a_spymaster_avoids_a_clue_that_did_not_work(
    teammate: ListenerPolicy, went: PairCounts
) -> None:
    word, meant = given(teammate, EMPTY)
    then, _ = given(teammate, remembering({(word, card): went for card in meant}))
    assert then != word


def test_a_spymaster_does_not_mean_a_card_beside_a_bad_one_that_is_remembered(
    teammate: ListenerPolicy,
) -> None:
    word, _ = given(teammate, EMPTY)
    then, _ = given(teammate, remembering({(word, CARDS[15]): WORKED}))
    assert then != word


def test_a_clue_of_the_last_games_is_said_again_only_where_it_is_clearly_better(
    teammate: ListenerPolicy,
) -> None:
    word, _ = given(teammate, EMPTY)
    assert given(teammate, remembering({}, word))[0] != word
    worked = {("weather", card): WORKED for card in OWN}
    assert given(teammate, remembering(worked, "weather"))[0] == "weather"


def test_a_stranger_remembers_nothing(stranger: ListenerPolicy) -> None:
    word, meant = given(stranger, EMPTY)
    memory = remembering({(word, card): FAILED for card in meant}, word)
    assert given(stranger, memory) == (word, meant)
    usual = guessed(stranger, EMPTY, "weather")
    memory = remembering({("weather", usual[8]): WORKED})
    assert guessed(stranger, memory, "weather") == usual


def test_without_a_memory_a_teammate_chooses_as_a_stranger(
    teammate: ListenerPolicy, stranger: ListenerPolicy
) -> None:
    assert given(teammate, EMPTY) == given(stranger, EMPTY)
    assert guessed(teammate, EMPTY, "weather") == guessed(stranger, EMPTY, "weather")
    elsewhere = remembering({("weather", "abbey"): WORKED}, "zebra")
    assert given(teammate, elsewhere) == given(stranger, EMPTY)
    assert guessed(teammate, elsewhere, "weather") == guessed(stranger, EMPTY, "weather")
