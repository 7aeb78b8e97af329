"""The `View` of a table of shiritori for one observer."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final, assert_never

from core import view
from core.rules import Legal, Seat
from core.shiritori import model
from core.shiritori.model import Action, Event, Observation
from core.shiritori.notation import SAY, TALK_PATTERNS, action_line
from core.shiritori.options import Options, Player
from core.shiritori.sounds import katakana, latin
from core.view import Block, Face, Grid, Phrase, Text, Tone, phrase

PLAYER_FACES: Final = MappingProxyType(
    {
        number: Face(str(number), glyph, colour)
        for number, glyph, colour in zip(range(1, 7), view.Glyph, view.Colour, strict=False)
    }
)
"""The looks of the players, by their numbers."""

COLUMNS: Final = 3
SHOWN: Final = 12
"""The most words of the chain that a board shows, the last ones."""


def present(observation: Observation, legal: Legal[Action]) -> view.View:
    """Return the observer's view of the table, with the moves of `legal`."""
    return view.View(
        title=title(observation),
        blocks=tuple(_blocks(observation, legal)),
        footer=_footer(observation.options),
    )


def title(observation: Observation) -> Phrase:
    """Return the sentence that says whose move it is, or how the game ended."""
    ending = observation.state.ending
    if ending:
        return ending_phrase(observation.options, ending.winner)
    mover = observation.state.mover
    if mover is None:
        return phrase("shiritori-title-free")
    number = len(observation.state.chain) + 1
    return phrase("shiritori-title-turn", seat=name_of(observation.options, mover), number=number)


def ending_phrase(options: Options, winner: Seat | None) -> Phrase:
    """Return the sentence that says who has won."""
    if winner is None:
        return phrase("shiritori-over-nobody")
    return phrase("shiritori-over", seat=name_of(options, winner))


def linked_at(options: Options) -> str:
    """Return the side at which a word links to the one before it, for sentences: start or end."""
    return "end" if options.reverse else "start"


def name_of(options: Options, seat: Seat) -> Phrase:
    """Return the name of a player's chair."""
    chair = options.chair(seat)
    if chair is None:
        return phrase("nobody")
    return view.seat_phrase(seat, phrase("shiritori-chair", number=chair.number))


def _footer(options: Options) -> Phrase:
    sounds = "、".join(one for one in options.forbidden if one.isascii() is options.is_latin)
    return phrase(
        "shiritori-footer",
        language=options.language,
        lives=options.lives,
        forbidden=sounds or "none",
        where=linked_at(options),
        day=options.daily or "none",
    )


def _blocks(observation: Observation, legal: Legal[Action]) -> Iterator[Block]:
    if observation.state.ending is None:
        key = "shiritori-sound" if observation.sound else "shiritori-sound-free"
        where = linked_at(observation.options)
        yield Text(phrase(key, sound=observation.sound, where=where), Tone.LARGE)
    if observation.state.chain:
        yield chain_grid(observation)
    yield view.Fields(tuple(_row(observation, player) for player in observation.options.chairs))
    if observation.state.failed:
        said = describe(observation.state.failed[-1], observation)
        yield Text(phrase("shiritori-last-failure", said=said), Tone.QUIET)
    if observation.state.hint:
        yield Text(describe(observation.state.hint, observation), Tone.QUIET)
    if legal or (observation.chair is None and observation.state.ending is None):
        yield from _wishes(observation, legal)


def chain_grid(observation: Observation) -> Grid:
    """Return the last words of the chain, row by row."""
    chain = observation.state.chain
    shown = chain[-SHOWN:]
    first = len(chain) - len(shown) + 1
    cells = [_cell(observation, played, place, first) for place, played in enumerate(shown)]
    while len(cells) % COLUMNS and len(chain) > COLUMNS:
        cells.append(view.Cell(_place(len(cells)), ""))
    rows = tuple(tuple(cells[start : start + COLUMNS]) for start in range(0, len(cells), COLUMNS))
    cards = tuple(_alt(observation, played) for played in shown)
    return Grid(rows, phrase("shiritori-chain-alt", words=len(chain), chain=cards))


def _cell(observation: Observation, played: model.WordPlayed, place: int, first: int) -> view.Cell:
    chair = observation.options.chair(played.seat)
    face = PLAYER_FACES[chair.number] if chair else view.BLANK
    return view.Cell(_place(place), label(played), face, notes=(view.Note(str(first + place)),))


def _place(place: int) -> str:
    row, column = divmod(place, COLUMNS)
    return f"{chr(ord('A') + row)}{column + 1}"


def label(played: model.WordPlayed) -> str:
    """Return a word for boards, with its reading if the spelling differs."""
    same = played.reading in (katakana(played.word), latin(played.word))
    return played.word if same else f"{played.word} {played.reading}"


def _alt(observation: Observation, played: model.WordPlayed) -> Phrase:
    seat = name_of(observation.options, played.seat)
    return phrase("shiritori-chain-word", seat=seat, word=label(played))


def _row(observation: Observation, player: Player) -> tuple[Face | None, Phrase, Phrase]:
    lives = observation.lives(player)
    status = phrase(
        "shiritori-status",
        words=observation.words(player),
        lives=-1 if lives is None else lives,
        all=observation.options.lives,
        out="yes" if observation.state.is_out(player.seat) else "no",
    )
    return PLAYER_FACES[player.number], name_of(observation.options, player.seat), status


def _wishes(observation: Observation, legal: Legal[Action]) -> Iterator[Block]:
    """Yield a player's controls; they stay, disabled, while others play, so that nothing moves.

    The irreversible one is last.
    """
    turn = observation.state.turn
    if observation.options.hints:
        yield _choices(model.AskHint(turn), phrase("shiritori-choice-hint"), observation, legal)
    pattern = TALK_PATTERNS[observation.options.language]
    blank = view.Blank("word", phrase("option-shiritori-word"), pattern=pattern)
    label, enabled = phrase("shiritori-form-say"), bool(legal.forms)
    yield view.FormBlock(SAY, label, (blank,), enabled=enabled, bare=True)
    concede = phrase("shiritori-choice-concede")
    yield _choices(model.Concede(turn), concede, observation, legal, Tone.BAD)


def _choices(
    action: Action,
    label: Phrase,
    observation: Observation,
    legal: Legal[Action],
    tone: Tone = Tone.PLAIN,
) -> view.Choices:
    line = action_line(action, observation)
    return view.Choices((view.Choice(label, line, tone, enabled=action in legal.actions),))


def describe(event: Event, observation: Observation) -> Phrase:
    """Return the sentence of an event for the observer."""
    options = observation.options
    match event:
        case model.WordPlayed(seat=seat):
            return phrase("shiritori-event-word", seat=name_of(options, seat), word=label(event))
        case model.WordFailed(seat=seat):
            return phrase(
                "shiritori-event-failed",
                seat=name_of(options, seat),
                word=event.word,
                reading=event.reading,
                fault=event.fault.value,
                sound=event.sound or "none",
                where=linked_at(options),
            )
        case model.HintGiven(seat=seat, words=words):
            unproved = "shiritori-event-lost" if event.lost else "shiritori-event-no-hint"
            key = "shiritori-event-hint" if words else unproved
            return phrase(key, seat=name_of(options, seat), words=words)
        case model.PlayerOut(seat=seat, reason=reason):
            return phrase("shiritori-event-out", seat=name_of(options, seat), reason=reason.value)
        case model.ChainEnded(winner=winner):
            return ending_phrase(options, winner)
        case _:
            assert_never(event)
