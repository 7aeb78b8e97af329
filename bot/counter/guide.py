"""Help: how each game is begun, and what else can be asked for."""

from collections.abc import Iterable

from bot.counter.ask import Ask, Request
from core.view import Fields, Phrase, Text, Tone, View, phrase


def guide(games: Iterable[str], asks: Iterable[Ask], request: Request) -> View:
    """Return help on games, and on what the asker may ask for."""
    paths = dict.fromkeys(ask.path[0] for ask in asks if request.manages or not ask.manages)
    return View(
        phrase("help-title"),
        (
            Text(phrase("help-what")),
            Fields(tuple(map(_game, games))),
            Text(phrase("help-more"), Tone.STRONG),
            Fields(tuple(map(_other, paths))),
        ),
        phrase("help-footer"),
    )


def _game(name: str) -> tuple[None, Phrase, Phrase]:
    return None, phrase("game-name", game=name), phrase("help-game", game=name)


def _other(name: str) -> tuple[None, Phrase, Phrase]:
    return None, phrase("help-command", name=name), phrase(f"ask-{name}")
