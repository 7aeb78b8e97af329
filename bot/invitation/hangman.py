"""An invitation to hangman: its options, who deals and who guesses, and the word list."""

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from bot.arguments import DAILY, as_typed
from bot.files import read
from bot.invitation.invitation import name_of
from bot.kinds import Kind, all_kinds, hangman_kind
from bot.parlour import Setting
from bot.seating import HUMAN, Seating, assigned, people_named
from bot.settings import Settings
from core.hangman.command import HANGMAN
from core.hangman.options import Dealer, Options, OptionsError
from core.rules import Refusal, Seat
from core.view import Phrase, phrase
from core.words.packs import Pack
from core.words.spellings import dictionary_text, read_dictionary


@dataclass(frozen=True)
class HangmanInvitation:
    """A table of hangman."""

    setting: Setting
    remarks: tuple[Phrase, ...] = ()

    @classmethod
    def read(cls, arguments: Namespace, settings: Settings) -> Self:
        """Return what was asked for; raises the Refusal of what cannot be."""
        kind = hangman_kind()
        options = _options(kind, arguments)
        seating = _seating(kind, options, arguments.chair)
        yours = name_of(arguments, settings)
        people = people_named(seating, yours)
        host = next(iter(people.values()), yours)
        pack = _pack(kind, options, arguments.dictionary)
        setting = Setting(kind.name, kind.values(options), pack, host, people, seating.bots)
        return cls(setting, _remarks(options))

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The games."""
        return all_kinds()

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """No word: completing one would tell what there is to find."""
        return ()


def _options(kind: Kind, arguments: Namespace) -> Options:
    """Return the options that were asked for; raises the Refusal of those that cannot be."""
    try:
        options: Options = kind.options(_values(arguments))
    except Refusal as refused:
        raise OptionsError.of(as_typed(refused.phrase)) from refused
    return options


def _values(arguments: Namespace) -> dict[str, object]:
    """Return the values of the `new` command that the arguments stand for."""
    names = (option.name for option in HANGMAN.new.options if option.name != DAILY)
    values = {name: getattr(arguments, name) for name in names}
    return values | {"hints": "off" if arguments.hints is False else "on"}


def _pack(kind: Kind, options: Options, path: str | None) -> Pack:
    """Return the words of the category, or those of a file; raises the Refusal of a wrong one."""
    usual = Options().category
    if path is None:
        return kind.pack(options)
    if options.category != usual:
        raise OptionsError("dictionary-category", category=options.category)
    return read_dictionary(dictionary_text(read(path)), Path(path).name, options.length)


def _seating(kind: Kind, options: Options, named: tuple[str, ...]) -> Seating:
    """Return the usual seating but for chairs that are named: one person, bots elsewhere.

    The person guesses, or is the dealer who has a word; a word that is typed is for somebody
    else to guess.
    """
    bots = {chair.seat: kind.bots.names(options, chair.seat) for chair in options.chairs}
    sitting = {seat: names[0] for seat, names in bots.items()}
    for seat in _people(options):
        sitting[seat] = HUMAN
    seating = assigned(sitting, named, lambda seat: _allowed(options, seat, bots[seat]))
    if options.chairs[0].seat in seating.humans and not options.dealer.is_person:
        raise OptionsError("dealer-only-bot", dealer=options.dealer.value)
    return seating


def _allowed(options: Options, seat: Seat, bots: tuple[str, ...]) -> tuple[str, ...]:
    """Return who may sit in a chair for which no person was named.

    Raises OptionsError for the chair of a dealer who must be a person.
    """
    if seat != options.chairs[0].seat:
        return (*bots, HUMAN)
    if options.dealer.is_person:
        raise OptionsError("dealer-only-person", dealer=options.dealer.value)
    return bots


def _people(options: Options) -> tuple[Seat, ...]:
    dealer, first, *_ = options.chairs
    match options.dealer:
        case Dealer.WORD:
            return (dealer.seat, first.seat)
        case Dealer.THOUGHT:
            return (dealer.seat,)
        case _:
            return (first.seat,)


def _remarks(options: Options) -> tuple[Phrase, ...]:
    if options.dealer is not Dealer.THOUGHT:
        return ()
    return (phrase("play-think", length=options.length, script=options.script),)
