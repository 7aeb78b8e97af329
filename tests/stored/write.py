"""Rewrite the kept data: ``python -m tests.stored.write FOLDER``.

The output is the data that the present code stores. An older version wrote the files in `data`,
and they stay as they are: tests show that its data can still be read and continued. Write into
another folder to add files next to them. It needs a PostgreSQL server and pg_dump.

"""

import asyncio
import gzip
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, get_args

from sqlalchemy import insert, select

from adapters.chat.incoming import ButtonAction, read_button_id, read_request_id
from adapters.chat.message_view import RenderOptions
from adapters.chat.responses import OpenedForm, line_from
from adapters.discord.input.interactions import fields_of
from adapters.discord.output.render import components_of, message, modal, page
from bot.codec import Codec, write_value
from bot.games import GameId, GameView
from bot.games.event_log import LOBBY_EVENTS
from bot.games.guild_settings import GuildSettings
from bot.gametypes.registry import GameTypes
from bot.lobby.game_events import EVENT_TYPES
from bot.lobby.settings import OFFERED, LobbySettings, changed
from bot.store import schema
from bot.store.connection import Store
from bot.store.migration import upgrade
from bot.texts import Texts
from core.codenames import model as codenames
from core.hangman import model as hangman
from core.hangman import options
from core.rules import Refusal
from core.view import FormBlock, find
from tests.stored.course import play, play_alone, room
from tests.stored.examples import examples
from tests.stored.files import POSTGRESQL, SQLITE, beside, database, save
from tests.stored.installation import PEOPLE, Installation, within
from tests.stored.reading import may_press, reread, rounded, told

START: Final = datetime(2025, 11, 20, 12, tzinfo=UTC)

EVENTS: Final[Mapping[str, tuple[Codec, tuple[type, ...]]]] = {
    "table": (LOBBY_EVENTS, EVENT_TYPES),
    "codenames": (GameTypes()["codenames"].codec, get_args(codenames.Event)),
    "hangman": (GameTypes()["hangman"].codec, get_args(hangman.Event)),
}
"""The codecs of events and their classes, by the events' subject."""

VALUES: Final[Mapping[str, type]] = {
    "codenames options": codenames.Options,
    "hangman options": options.Options,
    "table settings": LobbySettings,
    "guild settings": GuildSettings,
}

LINES: Final = {
    "lobby": (
        "join", "join red", "chair", "chair red", "chair red-guesser", "chair red guesser",
        "chair guesser", "stand", "watch", "leave", "reach", "bot", "bot red", "bot red-guesser",
        "bot red-guesser gloss", "bot spymaster ace", "unbot", "unbot red", "unbot red-guesser",
        "shuffle", "spymaster", "spymaster red", "spymaster discord:81384003",
        "spymaster red discord:81384003", "replace red-guesser discord:81384003",
        "replace red-guesser bot:gloss", "host discord:81384004", "drop discord:81384004",
        "set clock slow", "set rows 4", "set clock=slow hours=8 pace=2.5", "set rows=4 cols=6",
        "start", "stop", "rematch", "takeback", "agree", "refuse", "pause", "resume",
    ),
    "large": (
        "clue ocean 2", "clue ocean 0", "clue ocean unlimited", "guess A1", "guess J10",
        "mark A1", "unmark A1", "pass", "resign", "keyword open sesame", "expire",
        "deal 00112233445566778899aabbccddeeff",
    ),
    "cheating": ("guess e", "E", "solve horse", "hint", "expire"),
    "thought-thought": ("answer e 2 5", "answer none", "answer yes", "answer no"),
    "race": ("answer blue e 2", "answer red none"),
}  # fmt: skip
"""Lines in the form of buttons, by the kept game that reads them."""

ENVIRONMENT: Final = {
    "SPYRING_NAME": "Ring",
    "SPYRING_LANGUAGE": "ja",
    "SPYRING_PACK": "words.txt",
    "SPYRING_BOTS": "random",
    "SPYRING_ENSEMBLE": "gloss,sense",
    "SPYRING_PAUSE_SECONDS": "1.5",
    "SPYRING_PLAYER": "joe",
    "DATABASE_URL": "sqlite:////tmp/games.db",
    "SPYRING_LOG": "json",
    "SPYRING_LOG_LEVEL": "debug",
    "SPYRING_METRICS_PORT": "9100",
    "SPYRING_WORKERS": "2",
    "SPYRING_THINK_SECONDS": "20",
    "SPYRING_PATIENCE_SECONDS": "60",
    "DISCORD_TOKEN": "secret",
    "DISCORD_API_URL": "http://127.0.0.1:9999/api/v10",
    "DISCORD_GATEWAY_URL": "ws://127.0.0.1:9999/gateway/",
    "SPYRING_DISCORD_SHARDS": "2",
    "SPYRING_DISCORD_SHARD_IDS": "0,1",
    "SPYRING_SLACK_BOT_TOKEN": "secret",
    "SPYRING_SLACK_APP_TOKEN": "secret",
}
"""A value for each setting in the environment, other than its default."""


def main(folder: Path) -> None:
    """Write all files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "games.db"
        url = f"sqlite:///{path}"
        asyncio.run(upgrade(url))
        play_alone(url)
        written = within(url, _written, now=START, holder="writer")
        for name, value in written.items():
            save(folder, f"{name}.json", value)
        asyncio.run(_write_dump(url, folder / POSTGRESQL))
        with sqlite3.connect(path) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            file.execute("PRAGMA journal_mode=DELETE")
            file.execute("VACUUM")
        file.close()
        _write_packed(folder / SQLITE, path.read_bytes())
    save(folder, "events.json", {**_events(), **_values()})
    save(folder, "settings.json", {"typed": [*_typed()], "environment": _environment()})


def _write_packed(path: Path, content: bytes) -> None:
    path.write_bytes(gzip.compress(content, mtime=0))


async def _written(here: Installation) -> dict[str, Any]:
    """Play, and return the data to compare with the database."""
    games = await play(here)
    return {
        "games": {
            "now": here.games.now().isoformat(),
            "games": {name: [game_id, str(here.homes[game_id])] for name, game_id in games.items()},
        },
        "told": rounded(await told(here, games)),
        "presses": await _presses(here, games),
        "lines": {
            name: [[line, await reread(here, games[name], line)] for line in lines]
            for name, lines in LINES.items()
        },
    }


# Events, options and settings.


def _events() -> dict[str, list[Any]]:
    return {
        name: [[codec.tag(value), codec.body(value)] for kind in kinds for value in examples(kind)]
        for name, (codec, kinds) in EVENTS.items()
    }


def _values() -> dict[str, list[Any]]:
    return {
        name: [write_value(kind, value) for value in examples(kind)]
        for name, kind in VALUES.items()
    }


def _typed() -> Iterator[list[Any]]:
    """Yield each setting's name, its values as people type them, and their stored form."""
    for name, values in {**OFFERED, "bot": ("gloss",)}.items():
        for value in values:
            settings = changed(LobbySettings(), name, value)
            yield [name, value, write_value(LobbySettings, settings)]


def _environment() -> dict[str, str]:
    example = Path(".env.example").read_text(encoding="utf-8")
    assert set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE)) == ENVIRONMENT.keys()
    return ENVIRONMENT


# Lines and buttons.


async def _presses(here: Installation, games: Mapping[str, GameId]) -> dict[str, list[Any]]:
    """Return one id of each kind on messages, with its meaning."""
    looks = [look for game_id in games.values() for look in await _looks(here, game_id)]
    found = dict[str, str]()
    for look in looks:
        for custom_id in _ids(look):
            letter, _, _, line = custom_id.split(":", 3)
            found.setdefault(f"{letter} {look.game} {line.split()[0]}", custom_id)
    opened = {
        (look.game, form["id"].rpartition(":")[2]): form for look in looks for form in _forms(look)
    }
    forms = {form["id"]: form for form in opened.values()}
    answer = await here.ask("ann", "privacy delete", room(1))
    layout = page(answer.view, Texts.load(), PEOPLE["ann"].id)
    calls = [one for one in _walked(layout.to_components()) if one.startswith("a:")]  # type: ignore[no-untyped-call]
    return {
        "presses": [await _press(here, one) for one in (*sorted(found.values()), *forms)],
        "forms": [*forms.values()],
        "calls": [_call(one) for one in calls],
    }


async def _looks(here: Installation, game_id: GameId) -> list[GameView]:
    members = (await here.session(game_id)).lobby.members
    users = [None, *(member.user for member in members)]
    return [await here.games.view(game_id, user) for user in users]


def _ids(look: GameView) -> Iterator[str]:
    for own in (False, True):
        shown = message(look, RenderOptions(Texts.load(), shared=not own, spelled=own))
        yield from _walked(components_of(shown))


def _walked(components: Any) -> Iterator[str]:
    """Yield the ids of buttons and menus, and the values of menus' options."""
    match components:
        case dict():
            for name, value in components.items():
                if name in ("custom_id", "value"):
                    yield value
                else:
                    yield from _walked(value)
        case list():
            for one in components:
                yield from _walked(one)


def _forms(look: GameView) -> Iterator[dict[str, Any]]:
    """Yield the forms of a look as they are submitted, with a value in each field."""
    for form in find(look.view, FormBlock):
        assert isinstance(form, FormBlock)
        made = modal(OpenedForm(look, form, Texts.load())).to_dict()
        blanks = [one["component"] for one in made["components"]]
        values = [
            {"type": one["type"], "custom_id": one["custom_id"], **_given(one)} for one in blanks
        ]
        components = [{"type": 18, "component": one} for one in values]
        line = line_from(form.name, fields_of(components))
        yield {"id": made["custom_id"], "components": components, "line": line}


def _given(blank: Mapping[str, Any]) -> dict[str, Any]:
    options = blank.get("options")
    return {"values": [options[0]["value"]]} if options else {"value": "e"}


async def _press(here: Installation, custom_id: str) -> dict[str, Any]:
    press = read_button_id(custom_id)
    assert press
    who = await may_press(here, press) if press.action is ButtonAction.SUBMIT else []
    return {
        "id": custom_id,
        "does": press.action.name.lower(),
        "game": press.game_id,
        "turn": press.turn,
        "line": press.line,
        "who": who,
    }


def _call(custom_id: str) -> dict[str, Any]:
    call = read_request_id(custom_id)
    assert call
    return {"id": custom_id, "asker": call.asker, "line": call.line}


# PostgreSQL.


async def _write_dump(url: str, path: Path) -> None:
    """Copy a SQLite database to PostgreSQL, and write the output of pg_dump."""
    server = os.environ.get("TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")

    def copied() -> str:
        with database(server) as name:
            there = beside(server, name)
            asyncio.run(_copy(url, there))
            command = ["pg_dump", "--inserts", "--rows-per-insert=50"]
            command += ["--no-owner", "--no-privileges", "--no-comments", there]
            done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
            return done.stdout

    dump = await asyncio.to_thread(copied)
    kept = [line for line in dump.splitlines() if not re.match(r"--|\\|SET |SELECT pg_cat|$", line)]
    _write_packed(path, "\n".join(kept).encode())


async def _copy(url: str, there: str) -> None:
    await upgrade(there)
    async with (
        Store.open(url) as source,
        Store.open(there) as target,
        source.reading() as conn,
        target.writing() as other,
    ):
        for table in schema.METADATA.sorted_tables:
            rows = [dict(row) for row in (await conn.execute(select(table))).mappings()]
            if rows:
                await other.execute(insert(table), rows)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except Refusal as refusal:
        sys.exit(refusal.phrase.key)
