"""The command line: reads it, wires the parts together, and runs what was asked for."""

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from os import environ
from pathlib import Path

from adapters.picture import render
from adapters.terminal.paint import paint
from adapters.terminal.play import Manner, Streams, play
from bot.arguments import ASK, build_parser
from bot.assets import default_bench, known, load_bench
from bot.evening import Evening
from bot.keycard import card_grid, card_json, card_view, digits_card, keyword_card
from bot.packs import find_pack
from bot.players import CodenamesTable
from bot.record import (
    Finding,
    read_record,
    record_json,
    recorded,
    verification_json,
    verification_view,
    verify,
)
from bot.seating import You, check_keyword, seat_everybody
from bot.settings import Settings, load_settings
from bot.simulation import ACE_NAMES, RANDOM, Ruleset, simulate
from bot.texts import Texts
from core.codenames.command import CODENAMES
from core.codenames.key import check_options
from core.codenames.model import Lawfulness, Options, Team
from core.rules import Refusal
from core.view import phrase
from core.words.ensemble import MODELS
from core.words.packs import default_pack

REFUSED = 2
"""The exit code of a command that was refused, as argparse has it."""


class FileError(Refusal):
    """A file that cannot be read or written."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    texts = Texts.load()
    try:
        settings = load_settings()
        arguments = build_parser((CODENAMES,), settings, texts).parse_args(argv)
        return _run(arguments, settings, texts)
    except Refusal as refusal:
        print(f"spyring: {texts.say(refusal.phrase)}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        return 130


def _run(arguments: Namespace, settings: Settings, texts: Texts) -> int:
    match arguments.command:
        case "play":
            return _play(arguments, settings, texts)
        case "board":
            return _board(arguments, texts)
        case _:
            return _simulate(arguments, texts)


def _play(arguments: Namespace, settings: Settings, texts: Texts) -> int:
    evening = _evening(arguments, settings)
    plain = arguments.plain or not (sys.stdin.isatty() and sys.stdout.isatty())
    streams = Streams(sys.stdin, sys.stdout)
    while True:
        table, company = evening.next_game()
        if evening.games == 1:
            _warn(evening, texts)
        manner = None if plain else Manner(_coloured(), settings.pause_seconds, evening.vocabulary)
        code = play(
            table,
            company,
            texts,
            streams,
            seats=evening.seating.humans,
            keyword=None if arguments.keyword is ASK else arguments.keyword,
            manner=manner,
        )
        evening.finished(table)
        _write_record(arguments.record, table)
        # A keyword gives the same key again, and everybody has just seen it.
        known_key = arguments.keyword not in (None, ASK)
        if plain or known_key or table.outcome is None or not _again(texts):
            return code


def _warn(evening: Evening, texts: Texts) -> None:
    """Say before the game if the bots know too little of its words to play well."""
    words = len(evening.pack.words)
    if evening.seating.bots and evening.strange * 4 > words:
        said = phrase("pack-strange", strange=evening.strange, words=words)
        print(texts.say(said), file=sys.stderr)


def _evening(arguments: Namespace, settings: Settings) -> Evening:
    options = _options(arguments)
    check_options(options)
    you = _you(arguments)
    seating = seat_everybody(options, you, Team(arguments.team), arguments.bots, arguments.chair)
    if arguments.keyword is not None and arguments.you == You.GUESSER.value:
        raise Refusal("keyword-guesser")
    check_keyword(options, seating)
    for name in seating.bots.values():
        known(dict.fromkeys((*ACE_NAMES, *MODELS, RANDOM)), (name,))
    pack = find_pack(arguments.pack)
    return Evening(options, seating, pack, arguments.seed, _ensemble(settings))


def _ensemble(settings: Settings) -> tuple[str, ...]:
    names = dict.fromkeys(name.strip() for name in settings.ensemble.split(","))
    return known(dict.fromkeys(MODELS), tuple(names))


def _options(arguments: Namespace) -> Options:
    return Options(
        rows=arguments.rows,
        cols=arguments.cols,
        teams=arguments.teams,
        solo=Team(arguments.team) if arguments.solo else None,
        guessers=arguments.guessers,
        lawfulness=Lawfulness(arguments.clues),
        marks=arguments.marks,
        keyword=arguments.keyword is not None,
    )


def _you(arguments: Namespace) -> You:
    """Return your role: as said; else nobody's where chairs are named, else a guesser's."""
    if arguments.you:
        return You(arguments.you)
    if any(text.endswith("=human") for text in arguments.chair):
        return You.WATCHER
    return You.GUESSER if arguments.keyword is None else You.SPYMASTER


def _coloured() -> bool:
    return not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


def _again(texts: Texts) -> bool:
    try:
        answer = input(texts.say(phrase("cli-again")) + " ")
    except EOFError:
        return False
    return answer.strip().casefold() in ("", "y", "yes")


def _write_record(path: str | None, table: CodenamesTable) -> None:
    if path is not None and table.outcome is not None:
        record = record_json(recorded(table.observe(None)))
        _write(path, (json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode())


def _board(arguments: Namespace, texts: Texts) -> int:
    if arguments.verify is not None:
        return _verify(arguments, texts)
    size = (arguments.rows, arguments.cols, arguments.teams)
    if arguments.digits is not None:
        card = digits_card(arguments.digits, *size)
    else:
        card = keyword_card(arguments.keyword, *size)
    if arguments.png:
        _write(arguments.png, render(card_grid(card, public=arguments.public)))
    if arguments.json:
        print(json.dumps(card_json(card, public=arguments.public)))
    else:
        view = card_view(card, public=arguments.public)
        print(paint(view, texts, colour=sys.stdout.isatty() and _coloured()))
    return 0


def _verify(arguments: Namespace, texts: Texts) -> int:
    packs = {pack.digest: pack for pack in (default_pack(), find_pack(arguments.pack))}
    verification = verify(read_record(_read(arguments.verify)), packs)
    if arguments.json:
        print(json.dumps(verification_json(verification)))
    else:
        view = verification_view(verification)
        print(paint(view, texts, colour=sys.stdout.isatty() and _coloured()))
    return 0 if verification.finding is not Finding.DIFFERS else 1


def _simulate(arguments: Namespace, texts: Texts) -> int:
    bench = load_bench(Path(arguments.bench)) if arguments.bench else default_bench()
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


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise FileError("file-unreadable", path=path, problem=error.strerror or "") from None


def _write(path: str, content: bytes) -> None:
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise FileError("file-unwritable", path=path, problem=error.strerror or "") from None


if __name__ == "__main__":
    sys.exit(main())
