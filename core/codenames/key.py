"""Key cards: the number of cards for each team, and the key from a typed keyword.

People in different places type the same keyword and get the same key card. The first digit of these
keys is skewed (on a 5x5 board the assassin is the second card for 46 of 100 keywords), so
`core.codenames.deal` deals all other games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha512

from core.codenames.model import Identity, Options, Team
from core.rules import OptionsError

SIDES = range(3, 11)
TEAMS = range(2, 6)
DIGEST_LIMIT = 1 << 512


@dataclass(frozen=True, slots=True)
class Key:
    """A key card: the teams in playing order, and identities by rows, which `repr` hides."""

    order: tuple[Team, ...]
    identities: tuple[Identity, ...] = field(repr=False)


def shares(size: int, teams: int) -> tuple[int, ...]:
    """Return each team's number of cards, in playing order, on a board of `size` cards.

    The first team gets (N + T(T+1)/2 - 1) / (T+1) cards rounded to the nearest whole, halves up;
    each later team gets one fewer. One card is the assassin, and all others are bystanders. The
    numbers may be impossible for the board: see `check_board`.
    """
    first = (2 * size + teams * (teams + 1) - 2 + teams + 1) // (2 * (teams + 1))
    return tuple(first - place for place in range(teams))


def fits(size: int, teams: int) -> bool:
    """Return whether every team gets a card, and one is left for the assassin."""
    shared = shares(size, teams)
    return min(shared) > 0 and sum(shared) < size


def check_board(rows: int, cols: int, teams: int) -> None:
    """Raise OptionsError, naming the next larger board that works, for an impossible board."""
    if teams not in TEAMS:
        raise OptionsError("board-teams", teams=teams, least=TEAMS[0], most=TEAMS[-1])
    if rows not in SIDES or cols not in SIDES:
        raise OptionsError("board-sides", rows=rows, cols=cols, least=SIDES[0], most=SIDES[-1])
    if not fits(rows * cols, teams):
        wider_rows, wider_cols = next_board(rows, cols, teams)
        raise OptionsError(
            "board-too-small",
            rows=rows,
            cols=cols,
            teams=teams,
            next_rows=wider_rows,
            next_cols=wider_cols,
        )


def next_board(rows: int, cols: int, teams: int) -> tuple[int, int]:
    """Return the smallest playable board with at least these rows and columns; ties: squarest."""
    larger = [
        (tall, wide)
        for tall in range(rows, SIDES.stop)
        for wide in range(cols, SIDES.stop)
        if fits(tall * wide, teams)
    ]
    return min(larger, key=lambda board: (board[0] * board[1], abs(board[0] - board[1])))


def check_options(options: Options) -> None:
    """Raise OptionsError for impossible options."""
    check_board(options.rows, options.cols, options.teams)
    if options.solo is not None and options.teams != 2:
        raise OptionsError("solo-teams", teams=options.teams)
    if options.solo is not None and options.solo not in options.all_teams:
        raise OptionsError("solo-team", team=options.solo.value)
    if options.guessers < 1:
        raise OptionsError("guessers-none")
    if options.marks not in (1, 2) or options.marks > options.guessers:
        raise OptionsError("marks-guessers", marks=options.marks, guessers=options.guessers)


def rotation(teams: Sequence[Team], first: int) -> tuple[Team, ...]:
    """Return the teams in cyclic order, from the team at place `first`."""
    return (*teams[first:], *teams[:first])


def team_cards(order: Sequence[Team], size: int) -> tuple[Identity, ...]:
    """Return the identities of all the teams' cards, team by team in playing order."""
    shared = zip(order, shares(size, len(order)), strict=True)
    return tuple(Identity.of(team) for team, count in shared for _ in range(count))


def deck(order: Sequence[Team], size: int) -> tuple[Identity, ...]:
    """Return the identities of a board, unshuffled: teams in playing order, bystanders, assassin.

    The board must have passed `check_board`.
    """
    own = team_cards(order, size)
    bystanders = size - len(own) - 1
    return (*own, *[Identity.BYSTANDER] * bystanders, Identity.ASSASSIN)


def key_from_keyword(keyword: str, rows: int, cols: int, teams: int) -> Key:
    """Return the key card of a typed keyword, without trimming or normalising it.

    Raises OptionsError for an impossible board.
    """
    digest = sha512(keyword.encode()).digest()
    return key_from_integer(int.from_bytes(digest, "big"), rows, cols, teams)


def key_from_integer(number: int, rows: int, cols: int, teams: int) -> Key:
    """Return the key card of a keyword's SHA-512 digest, read big-endian.

    In base `rows * cols` the number's last digit modulo the number of teams selects the team that
    goes first, and its first digit is the assassin's place. The following digits place the cards of
    the first team, then of the next, and skip occupied places. Raises OptionsError for an
    impossible board and for a number that is not a digest.
    """
    check_board(rows, cols, teams)
    if not 0 <= number < DIGEST_LIMIT:
        raise OptionsError("digits-range")
    size = rows * cols
    order = rotation(tuple(Team)[:teams], digits(number, size)[-1] % teams)
    places = _endless_digits(number, size)
    placed: dict[int, Identity] = {}
    for identity in (Identity.ASSASSIN, *team_cards(order, size)):
        placed[next(place for place in places if place not in placed)] = identity
    return Key(order, tuple(placed.get(place, Identity.BYSTANDER) for place in range(size)))


def _endless_digits(number: int, base: int) -> Iterator[int]:
    """Yield the number's digits, then those of its hexadecimal digest as a keyword, and so on."""
    while True:
        yield from digits(number, base)
        number = int.from_bytes(sha512(f"{number:0128x}".encode()).digest(), "big")


def digits(number: int, base: int) -> tuple[int, ...]:
    """Return the digits of a number, the most significant one first."""
    found = [number % base]
    while number := number // base:
        found.append(number % base)
    return tuple(reversed(found))
