"""Forms as modals: every form of every game fits uncut in every language."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Final

import pytest

from adapters.chat.buttons import forms_of
from adapters.chat.responses import OpenedForm
from adapters.discord.calls import LIMITS
from adapters.discord.output.render import modal
from bot.games import Caller, Games, GameView, GuildId, Room, Submission, User
from bot.store.connection import Store
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from bot.texts import Texts, languages
from core.rules import Refusal
from core.view import with_panels

MOST: Final = {"title": 45, "label": 45, "description": 100}
"""Characters of a modal's title, an input's label, and the text below that."""

MOST_OF_OPTION: Final = 100
"""Characters of the label of an option."""

ROOM, GUILD = Room("discord", "42"), GuildId("discord:7")

PEOPLE: Final = ("Ann", "Bob", "Cat", "Dan")

TABLES: Final[tuple[tuple[str, Mapping[str, Any], Sequence[str], Sequence[str]], ...]] = (
    (
        "codenames",
        {},
        ("blue-spymaster", "blue-guesser", "red-spymaster", "red-guesser"),
        ("set clock=slow", "start", "clue zebra 2"),
    ),
    ("codenames", {"rows": 6, "teams": 5, "guessers": 3}, ("blue-spymaster",), ()),
    ("codenames", {"typed": True}, ("blue-spymaster",), ("start",)),
    ("hangman", {"dealer": "word"}, ("dealer", "guess1"), ("start", "word planet")),
    ("hangman", {"dealer": "thought"}, ("dealer", "guess1"), ("start",)),
    ("hangman", {"mode": "race", "guessers": 8, "dealer": "cheating"}, ("blue1",), ("start",)),
)
"""Games, their options, the chairs that people take, and lines that they submit then."""


@cache
def views() -> Sequence[GameView]:
    """Return people's views at tables of all games before and after the start."""

    async def work() -> Sequence[GameView]:
        async with Store.open("sqlite://") as store:
            await make_ready(store)
            games = Games(store, Notifier(store, troubled=print))
            return [view for table in TABLES async for view in seen(games, *table)]

    return asyncio.run(work())


def caller(name: str) -> Caller:
    return Caller(User("discord", name), ROOM, GUILD, name, manages=True)


async def seen(
    games: Games,
    game: str,
    values: Mapping[str, Any],
    chairs: Sequence[str],
    lines: Sequence[str],
) -> AsyncIterator[GameView]:
    """Yield the view of each person at a table and the public view."""
    game_id = (await games.open(caller("Ann"), game, values)).game_id
    for name, chair in zip(PEOPLE, chairs, strict=False):
        await games.submit(caller(name), Submission(f"chair {chair}", game_id=game_id))
    for line in ("", *lines):
        for name in PEOPLE:
            with suppress(Refusal):
                await games.submit(caller(name), Submission(line, game_id=game_id))
            yield await games.view(game_id, caller(name).user)
        yield await games.view(game_id)
    await games.submit(caller("Ann"), Submission("stop", game_id=game_id))


def texts_of(component: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Yield the texts of a modal with their kinds and maximum lengths."""
    for name, most in MOST.items():
        if component.get(name):
            yield name, component[name], most
    for option in component.get("options", ()):
        yield "option", option["label"], MOST_OF_OPTION
    for inner in (*component.get("components", ()), component.get("component")):
        if inner:
            yield from texts_of(inner)


@pytest.mark.sampled
@pytest.mark.parametrize("language", languages())
def test_no_form_is_cut(language: str) -> None:
    texts, found = Texts.load(language), set()
    for view in views():
        for form in forms_of(with_panels(view.view), LIMITS.fields):
            found.add(form.name)
            made = modal(OpenedForm(view, form, texts))
            for name, text, most in texts_of(made.to_dict()):
                assert len(text) <= most, (form.name, name, text)
                assert "…" not in text, (form.name, name, text)
    assert found >= {"bot", "clue", "keyword", "mark", "solve", "word", "set.clock", "set.game.2"}
