"""Plugins: the sample package as people install it, and packages with faults or with our names."""

import asyncio
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from adapters import registry
from adapters.chat.commands import CommandTables
from adapters.chat.platform import ChatApp
from adapters.discord.platform import DISCORD_PLATFORM
from bot import files, plugins, texts
from bot.chat.services import ChatServices
from bot.cli import doctor
from bot.cli.operators import platform_settings
from bot.files import find_pack
from bot.games import Games, MessageTasks
from bot.gametypes.codenames.bots import TableBots
from bot.gametypes.codenames.game_type import codenames_type
from bot.gametypes.codenames.policies import ACE_NAMES
from bot.gametypes.engine import compute
from bot.gametypes.registry import GameEntry
from bot.lobby.notation import LOBBY_COMMANDS
from bot.settings import HOST
from bot.store.connection import Store
from bot.store.leases import new_holder
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from core.rules import Refusal
from core.view import phrase
from core.words.ensemble import MODELS
from core.words.packs import PackError, default_pack
from spyring_sample.lines import LinesEnvironment, LinesServer, prepare
from spyring_sample.nim import COMMANDS, NIM
from spyring_sample.packs import KITCHEN
from tests.adapters.chat.recording import loft
from tests.bot.cli.test_doctor import patient
from tests.bot.programs import MOST_SECONDS, environment, spyring
from tests.bot.server.test_health import free_port
from tests.loopback.table import in_loop
from tests.services import at_work

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "docs" / "sample-plugin"

NAMES = ("nim", "lines", "one-card", "kitchen", "sample")
"""The names of the sample's parts, in the order of their groups."""

PATIENCE_SECONDS = 60.0

Offer = Callable[[dict[str, str]], None]
"""Lets a package offer parts, by ``GROUP.NAME``, as if it had just been installed."""


# The sample, installed.


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample, built from a copy: setuptools leaves files in its source."""
    folder = tmp_path_factory.mktemp("sample")
    copy, target = folder / "source", folder / "target"
    shutil.copytree(SAMPLE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "install")
    how = ("--no-deps", "--no-build-isolation", "--no-index", f"--target={target}", str(copy))
    ended = subprocess.run(  # noqa: S603 - pip
        (*pip, *how), capture_output=True, text=True, timeout=MOST_SECONDS, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return target


def setting(installed: Path) -> dict[str, str]:
    """Return the environment of a program with the packages in a folder, and with its own home."""
    home = installed.parent
    return environment(
        {
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT, installed))),
            "HOME": str(home),
            "XDG_DATA_HOME": str(home),
        }
    )


def program(
    installed: Path, *arguments: str, lines: str = ""
) -> "subprocess.CompletedProcess[str]":
    """Run the program with the packages in a folder, to its end."""
    return subprocess.run(  # noqa: S603 - our own program
        (sys.executable, "-m", "spyring", *arguments),
        cwd=installed.parent,
        env=setting(installed),
        input=lines,
        capture_output=True,
        encoding="utf-8",
        timeout=MOST_SECONDS,
        check=False,
    )


@pytest.mark.slow
def test_the_doctor_names_the_samples_parts(installed: Path) -> None:
    ended = program(installed, "doctor", "--json")
    assert ended.returncode == 0, ended.stdout
    said = {one["subject"]: one["said"] for one in json.loads(ended.stdout)["findings"]}
    assert said["plugins"] == f"{', '.join(NAMES)} can be loaded"


@pytest.mark.slow
def test_the_samples_game_is_played_from_a_script_and_told_again(installed: Path) -> None:
    command = ("play", "nim", "--plain", "--seed", "3", "--state", "nim.db", "--name", "ann")
    ended = program(installed, *command, lines="take 1\n" * 12)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("laid\nred-taker take ")
    assert re.search(r"^trap \d+$", ended.stdout, re.MULTILINE)
    listed = program(installed, "games", "--state", "nim.db", "terminal:ann").stdout
    again = program(installed, "replay", "--state", "nim.db", listed.split()[0])
    assert "The trap is laid." in again.stdout
    unknown = program(installed, "play", "nim", "--heap", "50")
    assert unknown.returncode == 2


@pytest.mark.slow
def test_the_samples_bot_and_pack_play_a_game_of_codenames(installed: Path) -> None:
    command = ("play", "--plain", "--bots", "one-card", "--as", "watcher", "--seed", "7")
    ended = program(installed, *command, "--pack", "kitchen")
    assert ended.returncode == 0, ended.stderr
    dealt, *rest = ended.stdout.splitlines()
    assert {*dealt.split()[-25:]} <= {*KITCHEN.words}
    numbers = [line.split()[-1] for line in rest if " clue " in line and line[0] != "#"]
    assert len(numbers) > 5
    assert {*numbers} == {"1"}
    assert any(line.startswith("won ") for line in rest)


@pytest.mark.slow
def test_the_samples_platform_has_a_flag_and_needs_its_setting(installed: Path) -> None:
    assert "--lines" in program(installed, "run", "--help").stdout
    ended = program(installed, "run", "--lines")
    assert ended.returncode == 2
    assert "set SPYRING_LINES_PORT" in ended.stderr


@pytest.mark.slow
@in_loop
async def test_people_play_the_samples_game_on_its_platform(installed: Path) -> None:
    port = free_port()
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "spyring", "run", "--lines", "--state", "run.db"),
        cwd=installed.parent,
        env=setting(installed) | {"SPYRING_LINES_PORT": str(port)},
        stderr=subprocess.PIPE,
    )
    assert server.stderr is not None
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while b" started " not in await server.stderr.readline():
                pass
        async with connected(port, "Ann") as ann, connected(port, "Ben") as ben:
            assert "start nim" in (await ann.say("help", "Start nim")).lower()
            await ann.say("start nim", "who plays where?")
            await ann.say("chair blue-taker", "You're the blue taker")
            await ann.say("start", "The trap is ")
            assert "Another person" in await stranger(port, "ann")
            while " wins" not in ann.seen:
                await ann.say("take 1", "Ann (blue) takes", " wins")
            assert await ben.read(" wins")
            public, _, end = ben.seen.rpartition("wins")
            assert "The trap is " not in public
            assert "The trap is " in end
    finally:
        server.terminate()
        _, log = await server.communicate()
    assert server.returncode == 0
    assert b"bot-did-not-choose" not in log


class Person:
    """A person's connection; `seen` is all that they have read."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.seen = ""

    async def say(self, text: str, *wanted: str) -> str:
        """Write a line; return the answer up to the first wanted text."""
        self._writer.write(f"{text}\n".encode())
        return await self.read(*wanted)

    async def read(self, *wanted: str) -> str:
        """Return the next lines, up to a paragraph with one of the wanted texts."""
        found = ""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not any(text in found for text in wanted):
                part = (await self._reader.readuntil(b"\n\n")).decode()
                found += part
                self.seen += part
        return found

    async def leave(self) -> None:
        """Close the connection."""
        await closed(self._writer)


@asynccontextmanager
async def connected(port: int, name: str) -> AsyncIterator[Person]:
    """Yield a person at the sample's platform."""
    person = Person(*await opened(port))
    try:
        await person.say(name, f"Welcome, {name}!")
        yield person
    finally:
        await person.leave()


async def opened(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection to a server that may still be starting."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            try:
                return await asyncio.open_connection(HOST, port)
            except ConnectionRefusedError:
                await asyncio.sleep(0.01)


async def stranger(port: int, name: str) -> str:
    """Return the answer to a name, after which the platform ends the connection."""
    reader, writer = await opened(port)
    writer.write(f"{name}\n".encode())
    async with asyncio.timeout(PATIENCE_SECONDS):
        answer = await reader.read()
    await closed(writer)
    return answer.decode()


async def closed(writer: asyncio.StreamWriter) -> None:
    """Close a connection, which the server may have closed before."""
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


# Other packages, without installing them.


@pytest.fixture
def offer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Offer]:
    """A function that lets the package ``other`` offer parts."""
    monkeypatch.syspath_prepend(tmp_path)

    def offers(parts: dict[str, str]) -> None:
        write_package(tmp_path, parts)
        forget_plugins()

    yield offers
    monkeypatch.undo()
    forget_plugins()


def write_package(folder: Path, parts: dict[str, str], name: str = "other") -> None:
    """Write a package with entry points, by ``GROUP.NAME``, as pip would."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    pairs = ((*key.split("."), value) for key, value in parts.items())
    lines = (f"[spyring.{group}]\n{part} = {value}\n" for group, part, value in pairs)
    (about / "entry_points.txt").write_text("".join(lines))
    (folder / "broken.py").write_text("PART = 1 // 0\n")


def forget_plugins() -> None:
    """Clear the caches, so that the next call looks for plugins again."""
    importlib.invalidate_caches()
    for cached in (
        plugins._installed,
        plugins.plugins,
        plugins.load_plugin,
        registry.platforms,
        registry.sound_platforms,
        texts._catalogue,
        files._plugin_pack,
    ):
        cached.cache_clear()


NAMESAKE = """
from dataclasses import replace
from spyring_sample.lines import LINES_PLATFORM
PART = replace(LINES_PLATFORM, name="discord")
"""


@in_loop
async def test_two_people_share_a_table_on_the_samples_platform(
    offer: Offer, tmp_path: Path
) -> None:
    offer({"texts.sample": "spyring_sample"})
    async with Store.open(f"sqlite:///{tmp_path}/hall.db") as store:
        await make_ready(store)
        games = Games(store, Notifier(store, troubled=print), {NIM.name: NIM})
        tables = CommandTables((COMMANDS,), LOBBY_COMMANDS)
        tasks = MessageTasks(games, new_holder())
        app, port = ChatApp(games, tasks, ChatServices(games, "en"), tables, {}), free_port()
        server = LinesServer(app, port)
        async with at_work(server), connected(port, "Ann") as ann, connected(port, "Ben") as ben:
            await ann.say("start nim", "who plays where?")
            await ann.say("chair blue-taker", "You're the blue taker")
            await ben.read("who plays where?")
            assert "❔" in await ben.say("what a nice day", "❔")
            await ben.say("chair red-taker", "red taker: Ben")
            await ann.say("start", "Heap of 12: Ben (red) takes")
            await ben.say("take 4", "take fewer")
            await ben.say("take 3", "Heap of 9: Ann (blue) takes")
            await ann.read("The trap is ")
            await ann.say("take 1", "Heap of 8: Ben (red) takes")
            assert "The trap is " not in ben.seen
        async with at_work(LinesServer(app, port)), connected(port, "Cat") as cat:
            await cat.read("Heap of 8: Ben (red) takes")


def test_the_samples_platform_needs_a_port() -> None:
    with pytest.raises(Refusal) as refused:
        prepare(LinesEnvironment(port=0))
    assert refused.value.phrase.key == "lines-no-port"


BROKEN = {f"{group.removeprefix('spyring.')}.odd": "broken:PART" for group in plugins.GROUPS}

EXPLAINED = (
    "The plugin odd of the package other cannot be loaded: ZeroDivisionError: integer division or "
    "modulo by zero. Update that package, or uninstall it."
)


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "--plain", "--pack", "odd"),
        ("play", "--plain", "--as", "watcher", "--bots", "odd"),
        ("play", "--plain", "--chair", "red-guesser=odd"),
        ("run", "--odd"),
        ("web", "--help"),
    ],
)
def test_a_command_that_needs_a_broken_plugin_is_refused(
    offer: Offer, arguments: tuple[str, ...]
) -> None:
    offer(BROKEN)
    ended = spyring(*arguments)
    assert ended.returncode == 2
    assert EXPLAINED in ended.stderr


def test_the_doctor_reports_each_broken_plugin_and_names_the_others(offer: Offer) -> None:
    offer({**BROKEN, "packs.kitchen": "spyring_sample.packs:KITCHEN"})
    found = [(one.level, texts.Texts.load().say(one.phrase)) for one in doctor._plugins()]
    assert found == [("fault", EXPLAINED)] * len(BROKEN) + [("ok", "kitchen can be loaded")]
    assert "odd" not in doctor._game_types(patient())
    assert len(platform_settings()) == 2


def test_a_broken_game_says_so(offer: Offer) -> None:
    offer(BROKEN)
    with pytest.raises(plugins.PluginError) as refused:
        GameEntry("odd").load()
    assert texts.Texts.load().say(refused.value.phrase) == EXPLAINED


WRONG = """
import sys
from types import SimpleNamespace
NUMBER = 5
def nothing(experts, style): return SimpleNamespace(choose=lambda *_: None)
def raising(experts, style): raise KeyError("whale")
def leaving(experts, style): return SimpleNamespace(choose=lambda *_: sys.exit(3))
"""


@pytest.mark.parametrize("group", plugins.GROUPS)
def test_a_part_of_a_wrong_type_cannot_be_loaded(offer: Offer, tmp_path: Path, group: str) -> None:
    (tmp_path / "wrong_types.py").write_text(WRONG)
    offer({f"{group.removeprefix('spyring.')}.odd": "wrong_types:NUMBER"})
    with pytest.raises(plugins.PluginError) as refused:
        plugins.load_plugin(group, "odd")
    assert f"TypeError: this int is not what {group} needs" in said(refused.value)
    assert not plugins.sound_plugins(group)


def test_a_game_needs_the_name_of_its_commands(offer: Offer) -> None:
    offer({"games.nym": "spyring_sample.nim:NimCli", "games.nim": "spyring_sample.nim:NimCli"})
    assert [*plugins.sound_plugins(plugins.GAME_PLUGINS)] == ["nim"]


@pytest.mark.parametrize("name", ["One-card", "one card", "1card", "ワン", "a" * 33])
def test_a_name_that_people_cannot_type_as_a_command_is_refused(offer: Offer, name: str) -> None:
    offer({f"bots.{name}": "spyring_sample.bots:one_card"})
    with pytest.raises(plugins.PluginError) as refused:
        plugins.load_plugin(plugins.BOT_PLUGINS, name)
    assert f"The plugin {name} of the package other needs another name" in said(refused.value)


def test_a_name_in_two_packages_is_refused(offer: Offer, tmp_path: Path) -> None:
    parts = {"packs.kitchen": "spyring_sample.packs:KITCHEN"}
    write_package(tmp_path, parts, name="another")
    offer(parts)
    with pytest.raises(plugins.PluginError) as refused:
        find_pack("kitchen")
    assert "Several packages have a plugin kitchen: another, other." in said(refused.value)


PACKS = """
from core.words.packs import Pack
FEW = Pack("few", ("apple", "pear"))
TWICE = Pack("twice", ("apple",) * 40)
HUGE = Pack("huge", tuple(f"w{number}" for number in range(100_000)))
COLOURED = Pack("coloured", tuple(f"w\\x1b[31m{number}" for number in range(40)))
SOUND = Pack("sound", tuple(f"w{number}" for number in range(40)))
"""


@pytest.mark.parametrize("name", ["few", "twice", "huge", "coloured"])
def test_a_packages_words_are_checked_as_a_files_are(
    offer: Offer, tmp_path: Path, name: str
) -> None:
    (tmp_path / "wrong_packs.py").write_text(PACKS)
    offer({f"packs.{name}": f"wrong_packs:{name.upper()}", "packs.Sound": "wrong_packs:SOUND"})
    with pytest.raises(PackError) as refused:
        find_pack(name)
    assert name in said(refused.value)
    assert find_pack("sound").name == "Sound"


@pytest.mark.parametrize(
    ("maker", "problem"),
    [
        ("nothing", "TypeError in choose, policies.py:"),
        ("raising", "KeyError in raising, wrong_types.py:"),
        ("leaving", "SystemExit in <lambda>, wrong_types.py:"),
    ],
)
def test_the_error_of_a_packages_bot_names_the_package_and_no_word_of_the_board(
    offer: Offer, tmp_path: Path, maker: str, problem: str
) -> None:
    (tmp_path / "wrong_types.py").write_text(WRONG)
    offer({"bots.odd": f"wrong_types:{maker}"})
    codenames = codenames_type()
    request = doctor._move_request(codenames)
    with pytest.raises(plugins.PluginError) as refused:
        compute(TableBots(), replace(request, bot="odd"))
    assert f"The plugin odd of the package other has failed: {problem}" in said(refused.value)
    assert "whale" not in said(refused.value)


def said(refused: Refusal) -> str:
    """Return the English sentence of a refusal."""
    return texts.Texts.load().say(refused.phrase)


@pytest.mark.slow
def test_broken_plugins_stop_only_what_needs_them_and_the_doctor_names_them(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    write_package(target, BROKEN)
    played = program(target, "play", "odd")
    assert played.returncode == 2
    assert EXPLAINED in played.stderr
    ended = program(target, "doctor", "--json")
    assert ended.returncode == 1, ended.stderr
    findings = json.loads(ended.stdout)["findings"]
    faults = [(one["subject"], one["said"]) for one in findings if one["level"] == "fault"]
    assert faults == [("plugins", EXPLAINED)] * len(BROKEN)
    assert program(target, "play", "hangman", "--plain", "--seed", "1").returncode == 0


@pytest.mark.slow
def test_a_broken_plugin_with_the_name_of_a_part_of_ours_is_ignored(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    parts = ("games.hangman", "bots.random", "bots.teammate", "packs.english")
    write_package(target, dict.fromkeys(parts, "broken:PART"))
    for arguments in (
        ("play", "hangman", "--plain", "--seed", "1"),
        ("play", "--plain", "--as", "watcher", "--seed", "1", "--pack", "english"),
        ("play", "--plain", "--as", "watcher", "--seed", "1", "--bots", "random"),
    ):
        ended = program(target, *arguments)
        assert (ended.returncode, ended.stderr) == (0, "")


def test_parts_of_ours_win_over_plugins_with_their_names(offer: Offer) -> None:
    ours = (*ACE_NAMES, *MODELS, "random", "teammate")
    offer(
        {"packs.english": "spyring_sample.packs:KITCHEN"} | {f"bots.{one}": "bad" for one in ours}
    )
    assert find_pack("English") == default_pack()
    game_type = codenames_type()
    assert game_type.bots.models == codenames_type().bots._ensemble == MODELS
    for name in ours:
        assert TableBots()[name].name


def test_a_platform_of_ours_wins_over_one_with_its_name(offer: Offer, tmp_path: Path) -> None:
    (tmp_path / "namesake.py").write_text(NAMESAKE)
    offer({"platforms.lines": "namesake:PART"})
    assert DISCORD_PLATFORM in registry.platforms()
    assert len(registry.platforms()) == 2


def test_sentences_of_a_package_are_said_but_replace_none_of_ours(
    offer: Offer, tmp_path: Path
) -> None:
    folder = tmp_path / "zz_words" / "en"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "zz.ftl").write_text("zz-hello = Hello there\nchat-done = Ours\nlist-separator = +\n")
    before = texts.Texts.load().say(phrase("chat-done"))
    offer({"texts.words": "zz_words"})
    for language in texts.languages():
        assert texts.Texts.load(language).say(phrase("zz-hello")) == "Hello there"
    assert texts.Texts.load().say(phrase("chat-done")) == before


def test_a_sentence_that_a_package_lacks_is_its_key(offer: Offer) -> None:
    offer({"platforms.lines": "spyring_sample.lines:LINES_PLATFORM"})
    assert texts.Texts.load().say(phrase("zz-option", name="x")) == "zz-option"


@in_loop
async def test_chats_offer_and_deal_a_packages_words(offer: Offer) -> None:
    offer({"packs.kitchen": "spyring_sample.packs:KITCHEN"})
    async with loft() as here:
        asked = here.incoming("Ann").request(("codenames", "new"))
        assert "kitchen" in await here.services.complete(asked, "pack")
        await here.command("Ann", "codenames new", pack="Kitchen")
        await here.command("Ann", "codenames start")
        dealt = (await here.session()).state.layout.words
        assert {*dealt} <= {*KITCHEN.words}


def test_a_packages_bot_has_the_models_of_the_table(offer: Offer) -> None:
    offer({"bots.one-card": "spyring_sample.bots:one_card"})
    assert "one-card" in codenames_type().bots.offered
    assert TableBots()["one-card"].name == "one-card"
