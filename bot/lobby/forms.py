"""Forms of a lobby: a bot for a chair, and the settings of the table and its game.

All that can be chosen is a closed list, so that a form needs no typing; the lines `bot` and `set`
take other values, too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.lobby.model import Lobby
from bot.lobby.phrases import WHICH_BOT, chair_phrase, of_game, shown
from bot.lobby.placement import for_bots
from bot.lobby.settings import SETTINGS, SWITCH_VALUES, Setting
from core.command import InputType, Option, value_label
from core.rules import Seat
from core.view import Blank, FormBlock, Phrase, phrase

MOST_BLANKS: Final = 5
"""Blanks of a form; platforms show no more of them at once."""

MOST_VALUES: Final = 25
"""Values that a blank offers; longer lists are left to the line."""

SWITCH_LABEL: Final = "switch"
"""What values of options are called that are on or off."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game's offer to its lobby: bots for each chair, its options, and their values now.

    `remarks` are what people should know who play beside bots, `language` is that of its words.
    """

    bots: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    values: Mapping[str, object] | None = None
    remarks: tuple[Phrase, ...] = ()
    language: str = "any"


NOTHING: Final = Offer()


def forms(lobby: Lobby, offer: Offer) -> Iterator[FormBlock]:
    """Yield the forms of a lobby."""
    yield from _bot(lobby, offer.bots)
    bots = tuple(dict.fromkeys(name for own in offer.bots.values() for name in own))
    now = dict(shown(lobby))
    for topic in dict.fromkeys(one.form for one in SETTINGS):
        own = [one for one in SETTINGS if one.form == topic and one.name in now]
        blanks = [_setting(lobby, one, one.offered or bots, now[one.name]) for one in own]
        yield from _form(topic, [blank for blank in blanks if blank.values])
    values = offer.values or {}
    options = [_option(one, values[one.name]) for one in offer.options if one.name in values]
    open_to = [one for one in options if 0 < len(one.values) <= MOST_VALUES]
    yield from _form("game", open_to[:MOST_BLANKS])
    yield from _form("more", open_to[MOST_BLANKS : 2 * MOST_BLANKS])


def _bot(lobby: Lobby, bots: Mapping[Seat, tuple[str, ...]]) -> Iterator[FormBlock]:
    """Yield the form of a bot, where there is a choice; of bots where all chairs have the same."""
    seats = _seats(lobby, bots)
    if not seats or _is_plain(seats, bots):
        return
    chairs = tuple(chair_phrase(lobby, chair) for chair in map(lobby.chair, seats) if chair)
    blanks = [Blank("seat", phrase("blank-seat"), tuple(map(str, seats)), value_labels=chairs)]
    choices = {bots.get(seat, ()) for seat in seats}
    (names, *others) = choices
    if not others and len(names) != 1:
        which = of_game(lobby, WHICH_BOT)
        blanks.append(Blank("bot", which, names, lobby.settings.bot))
    yield FormBlock("bot", phrase("form-bot"), tuple(blanks))


def plain_seat(lobby: Lobby, bots: Mapping[Seat, tuple[str, ...]]) -> Seat | None:
    """Return the chair that the only bot there is can be put into, where there is no choice."""
    seats = _seats(lobby, bots)
    return seats[0] if seats and _is_plain(seats, bots) else None


def _is_plain(seats: Sequence[Seat], bots: Mapping[Seat, tuple[str, ...]]) -> bool:
    return len(seats) == 1 and len(bots.get(seats[0], ())) == 1


def _seats(lobby: Lobby, bots: Mapping[Seat, tuple[str, ...]]) -> tuple[Seat, ...]:
    """Return the chairs that can be given a bot, or another one; of empty ones alike the first."""
    first = {chair.group: chair.seat for chair in reversed(lobby.empty)}
    several = [chair for chair in for_bots(lobby) if len(bots.get(chair.seat, ())) != 1]
    return tuple(
        chair.seat
        for chair in for_bots(lobby)
        if (chair in several or not (chair.for_bot or lobby.bot(chair.seat)))
        and (lobby.bot(chair.seat) or first[chair.group] == chair.seat)
    )


def _setting(lobby: Lobby, setting: Setting, values: tuple[str, ...], now: str) -> Blank:
    """Return a setting of the table as a blank."""
    name = setting.name
    label = of_game(lobby, name) if setting.by_game else phrase(f"blank-{name}")
    blank = _blank(name, label, values, now)
    return _worded(blank, name) if setting.worded else blank


def _form(topic: str, blanks: Sequence[Blank]) -> Iterator[FormBlock]:
    if blanks:
        yield FormBlock("set", phrase(f"form-{topic}"), tuple(blanks[:MOST_BLANKS]), topic)


def _option(option: Option, value: object) -> Blank:
    """Return an option of a game as a blank."""
    label = phrase(option.key)
    match option.kind:
        case InputType.FLAG:
            now = "on" if value else "off"
            return _worded(_blank(option.name, label, SWITCH_VALUES, now), SWITCH_LABEL)
        case InputType.INTEGER if option.least is not None and option.most is not None:
            numbers = tuple(map(str, range(option.least, option.most + 1)))
            return _blank(option.name, label, numbers, str(value))
        case _:
            blank = _blank(option.name, label, option.choices, str(value))
            return _worded(blank, option.name) if option.choices else blank


def _worded(blank: Blank, name: str) -> Blank:
    """Return a blank with its values in the words that stand under a name."""
    return replace(blank, value_labels=tuple(value_label(name, value) for value in blank.values))


def _blank(name: str, label: Phrase, values: tuple[str, ...], now: str) -> Blank:
    """Return a blank that names itself in the line; the value of now is always among its own."""
    own = values if now in values or not values else (now, *values)
    return Blank(name, label, own, now, named=True)
