"""One keyboard for several people: who has it next, and for whom a line may be typed."""

from collections.abc import Collection, Sequence

from adapters.terminal.order import (
    FOR_THE_TABLE,
    Order,
    named,
    read_address,
    read_order,
)
from adapters.terminal.ports import Look
from core.rules import Refusal, Seat


def following(table: Look, seats: Sequence[Seat], last: Seat | None) -> Seat | None:
    """Return who of the people has the keyboard next, None where the table waits for none.

    People who see the same talk, and whoever wants to types; who is shown something else than
    the one who acted `last` comes before those beside that one.
    """
    due = [seat for seat in seats if seat in table.to_act]
    keyboard = table.game.keyboard
    first = keyboard.first(due, table.observe(None)) if keyboard and due else due
    others = [seat for seat in first if last and table.sees(seat) != table.sees(last)]
    return next(iter([*others, *first]), None)


def read_order_of(
    table: Look, seat: Seat, text: str, seats: Sequence[Seat], orders: Collection[Order]
) -> tuple[Seat, str, Order | None]:
    """Return for whom a text is typed by who sits in a seat, the rest of it, and its order if any.

    For the table everybody may be spoken for, else who is due and sees the same. Raises Refusal.
    """
    if (order := read_order(text, orders)) is not None:
        return seat, text, order
    teller, rest = read_address(table, seat, text, seats)
    if (order := read_order(rest, orders)) in FOR_THE_TABLE:
        return teller, rest, order
    if table.sees(teller) != table.sees(seat):
        raise Refusal("terminal-seat-apart", seat=named(table, teller))
    due = [one for one in seats if one in table.to_act]
    teller, rest = read_address(table, seat, text, due)
    return teller, rest, read_order(rest, orders)
