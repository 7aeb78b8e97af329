"""Lines that sentences name, shown as the slash commands for them."""

import re

import pytest

from adapters.chat.commands import CommandAction, CommandFormatter
from bot.texts import Texts, catalogues, languages
from core.view import phrase
from tests.adapters.discord.hall import TABLES, hall
from tests.loopback.table import in_loop

ENTRIES = tuple(TABLES.entries())
ENGLISH, JAPANESE = Texts.load("en"), Texts.load("ja")


@pytest.mark.parametrize(
    ("texts", "game", "key", "said"),
    [
        (ENGLISH, "codenames", "table-not-member", "/codenames join"),
        (ENGLISH, "hangman", "table-not-member", "/hangman join"),
        (ENGLISH, "", "table-not-member", "/codenames join"),
        (ENGLISH, "codenames", "table-bot-person", "/codenames table replace"),
        (
            ENGLISH,
            "codenames",
            "table-no-clock",
            "/codenames settings setting:clock value:enforced",
        ),
        (ENGLISH, "hangman", "hangman-letter-missing", "/hangman guess letter:e"),
        (JAPANESE, "hangman", "table-not-member", "「/hangman 参加」"),
    ],
)
def test_a_line_is_the_command_of_the_game_that_is_spoken_of(
    texts: Texts, game: str, key: str, said: str
) -> None:
    assert said in CommandFormatter(ENTRIES).for_game(texts, game).say(phrase(key))


def lines(language: str) -> list[str]:
    """Return the lines that the sentences of a language name."""
    texts = (catalogue.read_text(encoding="utf-8") for catalogue in catalogues(language))
    return [line for text in texts for line in re.findall(r'TYPED\("([^"]+)"\)', text)]


@pytest.mark.parametrize("language", languages())
def test_every_line_that_a_sentence_names_has_a_command(language: str) -> None:
    verbs = {
        entry.command.name
        for entry in ENTRIES
        if entry.action in (CommandAction.SAY, CommandAction.OPEN)
    }
    assert {line.split()[0] for line in lines(language)} <= verbs
    assert sorted(lines(language)) == sorted(lines("en")) != []


def test_what_is_said_elsewhere_stands_in_quotation_marks() -> None:
    assert ENGLISH.say(phrase("table-not-member")).endswith('join it first with "join".')
    assert "「join」" in JAPANESE.say(phrase("table-not-member"))


@in_loop
async def test_a_refusal_names_commands_of_the_game_that_was_pressed() -> None:
    async with hall() as h:
        ann, bob, *_ = h.people
        await ann.slash("/hangman new", dealer="word")
        session = await h.session()
        board = await h.post(session.game_id)
        pressed = await bob.press(board, "Start")
        assert "/hangman table host" in pressed.text
        assert '"host"' not in pressed.text
