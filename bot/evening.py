"""An evening at one terminal: the game that is gone on with, or a new one, and where it is kept."""

import shlex
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from bot.desk import Desk, open_desk
from bot.invitation import CodenamesInvitation, HangmanInvitation, Invitation, agrees, login
from bot.logs import log_nowhere, log_to, log_to_file
from bot.parlour import Left, room_of
from bot.settings import Settings
from bot.state import database_url, file_of, make_folder
from core.codenames.command import CODENAMES
from core.hangman.command import HANGMAN
from core.rules import Seat
from core.view import Phrase, phrase

MEMORY = ":memory:"
"""The address of a database that ends with the program."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What was asked for, and the table that follows from it."""

    arguments: Namespace
    invitation: Invitation

    @property
    def people(self) -> Mapping[Seat, str]:
        """The names of the people at the table, by seat."""
        return self.invitation.setting.people

    @property
    def host(self) -> str:
        """The name of who opens the table."""
        return self.invitation.setting.host

    @property
    def repeats_key(self) -> bool:
        """Whether every game of the evening would have the same key."""
        return isinstance(self.arguments.keyword, str)

    @property
    def command(self) -> str:
        """The command that goes on with the game, as a shell reads it."""
        game, state = self.invitation.setting.kind, self.arguments.state
        named = () if game == CODENAMES.game else (game,)
        kept = () if state is None else ("--state", state)
        return shlex.join(("spyring", "play", *named, *kept))

    @contextmanager
    def desk(self, url: str) -> Iterator[Desk]:
        """Open the desk on the games at an address; raises what `open_desk` raises."""
        kinds, room = self.invitation.kinds, room_of(self.invitation.setting.kind)
        seed, unnamed = self.arguments.seed, frozenset({login()})
        with open_desk(url, seed=seed, kinds=kinds, room=room, unnamed=unnamed) as desk:
            yield desk

    def sit_down(self, desk: Desk) -> tuple[Phrase, ...]:
        """Go on with the game that was left, or begin the one that was asked for.

        Return what has to be said of it. Raises the Refusal of what cannot be, and StoreFault.
        """
        left = desk.left()
        if left is not None and left.begun and not self._asks_for_another(left):
            desk.go_on(left)
            return (phrase("play-goes-on", game=left.game_id, turn=left.turn),)
        said: tuple[Phrase, ...] = ()
        if left is not None:
            desk.stop(left)
            said = (phrase("play-stopped", game=left.game_id),) if left.begun else ()
        desk.begin(self.invitation.setting)
        return (*said, *self.invitation.remarks)

    def _asks_for_another(self, left: Left) -> bool:
        return self.arguments.new or not agrees(self.arguments, self.invitation.setting, left)

    def keyword(self, desk: Desk) -> str | None:
        """Return the keyword that is to be typed at the table, None where it has been."""
        keyword, waits = self.arguments.keyword, not desk.has_words
        return keyword if isinstance(keyword, str) and waits else None


def plan(arguments: Namespace, settings: Settings) -> Evening:
    """Return the evening that was asked for; raises the Refusal of what cannot be."""
    if arguments.game == HANGMAN.game:
        return Evening(arguments, HangmanInvitation.read(arguments, settings))
    return Evening(arguments, CodenamesInvitation.read(arguments, settings))


def address_of(arguments: Namespace, settings: Settings, *, plain: bool) -> str:
    """Return the address of the database to play on; make its folder where that is lacking.

    A game that is to be repeated, and one that a script plays, must not depend on those before.
    """
    if arguments.state is None and (plain or arguments.seed is not None):
        return MEMORY
    url = database_url(arguments.state, settings)
    make_folder(url)
    return url


def keep_log(url: str, settings: Settings, *, plain: bool) -> None:
    """Log beside the file with the games; where there is none, tell scripts what has gone wrong.

    Nothing is ever written over a game's screen.
    """
    path = file_of(url)
    if path is not None:
        log_to_file(path.with_name(f"{path.name}.log"), level=settings.log_level)
    elif plain:
        log_to(sys.stderr, form=settings.log, level="error")
    else:
        log_nowhere()


def is_kept(url: str) -> bool:
    """Return whether games at an address outlive the program."""
    return url != MEMORY
