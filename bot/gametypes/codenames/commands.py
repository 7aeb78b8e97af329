"""The command `spyring board`: key cards, and the deals of records.

A key card follows from a keyword, or from the number of a keyword's digest. A keyword, number or
board without a key card raises OptionsError.
"""

import json
import sys
from argparse import Namespace
from dataclasses import dataclass
from functools import reduce
from getpass import getpass
from typing import Final

from bot.files import check_new, find_pack, read, write_new
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder, natural
from bot.gametypes.codenames.record import (
    Finding,
    read_record,
    verification_json,
    verification_view,
    verify,
)
from bot.settings import Settings
from core.codenames.command import CODENAMES
from core.codenames.key import DIGEST_LIMIT, Key, deck, key_from_integer, key_from_keyword
from core.codenames.model import Identity, Options
from core.codenames.notation import coordinate, key_rows
from core.codenames.present import FACES, order_and_totals, playing_order
from core.codenames.rules import encodable
from core.rules import OptionsError, Refusal
from core.view import Cell, Grid, Phrase, Text, View, phrase
from core.words.packs import embedded_packs, pack_for

FROM_INPUT: Final = "-"
"""The argument that reads the keyword from standard input; other users see command lines."""

SIZE_OPTIONS: Final = ("rows", "cols", "teams")

VERIFIED: Final = {Finding.AGREES: 0, Finding.DIFFERS: 1, Finding.UNCHECKED: 3}
"""The exit codes of the check of a deal."""


@dataclass(frozen=True, slots=True)
class KeyCard:
    """A key and the size of its board."""

    rows: int
    cols: int
    key: Key

    @property
    def public(self) -> tuple[Identity, ...]:
        """The identities of the cards in a fixed order, which reveals nothing."""
        return deck(self.key.order, self.rows * self.cols)


class BoardCommand(GameCommand):
    """`spyring board`: prints, draws and verifies key cards."""

    name = "board"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the options for the key card's source, size and output."""
        add, parser = adder.describe, adder.parser
        source = parser.add_mutually_exclusive_group(required=True)
        add("--keyword", "keyword-key", source, metavar="K")
        add("--digits", "digits", source, metavar="INTEGER")
        add("--verify", "verify", source, metavar="FILE")
        for option in CODENAMES.new.options:
            if option.name in SIZE_OPTIONS:
                # No default, so that `_check_verify` sees if you gave it.
                said = adder.described(option)
                parser.add_argument(f"--{option.name}", type=natural, help=said)
        add("--pack", "pack-verify", metavar="P")
        add("--json", "json", action="store_true")
        add("--png", "png", metavar="FILE")
        add("--html", "html", metavar="FILE")
        add("--public", "public", action="store_true")

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Show a key card, or check the deal of a record; raises Refusal."""
        if arguments.verify is not None:
            return _verify(arguments, settings, console)
        if arguments.pack is not None:
            raise Refusal("pack-without-words")
        _show_card(_card(arguments, console), arguments, console)
        return 0


def _card(arguments: Namespace, console: GameConsole) -> KeyCard:
    """Return the requested key card; raises Refusal."""
    usual = Options()
    rows, cols, teams = (
        getattr(usual if getattr(arguments, name) is None else arguments, name)
        for name in SIZE_OPTIONS
    )
    if arguments.digits is not None:
        return digits_card(arguments.digits, rows, cols, teams)
    return keyword_card(_keyword(arguments.keyword, console), rows, cols, teams)


def _keyword(typed: str, console: GameConsole) -> str:
    """Return the keyword, typed or from standard input; raises Refusal for none."""
    if typed == FROM_INPUT:
        typed = _read_keyword(console)
    if not typed:
        raise Refusal("keyword-empty")
    return typed


def _read_keyword(console: GameConsole) -> str:
    """Return the first line of standard input, without echo at a terminal."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    try:
        return getpass(console.texts.say(phrase("keyword-prompt")) + " ")
    except EOFError:
        return ""


def _show_card(card: KeyCard, arguments: Namespace, console: GameConsole) -> None:
    public: bool = arguments.public
    for path in filter(None, (arguments.png, arguments.html)):
        check_new(path)
    if arguments.png is not None:
        # A picture for everyone shows the names of the places.
        write_new(arguments.png, console.picture(card_grid(card, public=public), card_header(card)))
    if arguments.html is not None:
        write_new(arguments.html, console.page(card_view(card, public=public)))
    if arguments.json:
        console.write(json.dumps(card_json(card, public=public)))
    else:
        console.show(card_view(card, public=public))


def _verify(arguments: Namespace, settings: Settings, console: GameConsole) -> int:
    _check_verify(arguments)
    pack = settings.pack if arguments.pack is None else arguments.pack
    named = find_pack(pack or pack_for(settings.language).name)
    packs = {**embedded_packs(), named.digest: named}
    verification = verify(read_record(read(arguments.verify)), packs)
    if arguments.json:
        console.write(json.dumps(verification_json(verification)))
    else:
        console.show(verification_view(verification))
    return VERIFIED[verification.finding]


def _check_verify(arguments: Namespace) -> None:
    """Raise Refusal for options that ``--verify`` excludes: sizes and output."""
    excluded = (*SIZE_OPTIONS, "png", "html", "public")
    values = ((name, getattr(arguments, name)) for name in excluded)
    given = [f"--{name}" for name, value in values if value is not None and value is not False]
    if given:
        raise Refusal("verify-alone", options=tuple(given))


def keyword_card(keyword: str, rows: int, cols: int, teams: int) -> KeyCard:
    """Return the key card of a keyword, exactly as typed; raises OptionsError."""
    if not encodable(keyword):
        raise OptionsError("keyword-text")
    return KeyCard(rows, cols, key_from_keyword(keyword, rows, cols, teams))


def digits_card(number: str, rows: int, cols: int, teams: int) -> KeyCard:
    """Return the key card of a decimal integer from 0 to 2^512 - 1; raises OptionsError."""
    return KeyCard(rows, cols, key_from_integer(_integer(number), rows, cols, teams))


def _integer(text: str) -> int:
    text = text.strip()
    short = text.lstrip("0") or text[:1]
    # Python refuses to parse thousands of digits; no digest has so many.
    if not (text.isascii() and text.isdigit()) or len(short) > len(str(DIGEST_LIMIT)):
        raise OptionsError("digits-range")
    return int(short)


def card_json(card: KeyCard, *, public: bool = False) -> dict[str, object]:
    """Return a key card as values for JSON; without the key if it is public."""
    counts = {team.value: card.key.identities.count(Identity.of(team)) for team in card.key.order}
    for identity in (Identity.BYSTANDER, Identity.ASSASSIN):
        counts[identity.name.lower()] = card.key.identities.count(identity)
    shown: dict[str, object] = {
        "rows": card.rows,
        "cols": card.cols,
        "order": [team.value for team in card.key.order],
        "counts": counts,
    }
    rows = [list(row) for row in key_rows(card.key.identities, card.cols)]
    return shown if public else shown | {"key": rows}


def card_view(card: KeyCard, *, public: bool = False) -> View:
    """Return a key card as a view; only the order and the totals if it is public."""
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
    """Return a key card's places with their faces, or with their names if it is public."""
    places = [(coordinate(place, card.cols), it) for place, it in enumerate(card.key.identities)]
    cells, named = list[Cell](), list[Phrase | str]()
    for name, it in places:
        cells.append(Cell(name, name) if public else Cell(name, "", FACES[it]))
        named.append(name if public else phrase("alt-key", place=name, name=it.name.lower()))
    starts = range(0, len(cells), card.cols)
    rows = tuple(tuple(cells[start : start + card.cols]) for start in starts)
    return Grid(rows, phrase("board-alt", rows=card.rows, cols=card.cols, cards=tuple(named)))
