"""Team play in hangman: a guessing bot waits for people on its board.

It says its letter and leaves the guess to them until they ask it to play. A dealer answers at once.
"""

from math import inf
from typing import TypeAlias

from bot.gametypes.bots import Moves, TableView, TeamPlay
from core.hangman.model import Action, GuessText, Observation
from core.hangman.present import who
from core.rules import Seat
from core.view import WHEN, Phrase, phrase

_Table: TypeAlias = TableView[Observation]


class HangmanTeamPlay(TeamPlay[Action, Observation]):
    """Team play in hangman."""

    def bots_to_act(self, table: _Table) -> tuple[Seat, ...]:
        """Return the bots that are to move.

        In a race the team with fewer guesses comes first, and no bot gets ahead of the people.
        """
        chairs = table.public.options.seats
        guesses = {one.team: one.guesses for one in table.public.progress}
        made = {seat: guesses.get(chairs[seat].team, -1) for seat in table.to_act}
        fewest = min((made[seat] for seat in table.to_act & table.people), default=inf)
        level = (seat for seat in table.due if made[seat] <= fewest)
        return tuple(sorted(level, key=made.__getitem__))

    def waits_politely(self, table: _Table) -> bool:
        """Return whether a guesser is next: a dealer answers at once."""
        chairs = table.public.options.seats
        return all(not chairs[seat].deals for seat in self.bots_to_act(table)[:1])

    def waiting(self, table: _Table) -> tuple[Seat, ...]:
        """Return the bots that leave the guess to people of their team."""
        chairs = table.public.options.seats
        teams = {chairs[seat].team for seat in table.to_act & table.people}
        guessers = (seat for seat in table.due if not chairs[seat].deals)
        return tuple(seat for seat in guessers if chairs[seat].team in teams)

    def step(self, table: _Table, seat: Seat, intention: Action | None) -> Action | None:
        """Return the action that a bot takes now; None to wait."""
        return None if seat in self.waiting(table) else intention

    def plan(self, table: _Table, person: Seat | None) -> Moves[Action]:
        """Return the guess of the first waiting bot, of the person's team if a person asks."""
        chairs = table.public.options.seats
        team = chairs[person].team if person and person in chairs else None
        bots = (seat for seat in self.waiting(table) if team in (None, chairs[seat].team))
        first = next(bots, None)
        intention = table.intentions[first] if first else None
        return ((first, intention),) if first and intention else ()

    def consequence(self, table: _Table, person: Seat, action: Action | None) -> Action | None:
        """Return the guess that follows if a person lets the bots go on; none answers a guess."""
        planned = () if action is not None else self.plan(table, person)
        return planned[0][1] if planned else None

    def advice(self, table: _Table, reader: Seat | None) -> tuple[Phrase, ...]:
        """Return the waiting bots' next guesses, on the boards that the reader sees."""
        public, chairs = table.public, table.public.options.seats
        own = chairs[reader].team if reader else None
        return tuple(
            phrase("hangman-advice", seat=who(public, seat), guess=guess.text.upper())
            for seat in self.waiting(table)
            if (chairs[seat].team is own or public.board_of(chairs[seat].team))
            and isinstance(guess := table.intentions[seat], GuessText)
        )

    def announcements(self, table: _Table) -> tuple[Phrase, ...]:
        """Return the first waiting bot's announcement; only its board's readers see the guess."""
        first = self.waiting(table)[:1]
        return tuple(
            phrase("hangman-patience", seat=who(table.public, seat), when=WHEN) for seat in first
        )
