"""Tests of the Slack messages for views."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from adapters.chat.message_view import RenderOptions
from adapters.slack.output.blocks import shown_modal
from adapters.slack.output.render import SlackMessage, message
from bot.games import GameView, User
from bot.texts import Texts, languages
from core.view import Grid, View
from tests.adapters.discord.views import grids, looks, said
from tests.golden.scenes import scenes, slack_caller
from tests.loopback.slack.rules import broken_in_message, broken_in_view

TEXTS = {name: Texts.load(name) for name in languages()}
SLACK_USER = User("slack", "T7/U42")

options = st.builds(
    RenderOptions,
    st.sampled_from([*TEXTS.values()]),
    st.sampled_from([(), (SLACK_USER,)]),
    shared=st.booleans(),
    pictures=st.booleans(),
    spelled=st.booleans(),
    place=st.sampled_from([None, "T7/C42"]),
)


def of_slack(game_view: GameView) -> GameView:
    """Return a view whose people are users of Slack."""
    sitters = tuple(replace(one, user=SLACK_USER) for one in game_view.sitters)
    return replace(game_view, due=(SLACK_USER,), sitters=sitters)


def files_of(made: SlackMessage) -> dict[str, str]:
    return {one.name: f"F{number}" for number, one in enumerate(made.pictures)}


@given(looks(), options)
def test_every_message_keeps_to_the_limits_of_slack(look: GameView, how: RenderOptions) -> None:
    made = message(of_slack(look), how)
    for files in ({}, files_of(made)):
        body = {"text": made.text, "blocks": made.blocks(files)}
        for edits in (False, True):
            assert [*broken_in_message(body, files.values(), edits=edits)] == []


@given(looks(), options)
def test_every_modal_keeps_to_the_limits_of_slack(look: GameView, how: RenderOptions) -> None:
    made = message(of_slack(look), how)
    files = files_of(made)
    modal = shown_modal(made.text[:40], made.blocks(files), "C42", how.texts)
    assert [*broken_in_view(modal, files.values())] == []


@given(looks(), st.sampled_from([*TEXTS.values()]))
def test_nobody_is_called_but_those_to_be_mentioned(look: GameView, texts: Texts) -> None:
    made = message(of_slack(look), RenderOptions(texts, (SLACK_USER,), pictures=True))
    sent = json.dumps([made.text, made.blocks(files_of(made))])
    assert sent.count("<@U42>") <= 1
    assert "<!" not in sent
    assert '"type": "broadcast"' not in sent
    mentioned = [part.partition('"')[0] for part in sent.split('"user_id": "')[1:]]
    assert set(mentioned) <= {"U42"}


def test_below_a_picture_cards_are_named_by_their_places_and_by_words_where_there_is_none() -> None:
    look = scenes(slack_caller)["guess"]
    drawn, written = (
        [
            one
            for block in message(look, RenderOptions(TEXTS["en"], pictures=pictures)).blocks()
            for one in (block["elements"] if block["type"] == "actions" else ())
        ][:25]
        for pictures in (True, False)
    )
    places = [f"{row}{col}" for row in "ABCDE" for col in range(1, 6)]
    assert [one["text"]["text"].replace("\u0336", "") for one in drawn] == places
    uncovered = {one["accessibility_label"] for one in drawn if "\u0336" in one["text"]["text"]}
    assert uncovered == {"A2 JOURNEY 🟥R"}
    words = [one["text"]["text"] for one in written]
    assert [one["accessibility_label"] for one in drawn] == words
    assert all(one.split()[0] == place for one, place in zip(words, places, strict=True))
    assert not any("accessibility_label" in one for one in written)


@given(looks(), grids(), options)
def test_a_row_of_cards_to_press_is_a_row_of_the_board(
    look: GameView, grid: Grid, how: RenderOptions
) -> None:
    alone = replace(look, view=View(said("board"), (grid,)))
    blocks = message(of_slack(alone), how).blocks()
    offered = [block["elements"] for block in blocks if block["type"] == "actions"]
    rows = [{element["text"]["text"][0] for element in row} for row in offered if len(row) > 1]
    cards = [cell for row in grid.cells for cell in row]
    if len(cards) > 25 or len(grid.cells[0]) > 5:
        assert rows == []
    elif any(cell.choice for cell in cards):
        assert rows == [{"ABCDEFGHIJ"[at]} for at in range(len(grid.cells))]
