"""What operators are told of an unexpected error: its kind and its place, never its own words.

The words may hold the key, a hidden word, or a row of the database.
"""

import traceback
from pathlib import Path


def blame(error: BaseException) -> str:
    """Return the kind of an error and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return type(error).__name__
    last = frames[-1]
    return f"{type(error).__name__} in {last.name}, {Path(last.filename).name}:{last.lineno}"
