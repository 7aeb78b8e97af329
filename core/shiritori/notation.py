"""One line of text for every action and every event of shiritori.

Actions read ``say しりとり`` (or the word alone), ``say 一目 イチモク`` (with one of its readings),
``hint``, ``concede`` (or 降参), ``concede anyway`` (without a question) and ``expire``. Events read
``player1 say 尻取り シリトリ``, ``player2 failed misfit みかん``, ``player2 out word`` and
``won player1``.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final, assert_never

from core.rules import ANYWAY, Expire, InvalidNotation
from core.shiritori import model
from core.shiritori.model import Action, Event, Observation
from core.shiritori.sounds import ROMAJI

SAY: Final = "say"
CONCEDE: Final = "concede"
HINT: Final = "hint"
EXPIRE: Final = "expire"

NO_SOUND: Final = "none"
"""The sound in sentences for a first word, which may begin with any sound."""

GIVING_UP: Final = frozenset({"降参", "まいった", "参った", "ギブアップ"})
"""Words that ask to give up if they are the whole line."""

LONGEST_TYPED: Final = 40
"""The most characters of a typed word."""

_WORD: Final = re.compile(r"[\w '’・\-‐-―〜～=゠゛゜^\u0300-\u036f\u3099\u309a]*")
"""The characters of words in any spelling, with the punctuation that joins parts."""

_JAPANESE: Final = "[々〆ヵヶぁ-ゖァ-ー㐀-䶿一-鿿豈-﫿]"
TALK_PATTERNS: Final = {"ja": rf"(?!笑$)\S*{_JAPANESE}\S*|{ROMAJI}", "en": r"[^\W\d_]+"}
"""Regular expressions for words without `say`, by the language of the words.

They match texts in NFKC and lower case. All other texts are talk: several words, a text that spells
none, or 笑 alone, a laugh in chats.
"""

_SPACES: Final = re.compile(r"[^\S\n]+")
"""Spaces of every width, but no line breaks."""

_BARE: Final[Mapping[str, Callable[[int], Action]]] = {
    CONCEDE: model.Concede,
    HINT: model.AskHint,
    EXPIRE: Expire,
}


def parse(line: str, observation: Observation, turn: int) -> Action:
    """Return the action of a line, meant for the given turn; raises InvalidNotation.

    A word without `say` may be talk, so it has to match `TALK_PATTERNS`, and the rules look it up.
    They also look up several words after `say` that are not Japanese, even with hyphens.
    """
    typed = plain(line)
    verb, _, rest = typed.partition(" ")
    match verb.casefold():
        case "say":
            english = observation.options.language == "en"
            word = _checked(re.sub("[-‐-―]", " ", rest) if english else rest)
            if word and not any(map(str.isalpha, word)):
                raise InvalidNotation("shiritori-word-signs")
            return model.PlayWord(turn, word, bare=" " in word and not re.search(_JAPANESE, word))
        case "concede" if rest.casefold() == ANYWAY:
            return model.Concede(turn, anyway=True)
        case "concede" | "hint" | "expire" as bare:
            if rest:
                raise InvalidNotation("line-too-long", verb=bare, rest=rest)
            return _BARE[bare](turn)
        case bare if bare in GIVING_UP and not rest:
            return model.Concede(turn)
        case _:
            word = _not_talk(_checked(typed), observation.options.language)
            return model.PlayWord(turn, word, bare=bool(word))


def plain(text: str) -> str:
    """Return a line without invisible characters, such as direction marks, and with plain spaces.

    >>> plain(f"{chr(0x200f)}say{chr(0x3000)}りんご")
    'say りんご'
    """
    seen = (character for character in text if unicodedata.category(character) != "Cf")
    return _SPACES.sub(" ", "".join(seen)).strip()


def _checked(word: str) -> str:
    """Return a typed word; raises InvalidNotation if it is too long or no word."""
    if len(word) > LONGEST_TYPED:
        raise InvalidNotation("shiritori-word-long", longest=LONGEST_TYPED)
    if not word.isprintable():
        raise InvalidNotation("line-characters")
    if not _WORD.fullmatch(word):
        raise InvalidNotation("shiritori-word-signs")
    return word


def _not_talk(word: str, language: str) -> str:
    """Return a word that was typed alone; raises InvalidNotation for talk."""
    folded = unicodedata.normalize("NFKC", word).casefold()
    if folded and not re.fullmatch(TALK_PATTERNS[language], folded):
        raise InvalidNotation("shiritori-word-talk", word=word, language=language)
    return word


def action_line(action: Action, _observation: Observation) -> str:
    """Return the line of an action; `parse` reads it back."""
    match action:
        case model.PlayWord(text=text, bare=True):
            return text
        case model.PlayWord(text=text):
            return f"{SAY} {text}".rstrip()
        case model.Concede(anyway=anyway):
            return f"{CONCEDE} {ANYWAY}" if anyway else CONCEDE
        case model.AskHint():
            return HINT
        case Expire():
            return EXPIRE
        case _:
            assert_never(action)


def event_line(event: Event, _observation: Observation) -> str:
    """Return the line of an event."""
    match event:
        case model.WordPlayed(seat=seat, word=word, reading=reading):
            return f"{seat} {SAY} {word} {reading}"
        case model.WordFailed(seat=seat, word=word, fault=fault):
            return f"{seat} failed {fault.value} {word}".rstrip()
        case model.HintGiven(seat=seat, words=words):
            return f"{seat} {HINT} {' '.join(words)}".rstrip()
        case model.PlayerOut(seat=seat, reason=reason):
            return f"{seat} out {reason.value}"
        case model.ChainEnded(winner=winner):
            return f"won {winner or 'nobody'}"
        case _:
            assert_never(event)
