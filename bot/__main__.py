"""The command line: reads it, wires the parts together, and runs what was asked for."""

import sys

if __name__ == "__main__":
    # As `python -m bot`, this module is the program itself: its light entry comes first.
    from bot.entry import main as enter

    sys.exit(enter())

import json
from argparse import Namespace
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import count
from os import environ
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from adapters.picture import render
from adapters.picture.lettering import missing
from adapters.terminal.cells import printable, wrapped
from adapters.terminal.paint import paint
from bot.arguments import check_verify, read_arguments
from bot.assets import default_bench, load_bench
from bot.commands import DOCTOR, OPERATORS
from bot.entry import leaving_at_once
from bot.files import read, write
from bot.keycard import (
    KeyCard,
    card_grid,
    card_header,
    card_json,
    card_view,
    digits_card,
    keyword_card,
)
from bot.manual import asked
from bot.minutes import keep, path_of
from bot.packs import find_pack
from bot.record import (
    Finding,
    read_record,
    verification_json,
    verification_view,
    verify,
)
from bot.settings import Settings, SettingsError, shard_ids, sound_settings
from bot.simulation import Ruleset, simulate
from bot.streams import BROKEN_PIPE, INTERRUPTED, abandon
from bot.texts import ENGLISH, Texts, languages
from core.codenames.command import CODENAMES
from core.codenames.model import Options
from core.hangman.command import HANGMAN
from core.rules import Refusal
from core.view import phrase
from core.words.packs import default_pack

if TYPE_CHECKING:
    from bot.desk import Desk
    from bot.evening import Evening
    from bot.keeper import Service
    from bot.service import Guest, House

REFUSED = 2
"""The exit code of a command that was refused, as argparse has it."""

FAULT = 70
"""The exit code of a fault of ours, as sysexits.h has it."""

GAMES = (CODENAMES, HANGMAN)
"""The games that the command line knows, the usual one first."""

_DEFAULT = Options()

_SIZE = (_DEFAULT.rows, _DEFAULT.cols, _DEFAULT.teams)

VERIFIED = {Finding.AGREES: 0, Finding.DIFFERS: 1, Finding.UNCHECKED: 3}
"""The exit codes of checking a deal."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    texts = Texts.load(_language(argv))
    try:
        return _obey(argv, texts)
    except Refusal as refusal:
        return _refuse(refusal, texts)
    except BrokenPipeError:
        abandon(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:
        # Every file that a person names has said its own sentence: this is about the streams.
        abandon(sys.stdout)
        return _refuse(Refusal("stream-failed", problem=error.strerror or ""), texts)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # whatever it is, nobody is helped by a traceback
        return _own_up(error, texts)


def _language(argv: Sequence[str] | None) -> str:
    """Return the language that is asked for here, or else the one that is set."""
    try:
        return asked(argv, languages()) or sound_settings()[0].language
    except SettingsError:
        # It is refused when the command is obeyed.
        return ENGLISH


def _obey(argv: Sequence[str] | None, texts: Texts) -> int:
    try:
        settings, faults = sound_settings()
        arguments = read_arguments(argv, GAMES, settings, texts, wrapped)
        if faults and arguments.command != DOCTOR:
            raise faults[0]
        if arguments.command in OPERATORS:
            return _operate(arguments, settings, faults, texts)
        return _run(arguments, settings, texts)
    finally:
        # Also after help, with which argparse leaves: what cannot be written must be known here.
        sys.stdout.flush()


def _refuse(refusal: Refusal, texts: Texts) -> int:
    _remark(f"spyring: {texts.say(refusal.phrase)}")
    return REFUSED


def _remark(sentence: str) -> None:
    """Write a sentence to standard error, if anybody still reads that.

    It may repeat what a person or a file has said, which must not steer the terminal.
    """
    try:
        print(printable(sentence), file=sys.stderr)
    except OSError:
        abandon(sys.stderr)


def _run(arguments: Namespace, settings: Settings, texts: Texts) -> int:
    match arguments.command:
        case "play":
            return _play(arguments, settings, texts)
        case "board":
            return _board(arguments, settings, texts)
        case _:
            return _simulate(arguments, texts)


def _operate(
    arguments: Namespace, settings: Settings, faults: Sequence[SettingsError], texts: Texts
) -> int:
    # Imported only here: a game begins quicker without all that serving needs.
    from bot.operation import Terminal, operate  # noqa: PLC0415

    guests = partial(_guests, arguments, settings)
    terminal = Terminal(texts, _write_line, _sure, _any_picture, guests)
    return operate(arguments, settings, faults, terminal)


def _guests(arguments: Namespace, settings: Settings) -> "tuple[Guest, ...]":
    """Return the chat platforms that are to be served; raises Refusal."""
    return (_discord(settings),) if arguments.discord else ()


def _discord(settings: Settings) -> "Guest":
    if not settings.discord_token.get_secret_value():
        raise Refusal("discord-no-token")
    try:
        from adapters.discord.client import Line  # noqa: PLC0415
        from adapters.discord.commands import Tables  # noqa: PLC0415
        from adapters.discord.connection import Connection  # noqa: PLC0415
    except ModuleNotFoundError:
        raise Refusal("discord-missing") from None
    from bot.games import Drawings  # noqa: PLC0415
    from bot.lobby.notation import COMMANDS  # noqa: PLC0415
    from bot.porter import Porter, known_values  # noqa: PLC0415
    from bot.prompter import Prompter  # noqa: PLC0415

    line = Line(
        settings.discord_token.get_secret_value(),
        settings.discord_api_url,
        settings.discord_gateway_url,
        shard_ids(settings),
        settings.discord_shards or None,
    )
    tables = Tables(GAMES, COMMANDS)
    values = {game.game: known_values(game.new) for game in GAMES}

    def guest(house: "House") -> "Mapping[str, Service]":
        games, language = house.games, settings.language
        porter = Porter(games, language)
        prompter = Prompter(games, house.players.recap, language, porter.languages)
        drawings = Drawings(games, house.holder)
        return {"discord": Connection(games, drawings, porter, prompter, tables, values, line).run}

    return guest


def _write_line(line: str) -> None:
    print(printable(line))


def _sure(question: str) -> bool:
    """Return whether the answer to a question is yes; raises Refusal where nobody can be asked."""
    if not sys.stdin.isatty():
        raise Refusal("confirm-nobody")
    try:
        answer = input(printable(question) + " ")
    except EOFError:
        print()
        return False
    return answer.strip().casefold() in ("y", "yes")


def _any_picture() -> bytes:
    texts = Texts.load()
    return _picture(keyword_card("doctor", *_SIZE), public=False, texts=texts)


def _play(arguments: Namespace, settings: Settings, texts: Texts) -> int:
    with leaving_at_once():
        # Imported only here: nothing else needs the door and its database.
        from bot.evening import address_of, is_kept, keep_log, plan  # noqa: PLC0415

    evening = plan(arguments, settings)
    plain = arguments.plain or not (sys.stdin.isatty() and sys.stdout.isatty())
    record = path_of(arguments.record, 1)
    url = address_of(arguments, settings, plain=plain)
    keep_log(url, settings, plain=plain)
    with evening.desk(url) as desk:
        for said in evening.sit_down(desk):
            _remark(texts.say(said))
        code = _play_on(desk, evening, record, settings, texts, plain=plain)
        if is_kept(url) and not desk.is_closed:
            _remark(texts.say(phrase("play-kept", command=evening.command)))
        return code


def _play_on(
    desk: "Desk",
    evening: "Evening",
    record: str | None,
    settings: Settings,
    texts: Texts,
    *,
    plain: bool,
) -> int:
    """Play games in a row, as long as they are played to their end and another one is wanted."""
    from adapters.terminal.play import Manner, Streams, play  # noqa: PLC0415

    streams = Streams(sys.stdin, sys.stdout)
    keyword = evening.keyword(desk)
    words = () if plain else evening.invitation.vocabulary
    manner = None if plain else Manner(_coloured(), settings.pause_seconds, words)
    for number in count(2):
        code = play(desk, texts, streams, seats=desk.people, keyword=keyword, manner=manner)
        _write_record(record, desk, texts)
        # A keyword gives the same key again, and everybody has just seen it.
        if plain or evening.repeats_key or not desk.is_closed or not _again(texts):
            break
        record = path_of(evening.arguments.record, number)
        desk.rematch()
    return code


def _own_up(error: Exception, texts: Texts) -> int:
    """Say that a fault is the program's own, and log which; return the exit code."""
    # Imported only here: most runs never need them.
    import structlog  # noqa: PLC0415

    from bot.blame import blame  # noqa: PLC0415
    from bot.logs import log_to  # noqa: PLC0415

    if not structlog.is_configured():
        log_to(sys.stderr)
    reference = token_hex(4)
    structlog.get_logger("bot").error("fault", reference=reference, fault=blame(error))
    _remark(f"spyring: {texts.say(phrase('fault-ours', reference=reference))}")
    return FAULT


def _coloured() -> bool:
    return not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


def _again(texts: Texts) -> bool:
    try:
        answer = input(texts.say(phrase("cli-again")) + " ")
    except (EOFError, KeyboardInterrupt):
        # The shell's prompt stands on a line of its own.
        print()
        return False
    return answer.strip().casefold() in ("", "y", "yes")


def _write_record(path: str | None, table: "Desk", texts: Texts) -> None:
    if path is not None:
        said = keep(path, table.observe(None), over=table.outcome is not None)
        _remark(texts.say(said))


def _board(arguments: Namespace, settings: Settings, texts: Texts) -> int:
    if arguments.verify is not None:
        return _verify(arguments, settings, texts)
    if arguments.pack is not None:
        raise Refusal("pack-without-words")
    size = (
        _DEFAULT.rows if arguments.rows is None else arguments.rows,
        _DEFAULT.cols if arguments.cols is None else arguments.cols,
        _DEFAULT.teams if arguments.teams is None else arguments.teams,
    )
    if arguments.digits is not None:
        card = digits_card(arguments.digits, *size)
    else:
        card = keyword_card(arguments.keyword, *size)
    if arguments.png is not None:
        write(arguments.png, _picture(card, public=arguments.public, texts=texts))
    if arguments.json:
        print(json.dumps(card_json(card, public=arguments.public)))
    else:
        view = card_view(card, public=arguments.public)
        print(paint(view, texts, colour=sys.stdout.isatty() and _coloured()))
    return 0


def _picture(card: KeyCard, *, public: bool, texts: Texts) -> bytes:
    """Return a key card as a PNG; each place is named where everybody may look."""
    said = texts.say(card_header(card))
    if missing(said):
        # The font that comes with the program has no Japanese: boxes would tell nobody anything.
        said = Texts.load().say(card_header(card))
    return render(card_grid(card, public=public), header=said)


def _verify(arguments: Namespace, settings: Settings, texts: Texts) -> int:
    check_verify(arguments)
    named = find_pack(settings.pack if arguments.pack is None else arguments.pack)
    packs = {pack.digest: pack for pack in (default_pack(), named)}
    verification = verify(read_record(read(arguments.verify)), packs)
    if arguments.json:
        print(json.dumps(verification_json(verification)))
    else:
        view = verification_view(verification)
        print(paint(view, texts, colour=sys.stdout.isatty() and _coloured()))
    return VERIFIED[verification.finding]


def _simulate(arguments: Namespace, texts: Texts) -> int:
    bench = default_bench() if arguments.bench is None else load_bench(Path(arguments.bench))
    report = simulate(
        arguments.spymaster,
        arguments.guesser,
        games=arguments.games,
        seed=arguments.seed,
        ruleset=Ruleset(arguments.rules),
        bench=bench,
        without=arguments.without,
    )
    if arguments.json:
        print(json.dumps(report.to_json()))
        return 0
    print(
        texts.say(
            phrase(
                "cli-report",
                games=report.games,
                win_rate=f"{report.win_rate:.3f}",
                win_turns="-" if report.win_turns is None else f"{report.win_turns:.2f}",
                colt=f"{report.colt:.2f}",
                seconds=f"{report.seconds:.1f}",
            )
        )
    )
    return 0
