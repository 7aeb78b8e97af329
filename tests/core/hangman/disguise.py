"""Games that look the same to a seat: other letters on the boards that it cannot see."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from core.hangman.model import (
    Answered,
    Board,
    Event,
    Hinted,
    LetterGuessed,
    SolveAnswered,
    SolveTried,
    State,
    Try,
    TryEvent,
    WordSet,
)
from core.hangman.options import Mode
from core.hangman.rules import Hangman
from core.rules import Seat, Secret


def disguised(rules: Hangman, state: State, seat: Seat | None, random: Random) -> State:
    """Return the state with a seat's unknowns changed, and the same counts.

    The unknowns are the word and, for each team's board that the seat cannot see, the tried letters
    and words, their places, and the kind of each wrong try (letter or word).
    """
    if state.ending:
        return state
    hidden = _hidden(rules, state, seat)
    boards = tuple(
        _disguised(board, rules.alphabet, state.length, random) if board in hidden else board
        for board in state.boards
    )
    word = _word(rules.alphabet, state.length, random)
    return replace(state, boards=boards, word=Secret(word) if state.word else None)


def retold(event: Event, state: State, disguise: State) -> Event:
    """Return an event of a game as in the log of its disguise."""
    match event:
        case WordSet():
            return replace(event, word=disguise.word) if disguise.word else event
        case LetterGuessed() | Answered() | SolveTried() | SolveAnswered() | Hinted():
            return _retold(event, state.board(event.team), disguise.board(event.team))
        case _:
            return event


def _hidden(rules: Hangman, state: State, seat: Seat | None) -> Sequence[Board]:
    if rules.options.mode is not Mode.RACE:
        return ()
    if seat is None:
        return state.boards
    chair = rules.chair(seat)
    if chair.deals:
        return () if rules.options.dealer.keeps_words else state.boards
    return [board for board in state.boards if board.team is not chair.team]


def _disguised(board: Board, alphabet: Sequence[str], length: int, random: Random) -> Board:
    letters = dict(zip(alphabet, random.sample(alphabet, len(alphabet)), strict=True))
    places = random.sample(range(length), length)

    def other(one: Try) -> Try:
        if one.is_word and one.places:
            return replace(one, text=_word(alphabet, length, random))
        if one.is_word or (not one.places and random.random() < 0.5):
            return Try(_word(alphabet, length, random), one.seat)
        moved = tuple(sorted(places[place] for place in one.places))
        return replace(one, text=letters[one.text], places=moved)

    asked = board.asked
    if asked:
        solve = random.random() < 0.5
        text = _word(alphabet, length, random) if solve else random.choice(alphabet)
        asked = replace(asked, text=text)
    return replace(board, tries=tuple(map(other, board.tries)), asked=asked)


def _word(alphabet: Sequence[str], length: int, random: Random) -> str:
    return "".join(random.choices(alphabet, k=length))


def _retold(event: TryEvent, board: Board, disguise: Board) -> TryEvent:
    if isinstance(event, SolveAnswered) or board == disguise:
        return event
    tried = event.word if isinstance(event, SolveTried) else event.letter
    found = _counterpart(tried, board, disguise)
    match event:
        case LetterGuessed() | SolveTried():
            if found.is_word:
                return SolveTried(event.seat, event.team, found.text)
            return LetterGuessed(event.seat, event.team, found.text)
        case Answered() if found.is_word:
            return SolveAnswered(event.team, right=False)
        case Answered() | Hinted():
            return replace(event, letter=found.text, places=found.places)


def _counterpart(text: str, board: Board, disguise: Board) -> Try:
    """Return the disguise's counterpart of a letter or a word that was tried on a board."""
    for one, other in zip(board.tries, disguise.tries, strict=True):
        if text == one.text:
            return other
    assert disguise.asked
    return disguise.asked
