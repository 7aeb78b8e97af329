"""The actions of a lobby; `bot.lobby.rules` judges them."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.identity import User
from bot.lobby.model import LobbyChair
from core.rules import Seat

Pairs: TypeAlias = tuple[tuple[str, str], ...]
"""Values by the names of what they are for."""


@dataclass(frozen=True, slots=True)
class ChairFilter:
    """Which chairs are meant: those that have this seat, team and role, where one is named."""

    seat: Seat | None = None
    team: str | None = None
    role: str | None = None

    def fits(self, chair: LobbyChair) -> bool:
        """Return whether this chair is one of those that are meant."""
        return (
            self.seat in (None, chair.seat)
            and self.team in (None, chair.team)
            and self.role in (None, chair.role)
        )


ANY_CHAIR = ChairFilter()


@dataclass(frozen=True, slots=True)
class Join:
    """Come to the table, for a team or for any; or change the wish."""

    team: str | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table."""


@dataclass(frozen=True, slots=True)
class TakeChair:
    """Sit down in the first of these chairs that is free, or else in a bot's place."""

    chair_filter: ChairFilter = ANY_CHAIR


@dataclass(frozen=True, slots=True)
class LeaveChair:
    """Give the chair up and stay at the table."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Watch without playing."""


@dataclass(frozen=True, slots=True)
class RetryDirectMessages:
    """Be sent direct messages again, which did not come."""


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Put a bot into all of these chairs that are empty; into a single one also for another bot.

    `name` is None for the bot that the table's settings name.
    """

    chair_filter: ChairFilter = ANY_CHAIR
    name: str | None = None


@dataclass(frozen=True, slots=True)
class RemoveBot:
    """Take the bots out of these chairs."""

    chair_filter: ChairFilter = ANY_CHAIR


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Deal all who play over the teams anew."""


@dataclass(frozen=True, slots=True)
class PickSpymaster:
    """Let chance choose who of a team (None: of each team) sits in its keyed chair.

    Where a person is named, the person is chosen.
    """

    team: str | None = None
    user: User | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """Put a member or a bot into a chair, whoever sits there."""

    seat: Seat
    user: User


@dataclass(frozen=True, slots=True)
class ChangeHost:
    """Make another member the host; None stands for the one who asks."""

    user: User | None = None


@dataclass(frozen=True, slots=True)
class RemoveMember:
    """Make another member leave."""

    user: User


@dataclass(frozen=True, slots=True)
class _Change:
    name: str
    value: str
    more: Pairs = ()

    @property
    def pairs(self) -> Pairs:
        """All that is set."""
        return ((self.name, self.value), *self.more)


class ChangeSetting(_Change):
    """Change a setting of the table, and `more` of them by their names."""

    __slots__ = ()


class ChangeOption(_Change):
    """Change an option of the game, which judges it, and `more` of them by their names."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the game."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop the game, `anyway` where that gives it up."""

    anyway: bool = False


@dataclass(frozen=True, slots=True)
class Rematch:
    """Open the next game for the same people."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Let the clock stand still."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Let the clock go on."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Propose to take the last move back."""


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree to the take-back that was proposed, or that somebody takes the chair that they ask for.

    A seat names the chair that is meant.
    """

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Refuse:
    """Let the move stand, or keep somebody out of the chair that they ask for.

    A seat names the chair that is meant.
    """

    seat: Seat | None = None


PersonAction: TypeAlias = Join | Leave | TakeChair | LeaveChair | Watch | RetryDirectMessages
"""What people do with themselves."""

ChairAction: TypeAlias = SeatBot | RemoveBot | Shuffle | PickSpymaster | Replace
"""What is done with chairs."""

HostAction: TypeAlias = ChangeHost | RemoveMember | ChangeSetting | ChangeOption
"""What only those do who lead the table."""

ProgressAction: TypeAlias = Start | Stop | Rematch | Pause | Resume
"""What moves the game along."""

TakeBackAction: TypeAlias = TakeBack | Agree | Refuse
"""What is proposed and answered."""

LobbyAction: TypeAlias = PersonAction | ChairAction | HostAction | ProgressAction | TakeBackAction
