"""A table at one moment: what events make of it, what follows from them, and what each may know.

`apply` takes facts and judges nothing. An observation is the only way from a state to an agent or a
screen: a board is open to all, but in a race, where until the end a team's board is shown to its
guessers and to a dealer that has to answer, and the others are told of its progress. The word is
shown to nobody before the end, not even to who typed it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from math import inf
from typing import Final, Self, assert_never

from core.hangman import model
from core.hangman.candidates import RemainingWords
from core.hangman.model import Board, End, Event, Known, Observation, Phase, Progress, State, Try
from core.hangman.options import Chair, Dealer, Mode, Options, Team, on_turn
from core.view import Phrase, phrase

FEW: Final = 8
"""Words up to which a verbose table lists those that are left."""


def apply(options: Options, state: State, event: Event) -> State:
    """Return the state after the event; total for every event that the rules decide."""
    match event:
        case model.WordSet(word=word):
            return replace(state, word=word, length=len(word.value))
        case (
            model.LetterGuessed(seat=seat, team=team, letter=text)
            | model.SolveTried(seat=seat, team=team, word=text)
        ):
            return _with_board(state, team, asked=Try(text, seat))
        case model.Answered(team=team, places=places):
            return _answered(options, state, team, places)
        case model.SolveAnswered(team=team, right=right):
            return _answered(options, state, team, range(state.length if right else 0))
        case model.Hinted(seat=seat, team=team, letter=letter, places=places):
            hint = Try(letter, seat, places, hint=True)
            return _with_board(state, team, tries=(*state.board(team).tries, hint))
        case model.TurnPassed():
            return replace(state, turn=state.turn + 1)
        case model.WordTold(word=word):
            return replace(state, told=word)
        case model.BoardEnded(team=team, end=end):
            return _with_board(state, team, end=end, asked=None)
        case model.GameEnded():
            return replace(state, ending=event)
        case _:
            assert_never(event)


def _answered(options: Options, state: State, team: Team, places: Iterable[int]) -> State:
    """Return the state after the answer to what waited on a board: maybe at the next turn."""
    board = state.board(team)
    if board.asked is None:
        return state
    tries = (*board.tries, replace(board.asked, places=tuple(places)))
    turn = state.turn + 1 if options.mode is Mode.TURNS else state.turn
    return replace(_with_board(state, team, tries=tries, asked=None), turn=turn)


def _with_board(state: State, team: Team, **changes: object) -> State:
    """Return the state with fields of a team's board changed."""
    board = replace(state.board(team), **changes)  # type: ignore[arg-type]
    return replace(state, boards=tuple(board if one.team is team else one for one in state.boards))


@dataclass(frozen=True, slots=True)
class Position:
    """One table at one moment; `remaining` is of the words that are as long as its word."""

    options: Options
    state: State
    alphabet: tuple[str, ...]
    remaining: RemainingWords

    @property
    def phase(self) -> Phase:
        """The step that the table waits for."""
        if self.state.ending:
            return Phase.OVER
        fixes = not self.options.dealer.keeps_words
        return Phase.WORD if fixes and self.state.word is None else Phase.GUESS

    @property
    def is_thought(self) -> bool:
        """Whether a person thinks of a word and answers for it."""
        return self.options.dealer is Dealer.THOUGHT

    # What follows: boards end, and games.

    def after(self, *events: Event) -> Self:
        """Return the table after some events."""
        return replace(self, state=reduce(partial(apply, self.options), events, self.state))

    def follow(self, *events: Event) -> Sequence[Event]:
        """Return events and what follows from them: the ends of boards, and of the game."""
        after = self.after(*events)
        boards = after.state.boards
        fewest = min((one.guesses for one in boards if one.end is End.FOUND), default=inf)
        ends = ((one.team, self._end_of(one, fewest)) for one in boards if one.end is None)
        ended = [model.BoardEnded(team, end) for team, end in ends if end]
        if ended:
            return (*events, *after.follow(*ended))
        if any(one.end is None for one in boards):
            return events
        return (*events, model.GameEnded(_winner(boards)))

    def expire(self) -> Sequence[Event]:
        """Return the events of the end of the time."""
        board, *others = self.state.boards
        passing = on_turn(self.options, self.state.turn)
        is_left = self.phase is Phase.WORD or (board.asked and not others)
        if passing and not is_left:
            return (model.TurnPassed(passing.seat),)
        teams = [one.team for one in self.state.boards if one.end is None]
        end = End.LEFT if is_left else End.EXPIRED
        return self.follow(*(model.BoardEnded(team, end) for team in teams))

    def _end_of(self, board: Board, fewest: float) -> End | None:
        """Return the end of a board, None for none; `fewest` guesses have found the word."""
        lives = self.options.lives
        if None not in board.pattern(self.state.length):
            return End.FOUND
        if lives is not None and board.wrong >= lives:
            return End.LIVES
        return End.BEATEN if board.guesses >= fewest else None

    # What each may know.

    def observe(self, chair: Chair | None) -> Observation:
        """Return the view of the chair's seat; None stands for the public."""
        state = self.state
        boards = tuple(board for board in state.boards if self._shows(board, chair))
        return Observation(
            options=self.options,
            chair=chair,
            phase=self.phase,
            length=state.length,
            alphabet=self.alphabet,
            turn=state.turn,
            boards=boards,
            known=tuple(map(self._known, boards)),
            progress=tuple(map(self._progress, state.boards)),
            told=state.told,
            ending=state.ending,
        )

    def _shows(self, board: Board, chair: Chair | None) -> bool:
        if self.options.mode is not Mode.RACE or self.phase is Phase.OVER:
            return True
        if chair and chair.deals:
            return self.options.dealer.keeps_words
        return chair is not None and chair.team is board.team

    def _progress(self, board: Board) -> Progress:
        pattern = board.pattern(self.state.length)
        uncovered = sum(letter is not None for letter in pattern)
        return Progress(board.team, board.guesses, board.wrong, uncovered, board.end)

    def _known(self, board: Board) -> Known:
        over = self.phase is Phase.OVER
        verbose = self.options.verbose and self.phase is not Phase.WORD and self.remaining.exists
        counted = verbose or (over and self.options.dealer.keeps_words)
        left = self.remaining.after(board) if verbose else None
        return Known(
            alive=self.remaining.alive(board) if counted else (),
            left=None if left is None else len(left),
            score=None if left is None else left.score,
            words=left.words() if left is not None and len(left) <= FEW else (),
            word=self._word(board) if over else None,
        )

    def _word(self, board: Board) -> str | None:
        """Return the word that was fixed, found or told, else one that fits all answers.

        There is none where the dealer should have fixed one and never did.
        """
        state = self.state
        if state.word:
            return state.word.value
        if not self.options.dealer.keeps_words:
            return None
        pattern = board.pattern(state.length)
        if None not in pattern:
            return "".join(letter for letter in pattern if letter)
        return state.told or self.remaining.fitting(board)


def _winner(boards: Sequence[Board]) -> Team | None:
    """Return the winning side: in a race the team that found the word in the fewest guesses.

    A dealer who has left loses; nobody wins a race for which the dealer set no word.
    """
    found = {board.team: board.guesses for board in boards if board.end is End.FOUND}
    best = [team for team, guesses in found.items() if guesses == min(found.values())]
    if best:
        return best[0] if len(best) == 1 else None
    if not _is_left(boards):
        return Team.DEALER
    return Team.GUESSERS if len(boards) == 1 else None


def ending_phrase(winner: Team | None, boards: Sequence[Board]) -> Phrase:
    """Return the sentence that says how the game ended."""
    name = winner.value if winner else "nobody"
    if len(boards) > 1:
        return phrase("hangman-over-race", winner="left" if _is_left(boards) else name)
    end = boards[0].end
    return phrase("hangman-over", end=end.value if end else "")


def _is_left(boards: Sequence[Board]) -> bool:
    return any(board.end is End.LEFT for board in boards)
