"""Statistics of a server's people for CoLT: their teams' outcomes, and similar experts."""

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from bot.identity import User
from bot.ratings import Role
from bot.ratings.facts import SettledTurn
from bot.ratings.totals import is_person
from bot.ratings.turns import all_turns
from bot.store.connection import Store
from bot.store.location import check_there
from bot.store.migration import check, migration_status
from core.rating.colt import OUTCOME_COUNT, WEIGHTS, Floats
from core.rating.estimate import PRIOR_STRENGTH, population
from core.rules import Refusal

_TeamKey: TypeAlias = tuple[tuple[str, str], ...]
_PersonKey: TypeAlias = tuple[User, Role]


@dataclass(frozen=True, slots=True)
class ExpertShare:
    """An expert's similarity to people.

    `share` is its share of the credit from people's turns, where each person in a role weighs the
    same; `leads` counts the people with more credit for it than for any other expert; `colt` is the
    rating of its turns, weighted by its credit.
    """

    expert: str
    share: float
    leads: int
    colt: float


@dataclass(frozen=True, slots=True)
class Population:
    """People's rated turns by team and outcome (teams, 36), and the experts' shares of them.

    A team is the same people and bots in the same roles. `people` counts each person once in each
    role with credit for experts.
    """

    turns: Floats
    experts: tuple[ExpertShare, ...]
    people: int

    @property
    def posteriors(self) -> Floats:
        """The parameters (teams, 36) of each team's Dirichlet posterior."""
        return self.turns + PRIOR_STRENGTH * population(self.turns.sum(axis=0))


async def read_population(url: str) -> Population:
    """Return the people in the database at an address.

    Raises LocationError, StoreFault and AddressError, and Refusal if nobody has played.
    """
    check_there(url)
    check(await migration_status(url))
    async with Store.open(url) as store, store.reading() as conn:
        return await population_of(all_turns(conn))


async def population_of(turns: AsyncIterator[SettledTurn]) -> Population:
    """Return the people in turns; raises Refusal if no turn counts."""
    teams = defaultdict[_TeamKey, Floats](lambda: np.zeros(OUTCOME_COUNT))
    people = defaultdict[_PersonKey, defaultdict[str, float]](lambda: defaultdict(float))
    rewards = defaultdict[str, Floats](lambda: np.zeros(2))
    async for turn in turns:
        if turn.outcome is None or not any(is_person(player.user) for player in turn.players):
            continue
        if turn.rated:
            seats = ((str(player.user), player.role.value) for player in turn.players)
            teams[tuple(sorted(seats))][turn.outcome] += 1.0
        for one in turn.credits:
            if is_person(one.user) and one.credit > 0.0:
                people[one.user, one.role][one.expert] += one.credit
                rewards[one.expert] += one.credit * np.array([1.0, WEIGHTS[turn.outcome]])
    if not teams:
        raise Refusal("colt-no-turns")
    counts = np.stack([teams[key] for key in sorted(teams)])
    return Population(counts, _experts([*people.values()], rewards), len(people))


def _experts(
    people: Sequence[Mapping[str, float]], rewards: Mapping[str, Floats]
) -> tuple[ExpertShare, ...]:
    """Return the experts, largest share first, from each person's credits by expert.

    `rewards` are each expert's sums of credits, and of credits times the outcomes' weights.
    """
    shares = [
        {expert: credit / sum(earned.values()) for expert, credit in earned.items()}
        for earned in people
    ]
    leads = Counter(max(sorted(one), key=lambda expert: one[expert]) for one in shares)
    found = [
        ExpertShare(
            expert,
            sum(one.get(expert, 0.0) for one in shares) / len(shares),
            leads[expert],
            float(reward / credit),
        )
        for expert, (credit, reward) in rewards.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.share, one.expert)))
