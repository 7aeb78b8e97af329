"""Panels and forms of a lobby: chairs, rules, and the settings of the table and its game.

A panel is for the one person who opens it. Its forms have closed lists of values, so that nobody
has to type; the typed lines `bot` and `set` accept other values, too.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.identity import User
from bot.lobby import phrases
from bot.lobby.chairs import ChangeHost, PickSpymaster, SeatBot, Shuffle
from bot.lobby.context import ChairFilter, LobbyAction
from bot.lobby.members import Leave, LeaveChair, RetryDirectMessages, TakeChair, Watch
from bot.lobby.model import Lobby, LobbyChair
from bot.lobby.phrases import NameOf
from bot.lobby.placement import dealt_chairs, for_bots, for_people, picked, to_fill
from bot.lobby.progress import Stop
from bot.lobby.settings import SETTINGS, SWITCH_VALUES, Setting
from core.command import InputType, Option, value_label
from core.rules import Seat
from core.view import Blank, Block, Choice, Choices, FormBlock, Panel, Phrase, Text, Tone, phrase

SWITCH_LABEL: Final = "switch"
"""The catalogue's name for the labels of on and off."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game's offer to its lobby: bots for each chair, options, and their present values.

    `remarks` warns people who play with bots, `language` is the words' language, `summary` is one
    line on the game, and people elsewhere join with the `code`.
    """

    bots: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    values: Mapping[str, object] | None = None
    remarks: tuple[Phrase, ...] = ()
    language: str = "any"
    summary: Phrase | None = None
    rules: tuple[Block, ...] = ()
    code: str = ""


NOTHING: Final = Offer()


def chairs_panel(lobby: Lobby, offer: Offer, user: User | None) -> Panel:
    """Return the panel of a person's chair, or (None) of anyone's, and of all chairs."""
    own = lobby.chair_of(user) if user else None
    blocks: list[Block] = [Text(_own_chair(lobby, user))]
    chairs = () if user and not lobby.admits(user) else (*_teams(lobby, own), *_seats(lobby, own))
    blocks.append(Choices((*chairs, *_staying(lobby, user))))
    if arranging := tuple(_arranging(lobby, offer)):
        blocks += [Text(phrase("panel-chairs-all"), Tone.STRONG), Choices(arranging)]
    return panel(lobby, "chairs", (*blocks, *_bot(lobby, offer.bots)))


def rules_of(game: str, example: tuple[Block, ...] = ()) -> Iterator[Block]:
    """Yield a game's rules, and an example of its boards, if any."""
    yield from (Text(phrase(f"{game}-{rule}")) for rule in phrases.RULES)
    if example:
        yield Text(phrase(f"{game}-{phrases.EXAMPLE}"), Tone.QUIET)
        yield from example


def settings_panel(lobby: Lobby, offer: Offer, name_of: NameOf) -> Panel:
    """Return the panel of the table's settings, with their forms and the host's choices."""
    now = phrases.summary(lobby, lobby.settings)
    blocks: list[Block] = [Text(phrase("panel-settings-now", settings=now))]
    if lobby.host:
        blocks.append(Text(phrase("panel-settings-host", host=name_of(lobby.host)), Tone.QUIET))
    if offer.code:
        said = phrase("panel-settings-code", code=offer.code, game=lobby.kind)
        blocks.append(Text(said, Tone.QUIET))
    more = [choice(phrase("table-choice-stop"), Stop(), Tone.BAD)]
    if any(member.user != lobby.host for member in lobby.members):
        more.insert(0, choice(phrase("table-choice-host"), ChangeHost()))
    return panel(lobby, "settings", (*blocks, *_setting_forms(lobby, offer), Choices(tuple(more))))


def panel(lobby: Lobby, name: str, blocks: Iterable[Block]) -> Panel:
    """Return the panel of this name."""
    title = phrase(f"panel-{name}-title", game=lobby.game)
    return Panel(name, phrase(f"table-choice-{name}"), title, tuple(blocks))


def choice(label: Phrase, action: LobbyAction, tone: Tone = Tone.PLAIN) -> Choice:
    """Return the choice of a lobby action."""
    return Choice(label, action.line, tone)


def _own_chair(lobby: Lobby, user: User | None) -> Phrase:
    """Return the sentence on a person's present chair."""
    member = lobby.member(user) if user else None
    chair = lobby.chair_of(user) if user else None
    if chair:
        return phrase("panel-chairs-seated", seat=phrases.chair_within(lobby, chair))
    if user and not lobby.admits(user):
        return phrase("panel-chairs-none", now="closed")
    is_watching = member is not None and member.watching
    return phrase("panel-chairs-none", now="watching" if is_watching else "away")


def _teams(lobby: Lobby, own: LobbyChair | None) -> Iterator[Choice]:
    """Yield the choices of teams whose chairs are alike, except a person's own team."""
    for team in lobby.teams:
        chairs = [chair for chair in lobby.chairs_of(team) if not chair.for_bot]
        others = len(chairs) > 1 and _are_alike(chairs) and own not in chairs
        if others and any(chair in for_people(lobby) for chair in chairs):
            label = phrase("table-choice-join", team=team)
            yield choice(label, TakeChair(ChairFilter(team=team)))


def _seats(lobby: Lobby, own: LobbyChair | None) -> Iterator[Choice]:
    """Yield a choice for each free chair or group, without a person's own and offered teams."""
    free = [chair for chair in for_people(lobby) if own is None or chair.group != own.group]
    for sort in dict.fromkeys(chair.group for chair in free):
        chair, *others = [one for one in free if one.group == sort]
        team = [one for one in lobby.chairs_of(chair.team) if not one.for_bot]
        if len(team) > 1 and _are_alike(team):
            continue
        if others:
            yield choice(phrases.group_phrase(chair, 1), TakeChair(ChairFilter(None, *sort)))
        else:
            yield choice(phrases.chair_phrase(lobby, chair), TakeChair(ChairFilter(chair.seat)))


def _are_alike(chairs: Sequence[LobbyChair]) -> bool:
    return len({chair.group for chair in chairs}) < 2


def _staying(lobby: Lobby, user: User | None) -> Iterator[Choice]:
    """Yield the choices of a person, or (None) of anyone, besides taking a chair."""
    member = lobby.member(user) if user else None
    if user is None or (member and member.seat):
        yield choice(phrase("table-choice-stand"), LeaveChair())
    if member is None or not member.watching:
        yield choice(phrase("table-choice-watch"), Watch())
    if member and member.direct is False:
        yield choice(phrase("table-choice-reach"), RetryDirectMessages())
    if user is None or member:
        yield choice(phrase("table-choice-leave"), Leave(), Tone.BAD)


def _arranging(lobby: Lobby, offer: Offer) -> Iterator[Choice]:
    """Yield the choices about everyone's chairs."""
    if len({chair.team for chair in dealt_chairs(lobby)}) > 1:
        yield choice(phrase("table-choice-shuffle"), Shuffle())
    if picked(lobby):
        yield choice(phrase("table-choice-spymaster"), PickSpymaster())
    if any(not chair.for_bot for chair in to_fill(lobby)):
        yield choice(phrase("table-choice-bots"), SeatBot())
    if seat := _plain_seat(_seats_for_bots(lobby, offer.bots), offer.bots):
        yield choice(phrase("form-bot"), SeatBot(ChairFilter(seat)))


def _setting_forms(lobby: Lobby, offer: Offer) -> Iterator[FormBlock]:
    """Yield the forms of the game's options and the table's settings."""
    values = offer.values or {}
    options = [_option(one, values[one.name]) for one in offer.options if one.name in values]
    yield from _form("game", [blank for blank in options if blank.values])
    bots = tuple(dict.fromkeys(name for own in offer.bots.values() for name in own))
    now = dict(phrases.shown(lobby))
    for topic in dict.fromkeys(one.form for one in SETTINGS):
        own = [one for one in SETTINGS if one.form == topic and one.name in now]
        blanks = [_setting(lobby, one, one.offered or bots, now[one.name]) for one in own]
        yield from _form(topic, [blank for blank in blanks if blank.values])


def _bot(lobby: Lobby, bots: Mapping[Seat, tuple[str, ...]]) -> Iterator[FormBlock]:
    """Yield the form that seats a bot, if there is a choice of chairs or bots."""
    seats = _seats_for_bots(lobby, bots)
    if not seats or _plain_seat(seats, bots):
        return
    chairs = tuple(phrases.chair_phrase(lobby, chair) for chair in map(lobby.chair, seats) if chair)
    blanks = [Blank("seat", phrase("blank-seat"), tuple(map(str, seats)), value_labels=chairs)]
    names, *others = {bots.get(seat, ()) for seat in seats}
    if not others and len(names) != 1:
        which = phrases.of_game(lobby, phrases.WHICH_BOT)
        blanks.append(Blank("bot", which, names, lobby.settings.bot))
    label = phrase("form-bot-other" if all(map(lobby.bot, seats)) else "form-bot")
    yield FormBlock("bot", label, tuple(blanks))


def _plain_seat(seats: Sequence[Seat], bots: Mapping[Seat, tuple[str, ...]]) -> Seat | None:
    """Return the only chair for the only bot, or None if there is a choice."""
    return seats[0] if len(seats) == 1 and len(bots.get(seats[0], ())) == 1 else None


def _seats_for_bots(lobby: Lobby, bots: Mapping[Seat, tuple[str, ...]]) -> tuple[Seat, ...]:
    """Return the chairs that can get a bot or change it; one chair for each group of empty ones."""
    first = {chair.group: chair.seat for chair in reversed(lobby.empty)}
    several = [chair for chair in for_bots(lobby) if len(bots.get(chair.seat, ())) != 1]
    return tuple(
        chair.seat
        for chair in for_bots(lobby)
        if (chair in several or not (chair.for_bot or lobby.bot(chair.seat)))
        and (lobby.bot(chair.seat) or first[chair.group] == chair.seat)
    )


def _setting(lobby: Lobby, setting: Setting, values: tuple[str, ...], now: str) -> Blank:
    name = setting.name
    label = phrases.of_game(lobby, name) if setting.by_game else phrase(f"blank-{name}")
    return _blank(name, label, values, now, name if setting.worded else "")


def _form(topic: str, blanks: Sequence[Blank]) -> Iterator[FormBlock]:
    if blanks:
        yield FormBlock("set", phrase(f"form-{topic}"), tuple(blanks), topic)


def _option(option: Option, value: object) -> Blank:
    label = phrase(option.key)
    match option.kind:
        case InputType.FLAG:
            now = "on" if value else "off"
            return _blank(option.name, label, SWITCH_VALUES, now, SWITCH_LABEL)
        case InputType.INTEGER if option.least is not None and option.most is not None:
            numbers = tuple(map(str, range(option.least, option.most + 1)))
            return _blank(option.name, label, numbers, str(value))
        case _:
            return _blank(option.name, label, option.choices, str(value), option.name)


def _blank(name: str, label: Phrase, values: tuple[str, ...], now: str, labels: str = "") -> Blank:
    """Return a blank whose name is part of the line; the present value is always in its list.

    `labels` is the catalogue's name for the labels of the values; "" shows the values themselves.
    """
    own = values if now in values or not values else (now, *values)
    said = tuple(value_label(labels, value) for value in own) if labels else ()
    return Blank(name, label, own, now, named=True, value_labels=said)
