"""Hangman's interfaces for the application and for a keyboard.

At a keyboard guessers type a letter or a whole word, and dealers type places or a pattern. Scripts
guess the first letter of each line that is not a command, and read each board after a guess.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Final

from core.game import GameInterface, TextInterface
from core.hangman import notation
from core.hangman.command import HANGMAN, usable
from core.hangman.model import Action, Board, Event, Observation, Phase
from core.hangman.notation import board_line, event_line, fold, is_word, place_text, progress_line
from core.hangman.options import Dealer, Team
from core.hangman.present import describe, present
from core.rules import Seat
from core.view import Phrase, phrase

COVER_SIGNS: Final = frozenset(".·・_-")
"""The signs for a covered letter in a typed pattern."""


def line(text: str, observation: Observation) -> str:
    """Return the line of a typed letter, solution, secret word or answer."""
    if _command(text, observation):
        return text
    if _deals(observation):
        if observation.phase is Phase.WORD:
            return f"word {text}"
        return f"answer {_read_pattern(text, observation) or text}"
    return f"solve {text}" if is_word(text, observation) else f"guess {text}"


def script(text: str, observation: Observation) -> str:
    """Return the line of a script's text: a command with its argument, or a guess of one letter."""
    command = _command(text, observation)
    if _deals(observation) or command == "hint" or (command and " " in text.strip()):
        return line(text, observation)
    return f"guess {unicodedata.normalize('NFKC', text).strip()[:1]}"


def script_lines(before: Sequence[Observation], after: Sequence[Observation]) -> tuple[str, ...]:
    """Return the news between two observations of one or more observers.

    Each board with a new answer has a line; a board that none of them sees has its team's progress
    instead. If several people guess, or a person answers, a line with the guess precedes it. The
    last line says who won.
    """
    teams = before[0].options.teams
    lines = [said for team in teams for said in _told_of(team, before, after)]
    ending = after[0].ending
    if ending and not before[0].ending:
        lines.append(event_line(ending, after[0]))
    return tuple(lines)


def opening_lines(observations: Sequence[Observation]) -> tuple[str, ...]:
    """Return the observers' boards before the first guess."""
    return tuple(
        dict.fromkeys(
            board_line(seen, board)
            for seen in observations
            for board in seen.boards
            if seen.phase is Phase.GUESS and not (board.tries or board.asked)
        )
    )


def expected(observation: Observation) -> Phrase:
    """Return the input that the observer may type now."""
    board = _asking(observation) if _deals(observation) else None
    if board and board.asked:
        what = "verdict" if board.asked.is_word else "places"
        return phrase("hangman-expects", what=what, asked=board.asked.text.upper())
    return phrase("hangman-expects", what="word" if _deals(observation) else "guess", asked="")


def seat_name(seat: Seat, observation: Observation) -> Phrase:
    """Return a chair's name within a sentence."""
    chair = observation.options.seats[seat]
    number = chair.number if observation.options.guessers > 1 else 0
    return phrase("hangman-seat", team=chair.team.value, number=number)


def order(due: Sequence[Seat], observation: Observation) -> tuple[Seat, ...]:
    """Return the seats that act first: in a race, those of the team with fewer guesses."""
    guesses = {one.team: one.guesses for one in observation.progress}
    made = {seat: guesses.get(observation.options.seats[seat].team, 0) for seat in due}
    return tuple(seat for seat in due if made[seat] == min(made.values()))


def _command(text: str, observation: Observation) -> str:
    """Return the command that a text begins with, or an empty text."""
    verb = text.strip().partition(" ")[0].casefold()
    return verb if verb in [command.name for command in usable(observation)] else ""


def _deals(observation: Observation) -> bool:
    return observation.chair is not None and observation.chair.deals


# The dealer.


def _read_pattern(text: str, observation: Observation) -> str | None:
    """Return the pending letter's places in a pattern such as ``.e..e.``; None for other texts."""
    board = _asking(observation)
    if board is None or board.pending is None:
        return None
    signs = "".join(fold(text, observation).split())
    shown = board.pattern(observation.length)
    if len(signs) != len(shown):
        return None
    pairs = zip(signs, shown, strict=True)
    if not all(sign in COVER_SIGNS or sign in (letter, board.pending) for sign, letter in pairs):
        return None
    return place_text(tuple(n for n, sign in enumerate(signs) if sign == board.pending))


def _asking(observation: Observation) -> Board | None:
    """Return the board on which a guess waits for the dealer."""
    return next((board for board in observation.boards if board.asked), None)


# Lines for scripts.


def _told_of(
    team: Team, before: Sequence[Observation], after: Sequence[Observation]
) -> Iterator[str]:
    """Yield the news of a team, as the observer who sees the most of it reads it."""
    looks = [(old.board_of(team), new) for old, new in zip(before, after, strict=True)]
    old, seer = next((look for look in looks if look[0]), looks[0])
    if new := seer.board_of(team):
        yield from _changes(seer, old or Board(team), new)
        return
    place = seer.options.teams.index(team)
    earlier, now = before[0].progress[place], after[0].progress[place]
    if now.guesses > earlier.guesses:
        yield f"{team.value} {progress_line(earlier, now, after[0])}"


def _changes(after: Observation, old: Board, new: Board) -> Iterator[str]:
    options = after.options
    if options.dealer is Dealer.THOUGHT or len(options.chairs) > 2:
        # A pending guess, or one answered at once; the board's line shows a right word.
        asked = (new.asked,) if new.asked and new.asked != old.asked else ()
        answered = () if old.asked else new.evidence[len(old.tries) :]
        for one in (*asked, *answered):
            letter = "hint" if one.hint else "guess"
            yield f"{one.seat} {'solve' if one.is_word else letter} {one.text}"
    if len(new.tries) > len(old.tries):
        yield board_line(after, new)


TEXT_INTERFACE: Final = TextInterface(
    line, script, script_lines, expected, seat_name, order, opening_lines
)

GAME: GameInterface[Action, Event, Observation] = GameInterface(
    commands=HANGMAN,
    parse=notation.parse,
    action_line=notation.action_line,
    event_line=notation.event_line,
    closing_lines=notation.closing_lines,
    present=present,
    describe=describe,
    usable=usable,
    turn=attrgetter("turn"),
    text_interface=TEXT_INTERFACE,
)
