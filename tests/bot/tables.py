"""Tables and scripted players for the tests of the application."""

from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np

from bot.gametypes.codenames.game_type import codenames_type
from bot.gametypes.engine import BotLoader
from bot.gametypes.game_type import AnyGame
from core.agents.memory import Memory, PlayedTurn, booked
from core.agents.thoughts import ClueThoughts, CodenamesChoice, GuessThoughts
from core.codenames.actions import Action, GiveClue, Guess, Pass
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.game import GAME
from core.codenames.model import Event, Observation, Options, Role, State
from core.codenames.rules import Codenames
from core.rules import Secret
from core.words.packs import default_pack
from tests.bot.table import Table

CodenamesTable: TypeAlias = Table[State, Action, Event, Observation]


class Fixed:
    """Entropy that is constant: the board is always one on which Blue begins and owns A1."""

    def bytes(self, length: int, /) -> bytes:
        return b"\x02" * length


def with_bots(casting: BotLoader, kind: AnyGame | None = None) -> dict[str, AnyGame]:
    """Return Codenames, or another kind of game, by its name, with other bots."""
    # Then any name may be a bot's.
    usual: AnyGame = kind or codenames_type()
    return {usual.name: replace(usual, bots=replace(usual.bots, loader=casting, offered=()))}


def new_table(options: Options | None = None) -> CodenamesTable:
    """Return a dealt table."""
    rules = Codenames(options or Options(), Supply(default_pack()), Referee())
    table = Table(GAME, rules)
    table.deal(Fixed())
    return table


@dataclass
class Scripted:
    """A policy with known moves: one clue for all turns, and guesses in board order.

    It skips the first `skip` covered cards, stops after `stop` guesses a turn, and books every turn
    that it learns from.
    """

    name: str = "scripted"
    stop: int = 9
    skip: int = 0
    learnt: list[PlayedTurn] = field(default_factory=list)
    seen: list[Memory] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        self.seen.append(memory)
        self.drawn.append(int(rng.integers(2**32)))
        turn = observation.number
        if observation.chair and observation.chair.role is Role.SPYMASTER:
            clue = ClueThoughts(
                "scripted", "zephyr", 2, (("x", 0.5),), credits=(("scripted", 1.0),)
            )
            return CodenamesChoice(GiveClue(turn, "zephyr", 2), self.name, Secret(clue))
        made = len(observation.turns[-1].guesses)
        thoughts = GuessThoughts(
            "scripted", "zephyr", "zephyr", None, (("y", 0.4),), (("scripted", 1.0),)
        )
        action = Pass(turn) if made >= self.stop else Guess(turn, observation.covered[self.skip])
        return CodenamesChoice(action, self.name, Secret(thoughts))

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:
        self.learnt.append(turn)
        return booked(memory, turn)
