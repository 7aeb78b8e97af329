"""The script of an evening at two tables, before a restart and after it.

In the north, people press buttons and fill in forms; in the south, they type commands and react.

"""

import asyncio
from dataclasses import dataclass
from typing import Final

import pytest

from adapters.chat.incoming import ButtonAction, read_button_id
from bot.games.session import Session
from core.codenames.model import Identity
from core.rules import Seat
from tests.loopback.discord import NoAnswer, Person, Seen
from tests.scenarios.discord_evening import (
    CHECK,
    COLUMNS,
    OFFERED,
    PATIENCE,
    ROWS,
    Evening,
    Table,
    own,
    place,
)

KEYWORD: Final = "velvet gloves"
"""With this keyword Blue begins."""

PICKED: Final = Seat("blue-guesser")
"""The seat that picks cards by reactions in the south."""


@dataclass(frozen=True, slots=True)
class Halfway:
    """Unfinished actions at the program's end: a marked card, and a card whose row is picked."""

    pressed: Seen
    """The board in the north."""
    marked: int
    reacted: Seen
    """The board in the south."""
    picked: int


async def before(e: Evening) -> Halfway:
    """Play at both tables at once until each is in the middle of a turn."""
    north, south = await asyncio.gather(_north_begins(e), _south_begins(e))
    return Halfway(*north, *south)


async def meanwhile(e: Evening, halfway: Halfway) -> None:
    """Act at both tables while no program runs: no one gets an answer."""
    ann, bob = e.people["Ann"], e.people["Bob"]
    _, column = divmod(halfway.picked, 5)
    ann.react(halfway.reacted, COLUMNS[column])
    patience, bob.patience = bob.patience, 0.2
    with pytest.raises(NoAnswer):
        await bob.press(halfway.pressed, f"{place(halfway.marked)} {_word(halfway)}")
    bob.patience = patience


async def after(e: Evening, halfway: Halfway) -> None:
    """Play both games to their end."""
    await asyncio.gather(_north_ends(e, halfway), _south_ends(e, halfway))


def _word(halfway: Halfway) -> str:
    prefix = f"{place(halfway.marked)} "
    labels = halfway.pressed.labels
    return next(label.removeprefix(prefix) for label in labels if label.startswith(prefix))


# By buttons and forms.


async def _north_begins(e: Evening) -> tuple[Seen, int]:
    table = e.north
    ann, bob = e.people["Ann"], e.people["Bob"]
    await _open(e, table, ann, typed=True)
    await _sit_down(e, table)
    await _start_twice(e, table)
    answer = await e.form(table, ann, "keyword", {"keyword": KEYWORD})
    assert answer.by_board, answer.text
    await _show_keys(e, table)
    await e.clue(table, ann, "unlimited", typed=False)
    return await _guess_by_buttons(e, table, bob)


async def _open(e: Evening, table: Table, host: Person, **options: object) -> None:
    await host.slash("/codenames new", options, at=table.channel)
    found = await e.games.current(table.room)
    assert found is not None
    table.game_id = found
    await host.slash("/codenames table stand", at=table.channel)
    await host.slash("/codenames settings", setting="pace", value="0", at=table.channel)


async def _sit_down(e: Evening, table: Table) -> None:
    """Take chairs by their buttons, one person twice at the same time."""
    for seat, person in table.seats.items():
        if person is not None:
            panel = await e.press(table, person, "chairs", ButtonAction.SHOW)
            assert panel.message is not None
            button = _button(panel.message, f"chair {seat}")
            await asyncio.gather(*(person.press(panel.message, button) for _ in range(2)))


def _button(panel: Seen, line: str) -> str:
    """Return the id of the button of a panel that has this line."""
    found = ((one.custom_id or "", read_button_id(one.custom_id or "")) for one in panel.buttons)
    return next(custom_id for custom_id, button in found if button and button.line == line)


async def _start_twice(e: Evening, table: Table) -> None:
    """Start by two presses at once, after a press by an outsider."""
    board, custom_id = await e.offer(table, "start")
    refused = await e.outsider.press(board, custom_id)
    assert refused.ephemeral
    assert (await e.games.session(table.game_id)).lobby.sitters.keys() < table.seats.keys()
    host = next(person for person in table.seats.values() if person is not None)
    answers = await asyncio.gather(*(host.press(board, custom_id) for _ in range(2)))
    assert sorted(answer.ephemeral for answer in answers) == [False, True]


async def _private(e: Evening, table: Table, person: Person, board: Seen, line: str) -> None:
    """Check that a press changes nothing, and that only its person sees the refusal."""
    before = await e.games.session(table.game_id)
    answer = await e.stale(table, person, board, line, before.turn)
    assert answer.ephemeral
    assert answer.text
    assert (await e.games.session(table.game_id)).version == before.version


async def _show_keys(e: Evening, table: Table) -> None:
    """Check that only spymasters get the key, by message or by their button."""
    session = await e.turn(table)
    words = session.state.layout.words
    for seat, person in table.seats.items():
        if person is None:
            continue
        shown = await e.press(table, person, "key", ButtonAction.SHOW)
        assert shown.ephemeral
        assert all(word in shown.text for word in words) is seat.endswith("spymaster")
        if seat.endswith("spymaster") and person.user.takes_messages:
            await _key_sent(e, person, words)
    refused = await e.press(table, e.outsider, "key", ButtonAction.SHOW)
    assert not all(word in refused.text for word in words)
    spelled = await e.press(table, e.outsider, "board", ButtonAction.SHOW)
    assert spelled.ephemeral
    assert all(word in spelled.text for word in words)


async def _key_sent(e: Evening, person: Person, words: tuple[str, ...]) -> None:
    def there() -> bool:
        return any(all(word in one.text for word in words) for one in person.sees(person.dm))

    await e.server.until(there, PATIENCE, f"the key card of {person.name}")


async def _guess_by_buttons(e: Evening, table: Table, bob: Person) -> tuple[Seen, int]:
    """Guess with double presses, repeated events, and presses of people whose turn it is not."""
    session = await e.turn(table)
    first, second, third, *_ = own(session, Identity.BLUE)
    board, _ = await e.offer(table, f"guess {place(first)}", turn=session.turn)
    for person in (e.people["Ann"], e.people["Cat"], e.outsider):
        await _private(e, table, person, board, f"guess {place(first)}")
    e.server.hub.repeat("INTERACTION_CREATE")
    await e.guess(table, bob, first)
    await _press_twice(e, table, bob, second)
    board, custom_id = await e.offer(table, f"guess {place(third)}")
    await bob.press(board, custom_id)
    table.noted(bob, "mark", third)
    return board, third


async def _press_twice(e: Evening, table: Table, person: Person, card: int) -> None:
    """Press a card twice at once, which only marks it; then guess it."""
    board, custom_id = await e.offer(table, f"guess {place(card)}")
    answers = await asyncio.gather(*(person.press(board, custom_id) for _ in range(2)))
    assert any("this board didn't show" in answer.text for answer in answers)
    table.noted(person, "mark", card)
    await e.take(table, person, card)


async def _north_ends(e: Evening, halfway: Halfway) -> None:
    table = e.north
    bob, cat = e.people["Bob"], e.people["Cat"]
    await e.take(table, bob, halfway.marked)
    passed = await e.press(table, bob, "pass")
    assert passed.by_board, passed.text
    table.noted(bob, "pass", None)
    await e.offer(table, "clue", ButtonAction.OPEN, turn=2)
    late = await e.stale(table, bob, halfway.pressed, "guess A1", 1)
    assert late.ephemeral
    await e.clue(table, cat, "1", typed=False)
    session = await e.turn(table)
    while not session.is_over:
        session = await _north_goes_on(e, table, session)


async def _north_goes_on(e: Evening, table: Table, session: Session) -> Session:
    """Act as the person for whom the table waits; the bot has acted by then."""
    person = table.due(session)
    assert person is not None
    seat = table.seat_of(person)
    if seat.endswith("spymaster"):
        await e.clue(table, person, "unlimited" if seat.startswith("blue") else "1", typed=False)
    else:
        for card in own(session, Identity.BLUE):
            await e.offer(table, f"guess {place(card)}", turn=session.turn)
            await e.guess(table, person, card)
    return await e.turn(table)


# By commands and reactions.


async def _south_begins(e: Evening) -> tuple[Seen, int]:
    table = e.south
    ann, dan = e.people["Ann"], e.people["Dan"]
    await _open(e, table, dan)
    for seat, person in table.seats.items():
        if person is None:
            await dan.slash("/codenames bot", seat=f"{seat} ace", at=table.channel)
        else:
            await person.slash("/codenames chair", seat=seat, at=table.channel)
    await dan.slash("/codenames start", at=table.channel)
    session = await e.turn(table)
    while table.due(session) is not ann:
        session = await _south_goes_on(e, table, session, most=1)
    return await _pick_half(e, table, ann, session)


async def _pick_half(e: Evening, table: Table, ann: Person, session: Session) -> tuple[Seen, int]:
    """Pick the row of a card, after reactions that mean nothing."""
    card = own(session, Identity.BLUE)[0]
    board, _ = await e.offer(table, f"guess {place(card)}", turn=session.turn)

    e.outsider.react(board, ROWS[0])  # the first reaction brings the others

    def ready() -> bool:
        return len(ann.again(board).reactions) == OFFERED

    await e.server.until(ready, PATIENCE, "a board with all reactions")
    for emoji in (ROWS[0], COLUMNS[0], CHECK):
        e.outsider.react(board, emoji)
    ann.react(board, CHECK)

    def taken_away() -> bool:
        users = ann.again(board).reactions[CHECK]
        return not {ann.user.id, e.outsider.user.id} & set(users)

    await e.server.until(taken_away, PATIENCE, "check marks that mean nothing being taken away")
    ann.react(board, ROWS[card // 5])
    return board, card


async def _south_ends(e: Evening, halfway: Halfway) -> None:
    table, ann = e.south, e.people["Ann"]
    ann.react(halfway.reacted, CHECK)
    await e.reached(table, lambda s: halfway.picked in s.state.uncovered, "the picked card")
    table.noted(ann, "guess", halfway.picked)
    session = await e.turn(table)
    if table.due(session) is ann:
        await ann.slash("/codenames pass", at=table.channel)
        table.noted(ann, "pass", None)
        session = await e.turn(table)
    while not session.is_over:
        session = await _south_goes_on(e, table, session, most=9)


async def _south_goes_on(e: Evening, table: Table, session: Session, *, most: int) -> Session:
    """Act as the person for whom the table waits, with at most this many guesses."""
    person = table.due(session)
    assert person is not None
    if table.seat_of(person).endswith("spymaster"):
        await e.offer(table, "clue", ButtonAction.OPEN, turn=session.turn)
        await e.clue(table, person, "unlimited", typed=True)
        return await e.turn(table)
    team = Identity[table.seat_of(person).partition("-")[0].upper()]
    cards = own(session, team)[:most]
    await e.offer(table, f"guess {place(cards[0])}", turn=session.turn)
    for card in cards:
        await _guess_by_command(table, person, card)
    if most < len(own(session, team)):
        await person.slash("/codenames pass", at=table.channel)
        table.noted(person, "pass", None)
    return await e.turn(table)


async def _guess_by_command(table: Table, person: Person, card: int) -> None:
    """Guess a card that is offered as a completion of its place."""
    here = table.channel
    offered = await person.complete("/guess", "card", place(card), at=here)
    assert [choice.value for choice in offered] == [place(card)]
    await person.slash("/guess", card=offered[0].value, at=here)
    table.noted(person, "guess", card)
