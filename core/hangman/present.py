"""The `View` of a table of hangman for one observer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, repeat
from types import MappingProxyType
from typing import assert_never

from core import view
from core.hangman import model
from core.hangman.gallows import gallows
from core.hangman.model import Action, Board, End, Event, Known, Observation, Phase, Progress, Try
from core.hangman.notation import GOOD, SORRY, action_line, result_of, talk_pattern
from core.hangman.options import Dealer, Mode, Options, Team, on_turn
from core.hangman.rules import SOLVE_FORM
from core.hangman.state import ending_phrase
from core.rules import Legal, Seat
from core.view import Block, Choice, Face, Phrase, Text, Tone, phrase

FACES: Mapping[Team, Face] = MappingProxyType(
    {
        Team.DEALER: Face("D", view.Glyph.CROSS, view.Colour.BLACK),
        Team.GUESSERS: Face("G", view.Glyph.TRIANGLE, view.Colour.GREEN),
        Team.BLUE: Face("B", view.Glyph.CIRCLE, view.Colour.BLUE),
        Team.RED: Face("R", view.Glyph.SQUARE, view.Colour.RED),
    }
)

COVERED_ON_SCREEN = "·"
"""The sign of a covered letter on a screen."""


def present(observation: Observation, legal: Legal[Action]) -> view.View:
    """Return the observer's view of the table, with the moves of `legal`."""
    options = observation.options
    said = {"day": options.daily} if options.daily else {"dealer": options.dealer.value}
    key = "hangman-footer-daily" if options.daily else "hangman-footer"
    footer = phrase(key, **said, language=words_language(options))
    return view.View(title(observation), tuple(_blocks(observation, legal)), footer)


def title(observation: Observation) -> Phrase:
    """Return the sentence that says whose move it is, or how the game ended."""
    if observation.ending:
        return ending_phrase(observation.ending.winner, observation.boards)
    if observation.phase is Phase.WORD:
        bot = "day" if observation.options.daily else "bot"
        person = observation.options.dealer.is_person
        return phrase("hangman-title-word", dealer="person" if person else bot)
    if observation.options.mode is Mode.RACE:
        return phrase("hangman-title-race")
    asked = observation.boards[0].asked
    chair = on_turn(observation.options, observation.turn)
    if asked:
        return phrase("hangman-title-answer", asked=asked.text.upper())
    if chair:
        return phrase("hangman-title-turn", turn=observation.turn, seat=chair.named)
    return phrase("hangman-title-guess")


def pattern_text(letters: Sequence[str | None]) -> str:
    """Return a pattern for a screen: capitals and dots with spaces between them.

    >>> pattern_text(("t", None, "p"))
    'T · P'
    """
    return " ".join(letter.upper() if letter else COVERED_ON_SCREEN for letter in letters)


def words_language(options: Options) -> str:
    """Return the language of a table's words; a person who deals may use "any"."""
    latin = "any" if options.dealer.is_person else "en"
    return "ja" if options.is_kana else latin


def _blocks(observation: Observation, legal: Legal[Action]) -> Iterator[Block]:
    """Yield boards and choices; text that grows is below them, so that choices never move."""
    boards = () if observation.phase is Phase.WORD else observation.boards
    for board, known in zip(boards, observation.known, strict=False):
        yield from _gallows(observation, board)
        pattern = pattern_text(board.pattern(observation.length))
        yield Text(phrase("hangman-pattern", pattern=pattern), Tone.LARGE)
        if board is boards[-1]:
            yield from _wishes(observation, legal)
        yield from _found(observation, board, known)
    if not boards:
        yield from _wishes(observation, legal)
    for progress in observation.progress:
        if observation.phase is not Phase.WORD and observation.board_of(progress.team) is None:
            yield from _outline(observation, progress)


def _found(observation: Observation, board: Board, known: Known) -> Iterator[Block]:
    yield view.Fields(tuple(_rows(observation, board, known)))
    if observation.ending:
        yield from _told(observation, board, known)
    elif known.words:
        words = tuple(word.upper() for word in known.words)
        yield Text(phrase("hangman-words", words=words), Tone.QUIET)


def _outline(observation: Observation, progress: Progress) -> Iterator[Block]:
    """Yield the public part of another team's board."""
    yield from _gallows(observation, progress)
    uncovered = phrase("hangman-places", uncovered=progress.uncovered, length=observation.length)
    yield view.Fields(
        (
            _guesses(progress),
            (None, phrase("hangman-uncovered"), uncovered),
            (None, phrase("hangman-lives"), _lives(observation, progress)),
        )
    )


def _gallows(observation: Observation, shown: Board | Progress) -> Iterator[Block]:
    lives = observation.options.lives
    if lives is not None:
        drawing = gallows(shown.wrong, lives, saved=shown.end is End.FOUND)
        yield replace(drawing, alt=_of_team(observation, shown.team, drawing.alt))


def _guesses(shown: Board | Progress) -> tuple[Face, Phrase, Phrase]:
    guesses = phrase("hangman-guesses", guesses=shown.guesses)
    return FACES[shown.team], phrase("hangman-team", team=shown.team.value), guesses


def _rows(
    observation: Observation, board: Board, known: Known
) -> Iterator[tuple[Face | None, Phrase, Phrase]]:
    if observation.options.mode is Mode.RACE:
        yield _guesses(board)
    letters = " ".join(sorted(letter.upper() for letter in board.guessed))
    shown = phrase("hangman-letters", letters=letters) if letters else phrase("hangman-none")
    yield None, phrase("hangman-guessed"), shown
    yield None, phrase("hangman-lives"), _lives(observation, board)
    if board.evidence and observation.ending is None:
        yield None, phrase("hangman-last"), _describe_try(observation, board.evidence[-1])
    if known.left is not None:
        counted = phrase("hangman-count", words=known.left, score=known.score)
        yield None, phrase("hangman-left"), counted


def _lives(observation: Observation, shown: Board | Progress) -> Phrase:
    lives = observation.options.lives
    if lives is None:
        return phrase("hangman-unlimited", wrong=shown.wrong)
    return phrase("hangman-lives-left", left=max(0, lives - shown.wrong), lives=lives)


def _told(observation: Observation, board: Board, known: Known) -> Iterator[Text]:
    """Yield the summary after the game: the word, and each try with the words that it left."""
    if known.word:
        yield Text(_word_line(observation, board, known.word.upper()), Tone.STRONG)
    tries = zip(board.tries, chain(known.alive, repeat(-1)), strict=False)
    for number, (one, alive) in enumerate(tries, start=1):
        said = _describe_try(observation, one)
        yield Text(phrase("hangman-log", number=number, said=said, alive=alive), Tone.QUIET)


def _word_line(observation: Observation, board: Board, word: str) -> Phrase:
    """Return the sentence with the word, or with a possible one if the dealer fixed none."""
    dealer = observation.options.dealer
    found = None not in board.pattern(observation.length)
    if not dealer.keeps_words or found or observation.told:
        return phrase("hangman-word-was", word=word)
    if dealer is Dealer.THOUGHT:
        return phrase("hangman-word-may-be", word=word)
    return phrase("hangman-word-fits", word=word)


def _describe_try(observation: Observation, one: Try) -> Phrase:
    letter = "hint" if one.hint else "letter"
    return phrase(
        "hangman-try",
        seat=who(observation, one.seat),
        text=one.text.upper(),
        kind="word" if one.is_word else letter,
        result=GOOD if one.places else SORRY,
    )


# Choices.


def _wishes(observation: Observation, legal: Legal[Action]) -> Iterator[Block]:
    offered = [action.text for action in legal.actions if isinstance(action, model.GuessText)]
    waits = not legal and _waits(observation)
    if offered or waits:
        # Guessed letters keep their places, disabled.
        alphabet = [model.GuessText(observation.turn, letter) for letter in observation.alphabet]
        lines = [(one.text, action_line(one, observation)) for one in alphabet]
        letters = (Choice(one.upper(), line, enabled=one in offered) for one, line in lines)
        yield view.Choices(tuple(letters), evident=True)
    hints = _hint(observation, legal) if offered or waits else ()
    others = (*hints, *_answers(observation, legal))
    if others:
        yield view.Choices(others)
    for form in (SOLVE_FORM,) if waits else legal.forms:
        (name,) = (field.name for field in form.fields)
        said = phrase(f"option-hangman-{name}")
        blank = view.Blank(name, said, pattern=talk_pattern(observation))
        label = phrase(f"hangman-form-{form.verb}")
        yield view.FormBlock(form.verb, label, (blank,), enabled=not waits)


def _waits(observation: Observation) -> bool:
    """Return whether guessers' controls stay, disabled, while they wait for a bot or their turn."""
    guesses = observation.chair is None or not observation.chair.deals
    running = any(board.end is None for board in observation.boards)
    dealt = observation.phase is Phase.GUESS and observation.options.dealer is not Dealer.THOUGHT
    return dealt and running and guesses


def _hint(observation: Observation, legal: Legal[Action]) -> Iterator[Choice]:
    """Yield the hint's button at tables with hints, disabled if there is no hint now."""
    hint = model.TakeHint(observation.turn)
    if observation.options.sells_hints:
        line = action_line(hint, observation)
        yield Choice(phrase("hangman-choice-hint"), line, enabled=hint in legal.actions)


def _answers(observation: Observation, legal: Legal[Action]) -> Iterator[Choice]:
    for action in legal.actions:
        line = action_line(action, observation)
        match action:
            case model.AnswerLetter():
                yield Choice(_answer_label(observation, action), line)
            case model.AnswerSolve(right=right):
                yield Choice(phrase("hangman-choice-solve", right="yes" if right else "no"), line)


def _answer_label(observation: Observation, answer: model.AnswerLetter) -> Phrase | str:
    """Return the pattern after an answer, or a phrase for a rejection."""
    (board,) = (board for board in observation.boards if board.team is answer.team)
    if not answer.places:
        return phrase("hangman-choice-none", letter=(board.pending or "").upper())
    pattern = list(board.pattern(observation.length))
    for place in answer.places:
        pattern[place] = board.pending
    return pattern_text(pattern)


# Events.


def describe(event: Event, observation: Observation) -> Phrase:
    """Return the sentence of an event for the observer."""
    if isinstance(event, model.TryEvent) and not observation.board_of(event.team):
        return _describe_hidden(event, observation)
    match event:
        case model.WordSet():
            return phrase("hangman-event-word", length=observation.length)
        case model.LetterGuessed(seat=seat, letter=letter):
            return phrase("hangman-event-guess", seat=who(observation, seat), letter=letter.upper())
        case model.SolveTried(seat=seat, word=word):
            return phrase("hangman-event-solve", seat=who(observation, seat), word=word.upper())
        case model.Answered() | model.SolveAnswered() | model.Hinted():
            return _of_team(observation, event.team, _describe_answer(event, observation))
        case model.TurnPassed(seat=seat):
            return phrase("hangman-event-passed", seat=who(observation, seat))
        case model.WordTold(word=word):
            return phrase("hangman-event-told", word=word.upper())
        case model.BoardEnded(team=team, end=end):
            return _of_team(observation, team, phrase("hangman-event-ended", end=end.value))
        case model.GameEnded(winner=winner):
            return phrase("hangman-event-over", winner=winner.value if winner else "nobody")
        case _:
            assert_never(event)


def _describe_answer(
    event: model.Answered | model.SolveAnswered | model.Hinted, observation: Observation
) -> Phrase:
    if isinstance(event, model.SolveAnswered):
        return phrase("hangman-event-solved", right="yes" if event.right else "no")
    said = {"letter": event.letter.upper(), "places": tuple(place + 1 for place in event.places)}
    if isinstance(event, model.Hinted):
        return phrase("hangman-event-hint", seat=who(observation, event.seat), **said)
    if not event.places:
        return phrase("hangman-event-sorry", letter=event.letter.upper())
    return phrase("hangman-event-good", **said)


def _describe_hidden(event: model.TryEvent, observation: Observation) -> Phrase:
    """Return the sentence of a try for observers who may not see it."""
    match event:
        case model.LetterGuessed(seat=seat) | model.SolveTried(seat=seat):
            return phrase("hangman-event-tried", seat=who(observation, seat))
        case model.Hinted(seat=seat):
            return phrase("hangman-event-hinted", seat=who(observation, seat))
        case model.Answered() | model.SolveAnswered():
            said = phrase("hangman-event-result", result=result_of(event))
            return _of_team(observation, event.team, said)


def _of_team(observation: Observation, team: Team, said: Phrase) -> Phrase:
    """Return a sentence, after the team's name in a race."""
    if observation.options.mode is not Mode.RACE:
        return said
    return phrase("hangman-event-team", team=team.value, said=said)


def who(observation: Observation, seat: Seat) -> Phrase:
    """Return the name of a chair at the table."""
    chair = observation.options.seats.get(seat)
    return chair.named if chair else phrase("nobody")
