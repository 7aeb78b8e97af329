"""The application: tables, players, settings and texts. It knows no chat platform's library."""

import os

# One linear-algebra thread: a clue is quicker than waking others up, and results do not depend
# on how many cores a machine has. It must be said before numpy is imported anywhere.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
