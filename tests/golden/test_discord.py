"""Messages on Discord, as a person read and approved them.

After an intended change, rewrite them with `python -m tests.golden.test_discord` and read them.

"""

import json
from pathlib import Path

import pytest

from adapters.chat.message_view import RenderOptions
from adapters.discord.output.render import message
from bot.texts import Texts, languages
from tests.adapters.discord.payload import body, breaches
from tests.golden.scenes import SCENES, discord_caller, scenes
from tests.loopback.discord.schema import load

FOLDER = Path(__file__).parent / "discord"


def shown(scene: str, language: str) -> str:
    """Return a scene's message as text, without the game's random name."""
    look = scenes(discord_caller)[scene]
    texts = Texts.load(language)
    private = RenderOptions(texts, shared=False, spelled=True)
    made = message(look, private if scene == "key" else RenderOptions(texts, look.due))
    assert breaches(made, load()) == []
    text = json.dumps(body(made), ensure_ascii=False, indent=1)
    return text.replace(look.game_id, "GAME") + "\n"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("scene", SCENES)
def test_a_message_reads_as_it_did(scene: str, language: str) -> None:
    path = FOLDER / f"{scene}.{language}.json"
    assert shown(scene, language) == path.read_text(encoding="utf-8")


def test_nothing_that_all_see_tells_the_key() -> None:
    assert "(assassin)" in shown("key", "en")
    for scene in ("lobby", "clue", "guess"):
        assert "(assassin)" not in shown(scene, "en")


if __name__ == "__main__":
    for name in SCENES:
        for tongue in languages():
            (FOLDER / f"{name}.{tongue}.json").write_text(shown(name, tongue), encoding="utf-8")
