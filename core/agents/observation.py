"""Conversion of an observation of Codenames into a spymaster's position or a guesser's view."""

from collections.abc import Callable

from core.agents.memory import PlayedTurn
from core.agents.position import BoardPosition, CardKind, KeyedBoard
from core.agents.table_play import GuesserView, KnownClue
from core.agents.thoughts import NamedNumbers
from core.codenames.model import Chair, Identity, Observation, Team, Turn, TurnEnd
from core.rating.colt import OWN_CARDS, Ending, outcome_index


def position_of(observation: Observation, chair: Chair) -> BoardPosition:
    """Return a spymaster's position; raises ValueError if the seat may not see the key."""
    kinds = tuple(
        kind_of(card.key, chair.team, observation.out) for card in observation.cards if card.key
    )
    if len(kinds) < len(observation.cards):
        raise ValueError("the key is hidden from this seat")
    return BoardPosition(KeyedBoard(observation.words, kinds), frozenset(observation.covered))


def kind_of(identity: Identity, team: Team, out: frozenset[Team] = frozenset()) -> CardKind:
    """Return a card's kind for a team; cards of an eliminated team are bystanders."""
    if identity is Identity.ASSASSIN:
        return CardKind.ASSASSIN
    if identity.team is team:
        return CardKind.OWN
    is_neutral = identity.team is None or identity.team in out
    return CardKind.BYSTANDER if is_neutral else CardKind.OPPONENT


def clues_given(observation: Observation) -> tuple[str, ...]:
    """Return the clue words of this game, from all teams."""
    return tuple(turn.clue.word for turn in observation.turns if turn.clue)


def covered_before(observation: Observation, turn: Turn) -> tuple[int, ...]:
    """Return the places covered when a turn began, in board order."""
    earlier = [one for one in observation.turns if one.number < turn.number]
    turned = {guess.card for one in earlier for guess in one.guesses}
    return tuple(place for place in range(len(observation.cards)) if place not in turned)


def guesser_view(
    observation: Observation, chair: Chair, understood: Callable[[str], str | None]
) -> GuesserView:
    """Return a guesser's view after a clue of its own spymaster.

    `understood` returns the known word of a clue, or None.
    """
    covered, clues = set(range(len(observation.cards))), list[KnownClue]()
    own = Identity.of(chair.team)
    for turn in observation.turns:
        if turn.clue and turn.team is chair.team:
            found = tuple(guess.card for guess in turn.guesses if guess.identity is own)
            word = understood(turn.clue.word)
            clues.append(KnownClue(word, turn.clue.number, frozenset(covered), found))
        covered.difference_update(guess.card for guess in turn.guesses)
    shown = (place for place, card in enumerate(observation.cards) if card.shown is own)
    made = len(observation.turns[-1].guesses)
    return GuesserView(observation.words, frozenset(covered), frozenset(shown), tuple(clues), made)


def played_turn(
    turn: Turn, earned: NamedNumbers, out: frozenset[Team] = frozenset()
) -> PlayedTurn | None:
    """Return a finished turn to learn from; None without a guess or after a resignation.

    `earned` are the credits in the bot's thoughts of this turn. Cards of teams that are `out` count
    as bystanders. More than nine own cards, on large boards, count as nine (eight before a bad
    card).
    """
    if not turn.guesses or turn.end is TurnEnd.RESIGNED:
        return None
    kinds = [kind_of(guess.identity, turn.team, out) for guess in turn.guesses]
    ending, own = Ending(kinds[-1]), kinds.count(CardKind.OWN)
    most = OWN_CARDS if ending is Ending.CLEAN else OWN_CARDS - 1
    return PlayedTurn(outcome_index(min(own, most), ending), earned)
