"""What every invitation tells, whichever game it is to."""

import getpass
from argparse import Namespace
from collections.abc import Mapping
from typing import Protocol

from bot.kinds import Kind
from bot.parlour import Setting
from bot.seating import check_name, name_from
from bot.settings import Settings
from core.view import Phrase


class Invitation(Protocol):
    """A table that is asked for; nothing of it is refused any more but by the door."""

    @property
    def setting(self) -> Setting:
        """The table and who sits at it."""
        ...

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The games, with the bots that are asked for."""
        ...

    @property
    def remarks(self) -> tuple[Phrase, ...]:
        """What has to be said when the game begins."""
        ...

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The words to which what is typed completes, in alphabetical order."""
        ...


def name_of(arguments: Namespace, settings: Settings) -> str:
    """Return what the person at the terminal is called; raises OptionsError for what is no name."""
    return check_name(arguments.name or settings.player or login())


def login() -> str:
    """Return the name under which the person is logged in, as far as it can be a name here."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        user = ""
    return name_from(user)
