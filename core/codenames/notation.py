"""One line of text for every action and every event of Codenames.

Actions read ``clue ocean 2``, ``clue ocean unlimited``, ``clue ocean 2 anyway`` (even if bots do
not know the word), ``guess whale``, ``mark "scuba diver"``, ``unmark whale``, ``pass``, ``resign``,
``keyword TEXT``, ``deal HEX``, ``expire``. A line names a card by its word, quoted or not, or by
its place (``B3``: second row, third card). An event's line is the seat that acted and the line of
its action, without secrets.
"""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from string import ascii_uppercase
from typing import Final, assert_never

from core.codenames import actions, model
from core.codenames.actions import Action, CardAction, GiveClue, Guess, Pass, Point, Resign, Unpoint
from core.codenames.command import NUMBER_WORDS, usable
from core.codenames.model import Drawn, Number, Observation
from core.codenames.spelling import fold
from core.command import near_word, unknown_verb
from core.rules import ANYWAY, REPEATED, Expire, InvalidNotation, Misspelled, Secret
from core.view import shorten
from core.words.packs import MOST_CHARACTERS

UNLIMITED_WORDS = ("unlimited", "inf", "∞")
SPELLED_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
HINT_IS: Final = "ヒントは"
"""The beginning of a clue as a sentence, "the clue is"."""

NEAR_CARD: Final = 0.75
"""The least similarity of a misspelled word to a card's word."""

_COORDINATE: Final = re.compile("([A-Za-z])([0-9]{1,2})")

CARD_VERBS: Final[Mapping[str, type[Guess | Point | Unpoint]]] = {
    "guess": Guess,
    "mark": Point,
    "unmark": Unpoint,
}
"""The verbs with a card, and their actions."""

EARLIER_VERBS: Final = {"point": "mark", "unpoint": "unmark"}
"""Earlier names of verbs, which older buttons still send."""

BARE_VERBS: Final[Mapping[str, type[Pass | Resign | Expire]]] = {
    "pass": Pass,
    "resign": Resign,
    "expire": Expire,
}
"""The verbs without an argument, and their actions."""

_VERBS: Final = {kind: verb for verb, kind in (*CARD_VERBS.items(), *BARE_VERBS.items())}

CODENAMES_VERBS = ("clue", *CARD_VERBS, *BARE_VERBS, "keyword", "deal", *EARLIER_VERBS)
"""The first words of lines."""


def parse(line: str, observation: Observation, turn: int) -> Action:
    """Return the action of a line, meant for the given turn; raises InvalidNotation.

    A word and a number alone are a clue.
    """
    typed, _, rest = line.lstrip().partition(" ")
    verb = EARLIER_VERBS.get(typed.lower(), typed.lower())
    if verb in CARD_VERBS:
        return CARD_VERBS[verb](turn, _parse_card(typed, rest, observation))
    if verb in BARE_VERBS:
        if rest.strip():
            raise InvalidNotation("line-too-long", verb=verb, rest=rest.strip())
        return BARE_VERBS[verb](turn)
    match verb:
        case "clue":
            return _parse_clue(rest, turn)
        case "keyword" if rest.strip():
            return actions.TypeKeyword(turn, Secret(rest))
        case "keyword":
            raise InvalidNotation("keyword-missing")
        case "deal":
            return actions.Deal(turn, Secret(_parse_hex(rest)))
    words = _without_topic(line).split()
    if len(words) == 2 and any(map(_is_number, words)):
        return _parse_clue(line, turn)
    verbs = tuple(one.name for one in usable(observation)) or CODENAMES_VERBS[:6]
    raise unknown_verb(f"{verb} {rest}", verbs, lambda near: parse(near, observation, turn))


def _parse_hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise InvalidNotation("deal-not-hexadecimal") from None


def parse_clue(text: str) -> tuple[str, Number]:
    """Return the word and number of a clue typed as "ocean 2" or "2 ocean"."""
    words = text.split()
    if not words:
        raise InvalidNotation("clue-missing")
    for number, rest in ((words[-1], words[:-1]), (words[0], words[1:])):
        if _is_number(number) and rest:
            limit = None if number.lower() in UNLIMITED_WORDS else int(number)
            return _unquoted(" ".join(rest)), limit
    raise _unreadable_clue(words)


def _unreadable_clue(words: Sequence[str]) -> InvalidNotation:
    if len(words) == 1 and _is_number(words[0]):
        return InvalidNotation("clue-word-missing", number=words[0])
    wrong = [word for word in (words[-1], words[0]) if _looks_like_number(word)]
    if wrong:
        return InvalidNotation("clue-number", number=wrong[0])
    first, *others = words
    number = others[-1].lower() if others else ""
    spelled = number if number in SPELLED_NUMBERS else near_word(number, SPELLED_NUMBERS)
    if spelled:
        line = f"clue {' '.join(words[:-1])} {SPELLED_NUMBERS.index(spelled)}"
        return Misspelled("clue-number-unread", line=line, number=others[-1], word=first)
    if others:
        return InvalidNotation("clue-number-unread", number=others[-1], word=first)
    return InvalidNotation("clue-number-missing", word=first)


def _without_topic(text: str) -> str:
    """Return a typed clue without "the clue is", unless only a number follows.

    >>> _without_topic("ヒントは海 2"), _without_topic("ヒントは 2")
    ('海 2', 'ヒントは 2')
    """
    rest = text.strip().removeprefix(HINT_IS).strip()
    return text if rest in NUMBER_WORDS else rest


def _parse_clue(text: str, turn: int) -> GiveClue:
    text = _without_topic(text)
    words = text.split()
    anyway = len(words) > 2 and words[-1].lower() == ANYWAY
    word, number = parse_clue(" ".join(words[:-1]) if anyway else text)
    return GiveClue(turn, word, number, anyway)


def _is_number(text: str) -> bool:
    return text in NUMBER_WORDS or text.lower() in UNLIMITED_WORDS


def _looks_like_number(text: str) -> bool:
    return text.lstrip("+-").replace(".", "", 1).isdigit()


def _parse_card(verb: str, text: str, observation: Observation) -> int:
    """Return the place of the card whose word or coordinate follows a verb."""
    name, words = _unquoted(text.strip()), observation.words
    if not name:
        raise InvalidNotation("card-missing")
    if name in words:
        return words.index(name)
    if len(name) > MOST_CHARACTERS:
        raise InvalidNotation("card-unknown", card=name)
    by_word = {fold(word): place for place, word in enumerate(words)}
    place = by_word.get(fold(name), _by_coordinate(name, len(words), observation.options.cols))
    if place is None:
        near = get_close_matches(fold(shorten(name, REPEATED)), by_word, n=1, cutoff=NEAR_CARD)
        if near and len(name) > 2:
            word = words[by_word[near[0]]]
            raise Misspelled("card-near", line=f"{verb} {quoted(word)}", card=name, near=word)
        raise InvalidNotation("card-unknown", card=name)
    return place


def coordinate(place: int, cols: int) -> str:
    """Return a card's coordinate: the row's letter and the column's number, from A1.

    >>> coordinate(7, 5)
    'B3'
    """
    row, col = divmod(place, cols)
    return f"{ascii_uppercase[row]}{col + 1}"


def _by_coordinate(name: str, size: int, cols: int) -> int | None:
    found = _COORDINATE.fullmatch(name)
    if not found:
        return None
    row, col = ascii_uppercase.index(found[1].upper()), int(found[2]) - 1
    place = row * cols + col
    return place if 0 <= col < cols and place < size else None


def _unquoted(text: str) -> str:
    quoted = len(text) > 1 and text[0] == text[-1] == '"'
    return text[1:-1].strip() if quoted else text


def quoted(text: str) -> str:
    """Return a word for a line: in quotation marks if it has several parts."""
    return f'"{text}"' if " " in text else text


def number_text(number: Number) -> str:
    """Return a clue's number as lines write it."""
    return "unlimited" if number is None else str(number)


def action_line(action: Action, observation: Observation) -> str:
    """Return the line of an action; `parse` reads it back. A secret action's line is secret."""
    match action:
        case GiveClue(word=word, number=number, anyway=anyway):
            return f"clue {word} {number_text(number)}" + (f" {ANYWAY}" if anyway else "")
        case actions.Deal(secret=secret):
            return f"deal {secret.value.hex()}"
        case actions.TypeKeyword(keyword=keyword):
            return f"keyword {keyword.value}"
        case CardAction(card=card):
            return f"{_VERBS[type(action)]} {quoted(observation.cards[card].word)}"
        case Pass() | Resign() | Expire():
            return _VERBS[type(action)]
        case _:
            assert_never(action)


def event_line(event: model.Event, observation: Observation) -> str:
    """Return the public line of an event, without secrets of the deal."""
    match event:
        case model.Dealt(layout=layout):
            return _dealt_line(layout, observation.options.cols)
        case model.ClueGiven(clue=clue):
            return _clue_line(clue)
        case model.Pointed(seat=seat, card=card):
            return f"{seat} mark {quoted(observation.cards[card].word)}"
        case model.Unpointed(seat=seat, card=card):
            return f"{seat} unmark {quoted(observation.cards[card].word)}"
        case model.Uncovered(seat=seat, card=card, identity=identity):
            return f"{seat} guess {quoted(observation.cards[card].word)} {identity.name.lower()}"
        case model.TeamEliminated(team=team, reason=reason):
            return f"out {team.value} {reason.value}"
        case model.TurnEnded(end=end, by=by):
            return f"end {end.value}" + (f" {by}" if by else "")
        case model.TurnStarted(turn=turn, team=team):
            return f"turn {turn} {team.value}"
        case model.GameEnded(winner=winner, reason=reason):
            return f"won {winner.value if winner else 'board'} {reason.value}"
        case _:
            assert_never(event)


def _clue_line(clue: model.Clue) -> str:
    said, breach = f"{clue.seat} clue {clue.word} {number_text(clue.number)}", clue.breach
    if breach and breach.card is not None:
        said += f" breaks {breach.rule.value} {quoted(breach.card)}"
    if clue.unknown_to:
        return f"{said} unknown {','.join(clue.unknown_to)}"
    return f"{said} heard {clue.heard_as}" if clue.heard_as else said


def _dealt_line(layout: model.Layout, cols: int) -> str:
    rows = len(layout.words) // cols
    order = ",".join(team.value for team in layout.order)
    source = layout.source
    how = f"drawn {source.commitment}" if isinstance(source, Drawn) else f"typed {source.seat}"
    return f"dealt {rows}x{cols} {order} {how} {' '.join(map(quoted, layout.words))}"


def key_rows(key: Sequence[model.Identity], cols: int) -> tuple[str, ...]:
    """Return a key card's rows as letters, such as ``BRRBR``."""
    letters = "".join(identity.value for identity in key)
    return tuple(letters[start : start + cols] for start in range(0, len(letters), cols))


def revealed_lines(observation: Observation) -> tuple[str, ...]:
    """Return the lines of a finished game: the key, and the source of the board."""
    layout = observation.layout
    if layout is None:
        return ()
    source = layout.source
    key = " ".join(key_rows(layout.key.value, observation.options.cols))
    if isinstance(source, Drawn):
        secret = f"secret {source.secret.value.hex()}"
    else:
        secret = f"keyword {source.keyword.value}"
    lines = (f"key {key}", secret, f"pack {layout.pack}")
    skipped = " ".join(map(quoted, layout.skipped))
    return (*lines, f"skipped {skipped}") if skipped else lines
