from adapters.terminal import views
from adapters.terminal.input import LocalCommand
from adapters.terminal.render import Renderer
from core.codenames.command import CODENAMES
from core.codenames.game import GAME
from core.codenames.model import Options
from core.rules import Seat
from core.view import View
from tests.adapters.terminal.tables import TEXTS, dealt, key, words_of

PAINTER = Renderer(TEXTS, colour=False)
SPYMASTER, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")


def part(name: str, view: View) -> list[str]:
    return list(views.part(LocalCommand(name), view, PAINTER))


def test_the_key_is_read_by_rows() -> None:
    table = dealt()
    letters = {"blue": "B", "red": "R", "bystander": "T", "assassin": "K"}
    told = "".join(letters[identity] for _, identity in key(table))
    rows = [told[start : start + 5] for start in range(0, 25, 5)]
    assert views.key_line(table.view(SPYMASTER)) == " ".join(["key", *rows])


def test_the_key_line_stays_whole_when_cards_are_uncovered() -> None:
    table = dealt()
    before = views.key_line(table.view(SPYMASTER))
    table.submit(SPYMASTER, "clue zephyr 2")
    table.submit(GUESSER, f"guess {words_of(table, 'blue')[0]}")
    assert views.key_line(table.view(SPYMASTER)) == before


def test_only_a_spymaster_knows_the_key_before_the_end() -> None:
    table = dealt()
    assert views.knows_key(table.view(SPYMASTER))
    assert not views.knows_key(table.view(GUESSER))
    assert not views.knows_key(table.view(None))


def test_a_view_without_its_key_is_what_a_guesser_sees_of_the_board() -> None:
    table = dealt()
    bare = views.without_key(table.view(SPYMASTER))
    public = table.view(None)
    assert part("board", bare) == part("board", public)


def test_a_table_without_a_board_says_so() -> None:
    view = dealt(Options(keyword=True)).view(None)
    for name in ("board", "left"):
        assert part(name, view) == ["The board hasn't been dealt yet: wait a moment."]


def test_a_table_without_a_clue_says_so() -> None:
    assert part("log", dealt().view(None)) == ["There's no clue yet."]


def test_help_names_every_command_that_it_is_given_and_every_order() -> None:
    told = "\n".join(views.help_lines(GAME, CODENAMES.play, PAINTER, ()))
    for name in [
        *(command.name for command in CODENAMES.play),
        *(order.value for order in LocalCommand),
    ]:
        assert f"\n  {name} " in told


def test_help_tells_of_seats_only_where_several_people_may_act() -> None:
    alone = list(views.help_lines(GAME, CODENAMES.play, PAINTER, (GUESSER,)))
    beside = list(views.help_lines(GAME, CODENAMES.play, PAINTER, (SPYMASTER, GUESSER)))
    assert beside[: len(alone)] == alone
    assert '"blue-guesser:"' in beside[-1]


def test_only_a_form_for_a_secret_is_left_to_a_prompt_of_its_own() -> None:
    for table, left_out in ((dealt(), False), (dealt(Options(keyword=True)), True)):
        view = table.view(SPYMASTER)
        bare = views.without_secret_forms(view, CODENAMES)
        assert len(bare.blocks) == len(view.blocks) - left_out
