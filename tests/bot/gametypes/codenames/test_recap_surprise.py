from dataclasses import replace

from bot.gametypes.codenames.recap import CODENAMES_RECAP
from bot.gametypes.recap import ThoughtsByTurn
from bot.texts import Texts
from core.agents.table_play import GuessReason
from core.agents.thoughts import ClueThoughts, GuessThoughts, Thoughts
from core.codenames.model import Identity
from core.rules import Seat
from tests.bot.tables import new_table

SPY, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")


def _played(
    *identities: Identity, slips: bool = False
) -> tuple[list[str], list[str], ThoughtsByTurn[Thoughts]]:
    """Return the picked cards, the recap and the thoughts; the clue means the first card."""
    table = new_table()
    seen = table.observe(SPY).cards
    cards = [next(card.word for card in seen if card.key is identity) for identity in identities]
    table.submit(SPY, "clue zephyr 3")
    for card in cards:
        table.submit(GUESSER, f'guess "{card}"')
    meant = ClueThoughts("gloss", "zephyr", 3, ((cards[0], 0.5),), is_slip=slips)
    heard = GuessThoughts("minilm", "zephyr", "zephyr", next(iter(GuessReason)), ((cards[0], 0.5),))
    heard = replace(heard, slips=tuple(cards[1:]) if slips else ())
    if table.observe(None).ending is None:
        table.submit(Seat("red-spymaster"), "resign")
    minds: ThoughtsByTurn[Thoughts] = {(1, SPY): meant, (1, GUESSER): heard}
    said = CODENAMES_RECAP.every_turn(table.observe(None), minds)
    return cards, [Texts.load().say(one) for one in said], minds


def test_picks_that_a_clue_did_not_mean_surprise_who_gave_it_and_wrong_ones_who_picked() -> None:
    cards, said, _ = _played(Identity.BLUE, Identity.BYSTANDER)
    assert [line for line in said if "expect" in line] == [
        f"Turn 1: Blue spymaster didn't expect anyone to pick {cards[1]}."
    ]
    assert [line for line in said if "surprised" in line] == [
        f"Turn 1: Blue guesser was surprised that {cards[1]} didn't belong to its team."
    ]


def test_what_went_as_it_was_meant_surprises_nobody() -> None:
    _, said, _ = _played(Identity.BLUE)
    assert len(said) == 2
    assert not [line for line in said if "expect" in line or "surprised" in line]


def test_slips_are_called_so_and_surprise_nobody_who_made_them() -> None:
    cards, said, _ = _played(Identity.BLUE, Identity.BYSTANDER, slips=True)
    assert [line for line in said if "slip" in line] == [
        "Turn 1: Blue spymaster made a slip: it knew a better clue.",
        f"Turn 1: Blue guesser made a slip: it picked {cards[1]} before a likelier card.",
    ]
    assert not [line for line in said if "surprised" in line]
