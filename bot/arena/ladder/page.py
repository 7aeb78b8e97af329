"""The page of a ladder: Markdown for people, CSV for programs."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

from bot.arena.ladder.plan import LadderStanding
from core.arena.bradley_terry import PairResult

HEADINGS = (
    *("agent", "rating", "half width", "games", "win rate", "verdict"),
    *("solo games", "solo win rate", "solo turns to win", "solo cards a turn", "solo CoLT"),
)


@dataclass(frozen=True, slots=True)
class LadderPage:
    """All that the page tells: where the results come from, and the standings, the best first.

    `best` is the expert that best-average stands for, empty where that does not play;
    `pairs` and `names` are the boards of every two agents and the agents' names by place.
    """

    suite: str
    seeds: range
    best: str
    checksum: str
    command: str
    standings: tuple[LadderStanding, ...]
    names: tuple[str, ...]
    pairs: tuple[PairResult, ...]
    forfeits: tuple[tuple[str, dict[str, Any]], ...]


def markdown(page: LadderPage) -> str:
    """Return the page as Markdown."""
    first, last = page.seeds[0], page.seeds[-1]
    lines = [
        f"# Ladder, {page.suite} suite",
        "",
        f"Every two agents played the boards of seeds {first} to {last} in both seatings, by table",
        "rules (lawful clues, stopping, one guess more). An agent is a spymaster; on each board",
        "both teams have the same guesser of a panel: `stranger`, who hears as people do, and the",
        "seven embedded experts, in turn. A guesser is left out where it thinks as one of the two",
        "does, or is made of its model. ACE plays beside all, without their models to listen to.",
        "An agent whose file names a guesser plays beside that one. Learning lasts for the boards",
        "of two agents beside one guesser.",
        "",
        "Ratings are Bradley and Terry's with ties (Davidson 1970): a board is won with both games",
        "and tied with one. 400 points are odds of ten to one in a game; the mean is 0; intervals",
        "are 95%, from the information matrix. An agent that wins more than 90% or fewer than 10%",
        "of its games is said to be above or below all: its distance to others is not measured.",
        *_best(page.best),
        "",
        "| | agent | rating | games won | solo: won | turns to win | cards a turn | CoLT |",
        "|---|---|---|---|---|---|---|---|",
        *_rows(page.standings),
        "",
        f"Models: checksum {page.checksum[:12]}. Command: `{page.command}`.",
        *_forfeits(page.forfeits),
    ]
    return "\n".join(lines) + "\n"


def _best(expert: str) -> Iterable[str]:
    """Yield the lines that tell which expert best-average is, where it plays."""
    if expert:
        yield f"`best-average` is `{expert}` here: the expert with the highest mean CoLT beside"
        yield "other experts, in solo games of the development suite."


def _rows(standings: Sequence[LadderStanding]) -> Iterable[str]:
    for place, one in enumerate(standings, start=1):
        rating = f"{one.points:+.0f} ± {one.half_width:.0f}"
        won = f"{one.win_rate:.1%} of {one.games}"
        solo = one.solo
        figures = (solo.win_turns, solo.cards_a_turn, solo.colt)
        shown = " | ".join("-" if value is None else f"{value:.2f}" for value in figures)
        told = one.verdict or rating
        yield f"| {place} | {one.agent.name} | {told} | {won} | {solo.win_rate:.1%} | {shown} |"


def _forfeits(forfeits: Sequence[tuple[str, dict[str, Any]]]) -> Iterable[str]:
    if forfeits:
        yield from ("", "## Forfeits", "")
    for name, one in forfeits:
        reason = one["reason"].replace("`", "'")
        yield f"- {name}, {one['role']}, {one['games']} games: `{reason}`"


def ratings_csv(standings: Sequence[LadderStanding]) -> str:
    """Return the standings as CSV, with a line of headings."""
    return _csv(
        HEADINGS,
        (
            (
                one.agent.name,
                f"{one.points:.2f}",
                f"{one.half_width:.2f}",
                one.games,
                f"{one.win_rate:.4f}",
                one.verdict,
                one.solo.games,
                f"{one.solo.win_rate:.4f}",
                *(
                    "" if value is None else f"{value:.4f}"
                    for value in (one.solo.win_turns, one.solo.cards_a_turn, one.solo.colt)
                ),
            )
            for one in standings
        ),
    )


def pairs_csv(page: LadderPage) -> str:
    """Return the boards of every two agents as CSV, with a line of headings."""
    headings = ("agent", "other", "boards won", "boards tied", "boards lost")
    rows = (
        (page.names[one.first], page.names[one.second], one.won, one.tied, one.lost)
        for one in page.pairs
    )
    return _csv(headings, rows)


def _csv(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return text.getvalue()
