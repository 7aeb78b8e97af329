"""A view that is no game's, such as a leaderboard or settings, as a message of components."""

from collections.abc import Sequence
from typing import Final

from discord import ui

from adapters.chat.buttons import hello_view, reply_view
from adapters.chat.paragraphs import Paragraph
from adapters.discord.limits import LIMITS
from adapters.discord.output.layout import Component, MessagePart, escape, message_layout
from adapters.discord.output.render import button_of, paragraph, parts_of
from bot.texts import Texts
from core.fit import Capabilities, fit
from core.view import Choice, Numbered, Tone, View, phrase

CAPABILITIES: Final = Capabilities(buttons=25, row=LIMITS.row, components=38)
"""Discord's 40 components, but for the container and a file."""


def page(view: View, texts: Texts, asker: str, paper: str | None = None) -> ui.LayoutView:
    """Return a view as a message; its choices make further requests of the asker.

    `paper` is the name of a file that is sent along.
    """
    return _page(reply_view(view, texts, asker, LIMITS), texts, paper)


def hello_page(view: View, texts: Texts) -> ui.LayoutView:
    """Return a hello as a message; its choices open games for anyone who presses."""
    return _page(hello_view(view, texts, LIMITS), texts)


def _page(view: View, texts: Texts, paper: str | None = None) -> ui.LayoutView:
    """Return a view whose choices have the ids of buttons as a message."""
    fitted = fit(view, CAPABILITIES)
    parts: list[MessagePart] = [Paragraph(escape(texts.say(fitted.title)), "### ")]
    for block in fitted.blocks:
        if isinstance(block, Numbered):  # what is typed for these choices is no line of a game
            named = (phrase("admin-name", name=one.label) for one in block.choices)
            parts += (paragraph(texts, said) for said in named)
        else:
            parts += parts_of(block, texts)
    if fitted.footer:
        parts.append(paragraph(texts, fitted.footer, Tone.QUIET))
    below: list[Component] = [] if paper is None else [ui.File(f"attachment://{paper}")]
    return message_layout(parts, *below)


def question(text: str, choices: Sequence[Choice]) -> ui.LayoutView:
    """Return a text with buttons, whose ids are the choices' lines."""
    rows = (choices[at : at + LIMITS.row] for at in range(0, len(choices), LIMITS.row))
    return message_layout(
        [Paragraph(escape(text)), *(ui.ActionRow(*map(button_of, row)) for row in rows)]
    )
