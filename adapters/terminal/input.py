"""Typed lines: a command to the terminal or the lobby, or a line for the game.

A command is a word of its own, so "board 2" is still a clue. A line for the game may omit its first
word if the table waits for a form (a clue) or for a card, or as the game's own `Keyboard` allows.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from difflib import get_close_matches
from enum import Enum
from unicodedata import normalize

from adapters.terminal.render import spoken_seat
from bot.games import LocalTable, Update
from core.command import Commands, InputType
from core.rules import InvalidNotation, Refusal, Seat
from core.view import Phrase, all_cells, phrase


class LocalCommand(Enum):
    """A command that works at any time, with its word."""

    BOARD = "board"
    KEY = "key"
    LEFT = "left"
    LOG = "log"
    RULES = "rules"
    HELP = "help"
    GO = "go"
    TAKE_BACK = "takeback"
    AGREE = "agree"
    REFUSE = "refuse"
    STOP = "stop"
    QUIT = "quit"


TABLE_COMMANDS = frozenset(
    {LocalCommand.TAKE_BACK, LocalCommand.AGREE, LocalCommand.REFUSE, LocalCommand.STOP}
)
"""Commands to the table in any game; the others are the terminal's."""


_SHOWN = {LocalCommand.KEY, LocalCommand.LEFT, LocalCommand.LOG}
CARD_COMMANDS = TABLE_COMMANDS - {LocalCommand.STOP} | _SHOWN
"""Commands that exist only in a game with cards, whose moves may be taken back."""


YES = frozenset({"y", "yes", "はい"})
NO = frozenset({"n", "no", "いいえ"})
"""Answers to questions, in every language."""


def is_yes(answer: str) -> bool:
    """Return whether an answer is yes; full-width letters count."""
    return _plain(answer) in YES


def is_no(answer: str) -> bool:
    """Return whether an answer is no."""
    return _plain(answer) in NO


def _plain(answer: str) -> str:
    return normalize("NFKC", answer).strip().casefold()


def local_commands(commands: Commands) -> tuple[LocalCommand, ...]:
    """Return the commands of the terminal and the table that a game has."""
    options = (option for command in commands.play for option in command.options)
    if any(option.kind is InputType.CARD for option in options):
        return tuple(LocalCommand)
    return tuple(order for order in LocalCommand if order not in CARD_COMMANDS)


def read_local_command(
    text: str, known: Collection[LocalCommand] = tuple(LocalCommand)
) -> LocalCommand | None:
    """Return a line's command, None for a line of the game; an empty line is GO."""
    word = text.strip().casefold()
    if not word:
        return LocalCommand.GO
    return next((order for order in known if order.value == word), None)


def asks(text: str, commands: Commands, *, alone: bool) -> bool:
    """Return whether a text is one of a game's questions; if `alone`, only its verb."""
    verb, *rest = text.casefold().split() or [""]
    return verb in {one.name for one in commands.questions} and not (alone and rest)


def asks_only(table: LocalTable, seat: Seat, text: str, *, script: bool = False) -> bool:
    """Return whether a text is a question, and not a line such as the clue "why 2"."""
    commands = table.game.commands
    if asks(text, commands, alone=True):
        return True
    return asks(text, commands, alone=False) and not _is_readable(table, seat, text, script=script)


def read_line(table: LocalTable, seat: Seat, text: str, *, script: bool = False) -> str:
    """Return the game's line in a text from a person or a script.

    If a text starts with a verb of the game, the first reading is the text itself, the second one
    assumes an omitted verb ("pass 2" may be a clue). Raises InvalidNotation for the first reading.
    """
    refusal: InvalidNotation | None = None
    observation = table.observe(seat)
    for line in _readings(table, seat, text, script=script):
        try:
            table.game.parse(line, observation, table.turn)
        except InvalidNotation as unreadable:
            refusal = refusal or unreadable
        else:
            return line
    raise refusal or InvalidNotation("terminal-nothing-waits")


def read_address(
    table: LocalTable, seat: Seat, text: str, seats: Sequence[Seat], *, script: bool = False
) -> tuple[Seat, str]:
    """Return the seat that acts, one of `seats` if the line names it first, and its line.

    ``red-guesser-2: point whale``. Text before a colon may also belong to a card or a secret.
    Raises Refusal if it can only be the name of a seat that does not exist.
    """
    head, colon, rest = text.partition(":")
    name = head.strip()
    if colon and name in seats:
        return Seat(name), rest.removeprefix(" ")
    begun = any(name and one.startswith(name) for one in seats)
    is_like_one = colon and (begun or get_close_matches(name, seats, n=1))
    if is_like_one and not _is_readable(table, seat, text, script=script):
        raise Refusal("terminal-seat-unknown", seat=name, seats=tuple(seats))
    return seat, text


def namesake(table: LocalTable, seat: Seat, text: str) -> str | None:
    """Return the line that chooses the card whose name is also a command."""
    word = text.strip().casefold()
    alone = {command.name for command in table.game.commands.play if not command.options}
    orders = local_commands(table.game.commands)
    taken = word in alone or asks(word, table.game.commands, alone=True)
    if not word or (read_local_command(word, orders) is None and not taken):
        return None
    for cell in all_cells(table.view(seat)):
        if cell.choice and cell.label.casefold() == word:
            return cell.choice.line
    return None


def offered_line(table: LocalTable, seat: Seat, line: str) -> str | None:
    """Return the line in the game's spelling if it is one of the legal closed actions."""
    observation = table.observe(seat)
    action = table.game.parse(line, observation, table.turn)
    if action not in table.legal(seat).actions:
        return None
    return table.game.action_line(action, observation)


def awaited_verb(table: LocalTable, seat: Seat) -> str | None:
    """Return the verb that a typed card needs, or None if no card can be chosen."""
    lines = (cell.choice.line for cell in all_cells(table.view(seat)) if cell.choice)
    return next((line.partition(" ")[0] for line in lines), None)


def expected_input(table: LocalTable, seat: Seat, *, advised: bool) -> Phrase:
    """Return a short description of the input to type; `advised` means that bots wait."""
    keyboard = table.game.text_interface
    if keyboard:
        said = keyboard.expected(table.observe(seat))
        return phrase("terminal-expects-beside", said=said) if advised else said
    forms = table.legal(seat).forms
    if forms:
        usage = " ".join(field.name.upper() for field in forms[0].fields)
        return phrase("terminal-expects-form", usage=usage)
    if awaited_verb(table, seat):
        return phrase("terminal-expects-go" if advised else "terminal-expects-card")
    return phrase("terminal-expects-line")


def act_bots(
    table: LocalTable,
    seats: Sequence[Seat],
    refuse: Callable[[Phrase], None],
    wait: Callable[[], object],
) -> Sequence[Update]:
    """Run a bot's action; return the updates.

    On a failure say why; if the table waits for no person, try again after `wait`.
    """
    while True:
        # If no person is due, the bots need not wait.
        alone = table.to_act.isdisjoint(seats)
        try:
            return table.act(after_patience=alone)
        except Refusal as refusal:
            refuse(refusal.phrase)
        if not alone:
            return ()
        wait()


def nothing_to_continue(table: LocalTable, seat: Seat) -> Refusal:
    """Return the refusal of `go` if no bot waits, with the possible input."""
    keyboard = table.game.text_interface
    if keyboard is None:
        return Refusal("terminal-nothing-waits")
    return Refusal("terminal-type-something", expected=keyboard.expected(table.observe(seat)))


def seat_name(table: LocalTable, seat: Seat) -> Phrase | str:
    """Return the name of the person in a seat, or else the seat's name in a sentence."""
    if person := table.name(seat):
        return person
    keyboard = table.game.text_interface
    return keyboard.seat(seat, table.observe(None)) if keyboard else spoken_seat(seat)


def next_person(table: LocalTable, seats: Sequence[Seat], last: Seat | None) -> Seat | None:
    """Return the next person to use the keyboard, None if the table waits for none.

    Of people with the same view, any may type. People with another view than the `last` person
    precede those with the same view.
    """
    due = [seat for seat in seats if seat in table.to_act]
    keyboard = table.game.text_interface
    first = keyboard.order(due, table.observe(None)) if keyboard and due else due
    others = [
        seat for seat in first if last and table.private_view(seat) != table.private_view(last)
    ]
    return next(iter([*others, *first]), None)


def read_command_for(
    table: LocalTable, seat: Seat, text: str, seats: Sequence[Seat]
) -> tuple[Seat, str, LocalCommand | None]:
    """Return the seat that a person at `seat` types for, the rest of the text, and its command.

    For commands to the table, that is any person; otherwise a person due with the same view. The
    command is None for a line of the game. Raises Refusal.
    """
    known = local_commands(table.game.commands)
    if (order := read_local_command(text, known)) is not None:
        return seat, text, order
    teller, rest = read_address(table, seat, text, seats)
    if (order := read_local_command(rest, known)) in TABLE_COMMANDS:
        return teller, rest, order
    if table.private_view(teller) != table.private_view(seat):
        raise Refusal("terminal-seat-apart", seat=seat_name(table, teller))
    due = [one for one in seats if one in table.to_act]
    teller, rest = read_address(table, seat, text, due)
    return teller, rest, read_local_command(rest, known)


def _is_readable(table: LocalTable, seat: Seat, text: str, *, script: bool) -> bool:
    try:
        read_line(table, seat, text, script=script)
    except InvalidNotation:
        return False
    return True


def _readings(table: LocalTable, seat: Seat, text: str, *, script: bool) -> Iterator[str]:
    keyboard = table.game.text_interface
    if keyboard:
        yield (keyboard.script if script else keyboard.line)(text, table.observe(seat))
        return
    first = text.split(maxsplit=1)[0].casefold() if text.strip() else ""
    if first in {command.name for command in table.game.commands.play}:
        yield text
    awaited = _awaited(table, seat, text)
    yield text if awaited is None else awaited


def _awaited(table: LocalTable, seat: Seat, text: str) -> str | None:
    """Return the line with the verb that the table waits for, or None if it waits for none."""
    forms = table.legal(seat).forms
    if forms:
        # A verb alone asks for its values; it does not fill in a form.
        alone = text.strip().casefold() == forms[0].verb
        return text if alone else f"{forms[0].verb} {text}"
    named = text.strip().casefold()
    for cell in all_cells(table.view(seat)):
        if cell.choice and named in (cell.label.casefold(), cell.place.casefold()):
            return cell.choice.line
    verb = awaited_verb(table, seat)
    return None if verb is None else f"{verb} {text}"
