"""`spyring play`: resume a game or begin a new one, choose its database, and play on.

An unfinished game continues if it matches all options that differ from their defaults. An option
given with its default starts no new game; if the game differs, a message says so.
"""

import shlex
import sys
from argparse import Namespace
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from shutil import get_terminal_size
from typing import Final, TextIO

from adapters.terminal.cells import printable, wrapped
from adapters.terminal.input import LocalCommand, asks, is_no, is_yes
from adapters.terminal.keyboard import drop_typed_ahead, thinking
from adapters.terminal.play import play
from adapters.terminal.render import USUAL_WIDTH, PlayOptions, render_text
from adapters.terminal.views import usage
from bot.cli.parser import non_default_options
from bot.cli.play.client import LocalClient, Waiting, open_client
from bot.cli.play.room import UnfinishedGame, room_of
from bot.cli.replay import replay_command
from bot.cli.streams import is_coloured, remark
from bot.gametypes.registry import GAMES, GameEntry, GameTypes, load_game
from bot.gametypes.seating import HUMAN_PREFIX, login_name
from bot.gametypes.table_request import Recorder, TableRequest, TableSetup
from bot.logs import log_nowhere, log_to, log_to_file
from bot.settings import Settings
from bot.store.location import backup_named, database_url, file_of, make_folder
from bot.texts import ENGLISH, Texts
from core.rules import Refusal, Seat
from core.view import Phrase, phrase

MEMORY = ":memory:"
"""The address of a database in memory."""

OTHER_CHAIRS: Final = "bots"
"""The option with the bot of all chairs without other players."""

TEAM: Final = "team"
"""The table's option that also chooses the person's chair."""

WORD_LIST_OPTIONS: Final = frozenset({"pack", "dictionary"})
"""The options that name a list of words."""

KEYWORD: Final = "keyword"
SEED: Final = "seed"


@dataclass(frozen=True, slots=True)
class PlaySession:
    """The table that a command line asks for; `games` are all known games."""

    arguments: Namespace
    table_request: TableRequest
    games: Sequence[GameEntry] = GAMES

    @property
    def command(self) -> str:
        """The shell command that resumes the game."""
        game, given = self.table_request.setup.kind, vars(self.arguments)
        named = () if game == self.games[0].name else (game,)
        asked = ((f"--{name}", given.get(name)) for name in ("language", "state"))
        options = [(name, value) for name, value in asked if value not in (None, ENGLISH)]
        return shlex.join(("spyring", "play", *named, *chain(*options)))

    def client(
        self, url: str, waiting: Waiting = nullcontext
    ) -> AbstractContextManager[LocalClient]:
        """Return the context of `open_client` for this table, with its bots."""
        played = self.table_request.game_type
        return open_client(
            url,
            seed=self.arguments.seed,
            game_types=GameTypes(games=self.games, loaded={played.name: played}),
            room=room_of(load_game(self.games, played.name)),
            unnamed=frozenset({login_name()}),
            waiting=waiting,
        )

    def resume_or_start(self, client: LocalClient) -> tuple[Phrase, ...]:
        """Resume the unfinished game or begin a new one; return messages about it.

        Raises Refusal and StoreFault.
        """
        left = client.unfinished_game()
        goes_on = left and not self.arguments.new and matches(self.table_request, left)
        if left is not None and left.begun and goes_on:
            client.resume(left)
            game, turn = left.game_id, left.turn
            if unused := unused_options(self.table_request, left):
                return (phrase("play-unused", game=game, turn=turn, options=unused),)
            return (phrase("play-goes-on", game=game, turn=turn),)
        said: tuple[Phrase, ...] = ()
        if left is not None:
            client.stop(left)
            said = (phrase("play-stopped", game=left.game_id),) if left.begun else ()
        client.begin(self.table_request.setup)
        return (*said, *self.table_request.remarks)

    def keyword(self, client: LocalClient) -> str | None:
        """Return the keyword to type at the table, None if the game already has its words."""
        return None if client.has_words else self.table_request.typed_secret


def run_play(arguments: Namespace, settings: Settings, texts: Texts) -> int:
    """Play games in a row; return the exit code. Raises Refusal."""
    play_session = plan_session(arguments, settings)
    plain = arguments.plain or not (sys.stdin.isatty() and sys.stdout.isatty())
    recorder = play_session.table_request.recorder(1)
    url = address_of(arguments, settings, plain=plain)
    set_up_log(url, settings, plain=plain)
    kept = url != MEMORY
    waiting: Waiting = nullcontext if plain else partial(thinking, texts)
    words = () if plain else play_session.table_request.vocabulary
    manner = None if plain else PlayOptions(is_coloured(), settings.pause_seconds, words)
    with backup_named(url), play_session.client(url, waiting) as client:
        for said in play_session.resume_or_start(client):
            remark(_wrapped(texts.say(said), sys.stderr))
        code = _play_on(client, play_session, texts, recorder, manner, is_kept=kept)
        if kept and not client.is_closed:
            remark(texts.say(phrase("play-kept", command=play_session.command)))
        return code


def _play_on(
    client: LocalClient,
    session: PlaySession,
    texts: Texts,
    recorder: Recorder | None,
    manner: PlayOptions | None,
    *,
    is_kept: bool,
) -> int:
    """Play games in a row until a person leaves one unfinished or wants no more."""
    streams, keyword = (sys.stdin, sys.stdout), session.keyword(client)
    for number in count(2):
        code = play(client, texts, *streams, seats=client.people, keyword=keyword, options=manner)
        if recorder is not None:
            remark(texts.say(recorder(client.observe(None), client.outcome is not None)))
        if is_kept and client.outcome is not None:
            again = replay_command(client.game_id, session.arguments.state)
            remark(texts.say(phrase("play-replay", command=again)))
        # A keyword deals the same key again, which the players have just seen.
        repeats_key = session.table_request.typed_secret is not None
        if manner is None or repeats_key or not client.is_closed or not _again(texts, client):
            break
        recorder = session.table_request.recorder(number)
        client.rematch()
    return code


def _again(texts: Texts, client: LocalClient) -> bool:
    """Ask whether to play again, and answer questions about the last game."""
    drop_typed_ahead(sys.stdin)
    # A stopped game keeps its key secret, so it answers no questions.
    for question in () if client.is_stopped else client.game.commands.questions:
        does = phrase(question.key)
        said = phrase("cli-question", usage=usage(question), does=does)
        print(_wrapped(texts.say(said), sys.stdout))
    try:
        while True:
            answer = input(texts.say(phrase("cli-again")) + " ")
            if is_yes(answer) or not answer.strip():
                return True
            if is_no(answer) or answer.strip().casefold() == LocalCommand.QUIT.value:
                return False
            if client.is_stopped or not _is_answered(answer, texts, client):
                print(_wrapped(texts.say(phrase("cli-again-unclear")), sys.stdout))
    except (EOFError, KeyboardInterrupt):
        # Begin a new line for the shell's prompt.
        print()
        return False


def _is_answered(text: str, texts: Texts, client: LocalClient) -> bool:
    """Answer a text that is a question about the game; return whether it is one."""
    text = client.game.commands.typed_line(text)
    if not asks(text, client.game.commands, alone=False):
        return False
    try:
        print(render_text(client.answer(text), texts, colour=is_coloured()))
    except Refusal as refusal:
        print(printable(texts.say(refusal.phrase)))
    return True


def _wrapped(sentence: str, stream: TextIO) -> str:
    """Return a sentence, wrapped if the stream is a terminal."""
    if not stream.isatty():
        return sentence
    columns = min(USUAL_WIDTH, get_terminal_size().columns)
    return "\n".join(wrapped(sentence, columns))


def plan_session(
    arguments: Namespace, settings: Settings, games: Sequence[GameEntry] = GAMES
) -> PlaySession:
    """Return the session of a command line; raises Refusal."""
    game = load_game(games, arguments.game)
    return PlaySession(arguments, game.read_table(arguments, settings), games)


def address_of(arguments: Namespace, settings: Settings, *, plain: bool) -> str:
    """Return the address of the database, after creating its missing folder.

    Without `--state`, a game with a seed or from a script gets a database in memory, so that it
    does not depend on earlier games.
    """
    if arguments.state is None and (plain or arguments.seed is not None):
        return MEMORY
    url = database_url(arguments.state, settings)
    make_folder(url)
    return url


def set_up_log(url: str, settings: Settings, *, plain: bool) -> None:
    """Log to a file next to the database; without one, log errors to stderr if `plain`.

    The log is never written over a game's screen.
    """
    path = file_of(url)
    if path is not None:
        log_to_file(path.with_name(f"{path.name}.log"), level=settings.log_level)
    elif plain:
        log_to(sys.stderr, form=settings.log, level="error")
    else:
        log_nowhere()


def matches(request: TableRequest, unfinished: UnfinishedGame) -> bool:
    """Return whether an unfinished game has all non-default options of a command line."""
    arguments, setup = request.arguments, request.setup
    asked = non_default_options(arguments)
    return (
        asked.isdisjoint(_differing_values(setup, unfinished))
        and (not _seating_options(asked, setup) or _is_seated(request, unfinished))
        and (KEYWORD not in asked or request.is_dealt_alike(unfinished.values, unfinished.deals))
        and (SEED not in asked or unfinished.seed == arguments.seed)
        and arguments.name in (None, *unfinished.people.values())
    )


def unused_options(request: TableRequest, unfinished: UnfinishedGame) -> tuple[str, ...]:
    """Return the flags of a matching command line whose values the unfinished game ignores."""
    arguments, setup = request.arguments, request.setup
    unused = _differing_values(setup, unfinished) - {TEAM}
    if unfinished.people.keys() != setup.people.keys():
        unused |= _seating_options(arguments.said, setup) - {OTHER_CHAIRS, TEAM}
    if {*_playing_bots(request, unfinished).values()} != {*setup.bots.values()}:
        unused |= {OTHER_CHAIRS}
    teams = _teams(request, unfinished.values, unfinished.people)
    if teams != _teams(request, setup.values, setup.people):
        unused |= {TEAM}
    unused &= arguments.said
    return tuple(arguments.flags[name] for name, _ in arguments.usual if name in unused)


def _differing_values(setup: TableSetup, unfinished: UnfinishedGame) -> frozenset[str]:
    """Return the options of the table and its words that have other values in a game."""
    words = WORD_LIST_OPTIONS if unfinished.pack != setup.pack.digest else frozenset()
    return words.union(
        name for name, value in setup.values.items() if unfinished.values.get(name) != value
    )


def _teams(
    request: TableRequest, values: Mapping[str, object], people: Collection[Seat]
) -> frozenset[str]:
    """Return the teams of the people at a table."""
    chairs = request.game_type.chairs(request.game_type.options(values))
    return frozenset(chair.team for chair in chairs if chair.seat in people)


def _playing_bots(request: TableRequest, unfinished: UnfinishedGame) -> dict[Seat, str]:
    bots, options = request.game_type.bots, request.game_type.options(request.setup.values)
    return {seat: bots.resolve(options, seat, name) for seat, name in unfinished.bots.items()}


def _seating_options(asked: frozenset[str], setup: TableSetup) -> frozenset[str]:
    """Return the options that only choose the players of chairs."""
    others = {*setup.values, *WORD_LIST_OPTIONS, KEYWORD, SEED} - {TEAM}
    return asked - others


def _is_seated(request: TableRequest, unfinished: UnfinishedGame) -> bool:
    """Return whether people and bots have the requested chairs, and named people their own."""
    arguments, setup = request.arguments, request.setup
    sitters = [text.partition("=")[2] for text in arguments.chair]
    named = {who.removeprefix(HUMAN_PREFIX) for who in sitters} | {arguments.name}
    return (
        unfinished.people.keys() == setup.people.keys()
        and _playing_bots(request, unfinished) == setup.bots
        and all(
            unfinished.people[seat] == who for seat, who in setup.people.items() if who in named
        )
    )
