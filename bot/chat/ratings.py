"""Requests for leaderboards and profiles."""

from dataclasses import replace
from datetime import UTC

from sqlalchemy import func, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.request import Request
from bot.games.service import Games
from bot.identity import GuildId, User
from bot.ratings import Role
from bot.ratings.boards.leaderboard import BoardQuery, last_days, leaderboard
from bot.ratings.boards.profile import profile
from bot.ratings.boards.scoreboard import scoreboard, scoreboard_view
from bot.ratings.boards.view import leaderboard_view, profile_view
from bot.ratings.scores import scored
from bot.store import schema
from bot.store.rooms import find_user
from core.rules import Refusal
from core.view import Text, Tone, View, phrase


async def board(games: Games, request: Request) -> View:
    """Return a board of the guild by the request's options; raises Refusal."""
    typed = request.text("role")
    role = Role(typed) if typed else None
    days, alone, guild = request.value("days", int), request.flag("alone"), request.caller.guild
    game = scored(request.text("game"), rated=bool(role or days or alone))
    now = games.now()
    query = BoardQuery(guild, role, last_days(days, now), alone)

    async def find(conn: AsyncConnection) -> View:
        if game:
            today = now.astimezone(UTC).date()
            return scoreboard_view(await scoreboard(conn, guild, game, today=today))
        standings = await leaderboard(conn, query)
        others = None if standings or alone else BoardQuery(guild, alone=True)
        has_alone = others is not None and bool(await leaderboard(conn, others))
        return leaderboard_view(query, standings, has_alone=has_alone)

    return await games.store.read_long(find)


async def member_profile(games: Games, request: Request) -> View:
    """Return the profile of a member, by default of the caller.

    In a direct message it is for the guild in which the caller has played most. Raises Refusal for
    others who have not played in the guild.
    """
    view = await games.store.read_long(lambda conn: _profile(conn, request))
    if not request.is_direct:
        return view
    remark = Text(phrase("profile-home"), Tone.QUIET)
    return View(view.title, (*view.blocks, remark), view.footer)


async def _profile(conn: AsyncConnection, request: Request) -> View:
    own, user = request.caller.user, request.value("member", User) or request.caller.user
    other = request.value("against", User)
    guild = await _home(conn, own) if request.is_direct else request.caller.guild
    for one in {user, other} - {own, None}:
        await _check_plays(conn, guild, one)
    here = user == own and not request.is_direct
    found = await profile(conn, guild, user, other, with_learnt=user == own, with_clues=here)
    if user == own and await find_user(conn, own) is None:
        found = replace(found, name=request.caller.name)
    return profile_view(found)


async def _check_plays(conn: AsyncConnection, guild: GuildId, user: User | None) -> None:
    """Raise Refusal for a user who has not played in a guild."""
    tables = (schema.turn_players, schema.results, schema.ratings)
    played = union(
        *(
            select(table.c.user).where(table.c.guild == guild, table.c.user == str(user))
            for table in tables
        )
    )
    if (await conn.scalars(played)).first() is None:
        raise Refusal("profile-unknown")


async def _home(conn: AsyncConnection, user: User) -> GuildId:
    """Return the guild in which a person has played most turns; empty for none."""
    players = schema.turn_players
    most = (
        select(players.c.guild)
        .where(players.c.user == str(user))
        .group_by(players.c.guild)
        .order_by(func.count().desc(), players.c.guild)
        .limit(1)
    )
    return GuildId(await conn.scalar(most) or "")
