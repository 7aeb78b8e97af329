"""The two chairs of a team, with anything in them: players, their names or their memories."""

from typing import Generic, NamedTuple, TypeVar

S_co = TypeVar("S_co", covariant=True)
G_co = TypeVar("G_co", covariant=True)


class Pair(NamedTuple, Generic[S_co, G_co]):
    """Two values, one for each of a team's chairs."""

    spymaster: S_co
    guesser: G_co
