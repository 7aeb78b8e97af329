"""The rules of hangman in the one shape that every game has.

Where the word is fixed, the rules answer for it. A dealer that fixes none answers from a seat of
its own, and no answer is let pass that no word of the dictionary fits. A wrong guess costs a life:
a letter that the word lacks, a whole word that is not the one, a hint. `dealing` and `guessing`
judge the two sides, `course` says what follows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from string import ascii_lowercase

from core.hangman import course, dealing, guessing, history, sight
from core.hangman.actions import Action, Expire
from core.hangman.model import Event, Observation, Phase, State
from core.hangman.options import (
    Chair,
    Dealer,
    Options,
    OptionsError,
    Role,
    check_options,
)
from core.hangman.remaining import Remaining
from core.hangman.table import Table
from core.rules import CHANCE, CLOCK, Entropy, IllegalAction, Legal, Outcome, Seat
from core.words.packs import Pack


@dataclass(frozen=True)
class Hangman:
    """The rules of one table; raises OptionsError for options that no table can be set with.

    The dictionary is built when it is first asked for, and kept: one object serves a whole game.
    """

    options: Options
    pack: Pack

    def __post_init__(self) -> None:
        check_options(self.options)
        length = self.options.length
        if self.options.dealer is not Dealer.WORD and not self.remaining(length).exists:
            raise OptionsError("hangman-no-word-of-length", length=length)

    def initial(self) -> State:
        """Return the empty table."""
        return history.initial(self.options)

    def chance(self, state: State, entropy: Entropy) -> Action | None:  # noqa: ARG002 - the shape's
        """Return None: what is left to chance is the dealer's."""
        return None

    def decide(self, state: State, seat: Seat, action: Action) -> Sequence[Event]:
        """Return the facts that the action makes true; raises IllegalAction."""
        if state.ending:
            raise IllegalAction("game-over")
        if action.turn != state.turn:
            raise IllegalAction("other-turn", turn=action.turn, now=state.turn)
        if isinstance(action, Expire):
            if seat != CLOCK:
                raise IllegalAction("only-clock-expires")
            return course.expire(self.options, state)
        chair = self.chair(seat)
        judge = dealing.judge if chair.role is Role.DEALER else guessing.judge
        return judge(self.table(state), chair, action)

    def apply(self, state: State, event: Event) -> State:
        """Return the state after the event."""
        return history.apply(self.options, state, event)

    def legal(self, state: State, seat: Seat) -> Legal[Action]:
        """Return all that the seat may do now."""
        if state.ending or seat == CHANCE:
            return Legal()
        if seat == CLOCK:
            return Legal((Expire(state.turn),))
        chair = self.chair(seat)
        if chair.role is Role.DEALER:
            return dealing.legal(self.table(state))
        return guessing.legal(self.table(state), chair)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seats that the table waits for."""
        if state.ending:
            return frozenset()
        dealer, *guessers = self.options.chairs
        table = self.table(state)
        asked = table.phase is Phase.WORD or any(board.asked for board in state.boards)
        waiting = [chair.seat for chair in guessers if guessing.may_guess(table, chair)]
        return frozenset((*([dealer.seat] if asked else []), *waiting))

    def observe(self, state: State, seat: Seat | None) -> Observation:
        """Return what the seat may know; None stands for the public."""
        outsider = seat is None or seat in (CHANCE, CLOCK)
        chair = None if outsider or seat is None else self.chair(seat)
        return sight.observe(self.table(state), chair)

    def outcome(self, state: State) -> Outcome | None:
        """Return who won, or None while the game runs; in a draw nobody did."""
        if state.ending is None:
            return None
        winner = state.ending.winner
        seats = frozenset(chair.seat for chair in self.options.chairs if chair.team is winner)
        return Outcome(seats, course.over(winner, state.boards))

    def chair(self, seat: Seat) -> Chair:
        """Return the seat's chair; raises IllegalAction for a seat that the table has not."""
        for chair in self.options.chairs:
            if chair.seat == seat:
                return chair
        raise IllegalAction("no-such-chair", seat=seat)

    def table(self, state: State) -> Table:
        """Return the table at this moment."""
        return Table(self.options, state, self.alphabet, self.remaining(state.length))

    @cached_property
    def alphabet(self) -> tuple[str, ...]:
        """The letters that may be guessed, in order."""
        if not self.options.is_kana:
            return tuple(ascii_lowercase)
        if self.options.dealer.is_person:
            return tuple(sorted(set().union(*self.pack.words)))
        return self.remaining(self.options.length).dictionary.alphabet

    @cached_property
    def remaining(self) -> Callable[[int], Remaining]:
        """The words that are left on a board, by their length."""
        return cache(partial(Remaining, self.pack))
