"""Bodies that break a rule: the service refuses and records each, and the test fails at its end."""

import asyncio
import io
from typing import Any

import aiohttp
import discord
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tests.loopback.bot import Board, Bot
from tests.loopback.discord import Loopback, Settings, running
from tests.loopback.discord.draft import draft
from tests.loopback.discord.flag import MessageFlag
from tests.loopback.discord.model import Upload
from tests.loopback.discord.rules import command, message, modal
from tests.loopback.discord.schema import ABSENT, Schema, Validator, load, place
from tests.loopback.table import in_loop, table

Body = dict[str, Any]
V2 = {"flags": int(MessageFlag.COMPONENTS_V2)}


def button(custom_id: str | None = "b", **more: Any) -> Body:
    return {"type": 2, "style": 1, "label": "B", "custom_id": custom_id} | more


def row(*inside: Body) -> Body:
    return {"type": 1, "components": list(inside)}


def menu(count: int = 2, **more: Any) -> Body:
    options = [{"label": str(n), "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "m", "options": options} | more


def text(length: int = 1) -> Body:
    return {"type": 10, "content": "x" * length}


def gallery(url: str) -> Body:
    return {"type": 12, "items": [{"media": {"url": url}}]}


def box(*inside: Body) -> Body:
    return {"type": 17, "components": list(inside)}


def section(accessory: Body) -> Body:
    return {"type": 9, "components": [text()], "accessory": accessory}


BROKEN: list[tuple[str, Body, str]] = [
    ("content too long", {"content": "x" * 2001}, "2001 characters"),
    ("a component of V2", {"components": [text()]}, "type 10 cannot stand here"),
    ("six rows", {"components": [row(button(str(n))) for n in range(6)]}, "6 action rows"),
    ("six buttons", {"components": [row(*(button(str(n)) for n in range(6)))]}, "6 buttons"),
    ("a menu beside", {"components": [row(menu(), button())]}, "stands alone"),
    ("an id twice", {"components": [row(button(), button())]}, "'b' stands 2 times"),
    ("a number twice", {"components": [row(button(id=7), button("c", id=7))]}, "7 stands 2 times"),
    ("no label", {"components": [row(button(label=None))]}, "label or an emoji"),
    ("no link", {"components": [row(button(style=5, custom_id=None))]}, "must have url"),
    ("a link with an id", {"components": [row(button(style=5, url="http://x"))]}, "must not have"),
    ("no custom_id", {"components": [row({"type": 2, "style": 1, "label": "B"})]}, "custom_id"),
    ("too many options", {"components": [row(menu(26))]}, "26 options"),
    ("no options", {"components": [row(menu(0))]}, "0 options"),
    ("max above options", {"components": [row(menu(2, max_values=3))]}, "but 2 options"),
    ("min above max", {"components": [row(menu(2, min_values=2))]}, "is above max_values"),
    ("content beside V2", V2 | {"content": "x", "components": [text()]}, "IS_COMPONENTS_V2"),
    ("embeds beside V2", V2 | {"embeds": [{"title": "x"}], "components": [text()]}, "embeds"),
    ("41 components", V2 | {"components": [text() for _ in range(41)]}, "41 components"),
    ("nested ones count", V2 | {"components": [box(*(text() for _ in range(40)))]}, "41"),
    ("too much text", V2 | {"components": [text(2001), box(text(2000))]}, "4001 characters"),
    ("empty text", V2 | {"components": [{"type": 10, "content": " "}]}, "must not be empty"),
    ("a box in a box", V2 | {"components": [box(box(text()))]}, "cannot stand in a container"),
    ("an empty box", V2 | {"components": [box()]}, "at least one"),
    ("a bad accessory", V2 | {"components": [section(button(label=""))]}, "label or an emoji"),
    ("no such file", V2 | {"components": [gallery("attachment://a.png")]}, "no file called"),
    ("an embed's file", {"embeds": [{"image": {"url": "attachment://a.png"}}]}, "no file called"),
    ("embeds too long", {"embeds": [{"description": "x" * 3001}] * 2}, "6002 characters"),
    ("a file not sent", {"content": "x", "attachments": [{"id": "0"}]}, "no file 0"),
]


@pytest.mark.parametrize(("body", "told"), [pytest.param(b, t, id=n) for n, b, t in BROKEN])
def test_a_message_that_breaks_a_rule_is_found(body: Body, told: str) -> None:
    found = list(message.breaches(body, draft(body), {}, None))
    assert any(told in str(breach) for breach in found), found


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000},
        {"components": [row(*(button(f"{r}.{c}") for c in range(5))) for r in range(5)]},
        {"components": [row(menu(25, max_values=25))]},
        V2 | {"components": [box(*(text() for _ in range(39)))]},
        V2 | {"components": [text(2000), box(text(2000))]},
        V2 | {"components": [section(button())]},
        {"embeds": [{"description": "x" * 3000}] * 2},
    ],
)
def test_a_message_at_its_limits_is_fine(body: Body) -> None:
    assert list(message.breaches(body, draft(body), {}, None)) == []


def test_files_are_counted_and_weighed() -> None:
    files = {n: Upload(f"{n}.png", b"") for n in range(11)}
    body = {"attachments": [{"id": str(n)} for n in range(11)]}
    assert "11 files" in str(next(iter(message.breaches(body, draft(body), files, None))))
    heavy = {0: Upload("a.png", bytes(10 * 1024 * 1024 + 1))}
    body = {"attachments": [{"id": "0"}]}
    assert "larger" in str(next(iter(message.breaches(body, draft(body), heavy, None))))


def option(name: str = "card", **more: Any) -> Body:
    return {"name": name, "description": "d", "type": 3} | more


def slash(*options: Body, **more: Any) -> Body:
    return {"name": "guess", "description": "d", "options": list(options)} | more


CHOICE = {"name": "n", "value": "v"}
BROKEN_COMMANDS: list[tuple[str, Body, str]] = [
    ("capitals", slash(name="Guess"), "is no name"),
    ("a space", slash(name="my guess"), "is no name"),
    ("an option's name", slash(option("Card")), "is no name"),
    ("no description", slash(description=""), "1 to 100"),
    ("a localised name", slash(name_localizations={"de": "Rate Mal"}), "is no name"),
    ("no such locale", slash(name_localizations={"jp": "推測"}), "no locale 'jp'"),
    ("the order", slash(option(), option("b", required=True)), "must come first"),
    ("an option twice", slash(option(), option()), "stands 2 times"),
    ("26 options", slash(*(option(f"o{n}") for n in range(26))), "26 options"),
    ("26 choices", slash(option(choices=[CHOICE] * 26)), "26 choices"),
    ("choices and completion", slash(option(choices=[CHOICE], autocomplete=True)), "beside"),
    ("a wrong choice", slash(option(type=4, choices=[CHOICE])), "does not fit"),
    ("a long choice", slash(option(choices=[{"name": "n", "value": "v" * 101}])), "more than 100"),
    ("beside a subcommand", slash({**option(), "type": 1}, option("b")), "beside other options"),
    ("too deep", slash({**option(), "type": 2, "options": [{**option(), "type": 2}]}), "deep"),
    ("ends crossed", slash(option(type=4, min_value=3, max_value=2)), "is above"),
    (
        "too much text",
        slash(
            *(
                option(f"o{n}", choices=[{"name": "n" * 100, "value": "v" * 100}] * 2)
                for n in range(20)
            )
        ),
        "8000",
    ),
    ("a menu's description", {"name": "Quote", "type": 3, "description": "d"}, "only slash"),
]


@pytest.mark.parametrize(
    ("body", "told"), [pytest.param(b, t, id=n) for n, b, t in BROKEN_COMMANDS]
)
def test_a_command_that_breaks_a_rule_is_found(body: Body, told: str) -> None:
    found = list(command.breaches(body))
    assert any(told in str(breach) for breach in found), found


def test_commands_are_counted_and_told_apart() -> None:
    many = [slash(name=f"c{n}") for n in range(101)]
    assert "101 commands" in str(next(iter(command.all_breaches(many))))
    assert "stands 2 times" in str(next(iter(command.all_breaches([slash(), slash()]))))
    assert list(command.all_breaches([slash(), {"name": "Guess", "type": 3}])) == []


@pytest.mark.parametrize("name", ["推測", "カード", "devinez-le", "o_o", "ก็", "नमस्ते"])
def test_names_may_be_written_in_any_script(name: str) -> None:
    assert command.is_name(name)


def field(**more: Any) -> Body:
    return {"type": 18, "label": "L", "component": {"type": 4, "custom_id": "t", "style": 1} | more}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"title": ""}, "1 to 45"),
        ({"components": []}, "0 components"),
        ({"components": [field(custom_id=str(n)) for n in range(6)]}, "6 components"),
        ({"components": [field(), field()]}, "stands 2 times"),
        ({"components": [button()]}, "cannot stand in a modal"),
        ({"components": [field(min_length=5, max_length=4)]}, "is above"),
        ({"components": [field(max_length=2, value="abc")]}, "3 characters"),
    ],
)
def test_a_modal_that_breaks_a_rule_is_found(changes: Body, told: str) -> None:
    body = {"title": "T", "custom_id": "m", "components": [field()]} | changes
    assert any(told in str(breach) for breach in modal.breaches(body))


def test_a_violation_fails_the_test_at_its_end() -> None:
    async def play() -> None:
        async with Loopback() as server:
            games = server.channel(server.guild(), "games")
            bot = Bot()
            async with running(server, bot):
                channel = bot.get_channel(games.id)
                assert isinstance(channel, discord.TextChannel)
                with pytest.raises(discord.HTTPException, match=r"50035.*\n.*2001 characters"):
                    await channel.send("x" * 2001)
                assert [each.route for each in server.violations] == [
                    f"POST /channels/{games.id}/messages"
                ]

    with pytest.raises(AssertionError, match="2001 characters"):
        asyncio.run(play())


@in_loop
async def test_a_refused_edit_changes_nothing() -> None:
    async with table() as t:
        file = discord.File(io.BytesIO(b"x"), "board.png")
        sent = await t.channel.send(view=Board(), file=file)
        with pytest.raises(discord.HTTPException, match="IS_COMPONENTS_V2"):
            await sent.edit(content="text too")
        with pytest.raises(discord.HTTPException, match="no file called"):
            await sent.edit(view=Board(), attachments=[])
        assert t.ann.last().text == "Red to guess"
        assert len(t.ann.last().pictures) == 1
        assert len(t.server.violations) == 2
        t.server.violations.clear()


@in_loop
async def test_empty_and_private_messages_cannot_be_posted() -> None:
    async with table() as t:
        with pytest.raises(discord.HTTPException, match="50006"):
            await t.channel.send("")
        url = f"{t.server.api_url}/channels/{t.games.id}/messages"
        headers = {"Authorization": f"Bot {t.server.settings.token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            for sent, code in (
                ({"json": {"content": "x", "flags": 64}}, 50035),
                ({"data": "{", "headers": {"Content-Type": "application/json"}}, 50109),
                ({"data": "x", "headers": {"Content-Type": "text/plain"}}, 50035),
            ):
                async with session.post(url, **sent) as answer:
                    assert (answer.status, (await answer.json())["code"]) == (400, code)
        assert len(t.server.violations) == 4
        t.server.violations.clear()
        assert t.ann.sees() == []


def official() -> Schema:
    """Return the official schema or skip."""
    schema = load()
    if schema is None:
        pytest.skip(ABSENT)
    return schema


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"nonce": "x" * 26}, "nonce"),
        ({"content": 5}, "content"),
        ({"components": [row(button(label="x" * 81))]}, "components.0.components.0.label"),
        ({"components": [row(button("x" * 101))]}, "components.0.components.0.custom_id"),
        (V2 | {"components": [box(row(menu(2, placeholder="x" * 151)))]}, "placeholder"),
        ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title"),
        ({"attachments": [{"id": "0", "description": "x" * 1025}]}, "attachments.0.description"),
    ],
)
def test_the_official_schema_names_the_place(body: Body, told: str) -> None:
    found = official().breaches("POST", "/channels/{channel_id}/messages", body)
    assert [breach.path for breach in found if told in breach.path]


@pytest.mark.parametrize("body", [1, 2.5, "x", "xy", None, {"type": 1}, {"type": 2}, {"type": 3}])
def test_a_union_is_judged_as_the_standard_says(body: Any) -> None:
    typed = [{"properties": {"type": {"const": kind}, "label": {}}} for kind in (1, 2)]
    numbers = [{"type": "integer"}, {"type": "number"}, {"type": "string", "maxLength": 1}]
    union = {"oneOf": [*({"type": "object"} | one for one in typed), *numbers]}
    expected = [str(error) for error in Draft202012Validator(union).iter_errors(body)]
    assert [str(error) for error in Validator(union).iter_errors(body)] == expected


@in_loop
async def test_a_body_that_does_not_fit_the_schema_is_a_violation() -> None:
    async with Loopback(schema=official()) as server:
        games = server.channel(server.guild(), "games")
        url = f"{server.api_url}/channels/{games.id}/messages"
        headers = {"Authorization": f"Bot {server.settings.token}"}
        sent = {"content": "x", "tts": "no"}
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.post(url, json=sent) as answer,
        ):
            body = await answer.json()
        assert (body["code"], list(body["errors"])) == (50035, ["tts"])
        assert [breach.path for breach in server.violations[0].breaches] == ["tts"]
        server.violations.clear()


@in_loop
async def test_checks_against_the_schema_can_be_thinned_out() -> None:
    async with Loopback(Settings(sampling=2), schema=official()) as server:
        games = server.channel(server.guild(), "games")
        url = f"{server.api_url}/channels/{games.id}/messages"
        headers = {"Authorization": f"Bot {server.settings.token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            answers = [await session.post(url, json={"content": "x", "tts": "no"}) for _ in "1234"]
        assert [answer.status for answer in answers] == [200, 400, 200, 400]
        server.violations.clear()


def test_without_the_document_the_check_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("DISCORD_OPENAPI", str(tmp_path / "absent.json"))
    assert load() is None
    assert place().name == "absent.json"
