"""English word formation: the possible bases of a form, by rules of spelling.

Forms are folded words of plain Latin letters (`core.codenames.spelling.fold`); any other form is
its only base. The rules overreach on purpose: a base may not be a word, and a wrong one matters
only if a card has that word. `core/words/data/simple.txt` lists the words whose wrong bases matter.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from snowballstemmer.english_stemmer import EnglishStemmer

WORDS_KEPT: Final = 8192
"""Cached words with their stems and bases: boards repeat the same few hundred."""

SHORTEST_BASE: Final = 3
"""The fewest letters of a base before an ending: "bed" is not a form of "b"."""

SHORTEST_PART: Final = 3
"""The fewest letters of each half of a compound."""

PARTICLES: Final = frozenset(
    (
        *("after", "away", "down", "off", "out", "over", "through", "under"),
        *("aero", "anti", "auto", "cyber", "electro", "hydro", "micro", "multi"),
        *("nano", "photo", "pro", "semi", "sub", "super", "ultra"),
        *("centi", "kilo", "milli"),
        *("smith", "wright"),
    )
)
"""Halves that are too common to give a card away."""

VESSELS: Final = frozenset(
    (
        *("air", "battle", "drop", "flag", "gun", "light", "long"),
        *("mid", "mother", "space", "star", "steam", "war"),
    )
)
"""Words after which -ship is a ship, not the ending of friendship.

Source: all words in -ship from `core/words/data/receptive_words.txt`.
"""

_WITH_E: Final = ("", "e")
_GREEK: Final = ("", "e", "o", "y")

ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("ed", "ing", "er", "est"), _WITH_E),
    **dict.fromkeys(("ly", "ness", "ful", "less", "y", "ie"), ("",)),
    **dict.fromkeys(
        ("ey", "en", "ish", "able", "ible", "age", "or", "ery", "al", "ial", "ar"), _WITH_E
    ),
    **dict.fromkeys(("ic", "ist", "ism", "ize", "ify"), _GREEK),
    **dict.fromkeys(("ous", "ian", "ation"), ("", "e", "y")),
    **dict.fromkeys(("ion", "ment", "ent", "ant", "ence", "ance"), _WITH_E),
    **dict.fromkeys(("ship", "hood", "dom", "like", "some", "ward", "wise", "ary"), ("",)),
    **dict.fromkeys(("let", "eer", "ess", "ette"), ("",)),
    **dict.fromkeys(("ry", "ress"), ("", "er", "or")),
    "rous": ("er",),
    "cess": ("ce",),
    "osity": ("ous",),
    "bility": ("ble",),
    "ncy": ("nt",),
    "acy": ("ate",),
    "ular": ("le", "e", ""),
}
"""Endings of inflection and derivation, with the letters that each may replace.

Baking: bake; volcanic: volcano; ministry: minister; circular: circle; monstrous: monster.
Source: the suffixes in Huddleston and Pullum, The Cambridge Grammar of the English Language,
chapters 18 and 19, except those that change more than the last letters of a word.
"""

_SILENT_E: Final = re.compile(r"[^aeiouy]*[aeiouy][bcdfghjklmnpqrstvz]")
"""A syllable of a short vowel and one consonant, which doubles before a vowel."""

_SIBILANT: Final = ("s", "x", "z", "ch", "sh", "o")
"""Plurals of these add -es: boxes, heroes; "canes" is not a form of "can"."""

_VOWELS: Final = frozenset("aeiouy")


@dataclass(frozen=True, slots=True)
class English:
    """English word formation, with the words that its rules need, all folded.

    - `irregular`: form -> base, for forms without a rule (mice: mouse)
    - `words`: the possible halves of a compound
    - `simple`: words that only look like a form or a compound of others (master, carpet)
    """

    irregular: Mapping[str, str] = field(default_factory=dict, hash=False)
    words: Set[str] = frozenset()
    simple: Set[str] = frozenset()

    @lru_cache(maxsize=WORDS_KEPT)  # noqa: B019 - there is one lexicon
    def bases(self, form: str) -> frozenset[str]:
        """Return a form, its possible bases, their bases, and so on."""
        found = {form, *self._whole(form)}
        pending = [*found]
        while pending:
            fresh = frozenset(self._shorter(pending.pop())) - found
            found |= fresh
            pending.extend(fresh)
        return frozenset(found)

    def halves(self, form: str) -> frozenset[str]:
        """Return the two halves of a compound without their endings: fire and fly for fireflies.

        A word with a known base has the halves of that base (woodlice), but an abbreviation has
        none (subs of submarine).
        """
        bases = {base for base in self.bases(form) if len(base) <= len(form) + 1}
        if not self.simple.isdisjoint(bases):
            return frozenset()
        known = [base for base in bases if base in self.words and not self._comes_from_known(base)]
        return frozenset(half for word in (known or [form]) for half in self._cut(word))

    def stems(self, form: str) -> frozenset[str]:
        """Return the Snowball English stems of a form and of its irregular base.

        Source: the English (Porter 2) algorithm of the Snowball project.
        """
        return frozenset(map(stem_of, self.stemmed(form)))

    def stemmed(self, form: str) -> frozenset[str]:
        """Return a form and its irregular base, without those that have no stem.

        Words with other letters have no stem, nor do simple words and their forms.
        """
        if not self.simple.isdisjoint(self.bases(form)):
            return frozenset()
        return frozenset(filter(is_latin, (form, self.irregular.get(form, form))))

    def _comes_from_known(self, form: str) -> bool:
        return not self.words.isdisjoint(self.bases(form) - {form})

    def _cut(self, form: str) -> frozenset[str]:
        """Return the known halves, cut nearest the middle (pass, word), without particles."""
        places = range(SHORTEST_PART, len(form) - SHORTEST_PART + 1)
        for place in sorted(places, key=lambda place: abs(2 * place - len(form))):
            head, tail = form[:place], form[place:]
            if heads := self._known({head}):
                tails = self._known({tail, *singulars(tail), *_inflected(tail)})
                if tails:
                    return (heads | tails) - PARTICLES
        return frozenset()

    def _known(self, words: Set[str]) -> frozenset[str]:
        return frozenset(word for word in words if word in self.words or word in PARTICLES)

    def _whole(self, form: str) -> Iterator[str]:
        """Yield the possible singulars of a form; no other ending follows a plural."""
        if is_latin(form) and form not in self.simple:
            yield from self._sure(base for base in singulars(form) if len(base) > 1)

    def _shorter(self, form: str) -> Iterator[str]:
        if form in self.irregular:
            yield self.irregular[form]
        if is_latin(form) and form not in self.simple:
            yield from self._sure(b for b in _underived(form) if len(b) >= SHORTEST_BASE)

    def _sure(self, bases: Iterable[str]) -> Set[str]:
        """Return the simple words among the bases, or all: ministry is from minister, not mine."""
        found = frozenset(bases)
        return found & self.simple or found


def singulars(form: str) -> Iterator[str]:
    """Yield the possible singulars of a lower-case regular plural.

    Source: the endings that WordNet's morphy(7WN) strips from nouns, and -oes.

    >>> list(singulars("hives")), list(singulars("torches")), list(singulars("cities"))
    (['hive'], ['torche', 'torch'], ['citie', 'city'])
    """
    if form.endswith("s") and not form.endswith("ss"):
        yield form[:-1]
        if form.endswith("es") and form[:-2].endswith(_SIBILANT):
            yield form[:-2]
        if form.endswith("ies"):
            yield form[:-3] + "y"


def _underived(form: str) -> Iterator[str]:
    if form.startswith("un"):
        yield form[2:]
    for size in range(1, min(len(form), _LONGEST) + 1):
        ending = form[-size:]
        if ending in ENDINGS:
            root = form[:-size]
            if not _VOWELS.isdisjoint(root) and _joins(root, ending):
                yield from _before(root, ending)


def _inflected(form: str) -> Iterator[str]:
    """Yield the possible bases of a compound's inflected second half: sunbathing, bricklayer."""
    for ending in ("ed", "ing", "er"):
        if form.endswith(ending) and len(form) > len(ending):
            yield from _before(form.removesuffix(ending), ending)


def _joins(root: str, ending: str) -> bool:
    """Return whether an ending may follow a root: -y never follows a vowel (bay, toy)."""
    if ending == "ship":
        return root not in VESSELS
    return ending != "y" or root[-1:] not in _VOWELS


def _before(root: str, ending: str) -> Iterator[str]:
    """Yield the possible bases of a root, with the letters that its ending replaced."""
    before_vowel = ending[0] in _VOWELS
    for tail in ENDINGS[ending]:
        if _fits(root, ending, tail):
            yield root + tail
    if root.endswith("i") and ending != "ing":
        yield root[:-1] + "y"
    if before_vowel and (root[-2:-1] == root[-1:] or root.endswith("ck")):
        yield root[:-1]
    if ending in ("ly", "y"):
        yield from _adjectives(root, ending)


def _fits(root: str, ending: str, tail: str) -> bool:
    """Return whether an ending may replace the tail of this root.

    A short syllable doubles its consonant (hoping is from hope), and only an ending in e- replaces
    an e after a vowel (agreed; a bear is not a bee).
    """
    if not tail:
        return ending[0] not in _VOWELS or not _SILENT_E.fullmatch(root)
    return tail != "e" or ending[0] == "e" or root[-1:] not in ("a", "e", "o")


def _adjectives(root: str, ending: str) -> Iterator[str]:
    """Yield the possible bases of an adverb in -ly or an adjective in -y that lost a letter.

    Truly, fully, nobly, bubbly; icy, scaly; not simply, which would make "apply" a form of "apple".
    """
    if ending == "ly" and root.endswith("u"):
        yield root + "e"
    if ending == "ly" and root.endswith("l"):
        yield root + "l"
    if ending == "ly" and root.endswith(("b", "d", "f", "g", "k", "t", "z")):
        yield root + "le"
    if ending == "y" and (root[-1:] != "l" or root[-2:-1] in _VOWELS):
        yield root + "e"


_LONGEST: Final = max(map(len, ENDINGS))


@lru_cache(maxsize=WORDS_KEPT)
def stem_of(form: str) -> str:
    """Return the Snowball English stem of a form of plain Latin letters."""
    # Threads cannot share a stemmer, because it stores its current word.
    return str(EnglishStemmer().stemWord(form))


def onset(form: str) -> str:
    """Return the first two letters of a form, which its stem shares unless the stem is one letter.

    Stemming changes the second letter only in words like dying, whose stem is die: y counts as i.
    """
    return form[:2].replace("y", "i")


def is_latin(form: str) -> bool:
    """Return whether a form has plain Latin letters only."""
    return form.isascii() and form.isalpha()
