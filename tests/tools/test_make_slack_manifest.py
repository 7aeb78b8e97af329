"""Tests of the manifest of the Slack app."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft7Validator  # type: ignore[import-untyped]

from adapters.slack.connection.scopes import OPTIONAL_SCOPES, SCOPES
from tools.make_slack_manifest import EVENTS, MANIFEST, OPTIONAL_EVENTS, main, manifest, written

SCHEMA = Path("../shared/specs/slack/app-manifest.schema.1.0.0.json")


def test_the_file_is_what_the_command_tables_make() -> None:
    assert MANIFEST.read_text("utf-8") == written()


@pytest.mark.parametrize("url", ["", "https://games.example.org"])
def test_the_manifest_keeps_to_the_official_schema(url: str) -> None:
    if not SCHEMA.exists():
        pytest.skip("the official schema of manifests is not here")
    schema = json.loads(SCHEMA.read_text("utf-8"))
    assert [one.message for one in Draft7Validator(schema).iter_errors(manifest(url))] == []


def test_the_documentation_names_every_scope_and_event() -> None:
    told = Path("docs/slack.md").read_text("utf-8")
    names = (*SCOPES, *OPTIONAL_SCOPES, *EVENTS, *OPTIONAL_EVENTS)
    assert [name for name in names if f"`{name}`" not in told] == []


def test_an_application_by_http_is_reached_at_its_address(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--url", "https://games.example.org"])
    printed = json.loads(capsys.readouterr().out)
    site = "https://games.example.org/slack/"
    asked = {one["url"] for one in printed["features"]["slash_commands"]}
    settings = printed["settings"]
    asked |= {settings[one]["request_url"] for one in ("event_subscriptions", "interactivity")}
    assert asked == {f"{site}events"}
    assert printed["oauth_config"]["redirect_urls"] == [f"{site}oauth_redirect"]
    assert not settings["socket_mode_enabled"]


@pytest.mark.parametrize("url", ["http://games.example.org", "games.example.org", "https://"])
def test_an_address_that_slack_does_not_take_is_refused(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--url", url])
    assert "https://" in capsys.readouterr().err
