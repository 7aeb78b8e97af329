from itertools import product

from bot.lobby import notation
from bot.lobby.chairs import ChangeOption, ChangeSetting, SeatBot
from bot.lobby.context import ChairFilter
from bot.lobby.forms import Offer, chairs_panel, settings_panel
from core.codenames.command import CODENAMES
from core.view import Blank, FormBlock
from tests.bot.lobby.tables import ANN, BEN, BOTS, FOUR, SIX, Table, name_of, opened, running, said

OPTIONS = CODENAMES.new.options
VALUES: dict[str, object] = {
    "rows": 5,
    "cols": 5,
    "teams": 2,
    "guessers": 1,
    "marks": 1,
    "clues": "strict",
    "substrings": "allow",
    "solo": False,
    "team": "blue",
    "typed": True,
}
OFFER = Offer({chair.seat: BOTS for chair in FOUR}, OPTIONS, VALUES)


def _forms(table: Table, offer: Offer = OFFER) -> dict[str, FormBlock]:
    panels = (chairs_panel(table.lobby, offer, None), settings_panel(table.lobby, offer, name_of))
    blocks = (block for panel in panels for block in panel.blocks)
    return {block.name: block for block in blocks if isinstance(block, FormBlock)}


def _called(blank: Blank) -> list[str]:
    return [one if isinstance(one, str) else said(one) for one in blank.value_labels]


def _line(form: FormBlock, values: tuple[str, ...]) -> str:
    """Return the line of a form with these values."""
    pairs = zip(form.blanks, values, strict=True)
    return " ".join(
        [form.verb, *(f"{one.name}={value}" if one.named else value for one, value in pairs)]
    )


def test_a_bot_is_put_into_a_chair_in_which_no_person_sits() -> None:
    table = opened(ANN, BEN)
    table.do(ANN, "chair blue spymaster")
    seat, bot = _forms(table)["bot"].blanks
    assert seat.values == ("blue-guesser", "red-spymaster", "red-guesser")
    assert (bot.values, bot.initial) == (BOTS, "teammate")
    for values in product(seat.values, bot.values):
        line = _line(_forms(table)["bot"], values)
        action = notation.parse(line, table.lobby)
        assert isinstance(action, SeatBot)
        assert (action.chair_filter, action.name) == (
            ChairFilter(seat=action.chair_filter.seat),
            values[1],
        )


def test_chairs_and_values_are_called_by_words() -> None:
    found = _forms(opened(ANN))
    assert _called(found["bot"].blanks[0]) == [
        "Blue spymaster",
        "Blue guesser",
        "Red spymaster",
        "Red guesser",
    ]
    names = ("set.clock", "set.table", "set.people", "set.game")
    called = {one.name: _called(one) for name in names for one in found[name].blanks}
    assert called["stop"] == ["host: the person who opened the table", "anyone at the table"]
    assert called["join"] == ["anyone", "host: people whom the host chooses"]
    assert called["solo"] == ["off", "on"]
    assert called["clues"] == ["strict: refuse them", "warn: warn of them", "off: allow them"]
    assert called["substrings"] == ["allow: it's legal", "refuse: it breaks the rules"]
    assert called["rows"] == called["pace"] == []


def test_where_chairs_have_bots_of_their_own_only_the_chair_is_chosen() -> None:
    table = opened(ANN)
    own = {chair.seat: (f"{chair.role}-bot",) for chair in FOUR}
    (seat,) = _forms(table, Offer(own))["bot"].blanks
    assert len(seat.values) == 4
    table.do(ANN, "chair blue-spymaster")
    table.do(BEN, "chair red-spymaster")
    (seat,) = _forms(table, Offer(own))["bot"].blanks
    assert seat.values == ("blue-guesser", "red-guesser")


def test_of_empty_chairs_that_are_alike_one_is_offered_a_bot_and_those_of_bots_another() -> None:
    table = opened(ANN, places=SIX)
    offer = Offer({chair.seat: BOTS for chair in SIX})
    assert _forms(table, offer)["bot"].blanks[0].values == (
        "blue-spymaster",
        "blue-guesser",
        "red-spymaster",
        "red-guesser",
    )
    table.do(ANN, "bot red-guesser gloss")
    assert _forms(table, offer)["bot"].blanks[0].values[-2:] == ("red-guesser", "red-guesser-2")


def test_where_people_sit_in_all_chairs_no_bot_is_offered() -> None:
    table = running(blue_spymaster=ANN, red_guesser=BEN)
    assert "bot" in _forms(table)
    alone = opened(ANN, places=table.lobby.chairs[:1])
    alone.do(ANN, "chair blue spymaster")
    assert "bot" not in _forms(alone)


def test_every_value_that_is_offered_can_be_set_and_those_of_now_change_nothing() -> None:
    table = opened(ANN)
    for name in ("set.clock", "set.table", "set.people"):
        form = _forms(table)[name]
        assert table.do(ANN, _line(form, tuple(one.initial for one in form.blanks))) == ()
        for blank in form.blanks:
            for value in blank.values:
                table.do(ANN, f"set {blank.name}={value}")
                now = {one.name: one.initial for one in _forms(table)[name].blanks}
                assert now[blank.name] == value


def test_several_settings_are_one_line_and_one_event() -> None:
    table = opened(ANN)
    form = _forms(table)["set.clock"]
    (event,) = table.do(ANN, _line(form, ("enforced", "2m", "5m", "48")))
    assert table.lobby.settings.clue_seconds == 120
    assert table.lobby.settings.slow_hours == 48
    assert _forms(table)["set.clock"].blanks[1].initial == "2m"
    assert event.__class__.__name__ == "SettingsChanged"


def test_a_value_of_now_that_is_none_of_the_usual_ones_is_offered_too() -> None:
    table = opened(ANN)
    table.do(ANN, "set clue-time 77s")
    blank = _forms(table)["set.clock"].blanks[1]
    assert blank.initial == "1m17s"
    assert blank.values[0] == "1m17s"


def test_the_games_options_are_offered_as_they_are() -> None:
    found = _forms(opened(ANN))
    blanks = found["set.game"].blanks
    assert {blank.name: blank.initial for blank in blanks} == {
        name: str(value) if not isinstance(value, bool) else "on" if value else "off"
        for name, value in VALUES.items()
    }
    assert all(blank.initial in blank.values for blank in blanks)
    action = notation.parse("set rows=4 cols=6", opened(ANN).lobby)
    assert action == ChangeOption("rows", "4", (("cols", "6"),))


def test_every_label_of_a_form_has_a_sentence() -> None:
    for form in _forms(opened(ANN)).values():
        assert said(form.label)
        assert form.blanks
        for blank in form.blanks:
            assert len(said(blank.label)) <= 100


def test_what_is_not_known_is_typed() -> None:
    blanks = _forms(opened(ANN), Offer())["bot"].blanks
    assert blanks[1].values == ()


def test_lines_of_several_settings_are_read_back_as_they_were_written() -> None:
    lobby = opened(ANN).lobby
    for action in (
        ChangeSetting("clock", "slow", (("pace", "3"),)),
        ChangeOption("rows", "4", (("cols", "4"), ("marks", "2"))),
    ):
        assert notation.parse(action.line, lobby) == action
    assert notation.parse("set rows = 4", lobby) == ChangeOption("rows", "4")
    assert opened(ANN).refused(ANN, "set clock=slow rows=4") == "table-set-mixed"
