"""Only the person sees what bots have learnt about them, unless they share it."""

import pytest

from bot.chat.request import Reply
from bot.games.learning_summary import SHARING
from bot.ratings.facts import TOLD_FROM
from bot.texts import Texts
from core.rules import IllegalAction
from core.view import Choices, Text, View, phrase
from tests.bot.chat.asking import text
from tests.bot.games.parlour import Parlour, in_parlour, person, taught

pytestmark = pytest.mark.either_database

SHARE = " ".join(SHARING)


def _lines(view: View) -> list[str]:
    return [block.phrase.key for block in view.blocks if isinstance(block, Text)]


def _shared(view: View) -> list[str]:
    choices = [block for block in view.blocks if isinstance(block, Choices)]
    return [one.line for block in choices for one in block.choices]


def test_from_ten_turns_on_a_person_is_told_with_an_example_of_the_game(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id, guesser = await taught(parlour)
        view = await parlour.games.answer(person(guesser), game_id, "Learnt")
        assert text(Reply(view)).endswith(
            'You go by kinds of things: for "plant" you took "carrot".'
        )
        assert "「plant」で「carrot」を選びました" in text(Reply(view), "ja")
        assert _shared(view) == [SHARE]
        again = await parlour.games.answer(person(guesser), game_id, "learnt")
        assert again == view

    in_parlour(database_url, work, seed=1)


def test_before_ten_turns_it_says_how_many_there_are(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id, guesser = await taught(parlour, TOLD_FROM - 2)
        view = await parlour.games.answer(person(guesser), game_id, "learnt")
        assert text(Reply(view)).endswith(
            "needs 10 turns in a role, and bots have learnt from 9 so far."
        )
        assert _shared(view) == []

    in_parlour(sqlite_url, work, seed=1)


def test_nobody_else_gets_it_by_any_line(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id, guesser = await taught(parlour)
        giver = {"bob": "ann", "dan": "cat"}[guesser]
        for line in ("learnt", f"learnt {guesser}"):
            told = await parlour.games.answer(person(giver), game_id, line)
            assert (_lines(told), _shared(told)) == (["learnt-nothing"], [])
            told = await parlour.games.answer(person("eve"), game_id, line)
            assert (_lines(told), _shared(told)) == (["learnt-absent"], [])
        for who in (giver, "eve"):
            with pytest.raises(IllegalAction, match="learnt-unshared"):
                await parlour.games.answer(person(who), game_id, SHARE)

    in_parlour(database_url, work, seed=1)


def test_what_is_shared_calls_the_person_by_name(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id, guesser = await taught(parlour)
        view = await parlour.games.answer(person(guesser), game_id, SHARE)
        name = guesser.title()
        said = f'{name} goes by kinds of things, and took "carrot" for "plant".'
        assert text(Reply(view)).endswith(said)
        assert f"{name}さんは" in text(Reply(view), "ja")
        assert _shared(view) == []

    in_parlour(sqlite_url, work, seed=1)


def test_a_sentence_is_said_in_each_role_more_or_less_with_an_example_or_none() -> None:
    said = {
        ("no", "more", "spymaster"): (
            'Ann goes by phrases: for the clue "mail" the team uncovered "chain".'
        ),
        ("yes", "more", "spymaster"): (
            'You go by phrases: for your clue "mail" your team uncovered "chain".'
        ),
        ("yes", "less", "guesser"): 'You rarely go by phrases: for "mail" you took "chain".',
        ("yes", "less", "none"): "You rarely go by phrases.",
    }
    direction = phrase("leaning-direction", direction="together")
    for (own, sign, role), sentence in said.items():
        one = {"own": own, "sign": sign, "role": role, "who": "Ann", "direction": direction}
        assert Texts.load().say(phrase("learnt-leaning", clue="mail", card="chain", **one)) == (
            sentence
        )
