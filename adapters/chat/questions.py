"""Questions what a person has meant, with buttons that do it. Pure."""

from dataclasses import replace
from typing import TypeVar

from adapters.chat.custom_id import ButtonAction, ButtonId
from adapters.chat.responses import ResponseRenderer
from bot.games import GameId
from bot.texts import Texts
from core.rules import Unconfirmed
from core.view import Choice, Phrase, phrase

T = TypeVar("T")


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
        presses = [
            ButtonId(ButtonAction.SUBMIT, game_id, doubt.turn, one.line, asker=asker)
            for one in doubt.choices
        ]
        if all(button.fits(most) for button in presses):
            asked = zip(doubt.choices, presses, strict=True)
            return renderer.ask(said, [_button(*one, texts) for one in asked])
    typed = (texts.say(one) for one in _typed(doubt))
    return renderer.say("\n".join((said, *typed)))


def _button(choice: Choice, button: ButtonId, texts: Texts) -> Choice:
    label = choice.label if isinstance(choice.label, str) else texts.say(choice.label)
    return replace(choice, label=label, line=str(button))


def _typed(doubt: Unconfirmed) -> tuple[Phrase, ...]:
    """Return how to write what is meant."""
    if len(doubt.choices) == 1:
        return (phrase("chat-anyway-typed", line=doubt.choices[0].line),)
    return tuple(phrase("chat-typed", label=one.label, line=one.line) for one in doubt.choices)
