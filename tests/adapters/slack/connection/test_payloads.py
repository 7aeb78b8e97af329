"""Tests of the reading of Slack's payloads."""

from slack_bolt.context.async_context import AsyncBoltContext

from adapters.slack.connection.pacing import PacedClient
from adapters.slack.connection.payloads import SlackContext, fields_of
from adapters.slack.connection.workspaces import OneWorkspace
from tests.loopback.table import in_loop


@in_loop
async def test_texts_lose_nul_and_lone_surrogates_which_databases_refuse() -> None:
    found = AsyncBoltContext(
        {"team_id": "T\0EAM", "user_id": "U\0ANN", "channel_id": "C\ud83dGAMES"}
    )
    inputs = {"word": {"value": {"value": "ze\0bra"}}}
    body = {
        "user_name": "An\0\ud83dn",
        "text": "clue \0zebra 🦓",
        "view": {"state": {"values": inputs}},
    }
    context = SlackContext.of(body, found, OneWorkspace(PacedClient("token", "")))
    assert (context.team, context.user, context.channel) == ("TEAM", "UANN", "CGAMES")
    assert (context.user_name, context.told("text")) == ("Ann", "clue zebra 🦓")
    assert [*fields_of(context)] == [("word", "zebra")]
