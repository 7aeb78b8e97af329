"""The games of a ladder, played block by block.

By table rules: clues are lawful and guessers may stop. In a duel both teams have the same guesser
of the panel, on each board in both seatings.
"""

from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.arena.duel import forfeits_json, play_boards
from bot.arena.external.agent import close_all
from bot.arena.ladder.agents import kin
from bot.arena.ladder.plan import GameBlock
from bot.arena.pairs import EXEC, PairNames
from bot.arena.players import DuelSetup, TablePlayers
from bot.arena.policies import table_rules
from bot.arena.simulate import Ruleset, counts_by_code, play_series
from bot.models.ensemble import default_model_set
from core.arena.engine_game import SOLO_OPTIONS, Pair, play_table
from core.arena.tournament import on_arrays

DUELLISTS: Final = 2


class LadderPlayers(TablePlayers):
    """The players of a ladder: none listens to a model that its teammate thinks with."""

    def __init__(self, setup: DuelSetup) -> None:
        """Take a setup; a folder for files that programs read lasts as long as the source."""
        self._folder = TemporaryDirectory(prefix="spyring-")
        super().__init__(setup, Path(self._folder.name))
        self._solo = table_rules(SOLO_OPTIONS, setup.model_set.board_words)

    @property
    def checksum(self) -> str:
        """The checksum of the words and models."""
        return self._setup.model_set.checksum

    def played(self, block: GameBlock) -> dict[str, Any]:
        """Return the result of a block; programs that played in it are ended."""
        try:
            return self._duel(block) if len(block.agents) == DUELLISTS else self._alone(block)
        finally:
            close_all(self.agents)
            self.agents.clear()

    def _duel(self, block: GameBlock) -> dict[str, Any]:
        pairs = [PairNames(*names) for names in zip(block.spymasters, block.guessers, strict=True)]
        boards = play_boards(self.play(*pairs), block.seeds)
        return {"wins": [board.wins for board in boards], "forfeits": forfeits_json(boards)}

    def _alone(self, block: GameBlock) -> dict[str, Any]:
        pair = self._pair(PairNames(block.spymasters[0], block.guessers[0]))
        play = partial(play_table, self._solo, (pair,), spectators=tuple(self.agents))
        games = play_series(play, block.seeds)
        counts = on_arrays(games).counts().sum(axis=0).tolist()
        turns = [len(game.outcomes) for game in games if game.won]
        return {"win_turns": turns, "outcomes": counts_by_code(counts)}

    def _pair(self, names: PairNames) -> Pair:
        pair = super()._pair(names)
        if names.spymaster.startswith(EXEC):
            return pair
        known = self._setup.model_set.experts
        left_out = tuple(name for name in kin(names.guesser) if name in known)
        return Pair(self._policies.without(names.spymaster, left_out), pair.guesser)


@cache
def ladder_players(seconds: float) -> LadderPlayers:
    """Return this process's players; `seconds` are what programs have for an answer."""
    return LadderPlayers(DuelSetup(default_model_set(), Ruleset.TABLE, (), seconds))


def played_block(block: GameBlock, seconds: float) -> dict[str, Any]:
    """Return the result of a block; `seconds` are what programs have. Raises AssetError."""
    return ladder_players(seconds).played(block)
