"""A hall for hangman: with bots, drawn boards, and people who write."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from adapters.chat.incoming import ButtonAction, read_button_id
from bot.games.session import Session
from bot.gametypes.engine import LocalEngine
from bot.gametypes.registry import GameTypes
from bot.lobby.model import Status
from bot.server.workers.bots import BotWorker
from bot.server.workers.worker import SWEEP_SECONDS
from bot.store.connection import CONNECTION_SECONDS
from bot.store.leases import new_holder
from core.hangman.model import Try
from core.hangman.notation import place_text
from tests.adapters.discord.hall import Hall, drawing, hall
from tests.loopback.discord import Answer as Answered
from tests.loopback.discord import Person, Seen
from tests.services import at_work

PATIENCE = 30.0
"""Seconds that any step may take."""


@asynccontextmanager
async def playing(
    url: str = "sqlite://", *, patience: float = CONNECTION_SECONDS
) -> AsyncIterator[Hall]:
    """Yield a hall with bots, drawn boards and listeners to people's messages."""
    async with hall(url=url, patience=patience) as h, drawing(h):
        casts = {name: kind.bots.loader for name, kind in GameTypes().items()}
        players = BotWorker(h.games, LocalEngine(casts), new_holder(), pause=_at_once)
        async with at_work(players):
            yield h


async def _at_once(seconds: float) -> None:
    """Return at once instead of pausing as bots do; the sweep's pause never ends."""
    if seconds == SWEEP_SECONDS:
        await asyncio.Event().wait()


async def begun(h: Hall, seats: Mapping[str, Person], **values: Any) -> Session:
    """Return a game of hangman in which people have their chairs; the first of them opens it."""
    opener = next(iter(seats.values()))
    await opener.slash("/hangman new", **values)
    for seat, person in seats.items():
        if (await h.session()).lobby.status is Status.LOBBY:
            await person.slash("/hangman chair", seat=seat)
    if (await h.session()).lobby.status is Status.LOBBY:
        await opener.slash("/hangman start")
    return await h.session()


def tries(session: Session, board: int = 0) -> list[str]:
    """Return the letters and words that were tried on a board, oldest first."""
    return [one.text for one in session.state.boards[board].tries]


def asked(session: Session) -> Try | None:
    """Return the guess that awaits the dealer's answer on the only board."""
    pending: Try | None = session.state.boards[0].asked
    return pending


def truth(pending: Try, word: str) -> str:
    """Return the line with the true answer to a guess at `word`."""
    if pending.is_word:
        return f"answer {'yes' if pending.text == word else 'no'}"
    places = tuple(place for place, letter in enumerate(word) if letter == pending.text)
    return f"answer {pending.text} {place_text(places)}"


def mention(h: Hall) -> str:
    """Return the text that names the bot."""
    assert h.client.user is not None
    return h.client.user.mention


async def waited(h: Hall, condition: Callable[[Session], bool], what: str) -> Session:
    """Return the game once a condition is true of it."""
    async with asyncio.timeout(PATIENCE):
        with h.games.notifier.subscribe() as changes:
            while not condition(session := await h.session()):
                await anext(changes)
    assert condition(session), what
    return session


async def offered(h: Hall, line: str, deed: ButtonAction = ButtonAction.SUBMIT) -> Seen:
    """Return the newest board once it offers a line."""

    def there() -> bool:
        return any(line in offers(one, deed) for one in _boards(h)[-1:])

    await h.server.until(there, PATIENCE, f"an offer of {line}")
    return _boards(h)[-1]


def _boards(h: Hall) -> list[Seen]:
    return [one for one in h.onlooker.sees() if not one.ephemeral]


async def press(
    h: Hall, person: Person, line: str, deed: ButtonAction = ButtonAction.SUBMIT
) -> Answered:
    """Press a button of the newest board, or choose from its menus."""
    board = await offered(h, line, deed)
    menu, value = offers(board, deed)[line]
    if menu is None:
        return await person.press(board, value)
    return await person.choose(board, menu, value)


def offers(seen: Seen, deed: ButtonAction) -> dict[str, tuple[str | None, str]]:
    """Return a message's offers by line: the menu's id (None for a button), and the item's."""
    found: dict[str, tuple[str | None, str]] = {}
    for button in seen.buttons:
        press = read_button_id(button.custom_id or "")
        if press and not button.disabled and press.action is deed:
            found[press.line] = (None, button.custom_id or "")
    for menu in seen.menus:
        for _, value in menu.options:
            choice = read_button_id(value)
            if choice and choice.action is deed:
                found[choice.line] = (menu.custom_id, value)
    return found
