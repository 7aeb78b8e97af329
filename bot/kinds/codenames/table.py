"""How tables of Codenames are set up and kept."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import get_args

from bot.codec import Codec
from bot.kinds.bots import Bots
from bot.kinds.codenames.cast import embedded_cast, fallback
from bot.kinds.codenames.council import COUNCIL
from bot.kinds.codenames.lessons import LESSONS
from bot.kinds.codenames.recap import RECAP
from bot.kinds.codenames.strange import remarks
from bot.kinds.kind import Deal, Kind
from bot.kinds.values import asked, integer
from bot.lobby.model import Chairing
from bot.lobby.settings import CLUE_TIME, GUESS_TIME
from bot.record import Keyword, record_json, recorded
from bot.simulation import ACE_NAMES, RANDOM
from core.codenames.actions import Expire
from core.codenames.clue import Referee
from core.codenames.command import CODENAMES
from core.codenames.deal import Supply, unseen
from core.codenames.game import GAME, SEEDED
from core.codenames.key import check_options
from core.codenames.model import (
    Chair,
    ClueGiven,
    Dealt,
    Drawn,
    Event,
    Identity,
    Lawfulness,
    Observation,
    Options,
    Phase,
    Role,
    State,
    Team,
    TeamEliminated,
    TurnEnd,
    TurnEnded,
    Uncovered,
)
from core.codenames.notation import key_rows
from core.codenames.present import FACES
from core.codenames.rules import Codenames
from core.rules import CLOCK, Seat
from core.view import phrase
from core.words.ensemble import MODELS
from core.words.lexicon import default_lexicon
from core.words.packs import Pack


def _options(values: Mapping[str, object]) -> Options:
    chosen = asked(CODENAMES.new, values)
    options = Options(
        rows=integer(chosen["rows"]),
        cols=integer(chosen["cols"]),
        teams=integer(chosen["teams"]),
        solo=Team(chosen["team"]) if chosen["solo"] else None,
        guessers=integer(chosen["guessers"]),
        lawfulness=Lawfulness(chosen["clues"]),
        marks=integer(chosen["marks"]),
        keyword=bool(chosen["typed"]),
    )
    check_options(options)
    return options


def _values(options: Options) -> dict[str, object]:
    team = options.solo or Team(next(o.default for o in CODENAMES.new.options if o.name == "team"))
    return {
        "rows": options.rows,
        "cols": options.cols,
        "teams": options.teams,
        "guessers": options.guessers,
        "marks": options.marks,
        "clues": options.lawfulness.value,
        "solo": options.solo is not None,
        "team": team.value,
        "typed": options.keyword,
    }


def _chairs(options: Options) -> tuple[Chairing, ...]:
    return tuple(map(_chairing, options.chairs))


def _chairing(chair: Chair) -> Chairing:
    clues = chair.role is Role.SPYMASTER
    timed = CLUE_TIME if clues else GUESS_TIME
    return Chairing(chair.seat, chair.team.value, chair.role.value, keyed=clues, timed=timed)


def _skipped(options: Options, pack: Pack, seen: Sequence[str]) -> tuple[str, ...]:
    return unseen(pack, seen, options.size).skipped


def _words(state: State) -> tuple[str, ...]:
    return state.layout.words if state.layout else ()


def _mover(event: Event) -> Seat | None:
    match event:
        case ClueGiven(clue=clue):
            return clue.seat
        case Uncovered(seat=seat):
            return seat
        case TurnEnded(end=TurnEnd.EXPIRED) | TeamEliminated():
            return CLOCK
        case TurnEnded(by=by):
            return by
        case _:
            return None


def _deal(observation: Observation) -> Deal | None:
    if observation.phase is not Phase.OVER:
        return None
    record = recorded(observation)
    rows = " ".join(key_rows(record.key.identities, record.options.cols))
    match record.source:
        case Keyword(text=text):
            source = phrase("replay-keyword", keyword=text)
        case Drawn(secret=secret):
            source = phrase("replay-secret", secret=secret.value.hex())
    return Deal((phrase("replay-key", rows=rows), source), record_json(record))


@cache
def embedded_referee() -> Referee:
    """Return the judge of clues who knows the embedded English lexicon."""
    return Referee(default_lexicon().irregular)


def codenames_kind(
    referee: Callable[[], Referee] = embedded_referee, *, ensemble: Sequence[str] = MODELS
) -> Kind:
    """Return Codenames; the referee is asked for when the first table needs one.

    `ensemble` names the models to which ACE listens.
    """

    def rules(options: Options, pack: Pack, skipped: tuple[str, ...]) -> Codenames:
        return Codenames(options, Supply(pack, skipped), referee())

    return Kind(
        game=GAME,
        codec=Codec(get_args(Event)),
        options_type=Options,
        options=_options,
        chairs=_chairs,
        skipped=_skipped,
        rules=rules,
        words=_words,
        mover=_mover,
        values=_values,
        typed=lambda options: options.keyword,
        out=lambda state: frozenset(team.value for team in state.out),
        commitment=lambda observation: observation.commitment,
        expire=Expire,
        bots=Bots(
            partial(embedded_cast, tuple(ensemble)),
            fallback,
            known=tuple(dict.fromkeys((*ACE_NAMES, *ensemble, RANDOM))),
            remarks=remarks,
            council=COUNCIL,
            recap=RECAP,
        ),
        lessons=LESSONS,
        faces={team.value: FACES[Identity[team.name]] for team in Team},
        deals=(Dealt,),
        deal=_deal,
        seeded=SEEDED,
    )
