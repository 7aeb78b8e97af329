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
from core.codenames.deal import SECRET_BYTES, Supply, commitment, dealt_words, drawn_key
from core.codenames.key import Key, check_options, key_from_keyword
from core.codenames.model import Drawn, Identity, Observation, Options, Team
from core.codenames.notation import key_rows
from core.codenames.rules import encodable
from core.rules import Refusal, Secret
from core.view import Fields, Phrase, Text, Tone, View, phrase
from core.words.packs import Pack

RECORDED_GAME = "codenames"
VERSION = 1
"""The version of the format."""

HASH_DIGITS = 64
"""The number of hexadecimal digits of a SHA-256."""

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game's deal and its sources."""

    options: Options
    source: Drawn | str
    """The secret of a random deal, or the typed keyword."""
    pack: str
    """SHA-256 digest of the pack, in hexadecimal."""
    skipped: tuple[str, ...]
    words: tuple[str, ...]
    key: Key

    @property
    def secret(self) -> bytes:
        """The bytes that determine the words and, in a random deal, the key."""
        if isinstance(self.source, Drawn):
            return self.source.secret.value
        return self.source.encode()


def recorded(observation: Observation) -> Record:
    """Return the record of a game; raises Refusal before its end."""
    layout = observation.layout
    if layout is None:
        raise Refusal("record-not-over")
    options, source = observation.options, layout.source
    return Record(
        # Only the options of the deal.
        options=Options(options.rows, options.cols, options.teams, options.solo),
        source=source if isinstance(source, Drawn) else source.keyword.value,
        pack=layout.pack,
        skipped=layout.skipped,
        words=layout.words,
        key=Key(layout.order, layout.key.value),
    )


def record_json(record: Record) -> dict[str, object]:
    """Return a record as values for JSON, for `read_record`."""
    options, key = record.options, record.key
    return {
        "game": RECORDED_GAME,
        "version": VERSION,
        "rows": options.rows,
        "cols": options.cols,
        "teams": options.teams,
        "solo": options.solo.value if options.solo else None,
        **_source_json(record.source),
        "pack": record.pack,
        "skipped": list(record.skipped),
        "words": list(record.words),
        "order": [team.value for team in key.order],
        "key": list(key_rows(key.identities, options.cols)),
    }


def _source_json(source: Drawn | str) -> dict[str, object]:
    if isinstance(source, str):
        return {"keyword": source}
    return {"commitment": source.commitment, "secret": source.secret.value.hex()}


def read_record(document: str | bytes) -> Record:
    """Return the record in a JSON document, unverified (see `verify`).

    Raises Refusal for a document that is not a record, and OptionsError for an impossible board.
    """
    form = _Form(_members(document))
    options = _read_options(form)
    record = Record(
        options=options,
        source=_read_source(form),
        pack=form.digits("pack", HASH_DIGITS),
        skipped=form.texts("skipped"),
        words=form.texts("words"),
        key=_read_key(form, options),
    )
    if len(record.words) != options.size:
        raise Refusal("record-value", field="words")
    return record


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
        """Return a member of `count` hexadecimal digits, in small letters."""
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


def _read_source(form: _Form) -> Drawn | str:
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
    return keyword


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

    def __getitem__(self, part: RecordPart) -> Finding:
        return self.findings[part]

    @property
    def finding(self) -> Finding:
        """The worst result."""
        return max(self.findings.values(), key=list(Finding).index)

    @property
    def source(self) -> str:
        """The source of the deal: a ``secret``, which has a commitment, or a ``keyword``."""
        return "secret" if RecordPart.COMMITMENT in self.findings else "keyword"


def verify(record: Record, packs: Mapping[str, Pack]) -> Verification:
    """Return the findings on each part of a record; `packs` are by digest."""
    agrees, key = dict[RecordPart, bool](), _key(record)
    if isinstance(record.source, Drawn):
        agrees[RecordPart.COMMITMENT] = commitment(record.secret) == record.source.commitment
    agrees[RecordPart.ORDER] = key.order == record.key.order
    agrees[RecordPart.KEY] = key.identities == record.key.identities
    unchecked = dict.fromkeys((RecordPart.SKIPPED, RecordPart.WORDS), Finding.UNCHECKED)
    if pack := packs.get(record.pack):
        unchecked, supply = {}, Supply(pack, record.skipped)
        dealt = dealt_words(supply, record.options.size, record.secret)
        agrees[RecordPart.SKIPPED] = supply.left_out == record.skipped
        agrees[RecordPart.WORDS] = dealt == record.words
    found = {part: Finding.AGREES if one else Finding.DIFFERS for part, one in agrees.items()}
    return Verification(found | unchecked, record.pack)


def _key(record: Record) -> Key:
    options = record.options
    if isinstance(record.source, Drawn):
        return drawn_key(options, record.secret)
    return key_from_keyword(record.source, options.rows, options.cols, options.teams)


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
    title = phrase("title-verify", finding=verification.finding.value, source=verification.source)
    is_unchecked = verification[RecordPart.WORDS] is Finding.UNCHECKED
    advice = Text(phrase("verify-unchecked", digest=verification.pack), Tone.BAD)
    return View(title, (Fields(rows), advice) if is_unchecked else (Fields(rows),))


def record_path(path: str | None, game: int) -> str | None:
    """Return the path of a game's record, given the game's number from 1.

    Raises FileError before the game if the path cannot be written.
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
