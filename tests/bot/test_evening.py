from bot.evening import Evening
from bot.company import CodenamesTable, Company
from bot.seating import You, seat_everybody
from core.codenames.model import Options, Team
from core.words.packs import Pack, default_pack

OPTIONS = Options(rows=3, cols=3)
FEW = Pack("few", default_pack().words[:20])


def evening(seed: int | None = 5, pack: Pack = FEW) -> Evening:
    seating = seat_everybody(OPTIONS, You.WATCHER, Team.BLUE, "random")
    return Evening(OPTIONS, seating, pack, seed)


def played(games: Evening) -> tuple[CodenamesTable, Company]:
    """Return a game that bots have played to its end."""
    table, company = games.next_game()
    while company.act():
        pass
    games.finished(table)
    return table, company


def words(table: CodenamesTable) -> frozenset[str]:
    return frozenset(card.word for card in table.observe(None).cards)


def test_a_game_has_other_words_than_those_before_as_long_as_there_are_any() -> None:
    games = evening()
    first, second, third = (words(played(games)[0]) for _ in range(3))
    assert first.isdisjoint(second)
    # Half of the pack is skipped at most: the nine seen last, and one of those before.
    assert third.isdisjoint(second)
    assert third & first


def test_the_games_of_an_evening_differ_and_a_seed_repeats_them_all() -> None:
    games, again = evening(), evening()
    lines = [table.lines(table.events) for table, _ in (played(games), played(games))]
    assert lines[0][0].split()[4] != lines[1][0].split()[4]
    assert lines == [table.lines(table.events) for table, _ in (played(again), played(again))]


def test_the_bots_of_two_games_draw_differently_under_one_seed() -> None:
    games = evening()
    companies = [games.next_game()[1] for _ in range(2)]
    assert companies[0].seed != companies[1].seed


def test_without_a_seed_the_system_deals() -> None:
    first, second = (evening(seed=None, pack=default_pack()).next_game()[0] for _ in range(2))
    assert first.lines(first.events) != second.lines(second.events)


def test_what_bots_have_learnt_passes_from_each_game_to_the_next() -> None:
    games = evening()
    companies = [played(games)[1] for _ in range(2)]
    assert companies[0].memories is companies[1].memories is games.memories
    assert games.memories


def test_a_board_from_a_seed_is_not_called_fairly_drawn() -> None:
    footers = [evening(seed=seed).next_game()[0].view(None).footer for seed in (5, None)]
    assert [footer.key for footer in footers if footer] == ["footer-seeded", "footer-drawn"]
