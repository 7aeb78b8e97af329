"""Boards and profiles as plain JSON types, for programs."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from bot.ratings.boards.leaderboard import Standing
from bot.ratings.boards.profile import Profile
from bot.ratings.boards.record import PlayerRecord
from bot.ratings.boards.scoreboard import Scoreboard
from core.codenames.model import Role

_SCORED: Final = ("points", "won", "played", "streak", "best")
"""The parts of a score in JSON."""


def leaderboard_json(standings: Sequence[Standing[PlayerRecord]]) -> list[dict[str, Any]]:
    """Return a board as JSON, best first.

    `win_rate` is null before the first finished game; `odds` is the chance to beat an average team.
    """
    return [{**_player(one), "bot": one.user.is_bot, **_record(one.record)} for one in standings]


def scores_json(board: Scoreboard) -> dict[str, Any]:
    """Return the board of a scored game as JSON: the guild's words of the day, players best first.

    The guild's `streak` counts days in a row, a player's counts games in a row.
    """
    return {
        "game": board.game,
        "days": {
            "played": board.own.played,
            "won": board.own.won,
            "streak": board.own.streak_on(board.today),
            "best": board.own.best,
        },
        "players": [
            {**_player(one), **{name: getattr(one.record, name) for name in _SCORED}}
            for one in board.standings
        ],
    }


def profile_json(found: Profile) -> dict[str, Any]:
    """Return a profile as JSON."""
    return {
        "user": str(found.user),
        "name": found.name,
        "roles": _by_role(found.roles),
        "alone": _by_role(found.alone),
        "partners": [
            {"user": str(partner.user), "name": partner.name, **_record(partner.record)}
            for partner in found.partners
        ],
        "experts": [{**asdict(expert), "role": expert.role.value} for expert in found.experts],
        "leanings": [
            {"role": known.role.value, "turns": known.turns, "leanings": dict(known.leanings)}
            for known in found.leanings
        ],
        "clues": asdict(found.clues) if found.clues else None,
        **({"chance": found.chance[1]} if found.chance else {}),
    }


def _player(standing: Standing[Any]) -> dict[str, Any]:
    return {"rank": standing.rank, "user": str(standing.user), "name": standing.name}


def _by_role(records: Mapping[Role, PlayerRecord]) -> list[dict[str, Any]]:
    return [{"role": role.value, **_record(record)} for role, record in records.items()]


def _record(record: PlayerRecord) -> dict[str, Any]:
    return {
        **asdict(record.shown),
        "provisional": record.shown.provisional,
        "games": record.count.games,
        "wins": record.count.wins,
        "win_rate": record.win_rate,
        "streak": record.count.streak,
        "odds": record.odds,
        "place": record.place.value,
    }
