"""A view that is no game's, such as a leaderboard or settings, as a message of components."""

from collections.abc import Iterator
from typing import Any, Final

from discord import ButtonStyle, ui

from adapters.discord.layout import STYLES, Item, Part, laid_out
from adapters.discord.press import Call
from adapters.discord.prose import Paragraph, label, plain
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

CAPABILITIES: Final = Capabilities(buttons=25, row=5, components=38)
"""Discord's 40 components, but for the container and a file."""

_EMPHASIS: Final = {Tone.STRONG: ("**", "**"), Tone.QUIET: ("-# ", "")}


def page(view: View, texts: Texts, asker: str, paper: str | None = None) -> ui.LayoutView:
    """Return a view as a message; its choices ask the counter for more, for the asker alone.

    `paper` is the name of a file that is sent along.
    """
    fitted = fit(view, CAPABILITIES)
    parts: list[Part] = [Paragraph(plain(texts.say(fitted.title)), "### ")]
    for block in fitted.blocks:
        parts += _block(block, texts, asker)
    if fitted.footer:
        parts.append(_said(texts, fitted.footer, Tone.QUIET))
    below: list[Item] = [] if paper is None else [ui.File(f"attachment://{paper}")]
    return laid_out(parts, *below)


def _block(block: Block, texts: Texts, asker: str) -> Iterator[Part]:
    match block:
        case Text(phrase=said, tone=tone):
            yield _said(texts, said, tone)
        case Fields(rows=rows):
            for _, name, value in rows:
                yield _said(texts, phrase("discord-field", name=name, value=value))
        case Buttons(rows=rows):
            for row in rows:
                yield ui.ActionRow(*(_button(choice, texts, asker) for choice in row))
        case Numbered(choices=choices):
            yield from (_said(texts, _phrase(choice)) for choice in choices)
        case _:
            raise TypeError(f"no page shows a {type(block).__name__}")


def _said(texts: Texts, said: Phrase, tone: Tone = Tone.PLAIN) -> Paragraph:
    return Paragraph(plain(texts.say(said)), *_EMPHASIS.get(tone, ("", "")))


def _button(choice: Choice, texts: Texts, asker: str) -> ui.Button[Any]:
    return ui.Button(
        label=label(texts.say(_phrase(choice))),
        custom_id=str(Call(asker, choice.line)),
        style=STYLES.get(choice.tone, ButtonStyle.secondary),
    )


def _phrase(choice: Choice) -> Phrase:
    named = choice.label
    return named if isinstance(named, Phrase) else phrase("admin-name", name=named)
