import pytest

from bot.gametypes.codenames.play import check_keyword, seat_everybody
from core.codenames.model import Options, Role, Team
from core.rules import Refusal


def test_you_take_one_chair_and_bots_the_others() -> None:
    seating = seat_everybody(Options(guessers=2), Role.GUESSER, Team.RED, "ace")
    assert [*seating.people] == ["red-guesser"]
    assert set(seating.bots) == {
        "blue-spymaster",
        "blue-guesser",
        "blue-guesser-2",
        "red-spymaster",
        "red-guesser-2",
    }
    assert set(seating.bots.values()) == {"ace"}


def test_a_watcher_sits_nowhere() -> None:
    assert seat_everybody(Options(), None, Team.BLUE, "ace").people == {}


def test_chairs_are_given_one_by_one() -> None:
    named = ["blue-spymaster=human", "red-guesser=expert:gloss"]
    seating = seat_everybody(Options(), Role.GUESSER, Team.BLUE, "stranger", named)
    assert [*seating.people] == ["blue-spymaster", "blue-guesser"]
    assert seating.bots == {"red-spymaster": "stranger", "red-guesser": "gloss"}


def test_a_model_of_ones_own_can_sit_where_it_is_offered() -> None:
    options, team = Options(), Team.BLUE
    seating = seat_everybody(options, None, team, "expert:mine", experts=("mine",))
    assert set(seating.bots.values()) == {"mine"}
    with pytest.raises(Refusal):
        seat_everybody(options, None, team, "expert:mine")


def test_in_solo_only_one_team_has_chairs() -> None:
    seating = seat_everybody(Options(solo=Team.RED), Role.GUESSER, Team.RED, "ace")
    assert {*seating.people, *seating.bots} == {"red-spymaster", "red-guesser"}


@pytest.mark.parametrize(
    ("team", "named", "key"),
    [
        (Team.PURPLE, (), "team-not-playing"),
        (Team.BLUE, ("blue-guesser",), "chair-form"),
        (Team.BLUE, ("blue-guesser=",), "chair-form"),
        (Team.BLUE, ("purple-guesser=human",), "chair-unknown"),
        (Team.BLUE, ("red-guesser=bob",), "bot-unknown"),
    ],
)
def test_chairs_that_the_table_has_not_are_refused(
    team: Team, named: tuple[str, ...], key: str
) -> None:
    with pytest.raises(Refusal) as refused:
        seat_everybody(Options(), Role.GUESSER, team, "ace", named)
    assert refused.value.phrase.key == key


def test_a_keyword_needs_a_person_who_is_spymaster() -> None:
    options = Options(keyword=True)
    check_keyword(options, seat_everybody(options, Role.SPYMASTER, Team.RED, "ace"))
    for you in (Role.GUESSER, None):
        with pytest.raises(Refusal):
            check_keyword(options, seat_everybody(options, you, Team.RED, "ace"))


def test_who_is_called_by_nobodys_name_reads_all_names_as_they_are_typed() -> None:
    with pytest.raises(Refusal) as refused:
        seat_everybody(Options(), Role.GUESSER, Team.BLUE, "")
    known = refused.value.phrase["known"]
    assert isinstance(known, tuple)
    assert {"human", "ace", "random", "expert:gloss"} < set(known)
    for name in known:
        seat_everybody(Options(), Role.GUESSER, Team.BLUE, name)
