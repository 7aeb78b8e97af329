"""Team play in Codenames: bots that guess with people, and their sentences.

With human teammates, a bot guesser marks its own pick and keeps to it. It guesses when a person
then marks the same card, or tells it to continue. A bot that would rather stop says so and waits in
the same way.
"""

from dataclasses import replace
from typing import Final, TypeAlias

from bot.gametypes.bots import Moves, TableView, TeamPlay
from core.codenames.actions import Action, Guess, Point, Unpoint
from core.codenames.model import Observation, Pointed, Role
from core.codenames.present import who
from core.rules import Seat
from core.view import WHEN, Phrase, phrase

_Table: TypeAlias = TableView[Observation]


class CodenamesTeamPlay(TeamPlay[Action, Observation]):
    """Team play in Codenames."""

    def bots_to_act(self, table: _Table) -> tuple[Seat, ...]:
        """Return the bots that can act or speak now: only people type a keyword."""
        if table.public.clue:
            return table.due
        chairs = [(seat, table.bots[seat].chair) for seat in table.due if table.public.cards]
        return tuple(seat for seat, chair in chairs if chair and chair.role is Role.SPYMASTER)

    def waiting(self, table: _Table) -> tuple[Seat, ...]:
        """Return the bots that wait for their human teammates."""
        return table.due if _may_people_act(table) else ()

    def observation_for(self, table: _Table, seat: Seat) -> Observation:
        """Return the observation from which a bot chooses its intention.

        With human teammates it makes its own pick, as if a guess needed no marks: a bot that only
        repeats others' marks would not help. It sees the people's seats, because its level depends
        on them.
        """
        observation = replace(table.bots[seat], people=table.people)
        if not _may_people_act(table):
            return observation
        return replace(
            observation, options=replace(observation.options, marks=1), marks=frozenset()
        )

    def step(self, table: _Table, seat: Seat, intention: Action | None) -> Action | None:
        """Return the bot's action now; None to wait."""
        if intention is None or not _may_people_act(table):
            return intention
        own = sorted(place for marker, place in table.public.marks if marker == seat)
        if isinstance(intention, Guess) and intention.card in own:
            return intention if _are_agreed(table, intention.card) else None
        if own:
            return Unpoint(table.public.number, own[0])
        return Point(intention.turn, intention.card) if isinstance(intention, Guess) else None

    def plan(self, table: _Table, person: Seat | None) -> Moves[Action]:
        """Return the moves if the bots continue: the missing marks, then a guess.

        If a guess needs several marks, a card that people marked has priority, and people guess it.
        """
        bots = self.waiting(table)
        if not bots or (person is not None and person not in table.to_act):
            return ()
        intention, joined = table.intentions[bots[0]], self._joined(table)
        if joined is not None:
            return self._marked(table, joined, person, guesser=person)
        if isinstance(intention, Guess):
            return self._marked(table, intention.card, person, guesser=bots[0])
        return () if intention is None else ((bots[0], intention),)

    def consequence(self, table: _Table, person: Seat, action: Action | None) -> Guess | None:
        """Return the guess that answers a person's action, or that follows if the bots continue."""
        if action is not None:
            return self._answer(table, action)
        planned = self.plan(table, person)
        return next((action for _, action in planned if isinstance(action, Guess)), None)

    def advice(self, table: _Table, _reader: Seat | None) -> tuple[Phrase, ...]:
        """Return sentences on the waiting bots' intentions, the same for all readers."""
        joined, waiting = self._joined(table), self.waiting(table)
        leader = waiting[:1] if joined is None else ()
        advised = tuple(
            _advised(table, seat, table.intentions[seat], leads=seat in leader) for seat in waiting
        )
        if joined is None:
            return advised
        return (*advised, phrase("advice-join", card=table.public.cards[joined].word))

    def announcements(self, table: _Table) -> tuple[Phrase, ...]:
        """Return the first waiting bot's action at the end of its patience, from its marks.

        A bot only uncovers the card that it has marked. A bot with several marks has joined
        people, and announces nothing.
        """
        for first in self.waiting(table)[:1]:
            marked = [place for marker, place in table.public.marks if marker == first]
            if len(marked) > 1:
                return ()
            guess = Guess(table.public.number, marked[0]) if marked else None
            table = replace(table, intentions={first: guess})
            for seat, action in self.plan(table, None)[:1]:
                if not isinstance(action, Guess | Point):
                    return ()
                key = "patience-guess" if isinstance(action, Guess) else "patience-point"
                card = table.public.cards[action.card].word
                return (phrase(key, seat=who(table.public, seat), card=card, when=WHEN),)
            if not marked and self._joined(table) is None:
                return (phrase("patience-open", seat=who(table.public, first), when=WHEN),)
        return ()

    def _answer(self, table: _Table, action: Action) -> Guess | None:
        """Return a bot's guess in answer to a person's action, if any."""
        if not isinstance(action, Point):
            return None
        markers = _markers(table.public, action.card)
        if len(markers) + 1 < table.public.options.marks:
            return None
        for seat in self.waiting(table):
            intention = table.intentions[seat]
            if seat in markers and isinstance(intention, Guess) and intention.card == action.card:
                return intention
        return None

    def _marked(
        self, table: _Table, card: int, person: Seat | None, *, guesser: Seat | None
    ) -> Moves[Action]:
        """Return the card's missing marks, and its guess if that completes them."""
        public = table.public
        needed = public.options.marks if public.options.marks > 1 else 0
        markers = _markers(public, card)
        helpers = [seat for seat in (*self.waiting(table), person) if seat and seat not in markers]
        lacking = helpers[: max(0, needed - len(markers))]
        marks = tuple((seat, Point(public.number, card)) for seat in lacking)
        if guesser is None or len(markers) + len(marks) < needed:
            return marks
        return (*marks, (guesser, Guess(public.number, card)))

    def _joined(self, table: _Table) -> int | None:
        """Return the people's card, which bots join, if the first bot wants another one.

        Bots join only if a card needs several marks; else people guess for themselves.
        """
        bots, public = self.waiting(table), table.public
        if not bots or public.options.marks == 1:
            return None
        theirs = sorted({place for marker, place in public.marks if marker in table.people})
        best = max(theirs, key=lambda place: len(_markers(public, place)), default=None)
        intention = table.intentions[bots[0]]
        return None if isinstance(intention, Guess) and intention.card == best else best


def _may_people_act(table: _Table) -> bool:
    """Return whether people may also act on the bots' clue."""
    return table.public.clue is not None and bool(table.to_act & table.people)


def _are_agreed(table: _Table, card: int) -> bool:
    """Return whether a person has just marked the bot's card, after the bot."""
    last = table.last
    pointed = isinstance(last, Pointed) and last.seat in table.people and last.card == card
    return pointed and len(_markers(table.public, card)) >= table.public.options.marks


def _markers(observation: Observation, card: int) -> frozenset[Seat]:
    """Return the seats that have marked a card."""
    return frozenset(seat for seat, place in observation.marks if place == card)


def _advised(table: _Table, seat: Seat, intention: Action | None, *, leads: bool) -> Phrase:
    """Return a sentence on a bot's intention; the bot that `leads` acts if the bots continue."""
    name = who(table.bots[seat], seat)
    if not isinstance(intention, Guess):
        return phrase("advice-pass" if leads else "advice-pass-too", seat=name)
    card = table.public.cards[intention.card].word
    return phrase("advice-guess" if leads else "advice-guess-too", seat=name, card=card)


CODENAMES_TEAM_PLAY: Final = CodenamesTeamPlay()
"""The behaviour of the bots of Codenames."""
