"""`spyring listen`: the chance that a person picks each card for a clue."""

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Final

from bot.files import read
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder
from bot.gametypes.codenames.bots import unknown_cards
from bot.settings import Settings
from core.agents.associations import vocabulary_form
from core.agents.clue_lookup import Means
from core.agents.japanese import listener_of
from core.agents.listener import Picks
from core.rules import Refusal
from core.view import Phrase, phrase

MOST_LISTENED: Final = 1_000
"""The most cards for one clue."""

LONGEST_TEXT: Final = 100
"""The most characters of a clue or a card."""

BATCH_EXAMPLE: Final = '{"clue": "ocean", "cards": ["whale", "desert"]}'
"""A line of a batch."""


class ListenCommand(GameCommand):
    """`spyring listen`: prints the chance that a person picks each card for a clue."""

    name = "listen"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the clue and the cards, or a file of many."""
        adder.describe("clue", "listen-clue", metavar="CLUE", nargs="?")
        adder.describe("cards", "listen-cards", metavar="CARD", nargs="*")
        adder.describe("--batch", "listen-batch", metavar="FILE")
        adder.describe("--json", "json", action="store_true")

    def run(self, arguments: Namespace, _settings: Settings, console: GameConsole) -> int:
        """Write each card's chance for one clue, or for each line of a file; raises Refusal."""
        if (arguments.batch is None) == (arguments.clue is None):
            raise Refusal("listen-one-of")
        if arguments.batch is None:
            check(arguments.clue, arguments.cards)
            asked = [(arguments.clue, arguments.cards)]
        else:
            asked = list(_batch(read(arguments.batch)))
        for clue, cards in asked:
            _write(console, clue, cards, as_json=arguments.json)
        return 0


def check(clue: str, cards: Sequence[str]) -> None:
    """Raise Refusal for a missing clue, or missing, blank, repeated, long or too many cards."""
    written = [*map(vocabulary_form, cards)]
    if not clue.strip() or not cards or not all(written):
        raise Refusal("listen-nothing")
    if len(cards) > MOST_LISTENED:
        raise Refusal("listen-many", most=MOST_LISTENED)
    if any(len(text) > LONGEST_TEXT for text in (clue, *cards)):
        raise Refusal("listen-long", longest=LONGEST_TEXT)
    twice = next((card for card in cards if written.count(vocabulary_form(card)) > 1), None)
    if twice is not None:
        raise Refusal("listen-twice", card=twice)


def picks_json(picks: Picks, cards: Sequence[str]) -> dict[str, object]:
    """Return the chances as JSON; `understood` is null if the clue is known only in pieces."""
    heard = picks.understood
    return {
        "understood": heard.word if heard and heard.is_sure else None,
        "by": heard.by.value if heard else None,
        "picks": dict(zip(cards, picks.chances.tolist(), strict=True)),
    }


def _write(console: GameConsole, clue: str, cards: Sequence[str], *, as_json: bool) -> None:
    picks = listener_of(cards).picks(cards, clue)
    if as_json:
        console.write(json.dumps(picks_json(picks, cards)))
        return
    console.write(console.texts.say(_heard(clue, picks)))
    ranked = sorted(zip(picks.chances.tolist(), cards, strict=True), key=lambda one: -one[0])
    mark = console.texts.say(phrase("listen-card-unknown"))
    marks = dict.fromkeys(unknown_cards(tuple(cards)), f" {mark}")
    for chance, card in ranked:
        console.write(f"{chance:6.1%}  {card}{marks.get(card, '')}")


def _heard(clue: str, picks: Picks) -> Phrase:
    heard = picks.understood
    if heard is None or not heard.is_sure:
        return phrase("listen-unknown", clue=clue)
    is_itself = heard.word == " ".join(vocabulary_form(clue).split())
    by = Means.WORD if is_itself else heard.by
    return phrase("listen-heard", clue=clue, word=heard.word, by=by.value)


def _batch(content: bytes) -> Iterator[tuple[str, list[str]]]:
    """Yield the clue and the cards of each line; raises Refusal with the line's number."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = content[: error.start].count(b"\n") + 1
        raise Refusal("listen-utf8", line=at) from error
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _asked(line, number)


def _asked(line: str, number: int) -> tuple[str, list[str]]:
    try:
        asked: object = json.loads(line)
    except (ValueError, RecursionError):
        asked = None
    match asked:
        case {"clue": str(clue), "cards": [*cards]} if all(isinstance(one, str) for one in cards):
            try:
                check(clue, cards)
            except Refusal as error:
                raise Refusal("listen-at", line=number, fault=error.phrase) from error
            return clue, cards
    raise Refusal("listen-line", line=number, example=BATCH_EXAMPLE)
