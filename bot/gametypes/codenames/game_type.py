"""The tables of Codenames: their options, chairs, rules and deals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from types import MappingProxyType
from typing import Final, get_args

from bot.codec import Codec
from bot.gametypes.codenames.bots import CodenamesRoster, TableBots, load_understanding
from bot.gametypes.codenames.policies import ACE_NAMES, RANDOM
from bot.gametypes.codenames.record import record_json, recorded
from bot.gametypes.codenames.why import answer_why
from bot.gametypes.game_type import GameType, RevealedDeal
from bot.gametypes.recap import ThoughtsByTurn
from bot.lobby.model import LobbyChair
from bot.lobby.settings import CLUE_TIME, GUESS_TIME
from bot.models.ensemble import read_ensemble
from bot.plugins import BOT_PLUGINS, plugins
from bot.ratings.facts import is_standard
from core.agents.listener_policy import LISTENING, STRANGER, TEAMMATE
from core.agents.thoughts import Thoughts
from core.codenames import model
from core.codenames.actions import Action, GiveClue, Guess, Resign
from core.codenames.clue import Referee
from core.codenames.command import CODENAMES, DEFAULT_ENSEMBLE
from core.codenames.deal import Supply, alike_words, check_alike, unseen
from core.codenames.game import GAME, SEEDED
from core.codenames.key import check_options
from core.codenames.model import Event, Observation, Options, Phase, Role, State, Team, Uncovered
from core.codenames.notation import key_rows
from core.codenames.present import FACES, board
from core.codenames.rules import Codenames
from core.codenames.state import left
from core.rules import CLOCK, Legal, Seat
from core.view import Block, Grid, Phrase, View, phrase
from core.words.ensemble import MODELS
from core.words.japanese import default_japanese
from core.words.lexicon import default_lexicon
from core.words.packs import Pack, of_pack, todays_packs

TEAM: Final = "team"
"""The option of the `new` command for the team of a solo game."""

RENAMED_FIELDS: Final[Mapping[str, str]] = {"clues": "lawfulness", "typed": "keyword"}
"""Options of the `new` command and their fields, if the names differ."""

EXAMPLE_KEY: Final = (
    (("whale", "blue"), ("castle", "red"), ("music", "blue"), ("bread", "bystander")),
    (("crown", "red"), ("robot", "assassin"), ("river", "blue"), ("moon", "bystander")),
    (("school", "bystander"), ("tooth", "blue"), ("tiger", "red"), ("piano", "bystander")),
)
"""The words of the example by rows, each with its identity."""

EXAMPLE_UNCOVERED: Final = "whale"
"""The word of the uncovered card."""


@cache
def embedded_referee() -> Referee:
    """Return the judge of clues with the embedded words of both languages."""
    return Referee(default_lexicon().english, default_japanese())


@dataclass(frozen=True, slots=True)
class CodenamesType(GameType[Codenames, State, Action, Event, Observation, Options]):
    """Codenames; the first table makes the referee."""

    bots: CodenamesRoster
    referee: Callable[[], Referee] = embedded_referee

    game = GAME
    seeded = SEEDED
    codec = Codec(get_args(Event))
    options_type = Options
    faces = MappingProxyType({team.value: FACES[model.Identity[team.name]] for team in Team})
    deal_events = (model.Dealt,)
    uncovering = (Uncovered,)
    resigning = (Resign,)
    teaches = True

    def options(self, values: Mapping[str, object]) -> Options:
        """Return the options of the `new` command's values.

        Raises OptionsError, and AssetError for an unknown model.
        """
        return self.options_of(self.read_values(values))

    def options_of(self, chosen: Mapping[str, object]) -> Options:
        """Return the options of all values of the `new` command, with unchecked numbers.

        Raises OptionsError, and AssetError for an unknown model.
        """
        own = {
            "solo": chosen["team"] if chosen["solo"] else None,
            "ensemble": read_ensemble(str(chosen["ensemble"]), self.bots.models),
        }
        named = {
            RENAMED_FIELDS.get(name, name): value for name, value in chosen.items() if name != TEAM
        }
        options = self.read_options({**self.write_options(Options()), **named, **own})
        check_options(options)
        return options

    def values(self, options: Options) -> dict[str, object]:
        """Return options as values of the `new` command."""
        written = self.write_options(options)
        usual = {option.name: option.default for option in CODENAMES.new.options}
        own = {
            "solo": options.solo is not None,
            TEAM: options.solo.value if options.solo else usual[TEAM],
            "ensemble": ",".join(options.ensemble) or DEFAULT_ENSEMBLE,
        }
        return {name: own.get(name, written.get(RENAMED_FIELDS.get(name, name))) for name in usual}

    def filtered(self, options: Options, *, family: bool) -> Options:
        """Return the options with the family filter on or off."""
        return replace(options, family=family)

    def chairs(self, options: Options) -> tuple[LobbyChair, ...]:
        """Return the chairs of the spymasters and the guessers."""
        return tuple(map(_lobby_chair, options.chairs))

    def summary(self, options: Options) -> Phrase:
        """Return the size of the board, the teams and the unusual options."""
        return phrase(
            "codenames-plays",
            rows=options.rows,
            cols=options.cols,
            teams="solo" if options.solo else options.teams,
            guessers=options.guessers,
            marks=options.marks,
            keyword="typed" if options.keyword else "none",
            ensemble=options.ensemble or DEFAULT_ENSEMBLE,
            level="none" if options.solo else options.level.value,
            names="yes" if options.gives_names else "no",
        )

    def opening(self, options: Options, bots: Mapping[Seat, str]) -> tuple[Phrase, ...]:
        """Return the level of the bots that play against people, if any."""
        teams = {chair.team for chair in options.chairs if chair.seat not in bots}
        others = (chair.seat for chair in options.chairs if chair.team not in teams)
        if not teams or not any(bots[seat] in LISTENING for seat in others):
            return ()
        return (phrase("codenames-level-met", level=options.level.value),)

    def prepare(self) -> None:
        """Load the data of bots and the referee for clues in each language."""
        self.referee()
        self.bots.load()
        for pack in todays_packs().values():
            load_understanding(pack.words)

    def prepare_pack(self, pack: Pack) -> None:
        """Cache the words of a pack that read alike."""
        alike_words(pack.words)

    def check_pack(self, pack: Pack) -> None:
        """Raise OptionsError for a pack with words that read alike."""
        check_alike(pack)

    def rules(self, options: Options, pack: Pack, skipped: tuple[str, ...]) -> Codenames:
        """Return the rules of a table; raises OptionsError for a pack of too few words."""
        return Codenames(options, Supply(pack, skipped), self.referee())

    def addressed(
        self, action: Action, seat: Seat, rules: Codenames, bots: Mapping[Seat, str]
    ) -> Action:
        """Return a clue with its word as read by the bots that will guess for it.

        A bot's own clue needs no confirmation.
        """
        if not isinstance(action, GiveClue):
            return action
        word, chairs = action.word, rules.options.chairs
        teams = {chair.team for chair in chairs if chair.seat == seat}
        mates = (one.seat for one in chairs if one.team in teams and one.role is Role.GUESSER)
        guessers = [one for one in mates if one in bots]
        unknown = tuple(one for one in guessers if not self.bots.knows(rules, bots[one], word))
        heard = max((self.bots.correction(rules, bots[one], word) for one in guessers), default="")
        anyway = action.anyway or seat in bots
        return replace(action, anyway=anyway, unknown_to=unknown, heard_as=heard)

    def repeats(self, action: Action, event: Event) -> bool:
        """Return whether an action guesses the marked card, or guesses again after a guess."""
        match action, event:
            case Guess(card=card), model.Pointed(card=marked):
                return card == marked
            case Guess(), Uncovered():
                return True
            case _:
                return False

    def example(self) -> tuple[Block, ...]:
        """Return a small board, and the same board with its key."""
        return _example(keyed=False), _example(keyed=True)

    def actor_of(self, event: Event) -> Seat | None:
        """Return the seat of a clue, guess or pass; CLOCK if nobody may take the event back."""
        match event:
            case model.ClueGiven(clue=clue):
                return clue.seat
            case Uncovered(seat=seat):
                return seat
            case model.TurnEnded(end=model.TurnEnd.EXPIRED) | model.TeamEliminated():
                return CLOCK
            case model.TurnEnded(by=by):
                return by
            case _:
                return None

    def skipped(
        self, options: Options, pack: Pack, seen: Sequence[str], barred: Sequence[str]
    ) -> tuple[str, ...]:
        """Return the barred words, and the recent ones that the board does not need."""
        return unseen(pack, seen, options.size, of_pack(pack, barred)).skipped

    def dealt_words(self, state: State) -> tuple[str, ...]:
        """Return the words on the board."""
        return state.layout.words if state.layout else ()

    def needs_typed_secret(self, options: Options) -> bool:
        """Return whether a spymaster types the keyword of the key."""
        return options.keyword

    def commitment(self, observation: Observation) -> str | None:
        """Return the public hash of the deal's secret, if it was drawn."""
        return observation.commitment

    def reveal(self, observation: Observation) -> RevealedDeal | None:
        """Return the key with its keyword or secret, once the game is over."""
        if observation.phase is not Phase.OVER:
            return None
        record = recorded(observation)
        rows = " ".join(key_rows(record.layout.key.value, record.options.cols))
        match record.layout.source:
            case model.Typed(keyword=keyword):
                source = phrase("replay-keyword", keyword=keyword.value)
            case model.Drawn(secret=secret):
                source = phrase("replay-secret", secret=secret.value.hex())
        return RevealedDeal((phrase("replay-key", rows=rows), source), record_json(record))

    def answer(
        self, line: str, observation: Observation, thoughts_by_turn: ThoughtsByTurn[Thoughts]
    ) -> View:
        """Return the answer to `why`; raises InvalidNotation and IllegalAction."""
        return answer_why(line, observation, thoughts_by_turn)

    def forfeits(self, options: Options, state: State) -> frozenset[Seat]:
        """Return the seats of teams that are guessing or behind; none in an unrated game.

        A team is behind if it has more cards left than another. One card of the team on turn does
        not count, because the rule book gives one more to the team that begins.
        """
        if not (state.turns and is_standard(options)):
            return frozenset()
        turn = state.turns[-1]
        cards = {team: count - (team is turn.team) for team, count in left(options, state)}
        losing = {team for team, count in cards.items() if count > min(cards.values())}
        guessing = {turn.team} if state.phase is Phase.GUESS else set()
        seats = (chair.seat for chair in options.chairs if chair.team in losing | guessing)
        return frozenset(seats)

    def words_language(self, rules: Codenames) -> str:
        """Return the language of an embedded pack, which is that of the clues."""
        packs = todays_packs().items()
        return next((name for name, pack in packs if pack == rules.supply.pack), "any")

    def eliminated_teams(self, state: State) -> frozenset[str]:
        """Return the teams that are out of the game."""
        return frozenset(team.value for team in state.out)


def codenames_type(
    referee: Callable[[], Referee] = embedded_referee, *, ensemble: Sequence[str] = MODELS
) -> CodenamesType:
    """Return Codenames; `ensemble` names ACE's models."""
    offered = tuple(
        dict.fromkeys((TEAMMATE, *ACE_NAMES, STRANGER, *ensemble, RANDOM, *plugins(BOT_PLUGINS)))
    )
    roster = CodenamesRoster(partial(TableBots, tuple(ensemble)), offered)
    return CodenamesType(roster, referee)


def _example(*, keyed: bool) -> Grid:
    """Return the example's board, with its key for spymasters."""
    cards = []
    for word, name in (card for row in EXAMPLE_KEY for card in row):
        identity = model.Identity[name.upper()]
        shown = identity if word == EXAMPLE_UNCOVERED else None
        cards.append(model.Card(word, shown, identity if keyed else None))
    options = Options(rows=len(EXAMPLE_KEY), cols=len(EXAMPLE_KEY[0]))
    return board(Observation(options, None, Phase.GUESS, tuple(cards)), Legal())


def _lobby_chair(chair: model.Chair) -> LobbyChair:
    clues = chair.role is Role.SPYMASTER
    timed = CLUE_TIME if clues else GUESS_TIME
    return LobbyChair(
        chair.seat, chair.team.value, chair.role.value, sees_key=clues, time_setting=timed
    )
