"""An adaptive agent's memory of its teammates: counts and evidence from past turns.

A `Memory` is a value that survives a round trip through JSON, except for fields that are not
stored, such as a guild's clues. The memory of a team is the sum of its members' memories.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from core.agents import explanations
from core.agents.clue_memory import NO_CLUES, ClueMemory
from core.agents.explanations import NO_EVIDENCE, Evidence
from core.agents.personas import PERSONAS_VERSION
from core.rating.colt import OUTCOME_COUNT, OUTCOMES, counts_by_code, outcome_of, turns_of
from core.rating.race import TYPICAL_TURNS, Turns

JSON_VERSION: Final = 1

NO_COUNTS: Final = (0.0,) * OUTCOME_COUNT


@dataclass(frozen=True, slots=True)
class Arm:
    """The record of one expert: real-valued uses, and outcomes by index (36,)."""

    uses: float = 0.0
    counts: tuple[float, ...] = NO_COUNTS

    def booked(self, credit: float, outcome: int) -> "Arm":
        """Return the arm after a turn with this outcome, weighted by its `credit`."""
        counts = list(self.counts)
        counts[outcome] += credit
        return Arm(self.uses + credit, tuple(counts))

    def __add__(self, other: "Arm") -> "Arm":
        counts = (mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True))
        return Arm(self.uses + other.uses, tuple(counts))


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn to learn from: the index of its outcome, and each expert's credit above 0.

    An agent can relearn from it without any model.
    """

    outcome: int
    credits: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Memory:
    """An agent's memory of one teammate: turns played, an arm for each expert, an unbooked turn.

    Only the published code of ACE keeps its last turn `pending` until the next one begins.
    `evidence` is about the teammate's understanding of clues, including `lent`.
    """

    turns: int = 0
    arms: Mapping[str, Arm] = field(default_factory=dict, hash=False)
    pending: PlayedTurn | None = None
    evidence: Evidence = NO_EVIDENCE
    lent: Evidence = NO_EVIDENCE
    """The part of the evidence from other people's turns; not stored."""
    expected: Turns = TYPICAL_TURNS
    """The expected turns of the team; not stored."""
    clues: ClueMemory = NO_CLUES
    """The guild's memory of clues; not stored here."""

    @property
    def own_evidence(self) -> Evidence:
        """The evidence of the person's own turns."""
        return self.evidence - self.lent

    def arm(self, name: str) -> Arm:
        """Return an expert's arm, an empty one before its first use."""
        return self.arms.get(name, UNUSED)


UNUSED: Final = Arm()
EMPTY: Final = Memory()


def booked(memory: Memory, turn: PlayedTurn) -> Memory:
    """Return the memory with a turn's outcome added to the arms of its credited experts."""
    arms = dict(memory.arms)
    for name, credit in turn.credits:
        arms[name] = memory.arm(name).booked(credit, turn.outcome)
    return replace(memory, arms=arms)


def settled(memory: Memory) -> Memory:
    """Return the memory with its pending turn booked."""
    if memory.pending is None:
        return memory
    return replace(booked(memory, memory.pending), pending=None)


def combine(memories: Iterable[Memory]) -> Memory:
    """Return the memory of a team: the sum of its members' turns, arms and evidence."""
    turns, arms, evidence, lent = 0, dict[str, Arm](), NO_EVIDENCE, NO_EVIDENCE
    for memory in map(settled, memories):
        turns += memory.turns
        evidence += memory.evidence
        lent += memory.lent
        for name, arm in memory.arms.items():
            arms[name] = arms.get(name, UNUSED) + arm
    return Memory(turns, arms, evidence=evidence, lent=lent)


def to_json(memory: Memory) -> dict[str, Any]:
    """Return the memory as JSON types, with outcomes by code and without zeros."""
    plain: dict[str, Any] = {
        "version": JSON_VERSION,
        "turns": memory.turns,
        "arms": {
            name: {"uses": arm.uses, "counts": counts_by_code(arm.counts)}
            for name, arm in memory.arms.items()
        },
        "pending": None,
    }
    if memory.pending is not None:
        code = OUTCOMES[memory.pending.outcome].code
        plain["pending"] = {"outcome": code, "credits": dict(memory.pending.credits)}
    if memory.evidence != NO_EVIDENCE:
        plain["evidence"] = explanations.to_json(memory.evidence, PERSONAS_VERSION)
    return plain


def from_json(plain: Mapping[str, Any]) -> Memory:
    """Return the memory that `to_json` wrote; raises ValueError for another version.

    Older versions of Spyring also wrote a key `teammate`, which nothing reads.
    """
    if plain.get("version") != JSON_VERSION:
        raise ValueError(f"a memory of version {plain.get('version')!r} cannot be read")
    pending, evidence = plain["pending"], plain.get("evidence")
    if pending is not None:
        earned = ((name, float(credit)) for name, credit in pending["credits"].items())
        pending = PlayedTurn(outcome_of(pending["outcome"]).index, tuple(earned))
    return Memory(
        turns=int(plain["turns"]),
        arms={
            name: Arm(float(arm["uses"]), turns_of(arm["counts"]))
            for name, arm in plain["arms"].items()
        },
        pending=pending,
        evidence=explanations.from_json(evidence, PERSONAS_VERSION) if evidence else NO_EVIDENCE,
    )
