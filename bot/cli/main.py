"""The command line: parsing, wiring and running of commands."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from itertools import count
from secrets import token_hex
from shutil import get_terminal_size
from typing import TYPE_CHECKING, TextIO

from adapters.terminal.cells import printable, wrapped
from bot.cli.help import requested_language
from bot.cli.operators import DOCTOR, OPERATORS, PLATFORM_SETTINGS
from bot.cli.parser import PLAY, own_commands, read_arguments
from bot.cli.streams import BROKEN_PIPE, INTERRUPTED, discard, is_coloured, loading
from bot.gametypes.registry import GAMES, load_command
from bot.settings import Settings, SettingsError, sound_settings
from bot.texts import ENGLISH, Texts, languages
from core.rules import Refusal
from core.view import phrase

if TYPE_CHECKING:
    from bot.cli.play.client import LocalClient, Waiting
    from bot.cli.play.run import PlaySession
    from bot.gametypes.table_request import Recorder

REFUSED_EXIT = 2
"""The exit code of a refused command, as of argparse."""

FAULT = 70
"""The exit code of a bug, as in sysexits.h."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    texts = Texts.load(_language(argv))
    try:
        return _dispatch(argv, texts)
    except Refusal as refusal:
        return _refuse(refusal, texts)
    except BrokenPipeError:
        discard(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:
        # Errors of named files are refusals, so this is about the standard streams.
        discard(sys.stdout)
        return _refuse(Refusal("stream-failed", problem=error.strerror or ""), texts)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # a bug, reported without a traceback
        return _report_fault(error, texts)


def _language(argv: Sequence[str] | None) -> str:
    """Return the language of the command line, else of the settings."""
    try:
        return requested_language(argv, languages()) or sound_settings()[0].language
    except SettingsError:
        # The command is refused later.
        return ENGLISH


def _dispatch(argv: Sequence[str] | None, texts: Texts) -> int:
    try:
        settings, faults = sound_settings(PLATFORM_SETTINGS)
        with loading():
            arguments = read_arguments(argv, GAMES, settings, texts)
        if faults and arguments.command != DOCTOR:
            raise faults[0]
        if arguments.command in OPERATORS:
            with loading():
                from bot.cli.run import run_operator  # noqa: PLC0415 - games need no server

            return run_operator(arguments, settings, faults, texts)
        return _run(arguments, settings, texts)
    finally:
        # Also after help, where argparse exits: errors of writing must be raised here.
        sys.stdout.flush()


def _refuse(refusal: Refusal, texts: Texts) -> int:
    _remark(f"spyring: {texts.say(refusal.phrase)}")
    return REFUSED_EXIT


def _remark(sentence: str) -> None:
    """Write a sentence to standard error, if it is open, without control characters."""
    try:
        print(printable(sentence), file=sys.stderr)
    except OSError:
        discard(sys.stderr)


def _wrapped(sentence: str, stream: TextIO) -> str:
    """Return a sentence, wrapped if the stream is a terminal."""
    from adapters.terminal.render import USUAL_WIDTH  # noqa: PLC0415

    if not stream.isatty():
        return sentence
    columns = min(USUAL_WIDTH, get_terminal_size().columns)
    return "\n".join(wrapped(sentence, columns))


def _run(arguments: Namespace, settings: Settings, texts: Texts) -> int:
    if arguments.command == PLAY:
        return _play(arguments, settings, texts)
    from bot.cli.console import TerminalConsole  # noqa: PLC0415 - a game needs no pictures

    command = load_command(own_commands(GAMES)[arguments.command])
    return command.run(arguments, settings, TerminalConsole(texts))


def _play(arguments: Namespace, settings: Settings, texts: Texts) -> int:
    with loading():
        # Imported only here: no other command needs games and their database.
        from adapters.terminal import play as _terminal  # noqa: F401, PLC0415 - for `_play_on`
        from adapters.terminal.keyboard import thinking  # noqa: PLC0415
        from bot.cli.play.run import MEMORY, address_of, plan_session, set_up_log  # noqa: PLC0415
        from bot.store.location import backup_named  # noqa: PLC0415

    play_session = plan_session(arguments, settings)
    plain = arguments.plain or not (sys.stdin.isatty() and sys.stdout.isatty())
    recorder = play_session.table_request.recorder(1)
    url = address_of(arguments, settings, plain=plain)
    set_up_log(url, settings, plain=plain)
    kept = url != MEMORY
    waiting: Waiting = nullcontext if plain else partial(thinking, texts)
    with backup_named(url), play_session.client(url, waiting) as client:
        for said in play_session.resume_or_start(client):
            _remark(_wrapped(texts.say(said), sys.stderr))
        code = _play_on(client, play_session, recorder, settings, texts, plain=plain, is_kept=kept)
        if kept and not client.is_closed:
            _remark(texts.say(phrase("play-kept", command=play_session.command)))
        return code


def _play_on(
    client: "LocalClient",
    session: "PlaySession",
    recorder: "Recorder | None",
    settings: Settings,
    texts: Texts,
    *,
    plain: bool,
    is_kept: bool,
) -> int:
    """Play games in a row until one is left unfinished or no other is wanted."""
    from adapters.terminal.play import play  # noqa: PLC0415
    from adapters.terminal.render import PlayOptions  # noqa: PLC0415
    from bot.cli.replay import replay_command  # noqa: PLC0415

    streams = (sys.stdin, sys.stdout)
    keyword = session.keyword(client)
    words = () if plain else session.table_request.vocabulary
    manner = None if plain else PlayOptions(is_coloured(), settings.pause_seconds, words)
    for number in count(2):
        code = play(client, texts, *streams, seats=client.people, keyword=keyword, options=manner)
        if recorder is not None:
            _remark(texts.say(recorder(client.observe(None), client.outcome is not None)))
        if is_kept and client.outcome is not None:
            again = replay_command(client.game_id, session.arguments.state)
            _remark(texts.say(phrase("play-replay", command=again)))
        # A keyword gives the same key again, which has just been shown.
        repeats_key = session.table_request.typed_secret is not None
        if plain or repeats_key or not client.is_closed:
            break
        if not _again(texts, client):
            break
        recorder = session.table_request.recorder(number)
        client.rematch()
    return code


def _report_fault(error: Exception, texts: Texts) -> int:
    """Report and log a bug; return the exit code."""
    # Imported only here: few runs need them.
    import structlog  # noqa: PLC0415

    from bot.logs import error_location, log_to  # noqa: PLC0415

    if not structlog.is_configured():
        log_to(sys.stderr)
    reference = token_hex(4)
    structlog.get_logger("bot").error("fault", reference=reference, fault=error_location(error))
    _remark(f"spyring: {texts.say(phrase('fault-ours', reference=reference))}")
    return FAULT


def _again(texts: Texts, client: "LocalClient") -> bool:
    """Ask whether to play again, and answer questions about the last game."""
    from adapters.terminal.input import LocalCommand, is_no, is_yes  # noqa: PLC0415
    from adapters.terminal.keyboard import drop_typed_ahead  # noqa: PLC0415
    from adapters.terminal.views import usage  # noqa: PLC0415

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


def _is_answered(text: str, texts: Texts, client: "LocalClient") -> bool:
    """Answer a text that is a question about the game; return whether it is one."""
    from adapters.terminal.input import asks  # noqa: PLC0415
    from adapters.terminal.render import render_text  # noqa: PLC0415

    text = client.game.commands.typed_line(text)
    if not asks(text, client.game.commands, alone=False):
        return False
    try:
        print(render_text(client.answer(text), texts, colour=is_coloured()))
    except Refusal as refusal:
        print(printable(texts.say(refusal.phrase)))
    return True
