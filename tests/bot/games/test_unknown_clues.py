"""Clues that a team's bot does not know, through the door."""

from collections.abc import Mapping

import pytest

from bot.gametypes.codenames.game_type import codenames_type
from core.codenames.model import Clue, Options
from core.rules import Seat, Unconfirmed
from core.view import Phrase
from core.words.packs import default_pack
from tests.bot.games.parlour import Parlour, in_parlour

pytestmark = pytest.mark.either_database

SPYMASTER, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")

BLUE_BEGINS = 0
"""A seed for which Blue begins."""

ONLY_WORDNET_LACKS = "upstream"
"""A word for which one model has no vector."""

FULL: Mapping[str, object] = {}
SOLO: Mapping[str, object] = {"solo": True}


async def _begun(parlour: Parlour, values: Mapping[str, object], bot: str = "ace") -> None:
    """Begin a game in which Ann gives Blue's clues to a bot; it is Blue's turn."""
    await parlour.open("ann", **values)
    await parlour.say("ann", f"chair {SPYMASTER}")
    await parlour.say("ann", f"bot {GUESSER} {bot}")
    await parlour.say("ann", "start")


async def _clue(parlour: Parlour) -> Clue | None:
    clue: Clue | None = (await parlour.session()).state.turns[-1].clue
    return clue


@pytest.mark.parametrize("values", [FULL, SOLO], ids=["full", "solo"])
def test_the_giver_alone_is_told_before_the_clue_stands(
    database_url: str, values: Mapping[str, object]
) -> None:
    async def work(parlour: Parlour) -> None:
        await _begun(parlour, values)
        before = await parlour.session()
        with pytest.raises(Unconfirmed) as asked:
            await parlour.say("ann", "clue zyzzyva 2")
        after = await parlour.session()
        assert (after.version, after.state) == (before.version, before.state)
        assert asked.value.phrase.key == "clue-unknown"
        await parlour.say("ann", "clue ocean 2")
        assert await _clue(parlour) == Clue(SPYMASTER, "ocean", 2)

    in_parlour(database_url, work, seed=BLUE_BEGINS)


@pytest.mark.parametrize("values", [FULL, SOLO], ids=["full", "solo"])
def test_all_are_told_once_it_is_given_all_the_same(
    database_url: str, values: Mapping[str, object]
) -> None:
    async def work(parlour: Parlour) -> None:
        await _begun(parlour, values)
        with pytest.raises(Unconfirmed) as asked:
            await parlour.say("ann", "clue zyzzyva 2")
        told = await parlour.say("ann", asked.value.choices[0].line, asked.value.turn)
        assert await _clue(parlour) == Clue(SPYMASTER, "zyzzyva", 2, unknown_to=(GUESSER,))
        (update,) = told.updates
        assert update.phrase.key == "event-clue-warned"
        warning = update.phrase["warning"]
        assert isinstance(warning, Phrase)
        assert warning.key == "clue-blind"

    in_parlour(database_url, work, seed=BLUE_BEGINS)


def test_the_giver_of_a_misspelled_clue_may_correct_it(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        await _begun(parlour, FULL)
        with pytest.raises(Unconfirmed) as asked:
            await parlour.say("ann", "clue umberella 2")
        assert asked.value.phrase.key == "clue-misspelled"
        assert asked.value.phrase["heard"] == "umbrella"
        told = await parlour.say("ann", asked.value.choices[0].line, asked.value.turn)
        assert await _clue(parlour) == Clue(SPYMASTER, "umberella", 2, heard_as="umbrella")
        (update,) = told.updates
        warning = update.phrase["warning"]
        assert isinstance(warning, Phrase)
        assert warning.key == "clue-heard"

    in_parlour(database_url, work, seed=BLUE_BEGINS)


@pytest.mark.parametrize("word", ["california", "fridges", "wi-fi", "batmans"])
def test_names_and_forms_are_given_without_a_question(database_url: str, word: str) -> None:
    async def work(parlour: Parlour) -> None:
        await _begun(parlour, FULL)
        await parlour.say("ann", f"clue {word} 2")
        assert await _clue(parlour) == Clue(SPYMASTER, word, 2)

    in_parlour(database_url, work, seed=BLUE_BEGINS)


@pytest.mark.parametrize("bot", ["random", "wordnet", "ace"])
def test_only_a_word_that_none_of_the_bots_models_knows_is_asked_about(
    database_url: str, bot: str
) -> None:
    async def work(parlour: Parlour) -> bool:
        await _begun(parlour, SOLO, bot)
        try:
            await parlour.say("ann", f"clue {ONLY_WORDNET_LACKS} 2")
        except Unconfirmed:
            return True
        return False

    assert in_parlour(database_url, work) == (bot == "wordnet")


@pytest.mark.parametrize(
    ("ensemble", "is_asked"), [("wordnet", True), ("wordnet,gloss", False), ("default", False)]
)
def test_ace_knows_the_words_of_the_models_that_its_table_has_chosen(
    sqlite_url: str, ensemble: str, is_asked: bool
) -> None:
    async def work(parlour: Parlour) -> bool:
        await _begun(parlour, {**SOLO, "ensemble": ensemble}, "ace")
        try:
            await parlour.say("ann", f"clue {ONLY_WORDNET_LACKS} 2")
        except Unconfirmed:
            return True
        return False

    assert in_parlour(sqlite_url, work) is is_asked


def test_a_person_who_guesses_is_given_any_word(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        await parlour.playing()
        (seat,) = (await parlour.session()).rules.to_act((await parlour.session()).state)
        giver = {"blue-spymaster": "ann", "red-spymaster": "cat"}[seat]
        await parlour.say(giver, "clue zyzzyva 2")
        assert await _clue(parlour) == Clue(seat, "zyzzyva", 2)

    in_parlour(database_url, work)


@pytest.mark.parametrize(
    ("bot", "word", "known"),
    [
        ("ace", "zyzzyva", False),
        ("ace", "oceans", True),
        ("minilm", "zyzzyva", False),
        ("random", "zyzzyva", True),
        ("somebody-else", "zyzzyva", True),
    ],
)
def test_a_bot_knows_the_words_of_its_models(bot: str, word: str, known: bool) -> None:
    game = codenames_type()
    rules = game.rules(Options(), default_pack(), ())
    assert game.bots.knows(rules, bot, word) is known
