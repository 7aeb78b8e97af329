"""Completion of typed text to a person's legal actions, and to nothing else.

Closed actions complete to their lines, or to the rest after their verbs; a clue's word completes
from an optional vocabulary. Completion never reads the key.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from adapters.terminal.input import local_commands
from bot.games import LocalTable
from core.rules import Form, Seat

MOST_CLUE_WORDS = 24
"""Words for a clue that are offered at once, out of thousands; cards and commands have no limit."""


@dataclass(frozen=True, eq=False)
class TableCompleter(Completer):
    """Completes the lines of one seat at a table."""

    table: LocalTable
    seat: Seat
    vocabulary: Sequence[str] = ()

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002 - the interface's
    ) -> Iterator[Completion]:
        """Yield completions of the text before the cursor."""
        typed = document.text_before_cursor
        for line in dict.fromkeys(self._lines(typed.lstrip())):
            yield Completion(line, start_position=-len(typed))

    def _lines(self, typed: str) -> Iterator[str]:
        """Yield the lines that start with the typed text; before a verb is typed, verbs alone."""
        legal, game = self.table.legal(self.seat), self.table.game
        observation, start = self.table.observe(self.seat), typed.casefold()
        actions = [game.action_line(action, observation) for action in legal.actions]
        orders = (order.value for order in local_commands(game.commands))
        for line in (*_commands(actions, start), *orders):
            if line.casefold().startswith(start):
                yield line
        for form in legal.forms:
            yield from _form_lines(form, typed, self.vocabulary)


def _commands(lines: Sequence[str], start: str) -> Iterator[str]:
    """Yield the rest of each line, then its verb, or the whole line after a typed verb."""
    for line in lines:
        _, _, rest = line.partition(" ")
        if rest:
            yield rest.strip('"')
    for line in lines:
        verb, blank, _ = line.partition(" ")
        yield line if start.startswith(f"{verb} ") else verb + blank


def _form_lines(form: Form, typed: str, vocabulary: Sequence[str]) -> Iterator[str]:
    """Yield completions of a form's next blank, with or without the verb."""
    verb = f"{form.verb} "
    if verb.startswith(typed.casefold()):
        yield form.verb
    head, text = (typed[: len(verb)], typed[len(verb) :]) if typed.startswith(verb) else ("", typed)
    *full, last = text.split(" ")
    if len(full) >= len(form.fields) or not (last or full):
        return
    choices = form.fields[len(full)].choices or vocabulary
    fitting = (choice for choice in choices if choice.casefold().startswith(last.casefold()))
    for choice in islice(fitting, MOST_CLUE_WORDS):
        yield head + " ".join([*full, choice])
