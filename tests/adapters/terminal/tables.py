"""Real tables of Codenames for the terminal's tests, with simple bots."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Final

from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from adapters.terminal.completion import TableCompleter
from bot.cli.play.client import LocalClient, open_client
from bot.gametypes.codenames.game_type import CodenamesType, codenames_type
from bot.gametypes.game_type import AnyGame
from bot.gametypes.table_request import TableSetup
from bot.texts import Texts
from core.agents.clue_lookup import ClueLookup
from core.agents.language import Language
from core.agents.policy import Policy, RandomPolicy, TableStyle
from core.codenames.actions import Action
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Dealt, Drawn, Event, Options, State, Typed
from core.codenames.rules import Codenames
from core.rules import Seat, Secret
from core.view import Phrase, phrase, seat_phrase
from core.words.packs import Pack, first_pack
from tests.bot.tables import with_bots

TEXTS = Texts.load("en")
CLUES = ("zephyr", "quark", "yodel", "jujube", "xylem", "vortex")
"""Words that clash with no card of the default pack."""

LANGUAGE = Language(CLUES, ClueLookup(dict.fromkeys(CLUES, True), {}), Referee())
MANNER = TableStyle(LANGUAGE)

OPEN: Final = ExitStack()
"""The open tables of the current test."""


class Dice:
    """Bots that clue and guess at random."""

    def __getitem__(self, _name: str, /) -> Policy:
        return RandomPolicy(MANNER)


def dealt(
    options: Options | None = None,
    seed: int = 1,
    pack: Pack | None = None,
    *,
    people: Sequence[Seat] | None = None,
    order: Sequence[int] | None = None,
    names: Mapping[Seat, str] | None = None,
) -> LocalClient:
    """Return a table that has been started: dealt, unless it waits for a keyword.

    `people` are the seats of people, by default all; bots play at random in the others. `names`
    are the names that people have given. With an `order`, the place p of the key has the identity
    that would otherwise be at `order[p]`.
    """
    kind = kind_of(order)
    kinds = with_bots(Dice, kind)
    options, named = options or Options(), dict(names or {})
    seats = tuple(chair.seat for chair in options.chairs)
    unnamed = frozenset(map(str, seats))
    desk = OPEN.enter_context(open_client(":memory:", seed=seed, game_types=kinds, unnamed=unnamed))
    sitting = seats if people is None else people
    desk.begin(
        TableSetup(
            kind=kind.name,
            values=kind.values(options),
            pack=pack or first_pack(),
            host=next((named.get(seat, str(seat)) for seat in sitting), "watcher"),
            people={seat: named.get(seat, str(seat)) for seat in seats if seat in sitting},
            bots={seat: "random" for seat in seats if seat not in sitting},
        )
    )
    return desk


def marks_of(*seats: str) -> tuple[Phrase, ...]:
    """Return the marks of the people in the seats."""
    return tuple(seat_phrase(seat, phrase("nobody")) for seat in seats)


def chairs(table: LocalClient) -> tuple[Seat, ...]:
    """Return every seat of the table."""
    return tuple(chair.seat for chair in table.observe(None).options.chairs)


def key(table: LocalClient) -> tuple[tuple[str, str], ...]:
    """Return the cards' words and identities, by the places of the board."""
    cards = table.observe(Seat("blue-spymaster")).cards
    return tuple((card.word, card.key.name.lower()) for card in cards)


def keyword_of(table: LocalClient) -> str:
    """Return the typed keyword, which no player sees."""
    source = table._shown.session.state.layout.source
    assert isinstance(source, Typed)
    return source.keyword.value


def secret_of(table: LocalClient) -> str:
    """Return the secret that determines the board, in hexadecimal."""
    source = table._shown.session.state.layout.source
    assert isinstance(source, Drawn)
    return source.secret.value.hex()


def words_of(table: LocalClient, identity: str) -> list[str]:
    """Return the words of the cards of one identity, in board order."""
    return [word for word, name in key(table) if name == identity]


def lines(table: LocalClient) -> list[str | None]:
    """Return the public lines of the game so far."""
    return [one.line for one in table.updates()]


def kind_of(order: Sequence[int] | None) -> AnyGame:
    """Return Codenames with the key of each board in another order."""
    kind = codenames_type(Referee)
    if order is None:
        return kind

    return RekeyedType(kind.bots, kind.referee, tuple(order))


@dataclass(frozen=True)
class RekeyedType(CodenamesType):
    """Codenames with the key of each board in another order."""

    order: tuple[int, ...] = ()

    def rules(self, options: Options, pack: Pack, skipped: tuple[str, ...]) -> Codenames:
        return Rekeyed(options, Supply(pack, skipped), self.referee(), self.order)


@dataclass(frozen=True)
class Rekeyed(Codenames):
    """Rules that deal the same words with the key in another order."""

    order: tuple[int, ...] = ()

    def decide(self, state: State, seat: Seat, action: Action) -> Sequence[Event]:
        return [self._rekeyed(event) for event in super().decide(state, seat, action)]

    def _rekeyed(self, event: Event) -> Event:
        if not isinstance(event, Dealt):
            return event
        cards = event.layout.key.value
        moved = Secret(tuple(cards[place] for place in self.order))
        return replace(event, layout=replace(event.layout, key=moved))


def completions(
    table: LocalClient, seat: Seat, typed: str, vocabulary: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the completions of a text at a seat."""
    completer = TableCompleter(table, seat, vocabulary)
    return tuple(one.text for one in completer.get_completions(Document(typed), CompleteEvent()))
