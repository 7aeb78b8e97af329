"""Records of finished games, with which anyone can check the deal.

docs/fair-deal.md explains the check without this program.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from bot.files import check_new, further, shown, write_new
from core.codenames.deal import SECRET_BYTES, Supply, drawn_layout, typed_layout
from core.codenames.key import Key, check_options
from core.codenames.model import Drawn, Identity, Layout, Observation, Options, Source, Team, Typed
from core.codenames.notation import key_rows
from core.codenames.rules import encodable
from core.rules import Refusal, Seat, Secret
from core.view import Fields, Phrase, Text, Tone, View, phrase
from core.words.packs import Pack

RECORDED_GAME = "codenames"
VERSION = 1
"""The version of the format."""

HASH_DIGITS = 64
"""The number of hexadecimal digits of a SHA-256."""

NO_PACK = Pack("", ())
"""The words of an unknown pack: none."""

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game's deal, with the options that it depends on."""

    options: Options
    layout: Layout


def recorded(observation: Observation) -> Record:
    """Return the record of a game; raises Refusal before its end."""
    if observation.layout is None:
        raise Refusal("record-not-over")
    options = observation.options
    deals = Options(options.rows, options.cols, options.teams, options.solo)
    return Record(deals, observation.layout)


def record_json(record: Record) -> dict[str, object]:
    """Return a record as values for JSON, for `read_record`."""
    options, layout = record.options, record.layout
    return {
        "game": RECORDED_GAME,
        "version": VERSION,
        "rows": options.rows,
        "cols": options.cols,
        "teams": options.teams,
        "solo": options.solo.value if options.solo else None,
        **_source_json(layout.source),
        "pack": layout.pack,
        "skipped": list(layout.skipped),
        "words": list(layout.words),
        "order": [team.value for team in layout.order],
        "key": list(key_rows(layout.key.value, options.cols)),
    }


def _source_json(source: Source) -> dict[str, object]:
    if isinstance(source, Typed):
        return {"keyword": source.keyword.value}
    return {"commitment": source.commitment, "secret": source.secret.value.hex()}


def read_record(document: str | bytes) -> Record:
    """Return the record in a JSON document, unverified (see `verify`).

    Raises Refusal for a document that is not a record, and OptionsError for an impossible board.
    """
    form = _Form(_members(document))
    options = _read_options(form)
    source, pack = _read_source(form), form.digits("pack", HASH_DIGITS)
    skipped, words, key = form.texts("skipped"), form.texts("words"), _read_key(form, options)
    if len(words) != options.size:
        raise Refusal("record-value", field="words")
    return Record(options, Layout(words, key.order, Secret(key.identities), source, pack, skipped))


def _members(document: str | bytes) -> Mapping[str, object]:
    try:
        members = json.loads(document)
    except (ValueError, RecursionError):
        raise Refusal("record-not-json") from None
    if not isinstance(members, dict):
        raise Refusal("record-not-json")
    return members


@dataclass(frozen=True, slots=True)
class _Form:
    """Reads members of a JSON object; raises Refusal with the member's name."""

    members: Mapping[str, object]

    def any(self, name: str) -> object:
        """Return a member's value, of any type."""
        if name not in self.members:
            raise Refusal("record-missing", field=name)
        return self.members[name]

    def one(self, name: str, kind: type[T]) -> T:
        """Return a member's value of this type; true and false are not numbers."""
        value = self.any(name)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise Refusal("record-type", field=name, kind=kind.__name__)
        return value

    def digits(self, name: str, count: int) -> str:
        """Return a member of `count` hexadecimal digits, in lower case."""
        text = self.one(name, str)
        if not re.fullmatch(f"[0-9a-f]{{{count}}}", text):
            raise Refusal("record-digits", field=name, count=count)
        return text

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a member that is a list of texts."""
        values = self.one(name, list)
        texts = tuple(value for value in values if isinstance(value, str))
        if len(texts) < len(values):
            raise Refusal("record-type", field=name, kind="texts")
        return texts


def _read_options(form: _Form) -> Options:
    if form.one("game", str) != RECORDED_GAME:
        raise Refusal("record-game", game=RECORDED_GAME)
    version = form.one("version", int)
    if version != VERSION:
        raise Refusal("record-version", version=str(version), known=str(VERSION))
    solo = None if form.any("solo") is None else form.one("solo", str)
    options = Options(
        form.one("rows", int),
        form.one("cols", int),
        form.one("teams", int),
        None if solo is None else _member("solo", Team, solo),
    )
    check_options(options)
    return options


def _read_source(form: _Form) -> Source:
    """Return the source of a deal; a record does not name the seat that typed a keyword."""
    drawn = "secret" in form.members or "commitment" in form.members
    if "keyword" not in form.members:
        if not drawn:
            raise Refusal("record-no-source")
        secret = bytes.fromhex(form.digits("secret", 2 * SECRET_BYTES))
        return Drawn(Secret(secret), form.digits("commitment", HASH_DIGITS))
    if drawn:
        raise Refusal("record-two-sources")
    keyword = form.one("keyword", str)
    if not encodable(keyword):
        raise Refusal("record-value", field="keyword")
    return Typed(Secret(keyword), Seat(""))


def _read_key(form: _Form, options: Options) -> Key:
    rows = form.texts("key")
    if [len(row) for row in rows] != [options.cols] * options.rows:
        raise Refusal("record-value", field="key")
    order = tuple(_member("order", Team, name) for name in form.texts("order"))
    return Key(order, tuple(_member("key", Identity, letter) for row in rows for letter in row))


def _member(field: str, kind: type[E], value: str) -> E:
    try:
        return kind(value)
    except ValueError:
        raise Refusal("record-value", field=field) from None


# Checks.


class RecordPart(Enum):
    """The parts of a record that a check recomputes."""

    COMMITMENT = "commitment"
    """The hash that the game showed at the deal."""
    ORDER = "order"
    """The teams in playing order."""
    KEY = "key"
    SKIPPED = "skipped"
    """The words left out, in the pack's order."""
    WORDS = "words"


class Finding(Enum):
    """Results of a check, from the best to the worst."""

    AGREES = "agrees"
    UNCHECKED = "unchecked"
    """The pack with this digest is missing."""
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class Verification:
    """The results of a check by part."""

    findings: Mapping[RecordPart, Finding]
    pack: str
    """The digest of the pack."""

    @property
    def finding(self) -> Finding:
        """The worst result."""
        return max(self.findings.values(), key=list(Finding).index)


def verify(record: Record, packs: Mapping[str, Pack]) -> Verification:
    """Return the findings on each part of a record; `packs` are by digest."""
    layout, pack = record.layout, packs.get(record.layout.pack)
    again = _dealt_again(record, Supply(pack or NO_PACK, layout.skipped))
    agrees = dict[RecordPart, bool]()
    if isinstance(layout.source, Drawn):
        agrees[RecordPart.COMMITMENT] = again.source == layout.source
    agrees[RecordPart.ORDER] = again.order == layout.order
    agrees[RecordPart.KEY] = again.key == layout.key
    unchecked = dict.fromkeys((RecordPart.SKIPPED, RecordPart.WORDS), Finding.UNCHECKED)
    if pack:
        unchecked = {}
        agrees[RecordPart.SKIPPED] = again.skipped == layout.skipped
        agrees[RecordPart.WORDS] = again.words == layout.words
    found = {part: Finding.AGREES if one else Finding.DIFFERS for part, one in agrees.items()}
    return Verification(found | unchecked, layout.pack)


def _dealt_again(record: Record, supply: Supply) -> Layout:
    source = record.layout.source
    if isinstance(source, Drawn):
        return drawn_layout(record.options, supply, source.secret.value)
    return typed_layout(record.options, supply, source.keyword.value, source.seat)


def verification_json(verification: Verification) -> dict[str, object]:
    """Return the results of a check as values for JSON."""
    return {
        "finding": verification.finding.value,
        "parts": {part.value: finding.value for part, finding in verification.findings.items()},
    }


def verification_view(verification: Verification) -> View:
    """Return the results of a check as a view."""
    rows = tuple(
        (
            None,
            phrase("verify-part", part=part.value),
            phrase("verify-finding", finding=finding.value),
        )
        for part, finding in verification.findings.items()
    )
    source = "secret" if RecordPart.COMMITMENT in verification.findings else "keyword"
    title = phrase("title-verify", finding=verification.finding.value, source=source)
    is_unchecked = verification.findings[RecordPart.WORDS] is Finding.UNCHECKED
    advice = Text(phrase("verify-unchecked", digest=verification.pack), Tone.BAD)
    return View(title, (Fields(rows), advice) if is_unchecked else (Fields(rows),))


def record_path(path: str | None, game: int) -> str | None:
    """Return the path of a game's record, given the game's number from 1.

    Raises FileError before the game if it cannot write the path.
    """
    if path is None:
        return None
    named = path if game == 1 else further(path, game)
    check_new(named)
    return named


def write_record(path: str, observation: Observation, *, over: bool) -> Phrase:
    """Write the record of a game that is over; return a message, even if there is no record.

    Only the end of a game reveals its secret. Raises FileError.
    """
    if not over:
        return phrase("record-left", path=shown(path))
    document = json.dumps(record_json(recorded(observation)), ensure_ascii=False, indent=1)
    write_new(path, f"{document}\n".encode())
    return phrase("record-written", path=shown(path))
