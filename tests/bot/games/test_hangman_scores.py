"""The scores that guessers get from games of hangman, through the door."""

import pytest

from bot.chat.privacy.leave import leave_and_forget
from bot.gametypes.hangman.game_type import hangman_type
from bot.lobby.model import Status
from bot.ratings.scores import Score
from core.hangman.model import Answered, LetterGuessed
from core.hangman.options import Team
from core.rules import Seat
from core.view import Text, Tone, phrase
from tests.bot.games.gallows import Gallows, at_gallows
from tests.bot.games.parlour import person

pytestmark = pytest.mark.either_database


def test_who_found_a_letter_shares_in_the_win(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="honest", words=("planet", "puzzle"))
        word = await table.word()
        await table.say("ann", "guess q")
        await table.say("bob", f"guess {word[0]}")
        await table.say("cat", "guess j")
        await table.say("dan", f"solve {word}")
        assert (await table.session()).lobby.status is Status.OVER
        for name in ("bob", "dan"):
            found = await table.score(name)
            assert (found.played, found.won, found.points, found.streak) == (1, 1, 8, 1)
        assert await table.scores() == 2

    at_gallows(database_url, work)


def test_a_lost_game_gives_no_points_and_ends_the_row(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        for won in (True, True, False):
            await table.open(dealer="honest")
            if won:
                await table.find("ann")
            else:
                await table.say("ann", f"guess {(await table.word())[0]}")
                await table.fail("ann")
        found = await table.score("ann")
        assert (found.played, found.won, found.points) == (3, 2, 20)
        assert (found.streak, found.best) == (0, 2)

    at_gallows(database_url, work)


def test_a_word_that_was_found_at_all_gives_a_point(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="honest", lives=0)
        word = await table.word()
        for letter in "etaoinsrhldcumfpgwybvkxjqz":
            if letter not in word:
                await table.say("ann", f"guess {letter}")
        await table.find("ann")
        assert (await table.score("ann")).points == 1

    at_gallows(sqlite_url, work)


def test_a_game_counts_once_however_often_its_last_letter_comes(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="honest")
        line = f"solve {await table.word()}"
        for _ in range(3):
            await table.say("ann", line, delivery="last")
        assert (await table.score("ann")).played == 1
        for line in ("rematch", "rematch"):
            await table.say("ann", line, delivery="again")
        assert (await table.score("ann")).played == 1

    at_gallows(database_url, work)


def test_bots_and_games_that_were_stopped_have_no_score(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="honest")
        await table.say("ann", f"guess {(await table.word())[0]}")
        await table.say("ann", "stop")
        await table.open("bob", dealer="word")
        await table.say("bob", "chair dealer")
        await table.say("bob", "start")
        await table.say("bob", "word planet")
        assert (await table.session()).lobby.status is Status.OVER
        assert await table.scores() == 0

    at_gallows(sqlite_url, work)


def test_who_left_before_the_end_keeps_a_share(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="honest")
        await table.say("bob", f"guess {(await table.word())[0]}")
        await table.say("bob", "leave")
        await table.say("cat", "guess q")
        assert await table.seat("cat") == "guess2"
        await table.find("ann")
        assert (await table.score("bob")).won == 1
        assert (await table.score("cat")).played == 0

    at_gallows(sqlite_url, work)


def test_nobody_who_was_forgotten_has_a_score(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="honest")
        await table.say("bob", f"guess {(await table.word())[0]}")
        await leave_and_forget(table.games, person("bob").user)
        await table.find("ann")
        assert (await table.score("ann")).won == 1
        assert await table.scores() == 1

    at_gallows(database_url, work)


def test_in_a_race_the_team_that_wins_scores(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(mode="race", words=("planet",))
        await table.say("bob", "join red")
        await table.say("ann", "start")
        await table.say("bob", "guess p")
        await table.say("bob", "guess z")
        await table.say("ann", "guess p")
        await table.say("ann", "solve planet")
        ann, bob = await table.score("ann"), await table.score("bob")
        assert (ann.won, ann.points) == (1, 10)
        assert (bob.played, bob.won, bob.points) == (1, 0, 0)

    at_gallows(database_url, work)


def test_a_dealer_who_tells_an_unknown_word_takes_nobodys_row(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open("bob", dealer="thought", lives=0)
        await table.say("bob", "chair dealer")
        await table.say("ann", "join")
        await table.say("bob", "start")
        await table.say("ann", "guess q")
        await table.say("bob", "answer 1")
        await table.say("bob", "word qzzzzz")
        assert (await table.session()).lobby.status is Status.OVER
        assert await table.score("ann") == Score()

    at_gallows(sqlite_url, work)


@pytest.mark.parametrize("places", [(), (1,)])
def test_only_letters_that_are_there_give_a_share(sqlite_url: str, places: tuple[int, ...]) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="honest", lives=1)
        await table.fail("ann")
        guess = LetterGuessed(Seat("guess1"), Team.GUESSERS, "e")
        answer = Answered(Team.GUESSERS, "e", places)
        public, ann = await table.public(), person("ann").user
        found = hangman_type().tally(public, [(guess, ann), (answer, None)])
        assert found is not None
        assert [*found.plays] == ([person("ann").user] if places else [])

    at_gallows(sqlite_url, work)


def test_a_stop_after_a_wrong_guess_is_a_word_that_was_not_found(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="honest", words=("planet",))
        await table.find("ann")
        await table.open(dealer="honest", words=("planet",))
        for name, letter in (("ann", "p"), ("bob", "l"), ("cat", "z")):
            await table.say(name, f"guess {letter}")
        await table.say("ann", "stand")
        receipt = await table.say("ann", "stop")
        assert receipt.updates[0].phrase.key == "table-event-stopped"
        assert dict(receipt.updates[0].phrase.params)["forfeit"] != "none"
        ann, bob = await table.score("ann"), await table.score("bob")
        assert (ann.played, ann.won, ann.streak, ann.best) == (2, 1, 0, 1)
        assert (bob.played, bob.won, bob.points) == (1, 0, 0)
        assert (await table.score("cat")).played == 0

    at_gallows(database_url, work)


@pytest.mark.parametrize(("dealer", "told"), [("honest", True), ("cheating", False)])
def test_a_stop_that_loses_tells_the_word_that_was_fixed(
    sqlite_url: str, dealer: str, *, told: bool
) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer=dealer, words=("planet",))
        await table.say("ann", "guess z")
        await table.say("ann", "stop")
        shown = (await table.games.view(table.game_id)).view.blocks
        word = Text(phrase("hangman-word-was", word="PLANET"), Tone.STRONG)
        assert (word in shown) is told

    at_gallows(sqlite_url, work)


def test_a_stop_by_who_gives_the_word_or_only_watches_decides_nothing(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open("cat", dealer="word")
        for name, line in (
            ("cat", "chair dealer"),
            ("ann", "join"),
            ("cat", "start"),
            ("cat", "word planet"),
            ("ann", "guess p"),
            ("ann", "guess z"),
            ("cat", "stop"),
        ):
            await table.say(name, line)
        assert await table.scores() == 0

    at_gallows(sqlite_url, work)


def test_in_a_race_a_stop_by_the_side_that_has_guessed_wrong_is_the_others_win(
    sqlite_url: str,
) -> None:
    async def work(table: Gallows) -> None:
        await table.open(mode="race", words=("planet",))
        await table.say("bob", "join red")
        await table.say("ann", "start")
        for name, letter in (("bob", "p"), ("ann", "l"), ("ann", "z")):
            await table.say(name, f"guess {letter}")
        await table.say("ann", "stop")
        ann, bob = await table.score("ann"), await table.score("bob")
        assert (ann.played, ann.won, ann.points) == (1, 0, 0)
        assert (bob.played, bob.won, bob.points) == (1, 1, 10)

    at_gallows(sqlite_url, work)


def test_a_word_of_the_day_that_is_stopped_waits_for_who_opens_it_again(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(daily=True)
        word = await table.word()
        await table.say("ann", f"guess {word[0]}")
        await table.say("ann", f"guess {next(one for one in 'qzxjk' if one not in word)}")
        await table.say("ann", "stop")
        assert await table.scores() == 0

    at_gallows(sqlite_url, work)
