"""Codenames on the command line: its options for `spyring play`, chairs and packs."""

from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.files import find_pack
from bot.gametypes.cli import ASK, GameCli, OptionAdder, check_ranges
from bot.gametypes.codenames.game_type import codenames_type
from bot.gametypes.codenames.policies import ACE_NAMES, RANDOM
from bot.gametypes.codenames.record import record_path, write_record
from bot.gametypes.game_type import AnyGame
from bot.gametypes.seating import EXPERT_PREFIX, HUMAN, Seating, assign, is_person
from bot.gametypes.table_request import Recorder, TableRequest
from bot.models.ensemble import default_experts, ensemble_of, with_others
from bot.plugins import BOT_PLUGINS, load_plugin, plugins
from bot.settings import Settings
from core.agents.listener_policy import LISTENING
from core.codenames import model
from core.codenames.command import CODENAMES
from core.codenames.model import Chair, Options, Role, Team
from core.command import Option
from core.rules import Refusal
from core.view import Phrase, phrase
from core.words.ensemble import MODELS
from core.words.japanese import are_japanese, japanese_words
from core.words.lexicon import default_lexicon
from core.words.packs import pack_for

TYPED = "typed"
"""The game's own option, which `--keyword` replaces here."""

HOME = "home"
"""The room of Codenames at terminals, which stores its games."""

WATCHER = "watcher"
"""The role of a person at the terminal without a chair."""

NAMED_BOTS: Final = (*sorted(ACE_NAMES), *LISTENING, RANDOM)
"""The bots that you can name for a chair, besides experts."""


@dataclass(frozen=True)
class CodenamesTableRequest(TableRequest):
    """A table of Codenames."""

    @property
    def remarks(self) -> tuple[Phrase, ...]:
        """The level of opponents, and the pack's words that no bot knows."""
        options, bots = self.game_type.options(self.setup.values), self.setup.bots
        level = phrase("codenames-level", level=options.level.value)
        met = (level,) if self.game_type.opening(options, bots) else ()
        return (*met, *self.game_type.bots.unknown_words(self.setup.pack)) if bots else ()

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """The common clue words in the language of the cards, in alphabetical order."""
        if are_japanese(self.setup.pack.words):
            return tuple(sorted(word.spelling for word in japanese_words()))
        lexicon = default_lexicon()
        pairs = zip(lexicon.words, lexicon.common, strict=True)
        return tuple(sorted(word for word, common in pairs if common))

    @property
    def typed_secret(self) -> str | None:
        """The keyword, if the command line has one."""
        keyword = self.arguments.keyword
        return keyword if isinstance(keyword, str) else None

    def is_dealt_alike(self, values: Mapping[str, object], deals: Iterable[object]) -> bool:
        """Return whether the table has this keyword, or a keyword that nobody has typed yet."""
        if not values.get(TYPED):
            return False
        sources = [deal.layout.source for deal in deals if isinstance(deal, model.Dealt)]
        typed = [source.keyword.value for source in sources if isinstance(source, model.Typed)]
        return not typed or self.arguments.keyword in (ASK, typed[0])

    def recorder(self, number: int) -> Recorder | None:
        """Return the writer of this game's record; raises FileError."""
        path = record_path(self.arguments.record, number)
        if path is None:
            return None
        return lambda observation, is_over: write_record(path, observation, over=is_over)


class CodenamesCli(GameCli):
    """Codenames on the command line."""

    commands = CODENAMES
    room = HOME

    def game_type(self, ensemble: Sequence[str] = ()) -> AnyGame:
        """Return Codenames, with these models for ACE."""
        return codenames_type(ensemble=ensemble or MODELS)

    def check_models(self, settings: Settings) -> Phrase:
        """Load and name the models of the settings' ensemble; raises AssetError."""
        return phrase("doctor-models", names=tuple(default_experts(ensemble_of(settings))))

    @property
    def table_options(self) -> tuple[Option, ...]:
        """The options of `new`, except the one that `--keyword` replaces."""
        return tuple(option for option in self.commands.new.options if option.name != TYPED)

    def add_table_options(self, adder: OptionAdder) -> tuple[str, ...]:
        """Add the options of a table; return their names without ``chair``."""
        settings = adder.settings
        roles = [*(role.value for role in Role), WATCHER]
        adder.describe("--as", "as", dest="you", choices=roles)
        for option in self.table_options:
            adder.add(option)
        adder.describe("--keyword", "keyword-play", metavar="K", nargs="?", const=ASK)
        adder.describe("--pack", "pack", metavar="P", default=settings.pack)
        bots = adder.say("bots", default=settings.bots)
        adder.parser.add_argument("--bots", metavar="B", default=settings.bots, help=bots)
        adder.add_chair()
        adder.describe("--record", "record", metavar="FILE")
        return (*(option.name for option in self.table_options), "you", "keyword", "pack", "bots")

    def option_values(self, arguments: Namespace) -> Mapping[str, object]:
        """Return the arguments as values of the `new` command."""
        return {**super().option_values(arguments), TYPED: arguments.keyword is not None}

    def read_table(self, arguments: Namespace, settings: Settings) -> CodenamesTableRequest:
        """Return the requested table; raises Refusal for an impossible one."""
        ensemble = ensemble_of(settings)
        game_type = codenames_type(ensemble=ensemble)
        options = game_type.options_of(self.option_values(arguments))
        check_ranges(arguments, self.table_options)
        seating = _seating(options, arguments, ensemble)
        language = getattr(arguments, "language", settings.language)
        pack = find_pack(arguments.pack or pack_for(language).name, options.size)
        return CodenamesTableRequest.of(arguments, settings, game_type, options, seating, pack)


def _seating(options: Options, arguments: Namespace, ensemble: Sequence[str]) -> Seating:
    """Return the seating of people and bots; raises Refusal for an impossible one."""
    team, own_role = Team(arguments.team), _own_role(arguments)
    experts, _ = with_others(ensemble)
    seating = seat_everybody(options, own_role, team, arguments.bots, arguments.chair, experts)
    if arguments.keyword is not None and arguments.you == Role.GUESSER.value:
        raise Refusal("keyword-guesser")
    check_keyword(options, seating)
    return seating


def _own_role(arguments: Namespace) -> Role | None:
    """Return the given role, None to watch; else none if chairs name people; else a player's."""
    if arguments.you:
        return None if arguments.you == WATCHER else Role(arguments.you)
    if any(is_person(text.partition("=")[2]) for text in arguments.chair):
        return None
    return Role.GUESSER if arguments.keyword is None else Role.SPYMASTER


def seat_everybody(
    options: Options,
    own_role: Role | None,
    team: Team,
    bots: str,
    named: Sequence[str] = (),
    experts: Sequence[str] = MODELS,
) -> Seating:
    """Return the seating with the person's role in `team`, and `bots` in all other chairs.

    Without a role the person watches. `named` overrides single chairs: ``red-guesser=human``,
    ``red-guesser=human:ANNA``; `experts` are the models that can be bots. Raises Refusal for an
    unknown team, chair or bot, and for a plugin that cannot be loaded.
    """
    if team not in options.playing:
        playing = tuple(name.value for name in options.playing)
        raise Refusal("team-not-playing", team=team.value, playing=playing)
    own = Chair(team, own_role) if own_role else None
    sitting = {one.seat: HUMAN if one == own else bots for one in options.chairs}
    known = (*NAMED_BOTS, *plugins(BOT_PLUGINS), HUMAN, *(EXPERT_PREFIX + name for name in experts))
    seating = assign(sitting, named, lambda _seat: known)
    for name in {*seating.bots.values()} - {*NAMED_BOTS, *experts}:
        load_plugin(BOT_PLUGINS, name)
    return seating


def check_keyword(options: Options, seating: Seating) -> None:
    """Raise Refusal if the table needs a keyword and no person may type it."""
    roles = {chair.seat: chair.role for chair in options.chairs}
    if options.keyword and not any(roles[seat] is Role.SPYMASTER for seat in seating.people):
        raise Refusal("keyword-nobody")
