"""The tables of hangman: their options, chairs and rules."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, get_args

from bot.codec import Codec
from bot.gametypes.game_type import DAILY, AdjustedTable, GameType
from bot.gametypes.hangman.bots import DEALER_BOT, GUESSER_BOT, HangmanRoster, hangman_bots
from bot.identity import User
from bot.lobby.model import LobbyChair
from bot.ratings.scores import AttributedEvent, GameScore, ScoredPlay
from core.command import value_label
from core.hangman import model
from core.hangman.command import CHAT_LIVES, UNLIMITED
from core.hangman.gallows import gallows
from core.hangman.game import GAME
from core.hangman.model import Action, End, Event, Observation, State
from core.hangman.options import Chair, Dealer, Mode, Options, Team, check_options
from core.hangman.present import FACES, pattern_text, words_language
from core.hangman.rules import Hangman
from core.rules import OptionsError, Seat
from core.view import Block, Phrase, Text, Tone, phrase
from core.words.packs import Pack
from core.words.word_lists import word_list

OF_THE_DAY: Final = MappingProxyType(
    {
        "length": Options().length,
        "lives": CHAT_LIVES,
        "dealer": Dealer.HONEST.value,
        "mode": Mode.TOGETHER.value,
        "category": Options().category,
        "hints": "on",
        "verbose": False,
    }
)
"""The fixed values of a word of the day."""

IN_TURN: Final = 2
"""The fewest guessers that can take turns."""

EXAMPLE_PATTERN: Final = ("p", None, "a", "n", None, "t")
EXAMPLE_WRONG: Final = 3
EXAMPLE_LIVES: Final = 8
"""A half-solved word, its wrong guesses, and the guessers' lives."""

BEST: Final = 10
"""Points for a word without wrong guesses, each of which costs a point."""

LEAST: Final = 1
"""The least points for a found word."""

COUNTED: Final = frozenset({model.End.FOUND, model.End.LIVES, model.End.EXPIRED, model.End.BEATEN})
"""Ends that the guessers decide, unlike a dealer who leaves or misleads."""


def _finders(events: Iterable[AttributedEvent[model.Event]]) -> Mapping[User, Team]:
    """Return the teams of people who guessed a right letter or the word."""
    asking = dict[Team, User | None]()
    found = dict[User, Team]()
    for event, user in events:
        match event:
            case model.LetterGuessed(team=team) | model.SolveTried(team=team):
                asking[team] = user
            case (
                model.Answered(team=team, places=(_, *_))
                | model.SolveAnswered(team=team, right=True)
            ):
                finder = asking.get(team)
                if finder is not None:
                    found[finder] = team
    return found


def _score(observation: model.Observation, board: model.Board) -> ScoredPlay:
    won = observation.ending == model.GameEnded(board.team)
    return ScoredPlay(won, max(LEAST, BEST - board.wrong) if won else 0)


class HangmanType(GameType[Hangman, State, Action, Event, Observation, Options]):
    """Hangman. Nobody can take a move back, because everyone knows its answer.

    Tables skip no words: a dealer's choice must not depend on earlier games.
    """

    game = GAME
    codec = Codec(get_args(Event))
    options_type = Options
    rules_type = Hangman
    faces = MappingProxyType({team.value: face for team, face in FACES.items()})
    remembers = False

    def options(self, values: Mapping[str, object]) -> Options:
        """Return the options of the `new` command's values; raises OptionsError."""
        chosen = self.read_values(values)
        if chosen[DAILY]:
            _check_daily(chosen, values)
            chosen |= OF_THE_DAY
        own = {
            "lives": None if chosen["lives"] == UNLIMITED else chosen["lives"],
            "hints": chosen["hints"] == "on",
        }
        options = self.read_options({**chosen, **own})
        check_options(options)
        return options

    def values(self, options: Options) -> dict[str, object]:
        """Return options as values of the `new` command."""
        own = {
            "lives": UNLIMITED if options.lives is None else options.lives,
            "hints": "on" if options.hints else "off",
        }
        return {**super().values(options), **own}

    def chairs(self, options: Options) -> tuple[LobbyChair, ...]:
        """Return the chairs of the dealer and the guessers."""
        return tuple(_lobby_chair(options, chair) for chair in options.chairs)

    def summary(self, options: Options) -> Phrase:
        """Return the word's length, the lives, the mode and the dealer."""
        return phrase(
            "hangman-plays",
            length=options.length,
            lives=UNLIMITED if options.lives is None else options.lives,
            mode=options.mode.value,
            dealer=options.dealer.value,
            kind="any" if options.category == Options().category else "some",
            category=value_label("category", options.category),
        )

    def example(self) -> tuple[Block, ...]:
        """Return a gallows and a half-solved word."""
        pattern = phrase("hangman-pattern", pattern=pattern_text(EXAMPLE_PATTERN))
        return gallows(EXAMPLE_WRONG, EXAMPLE_LIVES), Text(pattern, Tone.LARGE)

    def repeats(self, action: Action, event: Event) -> bool:
        """Return whether an action guesses another letter, or buys another hint."""
        if isinstance(event, model.LetterGuessed):
            return isinstance(action, model.GuessText) and len(action.text) == 1
        return isinstance(event, model.Hinted) and isinstance(action, model.TakeHint)

    def pack(self, options: Options) -> Pack:
        """Return the words of the category."""
        return word_list(options.category)

    def dealt_words(self, state: State) -> tuple[str, ...]:
        """Return the dealer's word, if any."""
        return (state.word.value,) if state.word else ()

    def needs_typed_secret(self, options: Options) -> bool:
        """Return whether the dealer is a person."""
        return options.dealer.is_person

    def eliminated_teams(self, state: State) -> frozenset[str]:
        """Return the teams whose boards have ended."""
        return frozenset(board.team.value for board in state.boards if board.end)

    def words_language(self, rules: Hangman) -> str:
        """Return the language of the words."""
        return words_language(rules.options)

    def forfeits(self, options: Options, state: State) -> frozenset[Seat]:
        """Return the guessers' seats on unsolved boards with a wrong guess.

        A word of the day has none, because people can continue it. Nor has a game whose dealer
        thinks of the word: that dealer could make people stop.
        """
        if options.daily or options.dealer is Dealer.THOUGHT:
            return frozenset()
        losing = {one.team for one in state.boards if one.wrong and one.end is not End.FOUND}
        return frozenset(chair.seat for chair in options.chairs if chair.team in losing)

    def forfeited(self, options: Options, state: State, seat: Seat) -> Sequence[Event]:
        """Return the end of a board without lives, and the other side's win."""
        team = options.seats[seat].team
        winner = next((one for one in options.teams if one is not team), Team.DEALER)
        ends = {one: End.LIVES if one is team else End.FOUND for one in options.teams}
        ended = (model.BoardEnded(one.team, one.end or ends[one.team]) for one in state.boards)
        return (*ended, model.GameEnded(winner))

    def tally(
        self, observation: Observation, events: Iterable[AttributedEvent[Event]]
    ) -> GameScore | None:
        """Return the points of finders; None for a running game or one that a dealer has ended."""
        boards = {board.team: board for board in observation.boards}
        if observation.ending is None or any(board.end not in COUNTED for board in boards.values()):
            return None
        scores = {team: _score(observation, board) for team, board in boards.items()}
        plays = {user: scores[team] for user, team in _finders(events).items()}
        return GameScore(any(score.won for score in scores.values()), plays)

    def told_at_stop(self, state: State) -> Phrase | None:
        """Return a sentence with the word, if any."""
        word = state.word.value.upper() if state.word else ""
        return phrase("hangman-word-was", word=word) if word else None

    def starts_without_lobby(self, options: Options) -> bool:
        """Return whether all guess together and a bot deals."""
        return options.mode is Mode.TOGETHER and not options.dealer.is_person

    def adjust_to_players(
        self, options: Options, chairs: tuple[LobbyChair, ...], taken: frozenset[Seat]
    ) -> AdjustedTable[Options]:
        """Return a table with one chair for each guesser if they take turns."""
        if options.mode is not Mode.TURNS:
            return options, chairs
        guessers = [chair for chair in options.chairs if not chair.deals]
        numbers = (chair.number for chair in guessers if chair.seat in taken)
        needed = min(options.guessers, max((IN_TURN, *numbers)))
        settled = replace(options, guessers=needed)
        return settled, tuple(replace(chair, optional=False) for chair in self.chairs(settled))


def hangman_type() -> HangmanType:
    """Return hangman."""
    return HangmanType(HangmanRoster(hangman_bots))


def _check_daily(chosen: Mapping[str, object], values: Mapping[str, object]) -> None:
    """Raise OptionsError if `values` differ from the fixed ones of a word of the day."""
    for name, fixed in OF_THE_DAY.items():
        if name in values and chosen[name] != fixed:
            raise OptionsError("hangman-daily-fixed", name=name)


def _lobby_chair(options: Options, chair: Chair) -> LobbyChair:
    """Return the chair for the lobby; further guessers are optional."""
    deals, typed = chair.deals, options.dealer.is_person
    board = chair.team.value if options.mode is Mode.RACE else ""
    return LobbyChair(
        chair.seat,
        chair.team.value,
        "dealer" if deals else "guesser",
        sees_key=deals and typed,
        bot=DEALER_BOT if deals else GUESSER_BOT,
        for_bot=deals and not typed,
        for_person=deals and typed,
        optional=chair.number > (IN_TURN if options.mode is Mode.TURNS else 1),
        name_key="hangman-chair",
        board=board,
    )
