"""Tests of Slack's rules for messages and views, one by one."""

from typing import Any

import pytest

from tests.loopback.slack.rules import broken_in_message, broken_in_view
from tests.loopback.slack.seen import Json
from tests.loopback.slack.small_app import actions, button, form, image, menu, plain, section


def only(block: Json, **more: Any) -> Json:
    return {"text": "x", "blocks": [block], **more}


@pytest.mark.parametrize(
    ("message", "rule"),
    [
        (only(section("")), "text of a section"),
        (only({"type": "section"}), "text or fields"),
        (only({"type": "section", "fields": [plain("x")] * 11}), "fields"),
        (only({"type": "header", "text": plain("x" * 151)}), "header"),
        (only({"type": "context", "elements": [plain("x")] * 11}), "elements of a context"),
        (only(actions(*(button("x", str(n)) for n in range(26)))), "elements of actions"),
        (only(actions()), "elements of actions"),
        (only(actions(button("x" * 76))), "button has 1 to 75"),
        (only(actions({**button("x"), "value": ""})), "value of a button"),
        (only(actions({**button("x"), "value": "x" * 2001})), "value of a button"),
        (only(actions({**button("x"), "style": "green"})), "style"),
        (only(actions({**button("x"), "action_id": ""})), "action_id"),
        (only(actions({**menu(), "options": []})), "options of a menu"),
        (only(actions({**menu(), "options": menu()["options"] * 51})), "options of a menu"),
        (only(actions({**menu(), "placeholder": plain("x" * 151)})), "placeholder"),
        (only(actions({**menu(), "initial_option": {"text": plain("x"), "value": "x"}})), "init"),
        (only({"type": "image", "image_url": "http://x"}), "alt_text"),
        (only({"type": "image", "alt_text": "x"}), "either image_url or slack_file"),
        (only(image("F1")), "an upload that was completed"),
        (only({"type": "nothing"}), "no block"),
        (only({**section("x"), "block_id": "x" * 256}), "block_id"),
        ({"text": "", "blocks": [section("x")]}, "fallback"),
        ({"text": "", "blocks": []}, "fallback"),
        ({"text": "x", "blocks": [section("x")] * 51}, "blocks"),
        ({"text": "x", "blocks": [section("x" * 2800)] * 4}, "texts of all blocks"),
        ({"text": "x", "blocks": [{**section("x"), "block_id": "b"}] * 2}, "'b' is unique"),
        ({"text": "x", "blocks": [actions(button("x"))] * 2}, "'join' is unique"),
        ({"text": "x" * 4001, "blocks": []}, "edited text"),
        ({"text": "x", "metadata": {"event_type": "x"}}, "metadata"),
    ],
)
def test_each_rule_of_messages_is_told(message: Json, rule: str) -> None:
    (found,) = broken_in_message(message, (), edits=True)
    assert rule in found.rule
    assert found.source


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"title": plain("x" * 25)}, "title"),
        ({"submit": plain("")}, "submit"),
        ({"close": {"type": "mrkdwn", "text": "x"}}, "close"),
        ({"private_metadata": "x" * 3001}, "private_metadata"),
        ({"callback_id": "x" * 256}, "callback_id"),
        ({"type": "window"}, "a view is"),
        ({"blocks": [section("x")] * 101}, "blocks"),
        ({"blocks": [section("x" * 3000)] * 90}, "bytes"),
        ({"blocks": [{**form()["blocks"][0], "label": plain("x" * 2001)}]}, "label"),
        ({"blocks": [{**form()["blocks"][0], "hint": plain("x" * 2001)}]}, "hint"),
        ({"blocks": [form()["blocks"][0]] * 2}, "'word' is unique"),
    ],
)
def test_each_rule_of_views_is_told(changes: Json, rule: str) -> None:
    assert [*broken_in_view(form(), ())] == []
    (found,) = broken_in_view({**form(), **changes}, ())
    assert rule in found.rule
