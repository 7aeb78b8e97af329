"""Slack's limits on blocks, buttons, forms and texts; docs/slack.md has the sources."""

from typing import Final

from adapters.chat.platform import Limits
from adapters.chat.reaction_picks import ReactionEmoji

SLACK_LIMITS: Final = Limits(
    label=75,
    custom_id=150,
    row=5,
    card_buttons=25,
    fields=20,
    completions=0,
    completion=0,
    reactions=23,
    colours=False,
    localised=False,
)
"""`custom_id` is Slack's limit for the value of a menu's option; buttons may have longer ones.

Slack publishes no limit for reactions. Boards need at most 21; Slack may refuse some.
"""

SLACK_EMOJI: Final = ReactionEmoji(
    rows=(
        "apple",
        "banana",
        "cat",
        "dog",
        "elephant",
        "fish",
        "grapes",
        "horse",
        "icecream",
        "jack_o_lantern",
    ),
    columns=(
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "keycap_ten",
    ),
    check="white_check_mark",
)
"""Emoji of every workspace that have only one name.

Slack has no letters from C on, so the names of rows begin with the rows' letters. Source: Slack's
emoji are those of emoji-data (github.com/iamcal/emoji-data, build/data_emoji_names.txt).
"""

MOST_ROWS: Final = 26
"""The most rows of buttons and menus in a message: about half of its 50 blocks."""

MOST_PICTURES: Final = 8
"""The most pictures in a message."""

MOST_MENU_OPTIONS: Final = 100
"""The most options of a menu."""

LONGEST_HEADER: Final = 150
LONGEST_PLAIN_TEXT: Final = 3000
"""The most characters of a plain text."""

LONGEST_SLACK_MESSAGE: Final = 8000
"""The most characters of a message's texts: from about 11,000 on Slack may refuse its blocks."""

LONGEST_FALLBACK: Final = 3000
"""The most characters of the text for notifications and screen readers; Slack allows 4,000."""

LONGEST_SLACK_ALT: Final = 2000
LONGEST_MODAL_TITLE: Final = 24
"""The most characters of a modal's title and of its buttons' labels."""

LONGEST_LABEL: Final = 2000
LONGEST_SLACK_INPUT: Final = 3000
LONGEST_PLACEHOLDER: Final = 150
