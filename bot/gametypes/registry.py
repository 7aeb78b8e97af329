"""The registry of games: an entry here adds a game to Spyring.

It imports a game at its first use.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pkgutil import resolve_name
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from bot import plugins
from core.rules import Refusal

if TYPE_CHECKING:
    from bot.gametypes.cli import GameCli, GameCommand
    from bot.gametypes.engine import BotLoaders, BotSet
    from bot.gametypes.game_type import AnyGame


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game by its name; class names are in the format of `pkgutil.resolve_name`."""

    name: str
    cli_class: str = ""
    """The subclass of `GameCli`; empty for that of a plugin."""
    command_classes: Mapping[str, str] = field(default_factory=dict)
    """The classes of the game's own commands, by command."""

    def load(self) -> "GameCli":
        """Import and return the game's `GameCli`; raises PluginError."""
        own = self.cli_class and resolve_name(self.cli_class)
        cli: GameCli = (own or plugins.load_plugin(plugins.GAME_PLUGINS, self.name))()
        return cli


BUILT_IN: Final = (
    GameEntry(
        "codenames",
        "bot.gametypes.codenames.play:CodenamesCli",
        {
            "board": "bot.gametypes.codenames.commands:BoardCommand",
            "listen": "bot.gametypes.codenames.listening:ListenCommand",
            "words": "bot.gametypes.codenames.nearest_words:WordsCommand",
            "models": "bot.gametypes.codenames.model_commands:ModelsCommand",
        },
    ),
    GameEntry("hangman", "bot.gametypes.hangman.play:HangmanCli"),
    GameEntry(
        "shiritori",
        "bot.gametypes.shiritori.play:ShiritoriCli",
        {"shiritori": "bot.gametypes.shiritori.commands:ShiritoriCommand"},
    ),
)
"""Spyring's own games."""

GAMES: Final = (
    *BUILT_IN,
    *(
        GameEntry(name)
        for name in plugins.plugins(plugins.GAME_PLUGINS)
        if name not in {game.name for game in BUILT_IN}
    ),
)
"""All games; the first one is the default."""


class GameTypes(Mapping[str, "AnyGame"]):
    """The games by their names, imported on first use unless they are `loaded`.

    Their bots follow the models of an ensemble, or all embedded ones if none is named.
    """

    def __init__(
        self,
        ensemble: Sequence[str] = (),
        games: Sequence[GameEntry] = GAMES,
        loaded: Mapping[str, "AnyGame"] = MappingProxyType({}),
    ) -> None:
        self._ensemble = ensemble
        self._games = {game.name: game for game in games}
        self._loaded = dict(loaded)

    def __getitem__(self, name: str) -> "AnyGame":
        if name not in self._loaded:
            self._loaded[name] = self._games[name].load().game_type(self._ensemble)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


def bot_loaders(game_types: Mapping[str, "AnyGame"]) -> "BotLoaders":
    """Return each game's loader of bots, which imports the game."""
    return {name: partial(_load_bots, game_types, name) for name in game_types}


def _load_bots(game_types: Mapping[str, "AnyGame"], name: str) -> "BotSet":
    return game_types[name].bots.loader()


def find_game_type(game_types: Mapping[str, "AnyGame"], name: str) -> "AnyGame":
    """Return the game of this name; raises Refusal for an unknown one."""
    if name not in game_types:
        raise Refusal("game-unknown", name=name, known=tuple(game_types))
    return game_types[name]


def load_game(games: Sequence[GameEntry], name: str) -> "GameCli":
    """Return the `GameCli` of this name; raises KeyError."""
    return {game.name: game for game in games}[name].load()


def command_classes(games: Sequence[GameEntry]) -> dict[str, str]:
    """Return the class of each game's own commands, by command."""
    return {name: path for game in games for name, path in game.command_classes.items()}


def load_command(path: str) -> "GameCommand":
    """Return an instance of the command class of this name."""
    command: GameCommand = resolve_name(path)()
    return command
