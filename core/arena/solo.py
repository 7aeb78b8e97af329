"""Solo games of Codenames by two bots, each move judged by the rules that people play under.

One team plays against a board whose other team never moves; unlike in the paper's game the
guesser may stop, and may make one guess more than the clue's number.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from core.agents.memory import Memory
from core.agents.observation import played_turn
from core.agents.policy import Policy
from core.agents.thoughts import ClueThoughts, CodenamesChoice, NamedNumbers
from core.arena.solitaire import Memories, SolitaireGame
from core.codenames.model import Chair, Options, Phase, Role, State, Team, Turn
from core.codenames.rules import Codenames
from core.rules import CHANCE, advance

SOLO_OPTIONS: Final = Options(solo=Team.BLUE)
"""The paper's board of 5 by 5 cards, under the rules for people."""

SPYMASTER_CHAIR: Final = Chair(Team.BLUE, Role.SPYMASTER)
GUESSER_CHAIR: Final = Chair(Team.BLUE, Role.GUESSER)


@dataclass(frozen=True, slots=True)
class Pair:
    """The two bots of a solo team."""

    spymaster: Policy
    guesser: Policy

    def chosen(
        self, rules: Codenames, state: State, memories: Memories, seed: int
    ) -> CodenamesChoice:
        """Return the choice of the bot that the table waits for."""
        clue = state.phase is Phase.CLUE
        chair = SPYMASTER_CHAIR if clue else GUESSER_CHAIR
        policy = self.spymaster if clue else self.guesser
        memory = memories.spymaster if clue else memories.guesser
        rng = np.random.default_rng((seed, state.number, int(clue)))
        return policy.choose(rules.observe(state, chair.seat), memory, rng)


def play_solo(
    rules: Codenames, pair: Pair, memories: Memories, seed: int
) -> tuple[SolitaireGame, Memories]:
    """Return one solo game by the pair and what the two remember after it.

    `rules` are of a table with the options `SOLO_OPTIONS`. The deal and all choices draw from
    generators that follow from `seed`.
    """
    state, game = _dealt(rules, seed), SolitaireGame((), won=False, fallbacks=0)
    while state.phase is not Phase.OVER:
        state, spoken, heard = _played(rules, pair, memories, state, seed)
        memories = _learnt(pair, memories, state, spoken, heard)
        game = _counted(game, state, spoken)
    won = state.ending is not None and state.ending.winner is not None
    return replace(game, won=won), memories


def _dealt(rules: Codenames, seed: int) -> State:
    state = rules.initial()
    deal = rules.chance(state, np.random.default_rng(seed))
    return state if deal is None else advance(rules, state, rules.decide(state, CHANCE, deal))


def _played(
    rules: Codenames, pair: Pair, memories: Memories, state: State, seed: int
) -> tuple[State, CodenamesChoice, CodenamesChoice]:
    """Return the state after a whole turn, and the last choice of each bot in it."""
    number = state.number
    spoken = heard = pair.chosen(rules, state, memories, seed)
    state = _after(rules, state, SPYMASTER_CHAIR, spoken)
    while state.phase is not Phase.OVER and state.number == number:
        heard = pair.chosen(rules, state, memories, seed)
        state = _after(rules, state, GUESSER_CHAIR, heard)
    return state, spoken, heard


def _after(rules: Codenames, state: State, chair: Chair, choice: CodenamesChoice) -> State:
    """Return the state after a bot's choice; raises ValueError for one that waits for marks."""
    if choice.action is None:
        raise ValueError("a lone guesser waits for nobody")
    return advance(rules, state, rules.decide(state, chair.seat, choice.action))


def _learnt(
    pair: Pair, memories: Memories, state: State, spoken: CodenamesChoice, heard: CodenamesChoice
) -> Memories:
    return Memories(
        _after_turn(pair.spymaster, memories.spymaster, state, spoken.thoughts.value.credits),
        _after_turn(pair.guesser, memories.guesser, state, heard.thoughts.value.credits),
    )


def _after_turn(policy: Policy, memory: Memory, state: State, earned: NamedNumbers) -> Memory:
    turn = played_turn(_last_turn(state), earned)
    return memory if turn is None else policy.learn(memory, turn)


def _counted(game: SolitaireGame, state: State, spoken: CodenamesChoice) -> SolitaireGame:
    turn, thoughts = played_turn(_last_turn(state), ()), spoken.thoughts.value
    outcomes = game.outcomes if turn is None else (*game.outcomes, turn.outcome)
    fallback = isinstance(thoughts, ClueThoughts) and thoughts.fallback
    return SolitaireGame(outcomes, game.won, game.fallbacks + fallback)


def _last_turn(state: State) -> Turn:
    """Return the turn that ended last."""
    return next(turn for turn in reversed(state.turns) if turn.end is not None)
