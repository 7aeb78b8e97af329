"""Questions: what a person has meant, and those about games that are over. Pure."""

from dataclasses import replace
from typing import Final, TypeVar

from adapters.chat.buttons import with_choices
from adapters.chat.custom_id import ButtonAction, ButtonId
from adapters.chat.responses import ResponseRenderer
from bot.games import GameId, Submission
from bot.texts import Texts
from core.rules import Unconfirmed
from core.view import Phrase, View, phrase

T = TypeVar("T")

ABOUT_GAME: Final = "about"
"""The first word of a further request that asks about a game: no request has this name."""


def asking_about(game_id: GameId, answer: View) -> View:
    """Return an answer whose choices, which are further questions, name the game."""
    return with_choices(answer, lambda one: replace(one, line=f"{ABOUT_GAME} {game_id} {one.line}"))


def read_question(line: str) -> Submission | None:
    """Return the question of a further request's line; None for a request of another kind."""
    first, _, rest = line.partition(" ")
    game_id, _, asked = rest.partition(" ")
    return Submission(asked, game_id=GameId(game_id)) if first == ABOUT_GAME and asked else None


def question(
    doubt: Unconfirmed,
    game_id: GameId | None,
    texts: Texts,
    renderer: ResponseRenderer[T],
    most: int,
    asker: str = "",
) -> T:
    """Return the question what is meant; its buttons do it, for the `asker` alone if one is named.

    It says what to write where no game is known, or an id has more than `most` characters.
    """
    said = texts.say(doubt.phrase)
    if game_id is not None:
        press = ButtonId(ButtonAction.SUBMIT, game_id, doubt.turn, "", asker=asker)
        asked = [
            replace(one, label=texts.say(one.label), line=str(replace(press, line=one.line)))
            for one in doubt.choices
        ]
        if all(len(one.line) <= most for one in asked):
            return renderer.ask(said, asked)
    typed = (texts.say(one) for one in _typed(doubt))
    return renderer.say("\n".join((said, *typed)))


def _typed(doubt: Unconfirmed) -> tuple[Phrase, ...]:
    """Return how to write what is meant."""
    if len(doubt.choices) == 1:
        return (phrase("chat-anyway-typed", line=doubt.choices[0].line),)
    return tuple(phrase("chat-typed", label=one.label, line=one.line) for one in doubt.choices)
