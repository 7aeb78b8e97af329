from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.identity import User, bot_user
from bot.lobby.chairs import (
    ChangeHost,
    ChangeOption,
    ChangeSetting,
    PickSpymaster,
    RemoveBot,
    RemoveMember,
    Replace,
    SeatBot,
    Shuffle,
)
from bot.lobby.context import ChairFilter, LobbyAction
from bot.lobby.members import (
    Join,
    Leave,
    LeaveChair,
    TakeChair,
    Watch,
)
from bot.lobby.model import Lobby, LobbyChair
from bot.lobby.notation import LOBBY_COMMANDS, parse
from bot.lobby.progress import Agree, Pause, Refuse, Rematch, Resume, Start, Stop, TakeBack
from core.codenames.command import CODENAMES
from core.codenames.notation import CODENAMES_VERBS
from core.rules import InvalidNotation, Seat
from core.view import Phrase
from tests.bot.lobby.tables import ANN, BEN, SIX, SUE, TEXTS, opened, refusal, said
from tests.bot.lobby.wishes import ACTIONS

LOBBY = opened(ANN, BEN, SUE, places=SIX).lobby
RED_GUESSER = ChairFilter(Seat("red-guesser"))


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("join", Join()),
        ("JOIN Red", Join("red")),
        ("  leave ", Leave()),
        ("stand", LeaveChair()),
        ("watch", Watch()),
        ("chair", TakeChair()),
        ("chair red spymaster", TakeChair(ChairFilter(team="red", role="spymaster"))),
        ("chair spymaster red", TakeChair(ChairFilter(team="red", role="spymaster"))),
        ("chair Red-Guesser-2", TakeChair(ChairFilter(Seat("red-guesser-2")))),
        ("bot", SeatBot()),
        ("bot gloss", SeatBot(name="gloss")),
        ("bot red", SeatBot(ChairFilter(team="red"))),
        ("bot red-guesser expert:Gloss", SeatBot(RED_GUESSER, "gloss")),
        ("bot red-guesser bot:ace", SeatBot(RED_GUESSER, "ace")),
        ("unbot", RemoveBot()),
        ("unbot guesser", RemoveBot(ChairFilter(role="guesser"))),
        ("shuffle", Shuffle()),
        ("spymaster", PickSpymaster()),
        ("spymaster red", PickSpymaster("red")),
        ("spymaster discord:2", PickSpymaster(None, BEN)),
        ("spymaster red 2", PickSpymaster("red", BEN)),
        ("replace red-guesser 3", Replace(Seat("red-guesser"), SUE)),
        ("replace red spymaster slack:U7", Replace(Seat("red-spymaster"), SUE)),
        ("replace red-guesser gloss", Replace(Seat("red-guesser"), bot_user("gloss"))),
        ("replace red-guesser expert:gloss", Replace(Seat("red-guesser"), bot_user("gloss"))),
        ("host 2", ChangeHost(BEN)),
        ("drop discord:99", RemoveMember(User("discord", "99"))),
        ("set clock slow", ChangeSetting("clock", "slow")),
        ("set CLUE-TIME=2m 30s", ChangeSetting("clue-time", "2m 30s")),
        ("set rows 4", ChangeOption("rows", "4")),
        ("start", Start()),
        ("stop", Stop()),
        ("rematch", Rematch()),
        ("takeback", TakeBack()),
        ("agree", Agree()),
        ("refuse", Refuse()),
        ("pause", Pause()),
        ("resume", Resume()),
    ],
)
def test_lines_are_read(line: str, action: LobbyAction) -> None:
    assert parse(line, LOBBY) == action


@pytest.mark.parametrize("line", ["", "  ", "clue ocean 2", "guess start", "pass", "starts"])
def test_other_lines_are_the_game_s(line: str) -> None:
    assert parse(line, LOBBY) is None


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("start now", "line-too-long"),
        ("join red team", "table-line-extra"),
        ("chair green", "table-chair-unknown"),
        ("chair red red", "table-chair-unknown"),
        ("bot red-gueser gloss", "table-chair-unknown"),
        ("unbot gloss", "table-chair-unknown"),
        ("spymaster green", "table-team-unknown"),
        ("join us", "table-team-unknown"),
        ("spymaster red green", "table-who-unread"),
        ("spymaster red 2 3", "table-line-extra"),
        ("replace", "table-replace-missing"),
        ("replace red-guesser", "table-replace-missing"),
        ("replace green ace", "table-chair-unknown"),
        ("replace red ace", "table-chair-which"),
        ("replace red-guesser ace gloss", "table-line-extra"),
        ("drop", "table-who-missing"),
        ("host Ann", "table-who-unread"),
        ("host 4", "table-who-number"),
        ("host 0", "table-who-number"),
        ("host 99999", "table-who-unread"),
        ("drop 1 2", "table-line-extra"),
        ("set", "table-set-missing"),
        ("set clock", "table-set-missing"),
    ],
)
def test_lines_that_cannot_be_read_are_refused(line: str, key: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse(line, LOBBY)
    assert refused.value.phrase.key == key
    assert said(refused.value.phrase)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("bot dealer", SeatBot(ChairFilter(Seat("dealer")))),
        ("bot dealer dealer", SeatBot(ChairFilter(Seat("dealer")), "dealer")),
        ("bot dealer guesser", SeatBot(ChairFilter(Seat("dealer")), "guesser")),
        ("bot guess1 dealer", SeatBot(ChairFilter(Seat("guess1")), "dealer")),
        ("bot guess1 guesser", SeatBot(ChairFilter(Seat("guess1"), role="guesser"))),
        ("bot guesser", SeatBot(ChairFilter(role="guesser"))),
        ("replace guess1 guesser", Replace(Seat("guess1"), bot_user("guesser"))),
        ("replace dealer guesser", Replace(Seat("dealer"), bot_user("guesser"))),
        ("replace guess2 dealer", Replace(Seat("guess2"), bot_user("dealer"))),
    ],
)
def test_a_bot_may_be_called_as_a_chair_or_a_role_is(line: str, action: LobbyAction) -> None:
    seats = (("dealer", "dealer"), ("guess1", "guesser"), ("guess2", "guesser"))
    lobby = Lobby(
        chairs=tuple(LobbyChair(Seat(one), f"{role}s", role, False) for one, role in seats)
    )
    assert parse(line, lobby) == action


def test_the_example_of_a_replacement_is_of_this_table() -> None:
    refused = refusal(partial(parse, "replace", LOBBY))
    assert refused is not None
    assert '"replace blue-spymaster 2"' in said(refused)


def test_a_chair_that_is_not_told_exactly_is_asked_for() -> None:
    refused = refusal(partial(parse, "replace red guesser ace", LOBBY))
    assert refused is not None
    assert said(refused) == "That isn't one chair: name one of red-guesser, red-guesser-2."


@given(ACTIONS)
def test_an_action_s_line_is_read_back(action: LobbyAction) -> None:
    assert parse(action.line, LOBBY) == action


@given(st.text(), st.sampled_from([command.name for command in LOBBY_COMMANDS]))
def test_any_text_is_an_action_or_refused(text: str, verb: str) -> None:
    for line in (text, f"{verb} {text}"):
        refused = refusal(partial(parse, line, LOBBY))
        if refused:
            assert said(refused)
        elif action := parse(line, LOBBY):
            assert action.line


@pytest.mark.parametrize("verb", [command.name for command in LOBBY_COMMANDS])
@pytest.mark.parametrize("rest", ["x" * 100_000, "9" * 100_000, "a b " * 50_000])
def test_a_line_as_long_as_a_book_is_refused_in_a_sentence(verb: str, rest: str) -> None:
    line = f"{verb} {rest}"
    refused = refusal(partial(parse, line, LOBBY))
    if refused is None:
        action = parse(line, LOBBY)
        assert action is not None
        refused = refusal(partial(opened(ANN, BEN, places=SIX).do, ANN, action))
    assert len(said(refused)) < 600 if refused else verb == "set"


def test_no_verb_is_a_game_s() -> None:
    ours = {command.name for command in LOBBY_COMMANDS}
    assert len(ours) == len(LOBBY_COMMANDS)
    assert not ours & {*CODENAMES_VERBS, CODENAMES.new.name, *(one.name for one in CODENAMES.play)}


def test_every_command_can_be_typed_and_has_a_description() -> None:
    for command in LOBBY_COMMANDS:
        assert TEXTS.say(_described(command.key))
        assert all(option.key in TEXTS for option in command.options)
        if command.name == "set":
            continue
        refused = refusal(partial(parse, command.name, LOBBY))
        assert bool(refused) == any(option.default is None for option in command.options)


def test_set_alone_is_answered_with_the_settings() -> None:
    for line in ("set", "set clock", "set clock="):
        refused = refusal(partial(parse, line, LOBBY))
        assert refused is not None
        assert "clock off, clue-time 3m" in TEXTS.say(refused)


def _described(key: str) -> Phrase:
    return Phrase(key)
