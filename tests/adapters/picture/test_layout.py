from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from adapters.picture.board import PictureLayout


def test_five_columns_make_a_picture_a_thousand_pixels_wide() -> None:
    assert PictureLayout(5, 5).width == 1000


@given(st.integers(1, 12), st.integers(1, 12), st.booleans())
def test_tiles_lie_side_by_side_inside_the_picture(rows: int, cols: int, headed: bool) -> None:
    layout = PictureLayout(rows, cols, headed)
    tiles = [layout.tile(row, col) for row in range(rows) for col in range(cols)]
    assert all(tile.right < layout.width and tile.bottom < layout.height for tile in tiles)
    assert not any(
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
        for one, other in combinations(tiles, 2)
    )
