"""The answer to `why`: each covered card's chance to be picked first on a clue of an ended game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.agents.japanese import listener_of
from core.agents.listener import Picks
from core.agents.observation import covered_before
from core.codenames.model import Clue, Identity, Layout, Observation, Turn
from core.codenames.notation import number_text
from core.codenames.present import FACES
from core.codenames.spelling import fold
from core.rules import IllegalAction, InvalidNotation
from core.view import Fields, Phrase, Text, Tone, View, phrase

MOST_LINES: Final = 10
"""Cards that have a line each; the others share one."""

UNSURE: Final = "unsure"
"""Stands for how a clue was understood of which only pieces are known."""


@dataclass(frozen=True, slots=True)
class CardChance:
    """A covered card: its word, its identity, its chance of 0 to 1, and when it was picked.

    `pick` is the number of the guess in the clue's turn, from 1; 0 for a card not picked then.
    """

    word: str
    identity: Identity
    chance: float
    pick: int

    @property
    def name(self) -> Phrase:
        """The word behind the shape of its identity."""
        return phrase("why-card", card=self.word, glyph=FACES[self.identity].glyph.value)

    @property
    def said(self) -> Phrase:
        """The chance, the identity, and when the card was picked."""
        identity = self.identity.name.lower()
        return phrase("why-chance", percent=self._percent, name=identity, pick=self.pick)

    @property
    def brief(self) -> Phrase:
        """The card and its chance in a list."""
        return phrase("why-other", card=self.name, percent=self._percent, pick=self.pick)

    @property
    def _percent(self) -> int:
        return round(100 * self.chance)


def answer_why(line: str, observation: Observation) -> View:
    """Return the chances on the clue that a line names, ``why [CLUE]``, by default the last one.

    A clue is named by its word or its turn's number. Raises IllegalAction for a game that is not
    over or had no clue and for a clue of which nothing is known, InvalidNotation for a clue that
    was not given.
    """
    layout = observation.layout
    if layout is None:
        raise IllegalAction("question-early")
    turn, clue = find_clue(observation.turns, " ".join(line.split()[1:]))
    places, picks = listen(observation, turn, clue)
    cards = _cards(observation, layout, turn, places, picks)
    title = phrase(
        "why-title",
        turn=turn.number,
        team=turn.team.value,
        word=clue.word,
        number=number_text(clue.number),
    )
    first, rest = cards[:MOST_LINES], cards[MOST_LINES:]
    others = phrase("why-others", count=len(rest), cards=tuple(card.brief for card in rest))
    return View(
        title,
        (
            Text(_heard(clue, picks)),
            Fields(tuple((None, card.name, card.said) for card in first)),
            *((Text(others, Tone.QUIET),) if rest else ()),
        ),
        phrase("why-footer"),
    )


def find_clue(turns: Sequence[Turn], named: str) -> tuple[Turn, Clue]:
    """Return the turn and the clue of a word or a turn's number, the last one for no name.

    Raises IllegalAction where no clue was given, InvalidNotation where none has the name.
    """
    given = [(turn, turn.clue) for turn in turns if turn.clue]
    if not given:
        raise IllegalAction("why-no-clue")
    if not named:
        return given[-1]
    for turn, clue in reversed(given):
        if fold(clue.word) == fold(named):
            return turn, clue
    for turn, clue in given:
        if str(turn.number) == named:
            return turn, clue
    known = tuple(f"{turn.number} {clue.word}" for turn, clue in given)
    raise InvalidNotation("why-which", clue=named, known=known)


def listen(observation: Observation, turn: Turn, clue: Clue) -> tuple[tuple[int, ...], Picks]:
    """Return the places of the cards that were covered when a clue was given, and their chances.

    Raises IllegalAction for a clue of which nothing is known.
    """
    places = covered_before(observation, turn)
    words = [observation.cards[place].word for place in places]
    picks = listener_of(words).picks(words, clue.heard_as or clue.word)
    if picks.understood is None:
        raise IllegalAction("why-unknown", clue=clue.word)
    return places, picks


def _cards(
    observation: Observation, layout: Layout, turn: Turn, places: Sequence[int], picks: Picks
) -> list[CardChance]:
    """Return the covered cards, the likeliest first."""
    picked = {guess.card: number for number, guess in enumerate(turn.guesses, start=1)}
    cards = [
        CardChance(
            observation.cards[place].word, layout.key.value[place], chance, picked.get(place, 0)
        )
        for place, chance in zip(places, picks.chances.tolist(), strict=True)
    ]
    return sorted(cards, key=lambda card: -card.chance)


def _heard(clue: Clue, picks: Picks) -> Phrase:
    """Return what the chances are, and as which word the clue was heard."""
    heard = picks.understood
    by = heard.by.value if heard and heard.is_sure else UNSURE
    word = heard.word if heard else clue.word
    return phrase("why-heard", clue=clue.word, word=word, by="spelling" if clue.heard_as else by)
