"""English word formation: the bases of words, and the parts of compounds."""

from string import ascii_lowercase

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.words.english import English, onset, stem_of
from core.words.lexicon import default_lexicon
from core.words.word_lists import word_list

IRREGULAR = {"mice": "mouse", "swam": "swim", "swum": "swim", "oxen": "ox", "lives": "life"}
ENGLISH = English(IRREGULAR)
SHIPPED = default_lexicon().english


@pytest.mark.parametrize(
    ("inflected", "base"),
    [
        ("whales", "whale"),
        ("boxes", "box"),
        ("cities", "city"),
        ("baked", "bake"),
        ("baking", "bake"),
        ("running", "run"),
        ("bakers", "bake"),
        ("swimmers", "swim"),
        ("happier", "happy"),
        ("tidiest", "tidy"),
        ("biggest", "big"),
        ("mice", "mouse"),
        ("swam", "swim"),
        ("oxen", "ox"),
        ("lives", "life"),
        ("lives", "live"),
        ("happily", "happy"),
        ("sadness", "sad"),
        ("merciful", "mercy"),
        ("carelessly", "care"),
        ("pitiless", "pity"),
        ("truly", "true"),
        ("fully", "full"),
        ("terribly", "terrible"),
        ("heroes", "hero"),
        ("agreed", "agree"),
        ("icy", "ice"),
        ("icier", "ice"),
        ("iciness", "ice"),
        ("bony", "bone"),
        ("boney", "bone"),
        ("spicy", "spice"),
        ("muddy", "mud"),
        ("rainy", "rain"),
        ("bubbly", "bubble"),
        ("birdie", "bird"),
        ("volcanic", "volcano"),
        ("magically", "magic"),
        ("historical", "history"),
        ("circular", "circle"),
        ("polar", "pole"),
        ("ministry", "minister"),
        ("wintry", "winter"),
        ("monstrous", "monster"),
        ("golden", "gold"),
        ("dangerous", "danger"),
        ("anchorage", "anchor"),
        ("knighthood", "knight"),
        ("waitress", "waiter"),
        ("actress", "actor"),
        ("princess", "prince"),
        ("violinist", "violin"),
        ("pianist", "piano"),
        ("piracy", "pirate"),
        ("agency", "agent"),
        ("stability", "stable"),
        ("monstrosity", "monster"),
        ("panicked", "panic"),
        ("unhorsed", "horse"),
    ],
)
def test_an_inflected_form_leads_to_its_base(inflected: str, base: str) -> None:
    assert base in ENGLISH.bases(inflected)


@pytest.mark.parametrize(
    ("form", "other"),
    [
        ("string", "str"),
        ("princess", "princes"),
        ("king", "k"),
        ("bed", "b"),
        ("using", "us"),
        ("сахарs", "сахар"),
        ("july", "ju"),
        ("apply", "apple"),
        ("holly", "hole"),
        ("only", "on"),
        ("canes", "can"),
        ("hoping", "hop"),
        ("bear", "bee"),
        ("toy", "toe"),
        ("teasing", "tea"),
    ],
)
def test_what_only_looks_inflected_keeps_its_ending(form: str, other: str) -> None:
    assert other not in ENGLISH.bases(form)


def test_an_irregular_circle_ends() -> None:
    assert English({"lay": "lie", "lie": "lay"}).bases("lay") == {"lay", "lie"}


@given(st.from_regex(r"[a-z]{1,12}", fullmatch=True))
def test_a_form_is_among_its_bases_and_none_is_longer(form: str) -> None:
    found = English().bases(form)
    assert form in found
    assert max(map(len, found)) == len(form)


def test_a_stem_is_shared_beyond_inflection() -> None:
    assert English().stems("activity") & English().stems("active")
    assert not English().bases("activity") & English().bases("active")


def test_a_stem_is_taken_from_the_irregular_lemma_too() -> None:
    assert English().stems("swim") <= ENGLISH.stems("swam")


@given(
    st.text(ascii_lowercase, min_size=1, max_size=4),
    st.sampled_from(["", "s", "es", "ies", "ed", "ied", "ing", "ying", "ly", "y", "ness", "ation"]),
)
@example("d", "ying")
def test_a_stem_begins_like_its_form(beginning: str, ending: str) -> None:
    form = beginning + ending
    stem = stem_of(form)
    assert stem[0] == form[0]
    assert len(stem) == 1 or onset(stem) == onset(form)


@pytest.mark.parametrize("form", ["くじら", "mp3", "", "straßen"])
def test_a_form_beyond_plain_latin_letters_has_no_stem(form: str) -> None:
    assert ENGLISH.stems(form) == frozenset()


@pytest.mark.parametrize(
    ("derived", "base"),
    [
        ("gigantic", "giant"),
        ("mice", "mouse"),
        ("gosling", "goose"),
        ("depth", "deep"),
        ("subs", "submarine"),
        ("bikes", "bicycle"),
    ],
)
def test_the_shipped_words_tell_what_no_rule_does(derived: str, base: str) -> None:
    assert base in SHIPPED.bases(derived)
    assert base not in English().bases(derived)


@pytest.mark.parametrize(
    ("form", "other"),
    [
        ("masters", "mast"),
        ("corner", "corn"),
        ("ministries", "mine"),
        ("pennies", "pen"),
        ("meters", "met"),
        ("sublet", "submarine"),
    ],
)
def test_a_simple_word_and_its_forms_come_from_no_other(form: str, other: str) -> None:
    assert other not in SHIPPED.bases(form)


def test_a_simple_word_keeps_its_own_forms() -> None:
    assert "master" in SHIPPED.bases("masterly")
    assert "irony" in SHIPPED.bases("ironically")


def test_a_simple_word_has_no_stem() -> None:
    assert SHIPPED.stems("compassion") == SHIPPED.stems("compassions") == frozenset()


@pytest.mark.parametrize(
    ("compound", "halves"),
    [
        ("firefly", {"fire", "fly"}),
        ("fireflies", {"fire", "fly"}),
        ("sunbathed", {"sun", "bath", "bathe"}),
        ("sunflowers", {"sun", "flower"}),
        ("snowshoe", {"snow", "shoe"}),
        ("password", {"pass", "word"}),
        ("workshops", {"work", "shop"}),
        ("breakdown", {"break"}),
        ("supermarket", {"market"}),
        ("spaceship", {"space", "ship"}),
        ("battleships", {"battle", "ship"}),
        ("silversmith", {"silver"}),
        ("microwaves", {"wave"}),
        ("kilometers", {"meter"}),
    ],
)
def test_a_compound_is_written_of_two_words(compound: str, halves: set[str]) -> None:
    assert SHIPPED.halves(compound) == halves


@pytest.mark.parametrize(
    "word",
    [
        "oxcart",
        "carpet",
        "carpets",
        "season",
        "budget",
        "friendship",
        "hardships",
        "subs",
        "photo",
        "counter",
        "banking",
        "planet",
        "fire",
        "мама",
    ],
)
def test_a_word_that_only_falls_into_two_is_no_compound(word: str) -> None:
    assert SHIPPED.halves(word) == frozenset()


def test_every_simple_word_is_in_the_lists() -> None:
    lexicon = default_lexicon()
    assert lexicon.simple <= {*lexicon.words, *word_list("words").words}
