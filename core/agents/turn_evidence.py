"""The evidence of a turn: on each seat that played it, from what everybody at the table may know.

A guesser's evidence are the cards that they picked on the clue's number, a spymaster's all that
were turned on the clue. No key is looked at.
"""

from collections.abc import Mapping

from core.agents.explanations import NO_EVIDENCE, Evidence
from core.agents.japanese import listener_of
from core.agents.listener import Listener
from core.agents.observation import covered_before
from core.agents.personas import pick_evidence, reveal_evidence
from core.codenames.key import shares
from core.codenames.model import Clue, Identity, Observation, Turn
from core.rules import Seat


def turn_evidence(observation: Observation, turn: Turn) -> Mapping[Seat, Evidence]:
    """Return the evidence of a turn by seat; a seat on which it tells nothing is left out.

    Loads the models of the listener once, which takes half a second.
    """
    clue = turn.clue
    if clue is None or not turn.guesses:
        return {}
    board = observation.words
    listener, covered = listener_of(board), covered_before(observation, turn)
    cards = [board[place] for place in covered]
    places = [covered.index(guess.card) for guess in turn.guesses]
    found = {clue.seat: _giver(observation, turn, clue, listener, cards, places)}
    if clue.number != 0:
        most = len(places) if clue.number is None else clue.number
        for seat in dict.fromkeys(guess.seat for guess in turn.guesses[:most]):
            pairs = zip(places[:most], turn.guesses, strict=False)
            theirs = {place for place, guess in pairs if guess.seat == seat}
            found[seat] = pick_evidence(listener, cards, _heard(clue), places[:most], theirs)
    return {seat: evidence for seat, evidence in found.items() if evidence != NO_EVIDENCE}


def _giver(
    observation: Observation,
    turn: Turn,
    clue: Clue,
    listener: Listener,
    cards: list[str],
    places: list[int],
) -> Evidence:
    own, options = Identity.of(turn.team), observation.options
    all_cards = zip(observation.order, shares(options.size, options.teams), strict=True)
    found = sum(
        guess.identity is own
        for earlier in observation.turns
        if earlier.number < turn.number
        for guess in earlier.guesses
    )
    reveals = [
        (place, guess.identity is own) for place, guess in zip(places, turn.guesses, strict=True)
    ]
    left = dict(all_cards)[turn.team] - found
    return reveal_evidence(listener, cards, _heard(clue), clue.number, reveals, left)


def _heard(clue: Clue) -> str:
    return clue.heard_as or clue.word
