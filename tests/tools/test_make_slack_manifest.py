"""Tests of the manifest of the Slack application."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft7Validator  # type: ignore[import-untyped]

from adapters.slack.scopes import EVENTS, SCOPES
from tools.make_slack_manifest import MANIFEST, manifest, written

SCHEMA = Path("../shared/specs/slack/app-manifest.schema.1.0.0.json")


def test_the_file_is_what_the_command_tables_make() -> None:
    assert MANIFEST.read_text("utf-8") == written()


def test_the_manifest_keeps_to_the_official_schema() -> None:
    if not SCHEMA.exists():
        pytest.skip("the official schema of manifests is not here")
    schema = json.loads(SCHEMA.read_text("utf-8"))
    assert [one.message for one in Draft7Validator(schema).iter_errors(manifest())] == []


def test_the_documentation_names_every_scope_and_event() -> None:
    told = Path("docs/slack.md").read_text("utf-8")
    assert [name for name in (*SCOPES, *EVENTS) if f"`{name}`" not in told] == []
