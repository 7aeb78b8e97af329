from collections.abc import Iterable

from bot.identity import User
from bot.lobby import notation
from bot.lobby.context import LastMove
from bot.lobby.events import ChairRequested, DirectFound
from bot.lobby.forms import NOTHING, chairs_panel
from bot.lobby.game_events import GameOver
from bot.lobby.rules import closed
from bot.lobby.view import note, present, table_blocks
from bot.texts import Texts
from core.codenames.model import Identity
from core.codenames.present import FACES
from core.rules import Seat
from core.view import Block, Choices, Fields, FormBlock, Panel, Text, View, with_panels
from tests.bot.lobby.tables import ANN, BEN, CAT, DAN, Table, name_of, opened, running, said


def _lines(blocks: Iterable[Block]) -> list[str]:
    """Return the texts of a view, with the lines of its choices after an arrow."""
    return [line for block in blocks for line in _block_lines(block)]


def _block_lines(block: Block) -> list[str]:
    match block:
        case Text(phrase=phrase):
            return [said(phrase)]
        case Fields(rows=rows):
            return [f"{said(name)}: {said(value)}" for _, name, value in rows]
        case Choices(choices=choices):
            return [f"-> {choice.line}" for choice in choices]
        case FormBlock(name=name, blanks=blanks):
            return [f"{name}? " + " ".join(blank.name for blank in blanks)]
        case Panel(name=name, blocks=blocks):
            return [f"{name}:", *(f"  {line}" for line in _lines(blocks))]
        case _:
            raise AssertionError(block)


def _view(table: Table) -> View:
    return present(table.lobby, name_of)


def test_the_lobby_shows_chairs_people_settings_and_what_to_do() -> None:
    table = opened(ANN, BEN, CAT, DAN)
    table.do(BEN, "chair blue guesser")
    table.do(CAT, "join red")
    table.do(DAN, "watch")
    table.do(ANN, "bot red-spymaster gloss")
    view = _view(table)
    assert said(view.title) == "Codenames: who plays where?"
    assert _lines(view.blocks) == [
        "Blue spymaster: empty; a bot takes it at the start",
        "Blue guesser: Ben (member 2)",
        "Red spymaster: gloss, a bot",
        "Red guesser: empty; a bot takes it at the start",
        "Ann (member 1, host): waiting for a chair",
        "Cat (member 3): waiting for a chair in team Red",
        "Dan (member 4): watching",
        "-> chair",
        "chairs:",
        "  You don't have a chair yet. Press one to take it.",
        "  -> chair blue-spymaster",
        "  -> chair red-spymaster",
        "  -> chair red-guesser",
        "  -> stand",
        "  -> watch",
        "  -> leave",
        "  All chairs:",
        "  -> shuffle",
        "  -> spymaster",
        "  -> bot",
        "  bot? seat bot",
        "-> start",
        "settings:",
        "  Now: no clock · bots take 2 s · the host can stop the game · dark board.",
        ("  Only the host, Ann, can change these. If the host is away, a member can become host."),
        "  set.clock? clock clue-time guess-time hours",
        "  set.table? pace theme thread",
        "  set.people? stop join",
        "  -> host",
        "  -> stop",
    ]
    assert view.footer is not None
    assert said(view.footer) == (
        'To play, press "Join". The host, Ann, then presses "Start", '
        "and bots take the empty chairs."
    )


def test_a_closed_lobby_offers_to_watch_and_says_who_gives_chairs() -> None:
    table = opened(ANN)
    table.do(ANN, "set join host")
    lines = _lines(present(table.lobby, name_of, user=BEN).blocks)
    assert lines[lines.index("-> chair") + 1] == "-> watch"
    panel = lines[lines.index("chairs:") : lines.index("-> start")]
    assert panel[1].endswith("watch, and ask the host to give you a chair.")
    assert not [line for line in panel if line.startswith("  -> chair")]
    own = _lines(present(table.lobby, name_of, user=ANN).blocks)
    assert "  -> chair blue-spymaster" in own
    footer = _view(table).footer
    assert footer is not None
    assert said(footer) == (
        'The host, Ann, chooses who plays: press "Watch", and ask for a chair. '
        'The host then presses "Start".'
    )


def test_every_choice_is_a_line_that_the_table_reads() -> None:
    table = opened(ANN)
    for block in with_panels(_view(table)).blocks:
        if isinstance(block, Choices):
            for choice in block.choices:
                assert notation.parse(choice.line, table.lobby) is not None


def test_teams_have_the_faces_of_their_cards() -> None:
    faces = {"blue": FACES[Identity.BLUE], "red": FACES[Identity.RED]}
    chairs = present(opened(ANN).lobby, name_of, faces).blocks[0]
    assert isinstance(chairs, Fields)
    assert [face.letter if face else "" for face, *_ in chairs.rows] == ["B", "B", "R", "R"]


def test_an_abandoned_table_says_how_to_go_on() -> None:
    table = opened(ANN)
    table.do(ANN, "leave")
    footer = _view(table).footer
    assert footer is not None
    assert said(footer) == 'Nobody is at this table. Press "Join" to be the host.'


def test_nothing_stands_beside_a_game_that_goes_its_way() -> None:
    assert not [*table_blocks(running(blue_guesser=ANN, red_guesser=BEN).lobby, name_of)]


def test_an_empty_chair_is_offered_to_people_and_bots() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    table.do(BEN, "leave")
    assert _lines(table_blocks(table.lobby, name_of)) == [
        "Nobody is the Red guesser: the game waits when it's this chair's turn.",
        "-> chair red-guesser",
        "-> bot red-guesser",
    ]


def test_a_take_back_is_asked_and_a_stopped_clock_shown() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    table.last_move = LastMove(5, Seat("blue-guesser"), (1,))
    table.do(ANN, "takeback")
    table.do(ANN, "set clock enforced")
    table.do(ANN, "pause")
    assert _lines(table_blocks(table.lobby, name_of)) == [
        "Ann asks to take back the last move. Still to agree: red.",
        "-> agree",
        "-> refuse",
        "The clock is stopped.",
        "-> resume",
    ]


def test_who_asks_has_an_honorific_in_japanese() -> None:
    table = running(blue_guesser=ANN, red_guesser=BEN)
    table.last_move = LastMove(5, Seat("blue-guesser"), (1,))
    table.do(ANN, "takeback")
    table.hear(ChairRequested(CAT, Seat("red-spymaster")))
    texts = [one for one in table_blocks(table.lobby, name_of) if isinstance(one, Text)]
    told = [Texts.load("ja").say(one.phrase) for one in texts]
    for name, asks in (("Ann", "待ったを"), ("Cat", "の席を希望")):
        assert any(one.startswith(f"{name}さんが") and asks in one for one in told)


def test_the_next_game_is_offered_once() -> None:
    table = running(blue_guesser=ANN)
    table.hear(GameOver())
    assert _lines(table_blocks(table.lobby, name_of)) == ["-> rematch"]
    table.do(ANN, "rematch")
    assert not [*table_blocks(table.lobby, name_of)]


def test_the_lobby_tells_whom_the_key_reaches_by_direct_message_and_what_happens_else() -> None:
    table = opened(ANN, BEN)
    table.do(ANN, "chair blue spymaster")
    table.do(BEN, "chair red spymaster")
    assert not [line for line in _lines(_view(table).blocks) if "direct" in line]
    table.hear(DirectFound(ANN, reached=True))
    table.hear(DirectFound(BEN, reached=False))
    lines = _lines(_view(table).blocks)
    assert "Direct messages reach Ann: the key card comes there." in lines
    (closed,) = (line for line in lines if "don't reach Ben" in line)
    assert '"My key" below the board shows the key card' in closed
    assert "  -> reach" in _lines(present(table.lobby, name_of, user=BEN).blocks)
    assert "  -> reach" not in _lines(present(table.lobby, name_of, user=ANN).blocks)


def test_a_panel_of_chairs_tells_a_person_where_they_sit_and_what_they_may_do() -> None:
    table = opened(ANN, BEN, CAT)
    table.do(ANN, "chair blue spymaster")
    table.do(BEN, "watch")

    def chairs(user: User) -> list[str]:
        return _lines(chairs_panel(table.lobby, NOTHING, user).blocks)

    own = chairs(ANN)
    assert own[0] == "You're the Blue spymaster. Press a chair to move there."
    assert {"-> stand", "-> watch", "-> leave"} <= {*own}
    watching = chairs(BEN)
    assert watching[0] == "You're watching. Press a chair to play there."
    assert "-> watch" not in watching
    assert "-> stand" not in watching
    assert "-> leave" not in chairs(DAN)


def test_a_note_tells_one_person_what_comes_there() -> None:
    table = opened(ANN, BEN)
    table.do(ANN, "chair blue spymaster")
    assert _lines(note(table.lobby, ANN).blocks) == [
        (
            "You're the Blue spymaster. Your key card comes here as soon as there is one: "
            "don't show it to anyone."
        )
    ]
    assert "nothing more to show you" in _lines(note(table.lobby, BEN).blocks)[0]
    table.do(ANN, "stop")
    assert "stopped before" in _lines(note(table.lobby, ANN).blocks)[0]


def test_a_table_that_was_closed_says_why_and_how_to_open_another() -> None:
    table = opened(ANN)
    table.hear(*closed(table.lobby))
    why = "nobody did anything here for 15 minutes before the start."
    assert _lines(_view(table).blocks)[-2:] == [
        f'This table was closed, because {why} To open another one, choose "Play again".',
        "-> rematch",
    ]
    table.do(BEN, "rematch")
    assert _lines(_view(table).blocks)[-1] == f"This table was closed, because {why}"
    assert table.refused(BEN, "join") == "table-closed"


def test_a_table_that_was_stopped_before_it_began_offers_the_next_game_alone() -> None:
    table = opened(ANN)
    table.do(ANN, "stop")
    view = _view(table)
    assert not [block for block in view.blocks if isinstance(block, FormBlock)]
    assert said(view.title) == "Codenames: stopped"
    assert _lines(view.blocks)[-2:] == ["Ann stopped this game before it began.", "-> rematch"]
    assert view.footer is None
    table.do(ANN, "rematch")
    assert not any(isinstance(block, Choices) for block in _view(table).blocks)
