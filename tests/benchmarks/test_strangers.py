"""The witness of the benchmark with the stand-in: evidence of both roles."""

from benchmarks.strangers import Witness
from core.agents.listener import default_listener
from core.agents.personas import pick_evidence, reveal_evidence
from core.codenames.actions import Guess
from core.codenames.model import Role, Team
from tests.core.codenames.boards import WORDS, dealt

KEY = "BBBB RBTB TTRR RRTK"  # as 16 cards are divided between 2 teams
PIANO, BREAD, MERCURY = 5, 7, 10


def test_a_witness_adds_the_evidence_of_each_turn() -> None:
    game, listener = dealt(KEY, solo=Team.BLUE), default_listener()
    guesser, giver = Witness(Role.GUESSER), Witness(Role.SPYMASTER)
    for one in (guesser, giver):
        one.began(game.rules.observe(game.state, None))
    for clue, places in (("music", (PIANO, MERCURY)), ("food", (BREAD, 11))):
        game.clue("blue", clue, 2)
        for place in places:
            game.do("blue-guesser", Guess(game.state.number, place))
    for turn in game.state.turns[:2]:
        guesser.turned(turn)
        giver.turned(turn)
    first, cards = WORDS[:16], [word for word in WORDS[:16] if word not in ("piano", "mercury")]
    bread, violin = cards.index("bread"), cards.index("violin")
    assert guesser.evidence == pick_evidence(
        listener, first, "music", (PIANO, MERCURY)
    ) + pick_evidence(listener, cards, "food", (bread, violin))
    assert giver.evidence == reveal_evidence(
        listener, first, "music", 2, ((PIANO, True), (MERCURY, False)), 6
    ) + reveal_evidence(listener, cards, "food", 2, ((bread, True), (violin, False)), 5)
    assert guesser.evidence.turns == giver.evidence.turns == 2
