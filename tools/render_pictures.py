"""Renders the pictures of the README and of docs/discord.md: `python -m tools.render_pictures`.

Plays the opening of a game with a fixed secret. Writes the public picture and a spymaster's into
docs/pictures, also in Discord's form, and the gallows of hangman.
"""

from hashlib import sha256
from pathlib import Path

from adapters.picture import render, render_strokes
from adapters.picture.palette import Theme
from bot.texts import Texts
from core.codenames.actions import Deal
from core.codenames.clue import Referee
from core.codenames.deal import SECRET_BYTES, Supply
from core.codenames.model import Options, State
from core.codenames.notation import parse
from core.codenames.present import board, title
from core.codenames.rules import Codenames
from core.hangman.gallows import gallows
from core.rules import CHANCE, Legal, Seat, Secret, advance
from core.words.packs import default_pack

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SECRET = sha256(b"spyring 1").digest()[:SECRET_BYTES]
MOVES = (
    ("blue-spymaster", "clue garden 2"),
    ("blue-guesser", "guess clover"),
    ("blue-guesser", "guess peach"),
    ("blue-guesser", "guess trunk"),
    ("red-spymaster", "clue string 2"),
    ("red-guesser", "guess guitar"),
    ("red-guesser", "guess knot"),
    ("red-guesser", "pass"),
    ("blue-spymaster", "clue computer 2"),
    ("blue-guesser", "guess monitor"),
    ("blue-guesser", "guess news"),
    ("red-spymaster", "clue greece 1"),
    ("red-guesser", "guess athens"),
    ("red-guesser", "pass"),
    ("blue-spymaster", "clue desert 2"),
    ("blue-guesser", "mark oasis"),
)


WRONG, LIVES = 5, 8


def played(rules: Codenames) -> State:
    """Return the table after the moves; raises Refusal if the pack has changed."""
    start = rules.initial()
    state = advance(rules, start, rules.decide(start, CHANCE, Deal(0, Secret(SECRET))))
    for seat, line in MOVES:
        action = parse(line, rules.observe(state, None), state.number)
        state = advance(rules, state, rules.decide(state, Seat(seat), action))
    return state


def picture(rules: Codenames, state: State, seat: Seat | None) -> bytes:
    """Return the PNG for a seat, or the public one for None."""
    seen = rules.observe(state, seat)
    return render(board(seen, Legal()), header=Texts.load().say(title(seen)))


def dark(rules: Codenames, state: State, seat: Seat | None) -> bytes:
    """Return the PNG for a seat's message on Discord, or for the public one."""
    return render(board(rules.observe(state, seat), Legal()), theme=Theme.DARK)


def main() -> None:
    """Write all pictures."""
    rules = Codenames(Options(), Supply(default_pack()), Referee())
    state = played(rules)
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / "key.png").write_bytes(picture(rules, state, Seat("blue-spymaster")))
    (PICTURES / "discord-board.png").write_bytes(dark(rules, state, None))
    gallows_png = render_strokes(gallows(WRONG, LIVES), theme=Theme.DARK)
    (PICTURES / "discord-gallows.png").write_bytes(gallows_png)
    (PICTURES / "discord-key.png").write_bytes(dark(rules, state, Seat("blue-spymaster")))


if __name__ == "__main__":
    main()
