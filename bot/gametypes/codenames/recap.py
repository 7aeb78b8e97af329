"""The recap of a game: the turns that decided it, and the bots' thoughts."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from bot.codec import Body, read_value, write_value
from bot.gametypes.codenames.moments import Moment, decisive_moments
from bot.gametypes.recap import CardNotes, Recap, ThoughtsByTurn
from core.agents.listener_policy import LISTENING
from core.agents.thoughts import ClueThoughts, GuessThoughts, Thoughts
from core.bot import BotChoice
from core.codenames.actions import GiveClue, Guess
from core.codenames.model import Identity, Observation, Phase, Turn, Uncovered
from core.codenames.notation import coordinate, number_text
from core.codenames.present import clue_line, who
from core.rules import Seat
from core.view import Note, Phrase, phrase

NEAREST: Final = 3
"""Cards in the recap of a guess for a clue with the number 1; each more in the number adds one."""

KINDS: Final = {"clue": ClueThoughts, "guess": GuessThoughts}
"""Classes of thoughts by the member `kind` of their stored form."""

_ThoughtsByTurn: TypeAlias = ThoughtsByTurn[Thoughts]


class CodenamesRecap(Recap[Thoughts, Observation]):
    """Recaps from the thoughts behind clues and picks."""

    def kept(self, choice: BotChoice[object, Thoughts | None]) -> bool:
        """Return whether a choice is a clue or a pick, the only ones with useful thoughts."""
        return isinstance(choice.action, GiveClue | Guess)

    def write(self, thoughts: Thoughts) -> Body:
        """Return thoughts as JSON for `read`."""
        kind = "clue" if isinstance(thoughts, ClueThoughts) else "guess"
        return {**write_value(KINDS[kind], thoughts), "kind": kind}

    def read(self, body: Mapping[str, Any]) -> Thoughts:
        """Return the thoughts that `write` wrote; raises KeyError or CodecError for others."""
        members = {**body}
        thoughts: Thoughts = read_value(KINDS[members.pop("kind")], members)
        return thoughts

    def discreet(self, thoughts: Thoughts) -> Thoughts:
        """Return thoughts without the bot's beliefs about its teammate."""
        return replace(thoughts, leanings=()) if isinstance(thoughts, ClueThoughts) else thoughts

    def sentences(
        self, observation: Observation, thoughts_by_turn: _ThoughtsByTurn
    ) -> tuple[Phrase, ...]:
        """Return the moments that decided a game under a heading; none before its end."""
        if observation.phase is not Phase.OVER:
            return ()
        decided = decisive_moments(observation)
        said = (TurnRecap(observation, one.turn, thoughts_by_turn).decided(one) for one in decided)
        return (phrase("recap-moments"), *said) if decided else ()

    def every_turn(
        self, observation: Observation, thoughts_by_turn: _ThoughtsByTurn
    ) -> tuple[Phrase, ...]:
        """Return the sentences on a game by turn and chair; none before its end."""
        if observation.phase is not Phase.OVER:
            return ()
        turns = (TurnRecap(observation, turn, thoughts_by_turn) for turn in observation.turns)
        said = tuple(one for turn in turns for one in turn.sentences())
        has_chances = any(one.key == "recap-clue-chances" for one in said)
        return (phrase("recap-chances"), *said) if has_chances else said

    def card_notes(self, observation: Observation, thoughts_by_turn: _ThoughtsByTurn) -> CardNotes:
        """Return each card's turns: firm after a pick, not firm if a bot only meant it."""
        if observation.phase is not Phase.OVER:
            return {}
        notes = defaultdict[str, tuple[Note, ...]](tuple)
        for turn in observation.turns:
            touched = TurnRecap(observation, turn, thoughts_by_turn).touched()
            for card, firm in touched.items():
                place = coordinate(card, observation.options.cols)
                notes[place] += (Note(str(turn.number), firm),)
        return notes


@dataclass(frozen=True, slots=True)
class TurnRecap:
    """The recap of one turn of a finished game."""

    observation: Observation
    turn: Turn
    thoughts_by_turn: _ThoughtsByTurn

    def decided(self, moment: Moment) -> Phrase:
        """Return the line on a moment, with the cards that a bot meant and nobody picked."""
        missed = tuple(word for word in self._targets() if word not in self._picks())
        return phrase(
            "recap-moment",
            line=clue_line(self.observation, self.turn),
            team=self.turn.team.value,
            missed=missed,
            count=len(missed),
            before=round(100 * moment.before),
            after=round(100 * moment.after),
        )

    def sentences(self) -> Iterator[Phrase]:
        """Yield the bots' meanings and readings of the turn, then their surprises."""
        seats = [chair.seat for chair in self.observation.options.chairs]
        told = [(seat, said) for seat in seats for said in self._of_seat(seat)]
        yield from (said for _, said in told)
        for seat in dict.fromkeys(seat for seat, _ in told):
            yield from self._surprises(seat, self.thoughts_by_turn[self.turn.number, seat])

    def touched(self) -> dict[int, bool]:
        """Return the cards of the turn: True if picked, False if its bot only meant them."""
        places = {card.word: place for place, card in enumerate(self.observation.cards)}
        meant = {places[word]: False for word in self._targets() if word in places}
        return meant | {pick.card: True for pick in self.turn.guesses}

    def _of_seat(self, seat: Seat) -> Iterator[Phrase]:
        thoughts, clue = self.thoughts_by_turn.get((self.turn.number, seat)), self.turn.clue
        if thoughts is None or clue is None:
            return
        if isinstance(thoughts, ClueThoughts):
            # Skip the thoughts of a clue that the team took back.
            if (clue.seat, clue.word) == (seat, thoughts.word):
                yield self._meant(seat, thoughts)
        elif thoughts.clue == clue.word and (
            # Nobody needs to read that a bot does not know a bot's word.
            thoughts.ranking or (self.turn.number, clue.seat) not in self.thoughts_by_turn
        ):
            yield self._understood(seat, thoughts)

    def _meant(self, seat: Seat, thoughts: ClueThoughts) -> Phrase:
        """Return a sentence on the cards that a bot meant.

        The targets' numbers are chances for a listening bot; for other bots they are similarities,
        which the sentence omits.
        """
        said = {"word": thoughts.word, "number": thoughts.number}
        if thoughts.targets and thoughts.expert in LISTENING:
            targets = tuple(
                phrase("recap-target", card=card, percent=round(100 * chance))
                for card, chance in thoughts.targets
            )
            return self._told("recap-clue-chances", seat, targets=targets, **said)
        cards = tuple(card for card, _ in thoughts.targets)
        key = "recap-clue" if cards else "recap-clue-random"
        return self._told(key, seat, targets=cards, expert=thoughts.expert, **said)

    def _understood(self, seat: Seat, thoughts: GuessThoughts) -> Phrase:
        number = self.turn.clue.number if self.turn.clue else None
        cards = tuple(card for card, _ in thoughts.ranking[: (number or 1) + NEAREST - 1])
        key = "recap-guess" if cards else "recap-guess-unknown"
        expert = "none" if thoughts.expert in LISTENING else thoughts.expert
        said = {"word": thoughts.clue, "number": number_text(number)}
        return self._told(key, seat, cards=cards, expert=expert, **said)

    def _surprises(self, seat: Seat, thoughts: Thoughts) -> Iterator[Phrase]:
        """Yield a bot's slips in the turn, then its surprises.

        Picks that it did not mean surprise a spymaster; its own wrong picks surprise a guesser.
        """
        picks = self._picks()
        found = dict[str, list[str]]()
        if isinstance(thoughts, ClueThoughts):
            if thoughts.is_slip:
                yield self._told("recap-slip-clue", seat)
            meant = {card for card, _ in thoughts.targets}
            found["recap-surprise-clue"] = [card for card in picks if meant and card not in meant]
        elif thoughts.basis is not None:
            own = {card: pick.identity for card, pick in picks.items() if pick.seat == seat}
            found["recap-slip-guess"] = [card for card in own if card in thoughts.slips]
            wrong = [card for card, it in own.items() if it is not Identity.of(self.turn.team)]
            found["recap-surprise-guess"] = [card for card in wrong if card not in thoughts.slips]
        for key, cards in found.items():
            if cards:
                yield self._told(key, seat, cards=tuple(cards))

    def _told(self, key: str, seat: Seat, **params: object) -> Phrase:
        return phrase(key, turn=self.turn.number, seat=who(self.observation, seat), **params)

    def _picks(self) -> dict[str, Uncovered]:
        """Return the picks by the words of their cards."""
        return {self.observation.cards[pick.card].word: pick for pick in self.turn.guesses}

    def _targets(self) -> Iterator[str]:
        clue = self.turn.clue
        thoughts = self.thoughts_by_turn.get((self.turn.number, clue.seat)) if clue else None
        if clue and isinstance(thoughts, ClueThoughts) and thoughts.word == clue.word:
            yield from (word for word, _ in thoughts.targets)


CODENAMES_RECAP: Final = CodenamesRecap()
"""The recap of Codenames."""
