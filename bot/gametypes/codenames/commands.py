"""The command `spyring board`: key cards, and the deals of records."""

import json
import sys
from argparse import Namespace
from getpass import getpass
from typing import Final

from bot.files import check_new, find_pack, read, write_new
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder, natural
from bot.gametypes.codenames.key_card import (
    KeyCard,
    card_grid,
    card_header,
    card_json,
    card_view,
    digits_card,
    keyword_card,
)
from bot.gametypes.codenames.record import (
    Finding,
    read_record,
    verification_json,
    verification_view,
    verify,
)
from bot.settings import Settings
from core.codenames.command import CODENAMES
from core.codenames.model import Options
from core.rules import Refusal
from core.view import phrase
from core.words.packs import embedded_packs, pack_for

FROM_INPUT: Final = "-"
"""Stands for a keyword that standard input has: command lines are in the list of processes."""

SIZE_OPTIONS: Final = ("rows", "cols", "teams")

VERIFIED: Final = {Finding.AGREES: 0, Finding.DIFFERS: 1, Finding.UNCHECKED: 3}
"""The exit codes of checking a deal."""


class BoardCommand(GameCommand):
    """`spyring board`: print, draw and verify key cards."""

    name = "board"

    def add_options(self, adder: OptionAdder) -> None:
        """Add where the key card comes from, its size, and how it is shown."""
        parser, say = adder.parser, adder.say
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--keyword", metavar="K", help=say("keyword-key"))
        source.add_argument("--digits", metavar="INTEGER", help=say("digits"))
        source.add_argument("--verify", metavar="FILE", help=say("verify"))
        for option in CODENAMES.new.options:
            if option.name in SIZE_OPTIONS:
                # Without a default, so that it is known whether anybody gave it.
                said = adder.described(option)
                parser.add_argument(f"--{option.name}", type=natural, help=said)
        parser.add_argument("--pack", metavar="P", help=say("pack-verify"))
        parser.add_argument("--json", action="store_true", help=say("json"))
        parser.add_argument("--png", metavar="FILE", help=say("png"))
        parser.add_argument("--html", metavar="FILE", help=say("html"))
        parser.add_argument("--public", action="store_true", help=say("public"))

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Show a key card, or check the deal of a record; raises Refusal."""
        if arguments.verify is not None:
            return _verify(arguments, settings, console)
        if arguments.pack is not None:
            raise Refusal("pack-without-words")
        _show_card(_card(arguments, console), arguments, console)
        return 0


def _card(arguments: Namespace, console: GameConsole) -> KeyCard:
    """Return the key card that is asked for; raises Refusal."""
    usual = Options()
    rows, cols, teams = (
        getattr(usual if getattr(arguments, name) is None else arguments, name)
        for name in SIZE_OPTIONS
    )
    if arguments.digits is not None:
        return digits_card(arguments.digits, rows, cols, teams)
    return keyword_card(_keyword(arguments.keyword, console), rows, cols, teams)


def _keyword(typed: str, console: GameConsole) -> str:
    """Return the keyword, from standard input where that is asked for; raises Refusal for none."""
    if typed == FROM_INPUT:
        typed = _read_keyword(console)
    if not typed:
        raise Refusal("keyword-empty")
    return typed


def _read_keyword(console: GameConsole) -> str:
    """Return the first line of standard input, which a terminal does not show."""
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
        # Each place is named where everybody may look.
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
    """Raise Refusal for options beside ``--verify`` that a record says already or that draw."""
    beside = (*SIZE_OPTIONS, "png", "html", "public")
    values = ((name, getattr(arguments, name)) for name in beside)
    given = [f"--{name}" for name, value in values if value is not None and value is not False]
    if given:
        raise Refusal("verify-alone", options=tuple(given))
