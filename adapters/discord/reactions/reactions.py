"""Cards picked by reactions: one person's row and column point at a card, a check mark takes it.

A picked card is marked, as by a first press on its button, and the check mark does what a second
press does. Discord cannot answer a reaction in private: one that means nothing is taken away, where
that is permitted, and so are all when another message has taken the board's place. Picks that are
half made are kept here; what was put while nothing was heard is read from the messages.
"""

import asyncio
from collections import defaultdict
from dataclasses import replace
from typing import Final

import structlog
from discord import (
    Client,
    Forbidden,
    HTTPException,
    Interaction,
    Message,
    NotFound,
    Object,
    PartialMessage,
    RawReactionActionEvent,
    Thread,
)
from discord.abc import GuildChannel

from adapters.discord.answer import BROKEN
from adapters.discord.interactions import PLATFORM, WORK_SECONDS, marking
from adapters.discord.picks import (
    CHECK,
    Board,
    board_of,
    cell_at,
    is_ours,
    press_of,
    read,
)
from adapters.discord.platform import Handle
from adapters.discord.reading import (
    Pick,
    Shown,
    Touch,
    has_own,
    is_past,
    missing_on,
    people_on,
    press_on,
    presser,
    put_by,
    settled,
)
from adapters.discord.visits import Visits
from adapters.screen import Platform
from bot.games import Games, Look, Spot, Status, StoreFault, Threads
from core.rules import Refusal

REST_SECONDS: Final = 30.0
"""How long Discord is waited for, its rate limits included."""

_AWAY: Final = (HTTPException, *BROKEN)
"""What is raised where Discord does not do what it is asked."""

_LOG = structlog.get_logger()


class Reactions:
    """Offers reactions on boards and hears them; stands in a platform's place when it draws.

    Any process may draw a board and another one hear of it: `shown` tells what is drawn.
    """

    name: Final = PLATFORM

    def __init__(
        self,
        client: Client,
        games: Games,
        platform: Platform,
        shown: Shown,
        threads: Threads | None = None,
    ) -> None:
        self._client = client
        self._games = games
        self._platform = platform
        self._drawn = shown
        self._threads = threads
        self._boards: dict[int, Board] = {}
        self._newest: dict[Spot, int] = {}
        self._picks: defaultdict[tuple[int, int], Pick] = defaultdict(Pick)
        self._closed: set[int] = set()
        self._visits = Visits(shown, self._shard, self._visit)

    async def post(self, spot: Spot, look: Look, nonce: str) -> str:
        """Post a message; raises Closed."""
        return self._shown(spot, look, await self._platform.post(spot, look, nonce))

    async def edit(self, spot: Spot, handle: str, look: Look, nonce: str) -> str:
        """Change a message, or post a new one; raises Gone and Closed."""
        shown = self._shown(spot, look, await self._platform.edit(spot, handle, look, nonce))
        old = Handle.parse(handle)
        if spot.user is None and Handle.parse(shown).message != old.message and self._clears(old):
            self._visits.ask(spot, old)
        return shown

    async def find(self, spot: Spot, nonce: str) -> str | None:
        """Return the handle of a message that was posted, if there is one."""
        return await self._platform.find(spot, nonce)

    # Offering, and reading what was not heard.

    async def run(self) -> None:
        """Visit new boards, those that were left, and those of which something was missed."""
        await self._visits.run()

    def miss(self, *shards: int) -> None:
        """Have the boards of shards visited: for a while, nothing was heard of them."""
        self._visits.miss(*shards)

    async def caught_up(self) -> None:
        """Wait until all boards that were to be visited have been."""
        await self._visits.caught_up()

    async def _visit(self, spot: Spot, shown: Handle) -> None:
        """Take up what people have put on a board, and add the reactions that are not there.

        From what is no board any more, all are taken away.
        """
        async with asyncio.timeout(WORK_SECONDS):
            message = await self._partial(shown.channel, shown.message).fetch()
            board = await self._board_on(message)
        if board is None:
            await self._bare(message, shown)
            return
        if not board.rows or self._newest.get(spot, 0) > message.id:
            return
        self._turn_to(spot, message.id, board)
        async with asyncio.timeout(WORK_SECONDS):
            await self._take_up(message, board)
        for emoji in missing_on(message, board.emoji):
            if message.id not in self._boards:
                return
            async with asyncio.timeout(REST_SECONDS):
                await message.add_reaction(emoji)

    async def _bare(self, message: Message, shown: Handle) -> None:
        """Take all reactions from a message that has some of ours, where that is permitted."""
        if not has_own(message) or not self._clears(shown):
            return
        try:
            async with asyncio.timeout(REST_SECONDS):
                await message.clear_reactions()
        except Forbidden:
            self._closed.add(shown.channel)

    def _clears(self, shown: Handle) -> bool:
        """Return whether reactions may be taken from a message at once, as far as is known.

        One by one, those of a single board would keep the next one's waiting for seconds.
        """
        channel = self._heard(shown.channel)
        if channel is not None and not channel.permissions_for(channel.guild.me).manage_messages:
            return False
        return shown.channel not in self._closed

    def _shard(self, channel_id: int) -> int | None:
        """Return of which shard a channel is, None where this process does not hear of it."""
        channel = self._heard(channel_id)
        return channel.guild.shard_id if channel else None

    def _heard(self, channel_id: int) -> GuildChannel | Thread | None:
        """Return a channel of which this process hears, None for another shard's."""
        channel = self._client.get_channel(channel_id)
        return channel if isinstance(channel, GuildChannel | Thread) else None

    def _shown(self, spot: Spot, look: Look, handle: str) -> str:
        if spot.user is not None or not handle:
            return handle
        board = board_of(look)
        shown = Handle.parse(handle)
        known = shown.message in self._boards
        self._turn_to(spot, shown.message, board)
        if board is None and look.status in (Status.OVER, Status.STOPPED):
            self._newest.pop(spot, None)
        elif board is not None and not known:
            self._visits.ask(spot, shown)
        return handle

    def _turn_to(self, spot: Spot, message: int, board: Board | None) -> None:
        """Let a message be the newest of a spot, on which cards are picked while it is a board."""
        before, self._newest[spot] = self._newest.get(spot), message
        if before != message:
            self._leave(before)
        if board is None:
            self._leave(message)
        else:
            self._boards[message] = board

    def _leave(self, message: int | None) -> None:
        """Forget a message on which nothing is picked any more."""
        if message is not None and self._boards.pop(message, None) is not None:
            for one in [key for key in self._picks if key[0] == message]:
                del self._picks[one]

    # Hearing.

    async def added(self, event: RawReactionActionEvent) -> None:
        """Take up a reaction that somebody has put on a message."""
        emoji, guild = str(event.emoji), event.guild_id
        if guild is None or not is_ours(emoji) or not self._concerns(event):
            return
        pick = self._picks[event.message_id, event.user_id]
        if emoji in pick.put:
            return  # it came twice
        pick.put.append(emoji)
        name = event.member.display_name if event.member else str(event.user_id)
        put = tuple(pick.put)
        touch = Touch(guild, event.channel_id, event.message_id, event.user_id, name, put)
        async with pick.lock:
            await self._careful(touch)

    def _concerns(self, event: RawReactionActionEvent) -> bool:
        """Return whether a person reacts to a message of ours."""
        return event.user_id != self._me and event.message_author_id == self._me

    def removed(self, event: RawReactionActionEvent) -> None:
        """Forget a reaction that was taken away."""
        pick = self._picks.get((event.message_id, event.user_id))
        if pick is not None and str(event.emoji) in pick.put:
            pick.put.remove(str(event.emoji))

    async def _careful(self, touch: Touch) -> None:
        try:
            async with asyncio.timeout(WORK_SECONDS):
                if not await self._take(touch):
                    await self._take_away(touch, touch.emoji)
        except (NotFound, Forbidden):
            return  # the message is gone, or out of reach
        except (StoreFault, *_AWAY) as error:
            _LOG.warning("reaction-not-taken", platform=PLATFORM, fault=type(error).__name__)
            await self._take_away(touch, touch.emoji)
        except Refusal:  # an old board of a game that is gone with its server
            self._picks.pop((touch.message, touch.user), None)

    async def _take(self, touch: Touch) -> bool:
        """Do what a reaction asks for; return False for one that means nothing."""
        touch = await settled(touch, self._heard(touch.channel), self._threads)
        board = await self._board(touch)
        if board is None:
            self._picks.pop((touch.message, touch.user), None)
            return True  # people may react as they like to what is no board, or no longer
        look = await self._games.look(board.game_id, touch.caller.user)
        if touch.caller.user not in look.due:
            return False
        if touch.emoji == CHECK:
            touch = await self._completed(touch, board)
        place = board.place(touch.put)
        if place is None:
            return touch.emoji != CHECK
        return await self._submit(touch, board, place, look)

    async def _submit(self, touch: Touch, board: Board, place: tuple[int, int], look: Look) -> bool:
        """Submit the line of a card; return whether it was done, or need not be."""
        cell, press = cell_at(look, place), press_of(look, board, place)
        if cell is None or press is None:
            return False
        takes = touch.emoji == CHECK
        line = press.line if takes else marking(look, press)
        if line is not None:
            try:
                await self._games.submit(
                    touch.caller,
                    line,
                    turn=board.turn,
                    delivery=touch.delivery(cell, look),
                    game_id=board.game_id,
                )
            except StoreFault:
                raise
            except Refusal:
                return False
        if takes:
            await self._clear(touch)
        return True

    async def _clear(self, touch: Touch) -> None:
        """Take a person's reactions away, so that they can pick the next card."""
        pick = self._picks.get((touch.message, touch.user))
        for emoji in [*pick.put] if pick else []:
            await self._take_away(touch, emoji)

    async def _take_away(self, touch: Touch, emoji: str) -> None:
        """Take a reaction away, where that is permitted."""
        if touch.channel in self._closed:
            return
        message = self._partial(touch.channel, touch.message)
        try:
            async with asyncio.timeout(REST_SECONDS):
                await message.remove_reaction(emoji, Object(touch.user))
        except Forbidden:
            self._closed.add(touch.channel)
        except _AWAY as error:
            _LOG.info("reaction-not-removed", platform=PLATFORM, fault=type(error).__name__)

    # Confirming by a button.

    async def line(self, interaction: Interaction, look: Look) -> str | None:
        """Return the line that takes the card at which a person's reactions point."""
        touch = await settled(presser(interaction), interaction.channel, self._threads)
        board = board_of(look)
        if board is None or await is_past(self._drawn, board.game_id, touch):
            return None
        pick = self._picks[touch.message, touch.user]
        async with pick.lock:
            whole = await self._completed(replace(touch, put=tuple(pick.put)), board)
        place = board.place(whole.put)
        press = press_of(look, board, place) if place else None
        return press.line if press else None

    async def used(self, interaction: Interaction) -> None:
        """Take away the reactions of a person whose card was taken."""
        await self._clear(presser(interaction))

    async def _take_up(self, message: Message, board: Board) -> None:
        """Do what is new on a board.

        Where no reaction can be taken away, a check mark may be spent: it took a card before.
        """
        channel = self._heard(message.channel.id)
        if channel is None:
            return
        here = Touch(channel.guild.id, channel.id, message.id, 0, "")
        spent = not channel.permissions_for(channel.guild.me).manage_messages
        found = await people_on(message, board.emoji, self._me)
        for key in [key for key in self._picks if key[0] == message.id and key[1] not in found]:
            del self._picks[key]
        for user, (name, put) in found.items():
            pick = self._picks[message.id, user]
            async with pick.lock:
                reading = read(pick.put, put, board)
                pick.put = [*reading.known, *reading.fresh]
                touch = replace(here, user=user, name=name, put=reading.known)
                for emoji in reading.mixed:
                    await self._take_away(touch, emoji)
                for emoji in reading.fresh:
                    touch = replace(touch, put=(*touch.put, emoji))
                    if not (spent and emoji == CHECK):
                        await self._careful(touch)

    async def _board(self, touch: Touch) -> Board | None:
        """Return what can be picked on a message, None for all but the newest of a game."""
        board = self._boards.get(touch.message)
        if board is None:
            message = await self._partial(touch.channel, touch.message).fetch()
            board = await self._board_on(message)
        if board is None or await is_past(self._drawn, board.game_id, touch):
            self._leave(touch.message)
            return None
        if board.rows:
            self._turn_to(Spot(board.game_id, touch.room), touch.message, board)
        return board

    async def _board_on(self, message: Message) -> Board | None:
        """Return what can be picked on one of our messages, read from its buttons.

        It has no rows while nothing can be picked, as when a bot is to guess.
        """
        press = press_on(message) if message.author.id == self._me else None
        if press is None:
            return None
        look = await self._games.look(press.game_id)
        if look.status is not Status.RUNNING:
            return None
        board = board_of(look) or Board(press.game_id, press.turn, 0, 0)
        return replace(board, turn=press.turn)

    async def _completed(self, touch: Touch, board: Board) -> Touch:
        """Return what a person has put with what was not heard of it, where that is wanting."""
        if board.place(touch.put) is not None:
            return touch
        message = await self._partial(touch.channel, touch.message).fetch()
        reading = read(touch.put, await put_by(message, board.emoji, touch.user), board)
        put = (*(one for one in reading.fresh if one != CHECK), *reading.known)
        self._picks[touch.message, touch.user].put = [*put]
        return replace(touch, put=put)

    @property
    def _me(self) -> int:
        return self._client.user.id if self._client.user else 0

    def _partial(self, channel: int, message: int) -> PartialMessage:
        return self._client.get_partial_messageable(channel).get_partial_message(message)
