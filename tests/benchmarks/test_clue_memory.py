"""The guild benchmark: a guild's memory of a game, and its people's preferences."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.clue_memory import OWN_WORDS, Friend, Game, Guild, interval, likings
from benchmarks.strangers import StandIn, WordFolder
from core.agents.clue_memory import PairCounts
from core.codenames.model import Team
from tests.core.codenames.boards import WORDS, dealt

KEY = "BBBB RBTB TTRR RRTK"
WHALE, PIANO, MERCURY = 0, 5, 10
VOCABULARY = tuple(f"word{number}" for number in range(2 * OWN_WORDS))


@pytest.fixture
def friends(tmp_path: Path) -> tuple[Friend, ...]:
    """People who know one card and no other word."""
    (tmp_path / "words.txt").write_text("whale", encoding="utf-8")
    np.save(tmp_path / "vectors.npy", np.ones((1, 2)))
    base = StandIn([WordFolder(tmp_path)], np.ones(2))
    return tuple(Friend(base, VOCABULARY, 1.0, seed) for seed in (1, 2))


def played(guild: Guild, friend: Friend, *, bot_gives: bool) -> Game:
    """Return a game in which a clue means whale and piano, and uncovers piano and mercury."""
    game, table = Game(friend, bot_gives, guild, remembers=True), dealt(KEY, solo=Team.BLUE)
    game.began(table.rules.observe(table.state, None))
    game.meant = frozenset(("whale", "piano"))
    table.clue("blue", "Music", 2)
    table.guess("blue", PIANO, MERCURY)
    game.turned(table.state.turns[0])
    game.ended(None)
    return game


def test_a_guild_remembers_how_each_card_of_a_game_went(friends: tuple[Friend, ...]) -> None:
    guild = Guild()
    game = played(guild, friends[0], bot_gives=True)
    assert (game.found, game.said) == (1, ["music"])
    ours = guild.memory(WORDS, game.players)
    assert ours.recent == {"music"}
    assert ours.pairs == {
        ("music", "whale"): PairCounts(ours_missed=1),
        ("music", "piano"): PairCounts(ours_worked=1),
        ("music", "mercury"): PairCounts(ours_failed=1),
    }
    theirs = guild.memory(WORDS[:6], played(Guild(), friends[0], bot_gives=False).players)
    assert theirs.pairs == {
        ("music", "whale"): PairCounts(others_missed=1),
        ("music", "piano"): PairCounts(others_worked=1),
    }


def test_a_game_is_remembered_from_the_next_one_on(friends: tuple[Friend, ...]) -> None:
    guild = Guild()
    assert not played(guild, friends[0], bot_gives=True).clues.pairs
    again = played(guild, friends[0], bot_gives=True)
    assert again.clues.pairs["music", "piano"] == PairCounts(ours_worked=1)
    assert guild.memory(WORDS, again.players).pairs["music", "piano"].ours_worked == 2


def test_likings_are_normal_and_follow_from_the_person_the_card_and_the_word() -> None:
    cards, words = [f"card{one}" for one in range(60)], [f"word{one}" for one in range(60)]
    found, other = likings(1, cards, words), likings(2, cards, words)
    assert abs(found.mean()) < 0.05
    assert found.std() == pytest.approx(1, abs=0.05)
    assert abs(np.corrcoef(found.ravel(), other.ravel())[0, 1]) < 0.05
    assert likings(1, cards[3:5], words[7:8]).tolist() == found[3:5, 7:8].tolist()


def test_people_of_a_guild_have_words_and_likings_of_their_own(
    friends: tuple[Friend, ...],
) -> None:
    one, other = (friend.scores(("whale", "lamp"), VOCABULARY) for friend in friends)
    for scores in (one, other):
        assert (scores.any(axis=0)).sum() == OWN_WORDS
    assert (one.any(axis=0) != other.any(axis=0)).any()


@pytest.mark.parametrize(("count", "quantile"), [(4, 3.182), (5, 2.776), (12, 2.201)])
def test_few_guilds_have_wide_intervals(count: int, quantile: float) -> None:
    values = np.arange(count, dtype=np.float64)
    mean, half = interval(values).split(" ±")
    assert float(mean) == pytest.approx(values.mean())
    assert float(half) * count**0.5 / values.std(ddof=1) == pytest.approx(quantile, rel=0.05)
