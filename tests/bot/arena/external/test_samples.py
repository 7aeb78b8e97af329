"""The samples for docs/agents.md: they play, and match the transcript."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.arena.duel import duel
from bot.arena.players import DuelSetup, Ruleset
from bot.models.ensemble import default_model_set

DOCS = Path(__file__).parents[4] / "docs"
PYTHON, PERL = (DOCS / "agents" / f"agent.{ending}" for ending in ("py", "pl"))
TRANSCRIPTS = re.findall(r"^```\n(> .*?)^```", (DOCS / "agents.md").read_text(), re.M | re.S)

needs_perl = pytest.mark.skipif(shutil.which("perl") is None, reason="needs Perl")


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=["spymaster", "guesser"])
def test_the_sample_says_what_the_transcript_says(transcript: str, tmp_path: Path) -> None:
    (tmp_path / "clues.txt").write_text("feline\nriver\nmusic\nplanet\n")
    asked, answered = (
        [line[2:] for line in transcript.splitlines() if line[0] == sign] for sign in "><"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, PYTHON],
        input="\n".join(asked) + "\n",
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert done.stdout.splitlines() == answered


@pytest.mark.slow  # test_duel.py plays them, too
@pytest.mark.parametrize(
    "command",
    [f"{sys.executable} {PYTHON}", pytest.param(f"perl {PERL}", marks=needs_perl)],
    ids=["python", "perl"],
)
def test_a_sample_plays_in_both_chairs_without_a_forfeit(command: str) -> None:
    setup = DuelSetup(default_model_set(), Ruleset.TABLE, (), 60.0)
    blue = f"exec:'{command}'+exec:'{command}'"
    report = duel(setup, blue, "random+random", range(2))
    assert report.to_json()["forfeits"] == []
