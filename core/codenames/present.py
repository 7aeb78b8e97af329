"""The `View` of a table of Codenames for one observer."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import assert_never

from core import view
from core.codenames import model
from core.codenames.actions import Action, Guess, Pass, Point, Resign, Unpoint
from core.codenames.key import deck
from core.codenames.model import Clue, Drawn, GameEnded, Identity, Layout, Observation, Team, Turn
from core.codenames.notation import action_line, coordinate, number_text, quoted
from core.command import value_label
from core.rules import Field, Legal, Seat
from core.view import Blank, Block, Choice, Colour, Face, Fields, Glyph, Phrase, Text, Tone, phrase

FACES: Mapping[Identity, Face] = MappingProxyType(
    {
        one: Face(one.value, glyph, colour)
        for one, glyph, colour in zip(Identity, Glyph, Colour, strict=False)
    }
)


ELIMINATION_TEAMS = 3
"""The fewest playing teams for a game that continues after an elimination."""


def present(observation: Observation, legal: Legal[Action], *, seeded: bool = False) -> view.View:
    """Return the observer's view, with the moves of `legal`; `seeded`: the deal's seed is known."""
    return view.View(
        title=title(observation),
        blocks=tuple(_blocks(observation, legal)),
        footer=_provenance(observation, seeded=seeded),
    )


def title(observation: Observation) -> Phrase:
    """Return the sentence that says whose move it is, or how the game ended."""
    if observation.ending:
        return ending_phrase(observation.ending)
    turn = observation.turn
    if turn is None:
        return phrase("title-deal")
    if observation.clue is None:
        return phrase("title-clue", team=turn.team.value, turn=turn.number)
    return phrase(
        "title-guess",
        team=turn.team.value,
        turn=turn.number,
        word=observation.clue.word,
        number=number_text(observation.clue.number),
        left=-1 if observation.guesses_left is None else observation.guesses_left,
    )


def ending_phrase(ending: GameEnded) -> Phrase:
    """Return the sentence that says how the game ended."""
    winner = ending.winner.value if ending.winner else "board"
    return phrase("title-over", winner=winner, reason=ending.reason.value)


def board(observation: Observation, legal: Legal[Action]) -> view.Grid:
    """Return the board's cards by rows, with the key if the observer may know it."""
    cols, choices = observation.options.cols, _card_choices(legal)
    cells = [
        _cell(observation, place, choices.get(place)) for place in range(len(observation.cards))
    ]
    rows = tuple(tuple(cells[start : start + cols]) for start in range(0, len(cells), cols))
    return view.Grid(rows, _alt(observation))


def _card_choices(legal: Legal[Action]) -> Mapping[int, Guess | Point]:
    """Return the action of each card: a guess, or a mark if it lacks marks."""
    guesses = {action.card: action for action in legal.actions if isinstance(action, Guess)}
    points = {action.card: action for action in legal.actions if isinstance(action, Point)}
    return points | guesses


def cards_left(observation: Observation) -> Fields:
    """Return the number of covered cards of each kind, the teams in playing order."""
    shown = [card.shown for card in observation.cards]
    key, rows = deck(observation.order, observation.options.size), []
    for identity in _identities(observation.order):
        out = identity.team in observation.out and _goes_on_without_one(observation)
        said = phrase(
            "cards-out" if out else "cards-left",
            left=key.count(identity) - shown.count(identity),
            total=key.count(identity),
            kind="team" if identity.team else "other",
        )
        rows.append((FACES[identity], _legend(identity), said))
    return Fields(tuple(rows))


def _identities(order: tuple[Team, ...]) -> tuple[Identity, ...]:
    """Return the identities of a key: teams in playing order, bystanders, the assassin."""
    return (*map(Identity.of, order), Identity.BYSTANDER, Identity.ASSASSIN)


def _legend(identity: Identity) -> Phrase:
    """Return the name of an identity, shown after its letter and shape."""
    return phrase("identity-legend", name=identity.name.lower())


def just_uncovered(observation: Observation) -> Iterator[Text]:
    """Yield the guesses since the observer's team last guessed; for the public, the last round."""
    for turn in reversed([*_recent_turns(observation)]):
        for guess in turn.guesses:
            yield Text(_describe_uncovered(guess, observation))


def _recent_turns(observation: Observation) -> Iterator[Turn]:
    """Yield the turns of `just_uncovered`, the newest first."""
    others = len(observation.options.playing) - 1
    for count, turn in enumerate((one for one in reversed(observation.turns) if one.guesses), 1):
        yield turn
        chair = observation.chair
        if turn.team is chair.team if chair else count >= others:
            return


def describe(event: model.Event, observation: Observation) -> Phrase:
    """Return the sentence of an event for the table."""
    words = observation.words
    match event:
        case model.Dealt(layout=layout):
            return _describe_deal(layout, observation)
        case model.ClueGiven(clue=clue):
            return _describe_clue(clue, observation)
        case model.Pointed(seat=seat, card=card):
            return phrase("event-pointed", seat=who(observation, seat), card=words[card])
        case model.Unpointed(seat=seat, card=card):
            return phrase("event-unpointed", seat=who(observation, seat), card=words[card])
        case model.Uncovered():
            return _describe_uncovered(event, observation)
        case model.TeamEliminated(team=team, reason=reason):
            key = "event-eliminated" if _goes_on_without_one(observation) else "event-lost"
            return phrase(key, team=team.value, reason=reason.value)
        case model.TurnEnded(end=end, by=by):
            return phrase("event-turn-ended", end=end.value, seat=who(observation, by))
        case model.TurnStarted(turn=turn, team=team):
            return phrase("event-turn-started", turn=turn, team=team.value)
        case GameEnded():
            return ending_phrase(event)
        case _:
            assert_never(event)


def _describe_uncovered(event: model.Uncovered, observation: Observation) -> Phrase:
    return phrase(
        "event-uncovered",
        seat=who(observation, event.seat),
        card=observation.cards[event.card].word,
        identity=event.identity.name.lower(),
    )


def _describe_deal(layout: Layout, observation: Observation) -> Phrase:
    """Return the sentence of a deal, with the seat that typed its keyword, if any."""
    cards, solo = len(layout.words), observation.options.solo
    dealt = phrase("event-dealt", cards=cards, order=_names(layout.order))
    if solo is not None:
        other = next(team for team in layout.order if team is not solo)
        dealt = phrase("event-dealt-solo", cards=cards, team=solo.value, other=other.value)
    if isinstance(layout.source, Drawn):
        return dealt
    return phrase("event-dealt-typed", dealt=dealt, seat=who(observation, layout.source.seat))


def _goes_on_without_one(observation: Observation) -> bool:
    return len(observation.options.playing) >= ELIMINATION_TEAMS


def who(observation: Observation, seat: Seat | None) -> Phrase:
    """Return the name of a chair at the table."""
    chair = observation.options.chair(seat)
    if chair is None:
        return phrase("nobody")
    said = phrase("chair", team=chair.team.value, role=chair.role.value, number=chair.number)
    return view.seat_phrase(chair.seat, said)


def unknown_clue(key: str, word: str, bots: tuple[Seat, ...], observation: Observation) -> Phrase:
    """Return the phrase with a key for a clue word that bots do not know."""
    return phrase(key, bots=tuple(who(observation, seat) for seat in bots), word=word)


def _describe_clue(clue: Clue, observation: Observation) -> Phrase:
    said = phrase(
        "event-clue",
        seat=who(observation, clue.seat),
        word=clue.word,
        number=number_text(clue.number),
    )
    for warning in _clue_warnings(clue, observation):
        said = phrase("event-clue-warned", clue=said, warning=warning)
    return said


def _clue_warnings(clue: Clue, observation: Observation) -> Iterator[Phrase]:
    """Yield the public warnings of a clue: a broken rule, bots that do not know the word."""
    if clue.breach:
        yield clue.breach.phrase("warned")
    if clue.unknown_to:
        yield unknown_clue("clue-blind", clue.word, clue.unknown_to, observation)
    elif clue.heard_as:
        yield phrase("clue-heard", word=clue.word, heard=clue.heard_as)


def _blocks(observation: Observation, legal: Legal[Action]) -> Iterator[Block]:
    if observation.cards:
        yield from just_uncovered(observation)
        yield board(observation, legal)
        sees_key = any(card.key and not card.shown for card in observation.cards)
        if observation.typed_by and not observation.options.solo and sees_key:
            yield Text(playing_order(observation.order))
        yield cards_left(observation)
    if observation.clue:
        for warning in _clue_warnings(observation.clue, observation):
            yield Text(warning, Tone.BAD)
    for turn in observation.turns:
        if turn.clue:
            yield Text(clue_line(observation, turn), Tone.QUIET)
    yield from _wishes(observation, legal)


def _wishes(observation: Observation, legal: Legal[Action]) -> Iterator[Block]:
    """Yield the controls besides the cards of the board."""
    for form in legal.forms:
        blanks = tuple(map(_blank, form.fields))
        yield view.FormBlock(form.verb, phrase(f"command-{form.verb}"), blanks)
    yield from _pointing(observation, legal)
    bare = tuple(_bare_choices(observation, legal))
    if bare:
        yield view.Choices(bare)


def _blank(field: Field) -> Blank:
    name = field.name
    words = tuple(value_label(name, choice) for choice in field.choices)
    return Blank(name, phrase(f"option-{name}"), field.choices, value_labels=words)


def _pointing(observation: Observation, legal: Legal[Action]) -> Iterator[view.FormBlock]:
    """Yield the form that marks a card whose button guesses it."""
    chosen = _card_choices(legal).values()
    cards = tuple(
        quoted(observation.cards[action.card].word)
        for action in legal.actions
        if isinstance(action, Point) and action not in chosen
    )
    if cards:
        blank = Blank("card", phrase("option-card"), cards)
        yield view.FormBlock("mark", phrase("command-mark"), (blank,))


def _bare_choices(observation: Observation, legal: Legal[Action]) -> Iterator[Choice]:
    """Yield the buttons of actions; those that players need less often are quiet."""
    for action in legal.actions:
        line = action_line(action, observation)
        match action:
            case Pass():
                yield Choice(phrase("choice-pass"), line)
            case Unpoint(card=card):
                yield Choice(
                    phrase("choice-unpoint", card=observation.cards[card].word), line, Tone.QUIET
                )
            case Resign():
                yield Choice(phrase("choice-resign"), line, Tone.QUIET)


def _cell(observation: Observation, place: int, wish: Guess | Point | None) -> view.Cell:
    card = observation.cards[place]
    return view.Cell(
        place=coordinate(place, observation.options.cols),
        label=card.word,
        face=FACES[card.shown] if card.shown else view.BLANK,
        hint=FACES[card.key] if card.key and not card.shown else None,
        marks=tuple(
            who(observation, seat) for seat, marked in sorted(observation.marks) if marked == place
        ),
        choice=Choice(card.word, action_line(wish, observation)) if wish else None,
    )


def _alt(observation: Observation) -> Phrase:
    cols = observation.options.cols
    cards = tuple(
        _alt_card(card, coordinate(place, cols)) for place, card in enumerate(observation.cards)
    )
    return phrase("board-alt", rows=observation.options.rows, cols=cols, cards=cards)


def _alt_card(card: model.Card, place: str) -> Phrase:
    """Return a card's alternative text, with its identity if it is uncovered or known."""
    known = card.shown or card.key
    if known is None:
        return phrase("alt-covered", place=place, word=card.word)
    key = "alt-uncovered" if card.shown else "alt-known"
    return phrase(key, place=place, word=card.word, name=known.name.lower())


def clue_line(observation: Observation, turn: Turn) -> Phrase:
    """Return a turn's clue and its uncovered cards in one line."""
    guesses = tuple(
        f"{observation.cards[guess.card].word} {FACES[guess.identity].glyph.value}"
        for guess in turn.guesses
    )
    return phrase(
        "log-line",
        turn=turn.number,
        team=turn.team.value,
        word=turn.clue.word if turn.clue else "–",
        number=number_text(turn.clue.number) if turn.clue else "",
        guesses=guesses or "–",
    )


def _provenance(observation: Observation, *, seeded: bool) -> Phrase | None:
    if observation.typed_by:
        return phrase("footer-typed", seat=who(observation, observation.typed_by))
    source = observation.layout and observation.layout.source
    if isinstance(source, Drawn):
        secret = source.secret.value.hex()
        return phrase("footer-told", secret=secret, commitment=source.commitment)
    if observation.commitment:
        key = "footer-seeded" if seeded else "footer-drawn"
        return phrase(key, commitment=observation.commitment)
    return None


def playing_order(order: tuple[Team, ...]) -> Phrase:
    """Return the sentence with the playing order that a keyword determines."""
    return phrase("key-order", order=_names(order))


def _names(teams: tuple[Team, ...]) -> tuple[Phrase, ...]:
    return tuple(phrase("identity-word", name=team.value) for team in teams)


def order_and_totals(order: tuple[Team, ...], key: tuple[Identity, ...]) -> Fields:
    """Return the teams in playing order, the bystanders and the assassin with their totals."""
    totals = {one: phrase("cards-total", cards=key.count(one)) for one in _identities(order)}
    return Fields(tuple((FACES[one], _legend(one), total) for one, total in totals.items()))
