"""The decisive turns of a game, with the chances to win."""

import pytest

from bot.gametypes.codenames.moments import MOST_MOMENTS, decisive_moments, moments_of
from bot.gametypes.codenames.recap import CODENAMES_RECAP
from bot.texts import Texts
from core.agents.thoughts import ClueThoughts
from core.codenames.model import Identity, Options, Team
from core.rules import Seat
from tests.bot.tables import CodenamesTable, new_table

WORDS = ("zephyr", "quartz", "fjord", "waltz", "gizmo", "kiosk", "nymph", "vortex")


def _places(table: CodenamesTable, identity: Identity) -> list[str]:
    """Return the covered cards of an identity, as guesses name them."""
    cards = table.observe(Seat("blue-spymaster")).cards
    return [card.word for card in cards if card.key is identity and card.shown is None]


def _play(table: CodenamesTable, *turns: tuple[str, ...]) -> None:
    """Play turns of cards by identity, such as ("own", "own", "bystander")."""
    for word, turn in zip(WORDS, turns, strict=False):
        team = table.observe(None).turns[-1].team
        table.submit(Seat(f"{team.value}-spymaster"), f"clue {word} 9 anyway")
        guesser = Seat(f"{team.value}-guesser")
        for kind in turn:
            named = team.name if kind == "own" else kind.upper()
            table.submit(guesser, f"guess {_places(table, Identity[named])[0]}")
        if guesser in table.to_act:
            table.submit(guesser, "pass")


def test_the_assassin_takes_the_whole_chance_and_is_the_greatest_moment() -> None:
    table = new_table()
    _play(table, ("own",), ("own",), ("own", "assassin"))
    *_, last = moments_of(table.observe(None))
    assert last.after == 0.0
    assert last == max(decisive_moments(table.observe(None)), key=lambda one: one.change)


def test_finding_the_last_card_is_won() -> None:
    table = new_table()
    _play(table, ("own",) * 9)
    (only,) = moments_of(table.observe(None))
    assert only.before == pytest.approx(0.4595, abs=1e-4)
    assert only.after == 1.0


def test_the_next_turn_begins_with_what_the_last_one_left() -> None:
    table = new_table()
    _play(table, ("own", "own"), ("bystander",), ("own", "own", "own"), ("assassin",))
    first, second, third, fourth = moments_of(table.observe(None))
    for one, following in ((first, second), (second, third), (third, fourth)):
        assert one.after == pytest.approx(1 - following.before, abs=1e-6)
    assert first.after > first.before
    assert second.after < second.before


def test_at_most_three_are_told_in_their_order() -> None:
    table = new_table()
    _play(table, ("own",) * 3, ("own",), ("own",) * 3, ("own",) * 2, ("bystander",), ("assassin",))
    told = decisive_moments(table.observe(None))
    assert len(told) == MOST_MOMENTS
    numbers = [one.turn.number for one in told]
    assert numbers == sorted(numbers)
    rest = [one.change for one in moments_of(table.observe(None)) if one not in told]
    assert min(one.change for one in told) >= max(rest)


def test_nothing_is_known_before_the_end() -> None:
    table = new_table()
    _play(table, ("own",))
    assert decisive_moments(table.observe(None)) == ()
    assert CODENAMES_RECAP.sentences(table.observe(None), {}) == ()


def test_a_solo_team_races_against_nobody() -> None:
    table = new_table(Options(solo=Team.BLUE))
    _play(table, ("own", "own"), ("own",), ("assassin",))
    first, *_ = moments_of(table.observe(None))
    assert first.before > 0.9
    assert first.after > first.before


def test_chances_of_three_teams_are_shares_of_one() -> None:
    table = new_table(Options(teams=3))
    _play(table, ("own", "own"), ("assassin",), ("own",) * 3)
    (seat, *_) = table.to_act
    table.submit(seat, "resign")
    first, second, third = moments_of(table.observe(None))
    assert 0.15 < first.before < 0.5
    assert first.before < first.after < 1.0
    assert second.after == 0.0
    assert 0.2 < third.before < third.after < 0.95


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1. Blue: zephyr 9 → {found} ✖ (missed: {missed}): Blue went from 46% to 0%."),
        (
            "ja",
            (
                "1. 青チーム：zephyr 9 → {found} ✖（外れた狙い：{missed}）。"
                "青チームの見込みは46%から0%になりました。"
            ),
        ),
    ],
)
def test_a_moment_is_a_line_with_what_the_bot_meant_and_nobody_found(
    language: str, said: str
) -> None:
    table = new_table()
    missed, (found,) = _places(table, Identity.BLUE)[0], _places(table, Identity.ASSASSIN)
    _play(table, ("assassin",))
    meant = ClueThoughts("teammate", "zephyr", 9, ((missed, 0.5),))
    head, line = CODENAMES_RECAP.sentences(
        table.observe(None), {(1, Seat("blue-spymaster")): meant}
    )
    assert head.key == "recap-moments"
    assert Texts.load(language).say(line) == said.format(found=found, missed=missed)
