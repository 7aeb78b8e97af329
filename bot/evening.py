"""An evening at one terminal: the game that is gone on with, or a new one, and who sits at it."""

import getpass
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial

from bot.arguments import asks_for_table, check_ranges
from bot.assets import known
from bot.desk import Desk, open_desk
from bot.kinds import codenames_kind
from bot.logs import log_nowhere, log_to, log_to_file
from bot.packs import find_pack
from bot.parlour import Left, Setting
from bot.seating import (
    Seating,
    You,
    check_keyword,
    check_name,
    is_person,
    name_from,
    people_named,
    seat_everybody,
)
from bot.settings import Settings
from bot.simulation import ACE_NAMES, RANDOM
from bot.state import database_url, file_of, make_folder
from bot.thinker import embedded_cast
from core.agents.associations import parts_of
from core.codenames.command import CODENAMES
from core.codenames.key import check_options
from core.codenames.model import Lawfulness, Options, Team
from core.rules import Refusal, Seat
from core.view import Phrase, phrase
from core.words.ensemble import MODELS
from core.words.lexicon import Lexicon, default_lexicon
from core.words.packs import Pack

MEMORY = ":memory:"
"""The address of a database that ends with the program."""


@dataclass
class Evening:
    """What was asked for: a table, who sits at it, and the words."""

    arguments: Namespace
    options: Options
    seating: Seating
    people: Mapping[Seat, str]
    host: str
    pack: Pack
    ensemble: tuple[str, ...]

    @contextmanager
    def desk(self, url: str) -> Iterator[Desk]:
        """Open the desk on the games at an address; raises what `open_desk` raises."""
        casting = partial(embedded_cast, self.ensemble)
        with open_desk(url, seed=self.arguments.seed, casting=casting) as desk:
            yield desk

    def sit_down(self, desk: Desk) -> tuple[Phrase, ...]:
        """Go on with the game that was left, or begin the one that was asked for.

        Return what has to be said of it. Raises the Refusal of what cannot be, and StoreFault.
        """
        left = desk.left()
        if left is not None and left.begun and not self._asks_for_another(left):
            desk.go_on(left)
            return (phrase("play-goes-on", game=left.game_id, turn=left.turn),)
        said: tuple[Phrase, ...] = ()
        if left is not None:
            desk.stop(left)
            said = (phrase("play-stopped", game=left.game_id),) if left.begun else ()
        desk.begin(self._setting())
        return (*said, *self._warnings())

    def _asks_for_another(self, left: Left) -> bool:
        name = self.arguments.name
        stranger = name is not None and name not in left.people.values()
        return self.arguments.new or stranger or asks_for_table(self.arguments)

    def _setting(self) -> Setting:
        kind = codenames_kind()
        values = kind.values(self.options)
        bots = self.seating.bots
        return Setting(kind.name, values, self.pack, self.host, self.people, bots)

    def _warnings(self) -> tuple[Phrase, ...]:
        """Return that the bots know too little of the game's words to play well, if so."""
        words = len(self.pack.words)
        if not self.seating.bots or self.strange * 4 <= words:
            return ()
        return (phrase("pack-strange", strange=self.strange, words=words),)

    @cached_property
    def lexicon(self) -> Lexicon:
        """What is known of the clue words."""
        return default_lexicon()

    @property
    def strange(self) -> int:
        """How many words of the pack no bot knows, not even a part of them."""
        known_words = frozenset(self.lexicon.words)
        return sum(known_words.isdisjoint(parts_of(word)) for word in self.pack.words)

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """The clue words that people know, in alphabetical order."""
        pairs = zip(self.lexicon.words, self.lexicon.common, strict=True)
        return tuple(sorted(word for word, common in pairs if common))


def plan(arguments: Namespace, settings: Settings) -> Evening:
    """Return the evening that was asked for; raises the Refusal of what cannot be."""
    options = _options(arguments)
    check_options(options)
    check_ranges(arguments, CODENAMES.new)
    you = _you(arguments)
    seating = seat_everybody(options, you, Team(arguments.team), arguments.bots, arguments.chair)
    if arguments.keyword is not None and arguments.you == You.GUESSER.value:
        raise Refusal("keyword-guesser")
    check_keyword(options, seating)
    for name in seating.bots.values():
        known(dict.fromkeys((*ACE_NAMES, *MODELS, RANDOM)), (name,))
    yours = check_name(arguments.name or settings.player or _login())
    people = people_named(seating, yours)
    return Evening(
        arguments=arguments,
        options=options,
        seating=seating,
        people=people,
        host=next(iter(people.values()), yours),
        pack=find_pack(arguments.pack),
        ensemble=_ensemble(settings),
    )


def address_of(arguments: Namespace, settings: Settings, *, plain: bool) -> str:
    """Return the address of the database to play on; make its folder where that is lacking.

    A game that is to be repeated, and one that a script plays, must not depend on those before.
    """
    if arguments.state is None and (plain or arguments.seed is not None):
        return MEMORY
    url = database_url(arguments.state, settings)
    make_folder(url)
    return url


def keep_log(url: str, settings: Settings, *, plain: bool) -> None:
    """Log beside the file with the games; where there is none, tell scripts what has gone wrong.

    Nothing is ever written over a game's screen.
    """
    path = file_of(url)
    if path is not None:
        log_to_file(path.with_name(f"{path.name}.log"), level=settings.log_level)
    elif plain:
        log_to(sys.stderr, form=settings.log, level="error")
    else:
        log_nowhere()


def is_kept(url: str) -> bool:
    """Return whether games at an address outlive the program."""
    return url != MEMORY


def _ensemble(settings: Settings) -> tuple[str, ...]:
    names = dict.fromkeys(name.strip() for name in settings.ensemble.split(","))
    return known(dict.fromkeys(MODELS), tuple(names))


def _options(arguments: Namespace) -> Options:
    return Options(
        rows=arguments.rows,
        cols=arguments.cols,
        teams=arguments.teams,
        solo=Team(arguments.team) if arguments.solo else None,
        guessers=arguments.guessers,
        lawfulness=Lawfulness(arguments.clues),
        marks=arguments.marks,
        keyword=arguments.keyword is not None,
    )


def _you(arguments: Namespace) -> You:
    """Return your role: as said; else nobody's where chairs are named, else a guesser's."""
    if arguments.you:
        return You(arguments.you)
    if any(is_person(text.partition("=")[2]) for text in arguments.chair):
        return You.WATCHER
    return You.GUESSER if arguments.keyword is None else You.SPYMASTER


def _login() -> str:
    """Return the name under which the person is logged in, as far as it can be a name here."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):
        login = ""
    return name_from(login)
