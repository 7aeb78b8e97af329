"""An invitation to Codenames: people and bots in its chairs, a pack, and what the bots know."""

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from bot.arguments import check_ranges
from bot.assets import known
from bot.invitation.invitation import name_of
from bot.kinds import Kind, all_kinds, codenames_kind
from bot.kinds.codenames.strange import remarks_on
from bot.packs import find_pack
from bot.parlour import Setting
from bot.seating import (
    You,
    check_keyword,
    is_person,
    people_named,
    seat_everybody,
)
from bot.settings import Settings
from bot.simulation import ACE_NAMES, RANDOM
from core.codenames.command import CODENAMES
from core.codenames.key import check_options
from core.codenames.model import Lawfulness, Options, Team
from core.rules import Refusal
from core.view import Phrase
from core.words.ensemble import MODELS
from core.words.lexicon import Lexicon, default_lexicon


@dataclass(frozen=True)
class CodenamesInvitation:
    """A table of Codenames; `ensemble` are the models that ACE listens to."""

    setting: Setting
    ensemble: tuple[str, ...]

    @classmethod
    def read(cls, arguments: Namespace, settings: Settings) -> Self:
        """Return what was asked for; raises the Refusal of what cannot be."""
        options = _options(arguments)
        check_options(options)
        check_ranges(arguments, CODENAMES.new)
        team, you = Team(arguments.team), _you(arguments)
        seating = seat_everybody(options, you, team, arguments.bots, arguments.chair)
        if arguments.keyword is not None and arguments.you == You.GUESSER.value:
            raise Refusal("keyword-guesser")
        check_keyword(options, seating)
        for name in seating.bots.values():
            known(dict.fromkeys((*ACE_NAMES, *MODELS, RANDOM)), (name,))
        yours = name_of(arguments, settings)
        people = people_named(seating, yours)
        kind, host = codenames_kind(), next(iter(people.values()), yours)
        values, pack = kind.values(options), find_pack(arguments.pack)
        setting = Setting(kind.name, values, pack, host, people, seating.bots)
        return cls(setting, _ensemble(settings))

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The games, with the ensemble that ACE listens to."""
        return all_kinds(self.ensemble)

    @property
    def remarks(self) -> tuple[Phrase, ...]:
        """That the bots know too little of the pack's words to play well, if so."""
        return remarks_on(self.setting.pack) if self.setting.bots else ()

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """The clue words that people know, in alphabetical order."""
        pairs = zip(self._lexicon.words, self._lexicon.common, strict=True)
        return tuple(sorted(word for word, common in pairs if common))

    @cached_property
    def _lexicon(self) -> Lexicon:
        return default_lexicon()


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
