"""``spyring shiritori``: the winner of a list of words, and its longest chain."""

import json
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from string import ascii_lowercase
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder
from bot.gametypes.shiritori.play import add_words, words_of
from bot.progress import progress
from bot.settings import Settings
from core.rules import OptionsError
from core.shiritori.agents import LinkedWords, playable_words
from core.shiritori.graph import Counts, GameValue
from core.shiritori.judge import Judge, Rule
from core.shiritori.solver import SLICE, Solver
from core.shiritori.sounds import is_kana, katakana, latin
from core.shiritori.word_index import WordIndex
from core.view import Phrase, phrase
from core.words.packs import Pack
from core.words.word_lists import noun_list

if TYPE_CHECKING:
    from core.shiritori.longest import LongestSearch

SOLVE: Final = "solve"
LONGEST: Final = "longest"

BUDGET_SECONDS: Final = 10.0
"""The default time limit for an answer."""

NODES_A_LOOK: Final = SLICE // 5
"""Positions between two checks of the clock."""

PROGRAMS_A_LOOK: Final = 1
"""Linear programs between two checks of the clock in the search for the longest chain."""

WORDS_A_LINE: Final = 10
"""Words of a chain in a line."""

WINNING_TOLD: Final = 20
"""The most winning words in a sentence."""

Findings: TypeAlias = tuple[Mapping[str, object], tuple[Phrase, ...]]
"""Results as JSON and as sentences."""

WINNERS: Final = {GameValue.WIN: "first", GameValue.LOSS: "second", GameValue.UNKNOWN: "unknown"}


@dataclass(frozen=True, slots=True)
class ListPosition:
    """The words of a list, and the number of the first word's sound, if it is given.

    `counts` is empty if no word of the list has the sound.
    """

    words: LinkedWords
    counts: Counts = field(compare=False)
    token: int | None = None

    def spelled(self, places: Iterable[int]) -> list[str]:
        """Return the list's spelling of words by their places."""
        listed = self.words.words
        return [listed[place].spelling for place in places]


class ShiritoriCommand(GameCommand):
    """Finds the winner of a list of words, or its longest chain."""

    name = "shiritori"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the two questions and their options."""
        questions = adder.parser.add_subparsers(dest="question", required=True, metavar="QUESTION")
        budget = {"metavar": "SECONDS", "type": seconds, "default": BUDGET_SECONDS}
        for question in (SOLVE, LONGEST):
            said = adder.say(f"shiritori-{question}")
            parser = questions.add_parser(question, help=said, description=said)
            own = replace(adder, parser=parser)
            add_words(own)
            own.describe("--after", "shiritori-after", metavar="SOUND")
            own.describe("--budget", "shiritori-budget", **budget)
            own.describe("--json", "json", action="store_true")

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:  # noqa: ARG002
        """Answer the question; return the exit code. Raises Refusal."""
        position = position_of(list_of(arguments.words), arguments.after)
        answer = solution if arguments.question == SOLVE else longest
        body, said = answer(position, arguments.budget)
        sentences = map(console.texts.say, said)
        text = json.dumps(body, ensure_ascii=False) if arguments.json else "\n".join(sentences)
        console.write(text)
        return 0


def seconds(text: str) -> float:
    """Return a text as a number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not (isfinite(number) and number >= 0):
        raise ArgumentTypeError(f"{text!r} is not a number of seconds: write one such as 10")
    return number


def list_of(named: str) -> Pack:
    """Return an embedded list, or a file's words; raises FileError, PackError."""
    return words_of(named) or noun_list(named)


def position_of(pack: Pack, after: str | None) -> ListPosition:
    """Return the position before the first word; raises OptionsError for a bad sound."""
    is_latin = all(map(str.isascii, pack.words))
    judge = Judge(Rule(), WordIndex(pack, is_latin))
    words = playable_words(judge)
    if after is None:
        return ListPosition(words, words.counts(()))
    sounds = judge.rule.sounds(latin(after) if is_latin else katakana(after))
    if len(sounds) != 1 or not (sounds[0] in ascii_lowercase if is_latin else is_kana(sounds[0])):
        raise OptionsError(
            "shiritori-sound-unknown", found=after, language="en" if is_latin else "ja"
        )
    if sounds[0] not in words.graph.sounds:
        return ListPosition(words, np.zeros((0, 0), np.int32))
    return ListPosition(words, words.counts(()), words.graph.sounds.index(sounds[0]))


def solution(position: ListPosition, budget: float) -> Findings:
    """Return the winner and the winning first words, as JSON and as sentences."""
    start, found = monotonic(), Solver(position.counts, position.token)
    _search(found, NODES_A_LOOK, start, budget)
    words = position.spelled(position.words.graph.places(found.winning))
    winner = WINNERS[found.value]
    body = {
        "winner": winner,
        "winning_words": words,
        "complete": found.complete,
        "nodes": found.nodes,
        "seconds": round(monotonic() - start, 3),
    }
    told, more = tuple(words[:WINNING_TOLD]), max(0, len(words) - WINNING_TOLD)
    said = (phrase("shiritori-solved", winner=winner, words=told, more=more),)
    unsure = found.value is GameValue.WIN and not found.complete
    return body, (*said, *((phrase("shiritori-solved-more"),) if unsure else ()))


def longest(position: ListPosition, budget: float) -> Findings:
    """Return the longest chain found and a bound, as JSON and as sentences."""
    from core.shiritori.longest import LongestSearch  # noqa: PLC0415 - scipy loads slowly

    start, found = monotonic(), LongestSearch(position.counts, position.token)
    _search(found, PROGRAMS_A_LOOK, start, budget)
    words, bound = position.spelled(position.words.graph.take(found.chain)), found.bound
    body = {"length": len(words), "bound": bound, "optimal": found.complete, "chain": words}
    if not words:
        return body, (phrase("shiritori-longest-none"),)
    return body, (
        phrase("shiritori-longest-chain", length=len(words)),
        *(
            phrase("shiritori-longest-words", words=tuple(words[start : start + WORDS_A_LINE]))
            for start in range(0, len(words), WORDS_A_LINE)
        ),
        phrase("shiritori-longest-bound", bound=bound),
    )


def _search(search: "Solver | LongestSearch", step: int, start: float, budget: float) -> None:
    """Advance a search until it is complete or its time is over."""
    with progress(budget) as report:
        while not search.complete and (spent := monotonic() - start) < budget:
            report(spent)
            search.advance(step)
