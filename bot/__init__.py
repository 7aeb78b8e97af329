"""The application: tables, players, settings and texts. It imports no chat platform's library."""

import os
from typing import Final

__version__: Final = "0.1.0"

# One linear-algebra thread: waking others takes longer than a clue, and results do not depend
# on the number of cores. numpy reads it when it is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
