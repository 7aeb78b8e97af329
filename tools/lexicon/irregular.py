"""The irregular forms that the referee must know: "mice" is a form of "mouse"."""

from collections.abc import Iterator, Set

from tools.lexicon.vocabulary import CONTENT, SPELLING, semcor_count
from tools.lexicon.wordnet import WordNet

REGULAR = (
    ("s", ""),
    ("es", ""),
    ("ies", "y"),
    ("ed", ""),
    ("ed", "e"),
    ("ied", "y"),
    ("ing", ""),
    ("ing", "e"),
    ("er", ""),
    ("er", "e"),
    ("ier", "y"),
    ("est", ""),
    ("est", "e"),
    ("iest", "y"),
)


def irregular_forms(wordnet: WordNet, spellings: Set[str]) -> list[tuple[str, str]]:
    """Return sorted (form, lemma) pairs of WordNet's exception lists, both plain spellings.

    They omit forms with a regular ending ("stopped", "happier"), which a stemmer finds. WordNet has
    a rule for "firemen", so such plurals are added. A form gets its most frequent lemma in SemCor.
    """
    pairs = sorted({*_pairs(wordnet, spellings), *_men(spellings)})
    by_use = sorted(pairs, key=lambda pair: semcor_count(pair[1], wordnet))
    return sorted(dict(by_use).items())


def _men(spellings: Set[str]) -> Iterator[tuple[str, str]]:
    plurals = ((form, form.removesuffix("men") + "man") for form in spellings)
    return ((form, lemma) for form, lemma in plurals if form.endswith("men") and lemma in spellings)


def _pairs(wordnet: WordNet, spellings: Set[str]) -> Iterator[tuple[str, str]]:
    for part in CONTENT:
        for form, lemmas in wordnet.exceptions[part].items():
            if form in spellings and SPELLING.fullmatch(form):
                wanted = (lemma for lemma in lemmas if lemma in spellings and lemma != form)
                yield from ((form, lemma) for lemma in wanted if not is_regular(form, lemma))


def is_regular(form: str, lemma: str) -> bool:
    """Return whether a form is its lemma with a regular ending, perhaps after doubling a letter."""
    for ending, lost in REGULAR:
        stem = form.removesuffix(ending)
        if stem != form and stem + lost in (lemma, lemma + lemma[-1], lemma + "k"):
            return True
    return False
