"""/applications/{application_id}/commands: registering commands, everywhere or in one guild."""

import json
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from tests.loopback.discord import render
from tests.loopback.discord.call import NOTHING, Call, Reply, Route
from tests.loopback.discord.error import (
    MISSING_ACCESS,
    TOO_MANY_COMMANDS,
    UNKNOWN_COMMAND,
    ApiError,
    Breach,
)
from tests.loopback.discord.journal import Journal
from tests.loopback.discord.model import Command, Json
from tests.loopback.discord.rest.writing import refuse
from tests.loopback.discord.rules import command as rules
from tests.loopback.discord.world import World

CREATES = 200  # a day, everywhere and in each guild
_GLOBAL = "/applications/{application_id}/commands"
_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


class Commands:
    """The commands of the application; `written` counts bulk overwrites, `created` new commands."""

    def __init__(self, world: World, journal: Journal) -> None:
        self.written = 0
        self.created: Counter[tuple[int | None, str]] = Counter()
        self._world = world
        self._journal = journal

    @property
    def routes(self) -> Sequence[Route]:
        """The routes of commands."""
        found = [
            Route("GET", _GUILD + "/permissions", self._permissions),
        ]
        for base in (_GUILD, _GLOBAL):
            found += [
                Route("GET", base, self._list),
                Route("PUT", base, self._overwrite),
                Route("POST", base, self._create),
                Route("GET", base + "/{command_id}", self._get),
                Route("PATCH", base + "/{command_id}", self._edit),
                Route("DELETE", base + "/{command_id}", self._delete),
            ]
        return found

    def _scope(self, call: Call) -> int | None:
        if call.id("application_id") != self._world.application.id:
            raise ApiError(MISSING_ACCESS)
        return self._world.guild(call.id("guild_id")).id if "guild_id" in call.ids else None

    def _own(self, scope: int | None) -> list[Command]:
        return [each for each in self._world.commands.values() if each.guild_id == scope]

    def _shown(self, command: Command) -> Json:
        return render.command(command, self._world.application.id)

    def _list(self, call: Call) -> Reply:
        return Reply([self._shown(each) for each in self._own(self._scope(call))])

    def _permissions(self, call: Call) -> Reply:
        self._scope(call)
        return Reply([])

    def _overwrite(self, call: Call) -> Reply:
        scope = self._scope(call)
        bodies: list[Json] = call.json or []
        refuse(_all_breaches(json.dumps(bodies)))
        self._journal.record(call.route, bodies, (), None)
        before = {(each.kind, each.name): each for each in self._own(scope)}
        made = [self._made(body, scope, before) for body in bodies]
        for old in before.values():
            del self._world.commands[old.id]
        self._world.commands |= {each.id: each for each in made}
        self.written += 1
        return Reply([self._shown(each) for each in made])

    def _made(
        self, body: Json, scope: int | None, before: dict[tuple[int, str], Command]
    ) -> Command:
        old = before.get((body.get("type") or 1, body["name"]))
        if old is None:
            self._count(scope)
        identifier = self._world.snowflake() if old is None else old.id
        same = old is not None and old.body == body
        version = old.version if old is not None and same else self._world.snowflake()
        return Command(identifier, scope, version, body)

    def _count(self, scope: int | None) -> None:
        key = (scope, self._world.clock.now().date().isoformat())
        self.created[key] += 1
        if self.created[key] > CREATES:
            raise ApiError(TOO_MANY_COMMANDS)

    def _create(self, call: Call) -> Reply:
        scope = self._scope(call)
        before = {(each.kind, each.name): each for each in self._own(scope)}
        others = [each.body for key, each in before.items() if key != _key(call.body)]
        refuse(rules.all_breaches([*others, call.body]))
        self._journal.record(call.route, call.body, (), None)
        command = self._made(call.body, scope, before)
        self._world.commands[command.id] = command
        return Reply(self._shown(command), 200 if _key(call.body) in before else 201)

    def _found(self, call: Call) -> Command:
        scope = self._scope(call)
        command = self._world.commands.get(call.id("command_id"))
        if command is None or command.guild_id != scope:
            raise ApiError(UNKNOWN_COMMAND)
        return command

    def _get(self, call: Call) -> Reply:
        return Reply(self._shown(self._found(call)))

    def _edit(self, call: Call) -> Reply:
        command = self._found(call)
        body = command.body | call.body
        refuse(rules.breaches(body))
        self._journal.record(call.route, call.body, (), None)
        command.body, command.version = body, self._world.snowflake()
        return Reply(self._shown(command))

    def _delete(self, call: Call) -> Reply:
        del self._world.commands[self._found(call).id]
        return NOTHING


def _key(body: Json) -> tuple[int, str]:
    return body.get("type") or 1, body["name"]


@lru_cache(16)
def _all_breaches(bodies: str) -> tuple[Breach, ...]:
    """Return the errors of a set of commands, cached because many bots register the same set."""
    return tuple(rules.all_breaches(json.loads(bodies)))
