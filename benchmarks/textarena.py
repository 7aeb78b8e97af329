"""Spyring's bots in the Codenames of the package textarena, which judges every move itself.

    python -m benchmarks.textarena [--games N] [--pair M+G] [--against M+G] [--seed S]

A bot reads its player's text and answers in the environment's form. It plays ``Codenames-v1``, or
``Codenames-v0`` if the package has no other; in half of the games it is Red, which moves first. The
environment forbids clues that contain a board word or are part of one. The words are the
environment's, or, without nltk's lists, those of the first embedded pack with fewer than eight
letters. The exit code is 1 after an unlawful move; without the package it only prints a message.
"""

import argparse
import random
import re
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from importlib import import_module
from io import StringIO
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.arena.pairs import read_pair
from bot.gametypes.codenames.policies import BotRegistry
from bot.models.ensemble import default_experts
from bot.progress import counted
from core.agents.clue_lookup import default_understanding
from core.agents.language import Language
from core.agents.memory import Memory
from core.agents.policy import Policy, TableStyle
from core.arena.engine_game import DUEL_OPTIONS
from core.arena.statistics import wilson
from core.codenames.actions import GiveClue, Guess, Pass
from core.codenames.clue import Referee, Substrings
from core.codenames.model import (
    Card,
    Chair,
    Clue,
    Identity,
    Observation,
    Phase,
    Role,
    Team,
    Turn,
    TurnEnd,
    Uncovered,
)
from core.words.lexicon import default_lexicon
from core.words.packs import first_pack

TEAMS: Final = (Team.RED, Team.BLUE)
"""The teams in the order of turns."""

LETTERS: Final = {
    "R": Identity.RED,
    "B": Identity.BLUE,
    "N": Identity.BYSTANDER,
    "A": Identity.ASSASSIN,
}

CLUE: Final = re.compile(r"Spymaster of (Red|Blue) team, Player \d, submitted \[(\w+) (\d+)\]")
GUESS: Final = re.compile(r"Operator of (?:Red|Blue) team, Player \d, \w+ guessed \[(\w+)\]")
SKIPPED: Final = "did not provide a valid"
LOST: Final = "mentioned a clue that is"
"""The environment's message for an illegal move."""

LONGEST_WORD: Final = 8
"""The environment's words have fewer letters."""


class BoardLanguage(Language):
    """The embedded language, without clues that contain a board word or are contained in one."""

    board: tuple[str, ...] = ()

    def sayable(
        self,
        covered: Iterable[str],
        given: Collection[str],
        substrings: Substrings = Substrings.ALLOW,
    ) -> NDArray[np.bool_]:
        """Return a mask of the lawful words, bool (V,)."""
        apart = np.logical_and.reduce([_apart(self.vocabulary.words, card) for card in self.board])
        sayable: NDArray[np.bool_] = super().sayable(covered, given, substrings) & apart
        return sayable


@cache
def _apart(words: tuple[str, ...], card: str) -> NDArray[np.bool_]:
    """Return a mask of the words that neither contain a card nor are contained in it, bool (V,)."""
    return np.array(
        [word.isalnum() and word not in card and card not in word for word in words], np.bool_
    )


def board_language() -> BoardLanguage:
    """Return the language of the embedded models."""
    lexicon = default_lexicon()
    return BoardLanguage(
        lexicon.words,
        default_understanding(),
        Referee(lexicon.english),
        common=lexicon.common,
        blocks=lexicon.blocks,
    )


def observation_of(text: str, player: int) -> Observation:
    """Return a player's view from its whole text."""
    chair = Chair(TEAMS[player // 2], (Role.SPYMASTER, Role.GUESSER)[player % 2])
    board = text.rsplit("Codenames Words:\n", maxsplit=1)[1]
    lines = [line.split() for line in board.split("\n\n")[0].splitlines() if line.strip()]
    cards = tuple(_card(line, chair) for line in lines)
    known = {card.word: place for place, card in enumerate(cards)}
    turns = _turns(text, known, cards)
    if chair.role is Role.SPYMASTER:
        turns = (*turns, Turn(len(turns) + 1, chair.team))
    else:
        last = turns[-1]
        turns = (*turns[:-1], Turn(last.number, last.team, last.clue, last.guesses))
    phase = Phase.CLUE if chair.role is Role.SPYMASTER else Phase.GUESS
    return Observation(DUEL_OPTIONS, chair, phase, cards, TEAMS, turns, left=_left(turns))


def _card(words: Sequence[str], chair: Chair) -> Card:
    """Return the card of a line: a word, its letter if the player sees it, and a mark."""
    word, *more = words
    identity = LETTERS[more[0]] if more else None
    if chair.role is Role.SPYMASTER:
        return Card(word, identity if "revealed" in more else None, identity)
    return Card(word, identity)


def _turns(text: str, places: dict[str, int], cards: Sequence[Card]) -> tuple[Turn, ...]:
    """Return the turns in the messages, in order."""
    found: list[tuple[Team, Clue, list[Uncovered]]] = []
    events = sorted((*CLUE.finditer(text), *GUESS.finditer(text)), key=lambda one: one.start())
    for event in events:
        if event.re is CLUE:
            team, word, number = event.groups()
            seat = Chair(Team(team.lower()), Role.SPYMASTER).seat
            found.append((Team(team.lower()), Clue(seat, word, int(number)), []))
        elif found:
            place = places[event[1]]
            shown = cards[place].shown
            seat = Chair(found[-1][0], Role.GUESSER).seat
            found[-1][2].append(Uncovered(seat, place, shown or Identity.BYSTANDER))
    return tuple(
        Turn(number, team, clue, tuple(guesses), TurnEnd.PASSED)
        for number, (team, clue, guesses) in enumerate(found, start=1)
    )


def _left(turns: Sequence[Turn]) -> tuple[tuple[Team, int], ...]:
    shown = [guess.identity for turn in turns for guess in turn.guesses]
    sizes = dict(zip(TEAMS, (9, 8), strict=True))
    return tuple((team, sizes[team] - shown.count(Identity.of(team))) for team in TEAMS)


def answer(policy: Policy, memory: Memory, seen: Observation, seed: int) -> str:
    """Return a bot's move in the form of the environment."""
    rng = np.random.default_rng((seed, seen.number, int(seen.phase is Phase.CLUE)))
    match policy.choose(seen, memory, rng).action:
        case GiveClue(word=word, number=number):
            return f"[{word} {number}]"
        case Guess(card=place):
            return f"[{seen.cards[place].word}]"
        case Pass():
            return "[pass]"
        case other:
            raise ValueError(f"no move of this game: {other}")


class Table:
    """The bots of two pairs, which play in one environment after another."""

    def __init__(self, pairs: Sequence[tuple[Policy, Policy]], language: BoardLanguage) -> None:
        self._pairs, self._language = pairs, language
        self._make = environments()

    def play(self, seed: int) -> tuple[int | None, int]:
        """Play a game; return the index of the winning pair, if any, and the unlawful moves.

        With an odd seed, the second pair is Red.
        """
        random.seed(seed)
        order = self._pairs if seed % 2 == 0 else self._pairs[::-1]
        environment, done, text = self._make(), False, ""
        environment.reset(num_players=4, seed=seed)
        while not done:
            player, text = environment.get_observation()
            seen = observation_of(text, player)
            self._language.board = tuple(card.word for card in seen.cards)
            move = answer(order[player // 2][player % 2], Memory(), seen, seed)
            done, _ = environment.step(action=move)
        rewards, info = environment.close()
        faults = text.count(SKIPPED) + any(LOST in one["reason"] for one in info.values())
        if rewards[0] == rewards[2]:
            return None, faults
        winner = 0 if rewards[0] > rewards[2] else 1
        return (winner if seed % 2 == 0 else 1 - winner), faults


def environments() -> Callable[[], Any]:
    """Return a factory of environments, with their own words or those of the first pack."""
    arena = import_module("textarena")
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        module = import_module("textarena.envs.Codenames.env")
    registry = import_module("textarena.envs.registration").ENV_REGISTRY
    name = next(one for one in ("Codenames-v1", "Codenames-v0") if one in registry)
    try:
        arena.make(name)
    except LookupError:
        module.CodenamesEnv._load_word_list = _load_pack  # noqa: SLF001 - there is no other way
        print(f"textarena: {name}, words of the first pack")
    else:
        print(f"textarena: {name}")
    return lambda: arena.make(name)


def _load_pack(environment: Any, **_: object) -> None:  # noqa: ANN401 - it has no types
    """Load words of the first pack that are as short as the environment's own."""
    words = (one for one in first_pack().words if one.isalpha() and len(one) < LONGEST_WORD)
    environment.word_list = [word.lower() for word in words]


def main() -> int:
    """Run the benchmark and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--pair", default="fusion+minilm")
    parser.add_argument("--against", default="gloss+sense")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    try:
        import_module("textarena")
    except ImportError:
        print("skipped: the package textarena is not installed")
        return 0
    language = board_language()
    policies = BotRegistry(default_experts(), TableStyle(language))
    names = [read_pair(text, policies.names) for text in (arguments.pair, arguments.against)]
    pairs = [(policies.named(one.spymaster), policies.named(one.guesser)) for one in names]
    table, start = Table(pairs, language), perf_counter()
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    results = [table.play(seed) for seed in counted(seeds)]
    faults = sum(found for _, found in results)
    won, lost = (sum(winner == place for winner, _ in results) for place in (0, 1))
    low, high = wilson(won / arguments.games, arguments.games)
    print(f"{arguments.games} games, seeds {seeds[0]} to {seeds[-1]}, {names[0]} v {names[1]}")
    print(
        f"won {won}, lost {lost}, drawn {arguments.games - won - lost}: 95% {low:.3f}..{high:.3f}"
    )
    print(f"{faults} unlawful moves; {perf_counter() - start:.0f} seconds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
