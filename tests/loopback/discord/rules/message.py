"""Rules for messages (resources/message.mdx): texts, embeds, files, and exclusions by V2."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from tests.loopback.discord.draft import Draft
from tests.loopback.discord.error import Breach
from tests.loopback.discord.flag import MessageFlag
from tests.loopback.discord.model import Json, Message, Upload
from tests.loopback.discord.rules import component

CONTENT, EMBEDS, EMBED_TEXT = 2000, 10, 6000
FILES, FILE_BYTES, REQUEST_BYTES = 10, 10 * 1024 * 1024, 25 * 1024 * 1024
REFERENCE = "attachment://"


def breaches(
    body: Json, draft: Draft, files: Mapping[int, Upload], old: Message | None
) -> Iterator[Breach]:
    """Yield the breaches of a post, or of an edit of `old`, that results in `draft`."""
    yield from _flags(body, draft)
    yield from _content(draft)
    yield from _embeds(draft.embeds)
    yield from _files(body, files, old)
    yield from component.breaches(draft.components, v2=draft.v2)
    yield from _references(draft, files, old)


def empty(draft: Draft, files: Mapping[int, Upload]) -> bool:
    """Return whether the message would be empty."""
    return not (draft.content.strip() or draft.embeds or draft.components or draft.kept or files)


def _flags(body: Json, draft: Draft) -> Iterator[Breach]:
    if not draft.v2:
        return
    if draft.content:
        yield Breach("content", "cannot stand beside the flag IS_COMPONENTS_V2")
    if draft.embeds:
        yield Breach("embeds", "cannot stand beside the flag IS_COMPONENTS_V2")
    if body.get("poll") or body.get("sticker_ids"):
        yield Breach("flags", "polls and stickers cannot stand beside IS_COMPONENTS_V2")


def public(body: Json) -> Iterator[Breach]:
    """Yield the breaches of a message that answers no interaction."""
    if MessageFlag(body.get("flags") or 0) & MessageFlag.EPHEMERAL:
        yield Breach("flags", "only answers to interactions can be ephemeral")


def _content(draft: Draft) -> Iterator[Breach]:
    if len(draft.content) > CONTENT:
        yield Breach("content", f"{len(draft.content)} characters, at most {CONTENT}")


def _embeds(embeds: Sequence[Json]) -> Iterator[Breach]:
    if len(embeds) > EMBEDS:
        yield Breach("embeds", f"{len(embeds)} embeds, at most {EMBEDS}")
    length = sum(map(_embed_length, embeds))
    if length > EMBED_TEXT:
        yield Breach("embeds", f"{length} characters in all embeds, at most {EMBED_TEXT}")


def _embed_length(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or ():
        texts += [field["name"], field["value"]]
    return sum(len(text or "") for text in texts)


def _files(body: Json, files: Mapping[int, Upload], old: Message | None) -> Iterator[Breach]:
    there = set() if old is None else {each.id for each in old.attachments}
    for number, each in enumerate(body.get("attachments") or ()):
        if int(each["id"]) not in files.keys() | there:
            yield Breach(f"attachments.{number}.id", f"no file {each['id']} is sent or kept")
    if len(files) > FILES:
        yield Breach("attachments", f"{len(files)} files, at most {FILES}")
    for number, upload in files.items():
        if len(upload.content) > FILE_BYTES:
            yield Breach(f"files[{number}]", f"larger than {FILE_BYTES} bytes")
    if sum(len(upload.content) for upload in files.values()) > REQUEST_BYTES:
        yield Breach("", f"the request is larger than {REQUEST_BYTES} bytes")


def _references(draft: Draft, files: Mapping[int, Upload], old: Message | None) -> Iterator[Breach]:
    names = {upload.name for upload in files.values()}
    if old is not None:
        names |= {each.name for each in old.attachments if each.id in draft.kept}
    yield from _unresolved(draft.components, "components", names)
    yield from _unresolved(draft.embeds, "embeds", names)


def _unresolved(value: Any, path: str, names: Collection[str]) -> Iterator[Breach]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _unresolved(inner, f"{path}.{key}", names)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _unresolved(inner, f"{path}.{number}", names)
    elif isinstance(value, str) and value.startswith(REFERENCE) and path.endswith("url"):
        name = value.removeprefix(REFERENCE)
        if name not in names:
            yield Breach(path, f"no file called {name!r} is sent or kept")
