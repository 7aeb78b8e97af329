"""The answer to `why`: each card's chance for a clue of a finished game."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.gametypes.codenames.why import MOST_LINES, answer_why, find_clue
from core.agents.listener import default_listener
from core.agents.thoughts import ClueThoughts, GuessThoughts
from core.codenames.model import Observation, Options
from core.rules import Refusal, Seat
from core.view import Choices, Fields, Phrase, Text, View, phrase
from tests.bot.tables import CodenamesTable, new_table

SPY, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")
RED_SPY, RED_GUESSER = Seat("red-spymaster"), Seat("red-guesser")


def _ended(table: CodenamesTable) -> Observation:
    (seat, *_) = table.to_act
    table.submit(seat, "resign")
    return table.observe(None)


def _two_clues() -> Observation:
    """Return a game of two clues: A1 and A2 were picked on "ocean", none on "bakery"."""
    table = new_table()
    table.submit(SPY, "clue ocean 2")
    for line in ("guess A1", "guess A2", "pass"):
        if GUESSER in table.to_act:
            table.submit(GUESSER, line)
    table.submit(RED_SPY, "clue bakery 1")
    return _ended(table)


def _one_clue(word: str) -> Observation:
    table = new_table()
    table.submit(SPY, f"clue {word} 2 anyway")
    return _ended(table)


def _rows(view: View) -> Sequence[tuple[Phrase, Phrase]]:
    (fields,) = [block for block in view.blocks if isinstance(block, Fields)]
    return [(name, value) for _, name, value in fields.rows]


def _texts(view: View) -> list[Phrase]:
    """Return the sentences about the cards, without the one about the turn's effect."""
    first, *rest = [block.phrase for block in view.blocks if isinstance(block, Text)]
    return rest if first.key == "why-win" else [first, *rest]


def _refused(line: str, seen: Observation) -> Phrase:
    with pytest.raises(Refusal) as refused:
        answer_why(line, seen)
    return refused.value.phrase


def test_the_ten_likeliest_cards_have_a_line_each_and_the_others_share_one() -> None:
    seen = _two_clues()
    view = answer_why("why ocean", seen)
    rows, (_, others) = _rows(view), _texts(view)
    shown = [str(value["percent"]).rjust(3) for _, value in rows]
    assert len(rows) == MOST_LINES
    assert others["count"] == 25 - MOST_LINES
    assert shown == sorted(shown, reverse=True)
    rest = others["cards"]
    assert isinstance(rest, tuple)
    assert {str(name["card"]) for name, _ in rows} | {str(one["card"]["card"]) for one in rest} == {
        card.word for card in seen.cards
    }


def test_the_chances_are_those_of_the_listener_beside_the_keys_identities() -> None:
    seen = _two_clues()
    words = [card.word for card in seen.cards]
    chances = default_listener().picks(words, "ocean").chances
    best = int(chances.argmax())
    name, value = _rows(answer_why("why ocean", seen))[0]
    assert seen.layout is not None
    assert name["card"] == words[best]
    assert value["percent"] == round(100 * chances[best])
    assert value["name"] == seen.layout.key.value[best].name.lower()


def test_picks_are_numbered_in_their_order() -> None:
    seen = _two_clues()
    view = answer_why("why 1", seen)
    others = _texts(view)[1]["cards"]
    assert isinstance(others, tuple)
    cards = [(str(name["card"]), value["pick"]) for name, value in _rows(view)]
    cards += [(str(one["card"]["card"]), one["pick"]) for one in others]
    picked = {word: number for word, number in cards if number}
    made = seen.turns[0].guesses
    assert picked == {seen.cards[guess.card].word: n for n, guess in enumerate(made, 1)}


def test_cards_that_were_uncovered_before_the_clue_are_left_out() -> None:
    seen = _two_clues()
    others = _texts(answer_why("why bakery", seen))[1]
    assert MOST_LINES + int(str(others["count"])) == 25 - len(seen.turns[0].guesses)


def test_what_a_turn_did_and_bots_meant_stands_before_the_cards() -> None:
    seen = _two_clues()
    meant = ClueThoughts("gloss", "ocean", 2, ((seen.cards[0].word, 0.5),))
    view = answer_why("why ocean", seen, {(1, SPY): meant, (2, RED_SPY): meant})
    won, said, *_ = [block.phrase for block in view.blocks if isinstance(block, Text)]
    assert (won.key, won["team"]) == ("why-win", "blue")
    assert (said.key, said["targets"]) == ("recap-clue", (seen.cards[0].word,))


def test_a_clue_that_no_model_knows_still_has_what_bots_made_of_it() -> None:
    seen = _one_clue("zzyzx")
    view = answer_why("why", seen, {(1, GUESSER): GuessThoughts("gloss", "zzyzx", None, None, ())})
    keys = [block.phrase.key for block in view.blocks if isinstance(block, Text)]
    assert keys == ["recap-guess-unknown", "why-unknown"]


def test_each_other_clue_is_a_choice_that_asks_for_it() -> None:
    blocks = answer_why("why 1", _two_clues()).blocks
    (choices,) = [one for one in blocks if isinstance(one, Choices)]
    assert [(one.line, one.label) for one in choices.choices] == [
        ("why 2", phrase("why-turn", turn=2, word="bakery"))
    ]


@pytest.mark.parametrize(
    ("named", "turn"), [("", 2), ("ocean", 1), ("OCEAN", 1), ("1", 1), ("2", 2), ("bakery", 2)]
)
def test_a_clue_is_named_by_its_word_or_its_turn_and_is_the_last_one_else(
    named: str, turn: int
) -> None:
    assert find_clue(_two_clues().turns, named)[0].number == turn
    assert answer_why(f"why {named}", _two_clues()).title["turn"] == turn


def test_of_a_word_that_was_given_twice_the_last_is_meant() -> None:
    table = new_table()
    for seat, guesser in ((SPY, GUESSER), (RED_SPY, RED_GUESSER)):
        table.submit(seat, "clue ocean 1")
        if seat == SPY:
            wrong = next(
                card.word
                for card in table.observe(SPY).cards
                if card.key is not None and card.key.name == "BYSTANDER"
            )
            table.submit(guesser, f"guess {wrong}")
    assert answer_why("why ocean", _ended(table)).title["turn"] == 2


@pytest.mark.parametrize(
    ("word", "by"), [("ocean", "word"), ("umberella", "spelling"), ("icecold", "parts")]
)
def test_it_is_told_as_which_word_a_clue_is_taken(word: str, by: str) -> None:
    assert _texts(answer_why("why", _one_clue(word)))[0]["by"] == by


def test_a_clue_that_was_heard_as_another_word_counts_as_that() -> None:
    seen = _one_clue("umberella")
    turn = seen.turns[0]
    assert turn.clue is not None
    heard = replace(seen, turns=(replace(turn, clue=replace(turn.clue, heard_as="ocean")),))
    said, straight = answer_why("why", heard), answer_why("why", _one_clue("ocean"))
    assert _rows(said) == _rows(straight)
    assert (_texts(said)[0]["by"], _texts(said)[0]["word"]) == ("spelling", "ocean")


def test_a_small_board_has_no_others() -> None:
    table = new_table(Options(rows=3, cols=3))
    table.submit(SPY, "clue ocean 1")
    view = answer_why("why", _ended(table))
    assert len(_rows(view)) == 9
    assert len(_texts(view)) == 1


# Refusals.


def test_a_game_without_clues_says_so() -> None:
    assert _refused("why", _ended(new_table())).key == "why-no-clue"


def test_a_clue_that_was_not_given_is_refused_with_those_that_were() -> None:
    refused = _refused("why desert", _two_clues())
    assert refused.key == "why-which"
    assert refused["known"] == ("1 ocean", "2 bakery")


def test_a_clue_of_which_nothing_is_known_is_refused() -> None:
    refused = _refused("why", _one_clue("zzqqxw"))
    assert (refused.key, refused["clue"]) == ("why-unknown", "zzqqxw")


def test_nothing_is_told_while_the_game_runs() -> None:
    table = new_table()
    table.submit(SPY, "clue ocean 2")
    assert _refused("why", table.observe(None)).key == "question-early"
    assert _refused("why", table.observe(SPY)).key == "question-early"
