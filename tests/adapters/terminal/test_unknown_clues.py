"""A clue that the bot does not know, at a terminal, with the embedded bots in a solo game."""

import io
import re

import pytest

from adapters.terminal import plain
from bot.cli.play.client import LocalClient, open_client
from bot.gametypes.codenames.game_type import codenames_type
from bot.gametypes.table_request import TableSetup
from core.codenames.model import Options, Team
from core.rules import Seat
from core.words.packs import first_pack
from tests.adapters.terminal.keys import play, read
from tests.adapters.terminal.tables import OPEN, TEXTS

SPYMASTER, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")


@pytest.fixture
def table() -> LocalClient:
    """A game against the board, with a person as spymaster and ACE as guesser."""
    kind = codenames_type()
    client = OPEN.enter_context(open_client(":memory:", seed=1, game_types={kind.name: kind}))
    client.begin(
        TableSetup(
            kind=kind.name,
            values=kind.values(Options(solo=Team.BLUE)),
            pack=first_pack(),
            host="ann",
            people={SPYMASTER: "ann"},
            bots={GUESSER: "ace"},
        )
    )
    return client


def clues(table: LocalClient) -> list[str]:
    return [line for one in table.updates() if (line := one.line or "") and " clue " in line]


def test_who_gives_it_is_asked_and_may_give_another(table: LocalClient) -> None:
    _, written = play(["zyzzyva 2", "n"], table, [SPYMASTER])
    assert '"zyzzyva" is unknown to Blue guesser (bot)' in read(written)
    assert "Do it anyway?" in read(written)
    assert clues(table) == []


def test_given_all_the_same_it_is_guessed_blindly_and_once(table: LocalClient) -> None:
    _, written = play(["zyzzyva 2", "y"], table, [SPYMASTER])
    assert (
        'Careful: "zyzzyva" is unknown to Blue guesser (bot): expect one blind guess, and no more.'
        in read(written)
    )
    assert clues(table) == ["blue-spymaster clue zyzzyva 2 unknown blue-guesser"]
    lines = [str(one.line) for one in table.updates()]
    first, *_ = [place for place, line in enumerate(lines) if line == "turn 2 blue"]
    assert sum(line.startswith("blue-guesser guess") for line in lines[:first]) == 1


def test_a_script_reads_how_to_give_it_all_the_same(table: LocalClient) -> None:
    stdout, typed = io.StringIO(), io.StringIO("zyzzyva 2\nzyzzyva 2 anyway\n")
    plain.Script(table, TEXTS, seats=[SPYMASTER], stdin=typed, stdout=stdout).run()
    refused, how, *_ = re.findall("^[!#] .*", stdout.getvalue(), re.MULTILINE)
    assert refused.startswith('! "zyzzyva" is unknown to')
    assert how == '# To do it anyway, type: "clue zyzzyva 2 anyway"'
    assert clues(table) == ["blue-spymaster clue zyzzyva 2 unknown blue-guesser"]
