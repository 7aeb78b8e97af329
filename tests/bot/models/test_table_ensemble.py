"""The ensemble of a table: the models that ACE uses there."""

import numpy as np
import pytest

from bot.games.session import Session
from bot.gametypes.codenames.bots import TableBots
from bot.gametypes.codenames.game_type import codenames_type
from bot.texts import Texts
from core.agents.memory import EMPTY
from core.codenames.model import Options
from core.rules import Refusal, Seat
from core.words.ensemble import MODELS
from tests.bot.games.parlour import Parlour, in_parlour
from tests.bot.tables import new_table

TYPE = codenames_type()


@pytest.mark.parametrize(
    ("text", "ensemble"),
    [
        ("default", ()),
        ("DEFAULT", ()),
        ("minilm", ("minilm",)),
        ("Fusion, minilm", ("fusion", "minilm")),
        ("minilm、fusion minilm", ("minilm", "fusion")),
    ],
)
def test_a_table_names_its_models(text: str, ensemble: tuple[str, ...]) -> None:
    options = TYPE.options({"ensemble": text})
    assert options.ensemble == ensemble
    assert TYPE.options(TYPE.values(options)) == options
    assert TYPE.read_options(TYPE.write_options(options)) == options


@pytest.mark.parametrize(
    ("text", "found"), [("minilm,nobody", "nobody"), ("", ""), (" , ", ","), ("ace", "ace")]
)
def test_a_model_that_is_not_there_and_none_at_all_are_refused(text: str, found: str) -> None:
    with pytest.raises(Refusal) as refused:
        TYPE.options({"ensemble": text})
    assert refused.value.phrase.key == "ensemble-unknown"
    assert refused.value.phrase["found"] == found
    assert refused.value.phrase["known"] == MODELS
    assert f'no language model called "{found}" here' in Texts.load().say(refused.value.phrase)


def test_a_table_may_name_the_embedded_models_and_the_installations() -> None:
    assert set(codenames_type(ensemble=("mine", "gloss")).bots.models) == {"mine", *MODELS}


@pytest.mark.parametrize("name", ["ace", "ace-paper"])
def test_the_real_bots_follow_the_ensemble_of_their_table(name: str) -> None:
    bot = TableBots(("gloss",))[name]
    causes = []
    for ensemble in ((), ("minilm",), ("gone", "piece")):
        table = new_table(Options(ensemble=ensemble))
        (seat,) = table.to_act
        choice = bot.choose(table.observe(Seat(seat)), EMPTY, np.random.default_rng(1))
        causes.append(choice.cause)
    assert causes == [f"{name}:gloss", f"{name}:minilm", f"{name}:piece"]


def test_options_that_were_stored_before_have_the_installations() -> None:
    body = dict(TYPE.write_options(Options()))
    del body["ensemble"]
    assert TYPE.read_options(body).ensemble == ()


@pytest.mark.sampled
def test_it_is_stored_with_the_game_set_in_the_lobby_and_kept_by_the_next_one(
    database_url: str,
) -> None:
    async def session(parlour: Parlour) -> Session:
        parlour.games.event_log.evict((await parlour.session()).game_id)
        return await parlour.session()

    async def work(parlour: Parlour) -> None:
        await parlour.open("ann", ensemble="fusion,minilm")
        assert (await session(parlour)).options.ensemble == ("fusion", "minilm")
        assert await parlour.refused("ann", "set ensemble fusion,nobody") == "ensemble-unknown"
        await parlour.say("ann", "set ensemble gloss, piece")
        await parlour.say("ann", "start")
        assert (await session(parlour)).options.ensemble == ("gloss", "piece")
        await parlour.say("ann", "stop")
        await parlour.say("ann", "rematch")
        assert (await session(parlour)).options.ensemble == ("gloss", "piece")

    in_parlour(database_url, work)
