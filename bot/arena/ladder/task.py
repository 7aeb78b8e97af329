"""``spyring arena ladder``: plays the missing games of a suite, and writes its page of ratings.

Games follow table rules: clues are lawful and guessers may stop. In a duel both teams have the same
guesser from the panel, in both seatings of each board.
"""

import json
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from bot.arena.duel import add_time_limit, forfeits_json, play_boards
from bot.arena.external.agent import close_all
from bot.arena.jobs import JobPlan, fingerprint_of, job_count, run_jobs
from bot.arena.ladder import plan
from bot.arena.ladder.agents import (
    BEST_AVERAGE,
    EXPERT_AGENTS,
    LadderAgent,
    agents_of,
    kin,
)
from bot.arena.ladder.page import LadderPage, pairs_csv, ratings_csv
from bot.arena.options import whole_number
from bot.arena.pairs import EXEC, PairNames
from bot.arena.players import DuelSetup, Ruleset, TablePlayers
from bot.arena.plots import draw_intervals
from bot.arena.simulate import play_series, solo_game
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder
from bot.models.ensemble import default_model_set
from bot.settings import Settings
from core.arena.engine_game import PolicyPair
from core.arena.tournament import on_arrays
from core.rating.colt import counts_by_code
from core.rules import Refusal
from core.view import phrase

DEVELOPMENT: Final = "development"
FINAL: Final = "final"

DUELLISTS: Final = 2

PAIR_BOARDS: Final = 120
"""The default boards of each pair of agents, and of each agent's solo games."""

STATIC_BOARDS: Final = 48
"""The boards of the solo games that choose best-average."""


class LadderPlayers(TablePlayers):
    """The players of a ladder: none listens to its teammate's model."""

    @property
    def checksum(self) -> str:
        """The checksum of the words and models."""
        return self._setup.model_set.checksum

    def played(self, block: plan.GameBlock) -> dict[str, Any]:
        """Play a block and close its programs; return the result."""
        try:
            return self._duel(block) if len(block.agents) == DUELLISTS else self._alone(block)
        finally:
            close_all(self.agents)
            self.agents.clear()

    def _duel(self, block: plan.GameBlock) -> dict[str, Any]:
        pairs = map(PairNames, block.spymasters, block.guessers)
        boards = play_boards(self.pairing(*pairs), block.seeds)
        return {"wins": [board.wins for board in boards], "forfeits": forfeits_json(boards)}

    def _alone(self, block: plan.GameBlock) -> dict[str, Any]:
        pair = self._pair(PairNames(block.spymasters[0], block.guessers[0]))
        begin = solo_game(pair, self._setup.model_set.board_words, tuple(self.agents))
        games = play_series(begin, block.seeds)
        counts = on_arrays(games).counts().sum(axis=0).tolist()
        turns = [len(game.outcomes) for game in games if game.won]
        return {"win_turns": turns, "outcomes": counts_by_code(counts)}

    def _pair(self, names: PairNames) -> PolicyPair:
        pair = super()._pair(names)
        if names.spymaster.startswith(EXEC):
            return pair
        known = self._setup.model_set.experts
        left_out = tuple(name for name in kin(names.guesser) if name in known)
        return PolicyPair(self._policies.without(names.spymaster, left_out), pair.guesser)


@cache
def ladder_players(seconds: float) -> LadderPlayers:
    """Return this process's players; `seconds` is the time limit for programs."""
    return LadderPlayers(DuelSetup(default_model_set(), Ruleset.TABLE, (), seconds))


def played_block(block: plan.GameBlock, seconds: float) -> dict[str, Any]:
    """Play a block; return the result. `seconds` limits programs. Raises AssetError."""
    return ladder_players(seconds).played(block)


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder in its folder, with the options of its games."""

    folder: Path
    suite: str
    boards: int
    jobs: int
    seconds: float

    @property
    def seeds(self) -> range:
        """The seeds of the suite's boards."""
        return plan.suite_seeds(self.suite, self.boards)

    def path(self, ending: str) -> Path:
        """Return the path of one of the suite's files."""
        return self.folder / f"{self.suite}{ending}"

    def play(self) -> LadderPage:
        """Play the missing games and write the page; return it. Raises Refusal."""
        source = ladder_players(self.seconds)
        agents = agents_of(self.folder, source.names)
        averaged = any(agent.spymaster == BEST_AVERAGE for agent in agents)
        checksum, digest = source.checksum, self._digest(agents, source.checksum)
        self._check_final(digest)
        best = self._best(checksum) if averaged else ""
        schedule = plan.Schedule(agents, self.seeds, best)
        self._mark_final(digest, played=False)
        blocks = (*schedule.solo, *schedule.duels)
        results = self._played(blocks, self.path(".jsonl"), checksum)
        page = LadderPage(self.suite, checksum, schedule, results)
        self._write(page)
        self._mark_final(digest, played=True)
        return page

    def _best(self, checksum: str) -> str:
        """Return the expert that plays best-average, from the development suite."""
        experts = plan.Schedule(EXPERT_AGENTS, plan.suite_seeds(DEVELOPMENT, STATIC_BOARDS))
        return plan.best_average(
            self._played(experts.solo, self.folder / "experts.jsonl", checksum)
        )

    def _played(
        self, blocks: Sequence[plan.GameBlock], kept: Path, checksum: str
    ) -> plan.BlockResults:
        """Play the blocks that are not in a file yet; return the results of all."""
        play, jobs = partial(played_block, seconds=self.seconds), JobPlan(self.jobs, None, kept)
        found = run_jobs(play, blocks, jobs, fingerprint_of({"checksum": checksum}))
        return dict(zip(blocks, found, strict=True))

    def _write(self, page: LadderPage) -> None:
        """Write the page in all its formats, with its plot."""
        self.path(".md").write_text(page.text, encoding="utf-8")
        self.path(".csv").write_text(ratings_csv(page.standings), encoding="utf-8")
        self.path("-pairs.csv").write_text(pairs_csv(page), encoding="utf-8")
        rows = [(one.title, one.points, one.half_width) for one in page.standings]
        images = draw_intervals(rows, f"Ladder, {self.suite} suite", "rating in points")
        for form, content in images.items():
            self.path(f".{form}").write_bytes(content)

    # The final suite is played once: a mark records the agents and the number of boards.

    def _digest(self, agents: Sequence[LadderAgent], checksum: str) -> str:
        plain = [[agent.identity for agent in agents], self.boards, checksum]
        return sha256(json.dumps(plain).encode()).hexdigest()

    def _check_final(self, digest: str) -> None:
        """Raise Refusal if agents have played the final suite, or other agents began it."""
        path = self.path(".mark.json")
        if self.suite != FINAL or not path.exists():
            return
        try:
            plain = json.loads(path.read_text(encoding="utf-8"))
            played, begun = bool(plain["played"]), str(plain["digest"])
        except (ValueError, KeyError, TypeError) as error:
            raise Refusal("asset-unreadable", path=str(path)) from error
        if played:
            raise Refusal("ladder-final-played", path=str(self.path(".md")))
        if begun != digest:
            raise Refusal("ladder-final-others")

    def _mark_final(self, digest: str, *, played: bool) -> None:
        """Mark the final suite as begun or as played."""
        if self.suite == FINAL:
            plain = json.dumps({"played": played, "digest": digest})
            self.path(".mark.json").write_text(plain + "\n", encoding="utf-8")


class LadderTask(GameCommand):
    """A round robin of agents."""

    name = "ladder"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the folder, the suite, the boards and the jobs."""
        add, board_count = adder.describe, whole_number(1, 10_000, "boards cannot be played")
        add("folder", "ladder-folder", metavar="FOLDER")
        add("--suite", "ladder-suite", choices=tuple(plan.SUITES), default=DEVELOPMENT)
        add("--boards", "ladder-boards", metavar="N", type=board_count, default=PAIR_BOARDS)
        add("--jobs", "arena-jobs", metavar="N", type=job_count, default=1)
        add_time_limit(adder)

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:  # noqa: ARG002
        """Play the suite and write its page; raises Refusal."""
        ladder = Ladder(
            Path(arguments.folder),
            arguments.suite,
            arguments.boards,
            arguments.jobs,
            arguments.time_limit,
        )
        page = ladder.play()
        console.write(page.results)
        said = phrase("ladder-written", path=str(ladder.path(".md")))
        console.write(console.texts.say(said))
        return 0
