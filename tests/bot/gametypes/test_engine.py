import asyncio

import numpy as np
import pytest

from bot.gametypes.codenames.bots import TableBots
from bot.gametypes.codenames.game_type import embedded_referee
from bot.gametypes.engine import LocalEngine, MoveRequest, compute
from bot.models.ensemble import AssetError
from core.agents.memory import EMPTY
from core.arena.engine_game import SOLO_OPTIONS
from core.codenames.actions import GiveClue, Guess
from core.codenames.deal import Supply
from core.codenames.rules import Codenames
from core.rules import CHANCE, Seat, advance
from core.words.japanese import is_japanese
from core.words.packs import japanese_pack
from tests.bot.bots import Troupe
from tests.bot.tables import Scripted, new_table

SPY = Seat("blue-spymaster")


def _task(bot: str) -> MoveRequest:
    return MoveRequest("codenames", bot, new_table().observe(SPY), EMPTY, (7, 1))


def test_bots_are_loaded_once_when_the_first_has_to_think() -> None:
    troupe = Troupe({"one": Scripted(), "other": Scripted()})
    thinker = LocalEngine({"codenames": troupe})
    assert troupe.loaded == 0

    async def think() -> None:
        await asyncio.gather(*(thinker.choose(_task(name)) for name in ("one", "other", "one")))

    asyncio.run(think())
    assert troupe.loaded == 1


def test_a_task_prints_nothing_of_what_its_bot_sees() -> None:
    assert repr(_task("ace")) == "MoveRequest(game='codenames', bot='ace', seed=(7, 1))"


def test_the_same_task_gives_the_same_choice_and_another_seed_another() -> None:
    cast = TableBots()
    table = new_table()
    table.submit(SPY, "clue zephyr 3")
    seen = table.observe(Seat("blue-guesser"))
    choices = {
        seed: compute(cast, MoveRequest("codenames", "random", seen, EMPTY, (seed,))).action
        for seed in range(9)
    }
    assert choices[3] == compute(cast, MoveRequest("codenames", "random", seen, EMPTY, (3,))).action
    assert len({action.card for action in choices.values() if isinstance(action, Guess)}) > 1


def test_ace_listens_to_the_ensemble_that_was_asked_for_alone() -> None:
    cast = TableBots(("gloss",))
    assert compute(cast, _task("ace")).cause == "ace:gloss"
    assert cast["minilm"].name == "minilm"


@pytest.mark.sampled
@pytest.mark.parametrize("bot", ["ace", "stranger", "fusion", "random"])
def test_bots_speak_the_language_of_the_cards(bot: str) -> None:
    rules = Codenames(SOLO_OPTIONS, Supply(japanese_pack()), embedded_referee())
    dealt = rules.chance(rules.initial(), np.random.default_rng(1))
    assert dealt is not None
    state = advance(rules, rules.initial(), rules.decide(rules.initial(), CHANCE, dealt))
    spymaster, guesser = (chair.seat for chair in SOLO_OPTIONS.chairs)
    given = compute(
        TableBots(), MoveRequest("codenames", bot, rules.observe(state, spymaster), EMPTY, (1,))
    ).action
    assert isinstance(given, GiveClue)
    assert is_japanese(given.word)
    state = advance(rules, state, rules.decide(state, spymaster, given))
    heard = MoveRequest("codenames", bot, rules.observe(state, guesser), EMPTY, (1,))
    assert isinstance(compute(TableBots(), heard).action, Guess)


def test_a_bot_that_nobody_has_is_refused() -> None:
    with pytest.raises(AssetError):
        asyncio.run(LocalEngine({"codenames": TableBots}).choose(_task("nobody")))
