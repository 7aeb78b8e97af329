"""Views of any kind, with people's own text in words and names, for the tests of messages."""

from hypothesis import strategies as st

from bot.games import GameId, GameView, SeatedUser, User
from bot.lobby.model import Status
from core.rules import Seat
from core.view import (
    BLANK,
    Blank,
    Block,
    Cell,
    Choice,
    Choices,
    Colour,
    Drawing,
    Face,
    Fields,
    FormBlock,
    Glyph,
    Grid,
    Phrase,
    Stroke,
    Text,
    Tone,
    View,
    phrase,
    seat_phrase,
)

NASTY = (
    "whale",
    "scuba diver",
    "しりとり",
    "机の上の長い言葉",
    "@everyone",
    "@here",
    "<@123456789012345678>",
    "<:party:123456789012345678>",
    "<t:1700000000:R>",
    "[click](https://example.org)",
    "https://example.org/x",
    "**bold** _it_ ~~no~~ ||spoiler|| `code` ```block```",
    "# head",
    "- item",
    "1. one",
    "> quote",
    "\u202eright to left\u2066",
    "שלום עולם",
    "👩‍👩‍👧‍👦🎲",
    "e\u0301" * 60,
    "W" * 300,
    "\\",
    "\\*",
)
FACES = (
    Face("B", Glyph.CIRCLE, Colour.BLUE),
    Face("R", Glyph.SQUARE, Colour.RED),
    Face("G", Glyph.TRIANGLE, Colour.GREEN),
    Face("Y", Glyph.DIAMOND, Colour.YELLOW),
    Face("P", Glyph.STAR, Colour.PURPLE),
    Face("T", Glyph.RING, Colour.SAND),
    Face("K", Glyph.CROSS, Colour.BLACK),
)

words = st.one_of(
    st.sampled_from(NASTY),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=40),
)
tones = st.sampled_from(Tone)
faces = st.one_of(st.just(BLANK), st.sampled_from(FACES))


def said(word: str) -> Phrase:
    """Return a sentence that contains a word."""
    return phrase("alt-covered", place="B3", word=word)


choices = st.builds(
    Choice,
    st.one_of(words, words.map(said)),
    st.builds("{} {}".format, st.sampled_from(("join", "chair", "bot")), words),
    tones,
)


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Draw a board of 3 x 3 to 10 x 10 cards."""
    sizes = st.tuples(st.integers(3, 10), st.integers(3, 10))
    rows, cols = draw(st.one_of(st.just((5, 5)), sizes))
    labels = draw(st.lists(words, min_size=1, max_size=12))
    seen = draw(st.one_of(st.just([BLANK]), st.lists(faces, min_size=1, max_size=12)))
    marked = draw(st.lists(st.sampled_from(("", "red-guesser")), min_size=1, max_size=9))
    open_to = draw(st.booleans())
    cells = []
    for place in range(rows * cols):
        word, face = labels[place % len(labels)], seen[place % len(seen)]
        mark = marked[place % len(marked)]
        choice = Choice(word, f'guess "{word}"') if open_to and face == BLANK else None
        marks = (seat_phrase(mark, phrase("chair", team="red", role="guesser", number=1)),)
        name = f"{chr(65 + place // cols)}{place % cols + 1}"
        cells.append(Cell(name, word, face, None, marks if mark else (), choice))
    by_rows = tuple(tuple(cells[row * cols : (row + 1) * cols]) for row in range(rows))
    return Grid(by_rows, phrase("board-alt", rows=rows, cols=cols, cards=tuple(labels)))


def blocks() -> st.SearchStrategy[Block]:
    """Return a strategy for all blocks except boards."""
    rows = st.tuples(st.one_of(st.none(), faces), words.map(said), words.map(said))
    lines = st.lists(words, max_size=8).map(tuple)
    strokes = st.sampled_from(((), (Stroke(((0.0, 0.0), (1.0, 1.0))),)))
    blanks = st.builds(Blank, st.just("card"), words.map(said), st.just(("a",)))
    return st.one_of(
        st.builds(Text, words.map(said), tones),
        st.builds(Drawing, lines, strokes, words.map(said)),
        st.builds(Fields, st.lists(rows, max_size=12).map(tuple)),
        st.builds(Choices, st.lists(choices, max_size=30).map(tuple)),
        st.builds(
            FormBlock,
            st.sampled_from(("clue", "mark")),
            words.map(said),
            st.lists(blanks, min_size=1, max_size=2).map(tuple),
        ),
    )


@st.composite
def looks(draw: st.DrawFn) -> GameView:
    """Draw a person's view of a game."""
    board = draw(st.lists(grids(), max_size=1))
    others = draw(st.lists(blocks(), max_size=14))
    footer = draw(st.one_of(st.none(), words.map(said)))
    view = View(said(draw(words)), (*board, *others), footer)
    seat, user = Seat("red-guesser"), User("discord", "123456789012345678")
    return GameView(
        GameId("0123456789abcdef"),
        7,
        draw(st.integers(1, 999)),
        Status.RUNNING,
        view,
        None,
        (user,),
        (SeatedUser(seat, user, draw(words)),),
    )
