"""The picture of a ladder; needs the extra `arena`."""

from collections.abc import Sequence
from pathlib import Path

from bot.arena.ladder.plan import LadderStanding


def draw(standings: Sequence[LadderStanding], title: str, paths: Sequence[Path]) -> None:
    """Write ratings with their intervals to files, each in the format of its ending."""
    from matplotlib import rc_context  # noqa: PLC0415 - slow to import
    from matplotlib.figure import Figure  # noqa: PLC0415

    with rc_context({"svg.hashsalt": "spyring"}):
        figure = Figure(figsize=(7, 1 + 0.3 * len(standings)), layout="constrained")
        axes = figure.add_subplot()
        places = range(len(standings), 0, -1)
        for place, one in zip(places, standings, strict=True):
            style = "none" if one.verdict else "full"
            axes.errorbar(
                one.points,
                place,
                xerr=one.half_width,
                fmt="o",
                fillstyle=style,
                color="tab:blue",
                capsize=3,
            )
        axes.set_yticks(list(places), [_label(one) for one in standings])
        axes.axvline(0, color="0.8", zorder=0)
        axes.set_xlabel("rating in points, 95% interval")
        axes.set_title(title)
        for path in paths:
            metadata = {"Date": None} if path.suffix == ".svg" else None
            figure.savefig(path, dpi=150, metadata=metadata)


def _label(one: LadderStanding) -> str:
    return f"{one.agent.name} ({one.verdict})" if one.verdict else one.agent.name
