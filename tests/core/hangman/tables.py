"""Small tables with a known dictionary, played through the real rules."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.hangman.dealer_policies import FAMILY_POLICIES
from core.hangman.game import GAME
from core.hangman.model import (
    Action,
    AnswerLetter,
    AnswerSolve,
    Board,
    Event,
    GuessText,
    Observation,
    Places,
    SetWord,
    State,
    TakeHint,
)
from core.hangman.options import Dealer, Options, Team
from core.hangman.rules import Hangman
from core.rules import CLOCK, IllegalAction, Seat, Secret, advance
from core.view import View
from core.words.packs import Pack

CHECK = ("crumbs", "trucks", "trumps", "truths")
CHECK_LINES = """\
good ..u... [u] words=4/19 crumbs trucks trumps truths
good .ru... [ru] words=4/15 crumbs trucks trumps truths
good .ru..s [rsu] words=4/11 crumbs trucks trumps truths
sorry .ru..s [hrsu] words=3/9 crumbs trucks trumps
sorry .ru..s [bhrsu] words=2/6 trucks trumps
sorry .ru..s [bchrsu] words=1/3 trumps
good .ru.ps [bchprsu] words=1/2 trumps
good .rumps [bchmprsu] words=1/1 trumps
good trumps [bchmprstu] words=1/0 trumps
"""
"""A game with these words against the original dealer, as plain text."""
DEALER = Seat("dealer")


@dataclass
class Play:
    """A running game, for tests: state and events grow with each action."""

    rules: Hangman
    state: State
    events: tuple[Event, ...] = ()

    @property
    def board(self) -> Board:
        return self.state.boards[0]

    def do(self, seat: str, action: Action) -> tuple[Event, ...]:
        events = tuple(self.rules.decide(self.state, Seat(seat), action))
        self.state = advance(self.rules, self.state, events)
        self.events += events
        return events

    def line(self, seat: str, line: str) -> tuple[Event, ...]:
        seen = self.seen(seat)
        return self.do(seat, GAME.parse(line, seen, GAME.turn(seen)))

    def seen(self, seat: str | None = None) -> Observation:
        return self.rules.observe(self.state, Seat(seat) if seat else None)

    def view(self, seat: str) -> View:
        return GAME.present(self.seen(seat), self.rules.legal(self.state, Seat(seat)))

    def guess(self, letters: str, seat: str = "guess1") -> tuple[Event, ...]:
        """Guess letters; the table's own dealer answers each at once, if it keeps words."""
        events: tuple[Event, ...] = ()
        for letter in letters:
            events = self.do(seat, GuessText(self.state.turn, letter))
            team = self.rules.chair(Seat(seat)).team
            if self.state.board(team).asked:
                events += self.answer(self.policy(team, letter), team)
        return events

    def policy(self, team: Team, letter: str) -> Places:
        left = self.rules.left(self.state, self.state.board(team))
        policy = FAMILY_POLICIES[self.rules.options.dealer.value]
        return policy(left, letter, np.random.default_rng(0))

    def answer(self, places: Places, team: Team = Team.GUESSERS) -> tuple[Event, ...]:
        return self.do(DEALER, AnswerLetter(self.state.turn, team, places))

    def answer_solve(self, *, right: bool) -> tuple[Event, ...]:
        return self.do(DEALER, AnswerSolve(self.state.turn, right))

    def solve(self, word: str, seat: str = "guess1") -> tuple[Event, ...]:
        return self.do(seat, GuessText(self.state.turn, word))

    def hint(self, seat: str = "guess1") -> tuple[Event, ...]:
        return self.do(seat, TakeHint(self.state.turn))

    def expire(self) -> tuple[Event, ...]:
        (action,) = self.rules.legal(self.state, CLOCK).actions
        return self.do(CLOCK, action)

    def refusal(self, seat: str, action: Action) -> str:
        """Return the key of the refusal, after a check that the state is unchanged."""
        before = self.state
        try:
            self.do(seat, action)
        except IllegalAction as refusal:
            assert self.state is before
            return refusal.phrase.key
        return "allowed"


def table(words: tuple[str, ...] = CHECK, **changes: Any) -> Play:
    """Return a game at its start; unless given, the words' length is the table's."""
    options = replace(Options(length=len(words[0]), hints=True), **changes)
    rules = Hangman(options, Pack("test", words))
    return Play(rules, rules.initial())


def fixed(word: str, words: tuple[str, ...] = CHECK, **changes: Any) -> Play:
    """Return a game whose dealer has typed a word."""
    play = table(words, **{"dealer": Dealer.WORD, **changes})
    play.do(DEALER, SetWord(1, Secret(word)))
    return play
