"""Texts written without a command, as lines: a choice on offer, a form, or a line itself. Pure."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Self

from adapters.chat.command_options import is_named, values_of
from adapters.chat.commands import CommandTables
from bot.chat.commands import opening
from bot.games import GameView
from bot.texts import Texts, languages
from core.command import Command, InputType, half_width_line, near_word
from core.rules import InvalidNotation, Misspelled, Refusal
from core.view import (
    Blank,
    Choice,
    Choices,
    FormBlock,
    Grid,
    Phrase,
    View,
    find,
    phrase,
    with_panels,
)

HELP_WORDS: Final = frozenset({"", "help", "help me", "help!", "?", "ヘルプ"})
"""Texts that ask for help, at a table, too."""

HELLO_WORDS: Final = frozenset({"hello", "hi", "hey", "こんにちは", "こんばんは", "はじめまして"})
"""Words that a greeting begins with, where no game is under way."""

AGAIN_WORDS: Final = frozenset({"again", "again!", "again?", "もう一回", "もう一度"})
"""Texts that open the next game where one is over."""

START_WORDS: Final = frozenset(
    {"new", "open", "play", "start", "新規", "開始", "始める", "遊ぶ", "プレイ"}
)
"""Words before or after the name of a game that is to be opened."""


END_MARKS: Final = " .,。、「」()（）"
"""Marks around a word that phones or habits add; with "!" it is a card or talk."""

LINE_WORDS: Final = 4
"""Words at most behind a verb that takes the rest of a line, in what is not talk."""


@dataclass(frozen=True, slots=True)
class Verbs:
    """The first words of lines: all that are known, those of secret lines, of questions, at tables.

    Commands of one name in several games have the same options, but for their names.
    """

    known: Mapping[str, Command]
    secret: frozenset[str]
    questions: frozenset[str] = frozenset()
    tables: frozenset[str] = frozenset()

    @classmethod
    def of(cls, tables: CommandTables) -> Self:
        """Return the verbs at tables and in games."""
        commands = tuple(_commands(tables))
        secret = (one for one in commands if any(option.secret for option in one.options))
        return cls(
            {command.name: command for command in commands},
            frozenset(command.name for command in secret),
            frozenset(one.name for game in tables.games for one in game.questions),
            frozenset(command.name for command in tables.table),
        )

    def usable(self, game_view: GameView) -> Self:
        """Return the verbs that the reader of a game can use."""
        names = self.tables | game_view.verbs
        return replace(self, known={name: one for name, one in self.known.items() if name in names})

    def is_secret(self, line: str) -> bool:
        """Return whether a line is for nobody else to read."""
        return _verb(line) in self.secret

    def one_line(self, text: str) -> str:
        """Return a message on one line: single blanks, but for those of what is secret.

        What stands behind a secret verb stays as it is typed, for two blanks make another keyword;
        a line break counts as one.
        """
        if not self.is_secret(text):
            return " ".join(text.split())
        verb, *rest = text.split(maxsplit=1)
        return " ".join([verb, *"".join(rest).strip().splitlines()])

    def is_known(self, line: str) -> bool:
        """Return whether a line begins with a verb."""
        return _verb(line) in self.known

    def is_near(self, line: str) -> bool:
        """Return whether a line is near one that can be read.

        Numbers or single characters stand with no more words than the options of its verb.

        >>> from core.codenames.command import CLUE, PASS
        >>> verbs = Verbs({"clue": CLUE, "pass": PASS}, frozenset())
        >>> [verbs.is_near(line) for line in ("clue ocean 20", "clue 2", "clue me in", "pass 5")]
        [True, True, False, False]
        """
        command, words = self.known.get(_verb(line)), normalised(line).split()[1:]
        options = command.options if command else ()
        room = LINE_WORDS if any(one.kind.is_line for one in options) else len(options)
        named = [word for word in words if len(word) > 1 and not any(map(str.isdecimal, word))]
        is_close = len(named) < len(words) <= room
        return is_close and len(named) <= sum(one.kind is InputType.TEXT for one in options)

    def is_slip(self, line: str) -> bool:
        """Return whether a line begins with a verb but for one slip."""
        return near_word(_verb(line), self.known) is not None

    def is_question(self, line: str) -> bool:
        """Return whether a line begins as a question about a game does."""
        return _verb(line) in self.questions


def line_of(
    text: str, game_view: GameView, verbs: Verbs, texts: Texts, *, fills: bool = True
) -> str | None:
    """Return the line that a text stands for at a game, None where it stands for none.

    It is a choice that is on offer, by its label or its card's place, which may end in "!"; a line
    that begins with a verb; or what fills in the only form that has room for just that many words.
    Nothing secret is filled in unless its verb is written, too, and unless it `fills` in forms only
    what takes words without a verb.
    """
    text = half_width_line(text, verbs.secret)
    sought = normalised(text)
    view = with_panels(game_view.view)
    offered = {choice.line for label, choice in _labels(view, texts) if normalised(label) == sought}
    called = sought.rstrip("!")
    offered |= {choice.line for label, choice in _cards(view) if normalised(label) == called}
    if len(offered) == 1:
        return offered.pop()
    if verbs.is_known(text):
        return text
    words = text.split()
    found = (one for one in find(view, FormBlock) if isinstance(one, FormBlock))
    forms = (one for one in found if fills or one.bare)
    fitting = [one for one in forms if one.verb not in verbs.secret and _takes(one, words)]
    if len(fitting) != 1:
        return None
    return text if fitting[0].bare else f"{fitting[0].verb} {text}"


@dataclass(frozen=True, slots=True)
class TypedOpening:
    """A game to be opened, "" where the text names none, and its options as text."""

    game: str
    rest: str


def opening_of(text: str, tables: CommandTables) -> TypedOpening | None:
    """Return the game that a text asks for, None where it asks for none.

    It is the name of a game in any language, a word such as "play", or both. Options may follow
    both, or a name if the first is written as in ``rows:4``: people also talk of games. What can be
    no option is talk.
    """
    ids = [one.game for one in tables.games]
    games = {name: one for one in ids for name in (one, *_game_names(one))}
    words, found = text.split(), list[str]()
    while words and (word := normalised(words[0]).strip("/!.。")) in START_WORDS | games.keys():
        found.append(word)
        words.pop(0)
    game = next((games[word] for word in found if word in games), "")
    has_verb, has_option = not START_WORDS.isdisjoint(found), words and is_named(words[0])
    if not found or (words and not (game and (has_verb or has_option))):
        return None
    is_option = not game or not words or _is_option(words[0], game, tables)
    return TypedOpening(game, " ".join(words) if is_option else "")


@cache
def _game_names(game: str) -> frozenset[str]:
    """Return the names of a game in all languages."""
    said = (Texts.load(one).say(phrase("game-name", game=game)) for one in languages())
    return frozenset(map(normalised, said))


def _is_option(word: str, game: str, tables: CommandTables) -> bool:
    """Return whether a word may be the first of the options with which a game is opened."""
    if is_named(word) or word.isdecimal():  # what is wrong with it is said
        return True
    command = opening(next(one for one in tables.games if one.game == game))
    try:
        values_of(replace(command, options=command.options[:1]), word)
    except InvalidNotation:
        return False
    return True


def secret_verb(game_view: GameView, verbs: Verbs) -> str | None:
    """Return the verb of the secret that a form of a game asks for, None where none does."""
    forms = find(with_panels(game_view.view), FormBlock)
    asked = (one.verb for one in forms if isinstance(one, FormBlock))
    return next((verb for verb in asked if verb in verbs.secret), None)


def is_greeting(text: str) -> bool:
    """Return whether a text begins as a greeting does.

    >>> is_greeting("Hi, there!"), is_greeting("history")
    (True, False)
    """
    return re.split(r"[\s,!.、。！]", normalised(text))[0] in HELLO_WORDS


def normalised(text: str) -> str:
    """Return a text without regard to case, width and blanks.

    >>> normalised(" Ｓcuba   DIVER ")
    'scuba diver'
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _verb(line: str) -> str:
    return normalised(line).partition(" ")[0]


def _commands(tables: CommandTables) -> Iterator[Command]:
    yield from tables.table
    for game in tables.games:
        yield from game.play


def is_put_off(text: str, game_view: GameView, texts: Texts) -> bool:
    """Return whether a text names a choice that a player's board shows but does not offer now."""
    if game_view.seat is None:
        return False
    choices = (block.choices for block in game_view.view.blocks if isinstance(block, Choices))
    waiting = (one.label for some in choices for one in some if not one.enabled)
    said = (texts.say(one) if isinstance(one, Phrase) else one for one in waiting)
    return normalised(text) in map(normalised, said)


def _labels(view: View, texts: Texts) -> Iterator[tuple[str, Choice]]:
    """Yield all that is on offer, under each of its names."""
    yield from _cards(view)
    for block in view.blocks:
        if isinstance(block, Choices):
            for choice in (one for one in block.choices if one.enabled):
                label = choice.label
                yield texts.say(label) if isinstance(label, Phrase) else label, choice


def _cards(view: View) -> Iterator[tuple[str, Choice]]:
    """Yield the choice of each card, under its place and its word."""
    grids = (block for block in view.blocks if isinstance(block, Grid))
    for cell in (cell for grid in grids for row in grid.cells for cell in row):
        if cell.choice:
            yield cell.place, cell.choice
            yield cell.label, cell.choice


def is_plausible(line: str, game_view: GameView) -> bool:
    """Return whether what stands behind a verb may be meant for its form of one word, if any.

    Where words count without a verb, too, each is one. Elsewhere a letter may miss or be too much.
    """
    form, words = _word_form(line, game_view), normalised(line).split()[1:]
    if form is None:
        return True
    pattern = form.blanks[0].pattern
    if form.bare:
        return bool(words) and all(re.fullmatch(pattern, word) for word in words)
    near = {one for word in words for one in (word, word[:-1], word + word[-1:])}
    return len(words) == 1 and any(re.fullmatch(pattern, one) for one in near)


def is_near_line(text: str, refusal: Refusal, game_view: GameView, verbs: Verbs) -> bool:
    """Return whether a plausible text that cannot be read is near a line that can."""
    if isinstance(refusal, Misspelled):
        return verbs.is_known(refusal.line) and len(text.split()) <= len(refusal.line.split())
    form = _word_form(text, game_view)
    return verbs.is_near(text) if form is None else not form.bare


def _word_form(line: str, game_view: GameView) -> FormBlock | None:
    """Return the form of one word that begins with the verb of a line, None where none does."""
    for form in find(with_panels(game_view.view), FormBlock):
        if isinstance(form, FormBlock) and form.verb == _verb(line) and len(form.blanks) == 1:
            return form if form.blanks[0].pattern else None
    return None


def _takes(form: FormBlock, words: Sequence[str]) -> bool:
    """Return whether words fill in a form, one blank each, of which one at least is open.

    A single character is no word, but where a form takes words without a verb: the game's notation
    says best what is to be made of it.
    """
    blanks = form.blanks
    if not form.enabled or len(blanks) != len(words) or any(blank.named for blank in blanks):
        return False
    if all(blank.values for blank in blanks):
        return False
    shortest = 1 if form.bare else 2
    return all(_fills(blank, word, shortest) for word, blank in zip(words, blanks, strict=True))


def _fills(blank: Blank, word: str, shortest: int) -> bool:
    if blank.values:
        return word in blank.values
    fits = not blank.pattern or re.fullmatch(blank.pattern, normalised(word))
    return len(word) >= shortest and bool(fits)
