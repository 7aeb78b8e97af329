"""Seating at a table of Codenames: the person's own role, and the bots in the other chairs."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from bot.gametypes.codenames.policies import ACE_NAMES, RANDOM
from bot.gametypes.seating import EXPERT_PREFIX, HUMAN, Seating, SeatingError, assign
from core.agents.listener_policy import LISTENING
from core.codenames.model import Chair, Options, Role, Team
from core.words.ensemble import MODELS

NAMED_BOTS: Final = (*sorted(ACE_NAMES), *LISTENING, RANDOM)
"""The bots that can be named for a chair, besides experts."""


class OwnRole(Enum):
    """The chair that the person at the terminal takes."""

    SPYMASTER = "spymaster"
    GUESSER = "guesser"
    WATCHER = "watcher"


def seat_everybody(
    options: Options,
    own_role: OwnRole,
    team: Team,
    bots: str,
    named: Sequence[str] = (),
    experts: Sequence[str] = MODELS,
) -> Seating:
    """Return the seating with the person's role in `team`, and `bots` in all other chairs.

    `named` overrides single chairs: ``red-guesser=human``, ``red-guesser=human:ANNA``; `experts`
    are the models that can be bots. Raises SeatingError for a team or a chair that the table has
    not, and for a name that no bot has.
    """
    if team not in options.playing:
        playing = tuple(name.value for name in options.playing)
        raise SeatingError("team-not-playing", team=team.value, playing=playing)
    sitting = {
        chair.seat: HUMAN if _is_yours(chair, own_role, team) else bots for chair in options.chairs
    }
    known = (*NAMED_BOTS, HUMAN, *(EXPERT_PREFIX + name for name in experts))
    return assign(sitting, named, lambda _seat: known)


def check_keyword(options: Options, seating: Seating) -> None:
    """Raise SeatingError where no person may type the keyword that the table waits for."""
    roles = {chair.seat: chair.role for chair in options.chairs}
    if options.keyword and not any(roles[seat] is Role.SPYMASTER for seat in seating.humans):
        raise SeatingError("keyword-nobody")


def _is_yours(chair: Chair, own_role: OwnRole, team: Team) -> bool:
    return chair.team is team and chair.role.value == own_role.value and chair.number == 1
