"""The registry of games: a game is added to Spyring by its entry here."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.gametypes.cli import GameCli
from bot.gametypes.codenames.play import CodenamesCli
from bot.gametypes.game_type import AnyGame
from bot.gametypes.hangman.play import HangmanCli
from bot.gametypes.shiritori.play import ShiritoriCli
from bot.models.ensemble import ensemble_of
from core.words.ensemble import MODELS

__all__ = ["GAMES", "all_game_types", "ensemble_of"]

GAMES: Final[tuple[GameCli, ...]] = (CodenamesCli(), HangmanCli(), ShiritoriCli())
"""All games; the first one is played where none is named."""


def all_game_types(
    ensemble: Sequence[str] = MODELS, games: Sequence[GameCli] = GAMES
) -> Mapping[str, AnyGame]:
    """Return every game by its name, with bots that listen to the models of an ensemble."""
    return MappingProxyType({game.name: game.game_type(ensemble) for game in games})
