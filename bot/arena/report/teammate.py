"""The blocks of the research page about the agent that models its teammate.

`benchmarks.teammate` and `benchmarks.teammate_duels` measure the results, and
`benchmarks.teammate_page` stores them in a file next to the page. Each part has its commands, the
number of games with each teammate, their seeds, and an entry for each agent and teammate.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, TypeAlias

from bot.arena.experiment import MEAN, MEASURES
from bot.arena.page import markdown
from bot.arena.report.blocks import PARTNERS, ROLES, ROW, named_models, told
from bot.arena.table import AXES

KeptPart: TypeAlias = Mapping[str, Any]
AgentLine: TypeAlias = tuple[str, str, str]
"""A role, a partner and an agent."""

TEAMMATE_RESULTS: Final = "research-teammate.json"
"""The name of the file with these results, next to the page."""

SAME: Final = "mean of same"
"""The name of the mean over teammates with the same vectors in both chairs."""

APART: Final = "wg"
"""The paper's model with different vectors in its two chairs, which is in every ensemble."""

GAIN: Final = " over ace"
"""The suffix of a measure that is a difference from ACE, run by run."""

BASES: Final = ("best-static", "ace")
"""The agents for comparison."""

TITLES: Final = {"best-static": "best expert"}
"""The agents with another name on the page."""

ROLES_AND_PARTNERS: Final = (*product(ROLES, PARTNERS),)

ABLATIONS: Final = {
    "teammate-arms": "experts' clues",
    "teammate-arms-exact": "experts' clues, posterior only",
    "teammate-arms-blend": "experts' clues, blend only",
    "teammate": "all",
    "teammate-exact": "posterior only",
    "teammate-blend": "blend only",
}
"""The agent's ablations, with the parts that they keep."""

REAL: Final = {"vectors": "public models", "embedded": "embedded models"}

HALF: Final = 0.5
"""The share of a gain that real vectors must reproduce before the page claims it."""


def teammate_blocks(found: Mapping[str, KeptPart]) -> dict[str, str]:
    """Return the blocks by name; raises KeyError if a part is missing."""
    return {
        "teammate": _means(found["final"]) + _source(found["final"]),
        "teammate-each": _each(found["final"]),
        "teammate-duels": _duels(found["duels"]) + _source(found["duels"]),
        "teammate-ablations": _ablations(found["ablations"]) + _source(found["ablations"]),
        "teammate-held-out": win_rates_by_teammate(found["held_out"]) + _source(found["held_out"]),
        "teammate-strangers": win_rates_by_teammate(found["strangers"])
        + _source(found["strangers"]),
        "teammate-control": _control(found["control"]) + _source(found["control"]),
        "teammate-real": _real(found),
    }


def entry(part: KeptPart, line: AgentLine, teammate: str) -> Mapping[str, Any]:
    """Return an agent's results with a teammate; raises KeyError if there are none."""
    found = {tuple(one[name] for name in AXES): one for one in part["entries"]}
    figures: Mapping[str, Any] = found[*line, teammate]
    return figures


def agent_lines(part: KeptPart) -> list[AgentLine]:
    """Return the agents of a part with role and partner, in the order of `ROLES_AND_PARTNERS`."""
    there = dict.fromkeys((one["role"], one["partner"], one["agent"]) for one in part["entries"])
    return sorted(there, key=lambda line: ROLES_AND_PARTNERS.index(line[:2]))


def teammates_of(part: KeptPart) -> list[str]:
    """Return the teammates of a part."""
    names = dict.fromkeys(one["teammate"] for one in part["entries"])
    return [name for name in names if name not in (MEAN, SAME)]


def _source(part: KeptPart) -> str:
    """Return the provenance of a table: games, seeds, checksum and commands."""
    first, last = part["seeds"]
    commands = "".join(f"    {command}\n" for command in part["commands"])
    return (
        f"\n{part['games']:,} games with each teammate, seeds {first} to {last}, data "
        f"{part['checksum'][:12]}:\n\n{commands}"
    )


def _measured(part: KeptPart, line: AgentLine) -> list[str]:
    """Return an agent's means over all teammates."""
    return [told(entry(part, line, MEAN)[measure]) for measure in MEASURES]


def _by_agent(
    part: KeptPart, head: Sequence[str], cells: Callable[[AgentLine], Iterable[str]]
) -> str:
    """Return a table with a row for each agent; `cells` returns the cells after its name."""
    rows = [[f"{line[0]}, {line[1]}", _title(line[2]), *cells(line)] for line in agent_lines(part)]
    return markdown([ROW, "agent", *head], rows)


def _title(agent: str) -> str:
    return TITLES.get(agent, agent)


def _means(part: KeptPart) -> str:
    """Return the means over all teammates, and over those with one model."""

    def cells(line: AgentLine) -> Iterator[str]:
        mean, same = entry(part, line, MEAN), entry(part, line, SAME)
        yield from (*_measured(part, line), told(mean["first_game"], 2))
        yield from (f"{same[measure]['mean']:.3f}" for measure in MEASURES)
        yield f"{mean['games_per_second']:.0f}"

    names = MEASURES.values()
    without = [f"{name} without {APART}" for name in names]
    return _by_agent(part, [*names, "CoLT, first game", *without, "games per second"], cells)


def _each(part: KeptPart) -> str:
    """Return CoLT with each teammate."""
    names = teammates_of(part)

    def cells(line: AgentLine) -> Iterator[str]:
        return (f"{entry(part, line, name)['colt']['mean']:.2f}" for name in names)

    return _by_agent(part, [*map(_marked, names)], cells)


def _marked(name: str) -> str:
    return f"{name} \\*" if name == APART else name


def _duels(part: KeptPart) -> str:
    """Return the shares of games won against ACE, with the exact model's forecast in brackets."""
    names = teammates_of(part)
    rows = []
    for line in agent_lines(part):
        cells = [
            f"{entry(part, line, name)['won']['mean']:.2f} ({entry(part, line, name)['exact']:.2f})"
            for name in names
        ]
        means = [told(entry(part, line, of)["won"]) for of in (MEAN, SAME)]
        seen = [f"{entry(part, line, MEAN)[model]:.3f}" for model in ("exact", "colt")]
        rows.append([line[0], line[2], *cells, *means, *seen])
    head = ["chair", "agent", *map(_marked, names), "mean", f"mean without {APART}"]
    return markdown([*head, "exact model", "CoLT"], rows)


def _ablations(part: KeptPart) -> str:
    rows = [
        [f"{line[0]}, {line[1]}", ABLATIONS[line[2]], *_measured(part, line)]
        for line in agent_lines(part)
        if line[2] in ABLATIONS
    ]
    return markdown([ROW, "agent", *MEASURES.values()], rows)


def win_rates_by_teammate(part: KeptPart) -> str:
    """Return win rates with each teammate, gains over ACE, and the least gain."""
    lines, names = agent_lines(part), teammates_of(part)
    agents = list(dict.fromkeys(agent for _, _, agent in lines if agent not in BASES))
    rows, least = [], []
    for role, partner in dict.fromkeys(line[:2] for line in lines):
        own = [agent for agent in agents if (role, partner, agent) in lines]
        for name in names:
            figures = {one: entry(part, (role, partner, one), name) for one in (*BASES, *own)}
            bases = [f"{figures[one]['win_rate']['mean']:.3f}" for one in BASES]
            cells = [_won(figures[one]) if one in own else "" for one in agents]
            rows.append([role, name, *bases, *cells])
        for agent in own:
            line = (role, partner, agent)
            gains = {one: entry(part, line, one)["win_rate" + GAIN]["mean"] for one in names}
            lowest = min(gains, key=lambda name: gains[name])
            least.append(f"{role}, `{agent}` {gains[lowest]:+.4f} ({lowest})")
    head = ["chair", "teammate", *map(_title, BASES)]
    gained = [f"{agent} (gain over ACE)" for agent in agents]
    return markdown([*head, *gained], rows) + f"\nSmallest gain over ACE: {'; '.join(least)}.\n"


def _won(figures: Mapping[str, Any]) -> str:
    return f"{figures['win_rate']['mean']:.3f} ({told(figures['win_rate' + GAIN])})"


def _control(part: KeptPart) -> str:
    rows = [[line[0], _title(line[2]), *_measured(part, line)] for line in agent_lines(part)]
    return markdown(["chair", "agent", *MEASURES.values()], rows)


def _real(found: Mapping[str, KeptPart]) -> str:
    """Return the gains over ACE on the paper's data and on real vectors, and the claims."""
    final = found["final"]
    rows = [
        [f"{line[0]}, {line[1]}", line[2], name, *_gains(found, line, measure)]
        for line in agent_lines(final)
        if line[2] not in BASES
        for measure, name in MEASURES.items()
    ]
    head = [ROW, "agent", "gain over ACE in", "the paper's data", *REAL.values()]
    sources = "".join(named_models(teammates_of(found[one])) + _source(found[one]) for one in REAL)
    return markdown([*head, "claimed"], rows) + sources


def _gains(found: Mapping[str, KeptPart], line: AgentLine, measure: str) -> Iterator[str]:
    """Yield the gains as text, then "yes" or "no" for the claim."""
    gains = [entry(found[name], line, MEAN)[measure + GAIN] for name in ("final", *REAL)]
    yield from (told(gain) for gain in gains)
    paper, *real = (gain["mean"] for gain in gains)
    low, high = gains[0]["ci95"]
    yield "yes" if holds(paper, real) and (low > 0 or high < 0) else "no"


def holds(paper: float, real: Sequence[float]) -> bool:
    """Return whether all gains on real vectors have the paper's sign and at least half its size."""
    return all(gain / paper >= HALF for gain in real) if paper else False
