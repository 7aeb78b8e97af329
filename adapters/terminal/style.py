"""What the colours and tones of a view look like in a terminal.

Colours are those of the 256-colour palette above the first sixteen, which no theme changes; each
filled area sets its foreground with its background, so that it reads on dark and light screens.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.view import Colour, Tone

RESET = "\x1b[0m"
SHADE = "░"


@dataclass(frozen=True, slots=True)
class Ink:
    """Two numbers of the 256-colour palette that can be told apart when put on each other."""

    foreground: int
    background: int


WHITE, DARK = 231, 16

INKS: Mapping[Colour, Ink] = MappingProxyType(
    {
        Colour.BLUE: Ink(WHITE, 25),
        Colour.RED: Ink(WHITE, 160),
        Colour.GREEN: Ink(WHITE, 28),
        Colour.YELLOW: Ink(DARK, 220),
        Colour.PURPLE: Ink(WHITE, 91),
        Colour.SAND: Ink(DARK, 180),
        Colour.BLACK: Ink(WHITE, 237),
    }
)

TONES: Mapping[Tone, str] = MappingProxyType(
    {Tone.LARGE: "1", Tone.STRONG: "1", Tone.QUIET: "2", Tone.GOOD: "1;32", Tone.BAD: "1;31"}
)


@dataclass(frozen=True, slots=True)
class Brush:
    """Puts colours on measured text, or leaves it as it is where `colour` is False."""

    colour: bool

    @property
    def shade(self) -> str:
        """What fills up a filled area: its colour does, or a shade where there is none."""
        return " " if self.colour else SHADE

    def filled(self, text: str, colour: Colour) -> str:
        """Return the text on a ground of its own."""
        ink = INKS.get(colour)
        if ink is None:
            return text
        return self._marked(text, f"1;38;5;{ink.foreground};48;5;{ink.background}")

    def toned(self, text: str, tone: Tone) -> str:
        """Return the text in a tone of voice."""
        code = TONES.get(tone)
        return text if code is None else self._marked(text, code)

    def _marked(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}{RESET}" if self.colour and text else text
