"""The command line: parsing, wiring and running of commands."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from secrets import token_hex

from bot.cli.help import requested_language
from bot.cli.operators import DOCTOR, OPERATORS, platform_settings
from bot.cli.parser import PLAY, own_commands, read_arguments
from bot.cli.streams import BROKEN_PIPE, INTERRUPTED, discard, loading, remark
from bot.gametypes.registry import GAMES, load_command
from bot.settings import Settings, SettingsError, sound_settings
from bot.texts import ENGLISH, Texts, languages
from core.rules import Refusal
from core.view import phrase

REFUSED_EXIT = 2
"""The exit code of a refused command, as in argparse."""

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
        # `_dispatch` refuses the command.
        return ENGLISH


def _dispatch(argv: Sequence[str] | None, texts: Texts) -> int:
    try:
        settings, faults = sound_settings(platform_settings())
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
    remark(f"spyring: {texts.say(refusal.phrase)}")
    return REFUSED_EXIT


def _run(arguments: Namespace, settings: Settings, texts: Texts) -> int:
    if arguments.command == PLAY:
        with loading():
            from bot.cli.play.run import run_play  # noqa: PLC0415 - others need no database

        return run_play(arguments, settings, texts)
    from bot.cli.console import TerminalConsole  # noqa: PLC0415 - a game needs no pictures

    command = load_command(own_commands(GAMES)[arguments.command])
    return command.run(arguments, settings, TerminalConsole(texts))


def _report_fault(error: Exception, texts: Texts) -> int:
    """Report and log a bug; return the exit code."""
    # Imported only here: few runs need them.
    import structlog  # noqa: PLC0415

    from bot.logs import error_location, log_to  # noqa: PLC0415

    if not structlog.is_configured():
        log_to(sys.stderr)
    reference = token_hex(4)
    structlog.get_logger("bot").error("fault", reference=reference, fault=error_location(error))
    remark(f"spyring: {texts.say(phrase('fault-ours', reference=reference))}")
    return FAULT
