"""How tables of hangman are set up and kept."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final, get_args

from bot.codec import Codec
from bot.kinds.bots import Bots
from bot.kinds.hangman.cast import DEALER, GUESSER, Cast, Question, fallback, question
from bot.kinds.hangman.council import COUNCIL
from bot.kinds.hangman.recap import RECAP
from bot.kinds.hangman.scoring import SCORING
from bot.kinds.kind import DAILY, Kind
from bot.kinds.values import asked, integer
from bot.lobby.model import Chairing
from core.hangman.actions import Expire
from core.hangman.command import CHAT_LIVES, HANGMAN, UNLIMITED
from core.hangman.game import GAME
from core.hangman.model import Event, Observation, State
from core.hangman.options import (
    Chair,
    Dealer,
    Mode,
    Options,
    OptionsError,
    Role,
    check_options,
)
from core.hangman.present import FACES
from core.hangman.rules import Hangman
from core.rules import CLOCK, Seat
from core.words.packs import Pack
from core.words.spellings import spellings

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
"""How every word of the day is played."""

IN_TURN: Final = 2
"""Guessers without whom taking turns is none."""

TABLES: Final = 64
"""Tables' rules that are kept: with each go its words by length."""


def _options(values: Mapping[str, object]) -> Options:
    chosen = asked(HANGMAN.new, {name: of for name, of in values.items() if name != DAILY})
    if values.get(DAILY):
        chosen = _of_the_day(chosen, values)
    lives = integer(chosen["lives"])
    options = Options(
        length=integer(chosen["length"]),
        lives=None if lives == UNLIMITED else lives,
        dealer=Dealer(chosen["dealer"]),
        mode=Mode(chosen["mode"]),
        guessers=integer(chosen["guessers"]),
        verbose=bool(chosen["verbose"]),
        category=str(chosen["category"]),
        daily=str(values.get(DAILY) or ""),
        hints=chosen["hints"] == "on",
    )
    check_options(options)
    return options


def _of_the_day(chosen: Mapping[str, object], values: Mapping[str, object]) -> dict[str, object]:
    """Return the options of a word of the day; raises OptionsError where others are asked for."""
    for name, fixed in OF_THE_DAY.items():
        if name in values and (chosen[name] or False) != fixed:
            raise OptionsError("hangman-daily-fixed", name=name)
    return {**chosen, **OF_THE_DAY}


def _values(options: Options) -> dict[str, object]:
    day = {DAILY: options.daily} if options.daily else {}
    return {
        "length": options.length,
        "lives": UNLIMITED if options.lives is None else options.lives,
        "dealer": options.dealer.value,
        "mode": options.mode.value,
        "guessers": options.guessers,
        "category": options.category,
        "hints": "on" if options.hints else "off",
        "verbose": options.verbose,
        **day,
    }


def _chairs(options: Options) -> tuple[Chairing, ...]:
    return tuple(_chairing(options, chair) for chair in options.chairs)


def _chairing(options: Options, chair: Chair) -> Chairing:
    """Return a chair as tables know it; who guesses with others may come when the game is on."""
    deals, typed = chair.role is Role.DEALER, options.dealer.is_person
    board = chair.team.value if options.mode is Mode.RACE else ""
    return Chairing(
        chair.seat,
        chair.team.value,
        chair.role.value,
        keyed=deals and typed,
        bot=DEALER if deals else GUESSER,
        for_bot=deals and not typed,
        for_person=deals and typed,
        optional=chair.number > (IN_TURN if options.takes_turns else 1),
        said="hangman-chair",
        board=board,
    )


def _settled(
    options: Options, chairs: tuple[Chairing, ...], taken: frozenset[Seat]
) -> tuple[Options, tuple[Chairing, ...]]:
    """Return a table where guessers in turn have as many chairs as there are guessers."""
    if not options.takes_turns:
        return options, chairs
    guessers = [chair for chair in options.chairs if chair.role is Role.GUESSER]
    numbers = (chair.number for chair in guessers if chair.seat in taken)
    needed = min(options.guessers, max((IN_TURN, *numbers)))
    settled = replace(options, guessers=needed)
    return settled, tuple(replace(chair, optional=False) for chair in _chairs(settled))


def _begins_at_once(options: Options) -> bool:
    return options.mode is Mode.TOGETHER and not options.dealer.is_person


def _skipped(_options: Options, _pack: Pack, _seen: Sequence[str]) -> tuple[str, ...]:
    """Return no word: what a dealer may fall back on must not hang on what was played before."""
    return ()


@lru_cache(maxsize=TABLES)
def _made(options: Options, pack: Pack) -> Hangman:
    return Hangman(options, pack)


def _rules(options: Options, pack: Pack, _skipped: tuple[str, ...]) -> Hangman:
    return _made(options, pack)


def _words(state: State) -> tuple[str, ...]:
    return (state.word.value,) if state.word else ()


def _unmoved(_event: Event) -> Seat:
    """Return CLOCK: a letter that was answered cannot be asked for again."""
    return CLOCK


def _names(_options: Options, seat: Seat) -> tuple[str, ...]:
    return (DEALER,) if seat == Seat("dealer") else (GUESSER,)


def _deals(observation: Observation) -> bool:
    return observation.chair is not None and observation.chair.role is Role.DEALER


def _question(rules: Hangman, observation: Observation) -> Question:
    return question(observation, rules.pack)


def hangman_kind() -> Kind:
    """Return hangman."""
    return Kind(
        game=GAME,
        codec=Codec(get_args(Event)),
        options_type=Options,
        options=_options,
        chairs=_chairs,
        skipped=_skipped,
        rules=_rules,
        words=_words,
        mover=_unmoved,
        values=_values,
        typed=lambda options: options.dealer.is_person,
        out=lambda state: frozenset(board.team.value for board in state.boards if board.end),
        commitment=lambda _observation: None,
        expire=Expire,
        bots=Bots(
            Cast,
            fallback,
            names=_names,
            question=_question,
            hidden=_deals,
            council=COUNCIL,
            recap=RECAP,
        ),
        pack=lambda options: spellings(options.category),
        scoring=SCORING,
        faces={team.value: face for team, face in FACES.items()},
        at_once=_begins_at_once,
        settled=_settled,
        again=lambda options: replace(options, daily=""),
        remembers=False,
    )
