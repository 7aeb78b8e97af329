from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from adapters.picture.board import PictureLayout
from tests.adapters.picture.grids import grid_of, tile_of


def test_five_columns_make_a_picture_a_thousand_pixels_wide() -> None:
    assert PictureLayout(5).width == 1000


@given(st.integers(1, 12), st.integers(1, 12))
def test_tiles_lie_side_by_side_inside_the_picture(rows: int, cols: int) -> None:
    grid = grid_of(rows, cols)
    tiles = [tile_of(grid, row, col) for row in range(rows) for col in range(cols)]
    assert all(tile.right < PictureLayout(cols).width for tile in tiles)
    assert not any(
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
        for one, other in combinations(tiles, 2)
    )
