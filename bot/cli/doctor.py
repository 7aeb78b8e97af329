"""`spyring doctor`: looks at everything that a hosted Spyring needs, and changes nothing.

Each check says what is so, or what is wrong and what to do. No value that is secret is looked at
further than its form.
"""

import asyncio
import os
import re
import shutil
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from types import MappingProxyType
from typing import Final

import numpy as np
from pydantic import SecretStr
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import schema
from bot.assets import default_experts, known
from bot.files import exists, shown
from bot.finding import Finding, fault, ok, warning
from bot.health import HOST
from bot.kinds import Kind, all_kinds
from bot.lobby.model import DEFAULT
from bot.packs import find_pack
from bot.pool import PoolThinker
from bot.settings import Settings, SettingsError, name_of
from bot.state import file_of
from bot.store import leases
from bot.store.address import POSTGRESQL
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.migration import state
from bot.thinker import FALLBACK, Task
from core.agents.memory import EMPTY
from core.rules import CHANCE, Refusal
from core.view import Phrase, phrase
from core.words.ensemble import MODELS

LITTLE_MEGABYTES: Final = 200
LEAST_MEGABYTES: Final = 20
"""Free space on the disk of a SQLite file: below the one it is little, below the other too little.

A game takes about 20 kB with its index and log.
"""

MOST_SKEW: Final = timedelta(seconds=2)
"""How far this clock and the database's may be apart: deadlines are to the second."""

STARTING_SECONDS: Final = 90.0
"""How long a worker may take to start, load the bots of a game and choose."""

DATABASE_SECONDS: Final = 15.0

TOKENS: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType(
    {
        "discord_token": re.compile(r"[\w-]{18,}\.[\w-]{6,}\.[\w-]{27,}"),
        "slack_bot_token": re.compile(r"xoxb-[\w-]{20,}"),
        "slack_app_token": re.compile(r"xapp-[\w-]{20,}"),
    }
)
"""The forms of tokens, as the platforms give them out."""


@dataclass(frozen=True, slots=True)
class Patient:
    """What is to be looked at; `draw` draws a picture, and raises OSError where it cannot."""

    settings: Settings
    faults: Sequence[SettingsError]
    unknown: Sequence[str]
    url: str = field(repr=False)
    draw: Callable[[], bytes]
    now: Callable[[], datetime]


def examine(patient: Patient) -> tuple[Finding, ...]:
    """Return all that was found, in the order in which things need each other."""
    return (
        *_program(),
        *_settings(patient),
        *asyncio.run(_database(patient)),
        *_models(patient),
        *_fonts(patient),
        *_ports(patient),
        *_tokens(patient),
        *asyncio.run(_workers(patient, _kinds(patient))),
    )


def _program() -> Iterator[Finding]:
    said = phrase("doctor-program", version=version("spyring"), python=python_version())
    yield ok("program", said)


def _settings(patient: Patient) -> Iterator[Finding]:
    for one in patient.faults:
        yield fault("settings", one.phrase)
    for name in patient.unknown:
        yield warning("settings", phrase("doctor-setting-unknown", name=name))
    if not patient.faults:
        yield ok("settings", phrase("doctor-settings", number=len(Settings.model_fields)))


# The database.


async def _database(patient: Patient) -> tuple[Finding, ...]:
    """Return how the database is; after what makes further looks useless there are none."""
    findings = list[Finding]()
    try:
        path = file_of(patient.url)
        if path is not None:
            findings += _disk(path)
        if path is not None and not exists(str(path)):
            return (*findings, ok("database", phrase("doctor-no-file", path=shown(str(path)))))
        async with asyncio.timeout(DATABASE_SECONDS):
            async for finding in _stored(patient):
                findings.append(finding)
    except StoreFault as found:
        findings.append(fault("database", _sick(found.fault, found.code)))
    except Refusal as refusal:
        findings.append(fault("database", refusal.phrase))
    except TimeoutError:
        findings.append(fault("database", _sick(Fault.LOST, "time-out")))
    except OSError as error:
        findings.append(fault("database", _sick(Fault.BROKEN, error.strerror or "")))
    return tuple(findings)


def _sick(found: Fault, code: str) -> Phrase:
    """Return a fault of the database in the words of an operator, with its own code."""
    return phrase("doctor-store", fault=found.value, code=code)


async def _stored(patient: Patient) -> AsyncIterator[Finding]:
    """Yield what is found in a database that can be opened; raises Refusal."""
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(Store.open(patient.url))
        async with store.reading() as conn:
            yield ok("database", phrase("doctor-database", name=await _name(conn)))
        found = await state(patient.url)
        if not found.ready:
            behind = phrase("doctor-behind", current=found.current or "nothing", head=found.head)
            is_server = store.dialect == POSTGRESQL
            yield (fault if is_server else warning)("migrations", behind)
            return
        yield ok("migrations", phrase("doctor-migrated", head=found.head))
        await _write(store, patient.now())
        yield ok("writing", phrase("doctor-writable"))
        async with store.reading() as conn:
            yield await _clock(conn, patient.now())


async def _name(conn: AsyncConnection) -> str:
    """Return which database it is and its version."""
    is_server = conn.dialect.name == POSTGRESQL
    asked = "SHOW server_version" if is_server else "SELECT sqlite_version()"
    number = (await conn.execute(text(asked))).scalar_one()
    return f"{'PostgreSQL' if is_server else 'SQLite'} {str(number).split(' ')[0]}"


async def _write(store: Store, now: datetime) -> None:
    """Write something and take it away again; raises StoreFault."""
    holder = leases.new_holder()
    async with store.writing() as conn:
        await leases.claim(conn, "doctor", holder, holder, timedelta(minutes=1), now)
        await leases.release(conn, "doctor", holder, holder)


async def _clock(conn: AsyncConnection, now: datetime) -> Finding:
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


def _disk(path: Path) -> Iterator[Finding]:
    """Yield how much space is left where a SQLite file is or will be."""
    folder = next(one for one in (path.parent, *path.parents) if one.exists())
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        yield fault("disk", phrase("doctor-folder", folder=shown(str(folder))))
        return
    free = shutil.disk_usage(folder).free // 1_000_000
    said = phrase("doctor-disk", megabytes=free, folder=shown(str(folder)))
    if free < LEAST_MEGABYTES:
        yield fault("disk", phrase("doctor-disk-full", megabytes=free, folder=shown(str(folder))))
    elif free < LITTLE_MEGABYTES:
        yield warning("disk", phrase("doctor-disk-little", megabytes=free, folder=str(folder)))
    else:
        yield ok("disk", said)


# Files that come with the program, or that the settings name.


def _models(patient: Patient) -> Iterator[Finding]:
    names = ensemble_of(patient.settings)
    try:
        known(dict.fromkeys(MODELS), names)
        experts = default_experts(names)
        yield ok("models", phrase("doctor-models", names=tuple(experts)))
    except (Refusal, OSError, ValueError) as error:
        yield fault("models", _said(error, "doctor-models-broken"))
    try:
        pack = find_pack(patient.settings.pack)
        yield ok("pack", phrase("doctor-pack", name=pack.name, words=len(pack.words)))
    except (Refusal, OSError, ValueError) as error:
        yield fault("pack", _said(error, "doctor-models-broken"))


def _fonts(patient: Patient) -> Iterator[Finding]:
    try:
        patient.draw()
    except (OSError, ImportError) as error:
        yield fault("fonts", _said(error, "doctor-fonts-broken"))
    else:
        yield ok("fonts", phrase("doctor-fonts"))


def ensemble_of(settings: Settings) -> tuple[str, ...]:
    """Return the names of the experts that the settings list."""
    return tuple(dict.fromkeys(name.strip() for name in settings.ensemble.split(",")))


# What the program is given.


def _ports(patient: Patient) -> Iterator[Finding]:
    port = patient.settings.metrics_port
    if not port:
        yield ok("port", phrase("doctor-port-off"))
        return
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            said = phrase("doctor-port-taken", port=port, problem=error.strerror or "")
            yield warning("port", said)
        else:
            yield ok("port", phrase("doctor-port", port=port))


def _tokens(patient: Patient) -> Iterator[Finding]:
    for name, form in TOKENS.items():
        value: SecretStr = getattr(patient.settings, name)
        token, setting = value.get_secret_value(), name_of(name)
        if not token:
            yield ok("tokens", phrase("doctor-token-unset", name=setting))
        elif form.fullmatch(token):
            yield ok("tokens", phrase("doctor-token", name=setting))
        else:
            yield fault("tokens", phrase("doctor-token-malformed", name=setting))


def _kinds(patient: Patient) -> Mapping[str, Kind]:
    """Return the games with the settings' ensemble, as far as there are such models."""
    names = tuple(name for name in ensemble_of(patient.settings) if name in MODELS)
    return all_kinds(names or MODELS)


async def _workers(patient: Patient, kinds: Mapping[str, Kind]) -> tuple[Finding, ...]:
    """Return whether a worker process starts and loads the bots of each game, which choose."""
    bots = {name: kind.bots for name, kind in kinds.items()}
    async with PoolThinker(bots, seconds=patient.settings.think_seconds) as thinker:
        silent = [kind.name for kind in kinds.values() if not await _thinks(thinker, kind)]
    games = (phrase("game-name", game=name) for name in silent)
    faults = tuple(fault("workers", phrase("doctor-workers-broken", game=game)) for game in games)
    return faults or (ok("workers", phrase("doctor-workers", number=patient.settings.workers)),)


async def _thinks(thinker: PoolThinker, kind: Kind) -> bool:
    """Return whether a worker's bot of a game chooses."""
    try:
        async with asyncio.timeout(STARTING_SECONDS):
            choice = await thinker.think(_task(kind))
    except (TimeoutError, OSError):
        return False
    return choice.cause != FALLBACK


def _task(kind: Kind) -> Task:
    """Return what a bot is asked first at a usual table; nobody plays there."""
    options, bots = kind.options({}), kind.bots
    rules = kind.rules(options, kind.pack(options), ())
    table, entropy = rules.initial(), np.random.default_rng(0)
    while action := rules.chance(table, entropy):
        for event in rules.decide(table, CHANCE, action):
            table = rules.apply(table, event)
    seat = min(rules.to_act(table))
    bot = next(chair.bot for chair in kind.chairs(options) if chair.seat == seat)
    name = bots.playing(options, seat, bot or DEFAULT.bot)
    question = bots.question(rules, rules.observe(table, seat))
    return Task(kind.name, name, question, EMPTY, (0,))


def _said(error: Exception, key: str) -> Phrase:
    """Return a refusal's own sentence, or one for what broke otherwise."""
    return error.phrase if isinstance(error, Refusal) else phrase(key)
