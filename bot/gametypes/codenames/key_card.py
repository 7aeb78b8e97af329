"""Key cards that follow from a keyword, or from the number that a keyword's digest is.

A keyword or a number that gives none is refused with an OptionsError, and so is an impossible
board. Reading the command line and drawing pictures is left to others.
"""

from dataclasses import dataclass
from functools import reduce

from core.codenames.key import DIGEST_LIMIT, Key, deck, key_from_integer, key_from_keyword
from core.codenames.model import Identity
from core.codenames.notation import coordinate, key_rows
from core.codenames.present import FACES, order_and_totals, playing_order
from core.codenames.rules import encodable
from core.rules import OptionsError
from core.view import Cell, Grid, Phrase, Text, View, phrase


@dataclass(frozen=True, slots=True)
class KeyCard:
    """A key and the board that it lies on."""

    rows: int
    cols: int
    key: Key

    @property
    def identities(self) -> tuple[Identity, ...]:
        """The identities of the cards, by rows."""
        return self.key.identities

    @property
    def public(self) -> tuple[Identity, ...]:
        """The same identities in an order that tells nothing: the public part of the key card."""
        return deck(self.key.order, self.rows * self.cols)


def keyword_card(keyword: str, rows: int, cols: int, teams: int) -> KeyCard:
    """Return the key card of a keyword, taken as it was typed; raises OptionsError."""
    if not encodable(keyword):
        raise OptionsError("keyword-text")
    return KeyCard(rows, cols, key_from_keyword(keyword, rows, cols, teams))


def digits_card(number: str, rows: int, cols: int, teams: int) -> KeyCard:
    """Return the key card of a decimal integer from 0 to 2^512 - 1; raises OptionsError."""
    return KeyCard(rows, cols, key_from_integer(_integer(number), rows, cols, teams))


def _integer(text: str) -> int:
    text = text.strip()
    short = text.lstrip("0") or text[:1]
    # Python refuses to read a number of thousands of digits; no digest has so many.
    if not (text.isascii() and text.isdigit()) or len(short) > len(str(DIGEST_LIMIT)):
        raise OptionsError("digits-range")
    return int(short)


def card_json(card: KeyCard, *, public: bool = False) -> dict[str, object]:
    """Return a key card as values for JSON; without the key itself where it is for everybody."""
    counts = {team.value: card.identities.count(Identity.of(team)) for team in card.key.order}
    for identity in (Identity.BYSTANDER, Identity.ASSASSIN):
        counts[identity.name.lower()] = card.identities.count(identity)
    shown: dict[str, object] = {
        "rows": card.rows,
        "cols": card.cols,
        "order": [team.value for team in card.key.order],
        "counts": counts,
    }
    rows = [list(row) for row in key_rows(card.identities, card.cols)]
    return shown if public else shown | {"key": rows}


def card_view(card: KeyCard, *, public: bool = False) -> View:
    """Return a key card as a view; where it is for everybody, only the order and the totals."""
    below = (Text(playing_order(card.key.order)), order_and_totals(card.key.order, card.public))
    title = phrase("title-key", rows=card.rows, cols=card.cols, teams=len(card.key.order))
    return View(title, below if public else (card_grid(card), *below))


def card_header(card: KeyCard) -> Phrase:
    """Return the line above a key card's picture: the order and the totals."""
    public = card.public
    teams = [
        phrase(
            "key-header-team",
            team=phrase("identity", name=team.value),
            cards=public.count(Identity.of(team)),
        )
        for team in card.key.order
    ]
    return phrase(
        "key-header",
        teams=reduce(lambda first, team: phrase("key-header-next", first=first, team=team), teams),
        bystanders=public.count(Identity.BYSTANDER),
        assassins=public.count(Identity.ASSASSIN),
    )


def card_grid(card: KeyCard, *, public: bool = False) -> Grid:
    """Return a key card's places with their faces; covered, and named, where it is for everybody.

    A covered place shows its name, so that the picture can be pointed at.
    """
    places = [(coordinate(place, card.cols), it) for place, it in enumerate(card.identities)]
    cells = [
        Cell(name, name) if public else Cell(name, "", FACES[identity]) for name, identity in places
    ]
    rows = tuple(
        tuple(cells[start : start + card.cols]) for start in range(0, len(cells), card.cols)
    )
    return Grid(
        rows, phrase("board-alt", rows=card.rows, cols=card.cols, cards=_named(card, public=public))
    )


def _named(card: KeyCard, *, public: bool) -> tuple[Phrase | str, ...]:
    """Return the key card in words: ``A1 blue, A2 red, ...``, or only the places."""
    places = [(coordinate(place, card.cols), it) for place, it in enumerate(card.identities)]
    if public:
        return tuple(place for place, _ in places)
    return tuple(phrase("alt-key", place=place, name=it.name.lower()) for place, it in places)
