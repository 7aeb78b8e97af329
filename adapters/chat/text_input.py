"""Texts without a command, read as lines: a choice on offer, a form, or a line. Pure."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Self

from adapters.chat.commands import CommandTables, is_named, values_of
from bot.chat.commands import opening
from bot.games import GameView
from bot.texts import Texts, languages
from core import view
from core.command import Command, InputType, half_width_line
from core.rules import InvalidNotation
from core.view import Blank, Choice, Choices, FormBlock, View, all_cells, find, phrase, with_panels

HELP_WORDS: Final = frozenset({"help", "help me", "help!", "ヘルプ"})
"""Texts that ask for help, also at a table."""

NAME_ALONE: Final = frozenset({"", "?"})
"""The rest of a text that only mentions the bot: a request for help."""

HELLO_WORDS: Final = frozenset({"hello", "hi", "hey", "こんにちは", "こんばんは", "はじめまして"})
"""First words of a greeting, which counts if no game is under way."""

AGAIN_WORDS: Final = frozenset({"again", "again!", "again?", "もう一回", "もう一度"})
"""Texts that open another game after a finished one."""

START_WORDS: Final = frozenset(
    {"new", "open", "play", "start", "新規", "開始", "始める", "遊ぶ", "プレイ"}
)
"""Words before or after the name of a game to open."""

END_MARKS: Final = " .,。、．，｡､"
"""Marks that phones or habits add to texts; with "!" a text is a card or talk."""

BRACKETS: Final = "()（）「」｢｣"
"""Marks around words without a verb, such as a clue."""

LINE_WORDS: Final = 4
"""The most words after a verb whose last option is the rest of a line; more are talk."""


@dataclass(frozen=True, slots=True)
class Verbs:
    """The first words of lines: all known ones, and those of secret lines, questions and tables.

    Commands with the same name in several games have the same options, except for their names.
    """

    known: Mapping[str, Command]
    secret: frozenset[str]
    questions: frozenset[str] = frozenset()
    tables: frozenset[str] = frozenset()

    @classmethod
    def of(cls, tables: CommandTables) -> Self:
        """Return the verbs of tables and games."""
        played = (command for game in tables.games for command in game.play)
        return cls(
            {command.name: command for command in (*tables.table, *played)},
            frozenset(verb for game in tables.games for verb in game.secret_verbs),
            frozenset(one.name for game in tables.games for one in game.questions),
            frozenset(command.name for command in tables.table),
        )

    def usable(self, game_view: GameView) -> Self:
        """Return the verbs that the viewer of a game can use."""
        names = self.tables | game_view.verbs
        return replace(self, known={name: one for name, one in self.known.items() if name in names})

    def is_secret(self, line: str) -> bool:
        """Return whether nobody else may read a line."""
        return first_word(line) in self.secret

    def one_line(self, text: str) -> str:
        """Return a message on one line with single blanks, except after a secret verb.

        A secret stays as typed, because two blanks make another keyword; a line break counts as one
        blank.
        """
        if not self.is_secret(text):
            return " ".join(text.split())
        verb, *rest = text.split(maxsplit=1)
        return " ".join([verb, *"".join(rest).strip().splitlines()])

    def is_known(self, line: str) -> bool:
        """Return whether a line begins with a verb."""
        return first_word(line) in self.known

    def translated(self, text: str, verbs: Collection[str]) -> str | None:
        """Return a line in English if it begins with the name of a verb in any language.

        Secrets are not translated: their blanks count.
        """
        name, _, rest = text.partition(" ")
        found = [verb for verb in verbs if normalised(name) in _names(phrase(f"slash-{verb}"))]
        is_line = len(found) == 1 and found[0] not in self.secret
        return f"{found[0]} {rest}".strip() if is_line else None

    def is_near(self, line: str) -> bool:
        """Return whether a line is near a readable one.

        Such a line has a number or a single character, and no more words than its verb has options.

        >>> from core.codenames.command import CLUE, PASS
        >>> verbs = Verbs({"clue": CLUE, "pass": PASS}, frozenset())
        >>> [verbs.is_near(line) for line in ("clue ocean 20", "clue 2", "clue me in", "pass 5")]
        [True, True, False, False]
        """
        verb, *words = normalised(line).split() or [""]
        options = self.known[verb].options if verb in self.known else ()
        room = LINE_WORDS if any(one.kind.is_line for one in options) else len(options)
        named = [word for word in words if len(word) > 1 and not any(map(str.isdecimal, word))]
        most = sum(one.kind is InputType.TEXT for one in options)
        return len(named) < len(words) <= room and len(named) <= most


def line_of(
    text: str, game_view: GameView, verbs: Verbs, texts: Texts, *, fills: bool = True
) -> str | None:
    """Return the line that a text means at a game, or None.

    The text is a choice on offer, by its label or its card's place, which may end in "!"; a line
    that begins with a verb; the values of the only form for that number of words; or a line that
    begins with the name of a command in another language. Marks at the end do not matter, nor do
    brackets around words without a verb. A secret needs its verb; without `fills` only
    forms without a verb are filled in.
    """
    text = half_width_line(text, verbs.secret)
    if verbs.is_secret(text) and verbs.is_known(text):
        return text
    view = with_panels(game_view.view)
    bare = joined_place(trimmed(text, BRACKETS), view)
    offered = _offered(view, texts, {normalised(text), normalised(bare)})
    if len(offered) == 1:
        return offered.pop()
    if verbs.is_known(text := trimmed(text)):
        return text
    words = bare.split()
    forms = (one for one in all_forms(game_view) if fills or one.bare)
    fitting = [one for one in forms if one.verb not in verbs.secret and _takes(one, words)]
    if len(fitting) != 1:
        return verbs.translated(text, verbs.usable(game_view).known)
    return bare if fitting[0].bare else f"{fitting[0].verb} {bare}"


def all_forms(game_view: GameView) -> Iterator[FormBlock]:
    """Yield the forms of a game and of its panels."""
    return find(with_panels(game_view.view), FormBlock)


def trimmed(text: str, brackets: str = "") -> str:
    """Return a text without the marks at its ends, and without `brackets` around its words.

    >>> trimmed("guess B3."), trimmed("「海」 (2)。", BRACKETS), trimmed("（りんご。）", BRACKETS)
    ('guess B3', '海 2', 'りんご')
    """
    words = (word.strip(brackets or " ") for word in text.strip(END_MARKS + brackets).split())
    return " ".join(filter(None, words)) or text


def joined_place(text: str, view: View) -> str:
    """Return the place of a card without its blank, and any other text unchanged."""
    joined, places = text.replace(" ", ""), {normalised(one.place) for one in all_cells(view)}
    return joined if normalised(joined) in places else text


def _offered(view: View, texts: Texts, sought: Set[str]) -> set[str]:
    """Return the lines of the choices on offer that one of these texts names."""
    called = {joined_place(trimmed(one.rstrip("!"), BRACKETS), view) for one in sought}
    lines = {one.line for name, one in _choices(view, texts) if one.enabled and name in sought}
    return lines | {one.line for name, one in _cards(view) if name in called}


@dataclass(frozen=True, slots=True)
class TypedOpening:
    """A game to open, "" if the text names none, and its options as text."""

    game: str
    rest: str


def opening_of(text: str, tables: CommandTables) -> TypedOpening | None:
    """Return the game that a text asks for, or None.

    The text is the name of a game in any language, a word such as "play", or both. Options may
    follow both, or a name alone if the first option is like ``rows:4``, because people also talk
    about games. Words that cannot be an option are talk.
    """
    ids = [one.game for one in tables.games]
    games = {name: one for one in ids for name in (one, *_names(phrase("game-name", game=one)))}
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
def _names(said: view.Phrase) -> frozenset[str]:
    """Return the names of a game or a command in all languages."""
    return frozenset(normalised(Texts.load(one).say(said)) for one in languages())


def _is_option(word: str, game: str, tables: CommandTables) -> bool:
    """Return whether a word may be the first option of a new game."""
    if is_named(word) or word.isdecimal():  # a refusal explains the mistake
        return True
    command = opening(next(one for one in tables.games if one.game == game))
    try:
        values_of(replace(command, options=command.options[:1]), word)
    except InvalidNotation:
        return False
    return True


def is_greeting(text: str) -> bool:
    """Return whether a text begins with a greeting.

    >>> is_greeting("Hi, there!"), is_greeting("history")
    (True, False)
    """
    return re.split(r"[\s,!.、。！]", normalised(text))[0] in HELLO_WORDS


def normalised(text: str) -> str:
    """Return a text without differences of case, width and blanks.

    >>> normalised(" Ｓcuba   DIVER ")
    'scuba diver'
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def first_word(line: str) -> str:
    """Return the first word of a line, normalised as verbs are."""
    return normalised(line).partition(" ")[0]


def put_off_labels(view: View, texts: Texts) -> frozenset[str]:
    """Return the labels of the choices that are shown but disabled now."""
    return frozenset(name for name, choice in _choices(view, texts) if not choice.enabled)


def _choices(view: View, texts: Texts) -> Iterator[tuple[str, Choice]]:
    """Yield the choices of a view by label, except those of cards."""
    for choice in (choice for block in find(view, Choices) for choice in block.choices):
        yield normalised(texts.say(choice.label)), choice


def _cards(view: View) -> Iterator[tuple[str, Choice]]:
    """Yield the choices of cards, by their places and their words."""
    named = ((name, cell) for cell in all_cells(view) for name in (cell.place, cell.label))
    return ((normalised(name), cell.choice) for name, cell in named if cell.choice)


def _takes(form: FormBlock, words: Sequence[str]) -> bool:
    """Return whether words fill in a form, one blank each; at least one blank is open.

    A single character counts as a word only in forms without a verb: it is more likely notation.
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
