"""A view that is no game's, such as a leaderboard or settings, as blocks of Slack."""

from collections.abc import Iterable

from adapters.chat.buttons import reply_view
from adapters.slack.limits import MOST_ROWS, SLACK_LIMITS
from adapters.slack.output.blocks import Line, Part, SlackBlock, actions, blocks_of, button, header
from adapters.slack.output.render import parts_of
from bot.texts import Texts
from core.fit import Capabilities, fit
from core.view import Choice, View

CAPABILITIES = Capabilities(
    buttons=MOST_ROWS * SLACK_LIMITS.row,
    row=SLACK_LIMITS.row,
    label=SLACK_LIMITS.label,
    rows=MOST_ROWS,
)


def page(view: View, texts: Texts, asker: str) -> list[SlackBlock]:
    """Return a view as blocks; its choices make further requests of the asker."""
    fitted = fit(reply_view(view, texts, asker, SLACK_LIMITS), CAPABILITIES)
    parts: list[Part] = [header(texts.say(fitted.title))]
    for block in fitted.blocks:
        parts += parts_of(block, texts)
    if fitted.footer:
        parts.append(Line(texts.say(fitted.footer), is_quiet=True))
    return blocks_of(parts)


def question(text: str, choices: Iterable[Choice]) -> list[SlackBlock]:
    """Return a text with buttons, whose ids are the choices' lines."""
    buttons = (button(str(one.label), one.line, one.tone) for one in choices)
    return blocks_of([Line(text), actions(buttons)])
