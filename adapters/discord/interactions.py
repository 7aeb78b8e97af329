"""Everything that people send: commands, what they type, presses and forms, to the door and back.

Each is read, submitted and answered; which game it is, is never asked.
"""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from secrets import token_hex
from typing import Any, Final, Protocol, TypeAlias

import structlog
from discord import HTTPException, Interaction, InteractionType, Thread
from discord.app_commands import Choice as Completion

from adapters.discord.answer import BROKEN, Reply, answer, open_form
from adapters.discord.asking import Asking
from adapters.discord.commands import Deed as Does
from adapters.discord.commands import Entry, Tables, by_path, line
from adapters.discord.completion import Values, completions
from adapters.discord.form import closed, filled, form_of, modal
from adapters.discord.gallery import Easel, legible
from adapters.discord.ports import Backstage
from adapters.discord.press import Call, Deed, Press, read, read_call
from adapters.discord.prose import plain
from adapters.discord.render import Setting, message
from adapters.discord.spelling import Spelling
from adapters.discord.threads import Whence, whence
from bot.games import Caller, Delivery, GameId, Games, GuildId, Look, Receipt, Room, User
from bot.texts import ENGLISH, Texts
from core.rules import IllegalAction, Refusal
from core.view import FormBlock, Grid, View, find, phrase

PLATFORM: Final = "discord"

WORK_SECONDS: Final = 60.0
"""How long the door is waited for."""

OPEN_SECONDS: Final = 2.0
"""How long opening a form may take, or finding and sending a completion: they are not deferred."""

Given: TypeAlias = Mapping[str, Any]

_LOG = structlog.get_logger()


class Picks(Protocol):
    """What people's reactions point at."""

    async def line(self, interaction: Interaction, look: Look) -> str | None:
        """Return the line that takes the card at which the presser's reactions point."""
        ...

    async def used(self, interaction: Interaction) -> None:
        """Take away the reactions of a presser whose card was taken."""
        ...


@dataclass(slots=True)
class Interactions:
    """Hears what people send.

    `values` are completions that are known beforehand, `easel` draws the pictures of answers.
    """

    games: Games
    tables: Tables
    backstage: Backstage
    values: Mapping[str, Values]
    picks: Picks | None = None
    easel: Easel = field(default_factory=Easel)
    _entries: Mapping[tuple[str, ...], Entry] = field(init=False)
    _asking: Asking = field(init=False)
    _spelling: Spelling = field(init=False)

    def __post_init__(self) -> None:
        self._asking = Asking(self.backstage)
        self._entries = by_path(self.tables.entries(), self.backstage.speaker(ENGLISH))
        self._spelling = Spelling(self._entries.values())

    async def hear(self, interaction: Interaction) -> None:
        """Answer an interaction."""
        match interaction.type:
            case InteractionType.application_command:
                work = self._careful(interaction, self._command(interaction))
                await answer(interaction, work)
            case InteractionType.autocomplete:
                await self._complete(interaction)
            case InteractionType.component:
                await self._press(interaction)
            case InteractionType.modal_submit:
                await answer(interaction, self._careful(interaction, self._fill(interaction)))
            case _:
                return

    async def _careful(
        self, interaction: Interaction, work: Coroutine[Any, Any, Reply | None]
    ) -> Reply | None:
        """Return what the work returns, or the sentence that says why it was not done."""
        texts = self._texts(interaction)
        try:
            async with asyncio.timeout(WORK_SECONDS):
                return await work
        except Refusal as refusal:
            spelled = self._spelling.of(texts, await self._game(interaction))
            return Reply(plain(spelled.say(refusal.phrase)))
        except Exception as error:  # whatever it is, the person is told that it is ours
            reference = token_hex(4)
            _LOG.error("fault", platform=PLATFORM, reference=reference, exc_info=error)
            return Reply(plain(texts.say(phrase("discord-fault", reference=reference))))

    def _texts(self, interaction: Interaction) -> Texts:
        """Return the texts for the person alone."""
        return self.backstage.speaker(interaction.locale.value)

    async def _game(self, interaction: Interaction) -> str:
        """Return the game that somebody speaks of, as far as that is known in time."""
        entry = self._entries.get(_typed(interaction)[0])
        if entry and entry.ask is None and not entry.short:
            return entry.game
        press = _pressed(dict(interaction.data or {}))
        with suppress(Refusal, TimeoutError):
            async with asyncio.timeout(OPEN_SECONDS):
                return (await self._look(interaction, press.game_id if press else None)).game
        return ""

    # Commands.

    async def _command(self, interaction: Interaction) -> Reply:
        path, given, _ = _typed(interaction)
        entry = self._entries.get(path)
        if entry is None:
            raise IllegalAction("discord-old-command")
        match entry.deed:
            case Does.OPEN:
                asks = (await self._whence(interaction)).caller
                receipt = await self.games.open(
                    asks, entry.game, given, delivery=delivery(interaction), at_once=True
                )
                return _placed(await self._told(receipt, interaction), interaction, asks.room)
            case Does.SAY:
                receipt = await self._say(interaction, line(entry, given))
                return await self._told(receipt, interaction)
            case Does.SHOW:
                return await self._show(interaction, entry.command.name, entry.game)
            case Does.ASK:
                return await self._ask(interaction, entry, given)

    async def _ask(self, interaction: Interaction, entry: Entry, given: Given) -> Reply:
        if entry.ask is None:
            raise IllegalAction("discord-old-command")
        asks = (await self._whence(interaction)).caller
        return await self._asking.reply(interaction, entry.ask, asks, given)

    async def _say(
        self,
        interaction: Interaction,
        text: str,
        turn: int | None = None,
        game_id: GameId | None = None,
    ) -> Receipt:
        asks = await self._whence(interaction)
        return await self.games.submit(
            asks.caller,
            text,
            turn=turn,
            delivery=delivery(interaction),
            game_id=game_id or asks.game_id,
        )

    async def _told(self, receipt: Receipt, interaction: Interaction) -> Reply:
        """Return what has happened, in sentences."""
        texts = self._spelling.of(self._texts(interaction), await self._game(interaction))
        if receipt.repeated:
            return Reply(plain(texts.say(phrase("discord-done-before"))))
        said = [plain(texts.say(one.said)) for one in receipt.news]
        return Reply("\n".join(said) or plain(texts.say(phrase("discord-done"))))

    async def _show(
        self, interaction: Interaction, what: str, game: str, game_id: GameId | None = None
    ) -> Reply:
        """Return something that one person alone is shown."""
        texts = self._texts(interaction)
        if what == "help":
            how = phrase(f"discord-help-{game}")
            return Reply(plain(texts.say(phrase("discord-help", game=game, how=how))))
        look = await self._look(interaction, game_id)
        if what == "key" and not _has_hints(look.view):
            raise IllegalAction("discord-no-key")
        if what == "own" and not look.apart:
            raise IllegalAction("discord-no-board")
        pictures = legible(look.view)
        shown = message(look, Setting(texts, shared=False, pictures=pictures, spelled=True))
        drawn = await self.easel.drawn(shown.plates, shown.theme)
        return Reply(layout=shown.layout, enclosures=drawn)

    async def _look(self, interaction: Interaction, game_id: GameId | None = None) -> Look:
        """Return a game, or the one whose thread or room it is, as the person may see it."""
        asks = await self._whence(interaction)
        found = game_id or asks.game_id or await self.games.current(asks.caller.room)
        if found is None:
            raise IllegalAction("no-game-here")
        return await self.games.look(found, asks.caller.user)

    async def _whence(self, interaction: Interaction) -> Whence:
        """Return who sends something, and from where."""
        return await whence(caller(interaction), self.backstage.threads)

    # Completions.

    async def _complete(self, interaction: Interaction) -> None:
        """Offer what an option may be; nothing where that is not known in time."""
        path, given, focused = _typed(interaction)
        offers: tuple[tuple[str, str], ...] = ()
        entry = self._entries.get(path)
        try:
            async with asyncio.timeout(OPEN_SECONDS / 2):
                if entry and focused:
                    offers = await self._offers(interaction, entry, focused, given)
        except (Refusal, TimeoutError):
            _LOG.debug("nothing-to-complete", platform=PLATFORM)
        try:
            async with asyncio.timeout(OPEN_SECONDS / 2):
                choices = [Completion(name=shown, value=value) for shown, value in offers]
                await interaction.response.autocomplete(choices)
        except (HTTPException, *BROKEN):
            _LOG.debug("completion-not-taken", platform=PLATFORM)

    async def _offers(
        self, interaction: Interaction, entry: Entry, focused: str, given: Given
    ) -> tuple[tuple[str, str], ...]:
        """Return what an option may be, from the counter for what is not said at a table."""
        typed = str(given.get(focused, ""))
        if entry.deed is not Does.SAY:
            asks = (await self._whence(interaction)).caller
            return await self._asking.offers(interaction, focused, typed, asks)
        look = await self._look(interaction)
        values = self.values.get(entry.game, {})
        return completions(entry.command.name, focused, typed, given, look, values)

    # Presses.

    async def _press(self, interaction: Interaction) -> None:
        data: Given = dict(interaction.data or {})
        if call := read_call(str(data.get("custom_id", ""))):
            await answer(interaction, self._careful(interaction, self._call(interaction, call)))
            return
        press = _pressed(data)
        if press is not None and press.deed is Deed.OPEN:
            await self._open(interaction, press)
        else:
            await answer(interaction, self._careful(interaction, self._do(interaction, press)))

    async def _call(self, interaction: Interaction, call: Call) -> Reply:
        asks = (await self._whence(interaction)).caller
        return await self._asking.pressed(interaction, call, asks)

    async def _do(self, interaction: Interaction, press: Press | None) -> Reply | None:
        if press is None or press.deed in (Deed.MENU, Deed.FILL, Deed.OPEN):
            raise IllegalAction("discord-old-press")
        match press.deed:
            case Deed.SHOW:
                return await self._show(interaction, press.line, "", press.game_id)
            case Deed.TAKE:
                await self._take(interaction, press)
                return None
            case Deed.NOTHING:
                raise IllegalAction("discord-idle", card=press.line)
            case _:
                await self._submit(interaction, press)
                return None

    async def _submit(self, interaction: Interaction, press: Press) -> None:
        """Submit a button's line; the first press of a person on a card marks it."""
        look = await self._look(interaction, press.game_id)
        text = marking(look, press) or press.line
        await self._say(interaction, text, press.turn, press.game_id)

    async def _take(self, interaction: Interaction, press: Press) -> None:
        """Take the card at which the presser's reactions point."""
        look = await self._look(interaction, press.game_id)
        text = await self.picks.line(interaction, look) if self.picks else None
        if text is None:
            raise IllegalAction("discord-no-pick")
        await self._say(interaction, text, press.turn, press.game_id)
        if self.picks:
            await self.picks.used(interaction)

    # Forms.

    async def _open(self, interaction: Interaction, press: Press) -> None:
        """Open a form, or say why it cannot be opened."""
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                look = await self._look(interaction, press.game_id)
                form = form_of(look, press.line) if look.turn == press.turn else None
                if form is None:
                    asks = (await self._whence(interaction)).caller
                    raise await closed(self.games, asks, press)
        except (Refusal, TimeoutError) as error:
            refusal = error if isinstance(error, Refusal) else IllegalAction("discord-slow")
            await answer(interaction, self._careful(interaction, _refused(refusal)))
        else:
            await open_form(interaction, modal(look, form, self._texts(interaction)))

    async def _fill(self, interaction: Interaction) -> None:
        data: Given = dict(interaction.data or {})
        press = read(str(data.get("custom_id", "")))
        if press is None or press.deed is not Deed.FILL:
            raise IllegalAction("discord-old-press")
        text = filled(press.line, data.get("components", ()))
        await self._say(interaction, text, press.turn, press.game_id)


# Reading.


def caller(interaction: Interaction) -> Caller:
    """Return who sends something, and from which channel or thread."""
    user, guild = interaction.user, interaction.guild_id
    rights, place = interaction.permissions, interaction.channel
    return Caller(
        User(PLATFORM, str(user.id)),
        Room(PLATFORM, str(interaction.channel_id or user.id)),
        GuildId(f"{PLATFORM}:{guild or 'direct'}"),
        user.display_name,
        interaction.locale.value,
        manages=bool(guild) and (rights.manage_guild or rights.manage_channels),
        within=Room(PLATFORM, str(place.parent_id)) if isinstance(place, Thread) else None,
        direct=guild is None,
    )


def _placed(reply: Reply, interaction: Interaction, room: Room) -> Reply:
    """Return an answer that names the room of a table where it was opened from somewhere else."""
    if room.place == str(interaction.channel_id):
        return reply
    return replace(reply, text=f"{reply.text} <#{room.place}>")


def delivery(interaction: Interaction) -> Delivery:
    """Return the name of an interaction, the same each time that it comes."""
    return Delivery(PLATFORM, str(interaction.id))


def marking(look: Look, press: Press) -> str | None:
    """Return the line that marks the card which a press names, while the person can mark it.

    That is a form whose one blank takes cards, this one among them.
    """
    if look.turn != press.turn:
        return None
    forms = [one for one in find(look.view, FormBlock) if isinstance(one, FormBlock)]
    closed = [one for one in forms if len(one.blanks) == 1 and one.blanks[0].values]
    for grid in find(look.view, Grid):
        for cell in (cell for row in _rows(grid) for cell in row if cell.choice):
            verb = cell.choice.line.split()[0]
            if f"{verb} {cell.place}" == press.line:
                names = (cell.label, f'"{cell.label}"')
                offers = ((one.verb, name) for one in closed for name in names)
                values = {one.verb: one.blanks[0].values for one in closed}
                return next((f"{v} {name}" for v, name in offers if name in values[v]), None)
    return None


def _rows(grid: object) -> Sequence[Sequence[Any]]:
    return grid.cells if isinstance(grid, Grid) else ()


def _has_hints(view: View) -> bool:
    grids = find(view, Grid)
    return any(cell.hint for grid in grids for row in _rows(grid) for cell in row)


def _pressed(data: Given) -> Press | None:
    """Return what a button or the chosen option of a menu stands for."""
    press = read(str(data.get("custom_id", "")))
    if press is not None and press.deed is Deed.MENU:
        return read(str(next(iter(data.get("values", ())), "")))
    return press


def _typed(interaction: Interaction) -> tuple[tuple[str, ...], dict[str, Any], str | None]:
    """Return a command's names, the options that were given, and the one being typed."""
    data: Given = dict(interaction.data or {})
    path, options = [str(data.get("name", ""))], list(data.get("options", ()))
    while options and options[0]["type"] in (1, 2):
        path.append(options[0]["name"])
        options = list(options[0].get("options", ()))
    given = {one["name"]: one["value"] for one in options}
    focused = next((one["name"] for one in options if one.get("focused")), None)
    return tuple(path), given, focused


async def _refused(refusal: Refusal) -> Reply:
    raise refusal
