"""Leaderboards and profiles as views and as plain lines."""

from collections.abc import Iterator, Sequence
from itertools import starmap

from bot.ratings.boards.leaderboard import BoardQuery, Standing
from bot.ratings.boards.profile import ExpertRecord, Profile
from bot.ratings.boards.record import PlayerRecord
from bot.ratings.facts import TOLD_FROM
from bot.ratings.persona_summary import KnownPerson, leaning_phrases
from core.codenames.model import Role
from core.rating.estimate import PROVISIONAL_TURNS
from core.view import Block, Face, Fields, Phrase, Text, Tone, View, phrase

_Row = tuple[Face | None, Phrase, Phrase]


def leaderboard_view(
    board: BoardQuery, standings: Sequence[Standing[PlayerRecord]], *, has_alone: bool = False
) -> View:
    """Return a board as a view.

    `has_alone`: the board is empty, but the one for games alone with bots is not.
    """
    title = phrase(
        "leaderboard-title",
        role=board.role.value if board.role else "any",
        days=len(board.days),
        alone="yes" if board.alone else "no",
    )
    if not standings:
        others = (Text(phrase("leaderboard-alone")),) if has_alone else ()
        return View(title, (Text(phrase("leaderboard-empty")), *others))
    named = ((one, _name(one.name, is_bot=one.user.is_bot)) for one in standings)
    rows = tuple(
        (None, phrase("leaderboard-place", rank=one.rank, name=name), _row(one.record))
        for one, name in named
    )
    return View(title, (Fields(rows),), phrase("leaderboard-footer", turns=PROVISIONAL_TURNS))


def profile_view(found: Profile) -> View:
    """Return a profile as a view."""
    blocks = [*_sections(found)]
    title = phrase("profile-title", name=_name(found.name, is_bot=found.user.is_bot))
    if not blocks:
        return View(title, (Text(phrase("profile-empty")),))
    return View(title, (*blocks, Text(phrase("profile-rated"), Tone.QUIET)))


def plain_lines(view: View) -> tuple[Phrase, ...]:
    """Return a view as lines: title, texts, and a line for each field."""
    lines = [view.title]
    for block in view.blocks:
        match block:
            case Text(phrase=said):
                lines.append(said)
            case Fields(rows=rows):
                lines += [phrase("rating-line", name=name, value=value) for _, name, value in rows]
    return (*lines, view.footer) if view.footer else tuple(lines)


def _name(name: str, *, is_bot: bool) -> Phrase:
    return phrase("rating-bot", name=name) if is_bot else phrase("rating-person", name=name)


def _row(record: PlayerRecord) -> Phrase:
    """Return the line of a record on a board: the games, then the rating."""
    count = record.count
    games = phrase("rating-games", games=count.games, wins=count.wins, streak=count.streak)
    return phrase("rating-record", games=games, rating=_rating(record))


def _whole(record: PlayerRecord) -> Phrase:
    """Return the line of a record in a profile, with the turns and the interval of the rating."""
    shown = record.shown
    if record.missing_turns:
        return _row(record)
    interval = phrase(
        "rating-interval", low=decimal(shown.low), high=decimal(shown.high), turns=shown.turns
    )
    return phrase("rating-whole", record=_row(record), interval=interval)


def _rating(record: PlayerRecord) -> Phrase:
    if record.missing_turns:
        return phrase("rating-none", turns=record.missing_turns)
    return phrase(
        "rating-shown",
        rating=decimal(record.shown.rating),
        place=record.place.value,
        percent=round(100 * record.odds),
    )


def decimal(number: float) -> str:
    """Return a number to two places, as views show ratings.

    >>> decimal(-0.001), decimal(1.25), decimal(-1.5)
    ('0.00', '1.25', '-1.50')
    """
    text = f"{number:.2f}"
    return "0.00" if text == "-0.00" else text


def _sections(found: Profile) -> Iterator[Block]:
    if found.roles:
        yield Fields(tuple(starmap(_in_role, found.roles.items())))
    if found.partners:
        yield Text(phrase("profile-partners"), Tone.STRONG)
        yield Fields(tuple(map(_partner, found.partners)))
    if found.experts:
        yield Text(phrase("profile-experts"), Tone.STRONG)
        yield Fields(tuple(map(_expert, found.experts)))
    if found.leanings:
        yield Text(phrase("profile-leanings"), Tone.STRONG)
        yield Fields(tuple(map(_known, found.leanings)))
    if found.clues:
        told = {"clue": found.clues.clue or "none", "card": found.clues.card}
        yield Text(phrase("profile-clues", count=found.clues.count, **told))
    if found.alone:
        yield Text(phrase("profile-alone"), Tone.STRONG)
        yield Fields(tuple(starmap(_in_role, found.alone.items())))
    if found.chance:
        name, odds = found.chance
        yield Text(phrase("profile-against", name=name, percent=round(100 * odds)))


def _in_role(role: Role, record: PlayerRecord) -> _Row:
    return None, phrase("rating-role", role=role.value), _whole(record)


def _partner(partner: Standing[PlayerRecord]) -> _Row:
    return None, _name(partner.name, is_bot=partner.user.is_bot), _whole(partner.record)


def _expert(found: ExpertRecord) -> _Row:
    name = phrase("profile-expert", role=found.role.value, expert=found.expert)
    return None, name, phrase("profile-colt", colt=decimal(found.colt), uses=round(found.uses))


def _known(found: KnownPerson) -> _Row:
    nothing = "early" if found.turns < TOLD_FROM else "no"
    said = phrase(
        "profile-leaning",
        known="yes" if found.leanings else nothing,
        leanings=leaning_phrases(found.leanings),
        turns=found.turns,
        least=TOLD_FROM,
    )
    return None, phrase("rating-role", role=found.role.value), said
