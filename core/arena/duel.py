"""The full game of two pairs, under either rule set; the two are never mixed in one table.

Under *paper* rules the players are those of the solitaire game: the guesser turns as many cards
as the clue's number says, the list is fixed before the first of them, and any word off the board
is a clue. The pair that moves first has nine cards to find, the other eight; the pairs take turns.
A pair wins with its own last card and loses with the other's last card or the assassin. Under
*table* rules the engine judges every move.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from core.agents.position import BoardPosition, CardKind, KeyedBoard, start_position
from core.arena.engine_game import (
    EngineGame,
    Forfeit,
    ForfeitedGame,
    Pair,
    Spectator,
    TeamRecord,
)
from core.arena.solitaire import (
    Advice,
    Announcement,
    FinishedGame,
    GuessRequest,
    Memories,
    SeenTurn,
    SolitaireTeam,
    learnt,
    outcome_of_turn,
    reviewed,
    seen_turn,
    turn_cards,
)
from core.codenames.model import (
    Card,
    Chair,
    Clue,
    Identity,
    Level,
    Observation,
    Options,
    Phase,
    Role,
    Team,
    Turn,
    TurnEnd,
    Uncovered,
)
from core.codenames.rules import Codenames

DUEL_OPTIONS: Final = Options(level=Level.STRONG)
"""Two teams on the paper's board of 5 by 5 cards, under the rules for people, with strong bots."""

TEAMS: Final = (Team.BLUE, Team.RED)
"""The team that moves first by the paper's rules, and the other."""

_MIRRORED: Final = {
    CardKind.OWN: CardKind.OPPONENT,
    CardKind.OPPONENT: CardKind.OWN,
    CardKind.BYSTANDER: CardKind.BYSTANDER,
    CardKind.ASSASSIN: CardKind.ASSASSIN,
}

_IDENTITIES: Final = {
    CardKind.OWN: Identity.BLUE,
    CardKind.OPPONENT: Identity.RED,
    CardKind.BYSTANDER: Identity.BYSTANDER,
    CardKind.ASSASSIN: Identity.ASSASSIN,
}


@dataclass(frozen=True, slots=True)
class DuelGame:
    """A finished game of two pairs, each in the place in which it was given.

    `winner` is a place, 0 or 1; `forfeiter` is the place of a pair that gave the game away.
    """

    winner: int
    plays: tuple[TeamRecord, TeamRecord]
    forfeit: ForfeitedGame | None = None

    @property
    def forfeiter(self) -> int | None:
        """The place of the pair that forfeited, None where none did."""
        return None if self.forfeit is None else 1 - self.winner


BothMemories = tuple[Memories, Memories]


def play_table_duel(
    rules: Codenames,
    pairs: tuple[Pair, Pair],
    memories: BothMemories,
    seed: int,
    *,
    swapped: bool = False,
    spectators: tuple[Spectator, ...] = (),
) -> tuple[DuelGame, BothMemories]:
    """Return a game on the engine, and what the pairs remember after it.

    `rules` are of a table with the options `DUEL_OPTIONS`. The first pair plays blue, or red where
    the seating is `swapped`: the two games of a seed have the same board.
    """
    teams = TEAMS[::-1] if swapped else TEAMS
    game = EngineGame(
        rules,
        dict(zip(teams, pairs, strict=True)),
        dict(zip(teams, memories, strict=True)),
        seed,
        spectators,
    )
    game.play()
    if game.winner is None:
        raise ValueError("no team has won a game of two teams")
    first, second = teams
    result = DuelGame(
        teams.index(game.winner), (game.plays[first], game.plays[second]), game.forfeit
    )
    return result, (game.memories[first], game.memories[second])


def play_paper_duel(
    teams: tuple[SolitaireTeam, SolitaireTeam],
    board: KeyedBoard,
    memories: BothMemories,
    seed: int,
    *,
    swapped: bool = False,
    spectators: tuple[Spectator, ...] = (),
) -> tuple[DuelGame, BothMemories]:
    """Return a game by the paper's rules, and what the pairs remember after it.

    The board is seen by the team that moves first, which is blue to spectators. That is the first
    pair, or the second where the seating is `swapped`. Each team draws from a generator of its own
    that follows from `seed`.
    """
    order = (1, 0) if swapped else (0, 1)
    game = _PaperGame(
        [teams[place] for place in order],
        [memories[place] for place in order],
        [board, replace(board, kinds=tuple(_MIRRORED[kind] for kind in board.kinds))],
        [np.random.default_rng((seed, mover)) for mover in (0, 1)],
        spectators,
    )
    winner = game.play()
    plays = game.plays
    result = DuelGame(order[winner], (plays[order[0]], plays[order[1]]), game.forfeit)
    return result, (game.memories[order[0]], game.memories[order[1]])


class _PaperGame:
    """A game by the paper's rules that runs; the team at place 0 moves first."""

    def __init__(
        self,
        teams: Sequence[SolitaireTeam],
        memories: list[Memories],
        boards: Sequence[KeyedBoard],
        rngs: Sequence[np.random.Generator],
        spectators: tuple[Spectator, ...],
    ) -> None:
        self.memories = memories
        self.plays = [TeamRecord(), TeamRecord()]
        self.forfeit: ForfeitedGame | None = None
        self._teams, self._boards, self._rngs = teams, boards, rngs
        self._spectators = spectators
        self._covered = start_position(boards[0]).covered
        self._seen: list[tuple[SeenTurn, ...]] = [(), ()]
        self._number = 0

    def play(self) -> int:
        """Play to the end and return which team has won: 0, the one that moved first, or 1."""
        winner = None
        try:
            for one in self._spectators:
                one.began(_public(self._boards[0]))
            while winner is None:
                winner = self._judged_turn(self._number % 2)
        finally:
            for one in self._spectators:
                one.ended(None if winner is None else TEAMS[winner])
        for team, board in enumerate(self._boards):
            shown = FinishedGame(board, self._seen[team])
            self.memories[team] = reviewed(self._teams[team], self.memories[team], shown)
        return winner

    def _judged_turn(self, mover: int) -> int | None:
        """Play a turn; return the winner, None while the game runs."""
        try:
            turned = self._turn(mover)
        except Forfeit as given:
            self.forfeit = ForfeitedGame(TEAMS[mover], given.role, given.reason)
            return 1 - mover
        position = BoardPosition(self._boards[mover], self._covered)
        self._number += 1
        if not position.own():
            return mover
        kind = self._boards[mover].kinds[turned[-1]]
        other = BoardPosition(self._boards[1 - mover], self._covered)
        return 1 - mover if kind is CardKind.ASSASSIN or not other.own() else None

    def _turn(self, mover: int) -> tuple[int, ...]:
        """Play a turn and return the places of the cards that were turned."""
        team, rng, board = self._teams[mover], self._rngs[mover], self._boards[mover]
        memories, position = self.memories[mover], BoardPosition(board, self._covered)
        said = team.spymaster.announce(position, memories.spymaster, rng)
        question = self._question(mover, said)
        heard = team.guesser.advise(question, memories.guesser, rng)
        turned = _until_won(position, turn_cards(board, heard.guesses))
        self._count(mover, turned, said, heard)
        self._watch(position, mover, seen_turn(position, said.clue, turned))
        self._covered = self._covered.difference(turned)
        if self._spectators:
            self._tell(mover, said, turned)
        return turned

    def _question(self, mover: int, said: Announcement) -> GuessRequest:
        """Return the view of the guesser whose team moves."""
        board = self._boards[mover]
        return GuessRequest(board.cards, self._covered, said.clue.word, said.clue.number)

    def _watch(self, position: BoardPosition, mover: int, turn: SeenTurn) -> None:
        """Let a spymaster see what its teammate has done."""
        self._seen[mover] = (*self._seen[mover], turn)
        memories, spymaster = self.memories[mover], self._teams[mover].spymaster
        told = spymaster.watch(memories.spymaster, position.board, turn)
        self.memories[mover] = replace(memories, spymaster=told)

    def _count(
        self, mover: int, turned: tuple[int, ...], said: Announcement, heard: Advice
    ) -> None:
        outcome, before = outcome_of_turn(self._boards[mover], turned), self.plays[mover]
        self.plays[mover] = TeamRecord(
            (*before.outcomes, outcome), before.fallbacks + said.clue.fallback
        )
        self.memories[mover] = learnt(
            self._teams[mover], self.memories[mover], outcome, said, heard
        )

    def _tell(self, mover: int, said: Announcement, turned: tuple[int, ...]) -> None:
        """Tell the spectators of a turn, in the words of the engine."""
        team, kinds = TEAMS[mover], self._boards[0].kinds
        guesser = Chair(team, Role.GUESSER).seat
        clue = Clue(Chair(team, Role.SPYMASTER).seat, said.clue.word, said.clue.number)
        shown = tuple(Uncovered(guesser, place, _IDENTITIES[kinds[place]]) for place in turned)
        clean = shown[-1].identity.team is team
        end = TurnEnd.LIMIT if clean else TurnEnd.WRONG_CARD
        turn = Turn(self._number + 1, team, clue, shown, end)
        for one in self._spectators:
            one.turned(turn)


def _until_won(position: BoardPosition, turned: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards that are turned up to the team's last one, with which the game is over."""
    left = set(position.own())
    for count, place in enumerate(turned, start=1):
        left.discard(place)
        if not left:
            return turned[:count]
    return turned


def _public(board: KeyedBoard) -> Observation:
    """Return the public's view of a board that is dealt; the first team is blue."""
    counts = [len(board.places(kind)) for kind in (CardKind.OWN, CardKind.OPPONENT)]
    return Observation(
        DUEL_OPTIONS,
        None,
        Phase.CLUE,
        tuple(Card(word) for word in board.cards),
        TEAMS,
        (Turn(1, TEAMS[0]),),
        left=tuple(zip(TEAMS, counts, strict=True)),
    )
