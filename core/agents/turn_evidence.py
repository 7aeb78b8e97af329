"""The evidence of a turn about each seat that played it, from public information.

A guesser's evidence is the picks up to the clue's number, a spymaster's all cards uncovered after
the clue. It does not depend on the key.
"""

from collections.abc import Mapping

from core.agents.explanations import NO_EVIDENCE, Evidence
from core.agents.japanese import listener_of
from core.agents.observation import covered_before
from core.agents.personas import pick_evidence, reveal_evidence
from core.codenames.key import shares
from core.codenames.model import Identity, Observation, Turn
from core.rules import Seat


def turn_evidence(observation: Observation, turn: Turn) -> Mapping[Seat, Evidence]:
    """Return the evidence of a turn by seat, without seats that have none.

    The first call loads the listener's models, which takes half a second.
    """
    clue = turn.clue
    if clue is None or not turn.guesses:
        return {}
    board, own = observation.words, Identity.of(turn.team)
    listener, covered = listener_of(board), covered_before(observation, turn)
    cards, heard = [board[place] for place in covered], clue.heard_as or clue.word
    places = [covered.index(guess.card) for guess in turn.guesses]
    before = [
        guess.identity
        for one in observation.turns
        if one.number < turn.number
        for guess in one.guesses
    ]
    options = observation.options
    left = dict(zip(observation.order, shares(options.size, options.teams), strict=True))
    reveals = [(at, guess.identity is own) for at, guess in zip(places, turn.guesses, strict=True)]
    owned = left[turn.team] - before.count(own)
    found = {clue.seat: reveal_evidence(listener, cards, heard, clue.number, reveals, owned)}
    if clue.number != 0:
        most = len(places) if clue.number is None else clue.number
        for seat in dict.fromkeys(guess.seat for guess in turn.guesses[:most]):
            pairs = zip(places[:most], turn.guesses, strict=False)
            theirs = {place for place, guess in pairs if guess.seat == seat}
            found[seat] = pick_evidence(listener, cards, heard, places[:most], theirs)
    return {seat: evidence for seat, evidence in found.items() if evidence != NO_EVIDENCE}
