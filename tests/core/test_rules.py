import pickle

import pytest

from core.rules import (
    LONGEST_PATH,
    REPEATED,
    IllegalAction,
    InvalidNotation,
    Legal,
    Refusal,
    Secret,
    Unconfirmed,
)
from core.view import Choice, phrase, seat_phrase


def test_a_secret_does_not_show_in_text() -> None:
    hidden = Secret("swordfish")
    assert "swordfish" not in f"{hidden} {hidden!r}"
    assert hidden.value == "swordfish"
    assert hidden == Secret("swordfish")


def test_a_refusal_carries_its_phrase_but_not_its_values_in_text() -> None:
    refusal = IllegalAction("keyword-text", keyword="swordfish")
    assert refusal.phrase == phrase("keyword-text", keyword="swordfish")
    assert "swordfish" not in str(refusal)


@pytest.mark.parametrize("kind", [IllegalAction, InvalidNotation])
def test_every_refusal_can_be_caught_as_one(kind: type[Refusal]) -> None:
    said = phrase("card-unknown", card="x")
    with pytest.raises(Refusal) as caught:
        raise kind.of(said)
    assert type(caught.value) is kind
    assert caught.value.phrase == said


def test_nothing_legal_is_false() -> None:
    nothing: Legal[int] = Legal()
    assert not nothing
    assert Legal((1,))


def test_a_secret_crosses_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(Secret(b"bits"))) == Secret(b"bits")  # noqa: S301


BOOK = "a whole book of words " * 99


@pytest.mark.parametrize("refusal", [Refusal, IllegalAction, InvalidNotation])
def test_a_refusal_repeats_little_of_what_was_typed(refusal: type[Refusal]) -> None:
    nested = seat_phrase("red-guesser", phrase("seat-name", name=BOOK))
    said = refusal("key", typed=BOOK, listed=(BOOK, 7), nested=nested, number=3).phrase
    typed, listed, inner = said["typed"], said["listed"], said["nested"]
    assert isinstance(typed, str)
    assert typed.startswith("a whole book")
    assert len(typed) <= REPEATED
    assert listed == (typed, 7)
    assert isinstance(inner, type(nested))
    assert inner["name"] == typed
    assert said["number"] == 3


def test_a_refusal_that_is_confirmed_keeps_its_whole_line() -> None:
    asked = Unconfirmed("key", choices=(Choice("yes", BOOK),), turn=3, word=BOOK)
    assert (asked.choices[0].line, asked.turn) == (BOOK, 3)
    assert len(str(asked.phrase["word"])) <= REPEATED


def test_a_refusal_cuts_no_character_in_two() -> None:
    astronaut = "👩\u200d🚀"
    typed = str(Refusal("key", typed=astronaut * 30).phrase["typed"])
    assert typed == astronaut * 19 + "…"


def test_a_files_name_is_shown_whole_where_it_can_be() -> None:
    path = f"/home/ann/{'games/' * 20}spyring.db"
    assert Refusal("key", path=path).phrase["path"] == path
    assert len(str(Refusal("key", path=path * 2).phrase["path"])) <= LONGEST_PATH
