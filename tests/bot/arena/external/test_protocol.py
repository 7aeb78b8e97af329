"""The messages between the referee and agents: their meaning, and the harm that no line can do."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.arena.external.protocol import (
    HELLO,
    LONGEST_LINE_BYTES,
    QUIT,
    AskClue,
    AskGuesses,
    ClueAnswer,
    GameOptions,
    GameResult,
    Message,
    NewGame,
    PickedCard,
    ProtocolBreach,
    Ready,
    TurnTold,
    identity_name,
    is_remark,
    position_of,
    read,
    read_clue,
    read_guesses,
    schema,
    text_of,
    turn_record,
)
from core.codenames.actions import GiveClue, Guess
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Chair, Identity, Options, Role, State, Team, Turn
from core.codenames.rules import Codenames
from core.rules import CHANCE, Secret, advance
from core.words.packs import Pack
from tests.bot.arena.external.answers import nearly_right
from tests.profile import examples

SCHEMA = json.loads((Path(__file__).parents[4] / "docs/agents/protocol.json").read_text())
CARDS = ("lion", "ice cream", "O'Hara", "back\\slash", 'the "end"', "x=0.5")
COVERED = range(len(CARDS))
RULES = Codenames(
    Options(), Supply(Pack("cards", tuple(f"ice card{n}" for n in range(30)))), Referee()
)


def dealt(seed: int) -> State:
    state = RULES.initial()
    deal = RULES.chance(state, np.random.default_rng(seed))
    assert deal is not None
    return advance(RULES, state, RULES.decide(state, CHANCE, deal))


def clue_line(**values: object) -> str:
    return json.dumps({"type": "clue", **values})


def guesses_line(*cards: str, **chances: object) -> str:
    named: list[dict[str, object]] = [{"card": card} for card in cards]
    named += [{"card": card, "chance": chance} for card, chance in chances.items()]
    return json.dumps({"type": "guesses", "guesses": named})


def test_the_schema_beside_the_samples_is_that_of_the_messages() -> None:
    # python -c "import json; from bot.arena.external.protocol import schema
    # print(json.dumps(schema(), indent=2))" > docs/agents/protocol.json
    assert schema() == SCHEMA


@given(st.binary())
def test_any_bytes_are_an_answer_or_are_refused(raw: bytes) -> None:
    for read_answer in (
        lambda line: read(Ready, line),
        read_clue,
        lambda line: read_guesses(line, CARDS, COVERED, range(1, 4)),
    ):
        try:
            answer: object = read_answer(text_of(raw))
        except ProtocolBreach:
            continue
        assert answer


@settings(max_examples=examples(300))
@given(nearly_right())
def test_what_is_read_from_nearly_right_messages_is_lawful_by_the_schema(
    message: dict[str, Any],
) -> None:
    line = json.dumps(message)
    by_schema = jsonschema.Draft202012Validator(SCHEMA).is_valid(message)
    try:
        picks = read_guesses(line, CARDS, COVERED, range(1, 4))
    except ProtocolBreach:
        pass
    else:
        assert by_schema
        assert 1 <= len(picks) <= 3
        assert len({pick.place for pick in picks}) == len(picks)
        assert all(pick.chance is None or 0 <= pick.chance <= 1 for pick in picks)
    try:
        clue = read_clue(line)
    except ProtocolBreach:
        pass
    else:
        assert by_schema
        assert clue.number in range(1, 10)
        assert " " not in clue.word


@pytest.mark.parametrize(
    ("line", "picks"),
    [
        (guesses_line("lion"), [(0, None)]),
        (guesses_line("LION", "ice cream"), [(0, None), (1, None)]),
        (guesses_line(**{"ice cream": 0.25, "lion": 1}), [(1, 0.25), (0, 1.0)]),
        (guesses_line("x=0.5"), [(5, None)]),
        (guesses_line(**{"O'Hara": None}), [(2, None)]),
        (guesses_line("back\\slash", 'the "end"'), [(3, None), (4, None)]),
    ],
)
def test_guesses_are_read(line: str, picks: list[tuple[int, float | None]]) -> None:
    found = read_guesses(line, CARDS, COVERED, range(1, 4))
    assert found == tuple(PickedCard(*pick) for pick in picks)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", 'instead of {"type": "guesses", ...}, it said \'\''),
        ("guesses lion", "instead of"),
        ('{"guesses": []}', "instead of"),
        ('{"type": "clue", "guesses": []}', "instead of"),
        ('{"type": "guesses", "guesses": "lion"}', "instead of"),
        ('{"type": "guesses", "guesses": [{"card": 1}]}', "instead of"),
        (guesses_line(), "1 to 3 cards are to be named, not 0"),
        (guesses_line("lion", "Lion"), "named twice"),
        (guesses_line("tiger"), "no covered card: 'tiger'"),
        (guesses_line(lion=2), "a chance is from 0 to 1"),
        (guesses_line(lion=float("nan")), "a chance is from 0 to 1"),
        (guesses_line(lion="0.5"), "a chance is from 0 to 1"),
        (guesses_line("lion", "O'Hara", "x=0.5", "ice cream"), "to be named, not 4"),
    ],
)
def test_other_guesses_are_refused_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(ProtocolBreach) as refused:
        read_guesses(line, CARDS, COVERED, range(1, 4))
    assert reason in str(refused.value)


def test_a_card_that_was_turned_is_refused_and_so_is_a_wrong_count() -> None:
    with pytest.raises(ProtocolBreach, match="no covered card"):
        read_guesses(guesses_line("lion"), CARDS, (1, 2), range(1, 2))
    with pytest.raises(ProtocolBreach, match="2 cards are to be named, not 1"):
        read_guesses(guesses_line("lion"), CARDS, COVERED, range(2, 3))


def test_a_clue_is_read_with_whatever_else_its_message_holds() -> None:
    said = clue_line(word="feline", number=2, why=["lion"])
    assert read_clue(said) == ClueAnswer(type="clue", word="feline", number=2)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (clue_line(word="feline"), "instead of"),
        (clue_line(word="feline", number=0), "a clue's number is from 1 to 9"),
        (clue_line(word="feline", number=10), "a clue's number is from 1 to 9"),
        (clue_line(word="feline", number="2"), "a clue's number is from 1 to 9"),
        (clue_line(word="feline", number=1.5), "a clue's number is from 1 to 9"),
        (clue_line(word="feline", number=True), "a clue's number is from 1 to 9"),
        (clue_line(word="big cat", number=2), "a clue is one word: 'big cat'"),
        (clue_line(word="a,b", number=1), "a clue is one word"),
        (clue_line(word="feline", number=1)[:-1], "instead of"),
        ('{"type": "clue", "word": "x", "number": ' + "9" * 6000 + "}", "it said"),
        ("[" * 60_000, "it said '[[["),
        (r'{"type": "clue", "word": "\ud800", "number": 1}', "it said"),
    ],
)
def test_other_clues_are_refused_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(ProtocolBreach) as refused:
        read_clue(line)
    assert reason in str(refused.value)


def test_a_greeting_is_read_and_others_refused() -> None:
    told = {"type": "ready", "name": "My agent", "version": "1.0", "author": "Ada"}
    assert read(Ready, json.dumps(told)).name == "My agent"
    with pytest.raises(ProtocolBreach, match="ready"):
        read(Ready, '{"type": "ready", "name": "me"}')


@pytest.mark.parametrize(
    ("line", "remark"),
    [
        ('{"type": "info"}', True),
        ('{"type": "info", "depth": [1, 2]}', True),
        ('{"said": "info"}', False),
        ('{"type": "clue", "word": "info", "number": 1}', False),
        ('"info"', False),
        ("info", False),
    ],
)
def test_a_remark_is_told_from_an_answer(line: str, remark: bool) -> None:
    assert is_remark(line) is remark


def test_a_line_that_is_too_long_or_no_text_is_refused() -> None:
    assert text_of(b"x" * LONGEST_LINE_BYTES + b"") == "x" * LONGEST_LINE_BYTES
    with pytest.raises(ProtocolBreach, match="longer than"):
        text_of(b"x" * (LONGEST_LINE_BYTES + 1))
    with pytest.raises(ProtocolBreach, match="not UTF-8"):
        text_of(b"\xff")


def asked(message: Message) -> dict[str, Any]:
    """Return a message as an agent reads it, after a check against the schema."""
    said: dict[str, Any] = json.loads(message.line)
    jsonschema.validate(said, SCHEMA)
    assert "\n" not in message.line
    return said


def test_a_position_tells_cards_clues_and_what_was_turned() -> None:
    state = dealt(1)
    public = RULES.observe(state, None)
    team, key = public.order[0], state.layout.key.value if state.layout else ()
    own = key.index(Identity.of(team))
    words = [card.word for card in public.cards]
    seats = [Chair(team, role).seat for role in Role]
    actions: tuple[GiveClue | Guess, ...] = (GiveClue(1, "river", 1), Guess(1, own))
    for seat, action in zip(seats, actions, strict=True):
        state = advance(RULES, state, RULES.decide(state, seat, action))
    turn = state.turns[0]
    position = position_of(public, (turn,))
    names = [identity_name(identity) for identity in key]
    question = AskClue.model_validate({"type": "ask-clue", "key": names, **position})
    record = {
        "team": team.value,
        "clue": "river",
        "number": 1,
        "turned": [{"card": words[own], "identity": team.value}],
    }
    assert asked(question) == {
        "type": "ask-clue",
        "cards": words,
        "shown": [team.value if place == own else None for place in range(25)],
        "key": names,
        "left": {team.value: 8, public.order[1].value: 8},
        "turns": [record],
    }
    told = TurnTold(type="outcome", turn=turn_record(turn, words))
    assert asked(told) == {"type": "outcome", "turn": record}
    skipped = turn_record(Turn(1, team), words)
    assert (skipped.clue, skipped.number, skipped.turned) == (None, None, [])
    guesser = {"type": "ask-guesses", "clue": "river", "number": None, **position}
    assert "key" not in asked(AskGuesses.model_validate(guesser))


def test_other_messages() -> None:
    public = RULES.observe(dealt(1), None)
    first = public.order[0].value
    assert asked(HELLO) == {"type": "hello", "protocol": 2}
    options = GameOptions(
        type="options", rules="paper", role=Role.GUESSER, seconds=10.0, vocabulary="clues.txt"
    )
    assert asked(QUIT) == {"type": "quit"}
    assert asked(options) == {
        "type": "options",
        "rules": "paper",
        "role": "guesser",
        "seconds": 10.0,
        "vocabulary": "clues.txt",
    }
    game = asked(NewGame(type="game", team=Team.RED, first=public.order[0], seed=7))
    assert game == {"type": "game", "team": "red", "first": first, "seed": 7}
    assert asked(GameResult(type="result", winner=Team.BLUE)) == {
        "type": "result",
        "winner": "blue",
    }
    assert asked(GameResult(type="result", winner=None)) == {"type": "result", "winner": None}


@given(st.integers(0, 1000), st.randoms(use_true_random=False))
def test_nothing_that_a_guesser_is_told_depends_on_the_key(seed: int, random: Random) -> None:
    state = dealt(seed)
    assert state.layout is not None
    key = list(state.layout.key.value)
    random.shuffle(key)
    shuffled = replace(state, layout=replace(state.layout, key=Secret(tuple(key))))
    seat = Chair(state.turns[0].team, Role.GUESSER).seat
    views = [RULES.observe(one, seat) for one in (state, shuffled)]
    lines = [position_of(view, ()) for view in views]
    assert lines[0] == lines[1]
