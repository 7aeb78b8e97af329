"""Tests of the platforms that `spyring web` serves, by the settings in the environment."""

from collections.abc import Mapping

import pytest
from cryptography.fernet import Fernet

from bot.cli.operators import platform_settings
from bot.cli.parser import read_arguments
from bot.cli.run import adapters_of
from bot.gametypes.registry import GAMES
from bot.server.server import NOWHERE
from bot.settings import sound_settings
from bot.texts import Texts
from core.rules import Refusal

PUBLIC = ("0.0.0.0", 8080)  # noqa: S104 - as a host's Procfile names it
DISCORD = {"DISCORD_TOKEN": f"{'a' * 24}.{'b' * 6}.{'c' * 38}"}
SOCKET = {"SLACK_BOT_TOKEN": f"xoxb-{'1' * 24}", "SLACK_APP_TOKEN": f"xapp-{'1' * 24}"}
SIGNED = {"SLACK_BOT_TOKEN": SOCKET["SLACK_BOT_TOKEN"], "SLACK_SIGNING_SECRET": "0" * 32}
OAUTH = {
    "SLACK_SIGNING_SECRET": "0" * 32,
    "SLACK_CLIENT_ID": "1.2",
    "SLACK_CLIENT_SECRET": "0" * 32,
    "SPYRING_SLACK_TOKEN_KEYS": Fernet.generate_key().decode(),
}


def served(monkeypatch: pytest.MonkeyPatch, setting: Mapping[str, str]) -> tuple[int, object]:
    """Return the number of platforms that are served, and the address for requests about health."""
    for name, value in setting.items():
        monkeypatch.setenv(name, value)
    settings, faults = sound_settings(platform_settings())
    assert faults == ()
    words = ("web", "--host", PUBLIC[0], "--port", str(PUBLIC[1]))
    adapters, public = adapters_of(read_arguments(words, GAMES, settings, Texts.load()), settings)
    return len(adapters), public


@pytest.mark.parametrize(
    ("setting", "number", "public"),
    [
        ({}, 0, PUBLIC),
        (DISCORD, 1, PUBLIC),
        (SOCKET, 1, PUBLIC),
        (SIGNED, 1, NOWHERE),
        (OAUTH, 1, NOWHERE),
        (DISCORD | SIGNED, 2, NOWHERE),
        (DISCORD | SOCKET, 2, PUBLIC),
    ],
)
def test_the_web_process_serves_what_is_set(
    monkeypatch: pytest.MonkeyPatch, setting: dict[str, str], number: int, public: object
) -> None:
    assert served(monkeypatch, setting) == (number, public)


def test_half_the_settings_of_slack_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refusal) as caught:
        served(monkeypatch, {"SLACK_BOT_TOKEN": SOCKET["SLACK_BOT_TOKEN"]})
    assert caught.value.phrase.key == "slack-no-signing-secret"
