"""Boards and profiles as plain JSON types, for programs."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bot.leaderboard.profile import InRole, Profile
from bot.leaderboard.standing import Record, Standing
from core.rating.shown import Shown


def leaderboard_json(standings: Sequence[Standing]) -> list[dict[str, Any]]:
    """Return a board as JSON, best first; `win_rate` is null before the first finished game."""
    return [
        {
            "rank": standing.rank,
            "user": str(standing.user),
            "name": standing.name,
            "bot": standing.is_bot,
            **_record(standing.record),
        }
        for standing in standings
    ]


def profile_json(found: Profile) -> dict[str, Any]:
    """Return a profile as JSON."""
    return {
        "user": str(found.user),
        "name": found.name,
        "roles": list(map(_in_role, found.roles)),
        "alone": list(map(_in_role, found.alone)),
        "partners": [
            {"user": str(partner.user), "name": partner.name, **_shown(partner.shown)}
            for partner in found.partners
        ],
        "experts": [{**asdict(expert), "role": expert.role.value} for expert in found.experts],
    }


def _in_role(found: InRole) -> dict[str, Any]:
    return {"role": found.role.value, **_record(found.record)}


def _record(record: Record) -> dict[str, Any]:
    return {**_shown(record.shown), "games": record.games, "win_rate": record.win_rate}


def _shown(shown: Shown) -> dict[str, Any]:
    return {**asdict(shown), "provisional": shown.provisional}
