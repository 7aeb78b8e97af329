"""People who make requests, for the tests of chat."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from bot.chat.request import Reply, Request, RequestAnswer, RoomRef, Upload
from bot.chat.services import ChatServices
from bot.games.requests import Caller
from bot.games.service import Games
from bot.identity import Room
from bot.ratings.boards.view import plain_lines
from bot.texts import Texts, languages
from core.rules import Refusal
from core.view import View
from tests.bot.games.parlour import ROOM, Parlour, person

LANGUAGES = {name: Texts.load(name) for name in languages()}
WORDS = "whale,shark,lion,owl,fox,bear,wolf,seal,crow,hare,mole,toad,newt,swan,lynx,mouse"


@dataclass(frozen=True, slots=True)
class Queue:
    """People who make requests in the parlour's guild."""

    parlour: Parlour

    async def ask(
        self,
        line: str,
        who: str | Caller = "ann",
        /,
        *,
        manages: bool = False,
        direct: bool = False,
        **given: Any,
    ) -> Reply:
        """Return the answer to a request."""
        caller = person(who) if isinstance(who, str) else who
        named = {name.replace("_", "-"): value for name, value in given.items()}
        place = RoomRef(caller.room, caller.room.place)
        request = Request(caller, tuple(line.split()), place, named, manages, direct)
        return await ChatServices(self.parlour.games, "en").answer(request)

    async def told(self, line: str, who: str | Caller = "ann", /, **more: Any) -> str:
        """Return an answer as English text."""
        return text(await self.ask(line, who, **more))

    async def set(self, line: str, /, **given: Any) -> str:
        """Return the answer to a manager of the guild, as text."""
        return await self.told(f"admin {line}", "eve", manages=True, **given)

    async def offers(self, option: str) -> tuple[str, ...]:
        """Return the choices of an option."""
        request = Request(person("ann"), (), RoomRef(ROOM, ROOM.place))
        return await ChatServices(self.parlour.games, "en").complete(request, option)

    async def refused(self, line: str, who: str | Caller = "ann", /, **more: Any) -> str:
        """Return the key of the sentence that refuses a request."""
        try:
            await self.ask(line, who, **more)
        except Refusal as refusal:
            return refusal.phrase.key
        raise AssertionError(f"{line!r} was not refused")


def reanswer(services: ChatServices, wrap: Callable[[RequestAnswer], RequestAnswer]) -> None:
    """Wrap the answers to all requests."""
    services.specs = {
        path: replace(spec, answer=wrap(spec.answer)) for path, spec in services.specs.items()
    }


def waiting_for(told: asyncio.Event) -> Callable[[RequestAnswer], RequestAnswer]:
    """Return a wrapper that delays answers until an event is set."""

    def wrap(answer: RequestAnswer) -> RequestAnswer:
        async def late(games: Games, request: Request) -> View | Reply:
            await told.wait()
            return await answer(games, request)

        return late

    return wrap


def text(answer: Reply, language: str = "en") -> str:
    """Return an answer's view as text."""
    return "\n".join(LANGUAGES[language].say(line) for line in plain_lines(answer.view))


def place(name: str, room: Room = ROOM) -> RoomRef:
    """Return a room of the parlour's platform."""
    return RoomRef(Room(room.platform, name), name)


def upload(content: bytes, name: str = "animals.txt", size: int | None = None) -> Upload:
    """Return an uploaded file."""

    async def read() -> bytes:
        return content

    return Upload(name, len(content) if size is None else size, read)


def texts_in(told: object) -> Iterator[str]:
    """Yield all texts of some JSON, but not its keys: a card may be called "platform"."""
    match told:
        case str():
            yield told
        case list():
            for one in told:
                yield from texts_in(one)
        case dict():
            for one in told.values():
                yield from texts_in(one)
