"""Real tables of hangman for the terminal's tests, with the game's own bots."""

from collections.abc import Mapping
from typing import Final

from bot.cli.play.client import LocalClient, open_client
from bot.cli.play.room import room_of
from bot.gametypes.hangman.game_type import hangman_type
from bot.gametypes.hangman.play import HangmanCli
from bot.gametypes.table_request import TableSetup
from core.hangman.options import Dealer, Options
from core.rules import Seat
from core.words.packs import Pack
from tests.adapters.terminal.tables import OPEN

CHECK: Final = ("crumbs", "trucks", "trumps", "truths")
KIND: Final = hangman_type()
DEALER, GUESSER = Seat("dealer"), Seat("guess1")


def laid(
    options: Options | None = None,
    *people: Seat,
    words: tuple[str, ...] = CHECK,
    seed: int = 1,
    named: Mapping[Seat, str] | None = None,
) -> LocalClient:
    """Return a table that has begun, with people in these seats and bots in all others.

    `named` maps seats to the names that their people have given.
    """
    options = options or Options(length=len(words[0]), hints=True)
    seats, said = [chair.seat for chair in options.chairs], dict(named or {})
    desk = OPEN.enter_context(
        open_client(
            ":memory:", seed=seed, room=room_of(HangmanCli()), unnamed=frozenset(map(str, seats))
        )
    )
    names = {seat: KIND.bots.for_seat(options, seat)[0] for seat in seats}
    desk.begin(
        TableSetup(
            kind=KIND.name,
            values=KIND.values(options),
            pack=Pack("few", words),
            host=next((said.get(seat, str(seat)) for seat in people), "watcher"),
            people={seat: said.get(seat, str(seat)) for seat in seats if seat in people},
            bots={seat: names[seat] for seat in seats if seat not in people},
        )
    )
    return desk


def secret(desk: LocalClient, line: str = "trumps") -> LocalClient:
    """Return the table after its human dealer has typed a word."""
    desk.submit(DEALER, f"word {line}")
    return desk


def by_person(dealer: Dealer, lives: int | None = None) -> Options:
    """Return the options of a table with a human dealer."""
    return Options(dealer=dealer, lives=lives)
