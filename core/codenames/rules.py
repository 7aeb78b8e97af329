"""The rules of Codenames, as `core.rules.Rules`.

For two teams these are the rules of the rule book. With more teams the assassin only eliminates the
team that uncovers it; in a solo game, as in "Adapting to Teammates in a Cooperative Language Game",
one team plays against a board whose other cards belong to a team that never moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from core import rules
from core.codenames import actions, model
from core.codenames.actions import Action, Deal, GiveClue, Guess, Pass, Point, Resign, Unpoint
from core.codenames.clue import Breach, Referee, malformed
from core.codenames.command import NUMBER_WORDS
from core.codenames.deal import SECRET_BYTES, Supply, check_supply, drawn_layout, typed_layout
from core.codenames.key import check_options
from core.codenames.model import Chair, Event, Identity, Layout, Phase, Reason, Role, State, TurnEnd
from core.codenames.notation import action_line
from core.codenames.present import ending_phrase, unknown_clue, who
from core.codenames.state import apply, end_game, end_turn, left, observe, standing
from core.rules import CHANCE, CLOCK, Expire, IllegalAction, Legal, Seat, Secret
from core.view import Choice, phrase

CLUE_FORM = rules.Form("clue", (rules.Field("word"), rules.Field("number", NUMBER_WORDS)))
KEYWORD_FORM = rules.Form("keyword", (rules.Field("keyword"),))
DEAL_FORM = rules.Form("deal", (rules.Field("secret"),))

_WAITED: Final = {
    Role.SPYMASTER: (Phase.CLUE, "only-spymaster-clues", "clue-stands"),
    Role.GUESSER: (Phase.GUESS, "only-guessers-guess", "no-clue-yet"),
}
"""The phase in which each role acts, and the refusals for another role and in another phase."""


@dataclass(frozen=True, slots=True)
class Codenames:
    """The rules of one table; raises OptionsError for impossible options."""

    options: model.Options
    supply: Supply
    referee: Referee

    def __post_init__(self) -> None:
        check_options(self.options)
        check_supply(self.supply, self.options.size)

    def initial(self) -> State:
        """Return the empty table."""
        return State()

    def chance(self, state: State, entropy: rules.Entropy) -> Action | None:
        """Return the deal, if the table waits for one."""
        if CHANCE not in self.to_act(state):
            return None
        return Deal(state.number, Secret(entropy.bytes(SECRET_BYTES)))

    def decide(self, state: State, seat: Seat, action: Action) -> Sequence[Event]:
        """Return the events of the action; raises IllegalAction."""
        rules.check_moment(seat, action, state.number, over=state.phase is Phase.OVER)
        match action:
            case Deal():
                return self._deal(state, seat, action)
            case Expire() if not _running(state):
                raise IllegalAction("no-turn-runs")
            case Expire():
                return end_turn(self.options, state, TurnEnd.EXPIRED)
            case actions.TypeKeyword():
                return self._type_keyword(state, self.chair(seat), action)
            case _:
                return self._play(state, self.chair(seat), action)

    def apply(self, state: State, event: Event) -> State:
        """Return the state after the event."""
        return apply(state, event)

    def legal(self, state: State, seat: Seat) -> Legal[Action]:
        """Return the seat's legal actions."""
        if seat == CHANCE:
            return Legal(forms=(DEAL_FORM,)) if CHANCE in self.to_act(state) else Legal()
        if seat == CLOCK:
            return Legal((Expire(state.number),)) if _running(state) else Legal()
        chair = self.chair(seat)
        if state.phase is Phase.DEAL:
            return Legal(forms=(KEYWORD_FORM,)) if seat in self.to_act(state) else Legal()
        if not _running(state) or chair.team in state.out:
            return Legal()
        return self._legal_play(state, chair)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seats that the table waits for."""
        if state.phase is Phase.OVER:
            return frozenset()
        if state.phase is Phase.DEAL and not self.options.keyword:
            return frozenset({CHANCE})
        role = Role.GUESSER if state.phase is Phase.GUESS else Role.SPYMASTER
        teams = (state.turns[-1].team,) if state.turns else self.options.playing
        chairs = self.options.chairs
        return frozenset(one.seat for one in chairs if one.role is role and one.team in teams)

    def observe(self, state: State, seat: Seat | None) -> model.Observation:
        """Return the view of a seat, or of the public (None)."""
        chair = None if seat is None or seat in (CHANCE, CLOCK) else self.chair(seat)
        return observe(self.options, state, chair)

    def outcome(self, state: State) -> rules.Outcome | None:
        """Return the outcome, or None while the game runs."""
        if state.ending is None:
            return None
        chairs, winner = self.options.chairs, state.ending.winner
        seats = frozenset(chair.seat for chair in chairs if chair.team is winner)
        return rules.Outcome(seats, ending_phrase(state.ending))

    def chair(self, seat: Seat) -> Chair:
        """Return the seat's chair; raises IllegalAction for an unknown seat."""
        chair = self.options.chair(seat)
        if chair is None:
            raise IllegalAction("no-such-chair", seat=seat)
        return chair

    def _deal(self, state: State, seat: Seat, action: Deal) -> Sequence[Event]:
        if seat != CHANCE:
            raise IllegalAction("only-chance-deals")
        if state.phase is not Phase.DEAL or self.options.keyword:
            raise IllegalAction("no-deal-now")
        if len(action.secret.value) != SECRET_BYTES:
            raise IllegalAction("deal-secret-size", bytes=SECRET_BYTES)
        return _start(self.options, drawn_layout(self.options, self.supply, action.secret.value))

    def _type_keyword(
        self, state: State, chair: Chair, action: actions.TypeKeyword
    ) -> Sequence[Event]:
        if chair.role is not Role.SPYMASTER:
            raise IllegalAction("keyword-from-guesser")
        if state.phase is not Phase.DEAL or not self.options.keyword:
            raise IllegalAction("no-keyword-now")
        keyword = action.keyword.value
        if not encodable(keyword):
            raise IllegalAction("keyword-text")
        return _start(self.options, typed_layout(self.options, self.supply, keyword, chair.seat))

    def _play(self, state: State, chair: Chair, action: Action) -> Sequence[Event]:
        if not _running(state):
            raise IllegalAction("not-dealt")
        if chair.team in state.out:
            raise IllegalAction("team-out", team=chair.team.value)
        match action:
            case Resign():
                return self._eliminate(state, chair.team, Reason.RESIGNED)
            case GiveClue():
                return self._give_clue(state, chair, action)
            case Guess() | Point() | Unpoint() | Pass():
                _check_waited(state, chair, Role.GUESSER)
                return self._guessing(state, chair, action)
            case _:
                raise IllegalAction("no-such-action")

    def _guessing(
        self, state: State, chair: Chair, action: Guess | Point | Unpoint | Pass
    ) -> Sequence[Event]:
        if isinstance(action, Pass):
            if not state.turns[-1].guesses:
                raise IllegalAction("pass-before-guess")
            return end_turn(self.options, state, TurnEnd.PASSED, chair.seat)
        card = action.card
        self._check_covered(state, card)
        is_marked = (chair.seat, card) in state.marks
        match action:
            case Guess():
                return self._guess(state, chair, card)
            case Point() if is_marked:
                raise IllegalAction("already-marked", card=_word(state, card))
            case Point():
                return (model.Pointed(chair.seat, card),)
            case Unpoint() if is_marked:
                return (model.Unpointed(chair.seat, card),)
            case Unpoint():
                raise IllegalAction("not-marked", card=_word(state, card))

    def _give_clue(self, state: State, chair: Chair, action: GiveClue) -> Sequence[Event]:
        _check_waited(state, chair, Role.SPYMASTER)
        if action.number is not None and action.number not in model.NUMBERS:
            raise IllegalAction("clue-number", number=action.number)
        unreadable = malformed(action.word)
        if unreadable:
            raise IllegalAction.of(unreadable.phrase())
        breach = self._breach(state, action.word)
        if breach and self.options.lawfulness is model.Lawfulness.STRICT:
            raise IllegalAction.of(breach.phrase())
        unknown, heard_as = action.unknown_to, action.heard_as
        if (unknown or heard_as) and not action.anyway:
            raise self._doubted(state, action)
        clue = model.Clue(chair.seat, action.word, action.number, breach, unknown, heard_as)
        return (model.ClueGiven(clue),)

    def _doubted(self, state: State, clue: GiveClue) -> rules.Unconfirmed:
        """Return the question to a spymaster whose clue bots may not understand."""
        seen = self.observe(state, None)
        said = (
            unknown_clue("clue-unknown", clue.word, clue.unknown_to, seen)
            if clue.unknown_to
            else phrase("clue-misspelled", word=clue.word, heard=clue.heard_as)
        )
        line = action_line(replace(clue, anyway=True), seen)
        choices = (Choice(phrase("chat-anyway"), line),)
        return rules.Unconfirmed(said.key, choices=choices, turn=clue.turn, **dict(said.params))

    def _breach(self, state: State, word: str) -> Breach | None:
        if self.options.lawfulness is model.Lawfulness.OFF:
            return None
        words = _layout(state).words
        covered = [card for place, card in enumerate(words) if place not in state.uncovered]
        return self.referee.clash(word, covered, self.options.substrings)

    def _guess(self, state: State, chair: Chair, card: int) -> Sequence[Event]:
        if not self._enough_marks(state, card):
            rest = (one for one in sorted(self.to_act(state)) if (one, card) not in state.marks)
            seen = self.observe(state, None)
            raise IllegalAction(
                "too-few-marks",
                card=_word(state, card),
                marked=_marks(state, card),
                needed=self.options.marks,
                rest=tuple(who(seen, one) for one in rest),
            )
        uncovered = model.Uncovered(chair.seat, card, _layout(state).key.value[card])
        after = apply(state, uncovered)
        return (uncovered, *self._consequence(after, chair.team, uncovered.identity))

    def _consequence(self, state: State, team: model.Team, identity: Identity) -> Sequence[Event]:
        """Return the events after the team uncovered a card of this identity."""
        if identity is Identity.ASSASSIN:
            return self._eliminate(state, team, Reason.ASSASSIN)
        finished = [name for name, cards in left(self.options, state) if cards == 0]
        if finished:
            winner = finished[0] if finished[0] in self.options.playing else None
            return end_game(winner, Reason.CARDS)
        if identity.team is not team:
            return end_turn(self.options, state, TurnEnd.WRONG_CARD)
        turn = state.turns[-1]
        if turn.clue and turn.clue.limit == len(turn.guesses):
            return end_turn(self.options, state, TurnEnd.LIMIT)
        return ()

    def _eliminate(self, state: State, team: model.Team, reason: Reason) -> Sequence[Event]:
        """Return the team's elimination, and the game's end if fewer than two teams are left."""
        gone = model.TeamEliminated(team, reason)
        after = apply(state, gone)
        rest = standing(self.options, after)
        if len(rest) < 2:
            return (gone, *end_game(rest[0] if rest else None, reason))
        if state.turns[-1].team is not team:
            return (gone,)
        end = TurnEnd.WRONG_CARD if reason is Reason.ASSASSIN else TurnEnd.RESIGNED
        return (gone, *end_turn(self.options, after, end))

    def _enough_marks(self, state: State, card: int) -> bool:
        return self.options.marks == 1 or _marks(state, card) >= self.options.marks

    def _check_covered(self, state: State, card: int) -> None:
        if card not in range(self.options.size):
            raise IllegalAction("no-such-place", place=card + 1, cards=self.options.size)
        if card in state.uncovered:
            raise IllegalAction("already-uncovered", card=_word(state, card))

    def _legal_play(self, state: State, chair: Chair) -> Legal[Action]:
        resign = Resign(state.number)
        if chair.seat not in self.to_act(state):
            return Legal((resign,))
        if chair.role is Role.SPYMASTER:
            return Legal((resign,), (CLUE_FORM,))
        return Legal((*self._legal_guesses(state, chair), resign))

    def _legal_guesses(self, state: State, chair: Chair) -> tuple[Action, ...]:
        turn = state.number
        covered = [card for card in range(self.options.size) if card not in state.uncovered]
        marked = [card for card in covered if (chair.seat, card) in state.marks]
        guesses = [Guess(turn, card) for card in covered if self._enough_marks(state, card)]
        points = [Point(turn, card) for card in covered if card not in marked]
        passes = [Pass(turn)] if state.turns[-1].guesses else []
        return (*guesses, *points, *(Unpoint(turn, card) for card in marked), *passes)


def _check_waited(state: State, chair: Chair, role: Role) -> None:
    """Raise IllegalAction unless the table waits for a chair to act in a role."""
    phase, other_role, other_phase = _WAITED[role]
    if chair.role is not role:
        raise IllegalAction(other_role)
    team = state.turns[-1].team
    if chair.team is not team:
        raise IllegalAction("not-your-turn", team=team.value)
    if state.phase is not phase:
        raise IllegalAction(other_phase)


def _running(state: State) -> bool:
    return state.phase in (Phase.CLUE, Phase.GUESS)


def _start(options: model.Options, layout: Layout) -> Sequence[Event]:
    first = layout.order[0] if options.solo is None else options.solo
    return (model.Dealt(layout), model.TurnStarted(1, first))


def _layout(state: State) -> Layout:
    if state.layout is None:
        raise IllegalAction("not-dealt")
    return state.layout


def _word(state: State, card: int) -> str:
    return _layout(state).words[card]


def _marks(state: State, card: int) -> int:
    return sum(place == card for _, place in state.marks)


def encodable(text: str) -> bool:
    """Return whether a text is Unicode: a stray half of a surrogate pair is not."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
