from collections.abc import Sequence

import numpy as np
import pytest

from core.shiritori.agents import (
    Agent,
    AgentRecord,
    GreedyAgent,
    RandomAgent,
    SolverAgent,
    play_game,
    playable_words,
)
from core.shiritori.graph import GameValue
from core.shiritori.judge import Judge, Rule, WordFault
from core.shiritori.solver import solved
from core.shiritori.word_index import WordIndex
from core.words.packs import Pack
from tests.core.shiritori.words import judge

KANA = "アイウエオカキク"


def random_judge(seed: int, count: int = 30) -> Judge:
    """Return a judge of random words of two or three kana; some end in ン."""
    rng = np.random.default_rng(seed)
    words = {
        "".join(rng.choice([*KANA], int(rng.integers(1, 3)))) + str(rng.choice([*KANA, "ン"]))
        for _ in range(count)
    }
    return Judge(Rule(), WordIndex(Pack(f"random-{seed}", tuple(sorted(words)))))


def agents(seed: int) -> list[Agent]:
    rngs = [np.random.default_rng((seed, number)) for number in range(3)]
    return [RandomAgent(rngs[0]), GreedyAgent(rngs[1]), SolverAgent(rngs[2], 200)]


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("number", range(3))
def test_no_agent_plays_a_losing_word_and_all_concede_where_none_is_left(
    seed: int, number: int
) -> None:
    by = random_judge(seed)
    mine = agents(seed)
    record = play_game(by, (mine[number], mine[0]))
    assert record.fault is None
    assert len(record.chain) > 0
    loser = agents(seed)[0]
    assert loser.play(by, record.chain) is None


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(10))
def test_the_same_seed_plays_the_same_game(seed: int) -> None:
    by = random_judge(seed)
    assert play_game(by, agents(seed)[1:]) == play_game(by, agents(seed)[1:])


def test_the_greedy_agent_leaves_the_fewest_answers() -> None:
    by = Judge(Rule(), WordIndex(Pack("x", ("アイ", "アウ", "イエ", "イオ", "ウエ"))))
    assert GreedyAgent(np.random.default_rng(0)).play(by, (), "ア") == "アウ"


def test_the_greedy_agent_does_not_count_the_word_that_it_plays() -> None:
    by = Judge(Rule(), WordIndex(Pack("x", ("アカア", "アイ", "イエ", "イオ", "エア", "オア"))))
    assert GreedyAgent(np.random.default_rng(0)).play(by, (), "ア") == "アカア"


def test_the_greedy_agent_opens_a_chain_of_thousands_of_sounds() -> None:
    rng = np.random.default_rng(5)
    words = tuple(
        {"".join(rng.choice([*"アイウエオカキクケコサシスセソ"], 5)) for _ in range(3000)}
    )
    by = Judge(Rule(linked=2), WordIndex(Pack("x", words)))
    assert GreedyAgent(rng).play(by, ()) in words


def test_the_random_agent_plays_each_word_as_often() -> None:
    by = Judge(Rule(), WordIndex(Pack("x", ("アイ", "アカイ", "アウ", "アキイ", "アン"))))
    agent = RandomAgent(np.random.default_rng(1))
    played = [agent.play(by, (), "ア") for _ in range(400)]
    assert {word: played.count(word) > 60 for word in {*played}} == dict.fromkeys(
        ("アイ", "アカイ", "アウ", "アキイ"), True
    )


@pytest.mark.parametrize("seed", range(12))
def test_no_game_is_lost_after_a_win_was_proved(seed: int) -> None:
    by = random_judge(seed, 24)
    solver, other = SolverAgent(np.random.default_rng(seed), 10_000), agents(seed)[0]
    chain: list[str] = []
    claimed = False
    while True:
        word, value = solver.choose(by, chain)
        assert value is GameValue.WIN or not claimed
        claimed |= value is GameValue.WIN
        if word is None:
            assert not claimed
            return
        chain.append(word)
        if (answer := other.play(by, chain)) is None:
            return
        chain.append(answer)


@pytest.mark.parametrize(
    ("words", "chain", "missed"),
    [
        (("アイ", "アウ", "イエ"), ("アイ",), ("アウ", "イエ")),
        (("アイ", "アウ", "イエ"), ("アウ",), ()),
        (("シリ", "リス"), ("シリ",), ("リス",)),
        (("シリ", "リス"), ("シリ", "リス"), ()),
        (("シリ", "リシ"), ("シリ",), ()),
    ],
)
def test_words_that_would_have_won_in_place_of_the_last_are_found(
    words: tuple[str, ...], chain: tuple[str, ...], missed: tuple[str, ...]
) -> None:
    solver = SolverAgent(np.random.default_rng(0), 1_000)
    assert solver.missed(Judge(Rule(), WordIndex(Pack("x", words))), chain) == missed


@pytest.mark.parametrize("seed", range(40))
def test_hints_name_only_words_that_are_proved_to_win(seed: int) -> None:
    words = playable_words(random_judge(seed, 16))
    solution = solved(words.counts(()), None, 100_000)
    assert solution.complete
    winning = {*words.unused(solution.winning, ())}
    assert {*words.hint(())[0]} <= {*words.hint((), nodes=100)[0]} <= winning
    found, lost = words.hint((), nodes=100_000)
    assert (bool(found), lost) == (bool(winning), not winning)


def test_a_sound_that_no_word_has_leaves_nothing_to_play() -> None:
    by = judge()
    for agent in agents(0):
        assert agent.play(by, ("ヌ",)) is None


class Wrong:
    """Gives words that lose."""

    def __init__(self, word: str) -> None:
        self.word = word

    def play(self, _judge: Judge, _chain: Sequence[str], _opening: str = "") -> str:
        return self.word


def test_a_wrong_word_loses_the_game_of_agents() -> None:
    first = GreedyAgent(np.random.default_rng(0))
    record = play_game(judge(), (Wrong("みかん"), first))
    assert record == AgentRecord((), 0, WordFault.FORBIDDEN, "みかん")


def test_the_graph_is_linked_by_the_sounds_of_the_rule() -> None:
    reverse = playable_words(judge(reverse=True))
    usual = playable_words(judge())
    first = usual.counts(())[usual.graph.sounds.index("リ")].sum()
    last = reverse.counts(())[:, reverse.graph.sounds.index("リ")].sum()
    assert first == last == 3
