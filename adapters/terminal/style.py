"""The colours and tones of a view in a terminal.

Colours are those of the 256-colour palette above the first sixteen, which no theme changes; each
filled area sets its foreground with its background, so that it reads on dark and light screens.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from core.view import Colour, Tone

RESET = "\x1b[0m"
FILL = "░"


WHITE, DARK = 231, 16

COLOUR_PAIRS: Mapping[Colour, tuple[int, int]] = MappingProxyType(
    {
        Colour.BLUE: (WHITE, 25),
        Colour.RED: (WHITE, 160),
        Colour.GREEN: (WHITE, 28),
        Colour.YELLOW: (DARK, 220),
        Colour.PURPLE: (WHITE, 91),
        Colour.SAND: (DARK, 180),
        Colour.BLACK: (WHITE, 237),
    }
)
"""Text and ground of each colour, as numbers of the 256-colour palette that can be told apart."""

TONE_CODES: Mapping[Tone, str] = MappingProxyType(
    {Tone.LARGE: "1", Tone.STRONG: "1", Tone.QUIET: "2", Tone.GOOD: "1;32", Tone.BAD: "1;31"}
)


@dataclass(frozen=True, slots=True)
class Style:
    """Puts colours on measured text, or leaves it as it is where `colour` is False."""

    colour: bool

    @property
    def fill(self) -> str:
        """The character of a filled area: a blank in its colour, or a shade."""
        return " " if self.colour else FILL

    def filled(self, text: str, colour: Colour) -> str:
        """Return the text on a ground of its own."""
        if colour not in COLOUR_PAIRS:
            return text
        foreground, background = COLOUR_PAIRS[colour]
        return self._marked(text, f"1;38;5;{foreground};48;5;{background}")

    def toned(self, text: str, tone: Tone) -> str:
        """Return the text in a tone of voice."""
        code = TONE_CODES.get(tone)
        return text if code is None else self._marked(text, code)

    def _marked(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}{RESET}" if self.colour and text else text


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The way a game is shown: `pause_s` seconds after each bot's action, `vocabulary` of clues."""

    colour: bool = True
    pause_s: float = 0.0
    vocabulary: Sequence[str] = ()
