"""One keyboard for several people: who has it next, and for whom a line may be typed."""

from collections.abc import Collection, Sequence

from adapters.terminal.input import (
    TABLE_COMMANDS,
    LocalCommand,
    read_address,
    read_local_command,
    seat_name,
)
from bot.games import LocalTable
from core.rules import Refusal, Seat


def next_person(table: LocalTable, seats: Sequence[Seat], last: Seat | None) -> Seat | None:
    """Return who of the people has the keyboard next, None where the table waits for none.

    People who see the same talk, and whoever wants to types; who is shown something else than
    the one who acted `last` comes before those beside that one.
    """
    due = [seat for seat in seats if seat in table.to_act]
    keyboard = table.game.text_interface
    first = keyboard.order(due, table.observe(None)) if keyboard and due else due
    others = [
        seat for seat in first if last and table.private_view(seat) != table.private_view(last)
    ]
    return next(iter([*others, *first]), None)


def read_command_for(
    table: LocalTable,
    seat: Seat,
    text: str,
    seats: Sequence[Seat],
    known: Collection[LocalCommand],
) -> tuple[Seat, str, LocalCommand | None]:
    """Return for whom a text is typed by who sits in a seat, the rest of it, and its order if any.

    For the table everybody may be spoken for, else who is due and sees the same. Raises Refusal.
    """
    if (order := read_local_command(text, known)) is not None:
        return seat, text, order
    teller, rest = read_address(table, seat, text, seats)
    if (order := read_local_command(rest, known)) in TABLE_COMMANDS:
        return teller, rest, order
    if table.private_view(teller) != table.private_view(seat):
        raise Refusal("terminal-seat-apart", seat=seat_name(table, teller))
    due = [one for one in seats if one in table.to_act]
    teller, rest = read_address(table, seat, text, due)
    return teller, rest, read_local_command(rest, known)
