from bot.gametypes.codenames.recap import CODENAMES_RECAP
from core.agents.thoughts import ClueThoughts
from core.rules import Seat
from core.view import Note
from tests.bot.tables import new_table

SPY, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")


def test_cards_tell_the_turns_that_picked_them_and_those_that_only_meant_them() -> None:
    table = new_table()
    first, second, third = (card.word for card in table.observe(None).cards[:3])
    table.submit(SPY, "clue zephyr 2")
    table.submit(GUESSER, f'guess "{first}"')
    minds = {(1, SPY): ClueThoughts("gloss", "zephyr", 2, ((first, 0.5), (second, 0.4)))}
    assert CODENAMES_RECAP.card_notes(table.observe(None), minds) == {}
    table.submit(GUESSER, "resign")
    over = table.observe(None)
    assert CODENAMES_RECAP.card_notes(over, minds) == {
        "A1": (Note("1", firm=True),),
        "A2": (Note("1"),),
    }
    assert CODENAMES_RECAP.card_notes(over, {}) == {"A1": (Note("1", firm=True),)}
    other = {(1, SPY): ClueThoughts("gloss", "ocean", 1, ((third, 0.5),))}
    assert "A3" not in CODENAMES_RECAP.card_notes(over, other)
