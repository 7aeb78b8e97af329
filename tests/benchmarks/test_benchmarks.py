"""Every benchmark runs to its end at a tiny size and prints its settings; no number is judged."""

import re
from importlib import import_module

import pytest

QUICK = frozenset({"colt", "words"})
"""Benchmarks that take a second at most."""

SMALL = {
    "adaptation": ("--people", "2", "--boards", "1", "--kind", "one model"),
    "arena": ("--games", "1", "--jobs", "1"),
    "clue": ("--games", "1"),
    "colt": ("--pairs", "120", "--games", "3"),
    "levels": ("--games", "2", "--measure", "score", "--measure", "shares", "--level", "strong"),
    "manner": ("--games", "1", "--batches", "2", "--pairs", "fusion-gloss"),
    "teammate": (
        *("--runs", "2", "--games", "2", "--teammate", "minilm", "--without"),
        *("--agent", "teammate-exact", "--agent", "teammate-blend"),
    ),
    "teammate_duels": ("--runs", "2", "--boards", "1", "--teammate", "minilm"),
    "words": ("--words", "300", "--lines", "2"),
    "store": ("--actions", "40", "--games", "2", "--processes", "1", "2"),
}
LAST = {
    "adaptation": r"^one model +meant \(\d\.\d{3}\) [+-]\d\.\d{4} ±\d\.\d{4} +turns 1-5: ",
    "arena": r"^1 process +\d+\.\d s +1\.00x$",
    "clue": r"^table, with lawfulness( +\d+\.\d+){4}x$",
    "colt": r"^descent: plain \d+ min, ours \d+\.\d\d s: \d+x$",
    "levels": r"^strong +listener +guesser +\d\.\d{3} \[\d\.\d{3}, \d\.\d{3}\] +\d\.\d{3} +2$",
    "manner": r"^all for count( +\d+\.\d+ ±\d+\.\d+){3}$",
    "teammate": r"^teammate-blend +mean( +-?\d+\.\d+ ±\d+\.\d+){6} +\d+/s$",
    "teammate_duels": r"^spymaster +teammate +mean +\d\.\d{3} ±\d+\.\d{3}( +0\.\d{3}){2}$",
    "words": r"^start \d+\.\d of 200, line \d+\.\d of 20 milliseconds$",
    "store": r"^memory: \d+\.\d MiB, with 2 open games \d+\.\d MiB: -?\d+\.\d KiB each$",
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in SMALL],
)
def test_a_benchmark_prints_its_configuration_and_its_table(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", [name, *SMALL[name]])
    import_module(f"benchmarks.{name}").main()
    written = capsys.readouterr().out
    head, *rest = written.splitlines()
    assert head.startswith("Configuration(")
    assert "seed=" in head
    assert any(re.fullmatch(r"checksum: [0-9a-f]{64}", line) for line in rest)
    assert re.search(LAST[name], written, re.MULTILINE)
