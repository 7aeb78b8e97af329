"""Boards for testers who see nothing else, and the success of their guesses and clues.

    python -m benchmarks.testers deal FOLDER [--boards N] [--seed S]
    python -m benchmarks.testers read FOLDER [--boards N] [--seed S]
    python -m benchmarks.testers clues FOLDER [--boards N] [--seed S]

`deal` writes two files. In guess.txt each board has a clue by the bot `teammate` for two cards or
more, its number, and the covered cards in random order. In give.txt each board has the covered
cards by owner. The boards use the built-in words, after up to four turns of bots. A tester writes
guess_answers.txt, `BOARD. card, card`, as many cards as the number, and give_answers.txt,
`BOARD. clue NUMBER | card, card`, with the meant cards.

`read` deals the same boards again. It prints the share of the bot's meant cards that the tester
found, by the bot's chance for them, and the share of the tester's meant cards that the bot
uncovered. Intervals are 95 %, bootstrapped over boards. Publish the numbers with a description of
the testers.

`clues` writes clues.txt: the first clue of `stranger` on each board of two teams, and for each of
its cards the relation to the clue in the lists of associations, and the chance. It prints the share
of names among the clues, and the shares of the meant cards by kind.
"""

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.strangers import first_clue, interval_by_game
from bot.arena.policies import table_rules
from bot.gametypes.codenames.policies import BotRegistry
from bot.models.ensemble import default_experts
from core.agents.associations import parts_of
from core.agents.language import language_of
from core.agents.listener_policy import STRANGER, TEAMMATE
from core.agents.observation import position_of
from core.agents.policy import TableStyle, chair_of
from core.agents.position import BoardPosition, CardKind
from core.agents.thoughts import ClueThoughts
from core.arena.engine_game import DUEL_OPTIONS, NO_MEMORIES, bot_choice, dealt
from core.arena.pair import Pair
from core.codenames.actions import Action, GiveClue
from core.codenames.model import Phase, State
from core.rules import IllegalAction, advance
from core.words.association_lists import ASSOCIATION_KINDS, KIND_BITS, association_lists
from core.words.lexicon import default_lexicon
from core.words.packs import default_pack
from core.words.receptive_words import receptive_vocabulary

OLDEST: Final = 5
"""The upper bound of earlier turns, exclusive."""

ANSWER: Final = re.compile(r"(\d+)\.\s*(.*)")
GIVEN: Final = re.compile(r"(\S+)\s+(\d+)\s*\|\s*(.*)")

KIND_NAMES: Final = {
    "p": "phrase",
    "s": "sort",
    "w": "part",
    "a": "property",
    "l": "place or scene",
    "n": "person or work",
    "o": "opposite",
    "h": "sound",
}
UNLISTED: Final = "none"


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options for boards; `seed` is the first candidate's."""

    folder: str
    boards: int
    seed: int


class Table:
    """A table of two teams of bots."""

    def __init__(self) -> None:
        policies = BotRegistry(default_experts(), TableStyle(language_of(default_lexicon())))
        bot = policies.named(TEAMMATE)
        self.pair = Pair(bot, bot)
        self.rules = table_rules(DUEL_OPTIONS, default_pack().words)

    def states(self, first: int) -> Iterator[tuple[int, State]]:
        """Yield states with enough cards for a clue for two, with their seeds."""
        seed = first
        while True:
            state, turns = (
                dealt(self.rules, seed),
                int(np.random.default_rng(seed).integers(OLDEST)),
            )
            while state.phase is Phase.GUESS or (
                state.phase is Phase.CLUE and state.number <= turns
            ):
                state = self.after_bot(state, seed)
            if state.phase is Phase.CLUE and len(self.position(state).own()) > 1:
                yield seed, state
            seed += 1

    def after_bot(self, state: State, seed: int) -> State:
        """Return the state after the bot's action."""
        action = bot_choice(self.rules, state, self.pair, NO_MEMORIES, seed).action
        assert action is not None  # a lone bot waits for nobody
        return self.after(state, action)

    def after(self, state: State, action: Action) -> State:
        """Return the state after an action of the seat to move; raises IllegalAction."""
        (seat,) = self.rules.to_act(state)
        return advance(self.rules, state, self.rules.decide(state, seat, action))

    def position(self, state: State) -> BoardPosition:
        """Return the board as the spymaster to move sees it."""
        (seat,) = self.rules.to_act(state)
        observation = self.rules.observe(state, seat)
        return position_of(observation, chair_of(observation))

    def clues(self, first: int) -> Iterator[tuple[BoardPosition, ClueThoughts, int]]:
        """Yield positions with a clue by the bot for two cards or more, its thoughts and seeds."""
        for seed, state in self.states(first):
            thoughts = bot_choice(self.rules, state, self.pair, NO_MEMORIES, seed).thoughts.value
            if isinstance(thoughts, ClueThoughts) and thoughts.number > 1:
                yield self.position(state), thoughts, seed

    def turned(self, state: State, seed: int, clue: str, number: int) -> list[str]:
        """Return the cards that the bot turns after a clue; raises IllegalAction."""
        state, turn = self.after(state, GiveClue(state.number, clue, number)), state.number
        while state.phase is Phase.GUESS and state.number == turn:
            state = self.after_bot(state, seed)
        cards = self.rules.observe(state, None).cards
        guesses = next(one.guesses for one in state.turns if one.number == turn)
        return [cards[guess.card].word for guess in guesses]


def in_random_order(position: BoardPosition, seed: int, *kinds: CardKind) -> list[str]:
    """Return the covered cards of some kinds, by default of all."""
    places = [place for kind in kinds or CardKind for place in position.places(kind)]
    order = np.random.default_rng(seed).permutation(sorted(places))
    return [position.board.cards[place] for place in order]


def deal(table: Table, asked: Configuration) -> None:
    """Write the boards."""
    folder, boards = Path(asked.folder), range(1, asked.boards + 1)
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for board, (position, thoughts, seed) in zip(boards, table.clues(asked.seed), strict=False):
        cards = ", ".join(in_random_order(position, seed))
        lines.append(f"{board}. clue: {thoughts.word} {thoughts.number} | cards: {cards}\n")
    (folder / "guess.txt").write_text("".join(lines), encoding="utf-8")
    lines = []
    for board, (seed, state) in zip(boards, table.states(asked.seed), strict=False):
        position = table.position(state)
        kinds = [
            f"{kind.name.lower()}: {', '.join(in_random_order(position, seed, kind))}"
            for kind in CardKind
        ]
        lines.append(f"{board}. {' | '.join(kinds)}\n")
    (folder / "give.txt").write_text("".join(lines), encoding="utf-8")


def read_guesses(table: Table, asked: Configuration, answers: dict[int, str]) -> None:
    """Print the success of a tester's guesses for the bot's clues."""
    found, by_chance = list[list[float]](), defaultdict[int, list[float]](list)
    boards = range(1, asked.boards + 1)
    for board, (_, thoughts, _) in zip(boards, table.clues(asked.seed), strict=False):
        if board in answers:
            picked = [card.strip() for card in answers[board].split(",")][: thoughts.number]
            hits = [float(card in picked) for card, _ in thoughts.targets]
            found.append(hits)
            for hit, (_, chance) in zip(hits, thoughts.targets, strict=True):
                by_chance[min(int(chance * 10), 9)].append(hit)
    print(f"guesses: {len(found)} boards, found {interval_by_game(found)} of the meant cards")
    for tenth, hits in sorted(by_chance.items()):
        print(f"  chance from {tenth / 10}: {np.mean(hits):.2f} of {len(hits)}")


def read_clues(table: Table, asked: Configuration, answers: dict[int, str]) -> None:
    """Print the success of the bot's guesses for a tester's clues, and the failed clues."""
    turned, failed = list[list[float]](), list[str]()
    boards = range(1, asked.boards + 1)
    for board, (seed, state) in zip(boards, table.states(asked.seed), strict=False):
        given = GIVEN.fullmatch(answers.get(board, "").strip())
        if given is None:
            continue
        clue, meant = given[1].lower(), [card.strip() for card in given[3].split(",")]
        try:
            cards = table.turned(state, seed, clue, int(given[2]))
        except IllegalAction as refused:
            failed.append(f"{clue}: {refused}")
            continue
        turned.append([float(card in cards) for card in meant])
        if not all(turned[-1]):
            failed.append(f"{clue} {given[2]}: meant {', '.join(meant)}; turned {', '.join(cards)}")
    print(f"clues: {len(turned)} boards, turned {interval_by_game(turned)} of the meant cards")
    for line in failed:
        print(f"  {line}")


def write_clues(asked: Configuration) -> None:
    """Write the first clues on many boards, and print their kinds."""
    policies = BotRegistry(default_experts(), TableStyle(language_of(default_lexicon())))
    bot, rules = policies.named(STRANGER), table_rules(DUEL_OPTIONS, default_pack().words)
    lines, names, kinds = list[str](), list[list[float]](), defaultdict[str, list[float]](list)
    for seed in range(asked.seed, asked.seed + asked.boards):
        thoughts = first_clue(bot, rules, seed)[1]
        related = {card: relation(card, thoughts.word) for card, _ in thoughts.targets}
        meant = (f"{card} ({related[card]}, {chance:.2f})" for card, chance in thoughts.targets)
        lines.append(f"{thoughts.word} {thoughts.number} | {', '.join(meant)}\n")
        names.append([float(thoughts.word in default_lexicon().names)])
        for name in (*KIND_NAMES.values(), UNLISTED):
            kinds[name].append(float(sum(one == name for one in related.values())))
    Path(asked.folder).mkdir(parents=True, exist_ok=True)
    (Path(asked.folder) / "clues.txt").write_text("".join(lines), encoding="utf-8")
    meant_cards = sum(map(sum, kinds.values()))
    print(f"names: {interval_by_game(names)} of {len(names)} clues")
    for name, counts in kinds.items():
        print(f"{name:16} {sum(counts) / meant_cards:.3f} of {meant_cards:.0f} meant cards")


def relation(card: str, clue: str) -> str:
    """Return the kind of a clue in the list of a card, else of the card in the clue's list."""
    for one, other in ((_words(card), _words(clue)), (_words(clue), _words(card))):
        listed = (each for word in one for each in _kinds(word))
        if kind := next((kind for word, kind in listed if word in other), None):
            return KIND_NAMES[kind]
    return UNLISTED


def _kinds(word: str) -> list[tuple[str, str]]:
    """Return a word's associations with their kinds; none for an unknown word."""
    lists = association_lists()
    part = lists.span(lists.numbers[word]) if word in lists.numbers else slice(0)
    kinds = (lists.marks[part] & ((1 << KIND_BITS) - 1)).tolist()
    pairs = zip(lists.listed[part].tolist(), kinds, strict=True)
    return [(lists.words[number], ASSOCIATION_KINDS[kind]) for number, kind in pairs]


def _words(text: str) -> list[str]:
    return [receptive_vocabulary().bases.get(part, part) for part in parts_of(text)]


def answers_of(file: Path) -> dict[int, str]:
    """Return a tester's answers by board; none without a file."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {int(one[1]): one[2] for line in lines if (one := ANSWER.fullmatch(line.strip()))}


def main() -> None:
    """Deal boards, read testers' answers, or write first clues."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.testers", description=__doc__)
    parser.add_argument("task", choices=("deal", "read", "clues"))
    parser.add_argument("folder")
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parsed = parser.parse_args()
    asked = Configuration(parsed.folder, parsed.boards, parsed.seed)
    print(asked)
    if parsed.task == "clues":
        write_clues(asked)
        return
    table = Table()
    if parsed.task == "deal":
        deal(table, asked)
        return
    read_guesses(table, asked, answers_of(Path(asked.folder) / "guess_answers.txt"))
    read_clues(table, asked, answers_of(Path(asked.folder) / "give_answers.txt"))


if __name__ == "__main__":
    main()
