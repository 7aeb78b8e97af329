"""The paper's game with players as objects: by one team alone, or by two in turn.

Source: Archibald and Brosnahan, "Adapting to Teammates in a Cooperative Language Game", and their
published code. A clue's number is the exact number of guesses; the guesser fixes their list before
the first, and the first card that is not the team's ends the turn. Any word off the board is a
clue. A team wins with its own last card; it loses with the assassin or the other team's last card.
Bystanders never lose a game, and no clock runs. The team that moves first has nine cards to find,
the other eight.

`core.arena.kernel` plays the same game on arrays, compiled, if both players follow experts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from random import Random
from typing import Final, Protocol, TypeAlias, TypeVar

import numpy as np

from core.agents.expert import ClueProposal
from core.agents.memory import Memory, PlayedTurn
from core.agents.position import BoardPosition, CardKind, KeyedBoard, start_position
from core.arena import engine_game
from core.arena.pair import Pair
from core.codenames import model
from core.rating.colt import Ending, outcome_index

T = TypeVar("T")

PAPER_CARDS: Final = 25
PAPER_KEY: Final = (
    *(CardKind.OWN,) * 9,
    *(CardKind.OPPONENT,) * 8,
    *(CardKind.BYSTANDER,) * 7,
    CardKind.ASSASSIN,
)

_MIRRORED: Final = {CardKind.OWN: CardKind.OPPONENT, CardKind.OPPONENT: CardKind.OWN}


def identity_of(kind: CardKind, team: model.Team) -> model.Identity:
    """Return the identity of a card that has this kind for a team."""
    if kind in (CardKind.BYSTANDER, CardKind.ASSASSIN):
        return model.Identity[kind.name]
    place = engine_game.TEAMS.index(team)
    return model.Identity.of(engine_game.TEAMS[place if kind is CardKind.OWN else 1 - place])


def paper_board(seed: int, words: Sequence[str]) -> KeyedBoard:
    """Return the board that the paper's code deals with this seed from a list of words.

    Two Mersenne Twisters with the same seed shuffle the words and the key.
    """
    cards = shuffled(words, seed)[:PAPER_CARDS]
    return KeyedBoard(tuple(cards), tuple(shuffled(PAPER_KEY, seed)))


def shuffled(items: Sequence[T], seed: int) -> list[T]:
    """Return items as Python's generator with a seed shuffles them."""
    order = list(items)
    Random(seed).shuffle(order)  # noqa: S311 - the paper's boards, not a secret
    return order


@dataclass(frozen=True, slots=True)
class PublicTurn:
    """The public record of a turn, without the key: a guesser's view before it guesses.

    `covered` are the covered places before it, `turned` the turned places in order.
    """

    cards: tuple[str, ...]
    covered: frozenset[int]
    word: str
    number: int
    turned: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """A guesser's list of places, and each expert's credit for it, by name."""

    guesses: tuple[int, ...]
    credits: tuple[tuple[str, float], ...] = ()


class LearningPlayer(Protocol):
    """A player that may learn from turns; by default it learns nothing."""

    def learn(self, memory: Memory, _turn: PlayedTurn, /) -> Memory:
        """Return the memory after a turn, with its outcome and the player's own credits."""
        return memory

    def review(self, memory: Memory, _board: KeyedBoard, _turns: Sequence[PublicTurn], /) -> Memory:
        """Return the memory after a game, given the board's key and the team's turns in order."""
        return memory


class Spymaster(LearningPlayer, Protocol):
    """A player that gives clues by the paper's rules."""

    def announce(
        self, position: BoardPosition, memory: Memory, rng: np.random.Generator, /
    ) -> ClueProposal:
        """Return the clue to give."""

    def watch(self, memory: Memory, _board: KeyedBoard, _turn: PublicTurn, /) -> Memory:
        """Return the memory after the public record of a turn; called after `learn`."""
        return memory


class Guesser(LearningPlayer, Protocol):
    """A player that guesses by the paper's rules."""

    def advise(self, question: PublicTurn, memory: Memory, rng: np.random.Generator, /) -> Advice:
        """Return all guesses of the turn, in order."""


SolitaireTeam: TypeAlias = Pair[Spymaster, Guesser]
"""A team's two players."""


class PaperGame(engine_game.ArenaGame):
    """A game by one team or two under the paper's rules; blue moves first, or alone.

    The board is relative to the team that moves first: the first team, or the second if the seating
    is `swapped`. Spectators see that team as blue. A single team draws from the generator of
    `seed`; with two teams, each has its own generator.
    """

    def __init__(
        self,
        teams: Sequence[SolitaireTeam],
        board: KeyedBoard,
        memories: engine_game.PairMemories,
        seed: int,
        *,
        swapped: bool = False,
        spectators: tuple[engine_game.Spectator, ...] = (),
    ) -> None:
        colours = engine_game.TEAMS[::-1] if swapped else engine_game.TEAMS
        super().__init__(memories, colours[: len(teams)], spectators)
        self.public, self.mover = _public(board), self.teams.index(engine_game.TEAMS[0])
        places = [engine_game.TEAMS.index(team) for team in self.teams]
        seeds = [(seed, place) for place in places] if len(teams) > 1 else [seed]
        mirrored = replace(board, kinds=tuple(_MIRRORED.get(kind, kind) for kind in board.kinds))
        self._boards = [(board, mirrored)[place] for place in places]
        """The board relative to each team."""
        self._teams, self._rngs = teams, [np.random.default_rng(one) for one in seeds]
        self._covered = start_position(board).covered
        self._seen: list[tuple[PublicTurn, ...]] = [() for _ in teams]
        self._number = 1

    def reviewed(self) -> engine_game.PairMemories:
        """Return the teams' memories after reviewing the key."""
        each = zip(self._teams, self.memories, self._boards, self._seen, strict=True)
        return tuple(
            engine_game.Memories(
                team.spymaster.review(memories.spymaster, board, seen),
                team.guesser.review(memories.guesser, board, seen),
            )
            for team, memories, board, seen in each
        )

    def turn(self) -> int | None:
        """Play a turn of the mover: a clue, guesses and learning."""
        mover = self.mover
        team, rng, board = self._teams[mover], self._rngs[mover], self._boards[mover]
        memories, position = self.memories[mover], BoardPosition(board, self._covered)
        said = team.spymaster.announce(position, memories.spymaster, rng)
        question = PublicTurn(board.cards, self._covered, said.word, said.number)
        heard = team.guesser.advise(question, memories.guesser, rng)
        turned = turn_cards(position, heard.guesses)
        self._learn(mover, replace(question, turned=turned), said, heard)
        self._covered = self._covered.difference(turned)
        if self.spectators:
            self._tell(mover, said, turned)
        self.mover, self._number = (mover + 1) % len(self._teams), self._number + 1
        won = result(BoardPosition(board, self._covered))
        return None if won is None else mover if won else 1 - mover

    def _learn(self, mover: int, turn: PublicTurn, said: ClueProposal, heard: Advice) -> None:
        """Count a turn; the players learn from it."""
        board, team, before = self._boards[mover], self._teams[mover], self.plays[mover]
        outcome = outcome_of_turn(board, turn.turned)
        fallbacks = before.fallbacks + said.fallback
        self.plays[mover] = engine_game.TeamRecord((*before.outcomes, outcome), fallbacks)
        self._seen[mover] = (*self._seen[mover], turn)
        memories = self.memories[mover]
        spoken = team.spymaster.learn(memories.spymaster, PlayedTurn(outcome, said.credits))
        guessed = team.guesser.learn(memories.guesser, PlayedTurn(outcome, heard.credits))
        self.memories[mover] = engine_game.Memories(
            team.spymaster.watch(spoken, board, turn), guessed
        )

    def _tell(self, mover: int, said: ClueProposal, turned: tuple[int, ...]) -> None:
        """Report a turn to the spectators, in the engine's type."""
        team, kinds = self.teams[mover], self._boards[mover].kinds
        guesser = model.Chair(team, model.Role.GUESSER).seat
        clue = model.Clue(model.Chair(team, model.Role.SPYMASTER).seat, said.word, said.number)
        identities = [identity_of(kinds[place], team) for place in turned]
        shown = tuple(map(model.Uncovered, repeat(guesser), turned, identities))
        clean = shown[-1].identity.team is team
        end = model.TurnEnd.LIMIT if clean else model.TurnEnd.WRONG_CARD
        turn = model.Turn(self._number, team, clue, shown, end)
        for one in self.spectators:
            one.turned(turn)


def turn_cards(position: BoardPosition, guesses: Sequence[int]) -> tuple[int, ...]:
    """Return the guesses up to a card that is not the team's, or to the team's last one."""
    left = set(position.own())
    for count, place in enumerate(guesses, start=1):
        left.discard(place)
        if not left or position.board.kinds[place] is not CardKind.OWN:
            return tuple(guesses[:count])
    return tuple(guesses)


def outcome_of_turn(board: KeyedBoard, turned: Sequence[int]) -> int:
    """Return the index of the outcome of turning these cards in this order.

    Raises ValueError for a turn without a card: a game of such turns would never end.
    """
    if not turned:
        raise ValueError("a turn without a guess")
    ending = Ending(board.kinds[turned[-1]])
    return outcome_index(len(turned) - (ending is not Ending.CLEAN), ending)


def result(position: BoardPosition) -> bool | None:
    """Return whether the team has won; None if the game goes on."""
    if not position.own():
        return True
    left = {position.board.kinds[place] for place in position.covered}
    return None if {CardKind.OPPONENT, CardKind.ASSASSIN} <= left else False


def _public(board: KeyedBoard) -> model.Observation:
    """Return the public view of a new board; the first team is blue."""
    counts = [len(board.places(kind)) for kind in (CardKind.OWN, CardKind.OPPONENT)]
    return model.Observation(
        engine_game.DUEL_OPTIONS,
        None,
        model.Phase.CLUE,
        tuple(model.Card(word) for word in board.cards),
        engine_game.TEAMS,
        (model.Turn(1, engine_game.TEAMS[0]),),
        left=tuple(zip(engine_game.TEAMS, counts, strict=True)),
    )
