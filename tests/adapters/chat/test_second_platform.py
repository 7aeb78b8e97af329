"""A second chat platform: both games through adapters.chat alone, within limits of its own."""

from dataclasses import replace
from typing import Final

from adapters.chat.incoming import ButtonAction
from adapters.chat.text_messages import Mark
from bot.games import Room, Status
from core.view import Monospace, find
from tests.adapters.chat.recording import LIMITS, NAME, ROOM, Loft, Sent, breaches, loft
from tests.loopback.table import in_loop

SEATS: Final = {
    "Ann": "blue-spymaster",
    "Bob": "blue-guesser",
    "Cat": "red-spymaster",
    "Dan": "red-guesser",
}


async def _begun(here: Loft) -> None:
    """Open a game of Codenames by command, join by button, take chairs in each way, and start."""
    await here.command("Ann", "codenames new")
    assert await here.press("Bob", ButtonAction.SUBMIT, "chair") is None
    chairs = await here.panel("Ann", "chairs")
    seated = await here.press("Ann", ButtonAction.SUBMIT, "chair blue-spymaster", chairs)
    assert seated is not None
    assert seated.is_again
    assert await here.write("Bob", "chair blue-guesser") is None
    for name in ("Cat", "Dan"):
        sent = await here.command(name, "codenames chair", seat=SEATS[name])
        assert sent is not None
        assert f"{name} is now the " in sent.text
    await here.command("Ann", "codenames start")


async def _due(here: Loft) -> str:
    """Return the name of the person for whom the table waits."""
    session = await here.session()
    (seat,) = session.rules.to_act(session.state)
    return next(name for name, own in SEATS.items() if own == seat)


async def _clued(here: Loft) -> str:
    """Give a clue by its form; return the name of the guesser."""
    assert await here.fill(await _due(here), "clue", word="zebra", number="2") is None
    return await _due(here)


def _keep_limits(here: Loft) -> None:
    assert [found for sent in here.all_sent() for found in breaches(sent)] == []


def _text(sent: Sent | None) -> str:
    assert sent is not None
    return sent.text


@in_loop
async def test_a_clue_by_form_and_guesses_by_button_and_text_are_played() -> None:
    async with loft() as here:
        await _begun(here)
        guesser = await _clued(here)
        assert (await here.session()).state.turns[0].clue.word == "zebra"
        marked = await here.press(guesser, ButtonAction.SUBMIT, "guess A1")
        assert " marks " in _text(marked)
        assert 0 not in (await here.session()).state.uncovered
        assert await here.press(guesser, ButtonAction.SUBMIT, "guess A1") is None
        assert 0 in (await here.session()).state.uncovered
        _keep_limits(here)


@in_loop
async def test_a_guess_is_typed_by_its_word() -> None:
    async with loft() as here:
        await _begun(here)
        guesser = await _clued(here)
        word = (await here.session()).state.layout.words[3]
        assert await here.write(guesser, word.upper()) is None
        assert 3 in (await here.session()).state.uncovered


@in_loop
async def test_a_key_is_shown_to_its_spymaster_and_refused_to_others() -> None:
    async with loft() as here:
        await _begun(here)
        key = await here.press("Ann", ButtonAction.SHOW, "key")
        assert key is not None
        assert key.view is not None
        grids = [one.grid for one in find(key.view, Monospace) if isinstance(one, Monospace)]
        assert all(cell.hint for row in grids[0].cells for cell in row)
        refused = await here.press("Bob", ButtonAction.SHOW, "key")
        assert "You don't have a key" in _text(refused)
        own = await here.board("ann")  # the private message
        assert own.view is not None
        _keep_limits(here)


@in_loop
async def test_refusals_are_private_answers() -> None:
    async with loft() as here:
        await _begun(here)
        clue = await here.button(ButtonAction.OPEN, "clue")
        sent = await here.interactions.form(here.incoming("Bob"), clue)
        assert isinstance(sent, Sent)
        assert not sent.is_shared
        await _clued(here)
        assert "guessers" in _text(await here.press("Ann", ButtonAction.SUBMIT, "guess A1"))
        old = await here.press_id("Bob", "not one of ours")
        assert "older message" in _text(old)
        assert await here.write("Bob", "nonsense of course") is Mark.TALK
        assert "This command has changed" in _text(await here.command("Bob", "codenames sing"))


@in_loop
async def test_settings_are_filled_in_by_forms_that_are_split() -> None:
    async with loft() as here:
        await here.command("Ann", "codenames new")
        panel = await here.panel("Ann", "settings")
        opened = await here.opened("Ann", "set.clock.1", panel)
        assert len(opened.form.blanks) == LIMITS.fields
        for form, values in (("set.clock.1", {"clock": "slow"}), ("set.clock.2", {"hours": "48"})):
            filled = await here.fill("Ann", form, panel, **values)
            assert filled is not None
            assert filled.is_again
        settings = (await here.session()).lobby.settings
        assert (settings.clock.value, settings.slow_hours) == ("slow", 48)
        _keep_limits(here)


@in_loop
async def test_requests_besides_games_are_answered_and_continued_by_their_asker() -> None:
    async with loft() as here:
        await _begun(here)
        assert "Leaderboard" in _text(await here.command("Ann", "leaderboard", show=True))
        assert here.responses.sent[-1].is_shared
        deleting = await here.command("Ann", "privacy delete")
        assert deleting is not None
        (sure,) = deleting.choices
        assert "person who asked" in _text(await here.press_id("Bob", sure.line))
        assert "person who asked" not in _text(await here.press_id("Ann", sure.line))
        _keep_limits(here)


@in_loop
async def test_completions_are_as_many_as_the_platform_takes() -> None:
    async with loft() as here:
        await _begun(here)
        guesser = await _clued(here)
        asked = here.incoming(guesser, ("codenames", "guess"), {"card": ""})
        offers = await here.interactions.complete(asked, "card")
        assert len(offers) == LIMITS.completions
        assert all(len(shown) <= LIMITS.completion for shown, _ in offers)


@in_loop
async def test_hangman_is_played_by_button_and_by_text() -> None:
    async with loft() as here:
        await here.command("Bob", "hangman new", mode="turns", guessers=2)
        await here.command("Bob", "hangman chair", seat="guesser-1")
        await here.command("Ann", "hangman chair", seat="guesser-2")
        await here.command("Bob", "hangman start")
        session = await here.session()
        assert session.lobby.status is Status.RUNNING
        await here.press("Bob", ButtonAction.SUBMIT, "guess e")
        await here.write("Bob", "guess a")
        assert (await here.session()).version > session.version
        _keep_limits(here)


async def _beside_bots(here: Loft) -> None:
    """Begin a game against the board in which Ann gives clues to a bot."""
    await here.command("Ann", "codenames new", solo=True)
    await here.command("Ann", "codenames chair", seat="blue-spymaster")
    await here.command("Ann", "codenames start")


@in_loop
async def test_a_clue_that_the_bot_does_not_know_is_given_by_the_button_of_the_question() -> None:
    async with loft() as here:
        await _beside_bots(here)
        asked = await here.fill("Ann", "clue", word="zyzzyva", number="2")
        assert '"zyzzyva" is unknown to' in _text(asked)
        assert (await here.session()).state.turns[0].clue is None
        assert asked is not None
        (choice,) = asked.choices
        assert await here.press_id("Ann", choice.line) is None
        assert (await here.session()).state.turns[0].clue.word == "zyzzyva"
        _keep_limits(here)


@in_loop
async def test_a_question_whose_button_has_no_room_says_what_to_write() -> None:
    async with loft() as here:
        await _beside_bots(here)
        here.interactions.limits = replace(LIMITS, custom_id=30)
        asked = await here.command("Ann", "clue", word="zyzzyva", number="2")
        assert _text(asked).endswith('write: "clue zyzzyva 2 anyway"')


@in_loop
async def test_a_written_clue_that_the_bot_does_not_know_is_given_by_the_button_of_its_writer() -> (
    None
):
    async with loft() as here:
        await _beside_bots(here)
        asked = await here.written("Ann", "zyzzyva 2")
        assert isinstance(asked, Sent)
        assert '"zyzzyva" is unknown to' in asked.text
        (choice,) = asked.choices
        assert "for the person who asked" in _text(await here.press_id("Bob", choice.line))
        assert await here.press_id("Ann", choice.line) is None
        assert (await here.session()).state.turns[0].clue.word == "zyzzyva"
        _keep_limits(here)


@in_loop
async def test_a_command_of_another_game_does_nothing_to_the_one_that_is_here() -> None:
    async with loft() as here:
        await here.command("Ann", "codenames new")
        before = (await here.session()).version
        for path in ("hangman stop", "shiritori start"):
            said = await here.command("Ann", path)
            assert said is not None
            assert said.text.endswith(
                "here, but one of Codenames: its commands begin with /codenames."
            )
        assert (await here.session()).version == before


@in_loop
async def test_a_form_that_cannot_be_opened_in_time_is_refused_in_a_thread_too() -> None:
    async with loft() as here:
        await _begun(here)
        clue = await here.button(ButtonAction.OPEN, "clue")
        here.interactions.patience = 0.05
        ann = here.incoming("Ann")
        thread = replace(ann.caller, room=Room(NAME, "nook"), parent_room=ROOM)
        async with here.games.store.writing():
            for incoming in (ann, replace(ann, caller=thread)):
                sent = await here.interactions.form(incoming, clue)
                assert isinstance(sent, Sent)
                assert "too slow to open the form" in sent.text
