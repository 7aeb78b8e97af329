"""The command line: reads it, wires the parts together, and runs what was asked for."""

import sys

if __name__ == "__main__":
    # As `python -m bot`, this module is the program itself: its light entry comes first.
    from bot.entry import main as enter

    sys.exit(enter())

import json
from argparse import Namespace
from collections.abc import Sequence
from os import environ
from pathlib import Path

from adapters.picture import render
from adapters.terminal.cells import printable
from adapters.terminal.paint import paint
from adapters.terminal.play import Manner, Streams, play
from bot.arguments import ASK, build_parser, check_ranges, check_verify
from bot.assets import default_bench, known, load_bench
from bot.evening import Evening
from bot.files import check_writable, further, read, shown, write
from bot.keycard import (
    KeyCard,
    card_grid,
    card_header,
    card_json,
    card_view,
    digits_card,
    keyword_card,
)
from bot.packs import find_pack
from bot.company import CodenamesTable
from bot.record import (
    Finding,
    Record,
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
from bot.streams import BROKEN_PIPE, INTERRUPTED, abandon
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

_DEFAULT = Options()

VERIFIED = {Finding.AGREES: 0, Finding.DIFFERS: 1, Finding.UNCHECKED: 3}
"""The exit codes of checking a deal."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    texts = Texts.load()
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


def _obey(argv: Sequence[str] | None, texts: Texts) -> int:
    try:
        settings = load_settings()
        arguments = build_parser((CODENAMES,), settings, texts).parse_args(argv)
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


def _play(arguments: Namespace, settings: Settings, texts: Texts) -> int:
    evening = _evening(arguments, settings)
    plain = arguments.plain or not (sys.stdin.isatty() and sys.stdout.isatty())
    streams = Streams(sys.stdin, sys.stdout)
    while True:
        record = _record_path(arguments.record, evening.games + 1)
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
        _write_record(record, table, texts)
        # A keyword gives the same key again, and everybody has just seen it.
        known_key = arguments.keyword not in (None, ASK)
        if plain or known_key or table.outcome is None or not _again(texts):
            return code


def _warn(evening: Evening, texts: Texts) -> None:
    """Say before the game if the bots know too little of its words to play well."""
    words = len(evening.pack.words)
    if evening.seating.bots and evening.strange * 4 > words:
        said = phrase("pack-strange", strange=evening.strange, words=words)
        _remark(texts.say(said))


def _evening(arguments: Namespace, settings: Settings) -> Evening:
    options = _options(arguments)
    check_options(options)
    check_ranges(arguments, CODENAMES.new)
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
    except (EOFError, KeyboardInterrupt):
        # The shell's prompt stands on a line of its own.
        print()
        return False
    return answer.strip().casefold() in ("", "y", "yes")


def _record_path(path: str | None, game: int) -> str | None:
    """Return where the evening's game of this number, from 1, is to be recorded.

    Raises FileError where that would fail: better before the game than after it.
    """
    if path is None:
        return None
    named = path if game == 1 else further(path, game)
    check_writable(named)
    return named


def _write_record(path: str | None, table: CodenamesTable, texts: Texts) -> None:
    """Record a game that is over, and say so; of one that was left, say that it has no record.

    Only the end of a game uncovers its secret: leaving it uncovers nothing.
    """
    if path is None:
        return
    if table.outcome is None:
        _remark(texts.say(phrase("record-left", path=shown(path))))
        return
    write(path, _document(recorded(table.observe(None))))
    _remark(texts.say(phrase("record-written", path=shown(path))))


def _document(record: Record) -> bytes:
    return (json.dumps(record_json(record), ensure_ascii=False, indent=1) + "\n").encode()


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
    return render(card_grid(card, public=public), header=texts.say(card_header(card)))


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
