"""``spyring arena match``: one pair plays many games."""

from bot.arena.simulate_command import SimulateCommand


class MatchTask(SimulateCommand):
    """One pair plays many games, as in ``spyring simulate``."""

    name = "match"
    seed_flag = "--first-seed"
