"""People's names in the sentences of games."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot.chat.privacy.leave import leave_and_forget
from bot.cli.replay import replay, replay_lines
from bot.games.names import DisplayName, TableNames, display_names, with_names
from bot.games.requests import GameView, Submission, Update
from bot.identity import User, bot_user
from bot.lobby.model import Lobby, LobbyChair, Member
from bot.texts import Texts
from core.rules import Refusal, Seat
from core.view import Fields, Grid, Text, View, phrase, seat_phrase
from tests.bot.bots import HOST, Salon, in_salon
from tests.bot.games.gallows import Gallows, at_gallows
from tests.bot.games.parlour import ROOM, Parlour, card, due, in_parlour, person
from tests.bot.tables import Scripted

ENGLISH, JAPANESE = Texts.load("en"), Texts.load("ja")
BLUE, RED = Seat("blue1"), Seat("red1")
TEAMS = (
    LobbyChair(BLUE, "blue", "guesser", sees_key=False),
    LobbyChair(RED, "red", "guesser", False),
)
ANN, BOB = User("discord", "1"), User("discord", "2")


def _lobby(*chairs: LobbyChair, people: dict[Seat, User], bots: dict[Seat, str]) -> Lobby:
    members = tuple(Member(user, ROOM, seat) for seat, user in people.items())
    return Lobby(chairs=chairs, members=members, bots=tuple(bots.items()))


def _plates(lobby: Lobby, texts: Texts = ENGLISH) -> dict[str, str]:
    names = {ANN: "Ann", BOB: "Bob"}
    return {seat: texts.say(plate.phrase) for seat, plate in display_names(lobby, names).items()}


def _told(news: Iterable[Update], texts: Texts = ENGLISH) -> list[str]:
    return [texts.say(one.phrase) for one in news if one.line is not None]


def _read(look: GameView) -> list[str]:
    texts = [block.phrase for block in look.view.blocks if isinstance(block, Text)]
    return [ENGLISH.say(said) for said in (look.view.title, *texts)]


# Names that replace a chair's.


def test_a_name_stands_alone_where_only_one_team_has_such_a_chair() -> None:
    lobby = _lobby(TEAMS[0], people={BLUE: ANN}, bots={})
    assert _plates(lobby) == {BLUE: "Ann"}
    assert _plates(lobby, JAPANESE) == {BLUE: "Annさん"}


def test_the_team_follows_a_name_where_others_have_such_a_chair() -> None:
    lobby = _lobby(*TEAMS, people={BLUE: ANN}, bots={RED: "ace"})
    assert _plates(lobby) == {BLUE: "Ann (blue)", RED: "Red guesser (bot)"}
    assert _plates(lobby, JAPANESE) == {BLUE: "Annさん（青）", RED: "赤チームの諜報員（ボット）"}


def test_a_name_on_two_chairs_is_followed_by_the_chair() -> None:
    plates = _plates(_lobby(*TEAMS, people={BLUE: ANN, RED: ANN}, bots={}))
    assert plates == {BLUE: "Ann (Blue guesser)", RED: "Ann (Red guesser)"}


def test_bots_go_by_team_and_role_whatever_agents_they_are() -> None:
    plates = _plates(_lobby(*TEAMS, people={}, bots={BLUE: "teammate", RED: "ace"}))
    assert plates == {BLUE: "Blue guesser (bot)", RED: "Red guesser (bot)"}


def test_people_of_one_name_are_told_apart_by_their_chairs() -> None:
    lobby = _lobby(*TEAMS, people={BLUE: ANN, RED: BOB}, bots={})
    plates = display_names(lobby, {ANN: "Ann", BOB: "Ann"})
    assert ENGLISH.say(plates[RED].phrase) == "Ann (Red guesser)"


def test_empty_chairs_and_bots_that_are_called_as_their_chair_have_no_plate() -> None:
    assert _plates(_lobby(*TEAMS, people={}, bots={RED: "guesser"})) == {}


def test_a_plate_stands_for_its_chair_wherever_a_view_speaks_of_it() -> None:
    blue, red = (seat_phrase(one.seat, phrase("nobody")) for one in TEAMS)
    said = phrase("event-pointed", seat=blue, card="whale")
    view = View(said, (Text(phrase("x", who=(red, blue))), Fields(((None, red, blue),))), red)
    ann = phrase("sitter-person", who="Ann")
    shown = with_names(view, {BLUE: DisplayName(ann)})
    assert shown.title == phrase("event-pointed", seat=ann, card="whale")
    assert shown.blocks == (Text(phrase("x", who=(red, ann))), Fields(((None, red, ann),)))
    assert shown.footer is red


def test_people_and_no_bots_are_told_of_with_an_honorific() -> None:
    user = person("ann").user
    assert TableNames({user: "Ann"}).in_event(Lobby(), user) == phrase("sitter-person", who="Ann")
    assert TableNames({}).in_event(Lobby(), bot_user("teammate")) == "teammate"


def test_what_speaks_of_no_chair_is_left_as_it_is() -> None:
    view = View(phrase("title-deal"), (Text(phrase("nobody")),))
    assert with_names(view, {BLUE: DisplayName(phrase("sitter-person", who="Ann"))}) is view


# At tables.


def test_codenames_tells_who_gave_a_clue_and_who_guessed(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        session = await parlour.playing()
        team, spymaster = session.observe(None).turn.team.value, due(session)
        given = await parlour.say(spymaster, "clue zephyr 2")
        assert _told(given.updates) == [f"{spymaster.title()} ({team}) gives the clue zephyr 2."]
        assert _told(given.updates, JAPANESE)[0].startswith(f"{spymaster.title()}さん（")
        session = await parlour.session()
        word, guesser = card(session, team), due(session)
        guessed = await parlour.say(guesser, f"guess {word}")
        said = f"{guesser.title()} ({team}) uncovers {word}: a {team} card."
        assert said in _told(guessed.updates)
        news = await parlour.games.updates(session.game_id)
        assert [one for one in _told(news) if word in one] == [said]

    in_parlour(sqlite_url, work)


def test_who_points_at_a_card_is_marked_by_name(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        await parlour.playing()
        await parlour.say(due(await parlour.session()), "clue zephyr 2")
        session = await parlour.session()
        team, guesser = session.observe(None).turn.team.value, due(session)
        await parlour.say(guesser, f"mark {card(session, team)}")
        grid = (await parlour.games.view(session.game_id)).view.blocks[0]
        assert isinstance(grid, Grid)
        marks = [mark for row in grid.cells for cell in row for mark in cell.marks]
        assert [ENGLISH.say(mark) for mark in marks] == [guesser.title()]

    in_parlour(sqlite_url, work)


async def _turns(table: Gallows) -> None:
    """Start a game in which Ann and Bob guess in turn."""
    await table.open(mode="turns", guessers=2, dealer="honest", words=("planet",), length=6)
    await table.say("bob", "join")
    await table.say("ann", "start")


def test_hangman_tells_whose_turn_it_is_and_who_guessed(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await _turns(table)
        look = await table.games.view(table.game_id)
        assert _read(look)[0] == "Turn 1: Ann guesses a letter, or the whole word"
        with pytest.raises(Refusal) as refused:
            await table.say("bob", "guess e")
        told = "Ann guesses now: wait for your turn."
        assert ENGLISH.say(refused.value.phrase) == told
        receipt = await table.say("ann", "guess e")
        assert _told(receipt.updates)[0] == "Ann guesses E."
        await table.say("bob", "guess x")
        await table.say("ann", "solve planet")
        read = _read(await table.games.view(table.game_id))
        assert read[2:5] == ["The word was PLANET.", "1. Ann: E – good", "2. Bob: X – sorry"]

    at_gallows(sqlite_url, work)


def test_what_was_done_from_a_chair_that_changed_hands_is_nobody_elses(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await _turns(table)
        await table.say("ann", "guess e")
        await table.say("ann", "leave")
        await table.say("cat", "chair guess1")
        await table.say("bob", "guess x")
        title, *_ = _read(await table.games.view(table.game_id))
        assert title == "Turn 3: Cat guesses a letter, or the whole word"
        await table.say("cat", "solve planet")
        read = _read(await table.games.view(table.game_id))
        assert "1. Guesser 1: E – good" in read
        assert "2. Bob: X – sorry" in read
        news = await table.games.updates(table.game_id)
        told = {ENGLISH.say(one.phrase): one for one in news if one.line is not None}
        assert [said for said in told if "guesses" in said or "tries" in said] == [
            "Ann guesses E.",
            "Bob guesses X.",
            "Cat tries the word PLANET.",
        ]
        solved = told["Cat tries the word PLANET."]
        assert (await table.games.updates(table.game_id, solved.version - 1))[0] == solved

    at_gallows(sqlite_url, work)


def test_nothing_that_is_told_names_who_was_forgotten(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await _turns(table)
        await table.say("ann", "guess e")
        await table.say("bob", "solve planet")
        gone = await leave_and_forget(table.games, person("bob").user)
        assert gone == (table.game_id,)
        read = _read(await table.games.view(table.game_id))
        assert "1. Ann: E – good" in read
        news = await table.games.updates(table.game_id)
        said = [ENGLISH.say(one.phrase) for one in news]
        assert "Guesser 2 tries the word PLANET." in said
        assert "Someone joins." in said
        assert "名無しさんが参加しました。" in [JAPANESE.say(one.phrase) for one in news]
        lines = replay_lines(await replay(table.games, table.game_id))
        told = "\n".join((*read, *said, *map(ENGLISH.say, lines)))
        assert "Bob" not in told
        gone_user = (await table.session()).lobby.sitter(Seat("guess2"))
        assert gone_user is not None
        assert gone_user.id not in told

    at_gallows(sqlite_url, work)


def test_a_recap_names_the_bots(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.rest()
        await salon.say("blue-guesser", "resign")
        await salon.say("blue-guesser", "resign")
        (said, *_) = await salon.games.recap(salon.game_id, every_turn=True)
        assert ENGLISH.say(said) == (
            "Turn 1: Blue spymaster (bot), using scripted, meant x with zephyr 2."
        )

    in_salon(sqlite_url, {"blue-spymaster": Scripted()}, work)


def test_a_recap_says_the_chair_that_a_bot_has_left(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.rest()
        await salon.say(HOST, "replace blue-spymaster for-red-spymaster")
        await salon.say("blue-guesser", "resign")
        await salon.say("blue-guesser", "resign")
        (said, *_) = await salon.games.recap(salon.game_id, every_turn=True)
        assert ENGLISH.say(said) == "Turn 1: Blue spymaster, using scripted, meant x with zephyr 2."

    bots = {"blue-spymaster": Scripted(), "red-spymaster": Scripted()}
    in_salon(sqlite_url, bots, work)


def test_a_name_is_told_as_it_was_typed_and_stands_in_no_event(sqlite_url: str) -> None:
    hostile = "@everyone **x** <@1> { $seat }"

    async def work(table: Gallows) -> None:
        eve = replace(person("eve"), name=hostile)
        receipt = await table.games.open(eve, "hangman", {"dealer": "honest"}, at_once=True)
        table.game_id = receipt.game_id
        await table.rest()
        await table.games.submit(eve, Submission("guess e", game_id=table.game_id))
        assert f"{hostile} guesses E." in _told(await table.games.updates(table.game_id))
        _, log = await table.games.history(table.game_id)
        assert hostile not in repr(log)

    at_gallows(sqlite_url, work)
