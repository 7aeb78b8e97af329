"""Tests of Slack's settings: the bot reports missing or wrong ones before it serves."""

from typing import Any

import pytest
from cryptography.fernet import Fernet
from pydantic import SecretStr

from adapters.slack.platform import SlackEnvironment, prepare, prepare_web
from core.rules import Refusal

SECRET = SecretStr("0" * 32)
BOT, APP = SecretStr("xoxb-1"), SecretStr("xapp-1")
KEY = SecretStr(Fernet.generate_key().decode())


def environment(**settings: Any) -> SlackEnvironment:
    return SlackEnvironment.model_construct(**settings)


@pytest.mark.parametrize("given", [{}, {"bot_token": BOT}, {"app_token": APP}])
def test_socket_mode_needs_both_tokens(given: dict[str, SecretStr]) -> None:
    with pytest.raises(Refusal) as caught:
        prepare(environment(**given))
    assert caught.value.phrase.key == "slack-no-token"


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"bot_token": BOT}, "slack-no-signing-secret"),
        ({"client_id": "1.2"}, "slack-no-signing-secret"),
        ({"signing_secret": SECRET}, "slack-no-workspace"),
        ({"signing_secret": SECRET, "client_id": "1.2"}, "slack-half-oauth"),
        ({"signing_secret": SECRET, "bot_token": BOT, "token_keys": KEY}, "slack-half-oauth"),
        (
            {
                "signing_secret": SECRET,
                "client_id": "1.2",
                "client_secret": SECRET,
                "token_keys": SecretStr("short"),
            },
            "slack-bad-token-keys",
        ),
    ],
)
def test_requests_by_http_need_a_secret_and_a_workspace(given: dict[str, Any], key: str) -> None:
    with pytest.raises(Refusal) as caught:
        prepare_web(environment(**given), "127.0.0.1", 3000)
    assert caught.value.phrase.key == key


@pytest.mark.parametrize(
    "given", [{"bot_token": BOT}, {"client_id": "1.2", "client_secret": SECRET, "token_keys": KEY}]
)
def test_one_workspace_or_many_are_served(given: dict[str, Any]) -> None:
    connect = prepare_web(environment(signing_secret=SECRET, **given), "127.0.0.1", 3000)
    assert callable(connect)
