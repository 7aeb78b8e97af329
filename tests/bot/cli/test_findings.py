from bot.cli.doctor import (
    CheckResult,
    fault,
    is_healthy,
    ok,
    result_lines,
    results_json,
    warning,
)
from bot.texts import Texts
from core.view import phrase

TEXTS = Texts.load()

SOUND = (
    ok("fonts", phrase("doctor-fonts")),
    warning("migrations", phrase("doctor-behind", current="0001", head="0002")),
)
SICK = (*SOUND, fault("disk", phrase("doctor-disk-full", megabytes=1, folder="/var")))


def test_lines_stand_in_columns() -> None:
    first, second = result_lines(SOUND, TEXTS)
    assert first.startswith("ok       fonts       a picture")
    assert second.startswith("warning  migrations  The tables")


def test_only_a_fault_makes_it_unsound() -> None:
    assert is_healthy(SOUND)
    assert not is_healthy(SICK)


def test_json_says_whether_all_is_well_and_what_was_found() -> None:
    assert results_json(SOUND, TEXTS)["ok"] is True
    told = results_json(SICK, TEXTS)
    assert told["ok"] is False
    assert [one["level"] for one in told["findings"]] == ["ok", "warning", "fault"]
    assert told["findings"][2]["subject"] == "disk"
    assert told["findings"][2]["said"].startswith("Only 1 MB")


def test_each_level_has_a_finding() -> None:
    said = phrase("doctor-fonts")
    assert ok("fonts", said) == CheckResult("ok", "fonts", said)
    assert warning("fonts", said) == CheckResult("warning", "fonts", said)
    assert fault("fonts", said) == CheckResult("fault", "fonts", said)


def test_a_new_database_is_not_described_as_an_earlier_version() -> None:
    (line,) = result_lines([fault("migrations", phrase("doctor-behind", current="nothing"))], TEXTS)
    assert line.endswith('The database has no tables of Spyring yet: run "spyring migrate".')
