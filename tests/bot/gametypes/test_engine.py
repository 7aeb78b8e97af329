import asyncio

import pytest

from bot.assets import AssetError
from bot.kinds.codenames import embedded_cast
from bot.thinker import InlineThinker, Task, chosen
from core.agents.memory import EMPTY
from core.codenames.actions import Guess
from core.rules import Seat
from tests.bot.bots import Troupe
from tests.bot.tables import Scripted, new_table

SPY = Seat("blue-spymaster")


def _task(bot: str) -> Task:
    return Task("codenames", bot, new_table().observe(SPY), EMPTY, (7, 1))


def test_bots_are_loaded_once_when_the_first_has_to_think() -> None:
    troupe = Troupe({"one": Scripted(), "other": Scripted()})
    thinker = InlineThinker({"codenames": troupe})
    assert troupe.loaded == 0

    async def think() -> None:
        await asyncio.gather(*(thinker.think(_task(name)) for name in ("one", "other", "one")))

    asyncio.run(think())
    assert troupe.loaded == 1


def test_a_task_prints_nothing_of_what_its_bot_sees() -> None:
    assert repr(_task("ace")) == "Task(game='codenames', bot='ace', seed=(7, 1))"


def test_the_same_task_gives_the_same_choice_and_another_seed_another() -> None:
    cast = embedded_cast()
    table = new_table()
    table.submit(SPY, "clue zephyr 3")
    seen = table.observe(Seat("blue-guesser"))
    choices = {
        seed: chosen(cast, Task("codenames", "random", seen, EMPTY, (seed,))).action
        for seed in range(9)
    }
    assert choices[3] == chosen(cast, Task("codenames", "random", seen, EMPTY, (3,))).action
    assert len({action.card for action in choices.values() if isinstance(action, Guess)}) > 1


def test_ace_listens_to_the_ensemble_that_was_asked_for_alone() -> None:
    cast = embedded_cast(("gloss",))
    assert chosen(cast, _task("ace")).cause == "ace:gloss"
    assert cast.named("minilm").name == "minilm"


def test_a_bot_that_nobody_has_is_refused() -> None:
    with pytest.raises(AssetError):
        asyncio.run(InlineThinker({"codenames": embedded_cast}).think(_task("nobody")))
