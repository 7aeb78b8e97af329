"""The tables of shiritori: their options, chairs and rules."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, get_args

from bot.codec import Codec
from bot.gametypes.game_type import AdjustedTable, GameType
from bot.gametypes.shiritori.bots import ShiritoriRoster, shiritori_bots
from bot.identity import User
from bot.lobby.model import LobbyChair
from bot.ratings.scores import AttributedEvent, GameScore, ScoredPlay
from core.command import value_label
from core.rules import ANYWAY, OptionsError, Seat, Unconfirmed
from core.shiritori import model
from core.shiritori import options as settings
from core.shiritori.command import HOUSE_RULES, LIVES_OPTION
from core.shiritori.game import GAME
from core.shiritori.model import Action, Event, Observation, State
from core.shiritori.notation import CONCEDE
from core.shiritori.options import Options
from core.shiritori.present import chain_grid
from core.shiritori.rules import Shiritori
from core.view import Block, Choice, Phrase, Tone, phrase
from core.words.packs import Pack
from core.words.word_lists import noun_list

PLAYERS_TEAM: Final = "players"
ROLE: Final = "player"

NEEDED: Final = settings.PLAYERS[0]
"""The fewest players."""

EXAMPLE_CHAIN: Final = (("しりとり", "シリトリ"), ("りす", "リス"), ("すいか", "スイカ"))
"""Words and their readings."""

MOST_POINTS: Final = 10
"""The most points for a win: one for each word of the winner."""


class ShiritoriType(GameType[Shiritori, State, Action, Event, Observation, Options]):
    """Shiritori. Nobody can take a word back: everyone has read it."""

    game = GAME
    codec = Codec(get_args(Event))
    options_type = Options
    rules_type = Shiritori
    remembers = False

    def options(self, values: Mapping[str, object]) -> Options:
        """Return the options of the `new` command's values; raises OptionsError."""
        chosen = self.read_values(values)
        own = {name.replace("-", "_"): value for name, value in chosen.items()}
        own["forbidden"] = settings.read_sounds(str(chosen["forbidden"]))
        if chosen["order"] == settings.PlayOrder.BOT.value:
            own["players"] = NEEDED
        options = self.read_options(own)
        settings.check_options(options)
        settings.check_forbidden(options)
        _check_daily(options)
        return options

    def values(self, options: Options) -> dict[str, object]:
        """Return options as values of the `new` command."""
        forbidden = "、".join(options.forbidden) or "none"
        return {**super().values(options), "forbidden": forbidden}

    def chairs(self, options: Options) -> tuple[LobbyChair, ...]:
        """Return the players' chairs."""
        return tuple(_lobby_chair(options, chair) for chair in options.chairs)

    def summary(self, options: Options) -> Phrase:
        """Return the word list, the order of the players, and the house rules."""
        changed = tuple(_changed(self.values(options), self.values(Options())))
        return phrase(
            "shiritori-plays",
            words=value_label("words", options.words.value),
            order=options.order.value,
            strength=options.strength.value,
            lives=options.lives,
            day=options.daily or "none",
            changed=len(changed),
            rules=changed,
        )

    def prepare(self) -> None:
        """Build the indexes and the graphs of both lists."""
        for words in settings.WordList:
            Shiritori(Options(words=words), noun_list(words.value)).prepare()

    def example(self) -> tuple[Block, ...]:
        """Return a chain of three words by two players in turn."""
        options = Options()
        chain = tuple(
            model.WordPlayed(options.chairs[place % 2].seat, word, reading)
            for place, (word, reading) in enumerate(EXAMPLE_CHAIN)
        )
        return (chain_grid(Observation(options, None, State(chain), "")),)

    def pack(self, options: Options) -> Pack:
        """Return the words of the list."""
        return noun_list(options.words.value)

    def actor_of(self, event: Event) -> Seat | None:
        """Return the seat whose move an event is."""
        return event.seat if isinstance(event, model.WordPlayed | model.PlayerOut) else None

    def doubt(self, action: Action) -> Unconfirmed | None:
        """Return the question before a player gives up."""
        if not isinstance(action, model.Concede) or action.anyway:
            return None
        meant = Choice(phrase("shiritori-choice-concede"), f"{CONCEDE} {ANYWAY}", Tone.BAD)
        return Unconfirmed("shiritori-concede-sure", choices=(meant,), turn=action.turn)

    def words_language(self, rules: Shiritori) -> str:
        """Return the language of the words."""
        return rules.options.language

    def forfeits(self, options: Options, state: State) -> frozenset[Seat]:
        """Return the seats that are out or to move; in free play all but that of the last word.

        There are none in a game of the day, which people can continue.
        """
        if not state.chain or options.daily:
            return frozenset()
        out = {gone.seat for gone in state.out}
        last = state.chain[-1].seat
        due = {state.mover} if state.mover else {chair.seat for chair in options.chairs} - {last}
        return frozenset(out | due)

    def forfeited(self, options: Options, state: State, seat: Seat) -> Sequence[Event]:
        """Return a player's exit, and the last player's win if only one is left."""
        gone = {seat, *(one.seat for one in state.out)}
        rest = [chair.seat for chair in options.chairs if chair.seat not in gone]
        winner = rest[0] if len(rest) == 1 else None
        return (model.PlayerOut(seat, model.LossReason.CONCEDED), model.ChainEnded(winner))

    def tally(
        self, observation: Observation, events: Iterable[AttributedEvent[Event]]
    ) -> GameScore | None:
        """Return the scores of all who gave a word; None for a game without a winner or loser.

        If a stop ended the game while several players were left, the players who are out have lost.
        """
        words, seats = Counter[User](), dict[User, Seat]()
        for event, user in events:
            if isinstance(event, model.WordPlayed) and user is not None:
                words[user] += 1
                seats[user] = event.seat
        ending = observation.state.ending
        winner = ending.winner if ending else None
        out = {gone.seat for gone in observation.state.out}
        ended = {user: seat for user, seat in seats.items() if winner or seat in out}
        if ending is None or not (winner or ended):
            return None
        plays = {
            user: ScoredPlay(seat == winner, min(words[user], MOST_POINTS) if seat == winner else 0)
            for user, seat in ended.items()
        }
        return GameScore(winner in seats.values(), plays)

    def starts_without_lobby(self, options: Options) -> bool:
        """Return whether a person plays against a bot."""
        return options.order is settings.PlayOrder.BOT

    def adjust_to_players(
        self, options: Options, _chairs: tuple[LobbyChair, ...], taken: frozenset[Seat]
    ) -> AdjustedTable[Options]:
        """Return a table with a chair for each player, at least two, none optional."""
        numbers = (chair.number for chair in options.chairs if chair.seat in taken)
        needed = max((NEEDED, *numbers))
        settled = replace(options, players=needed)
        return settled, tuple(replace(chair, optional=False) for chair in self.chairs(settled))


def shiritori_type() -> ShiritoriType:
    """Return shiritori."""
    return ShiritoriType(ShiritoriRoster(shiritori_bots))


def _check_daily(options: Options) -> None:
    """Raise OptionsError for a game of the day with other house rules."""
    if not options.daily:
        return
    free = {name: getattr(options, name) for name in ("order", "strength", "players", "daily")}
    if options != replace(Options(), **free):
        raise OptionsError("shiritori-daily-fixed")


def _changed(values: Mapping[str, object], usual: Mapping[str, object]) -> Iterator[str]:
    """Yield the changed house rules, except lives, as you type them."""
    for name in (rule.name for rule in HOUSE_RULES if rule is not LIVES_OPTION):
        if values[name] != usual[name]:
            yield name if values[name] is True else f"{name} {values[name]}"


def _lobby_chair(options: Options, chair: settings.Player) -> LobbyChair:
    return LobbyChair(
        chair.seat,
        PLAYERS_TEAM,
        ROLE,
        sees_key=False,
        bot=options.strength.value,
        for_bot=options.order is settings.PlayOrder.BOT and chair.number == NEEDED,
        optional=chair.number > NEEDED,
        name_key="shiritori-chair",
    )
