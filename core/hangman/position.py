"""A table as it is judged: its options, its state, and what follows from both."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.hangman import consequences
from core.hangman.candidates import Candidates
from core.hangman.model import (
    Answered,
    Board,
    Event,
    Hinted,
    Phase,
    SolveAnswered,
    State,
)
from core.hangman.options import (
    Dealer,
    Options,
)
from core.hangman.remaining_words import RemainingWords
from core.hangman.state import apply


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
        return consequences.phase(self.options, self.state)

    @property
    def is_thought(self) -> bool:
        """Whether a person thinks of a word and answers for it."""
        return self.options.dealer is Dealer.THOUGHT

    def candidates(self, board: Board) -> Candidates:
        """Return the dictionary's words that fit all answers on a board."""
        return self.remaining.after(board)

    def with_consequences(
        self, state: State, event: Answered | SolveAnswered | Hinted
    ) -> Sequence[Event]:
        """Return an answer on a state of this table, and what follows from it."""
        after = apply(self.options, state, event)
        return (event, *consequences.after_try(self.options, after, event.team))
