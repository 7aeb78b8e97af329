"""Rules for every table: random sequences of actions."""

import json
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.codec import Codec
from bot.identity import User
from bot.lobby.chairs import PickSpymaster
from bot.lobby.context import Actor, GameContext, LastMove, LobbyAction
from bot.lobby.events import LobbyEvent
from bot.lobby.game_events import EVENT_TYPES, GameOver, OptionsChanged, Started, TimeUp, fold
from bot.lobby.model import Lobby, Status
from bot.lobby.rules import decide
from bot.lobby.view import present, table_blocks
from core.view import Choices, Fields, Text
from tests.bot.lobby.tables import (
    ANN,
    BOTS,
    FOUR,
    HOMES,
    LOUNGE,
    SIX,
    chairs,
    name_of,
    opened,
    refusal,
    said,
)
from tests.bot.lobby.wishes import ACTIONS, PEOPLE
from tests.profile import examples

CODEC = Codec(EVENT_TYPES, prefix="table-")


@dataclass(frozen=True)
class Wish:
    """One request, and its context."""

    user: User
    manages: bool
    action: LobbyAction
    last_move: LastMove | None
    moment: GameContext


RARELY = st.sampled_from([False, False, False, True])
MOVES = st.none() | st.builds(
    LastMove, st.integers(1, 2), st.sampled_from([chair.seat for chair in SIX]), st.just((1,))
)
MOMENTS = st.builds(
    GameContext,
    bots=st.just(BOTS),
    out=st.sampled_from([frozenset[str](), frozenset({"red"})]),
    dealt=RARELY.map(lambda rare: not rare),
    typed=RARELY,
)
WISHES = st.builds(Wish, st.sampled_from(PEOPLE), RARELY, ACTIONS, MOVES, MOMENTS)
DOOR: st.SearchStrategy[LobbyEvent] = st.sampled_from(
    [OptionsChanged(FOUR), OptionsChanged(chairs("red")), GameOver(), TimeUp(3)]
)
EVENINGS = st.lists(st.one_of(*[WISHES] * 15, DOOR), min_size=20, max_size=80)
often = settings(max_examples=examples(300), deadline=None, suppress_health_check=list(HealthCheck))


class Evening:
    """A table with a sequence of checked events."""

    def __init__(self) -> None:
        self.table = opened(ANN, places=SIX)
        self.lobby = self.table.lobby
        self.events: list[LobbyEvent] = []

    def wish(self, wish: Wish, seed: int) -> None:
        before = self.lobby
        actor = Actor(wish.user, HOMES.get(wish.user, LOUNGE), manages=wish.manages)
        moment = replace(wish.moment, last_move=wish.last_move)
        judge = partial(decide, before, actor, wish.action, game=moment)
        refused = refusal(lambda: judge(entropy=np.random.default_rng(seed)))
        if refused:
            assert said(refused).endswith(".")
            return
        events = judge(entropy=np.random.default_rng(seed))
        for event in events:
            self.hear(event)
        _check_step(before, self.lobby, wish, events)

    def hear(self, event: LobbyEvent) -> None:
        assert said(event.describe(self.lobby, name_of))
        self.lobby = event.apply(self.lobby)
        self.events.append(event)
        _check(self.lobby)

    def door(self, event: LobbyEvent) -> None:
        """Apply an event of the door if it is possible now."""
        due = Status.LOBBY if isinstance(event, OptionsChanged) else Status.RUNNING
        if self.lobby.status is due:
            self.hear(event)


def _check(lobby: Lobby) -> None:
    """Check the invariants of every single event."""
    seats = [seat for seat, _ in lobby.bots] + [one.seat for one in lobby.people if one.seat]
    assert max(Counter(seats).values(), default=0) <= 1
    assert set(seats) <= {chair.seat for chair in lobby.chairs}
    users = [member.user for member in lobby.members]
    assert len(users) == len(set(users))
    assert not any(user.is_bot for user in users)
    assert lobby.host in users if users else lobby.host is None
    assert {member.room for member in lobby.members} <= set(lobby.rooms)
    assert lobby.proposal is None or lobby.status is Status.RUNNING
    for member in lobby.members:
        assert not (member.watching and (member.seat or member.team))
        chair = lobby.chair_of(member.user)
        if chair:
            assert member.team == chair.team
            assert chair.sees_key or all(user != member.user for user, _ in lobby.shown)


def _check_step(before: Lobby, after: Lobby, wish: Wish, events: tuple[LobbyEvent, ...]) -> None:
    """Check the invariants of an action's events."""
    if any(isinstance(event, Started) for event in events):
        assert not after.empty
    if after.status is Status.RUNNING and wish.moment.dealt:
        keyed = {chair.seat for chair in after.chairs if chair.sees_key}
        shown = {user for user, _ in after.shown}
        assert {one.user for one in after.people if one.seat in keyed} <= shown
    if after.proposal:
        teams = {one.team for one in after.people} - wish.moment.out
        assert teams & set(after.proposal.teams), "nobody could answer"
    leads = wish.manages or before.host in (None, wish.user)
    if not leads and not isinstance(wish.action, PickSpymaster):
        others = [one for one in before.people if one.user != wish.user]
        assert all(after.seat_of(one.user) == one.seat for one in others)


@pytest.mark.slow
@often
@given(EVENINGS, st.integers(0, 2**32 - 1))
def test_a_table_stays_in_order_whatever_people_wish_for(
    evening: list[Wish | LobbyEvent], seed: int
) -> None:
    play = Evening()
    for number, happening in enumerate(evening):
        if isinstance(happening, Wish):
            play.wish(happening, seed + number)
        else:
            play.door(happening)
    _check_kept(play)
    _check_seen(play.lobby)


def _check_kept(play: Evening) -> None:
    """Check that the log, written and read back, folds to the same table."""
    written = [(CODEC.tag(event), json.dumps(CODEC.body(event))) for event in play.events]
    read = [CODEC.read(tag, json.loads(body)) for tag, body in written]
    assert read == play.events
    assert fold(read, play.table.lobby) == play.lobby


def _check_seen(lobby: Lobby) -> None:
    """Check that every text on the screen has a sentence."""
    view = present(lobby, name_of)
    assert said(view.title)
    for block in (*view.blocks, *table_blocks(lobby, name_of)):
        match block:
            case Text(phrase=phrase):
                assert said(phrase)
            case Fields(rows=rows):
                assert all(said(name) and said(value) for _, name, value in rows)
            case Choices(choices=choices):
                assert all(isinstance(one.label, str) or said(one.label) for one in choices)
