from dataclasses import replace

from core.rules import Legal, Seat
from core.shiritori.model import Action, Observation, PlayWord
from core.shiritori.options import PlayOrder
from core.shiritori.present import COLUMNS, PLAYER_FACES, SHOWN, present
from core.shiritori.rules import Shiritori
from core.view import Choices, Fields, FormBlock, Grid, Text, View
from tests.core.shiritori.words import table

CHAIN = (
    "しりとり",
    "林檎",
    "ゴリラ",
    "ラッパ",
    "パンダ",
    "ダチョウ",
    "牛",
    "シカ",
    "カメ",
    "目",
    "めがね",
)


def played(rules: Shiritori, words: tuple[str, ...]) -> Observation:
    state = rules.initial()
    for word in words:
        (seat, *_) = sorted(rules.to_act(state))
        for event in rules.decide(state, seat, PlayWord(state.turn, word)):
            state = rules.apply(state, event)
    return rules.observe(state, None)


def view(rules: Shiritori, words: tuple[str, ...], seat: str | None = None) -> View:
    observation = played(rules, words)
    legal: Legal[Action] = Legal()
    if seat:
        legal = rules.legal(observation.state, Seat(seat))
    return present(observation, legal)


def grid(shown: View) -> Grid:
    return next(block for block in shown.blocks if isinstance(block, Grid))


def test_a_new_table_shows_that_any_word_begins() -> None:
    shown = view(table(), ())
    assert shown.title.key == "shiritori-title-turn"
    assert [b.phrase.key for b in shown.blocks if isinstance(b, Text)] == ["shiritori-sound-free"]
    assert not [block for block in shown.blocks if isinstance(block, Grid)]


def test_the_chain_is_shown_word_by_word_with_the_players_looks() -> None:
    cells = [cell for row in grid(view(table(), CHAIN[:4])).cells for cell in row]
    assert [cell.label for cell in cells[:4]] == [
        "しりとり",
        "林檎 リンゴ",
        "ゴリラ",
        "ラッパ",
    ]
    assert [cell.face for cell in cells[:2]] == [PLAYER_FACES[1], PLAYER_FACES[2]]
    assert [cell.notes[0].text for cell in cells[:4]] == ["1", "2", "3", "4"]
    assert [cell.place for cell in cells] == ["A1", "A2", "A3", "B1", "B2", "B3"]


def test_of_a_long_chain_the_last_words_are_shown() -> None:
    more = (*CHAIN, "鼠", "みみず")
    rules = table(lives=0)
    shown = grid(view(rules, more[:11]))
    assert sum(len(row) for row in shown.cells) == SHOWN
    assert len(shown.cells[0]) == COLUMNS


def test_the_next_sound_stands_large() -> None:
    text = next(b for b in view(table(), CHAIN[:2]).blocks if isinstance(b, Text))
    assert (text.phrase.key, text.phrase["sound"], text.phrase["where"]) == (
        "shiritori-sound",
        "ゴ",
        "start",
    )
    reverse = view(table(reverse=True), ("林檎",))
    assert next(b for b in reverse.blocks if isinstance(b, Text)).phrase["where"] == "end"


def test_only_who_may_play_is_offered_something() -> None:
    offered = view(table(), CHAIN[:1], "player2")
    assert [block.verb for block in offered.blocks if isinstance(block, FormBlock)] == ["say"]
    choices = next(block for block in offered.blocks if isinstance(block, Choices))
    assert [choice.line for choice in choices.choices] == ["concede"]
    seen = played(table(), CHAIN[:1])
    alone = present(replace(seen, chair=seen.options.chairs[0]), Legal())
    assert not [b for b in alone.blocks if isinstance(b, FormBlock | Choices)]


def test_the_word_stands_before_giving_up_and_both_keep_their_places_while_a_bot_plays() -> None:
    def places(rules: Shiritori, words: tuple[str, ...], seat: str | None) -> list[object]:
        blocks = view(rules, words, seat).blocks
        return [
            one.verb if isinstance(one, FormBlock) else one.choices[0].line
            for one in blocks
            if isinstance(one, FormBlock | Choices)
        ]

    def enabled(rules: Shiritori, words: tuple[str, ...], seat: str | None) -> set[bool]:
        blocks = view(rules, words, seat).blocks
        forms = {one.enabled for one in blocks if isinstance(one, FormBlock)}
        offers = (one for one in blocks if isinstance(one, Choices))
        return forms | {choice.enabled for offer in offers for choice in offer.choices}

    for words in (), CHAIN[:1], CHAIN[:5]:
        mover = f"player{len(words) % 2 + 1}"
        assert places(table(), words, mover) == places(table(), words, None) == ["say", "concede"]
        assert enabled(table(), words, mover) == {True}
        assert enabled(table(), words, None) == {False}
        assert places(table(hints=True), words, None) == ["hint", "say", "concede"]
    assert places(table(), ("しりとり", "ゴリラ"), None) == []


def test_players_have_their_words_and_lives() -> None:
    shown = view(table(lives=3), ("しりとり", "ゴリラ"))
    fields = next(block for block in shown.blocks if isinstance(block, Fields))
    assert [(row[2]["words"], row[2]["lives"]) for row in fields.rows] == [(1, 3), (0, 2)]
    assert [b.phrase.key for b in shown.blocks if isinstance(b, Text)][-1] == (
        "shiritori-last-failure"
    )


def test_the_end_says_who_has_won() -> None:
    shown = view(table(), ("しりとり", "ゴリラ"))
    assert shown.title.key == "shiritori-over"
    free = view(table(order=PlayOrder.FREE), ())
    assert free.title.key == "shiritori-title-free"
