"""Tables of hangman for the tests of the lobby, and their texts."""

from collections.abc import Iterable

from bot.gametypes.hangman.game_type import hangman_type
from bot.lobby.context import GameContext
from bot.lobby.forms import Offer
from bot.lobby.game_events import Opened, fold
from bot.lobby.model import LobbySettings
from bot.lobby.view import present
from bot.texts import Texts
from core.view import Block, Choices, Fields, FormBlock, Panel, Phrase, Text, View
from tests.bot.lobby.tables import ANN, LOUNGE, TEXTS, Table, name_of

KIND = hangman_type()


def gallows(**values: object) -> Table:
    """Return a table of hangman that Ann has opened with values of the `new` command."""
    options = KIND.options(values)
    chairs = KIND.chairs(options)
    fitting = {chair.seat: KIND.bots.offered_for(options, chair.seat) for chair in chairs}
    bots = tuple(dict.fromkeys(name for own in fitting.values() for name in own))
    moment = GameContext(bots, fitting, dealt=False, typed=KIND.needs_typed_secret(options))
    lobby = fold([Opened("hangman", chairs, LobbySettings(), ANN, LOUNGE)])
    return Table(lobby, moment=moment)


def shown(table: Table, **values: object) -> View:
    """Return the lobby of a table of hangman with these options."""
    options = KIND.options(values)
    own = KIND.game.commands.new.options
    offer = Offer(
        dict(table.moment.fitting), own, KIND.values(options), summary=KIND.summary(options)
    )
    return present(table.lobby, name_of, KIND.faces, offer)


def read(view: View, texts: Texts = TEXTS) -> list[str]:
    """Return all texts of a view: title, rows, labels of choices and forms, footer."""
    said = [view.title, *_phrases(view.blocks), *([view.footer] if view.footer else [])]
    return [texts.say(one) if isinstance(one, Phrase) else one for one in said]


def _phrases(blocks: Iterable[Block]) -> Iterable[Phrase | str]:
    for block in blocks:
        match block:
            case Text(phrase=said):
                yield said
            case Fields(rows=rows):
                for _, name, value in rows:
                    yield from (name, value)
            case Choices(choices=choices):
                yield from (choice.label for choice in choices)
            case FormBlock(label=label, blanks=blanks):
                yield label
                yield from (blank.label for blank in blanks)
            case Panel(label=label, title=title, blocks=inner):
                yield from (label, title, *_phrases(inner))
            case _:
                raise AssertionError(block)
