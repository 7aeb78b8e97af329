"""Tests of texts that open games, and of talk, on the recording platform."""

from dataclasses import replace

import pytest

from adapters.chat.incoming import Address, OpeningId
from adapters.chat.text_messages import ONCE_SECONDS, Mark
from bot.games import Caller, Status
from core.rules import Seat
from tests.adapters.chat.recording import ROOM, Loft, Sent, loft, no_reference
from tests.loopback.table import in_loop

GAMES = ("codenames", "hangman", "shiritori")
TALK = ("nice clue lol", "what do you mean?", "うまい！", "それはずるいよ w", "😂")


async def offered(here: Loft, text: str) -> str:
    """Return the words of an answer that offers a start of each game."""
    answer = await here.written("Ann", text)
    assert isinstance(answer, Sent)
    assert [one.line for one in answer.choices] == [str(OpeningId(game)) for game in GAMES]
    assert [one.label for one in answer.choices] == [f"Start {game.title()}" for game in GAMES]
    assert await here.games.current(ROOM) is None
    return answer.text


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("hangman", "hangman"),
        ("Codenames!", "codenames"),
        ("/codenames new", "codenames"),
        ("shiritori new", "shiritori"),
        ("ｎｅｗ　ｓｈｉｒｉｔｏｒｉ", "shiritori"),
        ("play codenames", "codenames"),
        ("play hangman please", "hangman"),
        ("play codenames with us", "codenames"),
        ("shiritori new free", "shiritori"),
        ("しりとり", "shiritori"),
        ("ハングマン", "hangman"),
        ("コードネーム 新規", "codenames"),
    ],
)
async def test_the_name_of_a_game_opens_it(text: str, game: str) -> None:
    async with loft() as here:
        assert await here.write("Ann", text) is None
        session = await here.session()
        assert session.game_type.name == game
        assert session.lobby.host == here.incoming("Ann").caller.user


@in_loop
async def test_a_game_is_opened_with_the_options_of_its_command() -> None:
    async with loft() as here:
        said = await here.write("Ann", "codenames new rows:44")
        assert isinstance(said, str)
        assert "whole number from" in said
        said = await here.write("Ann", "hangman new 99")
        assert isinstance(said, str)
        assert "whole number from" in said
        assert await here.games.current(ROOM) is None
        assert await here.write("Ann", "codenames new rows:4 cols=6") is None
        session = await here.session()
        assert (session.options.rows, session.options.cols) == (4, 6)


@in_loop
@pytest.mark.parametrize(
    "text", ["new", "play", "Start", "whale", "guess whale", "let's play!", "hangman tonight?"]
)
async def test_where_no_game_is_the_commands_that_start_one_are_named(text: str) -> None:
    async with loft() as here:
        said = await offered(here, text)
        assert said == (
            "No game here yet. Start one with /codenames new, /hangman new or /shiritori new."
        )


@in_loop
@pytest.mark.parametrize(
    "text", ["", "help", "help me", "？", "hello", "Hi!", "hi there", "こんにちは。"]
)
async def test_a_greeting_and_a_call_for_help_are_answered_by_a_welcome(text: str) -> None:
    async with loft() as here:
        said = await offered(here, text)
        assert said.startswith("Hello! I run word games: Codenames, Hangman, Shiritori.")
        assert "/help" in said


@in_loop
async def test_while_a_game_is_under_way_none_is_opened_and_help_tells_how_to_write() -> None:
    async with loft() as here:
        await here.write("Ann", "hangman")
        first = (await here.session()).game_id
        said = await here.write("Bob", "play codenames")
        assert isinstance(said, str)
        assert "still under way" in said
        again = await here.write("Bob", "codenames rows:4 cols:4")
        assert again == said
        helped = await here.written("Bob", "help")
        assert isinstance(helped, Sent)
        assert helped.text.startswith("In a game, reply to the board")
        assert not helped.choices
        assert (await here.session()).game_id == first


@in_loop
async def test_a_text_that_comes_again_opens_one_game() -> None:
    async with loft() as here:
        incoming = here.incoming("Ann")
        for _ in range(2):
            answer = await here.texts.answer(incoming, "codenames rows:4 cols:4", no_reference)
            assert answer is None
        assert (await here.session()).lobby.host == incoming.caller.user


@in_loop
async def test_after_a_game_the_next_is_opened_by_its_name() -> None:
    async with loft() as here:
        await here.write("Ann", "hangman")
        await here.command("Ann", "hangman stop")
        assert (await here.session()).lobby.status is Status.STOPPED
        answer = await here.written("Ann", "new")
        assert isinstance(answer, Sent)
        assert len(answer.choices) == len(GAMES)
        assert await here.write("Bob", "new shiritori") is None
        assert (await here.session()).game_type.name == "shiritori"


@in_loop
@pytest.mark.parametrize("text", ["thanks", "new game", "can we play?", "Let's play codenames!"])
async def test_after_a_game_a_mention_is_offered_the_next_and_a_reply_is_talk(text: str) -> None:
    async with loft() as here:
        await here.write("Ann", "hangman")
        await here.command("Ann", "hangman stop")
        answer = await here.written("Ann", text)
        assert isinstance(answer, Sent)
        assert [one.line for one in answer.choices] == [str(OpeningId(game)) for game in GAMES]
        assert answer.text.startswith("Thanks for playing!")
        assert await here.reply("Bob", text) is None


@in_loop
@pytest.mark.parametrize("text", ["again", "Again!", "もう一回"])
async def test_after_a_game_again_opens_the_next_one(text: str) -> None:
    async with loft() as here:
        await here.write("Ann", "hangman")
        first = (await here.session()).game_id
        await here.command("Ann", "hangman stop")
        assert await here.reply("Ann", text) is None
        assert await here.write("Ann", text) is None
        assert (await here.session()).game_id != first


@in_loop
async def test_a_reply_that_is_the_name_of_a_game_is_a_word_or_talk() -> None:
    async with loft(lambda: 0.0) as here:
        await begun(here, "shiritori runs")
        assert await here.reply("Bob", "codenames") is Mark.TALK
        assert await here.reply("Ann", "しりとり。") is None
        assert (await here.session()).state.readings == ("シリトリ",)
        assert await here.reply("Ann", "りんご") is Mark.TALK  # it is not her turn


async def begun(here: Loft, game: str) -> None:
    """Open a game; start it if its name says so."""
    name, _, runs = game.partition(" ")
    await here.command("Ann", f"{name} new")
    await here.command("Bob", f"{name} join")
    if runs:
        await here.command("Ann", f"{name} start")
        assert (await here.session()).lobby.status is Status.RUNNING


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize(
    "game", ["codenames", "shiritori", "codenames runs", "hangman runs", "shiritori runs"]
)
async def test_talk_is_marked_at_most_once_a_person_and_minute(game: str) -> None:
    clock = [0.0]
    async with loft(lambda: clock[0]) as here:
        await begun(here, game)
        before = (await here.session()).version
        for moment in (0.0, ONCE_SECONDS):
            clock[0] = moment
            for name in ("Ann", "Bob", "Eve"):
                marks = [await here.write(name, text) for text in TALK * 2]
                assert marks == [Mark.TALK, *[None] * (2 * len(TALK) - 1)]
        clock[0] += ONCE_SECONDS - 1
        assert await here.write("Ann", TALK[0]) is None
        assert (await here.session()).version == before


@in_loop
async def test_a_line_with_a_verb_is_refused_in_words() -> None:
    async with loft() as here:
        await begun(here, "codenames runs")
        for text in ("guess nothing of the kind", "clue one two three four", "leave me alone"):
            assert isinstance(await here.write("Ann", text), str)


COMMANDISH = (
    "pass me the salt",
    "stop it lol",
    "leave me alone",
    "watch this",
    "mark my words",
    "clue me in",
    "drop it",
    "chair please",
    "start already",
    "start in 5",
    "join us!",
    "say what",
    "answer me",
)


@in_loop
@pytest.mark.parametrize("name", ["Ann", "Bob", "Eve"])
async def test_a_reply_that_only_begins_with_a_verb_is_talk_and_a_mention_is_refused(
    name: str,
) -> None:
    async with loft(lambda: 0.0) as here:
        await begun(here, "codenames runs")
        before = (await here.session()).version
        marks = [await here.reply(name, text) for text in COMMANDISH]
        assert marks == [Mark.TALK, *[None] * (len(COMMANDISH) - 1)]
        assert isinstance(await here.write(name, "stop it lol"), str)
        assert (await here.session()).version == before


async def solo(here: Loft) -> None:
    """Begin a game of Codenames in which Ann is the only spymaster and Bob the only guesser."""
    await here.command("Ann", "codenames new", solo=True, rows=3, cols=3)
    await here.command("Bob", "codenames join")
    await here.command("Ann", "codenames chair", seat="blue spymaster")
    await here.command("Ann", "codenames start")
    assert (await here.session()).lobby.sitters[Seat("blue-spymaster")].id == "ann"


NEAR_CLUES = (
    "clue ocean two",
    "clue ocean tow",
    "clue ocean 20",
    "clue 2",
    "cleu ocean 2",
    "drop 7",
)


@in_loop
async def test_a_reply_near_a_line_of_the_writer_who_is_awaited_is_corrected() -> None:
    clock = [0.0]
    async with loft(lambda: clock[0]) as here:
        await solo(here)
        before = (await here.session()).version
        for text in NEAR_CLUES:
            clock[0] += ONCE_SECONDS
            assert await here.reply("Bob", text) is Mark.TALK
            said = await here.reply("Ann", text)
            assert isinstance(said, str), text
            assert said == await here.write("Ann", text)
            assert await here.reply("Ann", text) is Mark.TALK  # corrected once a minute
        for text in ("gess B3", "clue me in", "cleu me in", "pass it"):
            clock[0] += ONCE_SECONDS
            assert await here.reply("Ann", text) is Mark.TALK, text
        assert (await here.session()).version == before
        assert await here.reply("Ann", "ヒントは 海 2") is None
        for text in ("gess B3", "guess B9"):
            clock[0] += ONCE_SECONDS
            assert isinstance(await here.reply("Bob", text), str), text
        for text in ("gess so", "guess so", "cleu ocean 2", "guess B3 please"):
            clock[0] += ONCE_SECONDS
            assert await here.reply("Bob", text) is Mark.TALK, text


CLUE_TALK = ("maybe 2", "only 2", "ok 3", "https://example.org/a 2")


@in_loop
async def test_a_word_and_a_number_are_talk_of_a_guesser_and_a_place_is_no_clue() -> None:
    clock = [0.0]
    async with loft(lambda: clock[0]) as here:
        await solo(here)
        before = (await here.session()).version
        for place in ("B 3", "b ３"):
            assert await here.reply("Ann", place) in (Mark.TALK, None)
            assert await here.write("Ann", place) in (Mark.TALK, None)
        assert (await here.session()).version == before
        assert await here.reply("Ann", "2 zebra") is None
        assert (await here.session()).state.turns[0].clue.word == "zebra"
        before = (await here.session()).version
        for text in CLUE_TALK:
            clock[0] += ONCE_SECONDS
            assert await here.reply("Bob", text) is Mark.TALK, text
            said = await here.write("Bob", text)
            assert isinstance(said, str)
            assert said.startswith("Only the spymaster gives clues")
        assert (await here.session()).version == before
        assert await here.reply("Bob", "B 3") is None
        assert 5 in (await here.session()).state.uncovered


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize("text", ["zebra (2)", "zebra 2.", "clue zebra 2.", "ｚｅｂｒａ（２）．"])
async def test_marks_at_the_ends_of_a_clue_count_for_nothing(text: str) -> None:
    async with loft() as here:
        await solo(here)
        await here.reply("Ann", text.replace("（", "　（"))
        assert (await here.session()).state.turns[0].clue.word == "zebra"


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize("text", ["B3.", "guess B3.", "Ｂ３．", "B3。"])
@pytest.mark.parametrize("address", Address)
async def test_marks_at_the_ends_of_a_guess_count_for_nothing(text: str, address: Address) -> None:
    async with loft() as here:
        await solo(here)
        await here.reply("Ann", "zebra 2")
        await here.written("Bob", text, address)
        assert 5 in (await here.session()).state.uncovered


@in_loop
async def test_full_width_marks_end_words_of_shiritori() -> None:
    async with loft() as here:
        await begun(here, "shiritori runs")
        assert await here.reply("Ann", "りんご．") is None
        assert (await here.session()).state.readings == ("リンゴ",)


@in_loop
async def test_a_reply_with_a_letter_or_word_that_is_near_one_is_corrected() -> None:
    clock = [0.0]
    async with loft(lambda: clock[0]) as here:
        await here.command("Ann", "hangman new", length=6)
        for text in ("guess é", "guess 5", "gess e", "solve hello", "slove planet"):
            clock[0] += ONCE_SECONDS
            assert isinstance(await here.reply("Ann", text), str), text
            assert await here.reply("Ann", "guess so") is Mark.TALK


HANGMAN_TALK = (
    "answer is 5",
    "answer no 3",
    "answer 42",
    "answer no",
    "solve it",
    "solve 42",
    "solve this one",
    "say 5",
    "clue for 2",
    "guess so",
)


@in_loop
@pytest.mark.parametrize("dealer", ["largest", "thought"])
async def test_talk_with_a_verb_brings_no_sentence_into_a_hangman_channel(dealer: str) -> None:
    clock = [0.0]
    async with loft(lambda: clock[0]) as here:
        await here.command("Ann", "hangman new", dealer=dealer)
        await here.command("Bob", "hangman join")
        await here.command("Ann", "hangman start")
        before = (await here.session()).version
        talking = [one for one in ("Ann", "Bob", "Eve") if dealer == "largest" or one == "Bob"]
        for text in HANGMAN_TALK:
            clock[0] += ONCE_SECONDS
            for name in talking:
                assert await here.reply(name, text) is Mark.TALK, (name, text)
        assert (await here.session()).version == before


@in_loop
async def test_words_that_are_verbs_of_other_games_are_words() -> None:
    async with loft(lambda: 0.0) as here:
        await here.command("Ann", "hangman new", length=6)
        before = (await here.session()).version
        assert await here.reply("Ann", "answer") is None
        assert (await here.session()).version > before


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize("text", ["answer 42", "guess b3", "clue for 2", "say", "say it", "say 5"])
async def test_talk_with_a_verb_costs_nothing_at_shiritori(text: str) -> None:
    async with loft(lambda: 0.0) as here:
        await begun(here, "shiritori runs")
        before = (await here.session()).version
        assert await here.reply("Ann", text) is Mark.TALK
        assert (await here.session()).version == before


@in_loop
@pytest.mark.parametrize("game", ["codenames", "shiritori runs"])
async def test_a_reply_stops_a_game_only_once_its_writer_has_been_asked(game: str) -> None:
    async with loft(lambda: 0.0) as here:
        await begun(here, game)
        before = (await here.session()).version
        answer = await here.written("Ann", "stop", Address.REPLY)
        assert isinstance(answer, Sent)
        assert answer.text == "Stop this game for everyone?"
        assert (await here.session()).version == before
        (button,) = answer.choices
        assert button.label == "Stop the game"
        await here.press_id("Bob", button.line)  # only the writer sees it
        assert (await here.session()).version == before
        await here.press_id("Ann", button.line)
        assert (await here.session()).lobby.status is Status.STOPPED


@in_loop
async def test_a_mention_stops_a_game_at_once_and_who_may_not_is_not_asked() -> None:
    async with loft(lambda: 0.0) as here:
        await begun(here, "shiritori runs")
        stranger = replace(here.incoming("Eve"), caller=stranger_of(here), address=Address.REPLY)
        answer = await here.texts.answer(stranger, "stop", no_reference)
        assert isinstance(answer, Sent)
        assert answer.text.startswith("Only the host can stop this game")
        assert await here.write("Ann", "stop") is None
        assert (await here.session()).lobby.status is Status.STOPPED


def stranger_of(here: Loft) -> Caller:
    """Return a caller who does not manage the room."""
    return replace(here.incoming("Eve").caller, manages=False)


@in_loop
async def test_commands_of_who_is_not_awaited_are_refused_once_a_minute() -> None:
    clock = [0.0]
    async with loft(lambda: clock[0]) as here:
        await begun(here, "shiritori runs")
        for _ in range(2):
            said = await here.reply("Bob", "say りんご")
            assert said == "Ann gives the next word: wait for your turn."
            assert await here.reply("Bob", "say it") is Mark.TALK
            assert await here.reply("Bob", "say りんご") is None
            clock[0] += ONCE_SECONDS


@in_loop
async def test_who_owes_a_secret_is_warned_once_a_minute_for_replies_and_each_time_by_name() -> (
    None
):
    clock = [0.0]
    async with loft(lambda: clock[0]) as here:
        await here.command("Ann", "hangman new", dealer="word")
        await here.command("Bob", "hangman join")
        await here.command("Ann", "hangman start")
        for _ in range(2):
            said = await here.reply("Ann", "lol")
            assert isinstance(said, str)
            assert said.startswith("That's secret")
            assert [await here.reply("Ann", text) for text in ("planet", "word up")] == [None, None]
            assert await here.write("Ann", "planet") == said
            clock[0] += ONCE_SECONDS


@in_loop
async def test_talk_of_onlookers_is_marked_where_every_chair_is_taken() -> None:
    async with loft(lambda: 0.0) as here:
        await begun(here, "shiritori runs")
        before = (await here.session()).version
        for text in ("いぬ", "すごいね", "ねこ", "しりとり"):
            assert await here.reply("Eve", text) in (Mark.TALK, None)
        for text in ("say しりとり", "say it again", "concede"):
            assert await here.reply("Eve", text) is None
        assert (await here.session()).version == before


@in_loop
async def test_a_mention_by_an_onlooker_is_refused_once_a_minute_and_then_marked() -> None:
    clock = [0.0]
    async with loft(lambda: clock[0]) as here:
        await begun(here, "shiritori runs")
        for _ in range(2):
            said = await here.write("Eve", "すごい")
            assert isinstance(said, str)
            assert said.startswith("Every chair in this game is taken")
            assert await here.write("Eve", "りりしいね") is Mark.TALK
            assert await here.write("Eve", "say 降参しようかな") is None
            clock[0] += ONCE_SECONDS


@in_loop
async def test_a_reply_without_words_is_talk_and_the_name_alone_asks_for_help() -> None:
    async with loft(lambda: 0.0) as here:
        await begun(here, "hangman runs")
        assert [await here.reply("Ann", text) for text in ("", "?", "？")] == [
            Mark.TALK,
            None,
            None,
        ]
        for text in ("", "?"):
            said = await here.write("Ann", text)
            assert isinstance(said, str)
            assert said.startswith("In a game, reply to the board")
        assert await here.reply("Ann", "help") == said


@in_loop
async def test_only_who_has_a_secret_to_type_is_told_that_all_can_read_it() -> None:
    async with loft(lambda: 0.0) as here:
        await here.command("Ann", "hangman new")
        await here.command("Ann", "hangman start")
        marks = [await here.reply("Bob", text) for text in ("word", "word up", "answer me")]
        assert marks == [Mark.TALK, None, None]


@in_loop
async def test_one_word_talk_is_no_guess_at_hangman_and_a_word_that_fits_is_one() -> None:
    clock = [0.0]
    async with loft(lambda: clock[0]) as here:
        await here.command("Ann", "hangman new", length=7, lives=6)
        await here.command("Ann", "hangman start")
        before = (await here.session()).version
        for text in ("ok", "lol", "hello", "2morrow"):
            clock[0] += ONCE_SECONDS
            assert await here.write("Ann", text) is Mark.TALK
        said = await here.write("Ann", "hangman")
        assert isinstance(said, str)
        assert "still under way" in said
        assert (await here.session()).version == before
        said = await here.write("Ann", "solve hello")
        assert said == "HELLO doesn't fit: type a word of 7 letters."
        assert await here.write("Ann", "company") is None
        assert (await here.session()).version > before


@in_loop
async def test_japanese_talk_costs_nothing_at_shiritori() -> None:
    clock = [0.0]
    async with loft(lambda: clock[0]) as here:
        await begun(here, "shiritori runs")
        before = (await here.session()).version
        for text in ("ちょっと待って", "すごい", "いい単語だね"):
            clock[0] += ONCE_SECONDS
            for name in ("Ann", "Bob"):
                assert await here.write(name, text) is Mark.TALK
        assert (await here.session()).version == before
        assert await here.write("Ann", "しりとり") is None
        assert (await here.session()).state.readings == ("シリトリ",)
        assert await here.write("Bob", "say すごい") is None
        assert (await here.session()).is_over


@in_loop
async def test_a_reply_that_does_not_follow_on_is_talk() -> None:
    async with loft(lambda: 0.0) as here:
        await begun(here, "shiritori runs")
        await here.reply("Ann", "しりとり")
        assert await here.reply("Bob", "いぬ") is Mark.TALK
        assert await here.reply("Bob", "りす") is None
        assert (await here.session()).state.readings == ("シリトリ", "リス")


@in_loop
async def test_a_letter_that_comes_before_the_dealers_answer_is_not_lost_silently() -> None:
    clock = [0.0]
    async with loft(lambda: clock[0]) as here:
        await here.command("Ann", "hangman new", dealer="cheating")
        await here.write("Ann", "e")
        for address in (Address.REPLY, Address.THREAD):
            answer = await here.written("Ann", "a", address)
            assert isinstance(answer, Sent)
            assert "hasn't answered E yet, so this didn't count" in answer.text
            assert not isinstance(await here.written("Ann", "a", address), Sent)
            clock[0] += ONCE_SECONDS
        assert await here.overheard("Ann", "a nice one") is None
        assert await here.overheard("Bob", "a") is None


@in_loop
async def test_talk_in_a_thread_that_looks_like_a_line_gets_no_mark() -> None:
    async with loft(lambda: 0.0) as here:
        await here.command("Ann", "hangman new")
        for text in ("guess so", "笑"):
            assert await here.overheard("Ann", text) is None
        assert await here.reply("Ann", "guess so") is Mark.TALK
