"""Cards picked by reactions: one person's row and column mark a card, a check mark guesses it.

The mark is like a first press on the card's button, the check mark like a second one. Discord
cannot answer a reaction in private. So the bot removes a meaningless reaction if permitted, and all
reactions from a replaced board. This process keeps incomplete picks, and reads reactions that it
missed from the messages.

The bot adds reactions to choose from only after the first reaction on a table's boards: each one
costs a request, and most tables use buttons.
"""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import partial

import discord
import structlog
from discord import Client, Forbidden, Interaction, Message, NotFound, RawReactionActionEvent
from discord.abc import GuildChannel

from adapters.chat import reaction_picks
from adapters.chat.calls import not_answered
from adapters.chat.incoming import ButtonId
from adapters.chat.interactions import WORK_SECONDS
from adapters.chat.platform import ChatApp
from adapters.chat.reaction_picks import CHARACTERS, CHECK_EMOJI, ReactionBoard, reaction_board_of
from adapters.chat.responses import ReactionPicks
from adapters.discord.calls import DISCORD_ERRORS, LIMITS
from adapters.discord.output.messages import Handle, button_on
from adapters.discord.output.response import DISCORD
from adapters.discord.reactions import catch_up
from adapters.discord.reactions.catch_up import BoardVisitor, ReactionEvent, own_on, with_home_room
from bot.games import GameView, MessageTarget, Status, StoreFault
from core.rules import IllegalAction, Refusal

_LOG = structlog.get_logger()


@dataclass(slots=True)
class Reactions:
    """Handles reactions on boards, and offers them.

    One process may draw a board and another one receive its reactions: the database has the
    handles.
    """

    client: Client
    chat: ChatApp
    visits: BoardVisitor = field(init=False)
    """Visits boards that are new, were left, or may have missed reactions."""
    _boards: dict[int, ReactionBoard] = field(default_factory=dict, init=False)
    _newest: dict[MessageTarget, int] = field(default_factory=dict, init=False)
    _picks: defaultdict[tuple[int, int], reaction_picks.ReactionSequence] = field(
        default_factory=lambda: defaultdict(reaction_picks.ReactionSequence), init=False
    )
    _closed: set[int] = field(default_factory=set, init=False)
    """Channels in which removing reactions is forbidden."""

    def __post_init__(self) -> None:
        self.visits = BoardVisitor(self.chat.tasks, self._shard, self._visit)

    # Offering, and catching up.

    def drawn(
        self, target: MessageTarget, game_view: GameView, shown: Handle, before: Handle | None
    ) -> None:
        """Record the board of a message; the board was in the message `before`, if any."""
        if target.user is not None:
            return
        board = reaction_board_of(game_view, LIMITS.reactions)
        known = self._boards.get(shown.message)
        self._turn_to(target, shown.message, board)
        if board is None and game_view.status in (Status.OVER, Status.STOPPED):
            self._newest.pop(target, None)
        elif board is not None and not (known and known.is_offered):
            self.visits.enqueue(target, shown)
        is_left = before is not None and before.message != shown.message
        if before and is_left and self._clears(before):
            self.visits.enqueue(target, before)

    async def _visit(self, target: MessageTarget, shown: Handle) -> None:
        """Handle the reactions on a board, and add missing ones to choose from.

        If the message is no longer a board, remove all its reactions.
        """
        async with asyncio.timeout(WORK_SECONDS):
            message = await self._message(shown).fetch()
            board = await self._board_on(message)
        if board is None:
            await self._clear_all(message, shown)
            return
        if not board.rows or self._newest.get(target, 0) > message.id:
            return
        self._turn_to(target, message.id, board)
        async with asyncio.timeout(WORK_SECONDS):
            await self._take_up(message, board)
        own = own_on(message)
        for emoji in (one for one in board.emoji if board.is_offered and one not in own):
            if message.id not in self._boards:
                return
            async with asyncio.timeout(catch_up.REST_SECONDS):
                await message.add_reaction(emoji)

    def _shard(self, channel_id: int) -> int | None:
        """Return a channel's shard, None if this process does not serve it."""
        channel = self._heard(channel_id)
        return channel.guild.shard_id if channel else None

    def _turn_to(self, target: MessageTarget, message: int, board: ReactionBoard | None) -> None:
        """Make a message the newest of its target; people pick cards on it while it is a board."""
        before, self._newest[target] = self._newest.get(target), message
        if before != message:
            self._leave(before)
        if board is None:
            self._leave(message)
        else:
            self._boards[message] = board

    def _leave(self, message: int | None) -> None:
        """Forget a message that is no longer a board."""
        if message is not None and self._boards.pop(message, None) is not None:
            for one in [key for key in self._picks if key[0] == message]:
                del self._picks[one]

    # Handling.

    async def added(self, event: RawReactionActionEvent) -> None:
        """Handle a new reaction on a message."""
        emoji, guild = str(event.emoji), event.guild_id
        if guild is None or event.user_id == self._me or event.message_author_id != self._me:
            return
        channel, message, user = event.channel_id, event.message_id, event.user_id
        name = event.member.display_name if event.member else str(user)
        reaction = ReactionEvent(guild, channel, message, user, name, (emoji,))
        if emoji not in CHARACTERS:
            await self._offer(reaction)
            return
        pick = self._picks[message, user]
        if emoji in pick.put:
            return  # a duplicate event
        pick.put.append(emoji)
        reaction = replace(reaction, put=tuple(pick.put))
        async with pick.lock:
            await self._guarded(reaction)

    def removed(self, event: RawReactionActionEvent) -> None:
        """Forget a removed reaction."""
        pick = self._picks.get((event.message_id, event.user_id))
        if pick is not None and str(event.emoji) in pick.put:
            pick.put.remove(str(event.emoji))

    async def _guarded(self, event: ReactionEvent) -> None:
        try:
            async with asyncio.timeout(WORK_SECONDS):
                if not await self._take(event):
                    await self._remove(event, event.emoji)
        except (NotFound, Forbidden):
            return  # the message is gone or unreachable
        except (StoreFault, *DISCORD_ERRORS) as error:
            _LOG.warning("reaction-not-taken", platform=DISCORD, fault=type(error).__name__)
            await self._remove(event, event.emoji)
        except Refusal:  # an old board of a game that was deleted with its server
            self._picks.pop((event.message, event.user), None)

    async def _offer(self, event: ReactionEvent) -> None:
        """Offer reactions on a board after a meaningless reaction.

        If the board has no room for it, remove that reaction.
        """
        try:
            event = await with_home_room(event, self._heard(event.channel), self.chat)
            board = await self._board(event)
            if board is None or not board.rows:
                return
            if board.is_full:
                await self._remove(event, event.emoji)
            if not board.is_offered:
                await self.chat.games.reactions_used(event.caller, board.game_id)
        except (Refusal, *DISCORD_ERRORS) as error:
            fault = error.code if isinstance(error, StoreFault) else type(error).__name__
            _LOG.info("reactions-not-offered", platform=DISCORD, fault=fault)

    async def _take(self, event: ReactionEvent) -> bool:
        """Execute a reaction; return False for one without a meaning."""
        event = await with_home_room(event, self._heard(event.channel), self.chat)
        board = await self._board(event)
        if board is None:
            self._picks.pop((event.message, event.user), None)
            return True  # people may react freely to other messages
        game_view = await reaction_picks.view_of_reacting(self.chat.games, board, event.caller)
        if event.caller.user not in game_view.due:
            return False
        if event.emoji == CHECK_EMOJI:
            event = await self._completed(event, board)
        place = board.place(event.put)
        if place is None:
            return event.emoji != CHECK_EMOJI
        press = reaction_picks.button_id_of(game_view, board, place)
        return press is not None and await self._submit(event, press, game_view.version)

    async def _submit(self, event: ReactionEvent, press: ButtonId, version: int) -> bool:
        """Submit the press of a card; return whether it succeeded or was not needed."""
        takes, delivery = event.emoji == CHECK_EMOJI, event.delivery(press, version)
        try:
            await reaction_picks.submit_pick(
                self.chat.games, event.caller, press, delivery, takes=takes
            )
        except StoreFault:
            raise
        except Refusal:
            return False
        if takes:
            await self._clear(event)
        return True

    async def _clear(self, event: ReactionEvent) -> None:
        """Remove a person's reactions, so that they can pick the next card."""
        pick = self._picks.get((event.message, event.user))
        for emoji in [*pick.put] if pick else []:
            await self._remove(event, emoji)

    # Confirming by a button.

    def picks_of(self, interaction: Interaction) -> ReactionPicks:
        """Return the card that the presser of a button has picked by reactions."""
        message = interaction.message.id if interaction.message else 0
        guild, channel = interaction.guild_id or 0, interaction.channel_id or 0
        user = interaction.user
        event = ReactionEvent(guild, channel, message, user.id, user.display_name)
        guess_line = partial(self._guess_line, event, interaction.channel)
        return ReactionPicks(guess_line, partial(self._clear, event))

    async def _guess_line(
        self, event: ReactionEvent, channel: object, game_view: GameView
    ) -> str | None:
        """Return the line for a person's picked card; raises IllegalAction if Discord fails."""
        board = reaction_board_of(game_view, LIMITS.reactions)
        event = await with_home_room(event, channel, self.chat)
        if board is None or await catch_up.has_newer_board(self.chat.tasks, board.game_id, event):
            return None
        pick = self._picks[event.message, event.user]
        try:
            async with pick.lock:
                whole = await self._completed(replace(event, put=tuple(pick.put)), board)
        except DISCORD_ERRORS as error:
            raise IllegalAction.of(not_answered(DISCORD)) from error
        place = board.place(whole.put)
        press = reaction_picks.button_id_of(game_view, board, place) if place else None
        return press.line if press else None

    async def _take_up(self, message: Message, board: ReactionBoard) -> None:
        """Execute the new reactions on a board.

        Ignore check marks if the bot may not remove them: an old one may have taken a card.
        """
        channel = self._heard(message.channel.id)
        if channel is None:
            return
        here = ReactionEvent(channel.guild.id, channel.id, message.id, 0, "")
        spent = not channel.permissions_for(channel.guild.me).manage_messages
        found = await catch_up.people_on(message, board.emoji, self._me)
        for key in [key for key in self._picks if key[0] == message.id and key[1] not in found]:
            del self._picks[key]
        for user, (name, put) in found.items():
            pick = self._picks[message.id, user]
            async with pick.lock:
                reading = reaction_picks.read_reactions(pick.put, put, board)
                pick.put = [*reading.known, *reading.new]
                event = replace(here, user=user, name=name, put=reading.known)
                for emoji in reading.ambiguous:
                    await self._remove(event, emoji)
                for emoji in reading.new:
                    event = replace(event, put=(*event.put, emoji))
                    if not (spent and emoji == CHECK_EMOJI):
                        await self._guarded(event)

    async def _board(self, event: ReactionEvent) -> ReactionBoard | None:
        """Return the board of a message, None unless it is the newest message of a game."""
        board = self._boards.get(event.message)
        if board is None:
            message = await self._message(event).fetch()
            board = await self._board_on(message)
        if board is None or await catch_up.has_newer_board(self.chat.tasks, board.game_id, event):
            self._leave(event.message)
            return None
        if board.rows:
            self._turn_to(MessageTarget(board.game_id, event.room), event.message, board)
        return board

    async def _board_on(self, message: Message) -> ReactionBoard | None:
        """Return the board of one of our messages, from its buttons.

        It has no rows while people cannot pick, for example during a bot's turn.
        """
        press = button_on(message) if message.author.id == self._me else None
        if press is None:
            return None
        game_view = await self.chat.games.view(press.game_id)
        if game_view.status is not Status.RUNNING:
            return None
        empty = ReactionBoard(press.game_id, press.turn, 0, 0, LIMITS.reactions)
        board = reaction_board_of(game_view, LIMITS.reactions) or empty
        return replace(board, turn=press.turn)

    async def _completed(self, event: ReactionEvent, board: ReactionBoard) -> ReactionEvent:
        """Return a person's reactions; if they pick no card, include those that were missed."""
        if board.place(event.put) is not None:
            return event
        message = await self._message(event).fetch()
        reading = reaction_picks.read_reactions(
            event.put, await catch_up.put_by(message, board.emoji, event.user), board
        )
        put = (*(one for one in reading.new if one != CHECK_EMOJI), *reading.known)
        self._picks[event.message, event.user].put = [*put]
        return replace(event, put=put)

    # Removing reactions.

    async def _clear_all(self, message: Message, shown: Handle) -> None:
        """Remove all reactions from a message that has some of ours, if permitted."""
        if not own_on(message) or not self._clears(shown):
            return
        try:
            async with asyncio.timeout(catch_up.REST_SECONDS):
                await message.clear_reactions()
        except Forbidden:
            self._closed.add(shown.channel)

    def _clears(self, shown: Handle) -> bool:
        """Return whether the bot may remove all reactions from a message at once, if known.

        Removing them one by one would delay the next board's reactions by seconds.
        """
        channel = self._heard(shown.channel)
        if channel is not None and not channel.permissions_for(channel.guild.me).manage_messages:
            return False
        return shown.channel not in self._closed

    async def _remove(self, event: ReactionEvent, emoji: str) -> None:
        """Remove a reaction, if permitted."""
        if event.channel in self._closed:
            return
        try:
            async with asyncio.timeout(catch_up.REST_SECONDS):
                await self._message(event).remove_reaction(emoji, discord.Object(event.user))
        except Forbidden:
            self._closed.add(event.channel)
        except DISCORD_ERRORS as error:
            _LOG.info("reaction-not-removed", platform=DISCORD, fault=type(error).__name__)

    # State of Discord in this process.

    def _heard(self, channel_id: int) -> GuildChannel | discord.Thread | None:
        """Return a channel that this process serves, None for another shard's."""
        channel = self.client.get_channel(channel_id)
        return channel if isinstance(channel, GuildChannel | discord.Thread) else None

    def _message(self, at: Handle | ReactionEvent) -> discord.PartialMessage:
        """Return a message that can be changed without fetching it."""
        return self.client.get_partial_messageable(at.channel).get_partial_message(at.message)

    @property
    def _me(self) -> int:
        return self.client.user.id if self.client.user else 0
