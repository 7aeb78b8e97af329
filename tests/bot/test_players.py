from bot.players import Company
from core.codenames.model import (
    ClueGiven,
    Identity,
    Options,
    Pointed,
    TurnEnded,
    Uncovered,
    Unpointed,
)
from core.rating.colt import OUTCOMES
from core.rules import Seat
from tests.bot.tables import Scripted, company, new_table, places

BESIDE = Options(guessers=2)


def test_bots_alone_play_to_the_end() -> None:
    table = new_table()
    bots = company(table, {chair.seat: Scripted() for chair in Options().chairs})
    while bots.act():
        pass
    assert table.outcome is not None
    assert bots.act() == ()


def test_people_are_the_seats_without_bots() -> None:
    table = new_table()
    assert company(table, {"blue-spymaster": Scripted()}).humans == {
        "blue-guesser",
        "red-spymaster",
        "red-guesser",
    }


def test_bots_wait_for_people() -> None:
    table = new_table()
    bots = company(table, {"blue-guesser": Scripted(), "red-spymaster": Scripted()})
    assert bots.act() == ()
    table.submit(Seat("blue-spymaster"), "clue zephyr 2")
    assert isinstance(bots.act()[0], Uncovered)


def test_bots_are_loaded_when_the_first_has_to_think() -> None:
    table = new_table()
    loaded: list[str] = []

    def cast() -> dict[Seat, Scripted]:
        loaded.append("loaded")
        return {Seat("blue-guesser"): Scripted()}

    bots = Company(table, frozenset({Seat("blue-guesser")}), cast, 0)
    assert bots.act() == ()
    assert loaded == []
    table.submit(Seat("blue-spymaster"), "clue zephyr 2")
    bots.act()
    assert loaded == ["loaded"]


def _beside_a_person() -> tuple[Company, Scripted]:
    table = new_table(BESIDE)
    policy = Scripted()
    bots = company(table, {"blue-guesser": policy})
    table.submit(Seat("blue-spymaster"), "clue zephyr 3")
    return bots, policy


def test_a_bot_beside_a_person_points_and_then_waits() -> None:
    bots, _ = _beside_a_person()
    assert bots.act() == (Pointed(Seat("blue-guesser"), 0),)
    assert bots.act() == ()
    assert [said.key for said in bots.advice()] == ["advice-guess"]


def test_it_guesses_when_the_person_points_at_the_same_card() -> None:
    bots, _ = _beside_a_person()
    bots.act()
    bots.table.submit(Seat("blue-guesser-2"), "point A2")
    assert bots.act() == ()
    bots.table.submit(Seat("blue-guesser-2"), "point A1")
    guessed = bots.act()[0]
    assert isinstance(guessed, Uncovered)
    assert guessed.card == 0


def test_it_guesses_when_it_has_been_told_to_go_on() -> None:
    bots, _ = _beside_a_person()
    bots.act()
    assert isinstance(bots.act(waited=True)[0], Uncovered)


def test_its_mark_follows_its_mind() -> None:
    bots, _ = _beside_a_person()
    own = places(bots.table, bots_team(bots))
    bots.table.submit(Seat("blue-guesser-2"), f"point {place_name(own[-1])}")
    bots.act()
    bots.table.submit(Seat("blue-guesser-2"), f"guess {place_name(own[-1])}")
    assert bots.act() == ()
    assert bots.table.observe(None).marks == {("blue-guesser", 0)}


def test_it_takes_its_mark_off_a_card_that_it_no_longer_wants() -> None:
    bots, policy = _beside_a_person()
    bots.act()
    policy.skip = 4
    assert bots.act() == (Unpointed(Seat("blue-guesser"), 0),)
    assert bots.act() == (Pointed(Seat("blue-guesser"), 4),)


def test_a_bot_that_would_stop_says_so_and_stops_when_told_to_go_on() -> None:
    table = new_table(BESIDE)
    bots = company(table, {"blue-guesser": Scripted(stop=1)})
    table.submit(Seat("blue-spymaster"), "clue zephyr 3")
    own = places(table, Identity.BLUE)
    table.submit(Seat("blue-guesser-2"), f"guess {place_name(own[0])}")
    assert bots.act() == ()
    assert [said.key for said in bots.advice()] == ["advice-pass"]
    assert isinstance(bots.act(waited=True)[0], TurnEnded)


def test_nobody_is_told_what_bots_mean_before_the_end() -> None:
    table = new_table()
    bots = company(table, {chair.seat: Scripted() for chair in Options().chairs})
    assert isinstance(bots.act()[0], ClueGiven)
    assert bots.recap() == ()
    assert "0.5" not in repr(bots)
    while bots.act():
        pass
    keys = [said.key for said in bots.recap()]
    assert keys[:2] == ["recap-clue", "recap-guess"]


def test_bots_learn_from_each_turn_once_and_about_those_who_took_part() -> None:
    table = new_table(BESIDE)
    policy = Scripted()
    bots = company(table, {"blue-spymaster": policy})
    bots.act()
    own, bystanders = places(table, Identity.BLUE), places(table, Identity.BYSTANDER)
    table.submit(Seat("blue-guesser-2"), f"guess {place_name(own[0])}")
    assert policy.learnt == []
    table.submit(Seat("blue-guesser-2"), f"guess {place_name(bystanders[0])}")
    bots.act()
    bots.act()
    assert [OUTCOMES[turn.outcome].code for turn in policy.learnt] == ["1010"]
    assert list(bots.memories) == [("blue-spymaster", "blue-guesser-2")]


def test_a_bot_is_given_the_sum_of_what_it_remembers_of_the_team() -> None:
    table = new_table(BESIDE)
    policy = Scripted()
    bots = company(table, {"blue-spymaster": policy})
    bystanders = places(table, Identity.BYSTANDER)
    for turn, guesser in enumerate(("blue-guesser", "blue-guesser-2")):
        bots.act()
        table.submit(Seat(guesser), f"guess {place_name(bystanders[2 * turn])}")
        table.submit(Seat("red-spymaster"), "clue zephyr 1")
        table.submit(Seat("red-guesser"), f"guess {place_name(bystanders[2 * turn + 1])}")
    bots.act()
    assert [memory.arm("scripted").uses for memory in policy.seen] == [0.0, 1.0, 2.0]


def test_a_guesser_learns_nothing_from_a_turn_in_which_only_people_guessed() -> None:
    bots, policy = _beside_a_person()
    bots.act()
    bystander = places(bots.table, Identity.BYSTANDER)[0]
    bots.table.submit(Seat("blue-guesser-2"), f"guess {place_name(bystander)}")
    bots.act()
    assert policy.learnt == []


def test_each_seat_and_turn_has_a_generator_of_its_own_that_is_the_same_when_asked_again() -> None:
    table = new_table(BESIDE)
    policies = {"blue-guesser": Scripted(), "blue-guesser-2": Scripted()}
    bots = company(table, policies, seed=3)
    table.submit(Seat("blue-spymaster"), "clue zephyr 9")
    bots.act()
    bots.act()
    drawn = {seat: policy.drawn for seat, policy in policies.items()}
    assert len(set(drawn["blue-guesser"])) == 1
    again = company(table, {"blue-guesser-2": Scripted()}, seed=3)
    again.act()
    other = again.cast()[Seat("blue-guesser-2")]
    assert isinstance(other, Scripted)
    assert set(other.drawn).isdisjoint(drawn["blue-guesser"])


def test_a_turn_that_time_ended_without_a_guess_teaches_nothing() -> None:
    table = new_table()
    policy = Scripted()
    bots = company(table, {"blue-spymaster": policy})
    bots.act()
    table.submit(Seat("blue-guesser"), "resign")
    bots.act()
    assert policy.learnt == []
    assert bots.memories == {}


def bots_team(bots: Company) -> Identity:
    turn = bots.table.observe(None).turn
    assert turn
    return Identity.of(turn.team)


def place_name(place: int) -> str:
    return f"{'ABCDE'[place // 5]}{place % 5 + 1}"


def _needing_marks(policy: Scripted | None = None) -> Company:
    """Return a bot that wants A1, beside a person, where two must mark a card."""
    table = new_table(Options(guessers=2, marks=2))
    bots = company(table, {"blue-guesser": policy or Scripted()})
    table.submit(Seat("blue-spymaster"), "clue zephyr 3")
    while bots.act():
        pass
    return bots


PERSON, BOT = Seat("blue-guesser-2"), Seat("blue-guesser")


def test_where_marks_are_needed_a_bot_keeps_to_its_own_pick() -> None:
    bots = _needing_marks()
    bots.table.submit(PERSON, "point A3")
    assert bots.act() == ()
    assert bots.table.observe(None).marks == {(BOT, 0), (PERSON, 2)}
    assert [said.key for said in bots.advice()] == ["advice-guess-too", "advice-join"]


def test_a_second_mark_is_answered_with_the_guess_that_was_foretold() -> None:
    bots = _needing_marks()
    word = bots.table.observe(None).cards[0].word
    assert bots.consequence(PERSON, "point A3") is None
    assert bots.consequence(PERSON, "point A1") == f"guess {word}"
    bots.table.submit(PERSON, "point A1")
    uncovered = bots.act()[0]
    assert isinstance(uncovered, Uncovered)
    assert (uncovered.seat, uncovered.card) == (BOT, 0)


def test_telling_a_bot_to_go_on_lends_it_the_mark_that_it_lacks() -> None:
    bots = _needing_marks()
    word = bots.table.observe(None).cards[0].word
    assert bots.consequence(PERSON) == f"guess {word}"
    pointed, uncovered, *_ = bots.go(PERSON)
    assert pointed == Pointed(PERSON, 0)
    assert isinstance(uncovered, Uncovered)
    assert uncovered.seat == BOT


def test_telling_a_bot_to_go_on_makes_it_join_people_in_the_card_that_they_marked() -> None:
    bots = _needing_marks()
    word = bots.table.observe(None).cards[2].word
    bots.table.submit(PERSON, "point A3")
    assert bots.consequence(PERSON) == f"guess {word}"
    pointed, uncovered, *_ = bots.go(PERSON)
    assert pointed == Pointed(BOT, 2)
    assert isinstance(uncovered, Uncovered)
    # The person chose the card, so that the bot learns nothing from it.
    assert (uncovered.seat, uncovered.card) == (PERSON, 2)


def test_two_bots_that_want_different_cards_agree_on_the_firsts_when_told_to_go_on() -> None:
    table = new_table(Options(guessers=3, marks=2))
    bots = company(table, {"blue-guesser": Scripted(), "blue-guesser-2": Scripted(skip=1)})
    table.submit(Seat("blue-spymaster"), "clue zephyr 3")
    while bots.act():
        pass
    assert [said.key for said in bots.advice()] == ["advice-guess", "advice-guess-too"]
    assert bots.go(Seat("blue-guesser-3"))[:1] == (Pointed(PERSON, 0),)
    assert table.observe(None).turns[-1].guesses[0].seat == BOT


def test_time_that_has_passed_adds_no_persons_mark() -> None:
    bots = _needing_marks()
    assert bots.act(waited=True) == ()
    bots.table.submit(PERSON, "point A3")
    assert bots.act(waited=True) == (Pointed(BOT, 2),)
    assert bots.act(waited=True) == ()
    assert bots.act() == ()


def test_a_bot_that_would_stop_takes_its_mark_off_and_ends_the_turn_when_told_to() -> None:
    policy = Scripted()
    bots = _needing_marks(policy)
    bots.go(PERSON)
    while bots.act():
        pass
    policy.stop = 1
    (mark,) = bots.table.observe(None).marks
    assert bots.act() == (Unpointed(*mark),)
    assert bots.consequence(PERSON) is None
    assert [said.key for said in bots.advice()] == ["advice-pass"]
    assert isinstance(bots.go(PERSON)[0], TurnEnded)


def test_a_mark_that_was_there_before_a_bots_is_no_answer_to_it() -> None:
    bots, policy = _beside_a_person()
    bots.act()
    bots.table.submit(PERSON, "point A5")
    policy.skip = 4
    assert bots.act() == (Unpointed(BOT, 0),)
    assert bots.act() == (Pointed(BOT, 4),)
    assert bots.act() == ()
    assert bots.table.observe(None).turns[-1].guesses == ()


def test_only_those_who_are_to_act_can_tell_bots_to_go_on() -> None:
    bots, _ = _beside_a_person()
    bots.act()
    assert bots.go(Seat("red-guesser")) == ()
    assert bots.consequence(Seat("red-guesser")) is None


def test_what_bots_meant_is_told_also_where_marks_were_needed() -> None:
    bots = _needing_marks()
    bots.go(PERSON)
    bots.table.submit(PERSON, "resign")
    assert [(said.key, said["cards"]) for said in bots.recap()] == [("recap-guess", "y")]
