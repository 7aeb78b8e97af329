import pickle

import pytest

from core.rules import IllegalAction, InvalidNotation, Legal, Refusal, Secret
from core.view import phrase


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
