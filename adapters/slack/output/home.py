"""The Home tab of the app: a person's games, their rating, their data, and help."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import structlog

from adapters.chat.buttons import KEY_BUTTON
from adapters.chat.incoming import ButtonId, RequestId
from adapters.chat.platform import ChatApp
from adapters.chat.responses import has_hints
from adapters.slack.connection.payloads import People, SlackContext
from adapters.slack.ids import SLACK, SlackHandle, user_of
from adapters.slack.output import blocks
from adapters.slack.output.render import page
from bot.chat.request import Request, RoomRef
from bot.games import Caller, GameView, StoreFault, TooManyLines, User
from bot.texts import Texts
from core.rules import Refusal
from core.view import Tone, phrase

SECTIONS: Final = (("profile",), ("leaderboard",), ("privacy", "show"), ("help",))
"""Requests that the Home tab answers, below the games."""

FURTHER: Final[Mapping[tuple[str, ...], tuple[tuple[str, str], ...]]] = {
    ("privacy", "show"): (
        ("slack-home-export", "privacy export"),
        ("slack-home-delete", "privacy delete"),
    )
}
"""Labels and requests of buttons below a section."""

MOST_HOME_GAMES: Final = 10
"""The most listed games, the latest changed first."""

MOST_BLOCKS: Final = 100

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Home:
    """Shows people their Home tab, at most one at a time to each."""

    chat: ChatApp
    people: People
    _is_asked: dict[User, bool] = field(default_factory=dict, init=False)

    async def opened(self, context: SlackContext) -> None:
        """Draw a person's Home tab when they open it.

        This spends one line of their budget; if none is left, the tab says so once a minute. Raises
        StoreFault and the errors of calls, which the person need not see.
        """
        if context.payload.get("tab", "home") != "home":
            return
        context, person = replace(context, channel=""), user_of(context.team, context.user)
        try:
            self.chat.games.lines.spend(person, "home")
        except TooManyLines as refusal:
            _LOG.info("home-not-shown", platform=SLACK, fault=refusal.phrase.key)
            if refusal.is_first:
                await self._show(context, refusal)
            return
        is_at_work = person in self._is_asked
        self._is_asked[person] = True
        if is_at_work:
            return
        try:
            while self._is_asked[person]:
                self._is_asked[person] = False
                await self._show(context)
        finally:
            del self._is_asked[person]

    async def _show(self, context: SlackContext, refused: Refusal | None = None) -> None:
        """Draw the tab, or the refusal in its place."""
        caller = await self.people.caller(context)
        texts = self.chat.services.texts_for(caller.locale)
        try:
            if refused:
                shown = blocks.blocks_of([blocks.Line(texts.say(refused.phrase))])
            else:
                shown = [*await self._games(caller, texts), *await self._sections(caller, texts)]
            view = {"type": "home", "blocks": shown[:MOST_BLOCKS]}
            await context.client.views_publish(user_id=context.user, view=view)
        except StoreFault:  # Slack repeats the event
            raise
        except Refusal as refusal:
            _LOG.info("home-not-shown", platform=SLACK, fault=refusal.phrase.key)

    async def _games(self, caller: Caller, texts: Texts) -> list[blocks.SlackBlock]:
        """Return the person's unfinished games with their channels."""
        parts: list[blocks.Part] = [blocks.header(texts.say(phrase("slack-home-games")))]
        found = (await self.chat.services.games_of(caller.user))[:MOST_HOME_GAMES]
        if not found:
            parts.append(blocks.Line(texts.say(phrase("slack-home-none"))))
        for game_id in found:
            game_view = await self.chat.games.look(caller, game_id)
            handle = await self.chat.tasks.handle(game_id, caller.room)
            channel = SlackHandle.parse(handle).channel if handle else ""
            parts += _game(game_view, caller, channel, texts)
        return blocks.blocks_of(parts)

    async def _sections(self, caller: Caller, texts: Texts) -> list[blocks.SlackBlock]:
        """Return the answers to the tab's requests."""
        shown = list[blocks.SlackBlock]()
        for path in SECTIONS:
            place = RoomRef(caller.room, caller.room.place)
            request = Request(caller, path, place, is_direct=True)
            reply = await self.chat.services.answer(request)
            shown += [{"type": "divider"}, *page(reply.view, texts, caller.user.id)]
            further = [
                blocks.button(
                    texts.say(phrase(label)), str(RequestId(caller.user.id, line)), Tone.PLAIN
                )
                for label, line in FURTHER.get(path, ())
            ]
            if further:
                shown += blocks.blocks_of([blocks.actions(further)])
        return shown


def _game(game_view: GameView, caller: Caller, channel: str, texts: Texts) -> Iterator[blocks.Part]:
    """Yield a game: its title, its channel, whether it is the person's turn, and the key button."""
    link = (blocks.channel_link(channel), {"type": "text", "text": "  "}) if channel else ()
    is_due = caller.user in game_view.due
    yield blocks.Line(texts.say(game_view.view.title), elements=link, is_bold=is_due)
    if is_due:
        yield blocks.Line(texts.say(phrase("slack-home-due")))
    if has_hints(game_view.view):
        action, subject, label = KEY_BUTTON
        press = ButtonId(action, game_view.game_id, game_view.turn, subject)
        yield blocks.actions([blocks.button(texts.say(label), str(press), Tone.PLAIN)])
