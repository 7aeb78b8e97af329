"""What people at a screen are shown when a game is over."""

from adapters.terminal.cells import wrapped
from adapters.terminal.ports import Table
from adapters.terminal.voice import Voice
from core.rules import Refusal
from core.view import Tone, phrase


def close(table: Table, voice: Voice) -> None:
    """Show how the game ended, the whole key, what the bots meant, and how to check a deal."""
    voice.screen.write(["", *voice.painter.view(table.view(None)).split("\n"), ""])
    try:
        for said in table.recap():
            voice.say(said)
    except Refusal as refusal:
        voice.say(refusal.phrase, Tone.BAD)
    if not table.is_checkable:
        return
    for line in table.game.closing_lines(table.observe(None)):
        voice.screen.write(wrapped(line, voice.painter.width))
    voice.say(phrase("terminal-verify"), Tone.QUIET)
