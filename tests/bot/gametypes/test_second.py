"""A game that is not Codenames, played through everything that serves all games."""

import asyncio
from argparse import Namespace
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import func, select
from structlog.testing import capture_logs

from adapters.chat.commands import CommandTables
from adapters.chat.message_view import RenderOptions
from adapters.discord.input.slash_commands import payload
from adapters.discord.output import render
from bot.chat.privacy.export import export
from bot.chat.privacy.forget import forget, is_stored
from bot.cli.parser import read_arguments
from bot.cli.play.client import open_client
from bot.cli.play.room import room_of
from bot.cli.play.run import MEMORY, PlaySession, plan_session
from bot.cli.replay import replay, replay_json, replay_lines
from bot.games import GameId, Games
from bot.games.requests import Receipt, Submission
from bot.gametypes import registry
from bot.gametypes.engine import FALLBACK, Engine, LocalEngine, MoveRequest
from bot.gametypes.game_type import AnyGame
from bot.gametypes.registry import (
    GameEntry,
    GameTypes,
    bot_loaders,
    command_classes,
    load_command,
    load_game,
)
from bot.gametypes.table_request import TableSetup
from bot.lobby import phrases
from bot.lobby.model import Status
from bot.lobby.notation import LOBBY_COMMANDS
from bot.lobby.settings import CLUE_TIME, GUESS_TIME
from bot.server.workers.bots import BotWorker
from bot.server.workers.engine_pool import EnginePool
from bot.server.workers.learner import Learner
from bot.settings import Settings
from bot.store import schema
from bot.store.connection import Store
from bot.store.leases import Holder
from bot.store.notify import Notifier
from bot.texts import Texts, languages
from core.agents.memory import EMPTY
from core.rules import Refusal
from core.view import Grid, Phrase, View, phrase
from core.words.packs import default_pack
from spyring_sample.nim import BLUE, COMMANDS, NIM, RED, Options, Take
from tests.adapters.discord.payload import body, breaches
from tests.bot.casts import no_cast
from tests.bot.games.parlour import person
from tests.bot.second import texts
from tests.bot.tables import Fixed
from tests.services import learn_all

pytestmark = pytest.mark.either_database

T = TypeVar("T")

GAMES: Sequence[GameEntry] = (
    *registry.GAMES,
    GameEntry("nim", "spyring_sample.nim:NimCli", {"traps": "tests.bot.second:TrapsCommand"}),
)

SETTINGS = Settings(player="ann")

KINDS: Mapping[str, AnyGame] = {**GameTypes(), NIM.name: NIM}

# `Fixed` sets the trap at 3: a player who leaves three counters has lost.


@dataclass
class Hut:
    """A table of Nim: Ann plays Red, a bot plays Blue."""

    games: Games
    players: BotWorker
    game_id: GameId

    async def say(self, name: str, line: str, turn: int | None = None) -> Receipt:
        return await self.games.submit(
            person(name), Submission(line, turn=turn, game_id=self.game_id)
        )

    async def refused(self, name: str, line: str, turn: int | None = None) -> str:
        with pytest.raises(Refusal) as refused:
            await self.say(name, line, turn)
        return refused.value.phrase.key

    async def rest(self) -> None:
        while await self.players.act(self.game_id):
            pass

    async def played(self) -> None:
        """Play to the end: the heap goes to 9, 8, 5, 4, and by Ann's last move to the trap's 3."""
        for line in ("take 3", "take 3", "take 1"):
            await self.say("ann", line)
            await self.rest()

    async def told(self) -> str:
        """Return the whole output of a replay, as text and as JSON."""
        found = await replay(self.games, self.game_id)
        said = [texts().say(one) for one in replay_lines(found)]
        return "\n".join([*said, repr(replay_json(found, texts()))])

    async def seen(self, name: str | None) -> str:
        """Return the view of a person (None: of everyone), as it is sent to Discord."""
        user = person(name).user if name else None
        look = await self.games.view(self.game_id, user)
        shown = render.message(look, RenderOptions(texts(), shared=user is None))
        assert breaches(shown, None) == []
        return repr(body(shown))


@asynccontextmanager
async def hut(url: str, thinker: Engine | None = None) -> AsyncIterator[Hut]:
    async with Store.open(url) as store:
        games = Games(store, Notifier(store, troubled=print), KINDS, entropy=Fixed())
        thinks = thinker or LocalEngine(bot_loaders(KINDS))
        players = BotWorker(games, thinks, Holder("one"))
        opened = await games.open(person("ann"), "nim", {"heap": 13})
        table = Hut(games, players, opened.game_id)
        await table.say("ann", "chair red-taker")
        await table.say("ann", "set heap 12")
        await table.say("ann", "start")
        yield table


def in_hut(
    url: str,
    work: Callable[[Hut], Coroutine[Any, Any, T]],
    thinker: Engine | None = None,
) -> T:
    async def run() -> T:
        async with hut(url, thinker) as table:
            return await work(table)

    return asyncio.run(run())


def test_a_game_goes_to_its_end_between_a_person_and_a_bot(database_url: str) -> None:
    async def work(table: Hut) -> None:
        await table.played()
        session = await table.games.session(table.game_id)
        assert session.lobby.status is Status.OVER
        assert session.state.winner == BLUE
        causes = [one.cause for one in session.log if one.cause]
        assert causes == ["taker", "taker"]
        news = await table.games.updates(table.game_id)
        assert [one.line for one in news if one.line] == [
            "laid",
            "red-taker take 3",
            "blue-taker take 1",
            "red-taker take 3",
            "blue-taker take 1",
            "red-taker take 1",
        ]

    in_hut(database_url, work)


def test_bots_think_in_workers_that_load_only_what_their_game_needs(database_url: str) -> None:
    codenames = KINDS["codenames"].bots
    bots = {"codenames": replace(codenames, loader=no_cast), "nim": NIM.bots}

    async def work(table: Hut) -> None:
        with capture_logs() as logs:
            await table.played()
        assert logs == []
        async with table.games.store.reading() as conn:
            causes = (await conn.scalars(select(schema.events.c.cause))).all()
        assert causes.count("taker") == 2

    async def run() -> None:
        async with EnginePool(bots, seconds=60.0) as pool, hut(database_url, pool) as table:
            await work(table)

    asyncio.run(run())


def test_in_place_of_a_bot_that_does_not_choose_its_own_game_does() -> None:
    seen = NIM.rules(Options(), default_pack(), ()).observe
    task = MoveRequest(
        "nim", "nobody", seen(NIM.rules(Options(), default_pack(), ()).initial(), BLUE), EMPTY, (1,)
    )

    async def run() -> None:
        async with EnginePool({"nim": NIM.bots}) as pool:
            with capture_logs() as logs:
                choice = await pool.choose(task)
        assert (choice.action, choice.cause) == (Take(1, 1), FALLBACK)
        assert [(one["of"], one["bot"]) for one in logs] == [("nim", "nobody")]

    asyncio.run(run())


def test_the_tables_bot_plays_as_the_games_own(database_url: str) -> None:
    async def work(table: Hut) -> None:
        session = await table.games.session(table.game_id)
        assert session.lobby.bot(BLUE) == "teammate"
        assert NIM.bots.resolve(session.options, BLUE, "teammate") == "taker"

    in_hut(database_url, work)


def test_what_only_one_seat_may_know_is_shown_to_nobody_else(database_url: str) -> None:
    async def work(table: Hut) -> None:
        await table.games.submit(person("bob"), Submission("watch", game_id=table.game_id))
        await table.games.submit(
            person("bob"), Submission("chair blue-taker", game_id=table.game_id)
        )
        assert "The trap is 3" in await table.seen("bob")
        assert "The trap" not in await table.seen("ann") + await table.seen(None)
        assert "The trap" not in (await table.told()).replace("The trap is laid", "")
        await table.say("ann", "take 3")
        assert await table.refused("bob", "take 4") == "nim-too-many"
        assert await table.refused("bob", "take two") == "nim-take-form"
        assert await table.refused("bob", "grab 2") == "line-unknown"

    in_hut(database_url, work)


def test_the_deal_and_what_bots_thought_are_told_when_the_game_is_over(database_url: str) -> None:
    async def work(table: Hut) -> None:
        await table.say("ann", "take 3")
        await table.rest()
        assert await table.games.recap(table.game_id) == ()
        assert "'deal': None" in await table.told()
        await table.say("ann", "take 3")
        await table.rest()
        await table.say("ann", "take 1")
        recap = [texts().say(one) for one in await table.games.recap(table.game_id)]
        assert recap == [
            "blue taker (bot) wanted to leave 8.",
            "blue taker (bot) wanted to leave 4.",
        ]
        told = await table.told()
        assert "Ann (red) takes 3." in told
        assert "The trap is 3" in told
        assert "'deal': {'trap': 3}" in told
        assert "The trap is 3" in await table.seen(None)

    in_hut(database_url, work)


def test_bots_that_wait_for_nobody_give_no_advice_and_answer_nothing(database_url: str) -> None:
    async def work(table: Hut) -> None:
        assert await table.players.advice(table.game_id) == ()
        assert await table.players.consequence(table.game_id, RED, "take 1") is None
        assert await table.players.continue_bots(table.game_id, RED) == ()
        await table.say("ann", "take 1")
        assert await table.players.act(table.game_id, after_patience=True) is not None

    in_hut(database_url, work)


def test_a_game_that_teaches_nothing_is_neither_learnt_nor_rated(database_url: str) -> None:
    async def work(table: Hut) -> None:
        await table.played()
        learner = Learner(table.games)
        assert await learner.learn(table.game_id) == ()
        await learn_all(learner)
        async with table.games.store.reading() as conn:
            for rows in (schema.turns, schema.results, schema.ratings, schema.agent_memory):
                assert await conn.scalar(select(func.count()).select_from(rows)) == 0

    in_hut(database_url, work)


def test_what_is_stored_of_a_player_has_their_moves(database_url: str) -> None:
    async def work(table: Hut) -> None:
        await table.played()
        async with table.games.store.reading() as conn:
            found = await export(conn, person("ann").user)
        assert [move["body"]["count"] for move in found["moves"]] == [3, 3, 1]

    in_hut(database_url, work)


def test_a_player_is_forgotten_after_the_games_package_was_uninstalled(database_url: str) -> None:
    async def work(table: Hut) -> None:
        await table.played()
        async with table.games.store.writing() as conn:
            assert await conn.scalar(select(func.count()).select_from(schema.thoughts)) == 2
            await forget(conn, person("ann").user, (table.game_id,))
            assert await conn.scalar(select(func.count()).select_from(schema.thoughts)) == 0
            assert not await is_stored(conn, person("ann").user)

    in_hut(database_url, work)


def test_the_clock_ends_a_turn_and_the_same_people_play_again(database_url: str) -> None:
    async def work(table: Hut) -> None:
        await table.say("ann", "take 3")
        await table.rest()
        await table.games.expire(table.game_id, 3, enforced=True)
        session = await table.games.session(table.game_id)
        assert session.state.winner == BLUE
        again = await table.say("ann", "rematch")
        assert again.game_id != table.game_id
        assert (await table.games.session(again.game_id)).options == Options(12)

    in_hut(database_url, work)


def test_a_move_is_taken_back(database_url: str) -> None:
    async def work(table: Hut) -> None:
        await table.say("ann", "take 3")
        await table.say("ann", "takeback")
        session = await table.games.session(table.game_id)
        assert session.state.heap == 12
        assert session.turn == 1

    in_hut(database_url, work)


def test_a_terminal_plays_it_and_says_that_a_seed_dealt_it() -> None:
    setting = TableSetup("nim", {"heap": 12}, default_pack(), "ann", {RED: "ann"}, {BLUE: "taker"})
    with open_client(":memory:", seed=1, game_types=KINDS) as desk:
        desk.begin(setting)
        assert desk.view(RED).footer == phrase("nim-seeded")
        while desk.outcome is None:
            if RED in desk.to_act:
                desk.submit(RED, "take 1")
            else:
                assert desk.act()
        assert desk.is_closed
        moves = [one.line for one in desk.updates() if one.line and one.line.startswith(BLUE)]
        assert len(desk.recap()) == len(moves)


def read(*words: str) -> Namespace:
    """Return the arguments of a command line, with Nim among the games."""
    return read_arguments(words, GAMES, SETTINGS, texts())


def planned(*options: str) -> PlaySession:
    return plan_session(read("play", "nim", *options), SETTINGS, GAMES)


def test_a_command_line_seats_one_person_and_bots_with_the_games_own_options() -> None:
    usual = planned()
    setup = usual.table_request.setup
    assert setup.values == {"heap": 12}
    assert (setup.people, setup.bots) == ({BLUE: "ann"}, {RED: "taker"})
    assert planned("--first").table_request.setup.people == {RED: "ann"}
    both = planned("--heap", "20", "--chair", "red-taker=human:ben").table_request.setup
    assert both.values == {"heap": 20}
    assert (both.people, both.host) == ({BLUE: "ann", RED: "ben"}, "ann")
    assert usual.command == "spyring play nim"
    assert str(room_of(load_game(usual.games, "nim"))) == "terminal:nim"


@pytest.mark.parametrize(
    ("options", "key"),
    [
        (("--heap", "41"), "option-range"),
        (("--chair", "blue-taker=ace"), "bot-unknown"),
        (("--chair", "green-taker=human"), "chair-unknown"),
        (("--name", "two words"), "name-form"),
    ],
)
def test_a_table_that_cannot_be_is_refused(options: tuple[str, ...], key: str) -> None:
    with pytest.raises(Refusal) as refused:
        planned(*options)
    assert refused.value.phrase.key == key


@pytest.mark.parametrize("options", [("--keyword", "k"), ("--rows", "5"), ("--dictionary", "f")])
def test_no_game_has_the_options_of_another(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit):
        planned(*options)
    with pytest.raises(SystemExit):
        read("play", "--first")
    assert "unrecognized arguments" in capsys.readouterr().err


def test_a_game_is_played_and_resumed_as_a_command_line_asks(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    for options, said, seat in (
        ((), [], BLUE),
        (("--heap", "12"), ["play-goes-on"], BLUE),
        (("--first",), ["play-stopped"], RED),
        (("--first",), ["play-goes-on"], RED),
        ((), ["play-goes-on"], RED),
        (("--heap", "13"), ["play-stopped"], BLUE),
    ):
        session = planned(*options)
        with session.client(url) as client:
            assert [one.key for one in session.resume_or_start(client)] == said
            assert client.people == (seat,)
    with planned("--seed", "1").client(MEMORY) as client:
        planned("--seed", "1").resume_or_start(client)
        while client.outcome is None:
            if BLUE in client.to_act:
                client.submit(BLUE, "take 1")
            else:
                assert client.act()
        assert client.is_closed


@dataclass
class Written:
    """A console that records its output."""

    texts: Texts = field(default_factory=texts)
    lines: list[str] = field(default_factory=list)
    columns: int | None = None

    def write(self, text: str) -> None:
        self.lines.append(text)

    def warn(self, text: str) -> None:
        raise NotImplementedError(text)

    def show(self, view: View) -> None:
        assert view.title
        self.lines.append(self.texts.say(view.title))

    def picture(self, grid: Grid, header: Phrase) -> bytes:
        raise NotImplementedError(grid, header)

    def page(self, view: View) -> bytes:
        raise NotImplementedError(view)


def test_a_game_brings_a_command_of_its_own() -> None:
    assert [*command_classes(registry.GAMES)] == [
        "board",
        "listen",
        "words",
        "models",
        "shiritori",
    ]
    arguments, console = read("traps", "--below", "13"), Written()
    command = load_command(command_classes(GAMES)[arguments.command])
    assert command.run(arguments, SETTINGS, console) == 0
    assert console.lines == ["Spyring: 4 8 12", "3 counters"]
    assert command.run(read("traps", "--below", "3"), SETTINGS, console) == 1


def test_a_command_of_a_game_is_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read("--help")
    assert "list the heaps that lose" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        read("play", "nim", "--help")
    shown = capsys.readouterr().out
    assert "--first" in shown
    assert "--pack" not in shown


def test_chats_know_its_commands() -> None:
    entries = [*CommandTables((COMMANDS,), LOBBY_COMMANDS).entries()]
    (command,) = (one for one in payload(entries, {"en": texts()}) if one["name"] == "nim")
    shown = {one["name"]: one for one in command["options"]}
    assert shown["take"]["description"] == "Take counters from the heap"
    assert shown["new"]["options"][0]["max_value"] == 40


SAMPLES: Mapping[str, object] = {
    "number": 1,
    "count": 2,
    "clue": phrase("table-time", minutes=3, seconds=0),
    "guess": phrase("table-time", minutes=0, seconds=45),
    "seat": "seat",
}
"""Values of games' sentences about their tables, except a chair's own values."""

CLAUSES: Mapping[str, tuple[str, ...]] = {
    phrases.OWN_VIEW: ("role",),
    phrases.INSTEAD: ("role",),
    phrases.NOTE: ("role", "seat"),
    phrases.TIMES: ("clue", "guess"),
    CLUE_TIME: (),
    GUESS_TIME: (),
    phrases.NO_TAKE_BACK: (),
    phrases.STOP_FORFEITS: (),
    phrases.WHICH_BOT: (),
    **dict.fromkeys(phrases.RULES, ()),
    phrases.EXAMPLE: (),
}
"""The clauses of each game's catalogue, with the names of their values."""

CHAIR_NAMES: Mapping[str, tuple[str, ...]] = {
    "": ("team", "role", "number"),
    "-within": ("team", "role", "number"),
    "-any": ("team", "role", "count"),
    "-role": ("role", "count"),
}
"""The names of a chair by their keys' endings, with the names of their values."""


def _asked_of(kind: AnyGame) -> set[Phrase]:
    """Return all sentences that a game needs for its own tables, those of each chair included."""
    options = kind.options({})
    chairs = kind.chairs(options)
    several = any(len(kind.bots.offered_for(options, chair.seat)) > 1 for chair in chairs)
    timed = {chair.time_setting for chair in chairs}
    asked = {
        said
        for said in CLAUSES
        if said not in (CLUE_TIME, GUESS_TIME, phrases.WHICH_BOT, phrases.EXAMPLE)
    }
    asked |= timed | ({phrases.WHICH_BOT} if several else set())
    asked |= {phrases.EXAMPLE} if kind.example() else set()
    found = set[Phrase]()
    for chair in chairs:
        own = {**SAMPLES, "team": chair.team, "role": chair.role}
        for said in asked:
            values = {name: own[name] for name in CLAUSES[said]}
            found.add(phrase(f"{kind.name}-{said}", **values))
        for end, names in CHAIR_NAMES.items():
            found.add(phrase(f"{chair.name_key}{end}", **{name: own[name] for name in names}))
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", KINDS)
def test_every_game_says_its_own_words_around_its_tables(name: str, language: str) -> None:
    speaker = texts() if name == NIM.name else Texts.load(language)
    for said in _asked_of(KINDS[name]):
        assert speaker.say(said).strip(), said
        assert said.key.startswith((name, "chair"))


def test_no_game_but_codenames_borrows_its_chairs_names() -> None:
    for kind in KINDS.values():
        for chair in kind.chairs(kind.options({})):
            assert (chair.name_key == "chair") == (kind.name == "codenames")


def test_a_lobby_of_any_game_is_said_without_the_words_of_another(sqlite_url: str) -> None:
    async def work() -> None:
        async with Store.open(sqlite_url) as store:
            games = Games(store, Notifier(store, troubled=print), KINDS, entropy=Fixed())
            opened = await games.open(person("ann"), "nim", {"heap": 13})
            table = Hut(games, BotWorker(games, LocalEngine({}), Holder("one")), opened.game_id)
            await table.say("ann", "chair blue-taker")
            shown = (await table.seen(None)).lower()
            assert "blue taker" in shown
            for word in ("spymaster", "guesser", "card", "clue", "dealer"):
                assert word not in shown, word

    asyncio.run(work())
