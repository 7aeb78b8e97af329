"""The rules of hangman in the one shape that every game has.

Where the word is fixed, the rules answer for it. A dealer that fixes none answers from a seat of
its own, and no answer is let pass that no word of the dictionary fits. A wrong guess costs a life:
a letter that the word lacks, a whole word that is not the one, a hint. `dealer_rules` and
`guesser_rules` judge the two sides, `consequences` says what follows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from string import ascii_lowercase

from core.hangman import consequences, dealer_rules, guesser_rules, observe
from core.hangman import state as game_state
from core.hangman.actions import Action
from core.hangman.model import Board, Event, Observation, Phase, State
from core.hangman.options import (
    Chair,
    Dealer,
    Options,
    Role,
    check_options,
)
from core.hangman.position import Position
from core.hangman.remaining_words import RemainingWords
from core.rules import (
    CHANCE,
    CLOCK,
    Entropy,
    Expire,
    IllegalAction,
    Legal,
    OptionsError,
    Outcome,
    Seat,
    check_moment,
)
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
        return State(tuple(map(Board, self.options.teams)), self.options.length)

    def chance(self, state: State, entropy: Entropy) -> Action | None:  # noqa: ARG002 - the shape's
        """Return None: what is left to chance is the dealer's."""
        return None

    def decide(self, state: State, seat: Seat, action: Action) -> Sequence[Event]:
        """Return the facts that the action makes true; raises IllegalAction."""
        check_moment(seat, action, state.turn, over=state.ending is not None)
        if isinstance(action, Expire):
            return consequences.expire(self.options, state)
        chair = self.chair(seat)
        judge = dealer_rules.decide if chair.role is Role.DEALER else guesser_rules.decide
        return judge(self.position(state), chair, action)

    def apply(self, state: State, event: Event) -> State:
        """Return the state after the event."""
        return game_state.apply(self.options, state, event)

    def legal(self, state: State, seat: Seat) -> Legal[Action]:
        """Return all that the seat may do now."""
        if state.ending or seat == CHANCE:
            return Legal()
        if seat == CLOCK:
            return Legal((Expire(state.turn),))
        chair = self.chair(seat)
        if chair.role is Role.DEALER:
            return dealer_rules.legal(self.position(state))
        return guesser_rules.legal(self.position(state), chair)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seats that the table waits for."""
        if state.ending:
            return frozenset()
        dealer, *guessers = self.options.chairs
        table = self.position(state)
        asked = table.phase is Phase.WORD or any(board.asked for board in state.boards)
        waiting = [chair.seat for chair in guessers if guesser_rules.may_guess(table, chair)]
        return frozenset((*([dealer.seat] if asked else []), *waiting))

    def observe(self, state: State, seat: Seat | None) -> Observation:
        """Return what the seat may know; None stands for the public."""
        outsider = seat is None or seat in (CHANCE, CLOCK)
        chair = None if outsider or seat is None else self.chair(seat)
        return observe.observe(self.position(state), chair)

    def outcome(self, state: State) -> Outcome | None:
        """Return who won, or None while the game runs; in a draw nobody did."""
        if state.ending is None:
            return None
        winner = state.ending.winner
        seats = frozenset(chair.seat for chair in self.options.chairs if chair.team is winner)
        return Outcome(seats, consequences.ending_phrase(winner, state.boards))

    def chair(self, seat: Seat) -> Chair:
        """Return the seat's chair; raises IllegalAction for a seat that the table has not."""
        for chair in self.options.chairs:
            if chair.seat == seat:
                return chair
        raise IllegalAction("no-such-chair", seat=seat)

    def position(self, state: State) -> Position:
        """Return the table at this moment."""
        return Position(self.options, state, self.alphabet, self.remaining(state.length))

    @cached_property
    def alphabet(self) -> tuple[str, ...]:
        """The letters that may be guessed, in order."""
        if not self.options.is_kana:
            return tuple(ascii_lowercase)
        if self.options.dealer.is_person:
            return tuple(sorted(set().union(*self.pack.words)))
        return self.remaining(self.options.length).dictionary.alphabet

    @cached_property
    def remaining(self) -> Callable[[int], RemainingWords]:
        """The words that are left on a board, by their length."""
        return cache(partial(RemainingWords, self.pack))
