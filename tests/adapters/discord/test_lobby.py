"""The lobby on the loopback Discord: direct messages are tried, bots and settings are forms."""

from bot.games import RULES
from bot.gametypes.engine import LocalEngine
from bot.identity import User
from bot.server.workers.bots import BotWorker
from bot.server.workers.clock import Clock
from bot.store.leases import new_holder
from core.codenames.model import Level
from tests.adapters.discord.hall import drawing, hall
from tests.adapters.discord.output.test_messages import Stage, stage
from tests.bot.bots import Hands
from tests.bot.games.parlour import key
from tests.loopback.discord import Answer, Callback, Permission, Person, Seen
from tests.loopback.table import in_loop


async def _seated(it: Stage, *, closed: Person | None = None) -> None:
    """Open a table with people as its two spymasters, and wait until everything is drawn."""
    if closed:
        closed.close_dms()
    ann, _, cat, _ = it.hall.people
    await ann.slash("/codenames new")
    await ann.slash("/codenames chair", seat="blue-spymaster")
    await cat.slash("/codenames chair", seat="red-spymaster")
    await it.drawn()


async def _fill(person: Person, form: Answer, **changes: str) -> Answer:
    """Send a form with its named fields as offered, except for some."""
    assert form.modal is not None
    picks = [part["component"] for part in form.modal.body["components"]]
    now = {
        one["custom_id"]: option["value"]
        for one in picks
        for option in one["options"]
        if option.get("default")
    }
    assert len(now) == len(picks)
    changed = {f"{name.replace('_', '-')}=": value for name, value in changes.items()}
    return await person.submit_modal(form, {**now, **changed})


async def _panel(person: Person, it: Stage, label: str) -> Seen:
    """Return the private panel that a button of the lobby opens."""
    answer = await person.press(it.newest(), label)
    assert answer.ephemeral
    assert answer.message is not None
    return answer.message


@in_loop
async def test_a_lobby_has_few_buttons_and_its_panels_are_for_one_person() -> None:
    async with stage() as it, it.shown():
        ann, bob, *_ = it.hall.people
        await ann.slash("/codenames new")
        await it.drawn()
        buttons = ("Join", "Change chairs", "Start", "Rules", "Settings")
        assert it.newest().labels == buttons
        chairs = await _panel(bob, it, "Change chairs")
        moved = await bob.press(chairs, "Red spymaster")
        assert moved.callback is Callback.UPDATE
        assert "You're the Red spymaster." in bob.again(chairs).text
        await it.drawn()
        assert it.newest().labels == buttons
        assert "Red spymaster: Bob" in it.newest().text
        await bob.press(chairs, "Leave")
        await it.drawn()
        assert "Bob" not in it.newest().text


@in_loop
async def test_a_game_is_opened_joined_and_started_by_three_presses() -> None:
    async with stage() as it, it.shown():
        ann, bob, *_ = it.hall.people
        await ann.slash("/codenames new")
        await it.drawn()
        assert "Blue guesser: Ann (member 1, host)" in it.newest().text
        await bob.press(it.newest(), "Join")
        await it.drawn()
        assert "Red guesser: Bob (member 2)" in it.newest().text
        again = await bob.press(it.newest(), "Join")
        assert "You're at this table already" in again.text
        await ann.press(it.newest(), "Start")
        session = await it.drawn()
        assert {seat: user.is_bot for seat, user in session.lobby.sitters.items()} == {
            "blue-spymaster": True,
            "blue-guesser": False,
            "red-spymaster": True,
            "red-guesser": False,
        }


@in_loop
async def test_the_rules_and_an_example_are_shown_to_who_asks_alone() -> None:
    async with stage() as it, it.shown():
        ann, bob, *_ = it.hall.people
        await ann.slash("/codenames new")
        await it.drawn()
        rules = await _panel(bob, it, "Rules")
        title, *sentences, example = rules.text.splitlines()
        assert title == "### Codenames: the rules"
        assert len(sentences) == len(RULES) == 5
        assert "T is a bystander, and K is the assassin" in example
        board, key = (str(picture.description) for picture in rules.pictures)
        assert "B2 robot," in board
        assert "B2 robot (assassin)" in key
        assert all(picture.content.startswith(b"\x89PNG") for picture in rules.pictures)
        assert it.newest().pictures == ()
        assert "assassin" not in it.newest().text
        asked = await bob.slash("/codenames help")
        assert asked.text.splitlines()[:5] == sentences
        await ann.slash("/codenames stop")
        await ann.slash("/hangman new", mode="race")
        await it.drawn()
        rules = await _panel(bob, it, "Rules")
        assert len(rules.text.splitlines()) == 1 + len(RULES) + 2
        (gallows,) = rules.pictures
        assert "5 lives are left" in str(gallows.description)


@in_loop
async def test_a_panel_that_is_left_open_does_nothing_once_the_game_has_begun() -> None:
    async with stage() as it, it.shown():
        ann, bob, *_ = it.hall.people
        await ann.slash("/codenames new")
        await it.drawn()
        lobby = it.newest()
        chairs = await _panel(bob, it, "Change chairs")
        settings = await _panel(it.hall.onlooker, it, "Settings")
        await bob.press(chairs, "Red guesser")
        await ann.press(lobby, "Start")
        session = await it.drawn()
        refused = await bob.press(chairs, "Red spymaster")
        assert "the game has started, or it was stopped" in refused.text
        for form in ("Game settings", "Clock settings"):
            refused = await it.hall.onlooker.press(settings, form)
            assert "the game has started, or it was stopped" in refused.text
        assert (await it.hall.session()).version == session.version


@in_loop
async def test_before_the_start_the_lobby_tells_whom_the_key_reaches() -> None:
    async with stage() as it, it.shown():
        ann, bob, cat, _ = it.hall.people
        await _seated(it, closed=ann)
        assert ann.sees(ann.dm) == []
        note = it.card(cat)
        assert f"<#{it.hall.channel.id}>" in note.text
        assert "Your key card comes here" in note.text
        assert note.pings == frozenset()
        lobby = it.newest()
        assert "Direct messages reach Cat: the key card comes there." in lobby.text
        assert "Direct messages don't reach Ann" in lobby.text
        assert bob.sees(bob.dm) == []


@in_loop
async def test_who_opens_direct_messages_asks_again_and_gets_the_key_in_one_message() -> None:
    async with stage() as it, it.shown():
        ann, bob, *_ = it.hall.people
        await _seated(it, closed=ann)
        others = await _panel(bob, it, "Change chairs")
        assert "Try direct messages again" not in others.labels
        ann.open_dms()
        await ann.press(await _panel(ann, it, "Change chairs"), "Try direct messages again")
        await it.drawn()
        assert "don't reach" not in it.newest().text
        note = it.card(ann)
        await ann.slash("/codenames start")
        session = await it.drawn()
        card = it.card(ann)
        assert card.id == note.id
        assert all(
            f"{word} ({name})" in str(card.pictures[0].description) for word, name in key(session)
        )


@in_loop
async def test_closed_direct_messages_neither_break_nor_delay_a_game() -> None:
    async with stage() as it, it.shown():
        ann, _, cat, _ = it.hall.people
        await _seated(it, closed=ann)
        refused = len(it.hall.server.refusals)
        await ann.slash("/codenames start")
        session = await it.drawn()
        board = it.newest()
        answer = await ann.press(board, "My key")
        assert answer.ephemeral
        assert all(word.upper() in answer.text.upper() for word, _ in key(session))
        cat.close_dms()
        spymaster = ann if "blue-spymaster" in session.rules.to_act(session.state) else cat
        await spymaster.slash("/clue", word="zebra", number="2")
        session = await it.drawn()
        assert "zebra" in it.newest().text.casefold()
        assert len(it.hall.server.refusals) - refused <= 1
        answer = await cat.press(it.newest(), "My key")
        assert answer.ephemeral
        assert not it.hall.server.leaks("(assassin)", allowed=[ann, cat])
        await it.drawn()


@in_loop
async def test_a_bot_is_added_by_a_form() -> None:
    async with stage() as it, it.shown():
        ann = it.hall.people[0]
        await _seated(it)
        form = await ann.press(await _panel(ann, it, "Change chairs"), "Add a bot")
        answer = await ann.submit_modal(form, {"seat": "red-guesser", "bot": "random"})
        assert answer.callback is Callback.UPDATE
        assert "The bot random is now the Red guesser." in answer.text
        session = await it.drawn()
        assert session.lobby.bot(session.lobby.chairs[3].seat) == "random"
        assert "Red guesser: random, a bot" in it.newest().text
        await ann.slash("/codenames bot")
        labels = (await _panel(ann, it, "Change chairs")).labels
        assert "Change a bot" in labels
        assert "Add a bot" not in labels


@in_loop
async def test_a_table_names_the_models_that_ace_listens_to() -> None:
    async with hall() as h:
        ann = h.people[0]
        refused = await ann.slash("/codenames new", ensemble="minilm,nobody")
        assert 'no language model called "nobody" here' in refused.text
        await ann.slash("/codenames new", ensemble="fusion,minilm")
        assert (await h.session()).options.ensemble == ("fusion", "minilm")
        await ann.slash("/codenames settings", setting="ensemble", value="gloss")
        assert (await h.session()).options.ensemble == ("gloss",)
        refused = await ann.slash("/codenames settings", setting="ensemble", value="nobody")
        assert 'no language model called "nobody" here' in refused.text
        assert (await h.session()).options.ensemble == ("gloss",)


@in_loop
async def test_a_table_has_a_level_of_its_bots_and_no_other_than_there_are() -> None:
    async with hall() as h:
        ann = h.people[0]
        await ann.slash("/codenames new", level="easy")
        assert (await h.session()).options.level is Level.EASY
        await ann.slash("/codenames settings", setting="level", value="strong")
        assert (await h.session()).options.level is Level.STRONG
        refused = await ann.slash("/codenames settings", setting="level", value="hard")
        assert "easy, fair" in refused.text
        assert (await h.session()).options.level is Level.STRONG


@in_loop
async def test_settings_and_options_are_set_by_forms() -> None:
    async with stage() as it, it.shown():
        ann, bob, *_ = it.hall.people
        await _seated(it)
        panel = await _panel(ann, it, "Settings")
        form = await ann.press(panel, "Clock settings")
        await _fill(ann, form, clock="enforced", clue_time="2m")
        form = await ann.press(panel, "Table settings")
        shown = await _fill(ann, form, theme="light", pace="0")
        assert shown.ephemeral
        assert "bots don't wait" in ann.again(panel).text
        form = await ann.press(panel, "Game settings")
        await _fill(ann, form, rows="4", cols="4")
        session = await it.drawn()
        settings = session.lobby.settings
        assert (settings.clock.value, settings.clue_seconds, settings.slow_hours) == (
            "enforced",
            120,
            24,
        )
        assert (settings.theme.value, settings.pace_seconds) == ("light", 0)
        assert session.game_type.values(session.options)["rows"] == 4
        assert "2 min for a clue, 3 min for the guesses of a turn" in it.newest().text
        assert "a board of 4 × 4 cards" in it.newest().text
        form = await bob.press(await _panel(bob, it, "Settings"), "Clock settings")
        refused = await _fill(bob, form, clock="off")
        assert "Only the host" in refused.text
        await it.drawn()


@in_loop
async def test_a_lobby_that_nobody_touches_is_closed_and_says_how_to_open_another() -> None:
    time = Hands()
    async with stage(time) as it, it.shown():
        ann, bob, *_ = it.hall.people
        await ann.slash("/codenames new")
        await it.drawn()
        time.forward(minutes=15)
        games = it.hall.games
        bots = BotWorker(games, LocalEngine({}), new_holder())
        await Clock(games, bots, time.steady()).tick()
        await it.drawn()
        closed = it.newest()
        assert "closed, because nobody did anything here for 15 minutes" in closed.text
        assert closed.labels == ("Play again",)
        await bob.press(closed, "Play again")
        await it.drawn()
        assert "Bob (member 1, host)" in it.newest().text
        await it.hall.server.until(
            lambda: "choose" not in it.boards()[-2].text, 30, what="the closed lobby drawn anew"
        )


@in_loop
async def test_a_member_becomes_host_by_a_button_where_the_host_is_away() -> None:
    time = Hands()
    async with stage(time) as it, it.shown():
        ann, bob, *_ = it.hall.people
        await ann.slash("/codenames new")
        await it.drawn()
        assert "Become host" not in (await _panel(bob, it, "Settings")).labels
        await bob.press(it.newest(), "Join")
        await it.drawn()
        settings = await _panel(bob, it, "Settings")
        await bob.press(it.newest(), "Start")
        assert "become the host with /codenames table host" in bob.last().text
        await bob.press(settings, "Become host")
        assert "If they do nothing, you can take over in 5 min." in bob.last().text
        time.forward(minutes=5)
        taken = await bob.press(settings, "Become host")
        assert "Bob is now the host" in taken.text
        await it.drawn()
        assert "Bob (member 2, host)" in it.newest().text
        time.forward(minutes=5)
        taken = await ann.slash("/codenames table host")
        assert "Ann is now the host" in taken.text


@in_loop
async def test_a_passer_by_becomes_spymaster_when_somebody_of_the_team_agrees_by_a_button() -> None:
    async with stage() as it, it.shown():
        _, bob, cat, dan = it.hall.people
        eve = it.hall.onlooker
        await it.hall.playing()
        await cat.slash("/codenames leave")
        asked = await eve.slash("/codenames chair", seat="red-spymaster")
        assert "Eve would like to be the Red spymaster" in asked.text
        await it.drawn()
        assert eve.sees(eve.dm) == []
        assert "Eve would like to be the Red spymaster" in it.hall.board().text
        await bob.press(it.hall.board(), "Let them play as the Red spymaster")
        assert "Only the host or another player of that team" in bob.last().text
        await dan.press(it.hall.board(), "Let them play as the Red spymaster")
        session = await it.drawn()
        assert session.lobby.seat_of(User("discord", str(eve.user.id))) == "red-spymaster"
        assert all(
            f"{word} ({name})" in str(it.card(eve).pictures[0].description)
            for word, name in key(session)
        )
        assert "would like to be" not in it.hall.board().text


@in_loop
async def test_who_gives_the_game_up_is_asked_again_and_so_is_the_team() -> None:
    async with stage() as it, it.shown():
        ann, bob, *_ = it.hall.people
        await it.hall.playing()
        asked = await ann.slash("/codenames resign")
        assert "Ann would like team Blue to resign" in asked.text
        await it.drawn()
        board = it.newest().text
        assert "Does team Blue resign?" in board
        assert "Still to agree: Ann, Bob." in board
        await ann.slash("/codenames resign")
        again = await ann.slash("/codenames resign")
        assert "You've agreed to resign already" in again.text
        await bob.slash("/codenames resign")
        session = await it.drawn()
        assert session.is_over
        assert "Does team Blue resign?" not in it.newest().text


@in_loop
async def test_settings_are_shown_to_who_asks() -> None:
    async with stage() as it:
        ann = it.hall.people[0]
        await ann.slash("/codenames new")
        shown = await ann.slash("/codenames settings")
        assert shown.ephemeral
        assert "clock off, clue-time 3m" in shown.text


@in_loop
async def test_a_channel_reads_the_language_of_words_where_that_is_not_its_own() -> None:
    async with hall() as h, drawing(h):
        ann, *_ = h.people
        h.server.permit(h.channel, ann, allow=Permission.MANAGE_GUILD)

        async def told(game: str, category: str = "") -> str:
            given = {"category": category} if category else {}
            await ann.slash(f"/{game} new", at=None, **given)
            await h.settled()
            text = h.board().text
            await ann.slash(f"/{game} stop")
            await h.settled()
            return text

        assert "The game's words are" not in await told("codenames")
        await ann.slash("/admin packs default", pack="japanese")
        assert "The game's words are Japanese" in await told("codenames")
        assert "The words are Japanese" in await told("hangman", "kana")
        await ann.slash("/admin language", language="ja")
        assert "ゲームの単語" not in await told("codenames")
        await ann.slash("/admin packs default", pack="english")
        assert "ゲームの単語やヒントは英語です。" in await told("codenames")
        assert "単語は英語です。" in await told("hangman")
        assert "単語は英語です。" not in await told("hangman", "kana")
