"""Tests of the memory of recent values in a process."""

from core.recent import RecentDict


def test_the_entries_that_were_set_last_are_kept() -> None:
    known = RecentDict[str, int](2)
    for number, name in enumerate(("one", "two", "one", "three")):
        known[name] = number
    assert dict(known) == {"one": 2, "three": 3}


def test_a_default_counts_as_an_entry_and_leaves_what_is_there() -> None:
    known = RecentDict[str, int](2)
    assert [known.setdefault(name, number) for number, name in enumerate("aab")] == [0, 0, 2]
    known.setdefault("c", 3)
    assert list(known) == ["b", "c"]
