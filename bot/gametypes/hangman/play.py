"""Hangman on the command line: its options, the dealer and the guessers, and the word list."""

from argparse import BooleanOptionalAction, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bot.files import read
from bot.gametypes.cli import GameCli, OptionAdder
from bot.gametypes.game_type import AnyGame, AnyOptions
from bot.gametypes.hangman.game_type import hangman_type
from bot.gametypes.seating import HUMAN, Seating, assign
from bot.gametypes.table_request import TableRequest
from bot.settings import Settings
from core.hangman.command import HANGMAN, UNLIMITED
from core.hangman.options import Dealer, Options
from core.rules import OptionsError, Refusal, Seat
from core.view import Phrase, phrase
from core.words.packs import Pack
from core.words.word_lists import read_dictionary

OPTION_NAMES: Final = MappingProxyType({"length": "word-length"})
"""Names of options that differ on a command line."""

FURTHER_FLAGS: Final = MappingProxyType({"length": ("-w", "--wordlen"), "verbose": ("-v",)})
"""Flags of Tom Moertel's hangman for these options."""

SINGLE_GUESSER: Final = 1
"""The default number of guessers in a team."""


@dataclass(frozen=True)
class HangmanTableRequest(TableRequest):
    """A table of hangman; its vocabulary is empty, since completion would reveal the word."""

    @property
    def remarks(self) -> tuple[Phrase, ...]:
        """The request to think of a word, if the bots guess it."""
        options: Options = self.game_type.options(self.setup.values)
        if options.dealer is not Dealer.THOUGHT:
            return ()
        return (phrase("play-think", length=options.length, script=options.script),)


class HangmanCli(GameCli):
    """Hangman on the command line; the defaults are for one person."""

    commands = HANGMAN

    def game_type(self, ensemble: Sequence[str] = ()) -> AnyGame:  # noqa: ARG002
        """Return hangman, whose bots need no model."""
        return hangman_type()

    def add_table_options(self, adder: OptionAdder) -> tuple[str, ...]:
        """Add the options of a table; return their names without ``chair``."""
        for option in self.table_options:
            match option.name:
                case "lives":
                    adder.add(replace(option, default=UNLIMITED))
                case "guessers":
                    adder.add(replace(option, default=SINGLE_GUESSER))
                case "hints":
                    said = adder.say("hangman-no-hints")
                    adder.parser.add_argument("--hints", action=BooleanOptionalAction, help=said)
                case name:
                    short = FURTHER_FLAGS.get(name, ())
                    adder.add(option, name=OPTION_NAMES.get(name), short=short)
        adder.parser.add_argument(
            "-d", "--dict", "--dictionary", dest="dictionary", metavar="FILE",
            help=adder.say("dictionary"),
        )  # fmt: skip
        adder.add_chair("hangman-chair")
        return (*(option.name for option in self.table_options), "dictionary")

    def read_table(self, arguments: Namespace, settings: Settings) -> HangmanTableRequest:
        """Return the requested table; raises Refusal for an impossible one."""
        game_type = self.game_type()
        options = self._options(game_type, arguments)
        seating = self.seating(game_type, options, arguments.chair)
        pack = _pack(game_type, options, arguments.dictionary)
        return HangmanTableRequest.of(arguments, settings, game_type, options, seating, pack)

    def _options(self, game_type: AnyGame, arguments: Namespace) -> Options:
        """Return the requested options; raises OptionsError for impossible ones."""
        try:
            options: Options = game_type.options(self.option_values(arguments))
        except Refusal as refused:
            raise OptionsError.of(_as_typed(refused.phrase)) from refused
        return options

    def option_values(self, arguments: Namespace) -> Mapping[str, object]:
        """Return the arguments as values of the `new` command."""
        hints = "off" if arguments.hints is False else "on"
        return {**super().option_values(arguments), "hints": hints}

    def seating(self, game_type: AnyGame, options: AnyOptions, named: Sequence[str]) -> Seating:
        """Return the usual seating, of one person and bots, except for named chairs.

        The person guesses, or is the dealer with a word; a second person guesses a typed word.
        """
        dealer, first, *_ = options.chairs
        bots = {seat: game_type.bots.for_seat(options, seat) for seat in options.seats}
        people = {Dealer.WORD: (dealer, first), Dealer.THOUGHT: (dealer,)}
        sitting = {seat: names[0] for seat, names in bots.items()}
        sitting |= {chair.seat: HUMAN for chair in people.get(options.dealer, (first,))}
        seating = assign(sitting, named, lambda seat: _allowed(options, seat, bots[seat]))
        if dealer.seat in seating.people and not options.dealer.is_person:
            raise OptionsError("dealer-only-bot", dealer=options.dealer.value)
        return seating


def _as_typed(said: Phrase) -> Phrase:
    """Return a message about an option with the option's name on a command line."""
    params = dict(said.params)
    name = OPTION_NAMES.get(str(params.get("name")))
    return phrase(said.key, **(params | {"name": name})) if name else said


def _pack(game_type: AnyGame, options: Options, path: str | None) -> Pack:
    """Return the words of the category or of a file; raises Refusal for a bad file."""
    if path is None:
        return game_type.pack(options)
    if options.category != Options().category:
        raise OptionsError("dictionary-category", category=options.category)
    return read_dictionary(read(path), Path(path).name, options.length)


def _allowed(options: Options, seat: Seat, bots: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names for a chair; raises OptionsError if its dealer must be a person."""
    if seat != options.chairs[0].seat:
        return (*bots, HUMAN)
    if options.dealer.is_person:
        raise OptionsError("dealer-only-person", dealer=options.dealer.value)
    return bots
