"""The lemmas of forms, by WordNet's own morphology (manual page morphy(7WN))."""

from collections.abc import Iterator, Mapping

from tools.lexicon.wordnet import PartOfSpeech, WordNet

DETACHMENTS: Mapping[PartOfSpeech, tuple[tuple[str, str], ...]] = {
    PartOfSpeech.NOUN: (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    PartOfSpeech.VERB: (
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
    PartOfSpeech.ADJECTIVE: (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    PartOfSpeech.ADVERB: (),
}
# "bed" is not a past tense of "be", nor "gas" a plural of "ga".
SHORTEST_BASE = 3


def bases(form: str, wordnet: WordNet) -> Iterator[str]:
    """Yield the lemmas of which `form` is an inflection, without itself."""
    for part, rules in DETACHMENTS.items():
        yield from (lemma for lemma in wordnet.exceptions[part].get(form, ()) if lemma != form)
        lemmas = wordnet.senses[part]
        candidates = (_detach(form, suffix, ending) for suffix, ending in rules)
        yield from (base for base in candidates if base in lemmas)
        if part is PartOfSpeech.VERB:
            yield from (base for base in _undoubled(form) if base in lemmas)


def _detach(form: str, suffix: str, ending: str) -> str:
    base = form.removesuffix(suffix) + ending
    return base if form.endswith(suffix) and len(base) >= SHORTEST_BASE else ""


def _undoubled(form: str) -> Iterator[str]:
    """Yield "stop" for "stopped": WordNet lists only some of these as exceptions."""
    for suffix in ("ed", "ing"):
        base = form.removesuffix(suffix)
        if base != form and len(base) > SHORTEST_BASE and base[-1] == base[-2]:
            yield base[:-1]
