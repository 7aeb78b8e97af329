from typing import Any

import pytest

from core.rules import (
    CHANCE,
    CLOCK,
    Expire,
    IllegalAction,
    InvalidNotation,
    OptionsError,
    Outcome,
    Seat,
    Unconfirmed,
    advance,
)
from core.shiritori.judge import WordFault
from core.shiritori.model import (
    Action,
    AskHint,
    ChainEnded,
    Concede,
    Event,
    HintGiven,
    LossReason,
    PlayerOut,
    PlayWord,
    State,
    WordFailed,
    WordPlayed,
)
from core.shiritori.notation import parse
from core.shiritori.options import Options, PlayOrder, WordList
from core.shiritori.present import describe
from core.shiritori.rules import Shiritori
from core.words.packs import Pack
from tests.core.shiritori.words import ENGLISH, table

ONE, TWO, THREE = (Seat(f"player{number}") for number in (1, 2, 3))


class Game:
    """A running game."""

    def __init__(self, **options: Any) -> None:
        self.rules = table(**options)
        self.state = self.rules.initial()
        self.events: list[Event] = []

    def do(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        events = tuple(self.rules.decide(self.state, seat, action))
        for event in events:
            self.state = self.rules.apply(self.state, event)
        self.events += events
        return events

    def say(self, seat: Seat, text: str) -> tuple[Event, ...]:
        return self.do(seat, PlayWord(self.state.turn, text))

    def refused(self, seat: Seat, text: str) -> IllegalAction:
        with pytest.raises(IllegalAction) as refused:
            self.say(seat, text)
        return refused.value

    @property
    def to_act(self) -> frozenset[Seat]:
        return self.rules.to_act(self.state)


def test_players_give_words_in_turn() -> None:
    game = Game(players=3)
    for seat, word in ((ONE, "しりとり"), (TWO, "林檎"), (THREE, "ゴリラ"), (ONE, "ラッパ")):
        assert game.to_act == {seat}
        assert game.say(seat, word)
    assert game.state.readings == ("シリトリ", "リンゴ", "ゴリラ", "ラッパ")
    assert [played.word for played in game.state.chain][:2] == ["しりとり", "林檎"]
    assert advance(game.rules, game.rules.initial(), game.events) == game.state


def test_another_player_waits() -> None:
    game = Game()
    assert game.refused(TWO, "りんご").phrase.key == "shiritori-not-your-turn"
    assert game.refused(Seat("player9"), "りんご").phrase.key == "no-such-chair"


@pytest.mark.parametrize(
    ("typed", "shown"), [("gorira", "ゴリラ"), ("ｺﾞﾘﾗ", "ゴリラ"), ("牛", "牛")]
)
def test_a_wrong_word_is_shown_as_a_right_one_would_be(typed: str, shown: str) -> None:
    game = Game()
    game.say(ONE, "しりとり")
    failed = game.say(TWO, typed)[0]
    assert isinstance(failed, WordFailed)
    assert failed.word == shown
    said = describe(failed, game.rules.observe(game.state, None))
    assert (said["fault"], said["sound"]) == ("misfit", "リ")


def test_a_wrong_word_loses_by_default() -> None:
    game = Game()
    game.say(ONE, "しりとり")
    assert game.say(TWO, "ゴリラ") == (
        WordFailed(TWO, "ゴリラ", "ゴリラ", WordFault.MISFIT, "リ"),
        PlayerOut(TWO, LossReason.WORD),
        ChainEnded(ONE),
    )
    assert game.to_act == frozenset()
    outcome = game.rules.outcome(game.state)
    assert isinstance(outcome, Outcome)
    assert outcome.winners == {ONE}
    assert game.refused(ONE, "りんご").phrase.key == "game-over"


@pytest.mark.parametrize("typed", ["", "みかん", "ゴリラ", "りす", "しりとり"])
def test_every_fault_loses_by_default(typed: str) -> None:
    game = Game()
    game.say(ONE, "しりとり")
    assert game.say(TWO, typed)[-1] == ChainEnded(ONE)


def test_a_life_is_lost_and_the_player_tries_again() -> None:
    game = Game(lives=2)
    game.say(ONE, "しりとり")
    assert [*map(type, game.say(TWO, "ゴリラ"))] == [WordFailed]
    observation = game.rules.observe(game.state, TWO)
    assert [observation.lives(chair) for chair in game.rules.options.chairs] == [2, 1]
    assert game.to_act == {TWO}
    game.say(TWO, "林檎")
    game.say(ONE, "ゴリラ")
    assert game.say(TWO, "りんご")[-1] == ChainEnded(ONE)


def test_without_lives_a_wrong_word_costs_nothing() -> None:
    game = Game(lives=0)
    game.say(ONE, "しりとり")
    phrase = game.refused(TWO, "ゴリラ").phrase
    assert (phrase.key, phrase["fault"], phrase["sound"]) == ("shiritori-refused", "misfit", "リ")
    assert game.rules.observe(game.state, TWO).lives(game.rules.options.chairs[1]) is None
    assert game.say(TWO, "林檎")


def test_who_is_out_is_passed_over_and_the_last_one_wins() -> None:
    game = Game(players=3)
    game.say(ONE, "しりとり")
    assert game.do(TWO, Concede(game.state.turn)) == (PlayerOut(TWO, LossReason.CONCEDED),)
    assert game.to_act == {THREE}
    game.say(THREE, "林檎")
    assert game.to_act == {ONE}
    assert game.refused(TWO, "ゴリラ").phrase.key == "shiritori-you-are-out"
    assert game.do(ONE, Concede(game.state.turn))[-1] == ChainEnded(THREE)


def test_whoever_is_first_goes_on_but_for_the_player_of_the_last_word() -> None:
    game = Game(order=PlayOrder.FREE, players=3)
    assert game.to_act == {ONE, TWO, THREE}
    game.say(THREE, "しりとり")
    assert game.to_act == {ONE, TWO}
    assert game.refused(THREE, "林檎").phrase.key == "shiritori-own-word"
    turn = game.state.turn
    game.say(ONE, "ゴリラ")
    assert game.state.is_out(ONE)
    assert game.state.turn == turn + 1
    assert game.to_act == {TWO}


def test_a_wrong_word_of_one_player_leaves_the_turn_to_the_others() -> None:
    game = Game(order=PlayOrder.FREE, players=3, lives=2)
    game.say(THREE, "しりとり")
    late = PlayWord(game.state.turn, "林檎")
    game.say(ONE, "ゴリラ")
    assert game.do(TWO, late)


def test_time_puts_the_mover_out() -> None:
    game = Game()
    game.say(ONE, "しりとり")
    expired = (PlayerOut(TWO, LossReason.EXPIRED), ChainEnded(ONE))
    assert game.do(CLOCK, Expire(game.state.turn)) == expired


@pytest.mark.parametrize(("words", "winner"), [(["しりとり"], ONE), ([], None)])
def test_time_without_an_order_is_won_by_the_last_word(
    words: list[str], winner: Seat | None
) -> None:
    game = Game(order=PlayOrder.FREE)
    for word in words:
        game.say(ONE, word)
    assert game.do(CLOCK, Expire(game.state.turn)) == (ChainEnded(winner),)
    outcome = game.rules.outcome(game.state)
    assert outcome
    assert outcome.winners == ({winner} if winner else frozenset())


def test_only_the_clock_ends_a_turn() -> None:
    game = Game()
    with pytest.raises(IllegalAction, match="only-clock-expires"):
        game.do(ONE, Expire(1))
    assert game.rules.legal(game.state, CHANCE) == game.rules.legal(game.state, TWO)


def test_an_action_for_another_turn_is_refused() -> None:
    game = Game()
    game.say(ONE, "しりとり")
    with pytest.raises(IllegalAction, match="other-turn"):
        game.do(TWO, PlayWord(1, "林檎"))


def test_a_word_of_several_readings_is_asked_for_and_costs_nothing() -> None:
    game = Game()
    asked = game.refused(ONE, "一目")
    assert isinstance(asked, Unconfirmed)
    assert asked.phrase.key == "shiritori-which-reading"
    assert asked.phrase["readings"] == ("ヒトメ", "イチモク")
    assert [choice.label for choice in asked.choices] == ["ヒトメ", "イチモク"]
    lines = [choice.line for choice in asked.choices]
    for line, reading in zip(lines, ("ヒトメ", "イチモク"), strict=True):
        meant = parse(line, game.rules.observe(game.state, ONE), asked.turn)
        (played,) = game.rules.decide(game.state, ONE, meant)
        assert played == WordPlayed(ONE, "一目", reading)
    assert game.say(ONE, "いちもく") == (WordPlayed(ONE, "いちもく", "イチモク"),)


HOMOPHONES = Pack(
    "homophones",
    (
        "会\tカイ",
        "貝\tカイ",
        "以下\tイカ",
        "烏賊\tイカ",
        "下記\tカキ",
        "柿\tカキ",
        "スイカ",
        "西瓜\tスイカ",
    ),
)


@pytest.mark.parametrize(
    ("typed", "shown", "reading"),
    [
        ("貝", "貝", "カイ"),
        ("会", "会", "カイ"),
        ("かい", "かい", "カイ"),
        ("イカ", "イカ", "イカ"),
        ("ｲｶ", "イカ", "イカ"),
        (" 柿 ", "柿", "カキ"),
        ("kaki", "カキ", "カキ"),
        ("西瓜", "西瓜", "スイカ"),
        ("すいか", "すいか", "スイカ"),
    ],
)
def test_a_word_is_shown_as_it_was_typed_and_romaji_as_kana(
    typed: str, shown: str, reading: str
) -> None:
    rules = Shiritori(Options(), HOMOPHONES)
    events = rules.decide(rules.initial(), ONE, PlayWord(1, typed))
    assert events == (WordPlayed(ONE, shown, reading),)


@pytest.mark.parametrize(
    ("typed", "shown"), [("Café", "Café"), ("CAFE", "CAFE"), ("whale", "whale"), ("éagle", "eagle")]
)
def test_an_english_word_is_shown_as_it_was_typed_without_stray_accents(
    typed: str, shown: str
) -> None:
    rules = Shiritori(Options(words=WordList.ENGLISH), ENGLISH.pack)
    (played,) = rules.decide(rules.initial(), ONE, PlayWord(1, typed))
    assert isinstance(played, WordPlayed)
    assert played.word == shown


def test_another_spelling_of_a_sound_was_used_before() -> None:
    rules = Shiritori(Options(lives=0), Pack("ring", ("会\tカイ", "貝\tカイ", "烏賊\tイカ")))
    state = advance(rules, rules.initial(), [WordPlayed(ONE, "貝", "カイ")])
    state = advance(rules, state, rules.decide(state, TWO, PlayWord(2, "いか")))
    with pytest.raises(IllegalAction) as refused:
        rules.decide(state, ONE, PlayWord(3, "会"))
    assert refused.value.phrase["fault"] == "used"


def test_a_hint_names_words_that_win_for_sure() -> None:
    game = Game(hints=True)
    game.say(ONE, "取り柄")
    hint = AskHint(game.state.turn)
    assert hint in game.rules.legal(game.state, TWO).actions
    assert game.do(TWO, hint) == (HintGiven(TWO, ("駅",)),)
    assert hint not in game.rules.legal(game.state, TWO).actions
    with pytest.raises(IllegalAction, match="shiritori-hint-again"):
        game.do(TWO, hint)
    game.say(TWO, "駅")
    assert game.state.hint is None


def hinted(words: tuple[str, ...], *played: str, nodes: int = 0, **options: Any) -> tuple[str, ...]:
    """Return the words of the first player's hint, after both players' words and a search."""
    rules = Shiritori(Options(hints=True, **options), Pack("own", words))
    state = rules.initial()
    for number, word in enumerate(played):
        action = PlayWord(state.turn, word)
        state = advance(rules, state, rules.decide(state, (ONE, TWO)[number % 2], action))
    asked = rules.hint(state, nodes) if nodes else AskHint(state.turn)
    (hint,) = rules.decide(state, ONE, asked)
    assert isinstance(hint, HintGiven)
    return hint.words


def test_a_hint_names_what_a_search_finds_where_no_sound_is_settled() -> None:
    circle = ("オエ", "エア", "アイ", "イウ", "ウア", "ウカア")
    assert hinted(circle, "オエ", "エア", nodes=100) == ("アイ",)
    assert hinted(circle, "オエ", "エア") == ()


def test_a_hint_says_when_every_word_loses() -> None:
    rules = Shiritori(Options(hints=True), Pack("own", ("アイ", "イウ", "ウエ", "イオ", "オカ")))
    state = rules.initial()
    assert not rules.hint(state, 100).lost
    state = advance(rules, state, rules.decide(state, ONE, PlayWord(1, "アイ")))
    assert rules.hint(state, 100).lost
    (hint,) = rules.decide(state, TWO, AskHint(2, (), lost=True))
    assert hint == HintGiven(TWO, (), lost=True)
    against_bot = Shiritori(Options(hints=True, order=PlayOrder.BOT), rules.pack)
    assert not against_bot.hint(state, 100).lost


def test_a_hint_against_a_bot_counts_on_the_words_that_bots_play() -> None:
    words = ("オエ", "エア", "アイ", "イウ\tイウ\t-")
    assert hinted(words, "オエ", "エア") == ()
    assert hinted(words, "オエ", "エア", order=PlayOrder.BOT) == ("アイ",)


def test_a_hint_after_a_word_from_which_no_bot_goes_on_names_none() -> None:
    words = ("オエ", "エア", "アヌ\tアヌ\t-", "イウ")
    assert hinted(words, "エア", "アヌ", order=PlayOrder.BOT) == ()


def test_among_more_than_two_players_no_word_is_proved_to_win() -> None:
    game = Game(hints=True, players=3)
    assert game.do(ONE, AskHint(1)) == (HintGiven(ONE, ()),)


def test_hints_are_off_unless_the_table_has_them() -> None:
    game = Game()
    with pytest.raises(IllegalAction, match="shiritori-hints-off"):
        game.do(ONE, AskHint(1))
    assert [*game.rules.legal(game.state, ONE).actions] == [Concede(1)]


def test_the_opening_sound_of_a_day_is_the_same_for_everybody() -> None:
    day, other = (table(daily=date).opening for date in ("2026-01-31", "2026-02-01"))
    assert day == table(daily="2026-01-31").opening
    assert {day, other} <= {word.reading[0] for word in table().judge.playable}
    game = Game(daily="2026-01-31")
    assert game.rules.observe(game.state, None).sound == day


@pytest.mark.parametrize(
    "options",
    [{"players": 1}, {"players": 7}, {"lives": 10}, {"shortest": 0}, {"linked": 3}, {"daily": "x"}],
)
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionsError):
        table(**options)


def test_a_list_without_a_playable_word_is_refused() -> None:
    with pytest.raises(OptionsError, match="shiritori-no-playable-word"):
        Shiritori(Options(), Pack("n", ("キリン",)))
    assert Shiritori(Options(words=WordList.ENGLISH), Pack("e", ("whale",))).opening == ""


def test_the_public_sees_what_players_see() -> None:
    game = Game()
    game.say(ONE, "しりとり")
    seen = [game.rules.observe(game.state, seat) for seat in (None, ONE, TWO)]
    assert {one.state for one in seen} == {game.state}
    assert isinstance(game.state, State)


@pytest.mark.parametrize("order", [PlayOrder.TURNS, PlayOrder.FREE])
@pytest.mark.parametrize("text", ["すごい", "ちょっと待って", "いい単語だね", "sugoi"])
def test_what_is_typed_without_a_verb_and_is_not_in_the_list_is_talk(
    text: str, order: PlayOrder
) -> None:
    game = Game(order=order)
    seen = game.rules.observe(game.state, ONE)
    for seat, turn in ((ONE, 1), (TWO, 1), (ONE, 2)):
        with pytest.raises(InvalidNotation) as refused:
            game.do(seat, parse(text, seen, turn))
        assert refused.value.phrase.key == "shiritori-talk-unlisted"
    (failed, *_) = game.do(ONE, parse(f"say {text}", seen, 1))
    assert isinstance(failed, WordFailed)


def test_a_listed_word_is_played_without_a_verb() -> None:
    game = Game()
    (played,) = game.do(ONE, parse("尻取り", game.rules.observe(game.state, ONE), 1))
    assert isinstance(played, WordPlayed)


@pytest.mark.parametrize("text", ["そうだ", "うん", "まじ", "みかん", "いぬ"])
def test_a_word_that_does_not_follow_on_counts_only_behind_its_verb(text: str) -> None:
    game = Game(lives=3)
    game.say(ONE, "しりとり")
    seen = game.rules.observe(game.state, TWO)
    with pytest.raises(InvalidNotation, match="shiritori-talk"):
        game.do(TWO, parse(text, seen, 2))
    (failed,) = game.do(TWO, parse(f"say {text}", seen, 2))
    assert isinstance(failed, WordFailed)


def test_a_word_that_follows_on_counts_also_where_it_is_wrong() -> None:
    game = Game(lives=3)
    with pytest.raises(InvalidNotation, match="shiritori-talk-misfit"):  # no first word
        game.do(ONE, parse("みかん", game.rules.observe(game.state, ONE), 1))
    game.say(ONE, "はさみ")
    (failed,) = game.do(TWO, parse("みかん", game.rules.observe(game.state, TWO), 2))
    assert isinstance(failed, WordFailed)
