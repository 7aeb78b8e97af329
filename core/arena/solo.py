"""Solo games of Codenames by two bots, each move judged by the rules that people play under.

One team plays against a board whose other team never moves; unlike in the paper's game the
guesser may stop, and may make one guess more than the clue's number.
"""

from typing import Final

from core.arena.engine_game import EngineGame, Pair, Spectator
from core.arena.solitaire import Memories, SolitaireGame
from core.codenames.model import Level, Options, Team
from core.codenames.rules import Codenames

__all__ = ["SOLO_OPTIONS", "Pair", "play_solo"]

SOLO_OPTIONS: Final = Options(solo=Team.BLUE, level=Level.STRONG)
"""The paper's board of 5 by 5 cards, under the rules for people, with strong bots."""


def play_solo(
    rules: Codenames,
    pair: Pair,
    memories: Memories,
    seed: int,
    *,
    spectators: tuple[Spectator, ...] = (),
) -> tuple[SolitaireGame, Memories]:
    """Return one solo game by the pair and what the two remember after it.

    `rules` are of a table with the options `SOLO_OPTIONS`. The deal and all choices draw from
    generators that follow from `seed`.
    """
    game = EngineGame(rules, {Team.BLUE: pair}, {Team.BLUE: memories}, seed, spectators)
    game.play()
    play = game.plays[Team.BLUE]
    won = game.winner is Team.BLUE
    return SolitaireGame(play.outcomes, won, play.fallbacks), game.memories[Team.BLUE]
