"""Messages on Slack, as a person read and approved them.

After an intended change, rewrite them with `python -m tests.golden.test_slack` and read them.

"""

import json
from pathlib import Path

import pytest

from adapters.chat.message_view import RenderOptions
from adapters.slack.output.render import message
from bot.texts import Texts, languages
from tests.golden.scenes import SCENES, scenes, slack_caller
from tests.loopback.slack.rules import broken_in_message

FOLDER = Path(__file__).parent / "slack"


def shown(scene: str, language: str) -> str:
    """Return a scene's message as text, without the game's random name."""
    look = scenes(slack_caller)[scene]
    texts = Texts.load(language)
    private = RenderOptions(texts, shared=False, pictures=True, spelled=True, place="T7/C42")
    made = message(
        look, private if scene == "key" else RenderOptions(texts, look.due, pictures=True)
    )
    files = {one.name: f"F{number}" for number, one in enumerate(made.pictures)}
    body = {"text": made.text, "blocks": made.blocks(files)}
    assert [*broken_in_message(body, files.values(), edits=True)] == []
    text = json.dumps(body, ensure_ascii=False, indent=1)
    return text.replace(look.game_id, "GAME") + "\n"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("scene", SCENES)
def test_a_message_reads_as_it_did(scene: str, language: str) -> None:
    path = FOLDER / f"{scene}.{language}.json"
    assert shown(scene, language) == path.read_text(encoding="utf-8")


def test_nothing_that_all_see_tells_the_key() -> None:
    assert "k pillow" in shown("key", "en")
    for scene in ("lobby", "clue", "guess"):
        assert "k pillow" not in shown(scene, "en")
        assert "(assassin)" not in shown(scene, "en")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in SCENES:
        for tongue in languages():
            (FOLDER / f"{name}.{tongue}.json").write_text(shown(name, tongue), encoding="utf-8")
