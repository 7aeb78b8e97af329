"""The course of an evening: afterwards every table has rows and every event has happened."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any, Final

from sqlalchemy import select

from adapters.chat.message_view import turn_marker
from adapters.discord.output.messages import Handle
from bot.chat.privacy.leave import leave_and_forget
from bot.chat.services import ChatServices
from bot.cli.play.client import open_client
from bot.cli.play.room import RoomLock
from bot.games import GameId, MessageTarget, MessageTasks, Room, ThreadRow
from bot.games.requests import Receipt, Submission
from bot.gametypes.table_request import TableSetup
from bot.server.workers.clock import WaitingBots
from bot.store import schema
from bot.store.leases import Holder, bookmarked
from core.rules import Seat
from core.words.packs import Pack, default_pack
from core.words.word_lists import word_list
from tests.services import at_work
from tests.stored.installation import PEOPLE, Installation, finish, give_clue

ANIMALS: Final = (
    "whale shark lion owl fox bear wolf seal crow hare mole toad newt swan lynx mouse goat sheep"
    " horse zebra camel otter tiger eagle robin raven snake trout salmon beetle spider monkey"
)
SHORT: Final = Pack("short", ("bear", "boar"))
DAYS: Final = Pack("days", ("otter", "tiger", "zebra", "camel", "snake", "robin", "planet"))
KANA: Final = Pack("kana", ("さくら", "つくえ", "くるま", "とけい", "みどり", "あたま"))

SPYMASTER: Final = Seat("blue-spymaster")
OTHERS: Final = (Seat("blue-guesser"), Seat("red-spymaster"), Seat("red-guesser"))

CHAIRS: Final = (
    ("ann", "chair blue-spymaster"),
    ("bob", "chair blue-guesser"),
    ("cat", "chair red-spymaster"),
    ("dan", "chair red-guesser"),
)


def room(number: int) -> Room:
    """Return a channel of the guild on Discord."""
    return Room("discord", str(555000 + number))


async def play(here: Installation) -> dict[str, GameId]:
    """Play the evening; return the games by their purpose."""
    games = await _days(here)
    games |= await _timed(here)
    games |= await _finished(here)
    games |= await _under_way(here)
    games |= await _hangman(here)
    games |= await _settings(here)
    games |= await _lobbies(here)
    await _forgotten(here, games)
    await _learnt(here, games["finished"])
    await _shown(here, games)
    await _claimed(here, games)
    return games


async def _four(
    here: Installation, number: int, *lines: str, names: tuple[str, ...] = (), **values: Any
) -> GameId:
    """Open a table of four people; the host sets it up by `lines` and starts it."""
    game_id = await here.open("ann", "codenames", room(number), **values)
    chairs = [(who, line) for who, line in CHAIRS if not names or who in names]
    for who, line in chairs:
        if who != "ann":
            await here.say(game_id, who, "join")
        await here.say(game_id, who, line)
    for line in (*lines, "start"):
        await here.say(game_id, "ann", line)
    return game_id


async def _clued(here: Installation, game_id: GameId) -> str:
    """Give a clue; return the guesser."""
    who, _ = await here.due(game_id)
    await give_clue(here, game_id, who)
    who, _ = await here.due(game_id)
    return who


async def _own(here: Installation, game_id: GameId) -> list[str]:
    """Return the covered cards of the team whose turn it is."""
    public = await here.public(game_id)
    return await here.cards(game_id, public.turns[-1].team.value)


# Days and clocks.


async def _days(here: Installation) -> dict[str, GameId]:
    """Play the daily words of two days; stop and resume the second game."""
    first = await here.open("ann", "hangman", room(1), DAYS, daily=True)
    word = await _word(here, first)
    await here.all_say(first, ("bob", f"guess {word[0]}"), ("ann", f"solve {word}"))
    here.hands.forward(days=1)
    second = await here.open("bob", "hangman", room(1), DAYS, daily=True)
    await here.all_say(second, ("bob", "guess e"), ("bob", "stop"))
    again = await here.open("cat", "hangman", room(2), DAYS, daily=True)
    assert again == second
    await here.say(second, "cat", "guess a")
    return {"day": first, "reopened": second}


async def _word(here: Installation, game_id: GameId) -> str:
    return str((await here.session(game_id)).state.word.value)


async def _timed(here: Installation) -> dict[str, GameId]:
    """Exceed the time of turns: with three teams, with an advisory clock, and in hangman."""
    warned = await _four(
        here, 3, "set clue-time 10", "set clock enforced", "bot", teams=3, clues="warn"
    )
    told = await _four(here, 4, "set clock=advisory clue-time=10")
    turns = await here.open(
        "ann", "hangman", room(5), dealer="word", mode="turns", category="animals", guessers=3
    )
    await here.all_say(
        turns,
        ("ann", "set guess-time=10 clock=enforced"),
        ("ann", "chair dealer"),
        ("bob", "join"),
        ("cat", "join guessers"),
        ("ann", "start"),
        ("ann", "word zebra"),
    )
    await here.clock.tick()
    here.hands.forward(seconds=12)
    await here.clock.tick()
    await here.say(warned, "ann", "set clock off")
    await here.all_say(told, ("ann", "pause"), ("bob", "resume"))
    who, _ = await here.due(turns)
    await here.say(turns, who, "guess z")
    await _out(here, warned)
    return {"teams": warned, "told": told, "turns": turns}


async def _out(here: Installation, game_id: GameId) -> None:
    """Give a clue that breaks a rule, then guess the assassin, which eliminates the team."""
    await here.rest(game_id)
    who, _ = await here.due(game_id)
    public = await here.public(game_id)
    if public.clue is None:
        covered = next(card.word for card in public.cards if card.shown is None)
        await here.say(game_id, who, f"clue {covered}s 2")
        who, _ = await here.due(game_id)
    (assassin,) = await here.cards(game_id, "assassin")
    await here.say(game_id, who, f'guess "{assassin}"')


# Games of Codenames.


async def _finished(here: Installation) -> dict[str, GameId]:
    """Finish games that agents learn from: with bots, with people, with one person alone."""
    mixed = await _four(
        here, 6, "bot blue-guesser ace", "bot red-spymaster ace", names=("ann", "dan")
    )
    await finish(here, mixed)
    people = await here.open("ann", "codenames", room(7))
    for who, line in (("bob", "chair blue-guesser"), ("eve", "chair red-spymaster")):
        await here.all_say(people, (who, "join"), (who, line))
    await here.all_say(
        people, ("ann", "chair blue-spymaster"), ("ann", "bot red-guesser ace"), ("ann", "start")
    )
    await finish(here, people)
    typed = await here.open("dan", "codenames", room(8), typed=True)
    await here.all_say(typed, ("dan", "chair blue-spymaster"), ("dan", "bot"), ("dan", "start"))
    await finish(here, typed)
    stopped = await _four(here, 9)
    await here.say(stopped, "ann", "stop")
    again = (await here.say(people, "bob", "rematch")).game_id
    here.homes[again] = room(7)
    for game_id in (mixed, people, typed, stopped):
        await here.learner.learn(game_id)
    return {
        "finished": mixed,
        "forgotten": people,
        "typed": typed,
        "stopped": stopped,
        "rematch": again,
    }


async def _under_way(here: Installation) -> dict[str, GameId]:
    """Leave games in the middle of a turn, with marks, clocks and take-backs."""
    marked = await _four(
        here,
        10,
        "bot blue-guesser-2 gloss",
        "bot red-guesser-2 random",
        "set clock=enforced clue-time=30 guess-time=30",
        "set thread on",
        guessers=2,
        marks=2,
    )
    await _marked_cards(here, marked)
    paused = await _four(here, 11, "set clock slow", "set hours 8")
    who = await _clued(here, paused)
    first, second, *_ = await _own(here, paused)
    await _taken_back(here, paused, who, first)
    await here.all_say(
        paused, (who, f'mark "{first}"'), (who, f'unmark "{first}"'), (who, f'mark "{second}"')
    )
    await here.say(paused, who, f'guess "{first}"')
    await here.say(paused, "ann", "pause")
    large = await _four(here, 12, rows=10, cols=10, clues="off")
    await _clued(here, large)
    keyword = await _four(here, 13, typed=True)
    return {"marked": marked, "paused": paused, "large": large, "keyword": keyword}


async def _marked_cards(here: Installation, game_id: GameId) -> None:
    """Mark cards as a person who guesses together with a bot; then propose a take-back."""
    who = await _clued(here, game_id)
    _, seat = await here.due(game_id)
    *_, second, first = await _own(here, game_id)
    await here.say(game_id, who, f'mark "{first}"', rest=False)
    await here.players.continue_bots(game_id, seat)
    for line in (f'mark "{second}"', "takeback"):
        await here.say(game_id, who, line, rest=False)


async def _taken_back(here: Installation, game_id: GameId, who: str, card: str) -> None:
    """Propose take-backs: refused, agreed, and too late."""
    other = "cat" if who == "bob" else "ann"
    own = "ann" if who == "bob" else "cat"
    covered = await _own(here, game_id)
    await here.all_say(
        game_id,
        (who, f'guess "{card}"'),
        (who, "takeback"),
        (other, "refuse"),
        (own, "takeback"),
        (other, "agree"),
        (who, f'guess "{card}"'),
        (who, "takeback"),
        (who, f'guess "{covered[1]}"'),
        (who, "takeback"),
        (other, "agree"),
        (who, "takeback"),
        (other, "agree"),
    )


# Games of hangman.


async def _hangman(here: Installation) -> dict[str, GameId]:
    """Play hangman against every kind of dealer and in every mode."""
    cheating = await here.open(
        "ann", "hangman", room(20), dealer="cheating", category="animals", length=5, verbose=True
    )
    word = next(one for one in word_list("animals").words if len(one) == 5 and "e" not in one)
    await here.all_say(
        cheating, ("ann", "guess e"), ("bob", "hint"), ("ann", "bot guess3"), ("bob", "guess q")
    )
    await here.refused(cheating, "ann", f"solve {word}")
    games = {"cheating": cheating, "optimal": await _lost(here), "race": await _race(here)}
    return {**games, **await _thought(here)}


async def _lost(here: Installation) -> GameId:
    """Lose to a dealer that proves a missed win."""
    optimal = await here.open(
        "bob", "hangman", room(21), SHORT, dealer="optimal", length=4, lives=2, hints="off"
    )
    for letter in "qz":
        if not (await here.session(optimal)).is_over:
            await here.refused(optimal, "bob", f"guess {letter}")
    return optimal


async def _race(here: Installation) -> GameId:
    """Race until one team is out."""
    race = await here.open(
        "ann", "hangman", room(22), mode="race", dealer="honest", category="animals", lives=3
    )
    await here.all_say(
        race,
        ("ann", "join blue"),
        ("bob", "join red"),
        ("bob", "chair red1"),
        ("ann", "chair blue1"),
        ("ann", "start"),
    )
    word = await _word(here, race)
    wrong = [letter for letter in "qzxjkvwybf" if letter not in word]
    for letter in wrong[:3]:
        await here.say(race, "ann", f"guess {letter}")
    await here.all_say(race, ("bob", f"guess {word[0]}"), ("bob", f"guess {wrong[0]}"))
    return race


async def _thought(here: Installation) -> dict[str, GameId]:
    """Play two games with a person's thought: one to its end, one up to a question."""
    games = {}
    for name, number in (("told", 23), ("thought", 24)):
        game_id = await here.open(
            "ann", "hangman", room(number), dealer="thought", category="animals", length=5
        )
        await here.all_say(
            game_id,
            ("ann", "chair dealer"),
            ("bob", "join"),
            ("bob", "chair guess1"),
            ("ann", "start"),
            ("bob", "guess e"),
            ("ann", "answer none"),
            ("bob", "solve panda"),
            ("ann", "answer no"),
            ("bob", "guess a"),
        )
        games[f"thought-{name}"] = game_id
    told, thought = games.values()
    await here.all_say(told, ("ann", "answer 2"), ("ann", "word zaxyq"))
    await here.all_say(thought, ("ann", "answer 2"), ("bob", "solve camus"))
    return games


# Lobbies and settings.


async def _settings(here: Installation) -> dict[str, GameId]:
    """Set all settings of a guild, and play there with a pack of its own."""
    hall = room(30)
    words = ", ".join(ANIMALS.split())
    await here.ask("ann", "admin packs add", hall, name="Animals", words=words)
    packed = await here.open("ann", "codenames", hall, pack=None, solo=True, team="red")
    await here.all_say(packed, ("ann", "watch"), ("ann", "bot"), ("ann", "start"))
    own = await here.games.open(
        here.caller("bob", room(31), within=hall), "codenames", {"pack": "animals"}
    )
    here.homes[own.game_id] = room(31)
    await here.ask("ann", "admin packs default", hall, pack="Animals")
    await here.ask("ann", "admin language", hall, language="en")
    await here.ask("ann", "admin language", room(31), language="ja")
    await here.ask("ann", "admin stop", hall, who="anyone")
    await here.ask("ann", "admin theme", hall, theme="light")
    return {"solo": packed, "packed": own.game_id}


async def _lobbies(here: Installation) -> dict[str, GameId]:
    """Leave a lobby in which no setting has its default, and one of hangman."""
    lobby = await here.open("cat", "codenames", room(32))
    await here.all_say(
        lobby,
        ("cat", "set clock=slow clue-time=90 guess-time=45 hours=48 bot=gloss pace=3.5"),
        ("cat", "set stop=anyone theme=light thread=on"),
        ("cat", "set rows=4 cols=6 teams=3 guessers=2 marks=2 clues=off"),
        ("tom", "join"),
        ("tom", "join blue"),
        ("bob", "watch"),
        ("bob", "leave"),
        ("dan", "join"),
        ("dan", "chair blue-spymaster"),
        ("cat", "bot red-guesser-2 ace"),
        ("cat", "bot green-guesser random"),
        ("cat", "unbot red-guesser-2"),
        ("cat", f"host {PEOPLE['dan']}"),
        ("cat", "chair red-guesser"),
        ("cat", "stand"),
    )
    await here.games.submit(
        here.caller("sue", Room("slack", "C9")), Submission("join red", game_id=lobby)
    )
    await here.games.direct_found(lobby, PEOPLE["dan"], reached=False)
    await here.say(lobby, "dan", "reach")
    await here.games.direct_found(lobby, PEOPLE["dan"], reached=False)
    kana = await here.open(
        "ann", "hangman", room(33), KANA, category="kana", mode="turns", length=3, lives=0,
        dealer="largest",
    )  # fmt: skip
    await here.ask(
        "ann", "admin timers", room(30),
        clock="enforced", clue_time="2m", guess_time="90", hours=12, pace="1",
    )  # fmt: skip
    await here.ask("ann", "admin threads", room(30), thread="on")
    for number in {*range(1, 35)} - {31}:  # which is inside another room
        await here.ask("ann", "admin channels allow", room(number))
    return {"lobby": lobby, "kana": kana}


# Rows that processes write besides games.


async def _forgotten(here: Installation, games: dict[str, GameId]) -> None:
    """Forget a person who has finished a game."""
    await leave_and_forget(here.games, PEOPLE["eve"])
    sitters = (await here.session(games["forgotten"])).lobby.sitters
    assert any(user.is_gone for user in sitters.values())


async def _learnt(here: Installation, game_id: GameId) -> None:
    """Run the learner over all games twice, so that it stores a bookmark."""
    async with at_work(here.learner):
        await _until(here, lambda: _known(here, game_id))
        here.games.notifier.publish_gap()
        await _until(here, lambda: _bookmarked(here))


async def _until(here: Installation, known: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(60):
        while not await known():
            here.games.notifier.publish_gap()
            await asyncio.sleep(0.05)


async def _known(here: Installation, game_id: GameId) -> bool:
    its = schema.results.c.game_id == game_id
    async with here.store.reading() as conn:
        return (await conn.execute(select(schema.results).where(its))).first() is not None


async def _bookmarked(here: Installation) -> bool:
    async with here.store.reading() as conn:
        return await bookmarked(conn, "learner") is not None


async def _shown(here: Installation, games: dict[str, GameId]) -> None:
    """Post the games' messages on Discord, some in threads."""
    drawings = MessageTasks(here.games, Holder(here.holder))
    numbers = count(1_441_000_000_000_000_000)
    for name, game_id in games.items():
        while spots := await drawings.outdated(game_id, "discord"):
            for spot in spots:
                drawing = await drawings.claim(spot)
                assert drawing
                channel = int(spot.room.place) + (7000 if name == "marked" else 0)
                remark = "discord-thread-none" if name == "paused" else ""
                shown = Handle(
                    channel,
                    next(numbers),
                    turn_marker(drawing.game_view, "discord") or "nobody",
                    remark,
                )
                await drawings.mark_shown(drawing, drawing.handle or str(shown))
    marked, paused, large = (games[name] for name in ("marked", "paused", "large"))
    for row in (
        ThreadRow(marked, room(10), Room("discord", "562010")),
        ThreadRow(paused, room(11), None),
        ThreadRow(large, room(12), Room("discord", "562012"), closed=True),
    ):
        await here.games.save_thread(row)
    await ChatServices(here.games, "en").mark_synced("discord", "a digest of the commands")


class _Hanging:
    """Bots of a process that dies while they continue."""

    async def act(self, game_id: GameId, *, after_patience: bool = False) -> Receipt | None:
        raise OSError(f"{game_id} is not gone on with: {after_patience}")


async def _claimed(here: Installation, games: dict[str, GameId]) -> None:
    """Die during work: leases of every kind are left."""
    here.hands.forward(seconds=16)
    hanging: WaitingBots = _Hanging()
    await here.clock_with(hanging).tick()
    drawings = MessageTasks(here.games, Holder(here.holder))
    await here.say(games["cheating"], "bob", "guess w")
    assert await drawings.claim(MessageTarget(games["cheating"], room(20)))
    await RoomLock(here.store, Room("terminal", "home"), here.hands).acquire()


def play_alone(url: str) -> None:
    """Begin a game at a terminal, and leave it after a clue."""
    with open_client(url, seed=5) as desk:
        setting = TableSetup(
            kind="codenames",
            values={"rows": 4, "cols": 5},
            pack=default_pack(),
            host="joe",
            people={SPYMASTER: "joe"},
            bots=dict.fromkeys(OTHERS, "random"),
        )
        desk.begin(setting)
        while SPYMASTER not in desk.to_act:
            desk.act()
        desk.submit(SPYMASTER, "clue zephyr 2")
