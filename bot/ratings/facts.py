"""The facts of a game that count: settled turns, result, players, ACE's credits, and evidence.

The next clue, or the end or stop of the game, settles a turn, because nobody can take it back after
that. Bots learn from settled turns on any board and with any number of teams. They skip a turn if a
move was taken back, no card was uncovered, a team resigned, a bot made a slip, or no person sat at
the table. Ratings count the same turns, and results, but only of standard games: 25 cards and two
teams (the second may be the board: solo).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.identity import GameId, GuildId, User
from core.agents.ace import AceVariant
from core.agents.associations import vocabulary_form
from core.agents.explanations import Evidence
from core.agents.listener_policy import TEAMMATE
from core.agents.observation import played_turn
from core.agents.personas import PERSONAS_VERSION
from core.agents.thoughts import ClueThoughts, GuessThoughts, Thoughts
from core.codenames import model
from core.rules import Seat

STANDARD_CARDS: Final = 25
STANDARD_TEAMS: Final = 2

BANDITS: Final = frozenset(variant.value for variant in AceVariant)
"""The bots that learn from the credits of their experts."""

LEARNERS: Final = BANDITS | {TEAMMATE}
"""The bots that adapt to their teammates."""

TOLD_FROM: Final = 10
"""The fewest turns of a person in a role from which bots show their lessons."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The facts of a game for learning; mappings by turn hold finished turns."""

    game_id: GameId
    public: model.Observation
    guilds: Mapping[User, GuildId]
    """Each rated person's guild: that of the room from which they joined."""
    sitters: Mapping[int, Mapping[Seat, User]] = field(default_factory=dict)
    """Each chair's sitter when the turn began; an empty chair has its mover or last sitter."""
    at: Mapping[int, datetime] = field(default_factory=dict)
    """The time of the last event in the turn."""
    movers: Mapping[int, Mapping[Seat, User]] = field(default_factory=dict)
    """The last user who made a move in each seat during the turn."""
    thoughts: Mapping[tuple[int, Seat], Thoughts] = field(default_factory=dict, repr=False)
    """The thoughts behind a bot's action, by turn and seat."""
    evidence: Mapping[tuple[int, Seat], Evidence] = field(default_factory=dict, repr=False)
    """The evidence of a turn about the player in a seat, if any."""
    out: Mapping[int, frozenset[model.Team]] = field(default_factory=dict)
    """The teams that were out when the turn ended, if any."""
    shared: Mapping[int, frozenset[Seat]] = field(default_factory=dict)
    """The seats in which several users made moves or passed during the turn."""
    taken_back: frozenset[int] = frozenset()
    """The turns with a move that was taken back."""
    stopped: bool = False
    forfeit: Seat | None = None
    """The seat whose team lost the game by a stop."""


@dataclass(frozen=True, slots=True)
class TurnPlayer:
    """A user who played from a seat in a role, and the guild in which that counts."""

    seat: Seat
    user: User
    role: model.Role
    guild: GuildId


@dataclass(frozen=True, slots=True)
class Credit:
    """The credit of a bot's expert for a turn with the user in this role."""

    user: User
    role: model.Role
    agent: str
    expert: str
    credit: float


@dataclass(frozen=True, slots=True)
class TurnEvidence:
    """The evidence of a turn on how a person in this role understands clues.

    Only evidence of the current `core.agents.personas.PERSONAS_VERSION` counts.
    """

    user: User
    role: model.Role
    evidence: Evidence
    version: int = PERSONAS_VERSION


@dataclass(frozen=True, slots=True)
class RememberedClue:
    """A pair of a clue and a card in a turn: `picker` uncovered the card, or missed it.

    `clue` and `card` are in `vocabulary_form`. `meant` is None for a person's clue; `found` is True
    if `picker` picked the card and it is the team's.
    """

    giver: User
    picker: User
    guild: GuildId
    clue: str
    card: str
    meant: bool | None
    picked: bool
    found: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class SettledTurn:
    """A turn that nobody can take back; `outcome` is None if nobody learns from it.

    `alone`: one person sat at the table, with bots in all other chairs. `rated`: ratings count the
    turn if it has an outcome.
    """

    game_id: GameId
    turn: int
    team: model.Team
    outcome: int | None
    alone: bool
    at: datetime
    players: tuple[TurnPlayer, ...] = ()
    credits: tuple[Credit, ...] = ()
    rated: bool = True
    evidence: tuple[TurnEvidence, ...] = ()
    clues: tuple[RememberedClue, ...] = ()
    """The pairs that the turn adds to a guild's memory; turns from the database lack them."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game for the user in a seat when its last turn began."""

    player: TurnPlayer
    won: bool
    alone: bool
    at: datetime


def is_standard(options: model.Options) -> bool:
    """Return whether ratings count games with these options."""
    return options.size == STANDARD_CARDS and options.teams == STANDARD_TEAMS


def settled_turns(facts: GameFacts) -> tuple[SettledTurn, ...]:
    """Return the settled turns of a game, in their order."""
    turns = facts.public.turns
    clued = [turn.number for turn in turns if turn.clue is not None]
    is_closed, newest = facts.public.ending or facts.stopped, max(clued, default=0)
    ended = [turn for turn in turns if turn.end is not None]
    return tuple(_settled(facts, one) for one in ended if is_closed or one.number < newest)


def results(facts: GameFacts) -> tuple[Result, ...]:
    """Return the results of a standard game that is over or forfeited, in chair order.

    Other games have no results. Each result belongs to the sitter at the start of the last turn.
    """
    played = [turn.number for turn in facts.public.turns if turn.number in facts.sitters]
    winners, options = _winners(facts), facts.public.options
    if winners is None or not (played and is_standard(options)):
        return ()
    last = played[-1]
    alone = _people(user for number in played for user in _users(facts, number)) == 1
    return tuple(
        Result(player, player.seat in winners, alone, facts.at[last])
        for player in _seated(facts, last, options.chairs)
    )


def _winners(facts: GameFacts) -> frozenset[Seat] | None:
    """Return the seats of the winners, even after a stop; None without a result."""
    chairs, ending = facts.public.options.chairs, facts.public.ending
    if ending:
        return frozenset(chair.seat for chair in chairs if chair.team is ending.winner)
    lost = next((chair.team for chair in chairs if chair.seat == facts.forfeit), None)
    return frozenset(one.seat for one in chairs if one.team is not lost) if lost else None


def _settled(facts: GameFacts, turn: model.Turn) -> SettledTurn:
    people = _people(_users(facts, turn.number))
    outcome = _outcome(facts, turn) if people else None
    return SettledTurn(
        facts.game_id,
        turn.number,
        turn.team,
        outcome,
        people == 1,
        facts.at[turn.number],
        _players(facts, turn),
        () if outcome is None else _credits(facts, turn),
        is_standard(facts.public.options),
        () if outcome is None else _evidence(facts, turn),
        () if outcome is None else tuple(_clues(facts, turn)),
    )


def _outcome(facts: GameFacts, turn: model.Turn) -> int | None:
    """Return the index of a turn in the paper's outcome vector; None if nobody learns from it."""
    if turn.number in facts.taken_back or _has_slip(facts, turn):
        return None
    ending = facts.public.ending if turn.end is model.TurnEnd.GAME_OVER else None
    if ending and ending.reason is model.Reason.RESIGNED:
        return None
    played = played_turn(turn, (), facts.out.get(turn.number, frozenset()))
    return None if played is None else played.outcome


def _has_slip(facts: GameFacts, turn: model.Turn) -> bool:
    """Return whether a bot's clue or pick was not its best."""
    thoughts, words = facts.thoughts, facts.public.words
    if turn.clue is None:
        return False
    given = thoughts.get((turn.number, turn.clue.seat))
    if isinstance(given, ClueThoughts) and given.is_slip and given.word == turn.clue.word:
        return True
    picks = ((pick, thoughts.get((turn.number, pick.seat))) for pick in turn.guesses)
    return any(
        isinstance(one, GuessThoughts) and words[pick.card] in one.slips for pick, one in picks
    )


def _users(facts: GameFacts, turn: int) -> tuple[User, ...]:
    """Return the users who sat at the table when a turn began, or moved in it."""
    return (*facts.sitters[turn].values(), *facts.movers.get(turn, {}).values())


def _people(users: Iterable[User]) -> int:
    return len({user for user in users if not user.is_bot})


def _players(facts: GameFacts, turn: model.Turn) -> tuple[TurnPlayer, ...]:
    """Return the giver of the turn's clue and its guessers, in chair order.

    Of several guessers in one seat, the last counts.
    """
    if turn.clue is None:
        return ()
    active = {turn.clue.seat, *(guess.seat for guess in turn.guesses)}
    chairs = (chair for chair in facts.public.options.chairs if chair.seat in active)
    return tuple(_seated(facts, turn.number, chairs, facts.movers.get(turn.number, {})))


def _seated(
    facts: GameFacts,
    turn: int,
    chairs: Iterable[model.Chair],
    movers: Mapping[Seat, User] = MappingProxyType({}),
) -> Iterator[TurnPlayer]:
    """Yield the movers or sitters of these chairs; bots only if a person sat at the table."""
    for chair in chairs:
        user = movers.get(chair.seat) or facts.sitters[turn].get(chair.seat)
        guild = None if user is None else _guild(facts, turn, chair, user)
        if user is not None and guild is not None:
            yield TurnPlayer(chair.seat, user, chair.role, guild)


def _guild(facts: GameFacts, turn: int, chair: model.Chair, user: User) -> GuildId | None:
    """Return a player's guild; a bot has that of its team's first person, or else the table's."""
    if not user.is_bot:
        return facts.guilds.get(user)
    near = sorted(facts.public.options.chairs, key=lambda other: other.team is not chair.team)
    users = {**facts.sitters[turn], **facts.movers.get(turn, {})}
    sitters = (users.get(other.seat) for other in near)
    guilds = (facts.guilds.get(sitter) for sitter in sitters if sitter is not None)
    return next((guild for guild in guilds if guild is not None), None)


def _credits(facts: GameFacts, turn: model.Turn) -> tuple[Credit, ...]:
    """Return the credits of ACE's experts: for each user and role those of the first ACE.

    Forgotten people have none.
    """
    players = _players(facts, turn)
    earned = dict[tuple[User, model.Role], list[Credit]]()
    for bot in players:
        thoughts = facts.thoughts.get((turn.number, bot.seat))
        if thoughts is None or not (bot.user.is_bot and bot.user.id in BANDITS):
            continue
        for mate in players:
            if mate.role is not bot.role and not mate.user.is_gone:
                key, credits_ = (mate.user, mate.role), sorted(thoughts.credits)
                earned.setdefault(key, [Credit(*key, bot.user.id, *one) for one in credits_])
    return tuple(chain.from_iterable(earned.values()))


def _evidence(facts: GameFacts, turn: model.Turn) -> tuple[TurnEvidence, ...]:
    """Return a turn's evidence about each person in it whose name is known.

    If a person has several seats in one role, the first counts. A seat in which several users made
    moves has no evidence.
    """
    found = dict[tuple[User, model.Role], TurnEvidence]()
    shared = facts.shared.get(turn.number, frozenset())
    for player in _players(facts, turn):
        told = facts.evidence.get((turn.number, player.seat))
        if player.seat in shared:
            continue
        if told is not None and not (player.user.is_bot or player.user.is_gone):
            key = (player.user, player.role)
            found.setdefault(key, TurnEvidence(*key, told))
    return tuple(found.values())


def _clues(facts: GameFacts, turn: model.Turn) -> Iterator[RememberedClue]:
    """Yield a turn's clue paired with each card that a player picked for it, or that a bot meant.

    Each pair has a person whose name is known. A table with people of several guilds adds none,
    nor does a seat in which several users made moves.
    """
    clue, guilds = turn.clue, {*facts.guilds.values()}
    if clue is None or clue.number == 0 or len(guilds) != 1:
        return
    shared = facts.shared.get(turn.number, frozenset())
    users = {one.seat: one.user for one in _players(facts, turn) if one.seat not in shared}
    giver, word = users.get(clue.seat), vocabulary_form(clue.heard_as or clue.word)
    for card, (seat, meant, guess) in _pairs(facts, turn, clue).items():
        picker = users.get(seat)
        if giver is None or picker is None or giver.is_gone or picker.is_gone:
            continue
        if not (giver.is_bot and picker.is_bot):
            found = guess is not None and guess.identity is model.Identity.of(turn.team)
            how = (meant, guess is not None, found, facts.at[turn.number])
            yield RememberedClue(giver, picker, min(guilds), word, card, *how)


_Pair: TypeAlias = tuple[Seat, bool | None, model.Uncovered | None]
"""The seat that picked or missed a card, whether the card was meant, and the pick."""


def _pairs(facts: GameFacts, turn: model.Turn, clue: model.Clue) -> dict[str, _Pair]:
    """Return the cards of a clue; a missed one belongs to the last guesser.

    A pick beyond the clue's number belongs to an earlier clue, unless the card was meant.
    """
    targets = _targets(facts, turn, clue)
    on_clue = len(turn.guesses) if clue.number is None else clue.number
    found = dict[str, _Pair]()
    for place, guess in enumerate(turn.guesses):
        card = vocabulary_form(facts.public.words[guess.card])
        meant = card in targets if targets else None
        if place < on_clue or meant:
            found[card] = (guess.seat, meant, guess)
    missed = dict.fromkeys(sorted(targets - found.keys()), (turn.guesses[-1].seat, True, None))
    return found | missed


def _targets(facts: GameFacts, turn: model.Turn, clue: model.Clue) -> frozenset[str]:
    """Return the cards that a bot meant by its clue, if they are known."""
    thoughts = facts.thoughts.get((turn.number, clue.seat))
    if isinstance(thoughts, ClueThoughts) and thoughts.word == clue.word:
        return frozenset(vocabulary_form(card) for card, _ in thoughts.targets)
    return frozenset()
