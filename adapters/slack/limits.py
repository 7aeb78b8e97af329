"""Slack's limits of blocks, buttons, forms and texts; the sources are in docs/slack.md."""

from typing import Final

from adapters.chat.limits import Limits

SLACK_LIMITS: Final = Limits(
    label=75,
    custom_id=150,
    row=5,
    card_buttons=25,
    fields=20,
    completions=0,
    completion=0,
    reactions=0,
    colours=False,
)
"""Values of a menu's options have 150 characters, the shortest of all ids behind choices."""

MOST_ROWS: Final = 26
"""Rows of buttons and menus in a message: about half of its 50 blocks."""

MOST_PICTURES: Final = 8
"""Pictures in a message."""

MOST_MENU_OPTIONS: Final = 100
"""Options of a menu."""

LONGEST_HEADER: Final = 150
LONGEST_PLAIN_TEXT: Final = 3000
"""Characters of one plain text."""

LONGEST_SLACK_MESSAGE: Final = 8000
"""Characters of all texts of a message: from about 11,000 on Slack may refuse its blocks."""

LONGEST_FALLBACK: Final = 3000
"""Characters of the text for notifications and screen readers; an update takes 4,000."""

LONGEST_SLACK_ALT: Final = 2000
LONGEST_MODAL_TITLE: Final = 24
"""Characters of a modal's title and of the labels of its buttons."""

LONGEST_LABEL: Final = 2000
LONGEST_SLACK_INPUT: Final = 3000
LONGEST_PLACEHOLDER: Final = 150
