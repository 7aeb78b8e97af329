"""Whole games of shiritori through the door, with bots in a thread of this process."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from bot.codec import write_value
from bot.games import GameId, Games
from bot.games.requests import Press, Receipt, Submission
from bot.gametypes.engine import LocalEngine, MoveRequest, compute
from bot.gametypes.registry import GameTypes
from bot.gametypes.shiritori.bots import (
    AGENTS,
    COMPILING_NODES,
    HINT,
    UNSETTLED,
    AgentBot,
    MissedWord,
    ShiritoriRecap,
    ShiritoriRequest,
    shiritori_bots,
)
from bot.gametypes.shiritori.game_type import shiritori_type
from bot.identity import User
from bot.ratings.scores import ScoredPlay
from bot.server.workers.bots import BotWorker
from bot.store.connection import Store
from bot.store.leases import Holder
from bot.store.notify import Notifier
from core.agents.memory import Memory
from core.rules import Refusal, Seat
from core.shiritori.agents import accepted_words, playable_words
from core.shiritori.graph import GameValue, reduce_position
from core.shiritori.model import (
    ChainEnded,
    Concede,
    HintGiven,
    Observation,
    PlayWord,
    State,
    WordPlayed,
)
from core.shiritori.options import Options, PlayOrder, Strength, WordList
from core.shiritori.rules import Shiritori
from core.shiritori.solver import solved
from core.view import phrase
from core.words.packs import Pack
from core.words.word_lists import noun_list
from tests.bot.games.parlour import person

pytestmark = pytest.mark.either_database

SHIRITORI = shiritori_type()
SOLVER = AgentBot(AGENTS[Strength.SOLVER.value], Strength.SOLVER.value)
SMALL = Pack("small", ("アイ", "アウ", "イエ", "イオ", "ウエ", "エオ"))


class Table:
    """A table of shiritori with bots in the chairs that people leave free."""

    def __init__(self, games: Games, bots: BotWorker, game_id: GameId) -> None:
        self.games, self.bots, self.game_id = games, bots, game_id

    async def say(self, name: str, line: str) -> Receipt:
        return await self.games.submit(person(name), Submission(line, game_id=self.game_id))

    async def rest(self) -> None:
        while await self.bots.act(self.game_id):
            pass

    async def public(self) -> Observation:
        seen: Observation = (await self.games.session(self.game_id)).observe(None)
        return seen


def at_table(
    work: Callable[[Table], Awaitable[None]],
    *people: str,
    url: str,
    pack: Pack | None = SMALL,
    **values: object,
) -> None:
    """Open a table as Ann, seat people and start it."""

    async def run() -> None:
        kinds = GameTypes()
        async with Store.open(url) as store:
            engine = LocalEngine({"shiritori": kinds["shiritori"].bots.loader})
            games = Games(store, Notifier(store, troubled=print), kinds, engine=engine)
            bots = BotWorker(games, engine, Holder("one"))
            opened = await games.open(person("ann"), "shiritori", values, pack=pack)
            table = Table(games, bots, opened.game_id)
            for name in people[1:]:
                await table.say(name, "join")
            await table.say("ann", "start")
            await work(table)

    asyncio.run(run())


@pytest.mark.sampled
@pytest.mark.parametrize("strength", [one.value for one in Strength])
def test_a_person_plays_a_bot_at_once(database_url: str, strength: str) -> None:
    async def work(table: Table) -> None:
        await table.say("ann", "say アイ")
        await table.rest()
        chain = (await table.public()).state.chain
        assert chain[0].reading == "アイ"
        assert chain[1].reading in ("イエ", "イオ")
        assert chain[1].seat == "player2"

    at_table(work, url=database_url, order="bot", strength=strength)


def test_people_play_in_turn_and_empty_chairs_go(database_url: str) -> None:
    async def work(table: Table) -> None:
        seen = await table.public()
        assert len(seen.options.chairs) == 2
        await table.say("ann", "say アイ")
        await table.say("ben", "say イオ")
        await table.say("ann", "say アウ")
        seen = await table.public()
        assert seen.state.ending == ChainEnded(Seat("player2"))

    at_table(work, "ann", "ben", url=database_url, players="5")


def test_a_bot_fills_the_second_chair(database_url: str) -> None:
    async def work(table: Table) -> None:
        await table.say("ann", "ｃｏｎｃｅｄｅ")
        assert (await table.public()).state.ending == ChainEnded(Seat("player2"))

    at_table(work, "ann", url=database_url)


def test_the_nouns_of_the_program_are_played_with(database_url: str) -> None:
    async def work(table: Table) -> None:
        await table.say("ann", "say 林檎")
        await table.rest()
        first, second = (await table.public()).state.chain
        assert (first.word, first.reading) == ("林檎", "リンゴ")
        assert second.reading.startswith("ゴ")

    at_table(work, url=database_url, pack=None, order="bot")


def test_a_text_on_the_board_of_another_ones_turn_is_meant_for_now(database_url: str) -> None:
    async def work(table: Table) -> None:
        async def reply(name: str, word: str, turn: int) -> None:
            line, asks = f"say {word}", person(name)
            await table.games.submit(asks, Submission(line, turn=turn, game_id=table.game_id))

        await reply("ann", "アイ", 1)
        await reply("ben", "イエ", 1)  # on the board that shows Ann's turn
        with pytest.raises(Refusal, match="other-turn"):
            await reply("ann", "エオ", 1)  # on her own, which is over
        await reply("ann", "エオ", 3)
        chain = (await table.public()).state.chain
        assert [one.reading for one in chain] == ["アイ", "イエ", "エオ"]
        press = Press()
        with pytest.raises(Refusal, match="other-turn"):
            await table.games.submit(
                person("ben"), Submission("concede", turn=3, game_id=table.game_id, press=press)
            )

    at_table(work, "ann", "ben", url=database_url)


def test_an_engine_searches_for_a_hint(database_url: str) -> None:
    async def work(table: Table) -> None:
        for name, line in (("ann", "say オエ"), ("ben", "say エア"), ("ann", "hint")):
            await table.say(name, line)
        hint = (await table.public()).state.hint
        assert hint == HintGiven(Seat("player1"), ("アイ",))
        with pytest.raises(Refusal) as refused:
            await table.say("ann", "hint")
        assert refused.value.phrase.key == "shiritori-hint-again"

    circle = Pack("circle", ("オエ", "エア", "アイ", "イウ", "ウア", "ウカア"))
    at_table(work, "ann", "ben", url=database_url, pack=circle, hints=True)


# Without a database.


def request(options: Options, *chain: str, pack: Pack = SMALL) -> ShiritoriRequest:
    seats = [chair.seat for chair in options.chairs]
    played = (WordPlayed(seats[n % 2], word, word) for n, word in enumerate(chain))
    rules = Shiritori(options, pack)
    state = State(tuple(played), mover=seats[len(chain) % 2], turn=len(chain) + 1)
    asked = SHIRITORI.bots.build_request(rules, rules.observe(state, seats[len(chain) % 2]))
    assert isinstance(asked, ShiritoriRequest)
    return asked


def chosen(asked: ShiritoriRequest, bot: str, seed: int = 1) -> object:
    request = MoveRequest("shiritori", bot, asked, Memory(), (seed,))
    return compute(shiritori_bots(), request).action


def test_embedded_lists_go_to_workers_by_their_names() -> None:
    options = Options(words=WordList.ENGLISH)
    assert request(options, pack=noun_list("english")).words == "english"
    assert request(Options()).words == SMALL


@pytest.mark.parametrize("bot", [one.value for one in Strength])
def test_a_bot_concedes_where_no_word_is_left(bot: str) -> None:
    assert chosen(request(Options(), "エオ"), bot) == Concede(2)
    assert isinstance(chosen(request(Options(), "アイ"), bot), PlayWord)


@pytest.mark.parametrize("words", WordList)
def test_a_server_loads_the_words_before_anybody_plays(words: WordList) -> None:
    SHIRITORI.prepare()
    options = Options(words=words, daily="2026-01-31", hints=True)
    rules = SHIRITORI.rules(options, SHIRITORI.pack(options), ())
    assert isinstance(rules, Shiritori)
    judge = rules.judge
    assert "by_reading" in vars(judge.words)
    assert {"graph", "places"} <= vars(playable_words(judge)).keys()


def test_the_game_by_which_the_search_is_compiled_needs_a_search() -> None:
    assert reduce_position(UNSETTLED, 0).value is GameValue.UNKNOWN
    assert solved(UNSETTLED, 0, COMPILING_NODES).value is GameValue.WIN


def test_the_fallback_is_a_word_that_goes_on() -> None:
    asked = MoveRequest("shiritori", "solver", request(Options(), "アウ"), Memory(), (1,))
    assert SHIRITORI.bots.fallback(asked).action == PlayWord(2, "ウエ")


def test_the_solver_notes_a_win_that_was_missed_and_tells_it_at_the_end() -> None:
    # アウ leaves ウエ and エオ: the mover after it wins. アイ, イオ ends the game at once.
    options = Options()
    asked = request(options, "アイ")
    choice = SOLVER.choose(asked, Memory(), np.random.default_rng(1))
    assert choice.action == PlayWord(2, "イオ")
    missed = choice.thoughts.value
    assert isinstance(missed, MissedWord)
    assert missed.number == 1
    rules = Shiritori(options, SMALL)
    state = asked.observation.state
    state = rules.apply(state, ChainEnded(Seat("player2")))
    over = rules.observe(state, None)
    told = ShiritoriRecap().sentences(over, {(2, Seat("player2")): missed})
    words = missed.words[:5]
    assert told == (phrase("shiritori-recap", number=1, played="アイ", words=words),)
    assert ShiritoriRecap().read(write_value(MissedWord, missed)) == missed
    won = rules.observe(rules.apply(asked.observation.state, ChainEnded(Seat("player1"))), None)
    assert ShiritoriRecap().sentences(won, {(2, Seat("player2")): missed}) == ()


def test_bots_that_are_loaded_have_built_what_hints_on_the_usual_list_need() -> None:
    accepted_words.cache_clear()
    bots = shiritori_bots()
    assert accepted_words.cache_info().misses == 1
    options = Options(hints=True)
    task = MoveRequest("shiritori", HINT, request(options, pack=SMALL), Memory(), (1,))
    usual = replace(task.observation, words=options.words.value)
    compute(bots, replace(task, observation=usual))
    assert accepted_words.cache_info().misses == 1


def missed_by(asked: ShiritoriRequest) -> object:
    return SOLVER.choose(asked, Memory(), np.random.default_rng(1)).thoughts.value


def test_words_that_only_people_play_count_for_the_person() -> None:
    everyday = missed_by(request(Options(), "アイ"))
    rare = missed_by(request(Options(), "アイ", pack=Pack("rare", (*SMALL.words, "オカ\tオカ\t-"))))
    assert isinstance(everyday, MissedWord)
    assert isinstance(rare, MissedWord)
    assert "オカ" in rare.words
    assert "オカ" not in everyday.words


@pytest.mark.parametrize(
    "options",
    [Options(players=3), Options(order=PlayOrder.FREE), Options(daily="2026-01-31")],
)
def test_nothing_is_told_where_no_proof_holds(options: Options) -> None:
    assert missed_by(request(options, "アイ")) is None


def test_a_word_that_was_proved_to_win_is_none_that_was_missed() -> None:
    missed = missed_by(request(Options(), "アイ"))
    assert isinstance(missed, MissedWord)
    assert missed_by(request(Options(), missed.words[0])) is None


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"order": "free-for-all"}, "option-choice"),
        ({"players": "9"}, "option-integer"),
        ({"lives": "x"}, "option-integer"),
        ({"forbidden": "xyz"}, "shiritori-forbidden"),
        ({"forbidden": "シャ"}, "shiritori-forbidden-joined"),
        ({"forbidden": "る", "words": "english"}, "shiritori-forbidden-language"),
        ({"daily": "2026-01-31", "lives": "3"}, "shiritori-daily-fixed"),
        ({"daily": "today"}, "shiritori-daily-date"),
        ({"colour": "red"}, "option-unknown"),
    ],
)
def test_wrong_options_are_refused(values: Mapping[str, object], key: str) -> None:
    with pytest.raises(Refusal) as refused:
        SHIRITORI.options(values)
    assert refused.value.phrase.key == key


def test_options_are_written_and_read_back() -> None:
    values = {
        "order": "free",
        "strength": "solver",
        "players": 4,
        "words": "english",
        "lives": 3,
        "long-vowel": "vowel",
        "small-kana": "keep",
        "voiced-marks": "lax",
        "forbidden": "e x",
        "shortest": 2,
        "linked": 2,
        **dict.fromkeys(("pairs", "reverse", "common"), "on"),
    }
    options = SHIRITORI.options(values)
    assert SHIRITORI.options(SHIRITORI.values(options)) == options
    assert SHIRITORI.read_options(SHIRITORI.write_options(options)) == options
    daily = SHIRITORI.options({"daily": "2026-01-31", "order": "bot"})
    assert SHIRITORI.day(daily) == date(2026, 1, 31)
    assert SHIRITORI.next_options(daily) == Options(order=PlayOrder.BOT)


def test_the_winner_scores_a_point_for_each_word() -> None:
    ann, ben = User("test", "ann"), User("test", "ben")
    one, two = Seat("player1"), Seat("player2")
    played = [(WordPlayed(one, "アイ", "アイ"), ann), (WordPlayed(two, "イオ", "イオ"), ben)]
    rules = Shiritori(Options(), SMALL)
    over = rules.observe(State(ending=ChainEnded(two)), None)
    score = SHIRITORI.tally(over, played)
    assert score
    assert score.won
    assert score.plays == {ann: ScoredPlay(won=False), ben: ScoredPlay(won=True, points=1)}
    running = rules.observe(State(), None)
    assert SHIRITORI.tally(running, played) is None
    nobody = rules.observe(State(ending=ChainEnded(None)), None)
    assert SHIRITORI.tally(nobody, []) is None
