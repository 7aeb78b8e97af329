"""`spyring doctor`: read-only checks of everything that a hosted Spyring needs.

Each check reports its finding, and the remedy of a fault. It checks only the form of secrets;
platforms check their own tokens.
"""

import asyncio
import os
import re
import shutil
import socket
import stat
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from platform import python_version
from typing import Any, Final

import numpy as np
from pydantic import SecretStr
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from adapters.chat.platform import Severity
from adapters.registry import sound_platforms
from bot import __version__
from bot.files import exists, find_pack, shown
from bot.gametypes.engine import FALLBACK, MoveRequest
from bot.gametypes.game_type import AnyGame
from bot.gametypes.registry import GAMES, GameEntry, GameTypes
from bot.lobby.model import DEFAULT
from bot.plugins import GAME_PLUGINS, GROUPS, PluginError, load_plugin, plugins, sound_plugins
from bot.server.workers.engine_pool import EnginePool
from bot.settings import ENV_FILE, HOST, Settings, SettingsError, name_of, token_patterns
from bot.store import leases, schema
from bot.store.address import POSTGRESQL
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.location import backup_named, file_of
from bot.store.migration import migration_status
from bot.store.ready import MOST_CHECKED_BYTES, check_sound
from bot.texts import Texts
from core.agents.memory import EMPTY
from core.rules import CHANCE, Refusal, advance
from core.view import Phrase, phrase
from core.words.ensemble import MODELS
from core.words.packs import pack_for

LITTLE_MEGABYTES: Final = 200
LEAST_MEGABYTES: Final = 20
"""Free space on the disk of a SQLite file; less is a warning, and then a fault.

A game takes about 20 kB with its index and log.
"""

MOST_SKEW: Final = timedelta(seconds=2)
"""Allowed difference between this clock and the database's, since deadlines are to the second."""

STARTING_SECONDS: Final = 90.0
"""Timeout for a worker to start, load the bots of a game and choose."""

DATABASE_CHECK_SECONDS: Final = 15.0


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of a check on a subject."""

    level: Severity
    subject: str
    phrase: Phrase


ok = partial(CheckResult, "ok")
"""A subject without problems."""

warning = partial(CheckResult, "warning")
"""A subject that works but needs attention."""

fault = partial(CheckResult, "fault")
"""A subject that does not work."""


def is_healthy(results: Iterable[CheckResult]) -> bool:
    """Return whether no result is a fault."""
    return all(one.level != "fault" for one in results)


def result_lines(results: Sequence[CheckResult], texts: Texts) -> Iterator[str]:
    """Yield a line for each finding, in columns."""
    width = max((len(one.subject) for one in results), default=0)
    for one in results:
        yield f"{one.level:<7}  {one.subject:<{width}}  {texts.say(one.phrase)}"


def results_json(results: Sequence[CheckResult], texts: Texts) -> dict[str, Any]:
    """Return findings as JSON."""
    return {
        "ok": is_healthy(results),
        "findings": [
            {"level": one.level, "subject": one.subject, "said": texts.say(one.phrase)}
            for one in results
        ],
    }


@dataclass(frozen=True, slots=True)
class Environment:
    """The environment to check; `draw` draws a picture or raises OSError."""

    settings: Settings
    faults: Sequence[SettingsError]
    unknown: Sequence[str]
    url: str = field(repr=False)
    draw: Callable[[], bytes]
    now: Callable[[], datetime]


def run_checks(environment: Environment) -> tuple[CheckResult, ...]:
    """Return all results, each after those that it depends on."""
    program = phrase("doctor-program", version=__version__, python=python_version())
    return (
        ok("program", program),
        *_settings(environment),
        *asyncio.run(_database(environment)),
        *_models(environment),
        *_fonts(environment),
        *_plugins(),
        *_ports(environment),
        *_tokens(environment),
        *asyncio.run(_platforms(environment)),
        *asyncio.run(_workers(environment, _game_types(environment))),
    )


def _settings(environment: Environment) -> Iterator[CheckResult]:
    for one in environment.faults:
        yield fault("settings", one.phrase)
    for name in environment.unknown:
        yield warning("settings", phrase("doctor-setting-unknown", name=name))
    if not environment.faults:
        number = sum(len(type(one).model_fields) for one in environment.settings.groups)
        yield ok("settings", phrase("doctor-settings", number=number))
    if (file := Path(ENV_FILE)).is_file():
        yield from _readers(file, "doctor-readers-env")


# The database.


async def _database(environment: Environment) -> tuple[CheckResult, ...]:
    """Return the results on the database, up to the first fault that prevents the others."""
    findings = list[CheckResult]()
    try:
        path = file_of(environment.url)
        if path is not None:
            findings += _disk(path)
            if not exists(str(path)):
                return (*findings, ok("database", phrase("doctor-no-file", path=shown(str(path)))))
            findings += _readers(path, "doctor-readers")
        async with asyncio.timeout(DATABASE_CHECK_SECONDS):
            with backup_named(environment.url):
                async for finding in _stored(environment):
                    findings.append(finding)
    except StoreFault as found:
        findings.append(fault("database", _database_fault(found.fault, found.code)))
    except Refusal as refusal:
        findings.append(fault("database", refusal.phrase))
    except TimeoutError:
        findings.append(fault("database", _database_fault(Fault.LOST, "time-out")))
    except OSError as error:
        findings.append(fault("database", _database_fault(Fault.BROKEN, error.strerror or "")))
    return tuple(findings)


def _database_fault(found: Fault, code: str) -> Phrase:
    """Return a phrase about a database's fault for operators, with the error code."""
    return phrase("doctor-store", fault=found.value, code=code)


async def _stored(environment: Environment) -> AsyncIterator[CheckResult]:
    """Yield the results on an opened database; raises Refusal."""
    async with Store.open(environment.url) as store:
        async with store.reading() as conn:
            yield ok("database", phrase("doctor-database", name=await _name(conn)))
        if file_of(environment.url) is not None:
            yield await _pages(store)
        found = await migration_status(environment.url)
        if not found.ready:
            behind = phrase("doctor-behind", current=found.current or "nothing", head=found.head)
            is_server = store.dialect == POSTGRESQL
            yield (fault if is_server else warning)("migrations", behind)
            return
        yield ok("migrations", phrase("doctor-migrated", head=found.head))
        await _write(store, environment.now())
        yield ok("writing", phrase("doctor-writable"))
        async with store.reading() as conn:
            yield await _clock(conn, environment.now())


async def _pages(store: Store) -> CheckResult:
    """Return the result that a SQLite file is sound or too large to check; raises StoreFault."""
    if await check_sound(store, wholly=True):
        return ok("file", phrase("doctor-sound"))
    return warning("file", phrase("doctor-large", megabytes=MOST_CHECKED_BYTES // 1_000_000))


async def _name(conn: AsyncConnection) -> str:
    """Return the name and version of the database."""
    is_server = conn.dialect.name == POSTGRESQL
    asked = "SHOW server_version" if is_server else "SELECT sqlite_version()"
    number = (await conn.execute(text(asked))).scalar_one()
    return f"{'PostgreSQL' if is_server else 'SQLite'} {str(number).split(' ')[0]}"


async def _write(store: Store, now: datetime) -> None:
    """Write and delete a row; raises StoreFault."""
    holder = leases.new_holder()
    async with store.writing() as conn:
        await leases.claim(conn, "doctor", holder, holder, timedelta(minutes=1), now)
        await leases.release(conn, "doctor", holder, holder)


async def _clock(conn: AsyncConnection, now: datetime) -> CheckResult:
    """Return whether the database's clock and the newest game agree with this clock."""
    if conn.dialect.name == POSTGRESQL:
        theirs: datetime = (await conn.execute(select(func.clock_timestamp()))).scalar_one()
        skew = abs(theirs - now)
        if skew > MOST_SKEW:
            return warning("clock", phrase("doctor-skew", seconds=round(skew.total_seconds())))
    newest = await conn.scalar(select(func.max(schema.games.c.changed_at)))
    if newest is not None and newest - now > MOST_SKEW:
        return warning("clock", phrase("doctor-past", newest=newest.isoformat(" ", "seconds")))
    return ok("clock", phrase("doctor-clock", now=now.isoformat(" ", "seconds")))


def _disk(path: Path) -> Iterator[CheckResult]:
    """Yield the free space in the folder of a SQLite file, which need not exist."""
    folder = next(one for one in (path.parent, *path.parents) if one.exists())
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        yield fault("disk", phrase("doctor-folder", folder=shown(str(folder))))
        return
    free = shutil.disk_usage(folder).free // 1_000_000
    result, key = ok, "doctor-disk"
    if free < LEAST_MEGABYTES:
        result, key = fault, "doctor-disk-full"
    elif free < LITTLE_MEGABYTES:
        result, key = warning, "doctor-disk-little"
    yield result("disk", phrase(key, megabytes=free, folder=shown(str(folder))))


def _readers(path: Path, key: str) -> Iterator[CheckResult]:
    """Yield a warning if other users of this machine may read a file."""
    if os.name == "posix" and path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        yield warning("privacy", phrase(key, path=shown(str(path))))


# Files of the program and of the settings.


def _models(environment: Environment) -> Iterator[CheckResult]:
    settings = environment.settings
    for game in _sound_games():
        try:
            if loaded := game.load().check_models(settings):
                yield ok("models", loaded)
        except (Refusal, OSError, ValueError) as error:
            yield fault("models", _said(error, "doctor-models-broken"))
    try:
        pack = find_pack(settings.pack or pack_for(settings.language).name)
        for kind in _game_types(environment).values():
            kind.rules(kind.options({}), pack, ())  # raises if the default table needs more words
        yield ok("pack", phrase("doctor-pack", name=pack.name, words=len(pack.words)))
    except (Refusal, OSError, ValueError) as error:
        yield fault("pack", _said(error, "doctor-models-broken"))


def _plugins() -> Iterator[CheckResult]:
    """Yield whether each plugin can be loaded; nothing without plugins."""
    sound = list[str]()
    found = [(group, name) for group in GROUPS for name in plugins(group)]
    for group, name in found:
        try:
            load_plugin(group, name)
            sound.append(name)
        except PluginError as error:
            yield fault("plugins", error.phrase)
    if sound:
        yield ok("plugins", phrase("doctor-plugins", names=tuple(sound)))


def _fonts(environment: Environment) -> Iterator[CheckResult]:
    try:
        environment.draw()
    except (OSError, ImportError) as error:
        yield fault("fonts", _said(error, "doctor-fonts-broken"))
    else:
        yield ok("fonts", phrase("doctor-fonts"))


# Ports, tokens, platforms and workers.


def _ports(environment: Environment) -> Iterator[CheckResult]:
    port = environment.settings.metrics_port
    name = name_of("metrics_port")
    if any(("name", name) in one.phrase.params for one in environment.faults):
        yield fault("port", phrase("doctor-port-wrong", name=name))
        return
    if not port:
        yield ok("port", phrase("doctor-port-off"))
        return
    with socket.socket() as probe:
        if os.name == "posix":  # on Windows, the option allows a used port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            said = phrase("doctor-port-taken", port=port, problem=error.strerror or "")
            yield warning("port", said)
        else:
            yield ok("port", phrase("doctor-port", port=port))


def _tokens(environment: Environment) -> Iterator[CheckResult]:
    """Yield whether tokens match the patterns of their settings."""
    for group in reversed(environment.settings.groups):
        for name, pattern in token_patterns(type(group)).items():
            token: SecretStr = getattr(group, name)
            result, key = ok, "doctor-token" if token else "doctor-token-unset"
            if token and not re.fullmatch(pattern, token.get_secret_value()):
                result, key = fault, "doctor-token-malformed"
            yield result("tokens", phrase(key, name=name_of(name, type(group))))


async def _platforms(environment: Environment) -> tuple[CheckResult, ...]:
    """Return the results of the platforms' own checks."""
    findings = list[CheckResult]()
    for platform in sound_platforms():
        if platform.check:
            found = await platform.check(environment.settings.of_platform(platform.settings))
            findings += [CheckResult(level, platform.name, said) for level, said in found]
    return tuple(findings)


def _game_types(environment: Environment) -> Mapping[str, AnyGame]:
    """Return the games with the known models of the settings' ensemble."""
    names = (name.strip() for name in environment.settings.ensemble.split(","))
    return GameTypes(tuple(dict.fromkeys(one for one in names if one in MODELS)), _sound_games())


def _sound_games() -> tuple[GameEntry, ...]:
    """Return the games without those of broken plugins, which `_plugins` reports."""
    sound = sound_plugins(GAME_PLUGINS)
    return tuple(game for game in GAMES if game.cli_class or game.name in sound)


async def _workers(
    environment: Environment, game_types: Mapping[str, AnyGame]
) -> tuple[CheckResult, ...]:
    """Return whether a worker process starts and its bot for each game makes a choice."""
    bots = {name: kind.bots for name, kind in game_types.items()}
    async with EnginePool(bots, seconds=environment.settings.think_seconds) as thinker:
        silent = [kind.name for kind in game_types.values() if not await _chooses(thinker, kind)]
    games = (phrase("game-name", game=name) for name in silent)
    faults = tuple(fault("workers", phrase("doctor-workers-broken", game=game)) for game in games)
    return faults or (ok("workers", phrase("doctor-workers", number=environment.settings.workers)),)


async def _chooses(engine: EnginePool, game_type: AnyGame) -> bool:
    """Return whether a worker's bot for a game makes a choice."""
    try:
        async with asyncio.timeout(STARTING_SECONDS):
            choice = await engine.choose(_move_request(game_type))
    except (TimeoutError, OSError):
        return False
    return choice.cause != FALLBACK


def _move_request(game_type: AnyGame) -> MoveRequest:
    """Return the first request to a bot at a default table."""
    options, bots = game_type.options({}), game_type.bots
    rules = game_type.rules(options, game_type.pack(options), ())
    table, entropy = rules.initial(), np.random.default_rng(0)
    while action := rules.chance(table, entropy):
        table = advance(rules, table, rules.decide(table, CHANCE, action))
    seat = min(rules.to_act(table))
    bot = next(chair.bot for chair in game_type.chairs(options) if chair.seat == seat)
    name = bots.resolve(options, seat, bot or DEFAULT.bot)
    question = bots.build_request(rules, rules.observe(table, seat))
    return MoveRequest(game_type.name, name, question, EMPTY, (0,))


def _said(error: Exception, key: str) -> Phrase:
    """Return a refusal's phrase, or the one under `key` for other errors."""
    return error.phrase if isinstance(error, Refusal) else phrase(key)
