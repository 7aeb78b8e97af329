"""The games that can be played at a table, each with a `GameType`."""

from collections.abc import Mapping

from bot.gametypes.codenames import codenames_type
from bot.gametypes.engine import BotLoaders
from bot.gametypes.game_type import AnyGame
from bot.gametypes.hangman import hangman_type
from bot.gametypes.registry import all_game_types
from core.rules import Refusal

__all__ = [
    "AnyGame",
    "UnknownGame",
    "all_game_types",
    "bot_loaders",
    "codenames_type",
    "find_game_type",
    "hangman_type",
]


def bot_loaders(game_types: Mapping[str, AnyGame]) -> BotLoaders:
    """Return the loaders of the bots of each game."""
    return {name: game_type.bots.loader for name, game_type in game_types.items()}


class UnknownGame(Refusal):
    """A name that no game has."""


def find_game_type(game_types: Mapping[str, AnyGame], name: str) -> AnyGame:
    """Return the game of this name; raises UnknownGame."""
    if name not in game_types:
        raise UnknownGame("game-unknown", name=name, known=tuple(game_types))
    return game_types[name]
