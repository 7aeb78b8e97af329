from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from adapters.picture import is_drawable, render
from adapters.picture.board import TILE_GAP
from adapters.picture.palette import PALETTES, Theme
from core.codenames.actions import Deal, GiveClue, Guess
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Identity, Options, State
from core.codenames.present import FACES, board
from core.codenames.rules import Codenames
from core.rules import CHANCE, Legal, Seat, Secret, advance
from core.view import Cell, Grid, View, phrase
from core.words.packs import default_pack
from tests.adapters.picture.grids import grid_of, layout_of, opened, tile_of
from tests.profile import examples

# Sizes.


@pytest.mark.sampled
@pytest.mark.parametrize("rows", range(3, 11))
@pytest.mark.parametrize("cols", range(3, 11))
def test_a_picture_is_as_large_as_its_plan(rows: int, cols: int) -> None:
    grid = grid_of(rows, cols)
    with Image.open(BytesIO(render(grid))) as image:
        assert image.format == "PNG"
        last = tile_of(grid, rows - 1, cols - 1)
        assert image.size == (layout_of(grid).width, last.bottom + TILE_GAP)


def test_a_header_stands_above_and_moves_the_board_down() -> None:
    grid = grid_of(3, 3)
    plain, headed = opened(render(grid)), opened(render(grid, header="Red: ocean 2"))
    below = headed.crop((0, headed.height - plain.height, headed.width, headed.height))
    assert headed.height > plain.height
    assert ImageChops.difference(below, plain).getbbox() is None


@pytest.mark.slow
def test_a_long_header_is_cut_inside_the_picture() -> None:
    grid = grid_of(3, 3)
    long, longer = (render(grid, header="so many words " * times) for times in (30, 60))
    layout = layout_of(grid, headed=True)
    strip = opened(long).crop((layout.header.right, 0, layout.width, layout.header.bottom))
    assert strip.getcolors() == [(strip.width * strip.height, PALETTES[Theme.LIGHT].background)]
    assert long == longer


@pytest.mark.parametrize("cells", [(), ((),), ((Cell("A1", "whale"),), ())])
def test_a_grid_without_cells_is_a_picture_all_the_same(
    cells: tuple[tuple[Cell, ...], ...],
) -> None:
    assert opened(render(Grid(cells, phrase("board-alt")), header="Nothing")).width > 0


# Visible parts.


def test_the_same_grid_gives_the_same_bytes() -> None:
    grid = grid_of(5, 5, face=FACES[Identity.GREEN])
    assert render(grid, header="Red") == render(replace(grid), header="Red")
    assert render(grid, theme=Theme.DARK) != render(grid, theme=Theme.LIGHT)


def test_a_font_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="cannot open resource"):
        render(grid_of(3, 3), font=tmp_path / "none.ttf")


# Hidden parts.


def _under_way(secret: bytes) -> tuple[Codenames, State]:
    """Return a game in which the first team has uncovered two cards."""
    rules = Codenames(Options(), Supply(default_pack()), Referee())
    state = advance(
        rules, rules.initial(), rules.decide(rules.initial(), CHANCE, Deal(0, Secret(secret)))
    )
    team, layout = state.turns[-1].team, state.layout
    assert layout is not None
    own = [place for place, it in enumerate(layout.key.value) if it is Identity.of(team)]
    spymaster, guesser = Seat(f"{team.value}-spymaster"), Seat(f"{team.value}-guesser")
    state = advance(rules, state, rules.decide(state, spymaster, GiveClue(1, "zyzzyva", 2)))
    for place in own[:2]:
        state = advance(rules, state, rules.decide(state, guesser, Guess(1, place)))
    return rules, state


def _shuffled(state: State, random: Random) -> State:
    """Return the state with the covered cards' identities in another order."""
    assert state.layout is not None
    key = list(state.layout.key.value)
    covered = [place for place in range(len(key)) if place not in state.uncovered]
    hidden = [key[place] for place in covered]
    random.shuffle(hidden)
    for place, identity in zip(covered, hidden, strict=True):
        key[place] = identity
    return replace(state, layout=replace(state.layout, key=Secret(tuple(key))))


def _picture(rules: Codenames, state: State, seat: Seat | None) -> bytes:
    return render(board(rules.observe(state, seat), Legal()))


@settings(max_examples=examples(5), deadline=None)
@given(st.binary(min_size=16, max_size=16), st.randoms(use_true_random=False))
def test_a_guesser_s_picture_tells_nothing_of_the_hidden_key(secret: bytes, random: Random) -> None:
    rules, state = _under_way(secret)
    other = _shuffled(state, random)
    for seat in (None, Seat("red-guesser")):
        assert _picture(rules, state, seat) == _picture(rules, other, seat)


def test_a_spymaster_s_picture_tells_the_key() -> None:
    rules, state = _under_way(bytes(16))
    other = _shuffled(state, Random(1))
    spymaster = Seat("red-spymaster")
    assert _picture(rules, state, spymaster) != _picture(rules, other, spymaster)
    assert _picture(rules, state, spymaster) != _picture(rules, state, None)


def _shown(*words: str) -> View:
    return View(phrase("board-alt"), (grid_of(3, 3, words=words),))


def test_words_that_no_font_has_letters_for_are_better_shown_as_text() -> None:
    assert is_drawable(_shown("whale", "くじら", "鯨", "naïve"))
    assert not is_drawable(_shown("whale", "حوت"))


def test_japanese_words_are_drawn_without_asking_for_a_font() -> None:
    drawn = {render(grid_of(3, 3, words=(word,))) for word in ("鯨", "鮫", "鮪")}
    assert len(drawn) == 3
