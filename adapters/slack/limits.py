"""Slack's limits of blocks, buttons, forms and texts; the sources are in docs/slack.md."""

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
"""Values of a menu's options have 150 characters, the shortest of all ids behind choices.

Slack publishes no number of reactions; boards need 21 at most, and it may refuse some of them.
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
"""Emoji that each workspace has, with one name only, by which Slack tells of them.

Slack has no letters from C on; the names of rows begin with them. Source: Slack's emoji are those
of emoji-data (github.com/iamcal/emoji-data, build/data_emoji_names.txt).
"""

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
