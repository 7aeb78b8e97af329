import pytest

from bot.gametypes.registry import GAMES, GameEntry, command_classes, load_command


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_game_is_found_by_its_name(game: GameEntry) -> None:
    cli = game.load()
    assert cli.name == game.name
    assert cli.game_type().name == game.name


@pytest.mark.parametrize(("name", "path"), command_classes(GAMES).items())
def test_each_command_of_a_game_is_found_by_its_name(name: str, path: str) -> None:
    assert load_command(path).name == name
