"""One line of text for every action and every event of hangman.

Actions read ``guess e`` (or the letter alone), ``solve planet``, ``hint``, ``word planet``,
``answer e 2 5``, ``answer e none``, ``answer yes``, ``answer no``, ``expire``. Places count from
1; an answer may omit the letter. In a race it begins with the team: ``answer blue e 2``. People may
type letters in upper case and full width, kana as katakana. An event's line is the seat that acted
and the line of its action, without the word if that was fixed.
"""

import re
import unicodedata
from typing import Final, assert_never

from core.command import unknown_verb
from core.hangman import model
from core.hangman.command import GUESS, SOLVE, usable
from core.hangman.model import Action, Board, Event, Observation, Places, Progress
from core.hangman.options import Mode, Team, misspelling
from core.rules import Expire, InvalidNotation, Secret
from core.words.japanese import hiragana

_PLACE: Final = re.compile("[0-9]{1,2}")

GOOD: Final = "good"
SORRY: Final = "sorry"
"""The outcomes of a try."""

COVERED_IN_LINES: Final = "."
"""The sign of a covered letter in a line."""


def parse(line: str, observation: Observation, turn: int) -> Action:
    """Return the action of a line, meant for the given turn; raises InvalidNotation."""
    verb, _, rest = line.strip().partition(" ")
    match verb.lower():
        case "guess":
            return model.GuessText(turn, parse_letter(rest, observation))
        case "solve":
            return model.GuessText(turn, _parse_solution(rest, observation))
        case "word":
            word = _parse_word(rest, observation, "hangman-word-missing")
            return model.SetWord(turn, Secret(word))
        case "answer":
            return _parse_answer(rest, observation, turn)
        case "hint" | "expire" as bare:
            if rest.strip():
                raise InvalidNotation("line-too-long", verb=bare, rest=rest.strip())
            return model.TakeHint(turn) if bare == "hint" else Expire(turn)
        case other if len(fold(other, observation)) > 1 and not is_word(line, observation):
            commands = usable(observation) or (GUESS, SOLVE)
            verbs = tuple(command.name for command in commands)
            raise unknown_verb(line, verbs, lambda near: parse(near, observation, turn))
        case _:
            return model.GuessText(turn, parse_letter(line, observation))


def is_word(line: str, observation: Observation) -> bool:
    """Return whether a line is one word, which may be a solution."""
    letters = fold(line, observation)
    return len(letters) > 1 and not set(letters) - set(observation.alphabet)


def talk_pattern(observation: Observation) -> str:
    """Return a regular expression for solutions that are typed without `solve`.

    It is for texts in NFKC and lower case. Texts of other lengths or letters are talk.
    """
    letters = "ぁ-ゖァ-ヶー" if observation.options.is_kana else "a-z"
    return f"[{letters}]{{{observation.length}}}"


def parse_letter(text: str, observation: Observation) -> str:
    """Return the typed letter; raises InvalidNotation for anything else."""
    letter = fold(text, observation)
    if not letter:
        raise InvalidNotation("hangman-letter-missing")
    if len(letter) > 1:
        raise InvalidNotation("hangman-letter-several", text=letter)
    if letter.isdigit():
        raise InvalidNotation("hangman-letter-digit", digit=letter)
    if letter not in observation.alphabet:
        plain = unicodedata.normalize("NFD", letter)[0]
        if plain != letter and plain in observation.alphabet and plain.isascii():
            raise InvalidNotation("hangman-letter-accent", letter=letter, plain=plain)
        script = observation.options.script
        raise InvalidNotation("hangman-letter-unknown", letter=letter, script=script)
    return letter


def fold(text: str, observation: Observation) -> str:
    """Return a typed text in the dictionary's spelling: lower case, hiragana, composed."""
    plain = unicodedata.normalize("NFKC", text).strip().casefold()
    folded = hiragana(plain) if observation.options.is_kana else plain
    return unicodedata.normalize("NFC", folded)


def _parse_solution(text: str, observation: Observation) -> str:
    word, length = _parse_word(text, observation, "hangman-solve-missing"), observation.length
    if len(word) == 1:
        raise InvalidNotation("hangman-solve-length", word=word.upper(), length=length)
    return word


def _parse_word(text: str, observation: Observation, missing: str) -> str:
    word = fold(text, observation)
    if not word:
        raise InvalidNotation(missing)
    refused = misspelling(observation.options, observation.alphabet, word)
    if refused:
        raise InvalidNotation.of(refused)
    return word


def _parse_answer(text: str, observation: Observation, turn: int) -> Action:
    parts = fold(text, observation).replace(",", " ").replace("、", " ").split()
    if parts in (["yes"], ["no"]):
        return model.AnswerSolve(turn, parts == ["yes"])
    team, *others = observation.options.teams
    if others and parts and parts[0] in (team.value, *(other.value for other in others)):
        team, parts = Team(parts[0]), parts[1:]
    pending = _pending(team, observation)
    if parts and len(parts[0]) == 1 and parts[0] in observation.alphabet:
        if pending and parts[0] != pending:
            raise InvalidNotation("hangman-answer-letter", letter=parts[0], asked=pending)
        parts = parts[1:]
    if not parts:
        raise InvalidNotation("hangman-answer-missing", letter=pending or "e")
    places = () if parts == ["none"] else tuple(_parse_place(part) for part in parts)
    return model.AnswerLetter(turn, team, tuple(sorted(set(places))))


def _pending(team: Team, observation: Observation) -> str | None:
    """Return the letter that waits for an answer on a team's board."""
    board = observation.board_of(team)
    return board.pending if board else None


def _parse_place(text: str) -> int:
    if not _PLACE.fullmatch(text):
        raise InvalidNotation("hangman-place", found=text)
    return int(text) - 1


def action_line(action: Action, observation: Observation) -> str:
    """Return the line of an action; `parse` reads it back. A secret action's line is secret."""
    match action:
        case model.GuessText(text=text):
            return f"solve {text}" if len(text) > 1 else f"guess {text}"
        case model.TakeHint():
            return "hint"
        case model.SetWord(word=secret):
            return f"word {secret.value}"
        case model.AnswerLetter(team=team, places=places):
            said = ("answer", *_named(team, observation), _pending(team, observation))
            return " ".join((*filter(None, said), place_text(places)))
        case model.AnswerSolve(right=right):
            return f"answer {'yes' if right else 'no'}"
        case Expire():
            return "expire"
        case _:
            assert_never(action)


def _named(team: Team, observation: Observation) -> tuple[str, ...]:
    """Return the team's name if lines need it."""
    return (team.value,) if observation.options.mode is Mode.RACE else ()


def place_text(places: Places) -> str:
    """Return places as lines write them, from 1.

    >>> place_text((1, 4)), place_text(())
    ('2 5', 'none')
    """
    return " ".join(str(place + 1) for place in places) or "none"


def event_line(event: Event, observation: Observation) -> str:
    """Return the line of an event for the observer, without a fixed word."""
    if isinstance(event, model.TryEvent):
        shown = observation.board_of(event.team)
        return _try_line(event, observation) if shown else _hidden_line(event)
    match event:
        case model.WordSet(seat=seat):
            return f"{seat} word"
        case model.TurnPassed(seat=seat):
            return f"{seat} expired"
        case model.WordTold(seat=seat, word=word):
            return f"{seat} told {word}"
        case model.BoardEnded(team=team, end=end):
            return f"end {team.value} {end.value}"
        case model.GameEnded(winner=winner):
            return f"won {winner.value if winner else 'nobody'}"
        case _:
            assert_never(event)


def _try_line(event: model.TryEvent, observation: Observation) -> str:
    answer = " ".join(("dealer answer", *_named(event.team, observation)))
    match event:
        case model.LetterGuessed(seat=seat, letter=letter):
            return f"{seat} guess {letter}"
        case model.SolveTried(seat=seat, word=word):
            return f"{seat} solve {word}"
        case model.Hinted(seat=seat, letter=letter, places=places):
            return f"{seat} hint {letter} {place_text(places)}"
        case model.Answered(letter=letter, places=places):
            return f"{answer} {letter} {place_text(places)}"
        case model.SolveAnswered(right=right):
            return f"{answer} {'yes' if right else 'no'}"


def _hidden_line(event: model.TryEvent) -> str:
    """Return the line of a try for observers who may not see it."""
    match event:
        case model.LetterGuessed(seat=seat) | model.SolveTried(seat=seat):
            return f"{seat} guess"
        case model.Hinted(seat=seat):
            return f"{seat} hint"
        case model.Answered(team=team) | model.SolveAnswered(team=team):
            return f"dealer answer {team.value} {result_of(event)}"


def result_of(event: model.Answered | model.SolveAnswered) -> str:
    """Return whether a try was right, as lines and texts write it."""
    right = event.places if isinstance(event, model.Answered) else event.right
    return GOOD if right else SORRY


def board_line(observation: Observation, board: Board) -> str:
    """Return a board on one line: outcome, pattern, guessed letters, and words/score if known.

    In a race, the team comes first. The outcome of the last try is ``good`` or ``sorry``; a board
    without tries has none. The remaining words follow if they are few.
    """
    pattern = "".join(letter or COVERED_IN_LINES for letter in board.pattern(observation.length))
    guessed = "".join(sorted(board.guessed))
    known = observation.known[observation.boards.index(board)]
    counted = [] if known.left is None else [f"words={known.left}/{known.score}", *known.words]
    outcome = [GOOD if one.places else SORRY for one in board.tries[-1:]]
    named = _named(board.team, observation)
    return " ".join((*named, *outcome, pattern, f"[{guessed}]", *counted))


def progress_line(before: Progress, after: Progress, observation: Observation) -> str:
    """Return the line of a team's public progress.

    The outcome is ``good`` if the last tries uncovered places.
    """
    outcome = GOOD if after.uncovered > before.uncovered else SORRY
    places = f"{after.uncovered}/{observation.length}"
    return f"{outcome} {places} guesses={after.guesses} wrong={after.wrong}"


def closing_lines(observation: Observation) -> tuple[str, ...]:
    """Return the summary of a finished game: guesses (of a single board), words, words left."""
    if observation.ending is None:
        return ()
    guesses = [one.guesses for one in observation.progress]
    lines = [f"Game over in {guesses[0]} guesses."] if len(guesses) == 1 else []
    for board, known in zip(observation.boards, observation.known, strict=True):
        named = _named(board.team, observation)
        if known.word is not None:
            lines.append(" ".join(("word", *named, known.word)))
        if known.alive:
            lines.append(" ".join(("alive", *named, *map(str, known.alive))))
    return tuple(lines)
