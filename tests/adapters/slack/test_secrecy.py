"""Only its holder receives a key card, and no alternative text or name contains it."""

import json
from typing import Any

from core.rules import Seat
from tests.adapters.slack.hall import Workspace, workspace
from tests.loopback.table import in_loop


async def cards_of(it: Workspace) -> list[tuple[str, str, str, str]]:
    """Return the places, words and identities of all cards, identities as letter and name."""
    session = await it.session()
    seen: Any = session.rules.observe(session.state, Seat("blue-spymaster"))
    return [
        (
            f"{'ABCDE'[place // 5]}{place % 5 + 1}",
            card.word,
            card.key.value.lower(),
            card.key.name.lower(),
        )
        for place, card in enumerate(seen.cards)
    ]


@in_loop
async def test_a_key_is_read_by_its_holder_alone_and_is_in_no_name_or_alternative_text() -> None:
    async with workspace() as it:
        await it.playing()
        keyed = it.people[0]
        await keyed.sees("Turn 1", keyed.direct)
        await keyed.press(it.board(), "My key")
        await keyed.modal("A1")
        while not any(one.method == "views.update" for one in it.server.calls):
            await it.server.changed()
        cards = await cards_of(it)
        told = [f"{place} {letter} {word}" for place, word, letter, _ in cards]
        own = [one for one in it.server.calls if one.sent.get("channel") == keyed.direct]
        assert all(line in json.dumps([one.sent for one in own]) for line in told)
        for call in it.server.calls:
            sent = json.dumps(call.sent)
            assert not [word for _, word, _, name in cards if f"{word} ({name})" in sent]
            if call.method.startswith("views.") or str(call.sent.get("channel"))[0:1] == "D":
                continue
            assert not [line for line in told if line in sent]
        uploads = [one for one in it.server.calls if one.method == "files.getUploadURLExternal"]
        assert {one.sent["filename"] for one in uploads} == {"board.png"}


@in_loop
async def test_names_and_words_format_nothing_and_mention_nobody() -> None:
    async with workspace() as it:
        ann = it.people[0]
        ann.name = "*Ann* <@UBOB> <!channel>"
        await it.typed(ann, "new")
        lobby = await it.onlooker.sees("Join", it.channel)
        assert "<!channel>" not in lobby.text
        kinds = [
            part["type"]
            for block in lobby.blocks
            if block["type"] == "rich_text"
            for section in block["elements"]
            for part in section["elements"]
        ]
        assert set(kinds) == {"text"}
