"""A guess and its redraw cost few statements, and no view is built for the guess."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from bot.games.messages import MessageTarget, MessageTasks
from bot.games.names import DisplayNames, UserNames, display_names
from bot.games.requests import Delivery, Press, Submission
from bot.games.service import Games
from bot.identity import GameId
from bot.lobby.model import Lobby
from bot.store.connection import Store
from bot.store.leases import new_holder
from bot.store.migration import upgrade_store
from bot.store.notify import Notifier
from tests.bot.games.parlour import ROOM, SEATS, Parlour, card, due, person
from tests.databases import with_store

STATEMENTS = {
    "BEGIN": 1,
    "SELECT": 1,  # the game's row, and everything else that is needed
    "UPDATE": 1,  # the game's row
    "INSERT": 2,  # its events, and the delivery
    "COMMIT": 1,
}


@pytest.mark.usefixtures("quick_presses")
@pytest.mark.parametrize("press", [None, Press()])
def test_a_guess_is_one_transaction_of_four_statements(press: Press | None) -> None:
    async def work(store: Store) -> None:
        await upgrade_store(store)
        resolved = Counter[str]()

        def resolve_names(lobby: Lobby, names: UserNames) -> DisplayNames:
            resolved["names"] += 1
            return display_names(lobby, names)

        notifier = Notifier(store, troubled=print)
        parlour = Parlour(Games(store, notifier, resolve_names=resolve_names))
        guesser, word, game_id = await _clued(parlour)
        if press:
            await parlour.say(guesser, f"guess {word}", 1, press=Press())
        resolved.clear()
        with _counted(store) as statements:
            receipt = await parlour.games.submit(
                person(guesser),
                Submission(
                    f"guess {word}",
                    turn=1,
                    game_id=game_id,
                    delivery=Delivery("test", "press-1"),
                    press=press,
                ),
            )
        assert receipt.updates[0].phrase.key == "event-uncovered"
        assert statements == STATEMENTS
        assert resolved == {"names": 1}  # for the receipt's updates: a view would resolve them, too

    with_store(":memory:", work)


def test_a_press_that_came_before_is_not_done_again() -> None:
    async def work(store: Store) -> None:
        await upgrade_store(store)
        parlour = Parlour(Games(store, Notifier(store, troubled=print)))
        guesser, word, game_id = await _clued(parlour)
        for expected in (STATEMENTS, {"BEGIN": 1, "SELECT": 2, "UPDATE": 1, "COMMIT": 1}):
            with _counted(store) as statements:
                await parlour.games.submit(
                    person(guesser),
                    Submission(
                        f"guess {word}",
                        turn=1,
                        game_id=game_id,
                        delivery=Delivery("test", "press-1"),
                    ),
                )
            assert statements == expected

    with_store(":memory:", work)


def test_a_redraw_by_the_process_that_drew_before_reads_nothing_that_is_known() -> None:
    async def work(store: Store) -> None:
        await upgrade_store(store)
        parlour = Parlour(Games(store, Notifier(store, troubled=print)))
        guesser, word, game_id = await _clued(parlour)
        ours, theirs = (MessageTasks(parlour.games, new_holder()) for _ in range(2))
        board = MessageTarget(game_id, ROOM)
        for target in await ours.outdated(game_id, ROOM.platform):
            await _draw(ours, target)
        version = (await parlour.say(guesser, f"guess {word}", 1)).version
        with _counted(store) as statements:
            assert board in await ours.outdated(game_id, ROOM.platform, version)
            await _draw(ours, board)
            assert board not in await ours.outdated(game_id, ROOM.platform, version)
        assert statements == {"BEGIN": 1, "SELECT": 1, "UPDATE": 2, "COMMIT": 1}
        await _draw(theirs, board)
        version = (await parlour.say("eve", "join")).version
        await _draw(theirs, board)
        assert await _looks(store, ours, board, version) == (True, 0)
        await _draw(ours, board)
        assert await _looks(store, ours, board, version) == (False, 1)

    with_store(":memory:", work)


async def _draw(tasks: MessageTasks, target: MessageTarget) -> None:
    task = await tasks.claim(target)
    assert task is not None
    assert await tasks.mark_shown(task, "handle")


async def _looks(
    store: Store, tasks: MessageTasks, target: MessageTarget, version: int
) -> tuple[bool, int]:
    """Return whether a message is found outdated, and the number of statements for that."""
    with _counted(store) as statements:
        outdated = await tasks.outdated(target.game_id, target.room.platform, version)
    return target in outdated, statements.total()


async def _clued(parlour: Parlour) -> tuple[str, str, GameId]:
    """Give a clue; return the guesser, one of their cards, and the game."""
    session = await parlour.playing()
    await parlour.say(due(session), "clue zebra 3", 1)
    guesser = due(await parlour.session())
    return guesser, card(session, SEATS[guesser].split("-")[0]), session.game_id


@contextmanager
def _counted(store: Store) -> Iterator[Counter[str]]:
    """Count the statements and commits of a store inside the block, by verb."""
    counted = Counter[str]()

    def executed(*given: object) -> None:
        counted[str(given[2]).split(maxsplit=1)[0]] += 1

    def committed(*_given: object) -> None:
        counted["COMMIT"] += 1

    listeners = {"before_cursor_execute": executed, "commit": committed}
    for name, listener in listeners.items():
        event.listen(store.engine, name, listener)
    try:
        yield counted
    finally:
        for name, listener in listeners.items():
            event.remove(store.engine, name, listener)
