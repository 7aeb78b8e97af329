"""The answer to `why` on a finished game: a turn's effect, the bots' thoughts, and the chances.

Each covered card has the chance that people pick it first for the clue.
"""

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from bot.gametypes.codenames.moments import moments_of
from bot.gametypes.codenames.recap import TurnRecap
from bot.gametypes.recap import ThoughtsByTurn
from core.agents.japanese import listener_of
from core.agents.listener import Picks
from core.agents.observation import covered_before
from core.agents.thoughts import Thoughts
from core.codenames.model import Clue, Layout, Observation, Turn
from core.codenames.notation import number_text
from core.codenames.present import FACES
from core.codenames.spelling import fold
from core.rules import IllegalAction, InvalidNotation
from core.view import Choice, Choices, Fields, Phrase, Text, Tone, View, phrase

MOST_LINES: Final = 10
"""The most cards with their own lines; the others share one."""

MOST_OTHERS: Final = 15
"""The most choices of other clues: three rows of buttons."""

NO_THOUGHTS: Final[ThoughtsByTurn[Thoughts]] = MappingProxyType({})

UNSURE: Final = "unsure"
"""The reading of a clue if the listener knows only pieces of it."""


def answer_why(
    line: str, observation: Observation, thoughts_by_turn: ThoughtsByTurn[Thoughts] = NO_THOUGHTS
) -> View:
    """Return the answer to ``why [CLUE]``, by default for the last clue.

    It has the chance to win before and after the turn, the bots' thoughts, the chances of the
    cards, and a choice for each other clue. A clue's name is its word or its turn's number. Raises
    IllegalAction for a game that is not over or had no clue and for a clue that no model knows,
    InvalidNotation for a clue that nobody gave.
    """
    layout = observation.layout
    if layout is None:
        raise IllegalAction("question-early")
    turn, clue = find_clue(observation.turns, " ".join(line.split()[1:]))
    title = phrase(
        "why-title",
        turn=turn.number,
        team=turn.team.value,
        word=clue.word,
        number=number_text(clue.number),
    )
    told = tuple(map(Text, _told(observation, turn, thoughts_by_turn)))
    try:
        blocks = _chances(observation, layout, turn, clue)
    except IllegalAction as unknown:
        if not told:
            raise
        blocks = (Text(unknown.phrase),)
    return View(title, (*told, *blocks, *_others(observation, turn)), phrase("why-footer"))


def _told(
    observation: Observation, turn: Turn, thoughts_by_turn: ThoughtsByTurn[Thoughts]
) -> Iterator[Phrase]:
    """Yield sentences on a turn's effect on the chance to win, and on the bots' thoughts."""
    for moment in moments_of(observation):
        if moment.turn.number == turn.number:
            before, after = round(100 * moment.before), round(100 * moment.after)
            yield phrase("why-win", team=turn.team.value, before=before, after=after)
    yield from TurnRecap(observation, turn, thoughts_by_turn).sentences()


def _others(observation: Observation, turn: Turn) -> Iterator[Choices]:
    """Yield the choices of other clues in order; in a long game the nearest ones."""
    given = [(one, one.clue) for one in observation.turns if one.clue and one is not turn]
    near = sorted(given, key=lambda one: abs(one[0].number - turn.number))[:MOST_OTHERS]
    choices = tuple(
        Choice(phrase("why-turn", turn=one.number, word=clue.word), f"why {one.number}")
        for one, clue in sorted(near, key=lambda one: one[0].number)
    )
    if choices:
        yield Choices(choices)


def _chances(
    observation: Observation, layout: Layout, turn: Turn, clue: Clue
) -> tuple[Text | Fields, ...]:
    """Return the covered cards with their chances; raises IllegalAction for an unknown clue."""
    places = covered_before(observation, turn)
    words = [observation.words[place] for place in places]
    picks = listener_of(words).picks(words, clue.heard_as or clue.word)
    if picks.understood is None:
        raise IllegalAction("why-unknown", clue=clue.word)
    cards = sorted(zip(places, picks.chances.tolist(), strict=True), key=lambda card: -card[1])
    picked = {guess.card: number for number, guess in enumerate(turn.guesses, start=1)}
    lines, others = list[tuple[None, Phrase, Phrase]](), list[Phrase]()
    for place, chance in cards:
        identity, word = layout.key.value[place], observation.words[place]
        numbers = {"percent": round(100 * chance), "pick": picked.get(place, 0)}
        name = phrase("why-card", card=word, glyph=FACES[identity].glyph.value)
        if len(lines) < MOST_LINES:
            said = phrase("why-chance", name=identity.name.lower(), **numbers)
            lines.append((None, name, said))
        else:
            others.append(phrase("why-other", card=name, **numbers))
    rest = phrase("why-others", count=len(others), cards=tuple(others))
    return (
        Text(_heard(clue, picks)),
        Fields(tuple(lines)),
        *((Text(rest, Tone.QUIET),) if others else ()),
    )


def find_clue(turns: Sequence[Turn], named: str) -> tuple[Turn, Clue]:
    """Return the turn and clue named by a word or a turn's number, by default the last ones.

    Raises IllegalAction for a game without clues, InvalidNotation for an unknown name.
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


def _heard(clue: Clue, picks: Picks) -> Phrase:
    """Return the heading of the chances, with the word that was read in the clue."""
    heard = picks.understood
    by = heard.by.value if heard and heard.is_sure else UNSURE
    word = heard.word if heard else clue.word
    return phrase("why-heard", clue=clue.word, word=word, by="spelling" if clue.heard_as else by)
