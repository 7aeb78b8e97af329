"""Transcripts for people, and the search for secrets in all requests."""

import io

import discord
import pytest

from tests.loopback.table import in_loop, table


@in_loop
async def test_the_transcript_shows_who_saw_what() -> None:
    async with table() as t:
        lobby = (await t.ann.slash("/codenames new", rows=5)).message
        assert lobby is not None
        await t.ben.press(lobby, "My key")
        t.ann.react(lobby, "🇦")
        await t.ann.slash("/codenames key")
        assert t.server.transcript().splitlines() == [
            "#games | Ann ▸ /codenames new rows:5",
            "#games | Spyring: 5 rows [Join red] [My key] [Clue] [Later] [Pack ▾] [Mate ▾]",
            "#games | Ben ▸ [My key]",
            "#games | Spyring: assassin: whale (only Ben)",
            "#games | Ann reacts 🇦",
            "#games | Ann ▸ /codenames key",
            "#games | Spyring: … (only Ann)",
            "@Ann | Spyring: assassin: whale (only Ann)",
            "#games | Spyring: sent (only Ann)",
        ]
        assert "assassin" not in t.server.person("Cleo", t.games).transcript()
        assert t.ben.transcript().count("assassin") == 1


@in_loop
async def test_private_secrets_are_no_leak_to_those_who_may_know() -> None:
    async with table() as t:
        await t.ann.slash("/codenames key")
        assert t.server.leaks("ASSASSIN", allowed=[t.ann]) == []
        (leak,) = t.server.leaks("ASSASSIN", allowed=[t.ben])
        assert leak.path == "content"
        assert leak.found_in == "assassin: whale"


@pytest.mark.parametrize("place", ["text", "button", "alt", "name", "bytes", "nonce", "number"])
@in_loop
async def test_a_secret_is_found_wherever_it_hides(place: str) -> None:
    async with table() as t:
        view = discord.ui.View(timeout=None)
        hidden = "kw-PKZW" if place == "button" else "b"
        view.add_item(discord.ui.Button(label="B", custom_id=hidden))
        file = discord.File(
            io.BytesIO(b"PNG tEXt PKZW" if place == "bytes" else b"PNG"),
            "PKZW.png" if place == "name" else "board.png",
            description="red PKZW" if place == "alt" else "a board",
        )
        await t.channel.send(
            "The keyword is PKZW" if place == "text" else "Board",
            view=view,
            file=file,
            nonce="PKZW" if place == "nonce" else "n",
            embed=discord.Embed(title="t", colour=424242 if place == "number" else 1),
        )
        secret = "424242" if place == "number" else "PKZW"
        assert t.server.leaks(secret)
        assert t.server.leaks(secret, allowed=[t.ann, t.ben])
        assert not t.server.leaks("another")


@in_loop
async def test_commands_and_reaction_texts_are_searched_too() -> None:
    async with table() as t:
        assert [each.route for each in t.server.leaks("Play Codenames")] == [
            "PUT /applications/{application_id}/commands"
        ]
