"""Pings: only new messages ping people, and only when it is their turn."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from bot.games.session import Session
from bot.gametypes.engine import LocalEngine
from bot.gametypes.registry import GameTypes
from bot.server.workers.bots import BotWorker
from bot.store.leases import new_holder
from tests.adapters.discord.gallows import begun, tries
from tests.adapters.discord.hall import Hall, drawing, hall
from tests.loopback.discord import Person
from tests.loopback.table import in_loop

BOARDS = {
    "race": ("blue1", "red1"),
    "together": ("guess1", "guess2"),
    "turns": ("guess1", "guess2"),
}


@dataclass(frozen=True)
class Game:
    """A game of hangman, drawn before and after each answer of the dealer, which is a bot."""

    hall: Hall
    players: BotWorker

    async def answered(self) -> Session:
        """Run all actions of the bots, with drawn boards after each; return the session."""
        session = await self.hall.session()
        await self.hall.settled()
        while await self.players.act(session.game_id):
            await self.hall.settled()
        return await self.hall.session()

    async def guess(self, person: Person) -> None:
        """Guess a letter that was not tried on any board."""
        session = await self.hall.session()
        tried = {one for board in range(len(session.state.boards)) for one in tries(session, board)}
        letter = next(one for one in "etaoinshrdlu" if one not in tried)
        await person.slash("/hangman guess", letter=letter)
        await self.answered()

    def posted(self) -> int:
        """Return the number of public messages ever sent in the channel."""
        return len([one for one in self.hall.onlooker.sees() if not one.ephemeral])


@asynccontextmanager
async def game(mode: str, dealer: str) -> AsyncIterator[Game]:
    """Yield a game of two people in which it is time to guess."""
    async with hall() as h, drawing(h):
        casts = {name: kind.bots.loader for name, kind in GameTypes().items()}
        made = Game(h, BotWorker(h.games, LocalEngine(casts), new_holder()))
        seats = dict(zip(BOARDS[mode], h.people, strict=False))
        guessers = 1 if mode == "race" else 2
        await begun(h, seats, mode=mode, dealer=dealer, guessers=guessers, lives=12)
        await made.answered()
        yield made


@pytest.mark.sampled
@pytest.mark.parametrize("dealer", ["cheating", "honest"])
@pytest.mark.parametrize("mode", ["race", "together"])
def test_nobody_is_called_again_while_a_bot_answers_one_guess_after_another(
    mode: str, dealer: str
) -> None:
    @in_loop
    async def play() -> None:
        async with game(mode, dealer) as it:
            ann, bob, *_ = it.hall.people
            begun, board = it.posted(), it.hall.board()
            assert ann.user.id in board.pings
            assert mode == "together" or bob.user.id in board.pings
            for guesser in (ann, ann, bob, ann):
                await it.guess(guesser)
            assert it.posted() == begun
            assert it.hall.board().id == board.id
            assert it.hall.onlooker.again(board).edited

    play()


@in_loop
async def test_each_guess_in_turn_calls_whoever_is_next_and_nobody_else() -> None:
    async with game("turns", "cheating") as it:
        ann, bob, *_ = it.hall.people
        begun = it.posted()
        for number, (guesser, following) in enumerate(((ann, bob), (bob, ann), (ann, bob)), 1):
            await it.guess(guesser)
            assert it.posted() == begun + number
            assert it.hall.board().pings == {following.user.id}
