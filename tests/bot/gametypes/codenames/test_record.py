import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.gametypes.codenames.record import (
    Finding,
    Record,
    RecordPart,
    read_record,
    record_json,
    recorded,
    verification_json,
    verification_view,
    verify,
)
from bot.texts import Texts
from core.codenames.actions import Action, Deal, Resign, TypeKeyword
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Options, Phase, Role, Team, Typed
from core.codenames.rules import Codenames
from core.rules import CHANCE, Refusal, Seat, Secret, advance
from core.view import Fields, Text
from core.words.packs import Pack
from tests.bot.deals import PACK

PACKS = {PACK.digest: PACK}
SECRET = bytes(range(16))


def _over(options: Options, dealer: Seat, deal: Action) -> Record:
    """Return the record of a game in which all teams but one resign after the deal."""
    rules = Codenames(options, Supply(PACK, ("wordc", "worda")), Referee())
    state = rules.initial()
    state = advance(rules, state, rules.decide(state, dealer, deal))
    for chair in options.chairs:
        if chair.role is Role.SPYMASTER and state.phase is not Phase.OVER:
            state = advance(rules, state, rules.decide(state, chair.seat, Resign(state.number)))
    return recorded(rules.observe(state, None))


def _drawn(rows: int = 4, cols: int = 5, teams: int = 2, solo: Team | None = None) -> Record:
    return _over(Options(rows, cols, teams, solo), CHANCE, Deal(0, Secret(SECRET)))


def _typed() -> Record:
    options = Options(4, 5, keyword=True)
    return _over(options, options.chairs[0].seat, TypeKeyword(0, Secret("ocean")))


def _reread(record: Record, **changes: object) -> Record:
    return read_record(json.dumps(record_json(record) | changes))


def _swap(items: list[Any], one: int, other: int) -> list[Any]:
    items[one], items[other] = items[other], items[one]
    return items


def test_a_record_has_exactly_the_members_that_the_guide_names() -> None:
    written = record_json(_drawn())
    source = ["commitment", "secret"]
    deal = ["pack", "skipped", "words", "order", "key"]
    assert list(written) == ["game", "version", "rows", "cols", "teams", "solo", *source, *deal]
    assert written["secret"] == SECRET.hex()
    assert written["skipped"] == ["worda", "wordc"]
    assert [len(row) for row in written["key"]] == [5, 5, 5, 5]  # type: ignore[attr-defined]


def test_a_typed_record_has_the_keyword_in_place_of_the_secret() -> None:
    written = record_json(_typed())
    assert written["keyword"] == "ocean"
    assert not {"secret", "commitment"} & set(written)


@pytest.mark.parametrize(
    "record", [_drawn(), _typed(), _drawn(solo=Team.RED), _drawn(4, 6, teams=4)]
)
def test_an_honest_record_agrees_in_every_part(record: Record) -> None:
    assert record_json(_reread(record)) == record_json(record)
    assert verify(_reread(record), PACKS).finding is Finding.AGREES


@given(st.binary(min_size=16, max_size=16))
def test_every_honest_deal_agrees(secret: bytes) -> None:
    record = _over(Options(3, 4), CHANCE, Deal(0, Secret(secret)))
    assert verify(record, PACKS).finding is Finding.AGREES


def test_a_record_of_a_running_game_is_refused() -> None:
    rules = Codenames(Options(), Supply(PACK), Referee())
    with pytest.raises(Refusal, match="record-not-over"):
        recorded(rules.observe(rules.initial(), None))


def test_an_unknown_pack_leaves_only_the_words_unchecked() -> None:
    found = verify(_drawn(), {})
    assert (
        found.findings[RecordPart.WORDS] is found.findings[RecordPart.SKIPPED] is Finding.UNCHECKED
    )
    assert (
        found.findings[RecordPart.KEY]
        is found.findings[RecordPart.ORDER]
        is found.findings[RecordPart.COMMITMENT]
        is Finding.AGREES
    )
    assert found.finding is Finding.UNCHECKED


def test_a_typed_record_has_no_commitment_to_check() -> None:
    assert [*verify(_typed(), PACKS).findings] == [
        RecordPart.ORDER,
        RecordPart.KEY,
        RecordPart.SKIPPED,
        RecordPart.WORDS,
    ]


TAMPERED: dict[str, tuple[Callable[[dict[str, Any]], object], RecordPart]] = {
    "secret": (lambda _: bytes(16).hex(), RecordPart.COMMITMENT),
    "commitment": (lambda _: "0" * 64, RecordPart.COMMITMENT),
    "teams": (lambda _: 3, RecordPart.KEY),
    "solo": (lambda written: written["order"][0], RecordPart.KEY),
    "order": (lambda written: written["order"][::-1], RecordPart.ORDER),
    "key": (lambda written: _swap(list(written["key"]), 0, 1), RecordPart.KEY),
    "words": (lambda written: _swap(list(written["words"]), 3, 17), RecordPart.WORDS),
    "skipped": (lambda written: written["words"][:1], RecordPart.WORDS),
}


@pytest.mark.parametrize("field", TAMPERED)
def test_a_tampered_member_is_found(field: str) -> None:
    record = _drawn()
    change, part = TAMPERED[field]
    found = verify(_reread(record, **{field: change(record_json(record))}), PACKS)
    assert found.findings[part] is Finding.DIFFERS
    assert found.finding is Finding.DIFFERS


def test_another_pack_s_digest_is_found() -> None:
    other = Pack("other", PACK.words[::-1])
    found = verify(_reread(_drawn(), pack=other.digest), PACKS | {other.digest: other})
    assert found.findings[RecordPart.WORDS] is Finding.DIFFERS


def test_another_keyword_is_found() -> None:
    found = verify(_reread(_typed(), keyword="Ocean"), PACKS)
    assert found.findings[RecordPart.KEY] is found.findings[RecordPart.WORDS] is Finding.DIFFERS


def test_skipped_words_in_another_order_than_the_packs_are_found() -> None:
    found = verify(_reread(_drawn(), skipped=["wordc", "worda"]), PACKS)
    assert found.findings[RecordPart.SKIPPED] is Finding.DIFFERS


def test_skipped_words_that_the_pack_has_not_are_found() -> None:
    found = verify(_reread(_drawn(), skipped=["worda", "wordc", "whale"]), PACKS)
    assert found.findings[RecordPart.SKIPPED] is Finding.DIFFERS


def test_skipping_more_words_than_the_pack_can_spare_is_found() -> None:
    found = verify(_reread(_drawn(), skipped=list(PACK.words)), PACKS)
    assert found.findings[RecordPart.WORDS] is Finding.DIFFERS


@given(
    st.sampled_from(["key", "words", "order"]),
    st.integers(0, 19),
    st.integers(0, 19),
)
def test_no_two_cards_can_be_exchanged_unseen(field: str, one: int, other: int) -> None:
    record = _drawn()
    written = record_json(record)
    items: list[Any] = list("".join(written[field]) if field == "key" else written[field])  # type: ignore[call-overload, arg-type]
    swapped = _swap(list(items), one % len(items), other % len(items))
    rows = ["".join(swapped[start : start + 5]) for start in range(0, 20, 5)]
    found = verify(_reread(record, **{field: rows if field == "key" else swapped}), PACKS)
    assert (found.finding is Finding.AGREES) == (swapped == items)


# Invalid records.


@pytest.mark.parametrize(
    "document", ["", "{", "nonsense", "[1]", "null", b"\xff\xfe\xfa", "[" * 100_000, "9" * 5000]
)
def test_what_is_no_json_object_is_refused(document: str | bytes) -> None:
    with pytest.raises(Refusal, match="record-not-json"):
        read_record(document)


def test_a_record_with_a_byte_order_mark_is_read() -> None:
    record = _drawn()
    assert read_record(json.dumps(record_json(record)).encode("utf-8-sig")) == record


@pytest.mark.parametrize("record", [_drawn(), _typed()])
def test_every_missing_member_is_named(record: Record) -> None:
    written = record_json(record)
    for field in [name for name in written if name != "keyword"]:
        rest = {name: value for name, value in written.items() if name != field}
        with pytest.raises(Refusal, match="record-missing") as refusal:
            read_record(json.dumps(rest))
        assert refusal.value.phrase["field"] == field


def test_a_record_of_nothing_that_a_board_is_dealt_from_is_refused() -> None:
    for record in (_drawn(), _typed()):
        written = record_json(record)
        rest = {
            name: value
            for name, value in written.items()
            if name not in ("secret", "commitment", "keyword")
        }
        with pytest.raises(Refusal, match="record-no-source"):
            read_record(json.dumps(rest))


@pytest.mark.parametrize(("field", "count"), [("secret", 32), ("commitment", 64), ("pack", 64)])
@pytest.mark.parametrize(
    "change",
    [
        lambda digits: digits[:-2],
        lambda digits: digits + "00",
        lambda digits: " " + digits[1:],
        lambda digits: digits[:2] + " " + digits[2:],
        lambda digits: digits + "\n",
        lambda digits: "A" + digits[1:],
        lambda digits: "g" + digits[1:],
        lambda digits: "é" + digits[1:],
        lambda digits: "١" + digits[1:],
        lambda digits: digits[:0],
    ],
)
def test_digits_are_as_many_as_they_must_be_and_nothing_else(
    field: str, count: int, change: Callable[[str], str]
) -> None:
    record = _drawn()
    with pytest.raises(Refusal, match="record-digits") as refusal:
        _reread(record, **{field: change(str(record_json(record)[field]))})
    assert refusal.value.phrase["field"] == field
    assert f"{count} digits" in Texts.load().say(refusal.value.phrase)


@pytest.mark.parametrize(
    ("field", "value", "kind"),
    [
        ("game", 1, "str"),
        ("version", "1", "int"),
        ("version", True, "int"),
        ("rows", 4.0, "int"),
        ("cols", None, "int"),
        ("teams", [2], "int"),
        ("solo", 1, "str"),
        ("commitment", None, "str"),
        ("secret", 7, "str"),
        ("pack", {}, "str"),
        ("skipped", "worda", "list"),
        ("skipped", [1], "texts"),
        ("words", None, "list"),
        ("order", ["blue", None], "texts"),
        ("key", {"A1": "B"}, "list"),
        ("key", [["B", "R"]], "texts"),
    ],
)
def test_a_member_of_the_wrong_type_is_named(field: str, value: object, kind: str) -> None:
    with pytest.raises(Refusal, match="record-type") as refusal:
        _reread(_drawn(), **{field: value})
    assert refusal.value.phrase["field"] == field
    assert refusal.value.phrase["kind"] == kind


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("solo", "pink"),
        ("words", ["whale"]),
        ("order", ["red", "pink"]),
        ("key", ["BBBBB"]),
        ("key", ["BBBBB", "RRRRR", "TTTTT", "KKKKX"]),
        ("key", ["BBBBB", "RRRRR", "TTTTT", "KKKK"]),
    ],
)
def test_a_member_with_an_impossible_value_is_named(field: str, value: object) -> None:
    with pytest.raises(Refusal, match="record-value") as refusal:
        _reread(_drawn(), **{field: value})
    assert refusal.value.phrase["field"] == field


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"version": 2}, "record-version"),
        ({"game": "hangman"}, "record-game"),
        ({"keyword": "ocean"}, "record-two-sources"),
        ({"rows": 2}, "board-sides"),
        ({"cols": 10**30}, "board-sides"),
        ({"teams": 9}, "board-teams"),
        ({"solo": "green"}, "solo-team"),
        ({"rows": 5, "cols": 4}, "record-value"),
    ],
)
def test_a_record_of_something_else_is_refused(changes: dict[str, object], key: str) -> None:
    with pytest.raises(Refusal, match=key):
        _reread(_drawn(), **changes)


def test_a_keyword_that_is_no_unicode_makes_no_record() -> None:
    with pytest.raises(Refusal, match="record-value"):
        _reread(_typed(), keyword="\udc80")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(list(record_json(_drawn()) | record_json(_typed()))), json_values)
def test_any_value_of_any_member_is_read_or_refused(field: str, value: object) -> None:
    try:
        record = _reread(_drawn(), **{field: value})
    except Refusal:
        return
    verify(record, PACKS)


# The output of the check.


def test_the_finding_is_told_as_json_and_as_a_view() -> None:
    record = _drawn()
    typed = replace(record.layout, source=Typed(Secret("ocean"), Seat("")))
    found = verify(replace(record, layout=typed), {})
    assert verification_json(found) == {
        "finding": "differs",
        "parts": {
            "order": found.findings[RecordPart.ORDER].value,
            "key": "differs",
            "skipped": "unchecked",
            "words": "unchecked",
        },
    }
    view = verification_view(found)
    assert view.title["finding"] == "differs"
    fields, unchecked = view.blocks
    assert isinstance(unchecked, Text)
    assert unchecked.phrase["digest"] == PACK.digest
    assert isinstance(fields, Fields)
    assert [(name["part"], value["finding"]) for _, name, value in fields.rows] == [
        (part.value, finding.value) for part, finding in found.findings.items()
    ]


@pytest.mark.parametrize(("record", "source"), [(_drawn(), "secret"), (_typed(), "keyword")])
def test_the_headline_speaks_of_what_the_board_was_dealt_from(record: Record, source: str) -> None:
    texts = Texts.load()
    other = ({"secret", "keyword"} - {source}).pop()
    layout = replace(record.layout, order=record.layout.order[::-1])
    changed = replace(record, layout=layout)
    for checked, said in ((record, "Everything agrees"), (changed, "doesn't agree")):
        view = verification_view(verify(checked, PACKS))
        headline = texts.say(view.title)
        assert said in headline
        assert f" {source}" in headline
        assert other not in headline
        assert not any(isinstance(block, Text) for block in view.blocks)
