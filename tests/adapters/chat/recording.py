"""A platform that records its output; it has no library, and its limits differ from Discord's."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from time import monotonic
from typing import Final

from adapters.chat.buttons import ButtonFactory, extra_buttons, first_buttoned, reply_view
from adapters.chat.commands import CommandTables
from adapters.chat.incoming import (
    Address,
    ButtonAction,
    ButtonId,
    GameReference,
    Incoming,
    read_button_id,
)
from adapters.chat.interactions import ChatInteractions
from adapters.chat.platform import ChatApp, Limits
from adapters.chat.responses import OpenedForm, PostedMessage, Redrawn, field_id
from adapters.chat.screen import RedrawLoop
from adapters.chat.text_messages import Mark, TextMessages
from bot.chat.request import Reply, Value
from bot.chat.services import ChatServices, known_values
from bot.games import Caller, Delivery, Games, GameView, GuildId, MessageTarget, Room, User
from bot.games.messages import MessageTasks
from bot.games.session import Session
from bot.lobby.notation import LOBBY_COMMANDS
from bot.store.connection import Store
from bot.store.leases import new_holder
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from bot.texts import Texts
from core.codenames.command import CODENAMES
from core.fit import Capabilities, fit
from core.hangman.command import HANGMAN
from core.shiritori.command import SHIRITORI
from core.view import Buttons, Choice, Menus, View, phrase
from tests.recorder import Recorder
from tests.services import at_work

NAME: Final = "pigeon"
LIMITS: Final = Limits(
    label=40,
    custom_id=90,
    row=3,
    card_buttons=4,
    fields=3,
    completions=6,
    completion=30,
    reactions=0,
)
CAPABILITIES: Final = Capabilities(
    buttons=5, row=LIMITS.row, menus=4, menu_options=8, label=LIMITS.label
)
TABLES: Final = CommandTables((CODENAMES, HANGMAN, SHIRITORI), LOBBY_COMMANDS)
ROOM: Final = Room(NAME, "loft")


@dataclass(frozen=True, slots=True)
class Sent:
    """An answer: plain text, or a view fitted to the platform."""

    text: str = ""
    view: View | None = None
    is_shared: bool = False
    is_again: bool = False

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices of buttons and menus."""
        return tuple(_choices(self.view)) if self.view else ()


def _choices(view: View) -> Iterator[Choice]:
    for block in view.blocks:
        if isinstance(block, Buttons | Menus):
            groups = block.rows if isinstance(block, Buttons) else block.menus
            yield from (choice for group in groups for choice in group)


def rendered(look: GameView, texts: Texts, panel: str = "", *, shared: bool) -> Sent:
    """Return a message of a game, or a panel of it."""
    own = extra_buttons(look, LIMITS) if shared else ()
    view = ButtonFactory(look, texts, shared, LIMITS, panel).with_buttons(own)
    return Sent(view=first_buttoned(iter([fit(view, CAPABILITIES)])))


def breaches(sent: Sent) -> Iterator[str]:
    """Yield each limit that a message exceeds."""
    blocks = sent.view.blocks if sent.view else ()
    rows = [row for block in blocks if isinstance(block, Buttons) for row in block.rows]
    menus = [menu for block in blocks if isinstance(block, Menus) for menu in block.menus]
    if sum(map(len, rows)) > CAPABILITIES.buttons or len(menus) > CAPABILITIES.menus:
        yield f"{len(rows)} rows of buttons, {len(menus)} menus"
    yield from (f"row of {len(row)}" for row in rows if len(row) > CAPABILITIES.row)
    yield from (f"menu of {len(one)}" for one in menus if len(one) > CAPABILITIES.menu_options)
    for choice in sent.choices:
        if len(choice.line) > LIMITS.custom_id or len(str(choice.label)) > LIMITS.label:
            yield f"{choice.label}: {choice.line}"


@dataclass(frozen=True, slots=True)
class Responses:
    """Records answers; adapters.chat.responses.ResponseRenderer."""

    sent: list[Sent] = field(default_factory=list)

    def say(self, text: str, link: Room | PostedMessage | None = None) -> Sent:
        """Return a text."""
        place = link.handle if isinstance(link, PostedMessage) else link and link.place
        return self._kept(Sent(f"{text} #{place}" if place else text))

    async def show(
        self, look: GameView, texts: Texts, panel: str = "", *, again: bool = False
    ) -> Sent:
        """Return a game as one person sees it, or a panel of it."""
        return self._kept(replace(rendered(look, texts, panel, shared=False), is_again=again))

    def ask(self, text: str, choices: Sequence[Choice]) -> Sent:
        """Return a text with buttons."""
        return self._kept(Sent(text, View(phrase("chat-done"), (Buttons((tuple(choices),)),))))

    def page(self, reply: Reply, texts: Texts, asker: str) -> Sent:
        """Return a view that belongs to no game, with the ids of its buttons."""
        view = fit(reply_view(reply.view, texts, asker, LIMITS), CAPABILITIES)
        return self._kept(Sent(texts.say(view.title), view, reply.shared is not None))

    def _kept(self, sent: Sent) -> Sent:
        self.sent.append(sent)
        return sent


@dataclass
class Loft:
    """A room of the platform, with its games, its messages and the answers to its people."""

    games: Games
    services: ChatServices
    interactions: ChatInteractions[Sent]
    texts: TextMessages[Sent]
    recorder: Recorder
    responses: Responses
    tasks: MessageTasks
    numbers: Iterator[int] = field(default_factory=count)

    def incoming(
        self,
        name: str,
        path: tuple[str, ...] = (),
        given: dict[str, Value] | None = None,
        custom_id: str = "",
        fields: tuple[tuple[str, str], ...] | None = None,
    ) -> Incoming:
        """Return a request of a person."""
        guild = GuildId(f"{NAME}:flock")
        caller = Caller(User(NAME, name.lower()), ROOM, guild, name, "en", manages=True)
        delivery = Delivery(NAME, str(next(self.numbers)))
        return Incoming(caller, delivery, path, given or {}, custom_id, fields, "loft", "", True)

    async def command(self, name: str, path: str, **given: Value) -> Sent | None:
        """Return the answer to a command of a person."""
        return await self._answer(self.incoming(name, tuple(path.split()), given))

    async def write(self, name: str, text: str) -> str | Mark | None:
        """Return the answer's words to a text of a person, which replies to nothing."""
        return await self._words(name, text, Address.NAMED)

    async def reply(self, name: str, text: str) -> str | Mark | None:
        """Return the answer's words to a reply to the board, without the bot's name."""
        return await self._words(name, text, Address.REPLY)

    async def overheard(self, name: str, text: str) -> str | Mark | None:
        """Return the answer's words to a text that is not addressed to the bot."""
        return await self._words(name, text, Address.THREAD)

    async def written(
        self, name: str, text: str, address: Address = Address.NAMED
    ) -> Sent | Mark | None:
        """Return the answer to a text of a person, which replies to nothing unless so addressed."""
        incoming = replace(self.incoming(name), address=address)
        return await self.texts.answer(incoming, text, no_reference)

    async def _words(self, name: str, text: str, address: Address) -> str | Mark | None:
        answer = await self.written(name, text, address)
        return answer.text if isinstance(answer, Sent) else answer

    async def press(
        self, name: str, action: ButtonAction, line: str, panel: Sent | None = None
    ) -> Sent | None:
        """Return the answer to a press on a button, or a menu's option, of the board or a panel."""
        return await self.press_id(name, str(await self.button(action, line, panel)))

    async def panel(self, name: str, panel: str) -> Sent:
        """Return the panel that a person opens by a button of the board."""
        shown = await self.press(name, ButtonAction.SHOW, panel)
        assert shown is not None
        return shown

    async def press_id(self, name: str, custom_id: str) -> Sent | None:
        """Return the answer to a press on something with an id."""
        return await self._answer(self.incoming(name, custom_id=custom_id))

    async def button(self, action: ButtonAction, line: str, panel: Sent | None = None) -> ButtonId:
        """Return the button of the newest board, or of a panel, that does this."""
        found = [read_button_id(one.line) for one in (panel or await self.board()).choices]
        return next(one for one in found if one and (one.action, one.line) == (action, line))

    async def opened(self, name: str, line: str, panel: Sent | None = None) -> OpenedForm:
        """Return the form that a button of the board, or of a panel, opens."""
        button = await self.button(ButtonAction.OPEN, line, panel)
        form = await self.interactions.form(self.incoming(name), button)
        assert isinstance(form, OpenedForm)
        return form

    async def fill(
        self, name: str, line: str, panel: Sent | None = None, **values: str
    ) -> Sent | None:
        """Return the answer to a form that a person opens, fills in and sends."""
        opened = await self.opened(name, line, panel)
        fields = tuple(
            (field_id(one), values.get(one.name, one.initial)) for one in opened.form.blanks
        )
        look, form = opened.game_view, opened.form.name
        custom_id = str(
            ButtonId(ButtonAction.FILL, look.game_id, look.turn, form, panel=opened.panel)
        )
        return await self._answer(self.incoming(name, custom_id=custom_id, fields=fields))

    async def _answer(self, incoming: Incoming) -> Sent | None:
        """Return a private answer; None if the board is the answer."""
        answer = await self.interactions.answer(incoming)
        return answer.otherwise if isinstance(answer, Redrawn) else answer

    async def session(self) -> Session:
        """Return the game of the room."""
        game_id = await self.games.current(ROOM)
        assert game_id is not None
        return await self.games.session(game_id)

    async def board(self, user: str | None = None) -> Sent:
        """Return the message of the room's game, or one person's, once it is up to date."""
        session = await self.session()
        while await self.tasks.outdated(session.game_id, NAME):
            await self.games.view(session.game_id)
        target = MessageTarget(session.game_id, ROOM, User(NAME, user) if user else None)
        return rendered(self.recorder.board(target), self.services.texts_for("en"), shared=not user)

    def all_sent(self) -> Iterator[Sent]:
        """Yield everything that was shown: answers, and the states of messages."""
        yield from self.responses.sent
        texts = self.services.texts_for("en")
        for one in self.recorder.messages:
            shared = one.spot.user is None
            yield from (rendered(look, texts, shared=shared) for look in one.looks)


async def no_reference() -> GameReference | None:
    """Return None: a text that replies to nothing names no game."""
    return None


@asynccontextmanager
async def loft(clock: Callable[[], float] = monotonic) -> AsyncIterator[Loft]:
    """Yield a room with a redraw loop; `clock` returns seconds."""
    async with Store.open("sqlite://") as store:
        await make_ready(store)
        games = Games(store, Notifier(store, troubled=print))
        services, responses, recorder = ChatServices(games, "en"), Responses(), Recorder(NAME)
        values = {game.game: known_values(game.new) for game in TABLES.games}
        tasks = MessageTasks(games, new_holder())
        chat = ChatApp(games, tasks, services, TABLES, values)
        interactions = ChatInteractions(NAME, chat, responses, LIMITS, patience=60.0)
        texts = TextMessages(interactions, (), clock=clock)
        screen = RedrawLoop(MessageTasks(games, new_holder()), recorder, pace=0)
        async with at_work(screen):
            yield Loft(games, services, interactions, texts, recorder, responses, tasks)
