"""A pack of words from the kitchen."""

from typing import Final

from core.words.packs import parse_pack

WORDS: Final = """
    apple basket bean bottle bowl bread butter cake candle cheese cherry coffee cream cup egg fire
    fish fork glass honey jam kettle knife lemon milk mushroom nut oil onion oven pan pepper plate
    rice salt soup spoon sugar table tea
"""

KITCHEN: Final = parse_pack("\n".join(WORDS.split()), "kitchen")
