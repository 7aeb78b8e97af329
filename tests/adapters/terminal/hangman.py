"""Real tables of hangman for the terminal's tests, with the game's own bots at them."""

from collections.abc import Mapping
from typing import Final

from bot.desk import Desk, open_desk
from bot.kinds import hangman_kind
from bot.parlour import Setting, room_of
from core.hangman.options import Dealer, Options
from core.rules import Seat
from core.words.packs import Pack
from tests.adapters.terminal.tables import OPEN

CHECK: Final = ("crumbs", "trucks", "trumps", "truths")
KIND: Final = hangman_kind()
DEALER, GUESSER = Seat("dealer"), Seat("guess1")


def laid(
    options: Options | None = None,
    *people: Seat,
    words: tuple[str, ...] = CHECK,
    seed: int = 1,
    named: Mapping[Seat, str] | None = None,
) -> Desk:
    """Return a table that has begun, with people in these seats and bots in all others.

    Those who have `named` themselves are called so.
    """
    options = options or Options(length=len(words[0]), hints=True)
    seats, said = [chair.seat for chair in options.chairs], dict(named or {})
    desk = OPEN.enter_context(
        open_desk(
            ":memory:", seed=seed, room=room_of(KIND.name), unnamed=frozenset(map(str, seats))
        )
    )
    names = {seat: KIND.bots.names(options, seat)[0] for seat in seats}
    desk.begin(
        Setting(
            kind=KIND.name,
            values=KIND.values(options),
            pack=Pack("few", words),
            host=next((said.get(seat, str(seat)) for seat in people), "watcher"),
            people={seat: said.get(seat, str(seat)) for seat in seats if seat in people},
            bots={seat: names[seat] for seat in seats if seat not in people},
        )
    )
    return desk


def secret(desk: Desk, line: str = "trumps") -> Desk:
    """Return the table after its dealer, a person, has typed a word."""
    desk.submit(DEALER, f"word {line}")
    return desk


def by_person(dealer: Dealer, lives: int | None = None) -> Options:
    """Return the options of a table at which a person deals."""
    return Options(dealer=dealer, lives=lives)
