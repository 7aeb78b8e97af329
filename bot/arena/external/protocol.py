"""The line protocol between the referee and agents in other processes; docs/agents.md explains it.

All here is pure: lines are made of what a seat may know, and answers are read from lines. A line
is words between spaces; a word with a space, a quotation mark or a backslash in it, or without a
letter, stands in double quotation marks, with a backslash before each of the last two.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

from core.codenames.clue import malformed
from core.codenames.model import Identity, Observation, Role, Team, Turn
from core.codenames.spelling import fold

VERSION: Final = 1

LONGEST_LINE_BYTES: Final = 65_536
"""Bytes of a line, its end left out."""

CLUE_NUMBERS: Final = range(1, 10)
"""The numbers that an agent's clue may have."""

COVERED: Final = "-"
"""The letter of a covered card; others are those of the key."""

SHOWN_AT_MOST: Final = 60
"""Characters of a line that a report repeats."""

_WORD: Final = re.compile(r' *(?:"((?:[^"\\]|\\["\\])*)"([^ "\\]*)|([^ "\\]+))(?= |$)')
"""A word; behind quotation marks more of it may stand, such as =0.5."""


class ProtocolBreach(Exception):
    """A line that breaks the protocol, or a move that no rule allows; the text tells which."""


@dataclass(frozen=True, slots=True)
class AgentHello:
    """An agent's answer to the greeting."""

    name: str
    version: str
    author: str


@dataclass(frozen=True, slots=True)
class ClueAnswer:
    """A spymaster's answer."""

    word: str
    number: int


@dataclass(frozen=True, slots=True)
class PickedCard:
    """A card that a guesser names, by its place, and how sure it is that the card is its team's."""

    place: int
    chance: float | None = None


def quoted(word: str) -> str:
    """Return a word as a line has it.

    >>> quoted("lion"), quoted("ice cream")
    ('lion', '"ice cream"')
    """
    if word and not any(sign in word for sign in ' "\\'):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def line_of(*words: object) -> str:
    """Return the line of these words."""
    return " ".join(quoted(str(word)) for word in words)


def words_of_line(line: str) -> tuple[str, ...]:
    """Return the words of a line; raises ProtocolBreach where quotation marks do not match.

    >>> words_of_line('guesses lion "ice cream"')
    ('guesses', 'lion', 'ice cream')
    """
    words, place, line = list[str](), 0, line.rstrip(" ")
    while place < len(line):
        found = _WORD.match(line, place)
        if found is None:
            raise ProtocolBreach(f"the quotation marks do not match: {shown(line)}")
        inner, behind, bare = found.groups()
        words.append(bare if inner is None else re.sub(r"\\(.)", r"\1", inner) + behind)
        place = found.end()
    return tuple(words)


def shown(line: str) -> str:
    r"""Return the beginning of a line as a report repeats it, without anything that draws nothing.

    >>> shown("clue \x1b[2J")
    "'clue \\x1b[2J'"
    """
    short = line if len(line) <= SHOWN_AT_MOST else f"{line[:SHOWN_AT_MOST]}…"
    return ascii(short) if not short.isprintable() else repr(short)


def text_of(raw: bytes) -> str:
    """Return a line that came in, without its end; raises ProtocolBreach for what is no UTF-8."""
    if len(raw) > LONGEST_LINE_BYTES:
        raise ProtocolBreach(f"a line is longer than {LONGEST_LINE_BYTES} bytes")
    try:
        return raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise ProtocolBreach("a line is not UTF-8") from error


# What the referee says.


def position_line(
    public: Observation, turns: Sequence[Turn], key: Sequence[Identity] | None
) -> str:
    """Return the line of a position: all that the seat may know, `key` only for a spymaster.

    `public` is the public's view of the board as it was dealt, `turns` are those that are over.
    """
    covered = [COVERED] * len(public.cards)
    left = dict(public.left)
    for guess in (guess for turn in turns for guess in turn.guesses):
        covered[guess.card] = guess.identity.value
        if guess.identity.team in left:
            left[guess.identity.team] -= 1
    cards = [card.word for card in public.cards]
    parts: list[object] = ["position", "cards", len(cards), *cards, "shown", "".join(covered)]
    if key is not None:
        parts += ["key", "".join(identity.value for identity in key)]
    parts += ["left", *(item for team, count in left.items() for item in (team.value, count))]
    said = [_turn_words(turn, cards) for turn in turns]
    return line_of(*parts, "turns", len(said), *(word for words in said for word in words))


def _turn_words(turn: Turn, cards: Sequence[str]) -> tuple[object, ...]:
    """Return team, clue, number, how many cards were turned, and each with its letter."""
    clue, turned = turn.clue, turn.guesses
    number = "-" if clue is None or clue.number is None else clue.number
    pairs = (one for guess in turned for one in (cards[guess.card], guess.identity.value))
    return (turn.team.value, clue.word if clue else "", number, len(turned), *pairs)


def outcome_line(turn: Turn, cards: Sequence[str]) -> str:
    """Return the line that tells of a turn that is over."""
    return line_of("outcome", *_turn_words(turn, cards))


def result_line(winner: Team | None) -> str:
    """Return the line that tells that a game is over; nobody wins one that was broken off."""
    return line_of("result", winner.value if winner else "none")


# What an agent says.


def read_hello(line: str) -> AgentHello:
    """Return an agent's name, version and author; raises ProtocolBreach."""
    match words_of_line(line):
        case ("hello", name, version, author):
            return AgentHello(name, version, author)
        case _:
            raise ProtocolBreach(f"instead of: hello NAME VERSION AUTHOR, it said {shown(line)}")


def read_clue(line: str) -> ClueAnswer:
    """Return a clue of one word with a number from 1 to 9; raises ProtocolBreach."""
    match words_of_line(line):
        case ("clue", word, number) if number.isascii() and number.isdigit():
            if len(number) > 1 or int(number) not in CLUE_NUMBERS:
                raise ProtocolBreach(f"a clue's number is from 1 to 9, not {shown(number)}")
            if malformed(word):
                raise ProtocolBreach(f"a clue is one word: {shown(word)}")
            return ClueAnswer(word, int(number))
        case _:
            raise ProtocolBreach(f"instead of: clue WORD NUMBER, it said {shown(line)}")


def read_guesses(
    line: str, cards: Sequence[str], covered: Iterable[int], counts: range
) -> tuple[PickedCard, ...]:
    """Return the cards of an answer in their order; `counts` are how many there may be.

    A word is a covered card, or a covered card, an equals sign and a chance from 0 to 1. Raises
    ProtocolBreach.
    """
    words = words_of_line(line)
    if not words or words[0] != "guesses":
        raise ProtocolBreach(f"instead of: guesses CARD CARD ..., it said {shown(line)}")
    places = {fold(cards[place]): place for place in covered}
    picks = tuple(_picked(word, places) for word in words[1:])
    if len({pick.place for pick in picks}) < len(picks):
        raise ProtocolBreach(f"a card is named twice: {shown(line)}")
    if len(picks) not in counts:
        least, most = counts[0], counts[-1]
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise ProtocolBreach(f"{wanted} cards are to be named, not {len(picks)}")
    return picks


def _picked(word: str, places: dict[str, int]) -> PickedCard:
    if fold(word) in places:
        return PickedCard(places[fold(word)])
    card, _, chance = word.rpartition("=")
    if fold(card) not in places:
        raise ProtocolBreach(f"no covered card: {shown(word)}")
    return PickedCard(places[fold(card)], _chance(chance))


def _chance(text: str) -> float:
    try:
        chance = float(text)
    except ValueError:
        chance = float("nan")
    if not isfinite(chance) or not 0 <= chance <= 1:
        raise ProtocolBreach(f"a chance is from 0 to 1, not {shown(text)}")
    return chance


def is_info(line: str) -> bool:
    """Return whether a line is a remark, which the referee passes over."""
    return line == "info" or line.startswith("info ")


def role_options(rules: str, role: Role, seconds: float) -> tuple[str, ...]:
    """Return the lines of the options that hold for all games."""
    return (
        line_of("option", "rules", rules),
        line_of("option", "role", role.value),
        line_of("option", "time", f"{seconds:g}"),
    )


def new_game_line(team: Team, public: Observation, seed: int) -> str:
    """Return the line that begins a game: the agent's team, the one that moves first, a seed."""
    return line_of("newgame", team.value, "first", public.order[0].value, "seed", seed)
