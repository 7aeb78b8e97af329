"""The commands for operators, run: what `__main__` hands over to, with all that they import."""

import json
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot import doctor, office, service
from bot.assets import known
from bot.doctor import Patient
from bot.finding import finding_lines, findings_json, is_sound
from bot.games.door import utc_now
from bot.logs import log_nowhere
from bot.office import Errand
from bot.service import Guest
from bot.settings import Settings, SettingsError, unknown_settings
from bot.state import database_url
from bot.texts import Texts
from core.words.ensemble import MODELS

SICK = 1
"""The exit code of a doctor who found a fault."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """What operators see and are asked; `draw` draws any picture."""

    texts: Texts
    say: Callable[[str], None]
    ask: Callable[[str], bool]
    draw: Callable[[], bytes]
    invite: Callable[[], Sequence[Guest]] = tuple
    """Returns the adapters that serve beside the games; raises Refusal."""


def operate(
    arguments: Namespace,
    settings: Settings,
    faults: Sequence[SettingsError],
    terminal: Terminal,
) -> int:
    """Run a command for operators; return the exit code. Raises Refusal."""
    log_nowhere()
    url = database_url(arguments.state, settings)
    match arguments.command:
        case "run":
            names = doctor.ensemble_of(settings)
            ensemble = known(dict.fromkeys(MODELS), names)
            service.run(settings, url, ensemble, terminal.invite())
            return 0
        case "doctor":
            patient = Patient(settings, faults, unknown_settings(), url, terminal.draw, utc_now)
            return _tell(patient, terminal, as_json=arguments.json)
        case _:
            office.obey(Errand(arguments, url, terminal.texts, terminal.say, terminal.ask))
            return 0


def _tell(patient: Patient, terminal: Terminal, *, as_json: bool) -> int:
    findings = doctor.examine(patient)
    if as_json:
        terminal.say(json.dumps(findings_json(findings, terminal.texts), ensure_ascii=False))
    else:
        for line in finding_lines(findings, terminal.texts):
            terminal.say(line)
    return 0 if is_sound(findings) else SICK
