"""The page of a ladder: Markdown for people, CSV for programs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.arena.duel import SIDES
from bot.arena.ladder import plan
from bot.arena.page import csv_text, markdown, with_blocks
from core.words.ensemble import MODELS

CSV_COLUMNS: Final = (
    *("agent", "rating", "half width", "games", "win rate", "verdict"),
    *("solo games", "solo win rate", "solo turns to win", "solo cards a turn", "solo CoLT"),
)

PAGE: Final = """\
<!-- begin title -->
<!-- end title -->

All pairs of agents played each board in both seatings, by table rules (lawful clues, early stops,
an extra guess). The agents are spymasters. On each board both teams have the same guesser. Guessers
come in turn from a panel: `stranger`, which understands clues as people do, and an expert for each
embedded model, except guessers that share a model with either agent. Agents that follow several
models omit their guesser's models. An agent with a guesser in its file plays with that guesser.
An agent's memory lasts for all boards of one pair of agents with one guesser.

Ratings follow the Bradley-Terry model with ties (Davidson 1970): an agent wins a board by winning
both games, and ties it by winning one. 400 points mean odds of ten to one in a game. The mean is 0.
The 95% intervals come from the information matrix. If an agent wins more than 90% or less
than 10% of its games, its rating shows only that it is above or below all others, not by how much.
<!-- begin standings -->
<!-- end standings -->
"""
"""The page with empty blocks."""


@dataclass(frozen=True)
class LadderPage:
    """The contents of the page; `checksum` covers the words and models."""

    suite: str
    checksum: str
    schedule: plan.Schedule
    blocks: plan.BlockResults

    @cached_property
    def standings(self) -> tuple[plan.LadderStanding, ...]:
        """The agents' standings, best first."""
        return plan.standings(self.schedule, self.blocks)

    @property
    def title(self) -> str:
        """The suite and the seeds of its boards, as Markdown."""
        seeds = self.schedule.seeds
        return f"# Ladder of the {self.suite} suite, seeds {seeds[0]} to {seeds[-1]}\n"

    @property
    def results(self) -> str:
        """The table of standings, its origin, and the forfeits, as Markdown."""
        return "\n".join(_results(self))

    @property
    def text(self) -> str:
        """The whole page as Markdown."""
        return with_blocks(PAGE, {"title": self.title, "standings": self.results})


def _results(page: LadderPage) -> Iterator[str]:
    if best := page.schedule.best:
        yield f"\nHere `best-average` is `{best}`, the expert with the highest mean CoLT"
        yield "with other experts in solo games on the development suite.\n"
    head = ("place", "agent", "rating", "games won", "solo games won", *CSV_COLUMNS[-3:])
    yield markdown(head, _rows(page.standings))
    boards = len(page.schedule.seeds)
    command = f"spyring arena ladder FOLDER --suite {page.suite} --boards {boards}"
    names = ", ".join(f"`{name}`" for name in MODELS)
    yield f"Models: {names}; checksum {page.checksum[:12]}. Command: `{command}`.\n"
    games = Counter[tuple[str, str, str]]()
    for block in page.schedule.duels:
        for one in page.blocks[block]["forfeits"]:
            name = block.agents[SIDES.index(one["by"])].split(" = ")[0]
            games[name, one["role"], one["reason"]] += one["games"]
    if games:
        yield "## Forfeits\n"
    for (name, role, reason), count in sorted(games.items()):
        quoted = reason.replace("`", "'")
        yield f"- {name}, {role}, {count} games: `{quoted}`"
    if games:
        yield ""


def _rows(standings: Sequence[plan.LadderStanding]) -> Iterator[Sequence[str]]:
    for place, one in enumerate(standings, start=1):
        rating = f"{one.points:+.0f} ± {one.half_width:.0f}"
        won = f"{one.win_rate:.1%} of {one.games}"
        told = (str(place), one.agent.name, one.verdict or rating, won)
        yield (*told, f"{one.solo.win_rate:.1%}", *_solo_cells(one.solo, ".2f", "-"))


def _solo_cells(solo: plan.SoloFigures, form: str, missing: str) -> Iterator[str]:
    """Yield turns to win, cards a turn and CoLT."""
    for value in (solo.win_turns, solo.cards_a_turn, solo.colt):
        yield missing if value is None else format(value, form)


def ratings_csv(standings: Sequence[plan.LadderStanding]) -> str:
    """Return the standings as CSV."""
    return csv_text([CSV_COLUMNS, *map(_csv_row, standings)])


def _csv_row(one: plan.LadderStanding) -> Sequence[object]:
    rating = (one.agent.name, f"{one.points:.2f}", f"{one.half_width:.2f}", one.games)
    solo = (one.solo.games, f"{one.solo.win_rate:.4f}", *_solo_cells(one.solo, ".4f", ""))
    return (*rating, f"{one.win_rate:.4f}", one.verdict, *solo)


def pairs_csv(page: LadderPage) -> str:
    """Return the boards of all pairs of agents as CSV."""
    headings = ("agent", "other", "boards won", "boards tied", "boards lost")
    names = [agent.name for agent in page.schedule.agents]
    pairs = plan.pair_results(page.schedule, page.blocks)
    rows = ((names[one.first], names[one.second], one.won, one.tied, one.lost) for one in pairs)
    return csv_text([headings, *rows])
