"""A view that is no game's, such as a leaderboard or settings, as a message of components."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from discord import ButtonStyle, ui

from adapters.chat.buttons import hello_view, reply_view
from adapters.chat.paragraphs import Paragraph
from adapters.discord.limits import LIMITS
from adapters.discord.output.layout import STYLES, Component, MessagePart, message_layout
from adapters.discord.output.markdown import escape
from bot.texts import Texts
from core.fit import Capabilities, fit
from core.view import (
    Block,
    Buttons,
    Choice,
    Fields,
    Numbered,
    Phrase,
    Text,
    Tone,
    View,
    phrase,
)

CAPABILITIES: Final = Capabilities(buttons=25, row=LIMITS.row, components=38)
"""Discord's 40 components, but for the container and a file."""

_EMPHASIS: Final = {Tone.STRONG: ("**", "**"), Tone.QUIET: ("-# ", "")}


def page(view: View, texts: Texts, asker: str, paper: str | None = None) -> ui.LayoutView:
    """Return a view as a message; its choices make further requests of the asker.

    `paper` is the name of a file that is sent along.
    """
    return _page(reply_view(view, texts, asker, LIMITS), texts, paper)


def hello_page(view: View, texts: Texts) -> ui.LayoutView:
    """Return a hello as a message; its choices open games for whoever presses."""
    return _page(hello_view(view, texts, LIMITS), texts)


def _page(view: View, texts: Texts, paper: str | None = None) -> ui.LayoutView:
    """Return a view whose choices have the ids of buttons as a message."""
    fitted = fit(view, CAPABILITIES)
    parts: list[MessagePart] = [Paragraph(escape(texts.say(fitted.title)), "### ")]
    for block in fitted.blocks:
        parts += _block(block, texts)
    if fitted.footer:
        parts.append(_said(texts, fitted.footer, Tone.QUIET))
    below: list[Component] = [] if paper is None else [ui.File(f"attachment://{paper}")]
    return message_layout(parts, *below)


def question(text: str, choices: Sequence[Choice]) -> ui.LayoutView:
    """Return a text with buttons, whose ids are the choices' lines."""
    rows = (choices[at : at + LIMITS.row] for at in range(0, len(choices), LIMITS.row))
    return message_layout(
        [Paragraph(escape(text)), *(ui.ActionRow(*map(_button, row)) for row in rows)]
    )


def _block(block: Block, texts: Texts) -> Iterator[MessagePart]:
    match block:
        case Text(phrase=said, tone=tone):
            yield _said(texts, said, tone)
        case Fields(rows=rows):
            for _, name, value in rows:
                yield _said(texts, phrase("chat-field", name=name, value=value))
        case Buttons(rows=rows):
            for row in rows:
                yield ui.ActionRow(*map(_button, row))
        case Numbered(choices=choices):
            yield from (_said(texts, _phrase(choice)) for choice in choices)
        case _:
            raise TypeError(f"no page shows a {type(block).__name__}")


def _said(texts: Texts, said: Phrase, tone: Tone = Tone.PLAIN) -> Paragraph:
    return Paragraph(escape(texts.say(said)), *_EMPHASIS.get(tone, ("", "")))


def _button(choice: Choice) -> ui.Button[Any]:
    return ui.Button(
        label=str(choice.label),
        custom_id=choice.line,
        style=STYLES.get(choice.tone, ButtonStyle.secondary),
    )


def _phrase(choice: Choice) -> Phrase:
    named = choice.label
    return named if isinstance(named, Phrase) else phrase("admin-name", name=named)
