"""Who sits where: people and bots in the chairs of a table of Codenames."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.simulation import ACE_NAMES, RANDOM
from core.codenames.model import Chair, Options, OptionsError, Role, Team
from core.rules import Seat
from core.words.ensemble import MODELS

HUMAN = "human"
EXPERT_PREFIX = "expert:"

KNOWN: Final = (*sorted(ACE_NAMES), RANDOM, HUMAN, *(EXPERT_PREFIX + name for name in MODELS))
"""Who can be asked to sit in a chair."""


class You(Enum):
    """The chair that the person at the terminal takes."""

    SPYMASTER = "spymaster"
    GUESSER = "guesser"
    WATCHER = "watcher"


@dataclass(frozen=True, slots=True)
class Seating:
    """The people's seats in playing order of the teams, and the name of the bot in each other."""

    humans: tuple[Seat, ...]
    bots: Mapping[Seat, str]


def seat_everybody(
    options: Options, you: You, team: Team, bots: str, named: Sequence[str] = ()
) -> Seating:
    """Return the seating in which `you` sit in `team`, `bots` in all other chairs.

    `named` overrides single chairs: ``red-guesser=human``. Raises OptionsError for a team or a
    chair that the table has not, and for a name that nobody has.
    """
    if team not in options.playing:
        playing = ", ".join(name.value for name in options.playing)
        raise OptionsError("team-not-playing", team=team.value, playing=playing)
    sitting = {
        chair.seat: HUMAN if _is_yours(chair, you, team) else bots for chair in options.chairs
    }
    for text in named:
        seat, name = _assignment(text, sitting)
        sitting[seat] = name
    for name in sitting.values():
        _check_known(name)
    return Seating(
        tuple(seat for seat, name in sitting.items() if name == HUMAN),
        {seat: bot_name(name) for seat, name in sitting.items() if name != HUMAN},
    )


def check_keyword(options: Options, seating: Seating) -> None:
    """Raise OptionsError where nobody may type the keyword that the table waits for."""
    roles = {chair.seat: chair.role for chair in options.chairs}
    if options.keyword and not any(roles[seat] is Role.SPYMASTER for seat in seating.humans):
        raise OptionsError("keyword-nobody")


def bot_name(text: str) -> str:
    """Return the name by which a bot is known to the ensemble: ``expert:gloss`` is gloss."""
    return text.removeprefix(EXPERT_PREFIX)


def _is_yours(chair: Chair, you: You, team: Team) -> bool:
    return chair.team is team and chair.role.value == you.value and chair.number == 1


def _check_known(name: str) -> None:
    if name not in (*KNOWN, *MODELS):
        raise OptionsError("bot-unknown", name=name, known=", ".join(KNOWN))


def _assignment(text: str, sitting: Mapping[Seat, str]) -> tuple[Seat, str]:
    seat, equals, name = text.partition("=")
    if not equals or not name:
        raise OptionsError("chair-form", text=text)
    if seat not in sitting:
        raise OptionsError("chair-unknown", seat=seat, chairs=", ".join(sitting))
    return Seat(seat), name
