"""Values offered while an option is typed: covered cards, chairs, teams, bots, settings."""

from collections.abc import Iterable, Iterator, Mapping

from adapters.chat.buttons import button_label
from adapters.chat.commands import CommandAction, CommandEntry
from adapters.chat.incoming import Incoming
from adapters.chat.platform import ChatApp, Limits
from bot.games import GameView
from core.command import InputType, Option
from core.view import Choices, all_cells, find, with_panels

CompletionValues = Mapping[str, tuple[str, ...]]
"""Values that are known beforehand: `setting`, and those of settings by their names."""

CompletionItem = tuple[str, str]
"""The text that is shown, and the value that is typed by choosing it."""


async def completions(
    chat: ChatApp, incoming: Incoming, entry: CommandEntry, name: str, limits: Limits
) -> tuple[CompletionItem, ...]:
    """Return the values of an option of a command, as far as it is typed; raises Refusal.

    Where no game is asked, they are the request handler's.
    """
    if entry.action is not CommandAction.SAY:
        known = await chat.services.request_handler.complete(incoming.request(()), name)
        return _fitting(_plain(known), incoming, name, limits)
    option = next((one for one in entry.command.options if one.name == name), None)
    if option is None:
        return ()
    game_view, values = await chat.look(incoming), chat.values.get(entry.game, {})
    offers = _offers(entry.command.name, option, incoming.given, game_view, values)
    return _fitting(offers, incoming, name, limits)


def _fitting(
    offers: Iterable[CompletionItem], incoming: Incoming, name: str, limits: Limits
) -> tuple[CompletionItem, ...]:
    """Return the offers that contain what is typed."""
    sought = str(incoming.given.get(name, "")).strip().casefold()
    fitting = (offer for offer in dict.fromkeys(offers) if sought in offer[0].casefold())
    most = min(limits.label, limits.completion)
    short = ((button_label(shown, most), value) for shown, value in fitting)
    found = [offer for offer in short if 0 < len(offer[1]) <= limits.completion]
    return tuple(found[: limits.completions])


def _offers(
    verb: str,
    option: Option,
    given: Mapping[str, object],
    game_view: GameView,
    values: CompletionValues,
) -> Iterator[CompletionItem]:
    match option.kind:
        case InputType.CARD | InputType.LETTER:
            yield from _cards(verb, game_view) or _plain(_ends(game_view, verb))
        case InputType.TEAM:
            yield from _plain(game_view.teams)
        case InputType.SEAT | InputType.CHAIR:
            yield from _plain(_ends(game_view, verb))
            if verb != "chair":
                seats = sorted(str(seat) for seat, _ in game_view.bots)
                yield from _plain(seats)
            if verb == "bot":
                yield from _plain(
                    f"{seat} {bot}" for seat in seats for bot in _bots(game_view, seat)
                )
        case InputType.MEMBER:
            yield from ((sitter.name, str(sitter.user)) for sitter in game_view.sitters)
            yield from _plain(_bots(game_view, str(given.get("place", ""))))
        case InputType.VALUE if given.get("setting") == "bot":
            yield from _plain(_bots(game_view))
        case InputType.VALUE:
            yield from _plain(values.get(str(given.get("setting", "")), ()))
        case _:
            yield from _plain(values.get(option.name, ()))


def _plain(values: Iterable[str]) -> Iterator[CompletionItem]:
    return ((value, value) for value in values)


def _cards(verb: str, game_view: GameView) -> tuple[CompletionItem, ...]:
    """Return the covered cards, or those that the verb itself is offered for, if there are any."""
    own = set(_ends(game_view, verb))
    covered = [cell for cell in all_cells(game_view.view) if not cell.face.letter.strip()]
    named = [cell for cell in covered if own & {cell.label, f'"{cell.label}"'}]
    return tuple((f"{one.place} {one.label.upper()}", one.place) for one in named or covered)


def _bots(game_view: GameView, seat: str = "") -> Iterator[str]:
    """Yield the bots that can play in a chair, or in any where it is none of the table's."""
    bots = {str(one): names for one, names in game_view.bots}
    yield from bots[seat] if seat in bots else (name for names in bots.values() for name in names)


def _ends(game_view: GameView, verb: str) -> Iterator[str]:
    """Yield the rest after a verb in the lines of the choices beside the board."""
    blocks = find(with_panels(game_view.view), Choices)
    for choice in (one for block in blocks for one in block.choices if one.enabled):
        first, _, rest = choice.line.partition(" ")
        if first == verb and rest:
            yield rest
