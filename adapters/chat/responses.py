"""Answers to requests: what a platform renders, and what stands for a board that is redrawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from adapters.chat.custom_id import ButtonAction, ButtonId
from bot.chat.request import Reply
from bot.games import GameView, GuildId, Room
from bot.texts import Texts
from core.view import Choice, FormBlock

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Redrawn(Generic[T]):
    """The answer to a press whose board is redrawn, and shows this version of its game then.

    `otherwise` is said to the presser where the board does not show it soon, if anything is.
    """

    version: int
    otherwise: T | None = None


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """A message that shows a game, by the platform's handle of it, in a guild."""

    guild: GuildId
    handle: str


class ResponseRenderer(Protocol[T_co]):
    """Renders answers as a platform sends them; each is for one person alone unless it says so."""

    def say(self, text: str, link: Room | PostedMessage | None = None) -> T_co:
        """Return plain text, with a link to a room or a message after it."""

    async def show(
        self, game_view: GameView, texts: Texts, panel: str = "", *, again: bool = False
    ) -> T_co:
        """Return a game as one person alone sees it, or the panel of this name that it shows.

        One that is shown `again` takes the place of the message on which a button was pressed.
        """

    def ask(self, text: str, choices: Sequence[Choice]) -> T_co:
        """Return a text with buttons, whose ids are the choices' lines."""

    def page(self, reply: Reply, texts: Texts, asker: str) -> T_co:
        """Return the answer to a request besides games; only the asker may press its buttons."""


class ReactionPicks(Protocol):
    """The cards that reactions of one person, who presses a button, point at."""

    async def guess_line(self, game_view: GameView) -> str | None:
        """Return the line that takes the card."""

    async def clear(self) -> None:
        """Take away the reactions once the card was taken."""


@dataclass(frozen=True, slots=True)
class OpenedForm:
    """A form to be shown to one person, in their language; `panel` names the one that opened it."""

    game_view: GameView
    form: FormBlock
    texts: Texts
    panel: str = ""

    @property
    def custom_id(self) -> str:
        """The id under which the form is sent."""
        game_id, turn = self.game_view.game_id, self.game_view.turn
        return str(ButtonId(ButtonAction.FILL, game_id, turn, self.form.name, panel=self.panel))
