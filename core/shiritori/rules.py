"""The rules of shiritori, as `core.rules.Rules`.

Players give words that a `Judge` accepts or refuses. A refused word costs a life, or nothing at a
table without lives. A player who loses the last life, gives up or runs out of time is out, and the
last player wins. In free order, the player of the last word wins when the time runs out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Final

from core import rules
from core.rules import CHANCE, CLOCK, IllegalAction, InvalidNotation, Legal, Seat
from core.shiritori import model
from core.shiritori.agents import accepted_words, playable_words
from core.shiritori.judge import Judge, Verdict
from core.shiritori.model import Action, Event, Observation, State
from core.shiritori.notation import SAY
from core.shiritori.options import PLAYERS, Options, PlayOrder, check_options
from core.shiritori.present import ending_phrase, linked_at, name_of
from core.shiritori.word_index import word_index
from core.view import Choice
from core.words.packs import Pack

SAY_FORM: Final = rules.Form(SAY, (rules.Field("word"),))

HINTED: Final = 5
"""The most words of a hint."""

OPENINGS: Final = 20
"""The fewest common words with the opening sound of a day, if the list has such a sound."""


@dataclass(frozen=True)
class Shiritori(rules.Rules[State, Action, Event, Observation]):
    """The rules of one table; raises OptionsError for impossible options."""

    options: Options
    pack: Pack

    def __post_init__(self) -> None:
        check_options(self.options)
        if not self.judge.has_playable:
            raise rules.OptionsError("shiritori-no-playable-word")

    def initial(self) -> State:
        """Return the empty table."""
        first = None if self.options.is_free else self.options.chairs[0].seat
        return State(mover=first)

    def decide(self, state: State, seat: Seat, action: Action) -> Sequence[Event]:
        """Return the events of the action.

        Raises IllegalAction, and InvalidNotation for talk.
        """
        self._check_no_talk(state, action)
        rules.check_moment(seat, action, state.turn, over=state.ending is not None)
        if isinstance(action, rules.Expire):
            if state.mover:
                return self._out(state, state.mover, model.LossReason.EXPIRED)
            return (model.ChainEnded(state.chain[-1].seat if state.chain else None),)
        self._check_may_play(state, seat)
        if isinstance(action, model.Concede):
            return self._out(state, seat, model.LossReason.CONCEDED)
        if isinstance(action, model.AskHint):
            return self._hinted(state, seat, action)
        return self._played(state, seat, action.text)

    def apply(self, state: State, event: Event) -> State:
        """Return the state after the event."""
        match event:
            case model.WordPlayed(seat=seat):
                chain = (*state.chain, event)
                later = replace(state, chain=chain, turn=state.turn + 1, hint=None)
                return self._passed_on(later, seat)
            case model.WordFailed():
                turn = state.turn if self.options.is_free else state.turn + 1
                return replace(state, failed=(*state.failed, event), turn=turn)
            case model.HintGiven():
                return replace(state, hint=event)
            case model.PlayerOut(seat=seat):
                later = replace(state, out=(*state.out, event), turn=state.turn + 1, hint=None)
                return self._passed_on(later, seat)
            case model.ChainEnded():
                return replace(state, ending=event, mover=None)

    def legal(self, state: State, seat: Seat) -> Legal[Action]:
        """Return the seat's legal actions."""
        if state.ending or seat == CHANCE:
            return Legal()
        if seat == CLOCK:
            return Legal((rules.Expire(state.turn),))
        if seat not in self.to_act(state):
            return Legal()
        hints = () if self._no_hint(state) else (model.AskHint(state.turn),)
        return Legal((*hints, model.Concede(state.turn)), (SAY_FORM,))

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seats that the table waits for."""
        if state.ending:
            return frozenset()
        if state.mover:
            return frozenset({state.mover})
        last = state.chain[-1].seat if state.chain else None
        playing = self._playing(state)
        return frozenset(seat for seat in playing if seat != last)

    def observe(self, state: State, seat: Seat | None) -> Observation:
        """Return the view of a seat, or of the public (None); nothing is secret."""
        chair = self.options.chair(seat) if seat else None
        sound = self.judge.next_sound(state.readings, self.opening)
        return Observation(self.options, chair, state, sound)

    def outcome(self, state: State) -> rules.Outcome | None:
        """Return the outcome, or None while the game runs."""
        if state.ending is None:
            return None
        winner = state.ending.winner
        winners = frozenset({winner}) if winner else frozenset[Seat]()
        return rules.Outcome(winners, ending_phrase(self.options, winner))

    def hint(self, state: State, nodes: int = 0) -> model.AskHint:
        """Return the request for a hint, with the words that the reductions or a search prove.

        Winning words are in their usual spelling. The proof allows both players the opponent's
        words. Against a bot no position counts as lost, since people may play more words than bots.
        """
        if len(self._playing(state)) != PLAYERS[0]:
            return model.AskHint(state.turn, ())
        against_bot = self.options.order is PlayOrder.BOT
        words = playable_words(self.judge) if against_bot else accepted_words(self.judge)
        found, lost = words.hint(state.readings, self.opening, nodes=nodes)
        shown = tuple(self.judge.words.spelling(reading) for reading in found[:HINTED])
        return model.AskHint(state.turn, shown, lost and not against_bot)

    def prepare(self) -> None:
        """Build the caches that every move uses, in advance."""
        self.judge.words.readings("")
        playable_words(self.judge).counts(())

    @cached_property
    def judge(self) -> Judge:
        """The judge of the table's words."""
        return Judge(self.options.rule, word_index(self.pack, is_latin=self.options.is_latin))

    @cached_property
    def opening(self) -> str:
        """The required first sound of the first word; empty if it is free."""
        if not self.options.daily:
            return ""
        words = playable_words(self.judge)
        counted = sorted(zip(words.graph.sounds, words.counts(()).sum(axis=1), strict=True))
        common = [sound for sound, count in counted if count >= OPENINGS]
        common = common or [sound for sound, count in counted if count]
        return common[int(sha256(self.options.daily.encode()).hexdigest(), 16) % len(common)]

    def _check_no_talk(self, state: State, action: Action) -> None:
        """Raise InvalidNotation for a text without a verb that is unlisted or does not link."""
        if not (isinstance(action, model.PlayWord) and action.bare):
            return
        words, parts = self.judge.words, len(action.text.split())
        if words.by_reading.keys().isdisjoint(words.readings(action.text)):
            raise InvalidNotation("shiritori-talk-unlisted", word=action.text, words=parts)
        verdict = self.judge.judge(state.readings, action.text, self.opening)
        sound = self.judge.next_sound(state.readings, self.opening)
        if verdict.fault and not (sound and self.judge.begins(sound, verdict.reading)):
            raise InvalidNotation("shiritori-talk-misfit", word=action.text, words=parts)

    def _check_may_play(self, state: State, seat: Seat) -> None:
        if self.options.chair(seat) is None:
            raise IllegalAction("no-such-chair", seat=seat)
        if seat in self.to_act(state):
            return
        if state.is_out(seat):
            raise IllegalAction("shiritori-you-are-out")
        if state.mover:
            seat_name = name_of(self.options, state.mover)
            raise IllegalAction("shiritori-not-your-turn", seat=seat_name)
        raise IllegalAction("shiritori-own-word")

    def _played(self, state: State, seat: Seat, text: str) -> Sequence[Event]:
        verdict = self.judge.judge(state.readings, text, self.opening)
        if verdict.fault:
            return self._failed(state, seat, text, verdict)
        if len(verdict.readings) > 1:
            raise _which(text.strip(), verdict.readings, state.turn)
        shown = self.judge.words.as_typed(text, verdict.reading)
        return (model.WordPlayed(seat, shown, verdict.reading),)

    def _hinted(self, state: State, seat: Seat, action: model.AskHint) -> Sequence[Event]:
        """Return a hint from a search or from the reductions; raises IllegalAction."""
        if refusal := self._no_hint(state):
            raise IllegalAction(refusal)
        found = self.hint(state) if action.words is None else action
        return (model.HintGiven(seat, found.words or (), found.lost),)

    def _no_hint(self, state: State) -> str:
        """Return the phrase key of the refusal of a hint now; empty if hints are allowed."""
        if not self.options.hints:
            return "shiritori-hints-off"
        return "shiritori-hint-again" if state.hint else ""

    def _failed(self, state: State, seat: Seat, text: str, verdict: Verdict) -> Sequence[Event]:
        """Return the events of a refused word; raises IllegalAction if it costs nothing."""
        fault, word = verdict.fault, self.judge.words.as_typed(text, verdict.reading)
        sound = self.judge.next_sound(state.readings, self.opening)
        if fault is None or not self.options.lives:
            raise IllegalAction(
                "shiritori-refused",
                fault=fault.value if fault else "",
                word=word,
                reading=verdict.reading,
                sound=sound,
                where=linked_at(self.options),
            )
        failed = model.WordFailed(seat, word, verdict.reading, fault, sound)
        state = self.apply(state, failed)
        wrong = sum(one.seat == seat for one in state.failed)
        if wrong < self.options.lives:
            return (failed,)
        return (failed, *self._out(state, seat, model.LossReason.WORD))

    def _out(self, state: State, seat: Seat, reason: model.LossReason) -> Sequence[Event]:
        out = model.PlayerOut(seat, reason)
        playing = self._playing(self.apply(state, out))
        if len(playing) > 1:
            return (out,)
        return (out, model.ChainEnded(next(iter(playing), None)))

    def _playing(self, state: State) -> tuple[Seat, ...]:
        """Return the players who are not out, in the order of play."""
        seats = (chair.seat for chair in self.options.chairs)
        return tuple(seat for seat in seats if not state.is_out(seat))

    def _passed_on(self, state: State, seat: Seat) -> State:
        """Return the state with the player after `seat` to move, unless the order is free."""
        if self.options.is_free:
            return state
        seats = [chair.seat for chair in self.options.chairs]
        start = seats.index(seat) + 1
        later = (one for one in (*seats[start:], *seats[:start]) if not state.is_out(one))
        return replace(state, mover=next(later, None))


def _which(word: str, readings: Sequence[str], turn: int) -> rules.Unconfirmed:
    """Return the question for the intended reading of a word."""
    choices = [Choice(reading, f"{SAY} {word} {reading}") for reading in readings]
    key = "shiritori-which-reading"
    return rules.Unconfirmed(key, choices=choices, turn=turn, word=word, readings=tuple(readings))
