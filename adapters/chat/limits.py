"""Limits of one chat platform, beside those of its messages in `core.fit.Capabilities`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a platform takes of each part; a platform states its own once.

    `label` counts characters of a button's label, `custom_id` those of the id behind it, `row`
    buttons beside each other, `card_buttons` the cards of a board that are shown as buttons.
    `fields` counts blanks of a form, `completions` the values offered while an option is typed,
    `completion` characters of each, and `reactions` different reactions on a message. `colours`
    tells that buttons have the colours of teams, or nearly so, and `localised` that commands are
    typed in the language of who types them, and not in English.
    """

    label: int
    custom_id: int
    row: int
    card_buttons: int
    fields: int
    completions: int
    completion: int
    reactions: int
    colours: bool = True
    localised: bool = True
