"""Shiritori on the command line: its options, the player and the bot, and the word list."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.files import read
from bot.gametypes.cli import GameCli, OptionAdder, check_ranges
from bot.gametypes.game_type import AnyGame
from bot.gametypes.seating import HUMAN
from bot.gametypes.shiritori.game_type import shiritori_type
from bot.gametypes.table_request import TableRequest
from bot.settings import Settings
from core.rules import OptionsError
from core.shiritori.command import HOUSE_RULES, NEW, ORDER, SHIRITORI, STRENGTH
from core.shiritori.options import Options, WordList
from core.shiritori.word_index import read_words
from core.words.packs import Pack

HUMAN_FIRST: Final = "human"
BOT_FIRST: Final = "bot"

PLAYERS_OPTION: Final = next(option for option in NEW.options if option.name == "players")
SETTABLE: Final = {option.name: option for option in (ORDER, *HOUSE_RULES)}
"""The options that ``--rule NAME=VALUE`` sets."""


class ShiritoriCli(GameCli):
    """Shiritori on the command line; by default a person plays against a bot."""

    commands = SHIRITORI

    def game_type(self, ensemble: Sequence[str] = ()) -> AnyGame:  # noqa: ARG002
        """Return shiritori, whose bots need no model."""
        return shiritori_type()

    def add_table_options(self, adder: OptionAdder) -> tuple[str, ...]:
        """Add the options of a table; return their names without ``chair``."""
        adder.add(STRENGTH, name="bot")
        adder.add(replace(PLAYERS_OPTION, default=Options().players))
        add_words(adder)
        adder.describe("file", "shiritori-file", nargs="?")
        order = (HUMAN_FIRST, BOT_FIRST)
        adder.describe("--first", "shiritori-first", choices=order, default=HUMAN_FIRST)
        rule = "shiritori-rule"
        adder.describe("--rule", rule, action="append", default=[], metavar="NAME=VALUE")
        adder.add_chair("shiritori-chair-who")
        return (STRENGTH.name, PLAYERS_OPTION.name, "words", "file", "first", "rule")

    def read_table(self, arguments: Namespace, settings: Settings) -> TableRequest:
        """Return the requested table; raises Refusal for an impossible one."""
        check_ranges(arguments, (PLAYERS_OPTION,))
        game_type = self.game_type()
        options = game_type.options(self.option_values(arguments))
        pack = words_of(arguments.file or arguments.words, is_latin=options.is_latin)
        named = arguments.chair
        if arguments.first == BOT_FIRST:
            first, second, *_ = (chair.seat for chair in options.chairs)
            bot = game_type.bots.for_seat(options, first)[0]
            named = [f"{first}={bot}", f"{second}={HUMAN}", *named]
        seating = self.seating(game_type, options, named)
        return TableRequest.of(
            arguments, settings, game_type, options, seating, pack or game_type.pack(options)
        )

    def option_values(self, arguments: Namespace) -> Mapping[str, object]:
        """Return the arguments as values of the `new` command."""
        named = (arguments.words, arguments.file or arguments.words)
        words = WordList.ENGLISH if any(map(is_english, named)) else WordList.NOUNS
        return {
            STRENGTH.name: arguments.strength,
            PLAYERS_OPTION.name: arguments.players,
            "words": words.value,
            **house_rules(arguments.rule),
        }


def add_words(adder: OptionAdder) -> None:
    """Add the option that names a list, or a file of words."""
    usual = WordList.NOUNS.value
    adder.describe("--words", "shiritori-words-file", metavar="FILE", default=usual)


def words_of(named: str, *, is_latin: bool = False) -> Pack | None:
    """Return the words of a file; None for an embedded list. Raises FileError and PackError."""
    if named in {one.value for one in WordList}:
        return None
    latin = is_latin or is_english(named)
    return read_words(read(named), Path(named).name, is_latin=latin)


def is_english(named: str) -> bool:
    """Return whether a list or a file has English words; raises FileError.

    Japanese words need kana, so a file of ASCII characters is English.
    """
    is_listed = named in {one.value for one in WordList}
    return named == WordList.ENGLISH.value if is_listed else read(named).isascii()


def house_rules(assignments: Sequence[str]) -> Mapping[str, object]:
    """Return the assigned house rules; raises OptionsError for unknown ones."""
    values: dict[str, object] = {}
    for text in assignments:
        name, equals, value = text.partition("=")
        if not equals or name not in SETTABLE:
            raise OptionsError("shiritori-rule-unknown", text=text, known=tuple(SETTABLE))
        values[name] = value
    return values
