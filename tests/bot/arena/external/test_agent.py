"""Agents in real processes: each answer is a move or a forfeit, and no process survives."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from signal import SIGINT, SIGKILL
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.arena.external.agent import (
    FORFEITS_IN_A_ROW,
    AgentPlayer,
    AgentPolicy,
    ExternalAgent,
)
from bot.arena.external.process import AgentProcess, command_words, memory_limit
from bot.arena.external.protocol import HELLO, GameOptions, ProtocolBreach
from core.agents.expert import expert
from core.agents.language import plain_language
from core.agents.policy import ExpertPolicy, RandomPolicy, TableStyle
from core.arena.engine_game import DUEL_OPTIONS, NO_MEMORIES, EngineGame, PlayedGame
from core.arena.pair import Pair
from core.arena.paper_game import PaperGame, SolitaireTeam, paper_board
from core.arena.players import ArenaPlayer
from core.arena.tournament import Arena, ExpertAgent
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Role
from core.codenames.rules import Codenames
from core.rating.colt import OUTCOMES, Ending
from core.rules import Refusal
from core.words.packs import Pack
from tests.bot.arena.external.answers import nearly_right
from tests.core.agents.boards import made_up_source
from tests.processes import has_ended, is_there
from tests.profile import examples

WILFUL = Path(__file__).with_name("wilful.py")
SOURCE = made_up_source(0, cards=40, clues=200, reach=60, levels=1000)
STYLE = TableStyle(plain_language(SOURCE.vocabulary))
PACK = Pack("cards", tuple(f"card{number}" for number in range(40)))
RULES = Codenames(DUEL_OPTIONS, Supply(PACK), Referee())
OWN = ExpertPolicy(expert("own", SOURCE), STYLE)
CHANCE = RandomPolicy(STYLE)
NOTHING = (NO_MEMORIES, NO_MEMORIES)
QUICK, PATIENT = 0.2, 60.0
READY = '{"type": "ready", "name": "a", "version": "1", "author": "b"}'
CLUE = '{"type": "clue", "word": "clueword", "number": 1}'
SCHEMA = json.loads((Path(__file__).parents[4] / "docs/agents/protocol.json").read_text())


def own_player() -> ArenaPlayer:
    return ArenaPlayer(Arena({"own": OWN.expert}, PACK.words), ExpertAgent(("own",)))


def command(kind: str, path: Path | None = None) -> str:
    words = [sys.executable, "-I", "-S", str(WILFUL), kind, *([str(path)] if path else [])]
    return shlex.join(words)


def agent_of(
    kind: str, role: Role, *, path: Path | None = None, seconds: float = PATIENT
) -> ExternalAgent:
    hello = QUICK if kind == "late-hello" else PATIENT
    return ExternalAgent(command(kind, path), options(role, seconds), hello)


def options(role: Role, seconds: float = PATIENT) -> GameOptions:
    return GameOptions(
        type="options", rules="table", role=role, seconds=seconds, vocabulary="clues.txt"
    )


@pytest.fixture
def agents() -> Iterator[list[ExternalAgent]]:
    started = list[ExternalAgent]()
    yield started
    for agent in started:
        agent.close()


def game(
    agent: ExternalAgent, seed: int = 0, *, paper: bool = False, swapped: bool = False
) -> PlayedGame:
    """Return a game in which the agent plays in the first pair, with a bot."""
    spymaster = agent._options.role is Role.SPYMASTER
    if paper:
        player, own = AgentPlayer(agent, frozenset({"clueword"})), own_player()
        team = SolitaireTeam(player, own) if spymaster else SolitaireTeam(own, player)
        teams, board = (team, SolitaireTeam(own, own)), paper_board(seed, PACK.words)
        begun = PaperGame(teams, board, NOTHING, seed, swapped=swapped, spectators=(agent,))
        return begun.play()[0]
    policy = AgentPolicy(agent, Referee())
    pair = Pair(policy, CHANCE) if spymaster else Pair(OWN, policy)
    pairs = (pair, Pair(OWN, OWN))
    return EngineGame(RULES, pairs, NOTHING, seed, swapped=swapped, spectators=(agent,)).play()[0]


CLUE_FORFEITS = [
    ("late", "no answer within 0.2 seconds"),
    ("late-hello", "no answer within 0.2 seconds"),
    ("no-hello", """instead of {"type": "ready", ...}, it said 'good day'"""),
    ("crash", "it ended with exit code 1: 'models not found'"),
    ("quiet-exit", "it ended with exit code 0"),
    ("garbage", r"""instead of {"type": "clue", ...}, it said '\x1b[2J?!'"""),
    ("no-utf8", "a line is not UTF-8"),
    ("long", "a line is longer than 65536 bytes"),
    ("endless", "a line is longer than 65536 bytes"),
    ("chatty", "no answer within 0.2 seconds"),
    ("clue-of-board", "an unlawful clue, 'card"),
    ("clue-zero", "a clue's number is from 1 to 9: '{"),
]
GUESS_FORFEITS = [
    ("card-twice", "a card is named twice"),
    ("no-card", "no covered card: 'zebra'"),
    ("too-many", "cards are to be named, not"),
    ("none", "cards are to be named, not 0"),
]


@pytest.mark.sampled
@pytest.mark.parametrize(("kind", "reason"), CLUE_FORFEITS)
def test_a_spymaster_that_does_wrong_forfeits_its_game(
    agents: list[ExternalAgent], kind: str, reason: str
) -> None:
    timed = kind in {"late", "chatty"}
    agent = agent_of(kind, Role.SPYMASTER, seconds=QUICK if timed else PATIENT)
    agents.append(agent)
    result = game(agent)
    assert result.winner == 1
    assert result.forfeit is not None
    assert result.forfeit.role is Role.SPYMASTER
    assert reason in result.forfeit.reason


@pytest.mark.sampled
@pytest.mark.parametrize(("kind", "reason"), GUESS_FORFEITS)
@pytest.mark.parametrize("paper", [False, True])
def test_a_guesser_that_does_wrong_forfeits_its_game(
    agents: list[ExternalAgent], kind: str, reason: str, paper: bool
) -> None:
    agents.append(agent_of(kind, Role.GUESSER))
    result = game(agents[0], paper=paper)
    assert result.winner == 1
    assert result.forfeit is not None
    assert result.forfeit.role is Role.GUESSER
    assert reason in result.forfeit.reason


@pytest.mark.sampled
@pytest.mark.parametrize("kind", ["honest", "noisy", "remarks"])
@pytest.mark.parametrize(
    ("role", "paper"),
    # By the paper's rules no bot would know the agent's clue.
    [(Role.SPYMASTER, False), (Role.GUESSER, False), (Role.GUESSER, True)],
)
def test_one_that_keeps_to_the_protocol_plays_to_the_end(
    agents: list[ExternalAgent], kind: str, role: Role, paper: bool
) -> None:
    agents.append(agent_of(kind, role))
    for seed in range(2):
        for swapped in (False, True):
            assert game(agents[0], seed, paper=paper, swapped=swapped).forfeit is None
    assert agents[0].ready is not None
    assert agents[0].ready.name == "wilful"


@pytest.mark.sampled
@pytest.mark.parametrize("kind", ["one-more", "chances"])
def test_a_guesser_at_a_table_may_name_one_card_more_and_its_chances(
    agents: list[ExternalAgent], kind: str
) -> None:
    agents.append(agent_of(kind, Role.GUESSER))
    result = game(agents[0])
    assert result.forfeit is None
    outcomes = [OUTCOMES[one] for one in result.plays[0].outcomes]
    turned = sum(one.own + (one.ending is not Ending.CLEAN) for one in outcomes)
    assert agents[0].squared_errors == [0.25] * (turned if kind == "chances" else 0)


def test_one_more_card_is_a_forfeit_by_the_papers_rules(agents: list[ExternalAgent]) -> None:
    agents.append(agent_of("one-more", Role.GUESSER))
    forfeit = game(agents[0], paper=True).forfeit
    assert forfeit is not None
    assert "to be named, not" in forfeit.reason


def test_a_clue_outside_the_vocabulary_is_a_forfeit_by_the_papers_rules(
    agents: list[ExternalAgent],
) -> None:
    agent = agent_of("honest", Role.SPYMASTER)
    agents.append(agent)
    own = own_player()
    team = SolitaireTeam(AgentPlayer(agent, frozenset({"other"})), own)
    board = paper_board(0, PACK.words)
    result, _ = PaperGame(
        (team, SolitaireTeam(own, own)), board, NOTHING, 0, spectators=(agent,)
    ).play()
    assert result.forfeit is not None
    assert result.forfeit.reason == "an unlawful clue, 'clueword': it is not in the vocabulary"


def test_two_answers_to_a_question_are_a_forfeit_sooner_or_later(
    agents: list[ExternalAgent],
) -> None:
    agents.append(agent_of("twice", Role.GUESSER))
    results = [game(agents[0], seed).forfeit for seed in range(3)]
    assert any(results)


def test_after_some_forfeits_in_a_row_the_program_is_not_started_again(
    agents: list[ExternalAgent], tmp_path: Path
) -> None:
    path = tmp_path / "record"
    agent = ExternalAgent(
        shlex.join([sys.executable, "-I", "-S", "-c", f"open({str(path)!r}, 'a').write('x')"]),
        options(Role.SPYMASTER),
    )
    agents.append(agent)
    reasons = [forfeit.reason for seed in range(6) if (forfeit := game(agent, seed).forfeit)]
    assert reasons[:FORFEITS_IN_A_ROW] == ["it ended with exit code 0"] * FORFEITS_IN_A_ROW
    assert set(reasons[FORFEITS_IN_A_ROW:]) == {
        "given up after 3 forfeits in a row: it ended with exit code 0"
    }
    assert len(reasons) == 6
    assert path.read_text(encoding="utf-8") == "x" * FORFEITS_IN_A_ROW


def test_it_is_begun_anew_for_the_next_game(agents: list[ExternalAgent], tmp_path: Path) -> None:
    marker = tmp_path / "crashed"
    script = (
        "import json, sys, os\n"
        f"marker = {str(marker)!r}\n"
        "for line in sys.stdin:\n"
        "    kind = json.loads(line)['type']\n"
        f"    if kind == 'hello': print({READY!r}, flush=True)\n"
        "    if kind == 'ask-clue':\n"
        "        if not os.path.exists(marker): open(marker, 'w').close(); sys.exit(3)\n"
        f"        print({CLUE!r}, flush=True)\n"
    )
    program = tmp_path / "agent.py"
    program.write_text(script, encoding="utf-8")
    agent = ExternalAgent(
        shlex.join([sys.executable, "-I", "-S", str(program)]),
        options(Role.SPYMASTER),
    )
    agents.append(agent)
    first, second = game(agent, 0), game(agent, 1)
    assert first.forfeit is not None
    assert "exit code 3" in first.forfeit.reason
    assert second.forfeit is None


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("kind", ["children", "children-that-leave"])
def test_all_that_a_program_started_ends_with_it(
    agents: list[ExternalAgent], tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "children"
    agents.append(agent_of(kind, Role.SPYMASTER, path=path))
    assert game(agents[0]).forfeit is not None
    assert has_ended(int(path.read_text(encoding="utf-8")))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process")
def test_a_program_gets_no_more_memory_than_its_limit() -> None:
    hungry = (
        "import sys\nfor line in sys.stdin:\n try: bytearray(int(line)); print('it fits')\n"
        " except MemoryError: print('too much')\n sys.stdout.flush()"
    )
    program = AgentProcess([sys.executable, "-c", hungry])
    try:
        assert program.ask(str(memory_limit()), seconds=PATIENT) == "too much"
        assert program.ask("1000", seconds=PATIENT) == "it fits"
    finally:
        program.kill()


def test_a_program_that_does_not_quit_is_ended() -> None:
    program = AgentProcess(command_words(command("stubborn")))
    assert '"wilful"' in program.ask(HELLO.line, seconds=PATIENT)
    program.close()
    assert program._process.returncode == -SIGKILL


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_an_interrupt_ends_the_referee_and_its_agents(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    blue = f"exec:{command('waiting', pipe)}"
    duel = [sys.executable, "-m", "bot", "arena", "duel", f"--blue={blue}+gloss"]
    with subprocess.Popen(  # noqa: S603
        [*duel, "--red=gloss+gloss", "--games=1", "--time-limit=600"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as referee:
        process = int(pipe.read_text(encoding="utf-8"))
        assert is_there(process)
        referee.send_signal(SIGINT)
        assert referee.wait(PATIENT) != 0
    assert has_ended(process)


def test_a_program_that_is_not_there_is_a_forfeit(agents: list[ExternalAgent]) -> None:
    agents.append(ExternalAgent("./no-such-program --fast", options(Role.SPYMASTER)))
    forfeit = game(agents[0]).forfeit
    assert forfeit is not None
    assert forfeit.reason == "it cannot be started: No such file or directory"


@pytest.mark.parametrize("line", ["", "  ", "python 'agent.py"])
def test_a_command_that_names_no_program_is_refused(line: str) -> None:
    with pytest.raises(Refusal):
        command_words(line)


def recorded(tmp_path: Path, role: Role, seed: int) -> list[dict[str, Any]]:
    path = tmp_path / f"{role.value}-{seed}"
    agent = agent_of("recorder", role, path=path)
    try:
        game(agent, seed)
    finally:
        agent.close()
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_guesser_is_never_sent_the_key_and_a_spymaster_is(tmp_path: Path) -> None:
    guesser, spymaster = (recorded(tmp_path, role, 4) for role in (Role.GUESSER, Role.SPYMASTER))
    assert not any("key" in message for message in guesser)
    questions = [message for message in spymaster if message["type"] == "ask-clue"]
    assert questions
    assert all(len(message["key"]) == len(message["cards"]) for message in questions)
    for messages in (guesser, spymaster):
        kinds = [message["type"] for message in messages]
        assert kinds[:3] == ["hello", "options", "game"]
        assert kinds[-1] == "quit"
        assert {"result", "outcome"} < {*kinds}
        for message in messages:
            jsonschema.validate(message, SCHEMA)


def test_before_a_card_is_turned_a_guesser_is_sent_the_same_bytes_whatever_the_key(
    tmp_path: Path,
) -> None:
    sent = set()
    words = tuple(f"card{number}" for number in range(25))
    for swapped in (False, True):
        agent = agent_of("recorder", Role.GUESSER, path=tmp_path / f"{swapped}")
        board = paper_board(0, words)
        kinds = board.kinds[::-1] if swapped else board.kinds
        first = type(board)(board.cards, kinds)
        clue = AgentPlayer(agent_of("honest", Role.SPYMASTER), frozenset({"clueword"}))
        team = SolitaireTeam(clue, AgentPlayer(agent, frozenset()))
        try:
            own = own_player()
            PaperGame(
                (team, SolitaireTeam(own, own)), first, NOTHING, 0, spectators=(agent, clue.agent)
            ).play()
        finally:
            agent.close()
            clue.agent.close()
        lines = (tmp_path / f"{swapped}").read_text(encoding="utf-8").splitlines()
        asked = next(place for place, line in enumerate(lines) if '"type":"ask' in line)
        sent.add(tuple(lines[: asked + 1]))
    assert len(sent) == 1


ECHO = """
import json, sys
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "hello":
        print('{"type": "ready", "name": "echo", "version": "1", "author": "tests"}', flush=True)
    if kind.startswith("ask"):
        sys.stdout.buffer.write(bytes.fromhex(sys.argv[1]) + bytes((10,)))
        sys.stdout.buffer.flush()
"""


@settings(max_examples=examples(20), deadline=None)
@given(
    payload=st.one_of(
        st.binary(max_size=60),
        st.text(max_size=20).map(str.encode),
        st.text(st.sampled_from('{"type":clue,}[]0.1\\'), max_size=30).map(str.encode),
        nearly_right().map(lambda value: json.dumps(value).encode()),
    ).filter(lambda raw: b"info" not in raw.split(b"\n")[-1]),
    role=st.sampled_from(Role),
    paper=st.booleans(),
)
def test_whatever_it_answers_the_game_ends_and_nobody_else_forfeits(
    payload: bytes, role: Role, paper: bool
) -> None:
    line = shlex.join([sys.executable, "-I", "-S", "-c", ECHO, payload.hex()])
    agent = ExternalAgent(line, options(role))
    try:
        result = game(agent, paper=paper and role is Role.GUESSER)
    finally:
        agent.close()
    assert result.winner in {0, 1}
    if result.forfeit is not None:
        assert result.winner == 1
        assert result.forfeit.role is role
        assert result.forfeit.reason.isprintable()


def test_a_program_that_is_not_asked_may_be_closed_at_any_time() -> None:
    program = AgentProcess(command_words(command("honest")))
    assert '"wilful"' in program.ask(HELLO.line, seconds=PATIENT)
    program.tell(*['{"type": "outcome"}'] * 50_000)
    program.close()
    with pytest.raises(ProtocolBreach, match="cannot be started"):
        AgentProcess(("/",))
