"""Tests of games on the loopback Slack: commands, buttons, forms, mentions and direct messages."""

import asyncio

import pytest

from bot.identity import GuildId
from bot.ratings.facts import TOLD_FROM
from bot.ratings.learn import learn
from tests.adapters.slack.hall import workspace
from tests.bot.games.parlour import card
from tests.bot.ratings.games import keep_game, leaning
from tests.loopback.slack import Seen
from tests.loopback.table import in_loop


@in_loop
async def test_a_game_is_opened_and_joined_by_one_press() -> None:
    async with workspace() as it:
        ann, bob = it.people[:2]
        await it.typed(ann, "new")
        lobby = await bob.sees("Join", it.channel)
        await bob.press(lobby, "Join")
        await it.onlooker.sees("Bob", it.channel)
        assert {one.user.id for one in (await it.session()).lobby.people} >= {
            "T0TEAM/UANN",
            "T0TEAM/UBOB",
        }


@in_loop
async def test_a_command_without_words_tells_how_it_is_used_and_starts_a_game() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await it.typed(ann, "")
        usage = await ann.sees("/codenames new", it.channel)
        assert usage.reader == ann.id
        assert "/codenames guess" in usage.words
        await ann.press(usage, "Start Codenames")
        await it.onlooker.sees("Join", it.channel)


@in_loop
async def test_an_unknown_command_is_named_before_the_known_ones() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await it.typed(ann, "table &lt;gess&gt; B3")
        refused = await ann.sees('I don\'t know the command "<gess>"', it.channel)
        assert refused.reader == ann.id
        assert "/codenames table host" in refused.words
        assert "/codenames guess" not in refused.words


@in_loop
async def test_a_command_without_its_choice_is_quoted_as_people_type_it() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await ann.command("/spyring", "privacy clues", it.channel)
        await ann.sees('write "/spyring privacy clues" with one of off, on', it.channel)


@in_loop
async def test_a_table_names_the_models_that_ace_listens_to() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await it.typed(ann, "new", "ensemble:minilm,nobody")
        refused = await ann.sees('no language model called "nobody" here', it.channel)
        assert refused.reader == ann.id
        await it.typed(ann, "new", "ensemble:fusion,minilm")
        await it.onlooker.sees("ACE listens to fusion, minilm", it.channel)
        assert (await it.session()).options.ensemble == ("fusion", "minilm")


@in_loop
async def test_the_key_comes_by_direct_message_and_to_no_other() -> None:
    async with workspace() as it:
        await it.playing()
        keyed, guesser = it.people[0], it.people[1]
        await keyed.sees("Turn 1", keyed.direct)
        assert not it.server.messages_of(guesser.direct)


@in_loop
async def test_a_clue_by_form_and_a_guess_by_two_presses() -> None:
    async with workspace() as it:
        session = await it.playing()
        giver = it.due(session)
        await giver.press(it.board(), "Give a clue")
        form = await giver.modal("one word")
        assert await giver.submit(form, {"one word": "two words", "1 to 9": "2"}) != {}
        assert await giver.submit(form, {"one word": "zebra", "1 to 9": "2"}) == {}
        await it.onlooker.sees("zebra", it.channel)
        guesser = it.due(await it.session())
        board = await guesser.sees(f"<@{guesser.id}>", it.channel)
        await guesser.press(board, "A1")
        board = await guesser.sees("press it again", it.channel)
        await guesser.press(board, "A1")
        await it.onlooker.sees(f"→ {session.state.layout.words[0]}", it.channel)


@in_loop
async def test_a_menu_is_drawn_with_new_ids_after_a_refused_choice() -> None:
    def ids(board: Seen) -> set[str]:
        return {str(one["block_id"]) for one in board.elements if one["type"] == "static_select"}

    async with workspace() as it:
        giver = it.due(await it.playing("rows:6"))
        await it.typed(giver, "clue zebra 2")
        await it.onlooker.sees("zebra", it.channel)
        before = it.board()
        assert ids(before)
        await giver.press(before, "A1")  # whose turn to guess it is not
        async with asyncio.timeout(5):
            while ids(before) & ids(it.board()):
                await it.server.changed()
        assert it.board().words == before.words


@in_loop
async def test_a_guess_by_mention_and_a_refusal_to_the_writer_alone() -> None:
    async with workspace() as it:
        await it.playing()
        giver = it.due(await it.session())
        await it.typed(giver, "clue", "zebra", "2")
        await it.onlooker.sees("zebra", it.channel)
        guesser = it.due(await it.session())
        me = f"<@{it.server.bot_user}>"
        await guesser.say(f"{me} nosuchcard", it.channel)
        refused = await guesser.sees("nosuchcard", it.channel)
        assert refused.reader in ("", guesser.id)
        word = (await it.session()).state.layout.words[6]
        assert word not in it.board().text.partition("zebra 2")[2]
        await guesser.say(f"{me} guess\tB2", it.channel)
        await it.onlooker.sees(f"zebra 2 → {word}", it.channel)


@in_loop
async def test_why_tells_one_person_the_chances_on_a_clue_once_the_game_is_over() -> None:
    async with workspace() as it:
        await it.playing()
        ann, bob = it.people[:2]
        await it.typed(it.due(await it.session()), "clue", "ocean", "2")
        await it.onlooker.sees("ocean", it.channel)
        await it.typed(bob, "why", "ocean")
        assert (await bob.sees("would help a guesser", it.channel)).reader == bob.id
        for person in (ann, bob, ann):
            await it.typed(person, "resign")
        await it.onlooker.sees("resigned", it.channel)
        await it.typed(it.onlooker, "why", "clue:ocean")
        told = await it.onlooker.sees("The other 15", it.channel)
        assert told.reader == it.onlooker.id
        assert "ocean 2" in told.words
        await it.typed(it.onlooker, "why", "nothing")
        refused = await it.onlooker.sees("name one of 1 ocean", it.channel)
        assert refused.reader == it.onlooker.id
        await it.people[2].say(f"<@{it.server.bot_user}> why 1", it.channel)
        answered = await it.people[2].sees("The other 15", it.channel)
        assert answered.reader == it.people[2].id


@pytest.mark.slow
@in_loop
async def test_the_button_why_goes_from_clue_to_clue_also_while_the_next_game_runs() -> None:
    async with workspace() as it:
        await it.playing()
        for clue, kind in (("ocean", "bystander"), ("meadow", "assassin")):
            await it.typed(it.due(await it.session()), "clue", clue, "2")
            await it.onlooker.sees(clue, it.channel)
            session = await it.session()
            await it.typed(it.due(session), "guess", card(session, kind))
        board = await it.onlooker.sees("Check the deal", it.channel)
        await it.typed(it.people[0], "new")
        await it.onlooker.press(board, "Why?")
        last = await it.onlooker.sees("after it.", it.channel)
        assert last.reader == it.onlooker.id
        assert "meadow 2" in last.words
        await it.onlooker.press(last, "1. ocean")
        assert (await it.onlooker.sees("ocean 2", it.channel)).reader == it.onlooker.id
        await it.typed(it.people[1], "why")
        assert "meadow 2" in (await it.people[1].sees("after it.", it.channel)).words


@in_loop
async def test_the_hash_of_the_deal_is_told_once_and_checked_by_a_button_at_the_end() -> None:
    async with workspace() as it:
        commitment = (await it.playing()).observe(None).commitment
        lobby = await it.onlooker.sees(commitment, it.channel)
        assert "newer message: look further down." in lobby.words
        for person in (it.people[0], it.people[1], it.people[0]):
            await it.typed(person, "resign")
        board = await it.onlooker.sees("Check the deal", it.channel)
        told = [one for one in it.server.messages_of(it.channel) if commitment in one.words]
        assert [one.ts for one in told] == [lobby.ts]
        await it.onlooker.press(board, "Check the deal")
        answer = await it.onlooker.sees("The deal of this board", it.channel)
        assert answer.reader == it.onlooker.id
        secret = (await it.session()).observe(None).layout.source.secret.value.hex()
        assert commitment in answer.words
        assert secret in answer.words


@in_loop
async def test_what_was_learnt_is_told_in_secret_until_its_person_shares_it() -> None:
    async with workspace() as it:
        await it.playing()
        giver = it.due(await it.session())
        await giver.sees("Turn 1", giver.direct)
        await it.typed(giver, "clue", "zebra", "1")
        await it.onlooker.sees("zebra", it.channel)
        session = await it.session()
        guesser = it.due(session)
        (user,) = [one.user for one in session.lobby.people if one.user.id.endswith(guesser.id)]
        async with it.games.store.writing() as conn:
            await keep_game(conn, "earlier")
            await learn(conn, leaning(user, TOLD_FROM, "earlier", GuildId("slack:T0TEAM")))
        await it.typed(guesser, "guess", card(session, "assassin"))
        board = await it.onlooker.sees("Check the deal", it.channel)
        await giver.say("learnt", giver.direct)
        told = await giver.sees("Nothing to show yet", giver.direct)
        assert (told.channel, told.reader) == (giver.direct, "")
        await guesser.press(board, "What did it learn about me?")
        own = await guesser.sees("You go by kinds of things", it.channel)
        assert own.reader == guesser.id
        await it.onlooker.press(board, "What did it learn about me?")
        assert (await it.onlooker.sees("learn nothing about you", it.channel)).reader
        await guesser.say(f"<@{it.server.bot_user}> learnt", it.channel)
        await guesser.sees("That is for you alone", it.channel)
        await guesser.press(own, "Share it here")
        shared = await it.onlooker.sees("goes by kinds of things", it.channel)
        assert shared.reader == ""


@in_loop
async def test_a_clue_is_given_by_direct_message() -> None:
    async with workspace() as it:
        await it.playing()
        giver = it.due(await it.session())
        await giver.sees("Turn 1", giver.direct)
        await giver.say("help", giver.direct)
        await giver.sees("Write here what you want to do: a card", giver.direct)
        await giver.say("zebra 2", giver.direct)
        await it.onlooker.sees("zebra 2", it.channel)


@in_loop
async def test_a_direct_message_without_a_board_is_about_the_only_game_of_its_writer() -> None:
    async with workspace() as it:
        session = await it.playing()
        giver = it.due(session)
        (waiting,) = (one for one in it.people[::2] if one is not giver)
        await waiting.say("zebra 2", waiting.direct)
        await waiting.sees("turn: wait for yours", waiting.direct)
        await it.typed(giver, "clue", "zebra", "2")
        await it.onlooker.sees("zebra", it.channel)
        guesser = it.due(await it.session())
        await guesser.say(session.state.layout.words[3], guesser.direct)
        await it.onlooker.sees("uncovers", it.channel)
        other = it.server.channel("other")
        await guesser.command("/hangman", "new", other)
        await guesser.sees("guess a letter", other)
        await guesser.say("pass", guesser.direct)
        await guesser.sees("which game you mean", guesser.direct)


@in_loop
async def test_a_keyword_is_taken_with_its_blanks() -> None:
    async with workspace() as it:
        await it.playing("typed:yes", "Type the keyword")
        await it.people[0].say("keyword two  blanks", it.people[0].direct)
        await it.onlooker.sees("Turn 1", it.channel)
        assert (await it.session()).state.layout.source.keyword.value == "two  blanks"


@in_loop
async def test_my_key_is_a_modal_for_those_who_may_see_it() -> None:
    async with workspace() as it:
        await it.playing()
        keyed, guesser = it.people[:2]
        await keyed.press(it.board(), "My key")
        assert "A1 " in (await keyed.modal("A1")).words
        await guesser.press(it.board(), "My key")
        refused = await guesser.sees("have a key", it.channel)
        assert refused.reader == guesser.id
        assert guesser.id not in it.server.views


@in_loop
async def test_help_on_texts_tells_of_mentions_alone_since_replies_are_not_heard() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await ann.say(f"<@{it.server.bot_user}> help", it.channel)
        told = await ann.sees("a whole line", it.channel)
        assert "\nIn a game, mention me and write what you want to do" in told.words
        await ann.command("/spyring", "help", it.channel)
        assert "repl" not in (await ann.sees("Besides games", it.channel)).words
        for game in ("hangman", "shiritori"):
            await ann.command(f"/{game}", "help", it.channel)
            assert "repl" not in (await ann.sees("mention the bot", it.channel)).words


@in_loop
async def test_a_direct_message_about_no_game_is_told_where_to_write_and_how_to_begin() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await ann.say("whale", ann.direct)
        told = await ann.sees("which game you mean", ann.direct)
        assert "Mention me in its channel" in told.words
        await ann.command("/hangman", "new", ann.direct)
        await ann.sees("guess a letter", ann.direct)


@in_loop
async def test_a_mention_opens_a_game_or_names_the_commands_with_buttons() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await ann.say(f"<@{it.server.bot_user}> new", it.channel)
        told = await ann.sees("No game here yet. Start one with /codenames new", it.channel)
        assert told.reader == ann.id
        await ann.press(told, "Start Hangman")
        await it.onlooker.sees("guess a letter", it.channel)
        await ann.command("/hangman", "stop", it.channel)
        await it.onlooker.sees("stopped", it.channel)
        await ann.say(f"<@{it.server.bot_user}> codenames rows:4 cols:6", it.channel)
        await it.onlooker.sees("Join", it.channel)
        options = (await it.session()).options
        assert (options.rows, options.cols) == (4, 6)


@in_loop
async def test_a_greeting_in_a_direct_message_is_answered_and_a_game_opened_there() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await ann.say("hello", ann.direct)
        told = await ann.sees("I run word games", ann.direct)
        assert "Start Shiritori" in told.labels
        await ann.say("hangman", ann.direct)
        await ann.sees("guess a letter", ann.direct)


@in_loop
async def test_talk_to_the_bot_is_answered_by_one_reaction() -> None:
    async with workspace() as it:
        session = await it.playing()
        before = [one for one in it.server.messages_of(it.channel) if one.reader]
        talk = [f"<@{it.server.bot_user}> nice clue lol"] * 2
        said = [await it.people[0].say(one, it.channel) for one in talk]
        await it.due(session).say(f"<@{it.server.bot_user}> zebra 2", it.channel)
        await it.onlooker.sees("zebra", it.channel)
        shown = {one.ts: one for one in it.server.messages_of(it.channel)}
        assert [[*shown[one.ts].reactions] for one in said] == [["grey_question"], []]
        assert [one for one in shown.values() if one.reader] == before


@in_loop
async def test_the_file_with_ones_data_comes_directly_as_the_answer_says() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await it.typed(ann, "new")
        await it.onlooker.sees("Join", it.channel)
        await ann.command("/spyring", "privacy export", it.channel)
        await ann.sees("the file in a direct message", it.channel)
        assert await it.server.until(
            lambda: any(one.files for one in it.server.messages_of(ann.direct)) or None, 10
        )


@in_loop
async def test_the_boards_among_the_rules_are_told_to_those_who_cannot_see_them() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await it.typed(ann, "new")
        await ann.press(await ann.sees("Rules", it.channel), "Rules")
        rules = await ann.modal("A1 whale = blue")
        assert "B2 robot (assassin)" in rules.words
        assert "for you only" not in rules.words


@in_loop
async def test_settings_are_changed_in_a_form_above_their_panel() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await it.typed(ann, "new")
        await ann.press(await ann.sees("Join", it.channel), "Settings")
        panel = await ann.modal("Clock settings")
        await ann.press(panel, "Clock settings")
        form = await ann.modal("Clock")
        while not form.callback:
            await it.server.changed()
            form = await ann.modal("Clock")
        assert await ann.submit(form, {"Clock": "slow"}) == {}
        await ann.modal("24 hours for a move")
        assert (await it.session()).lobby.settings.clock.value == "slow"


@in_loop
async def test_a_letter_of_hangman_is_guessed_by_button() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await ann.command("/hangman", "new length:5", it.channel)
        board = await ann.sees("E", it.channel)
        await ann.press(board, "E")
        await it.onlooker.sees("is it E?", it.channel)


@in_loop
async def test_a_clue_that_the_teams_bot_does_not_know_is_asked_in_the_form() -> None:
    async with workspace() as it:
        ann, _, cat, _ = it.people
        await it.typed(ann, "new")
        await it.onlooker.sees("Join", it.channel)
        await it.typed(ann, "chair", "blue-spymaster")
        await it.typed(cat, "chair", "red-spymaster")
        await it.typed(ann, "start")
        await it.onlooker.sees("Turn 1", it.channel)
        giver = it.due(await it.session())
        await giver.press(it.board(), "Give a clue")
        form = await giver.modal("one word")
        answer = await giver.submit(form, {"one word": "zyzzyva", "1 to 9": "2"})
        assert answer["response_action"] == "update"
        assert "is unknown to" in str(answer["view"])
        await giver.press(await giver.modal("is unknown to"), "Do it anyway")
        await it.onlooker.sees("zyzzyva 2", it.channel)
        await giver.modal("Done.")


@in_loop
async def test_a_shortcut_starts_a_game_where_it_is_wanted() -> None:
    async with workspace() as it:
        away = it.server.channel("elsewhere", member=False)
        ann = it.people[0]
        await ann.shortcut("start-game")
        form = await ann.modal("Channel")
        refused = await ann.submit(form, {"Game": "Codenames", "Channel": away})
        assert "/invite" in refused["errors"]["channel"]
        assert await ann.submit(form, {"Game": "Codenames", "Channel": it.channel}) == {}
        await it.onlooker.sees("Join", it.channel)


@in_loop
async def test_a_channel_with_a_game_is_told_in_the_form_of_the_shortcut() -> None:
    async with workspace() as it:
        bob = it.people[1]
        await it.playing()
        await bob.shortcut("start-game")
        form = await bob.modal("Channel")
        refused = await bob.submit(form, {"Game": "Codenames", "Channel": it.channel})
        assert "errors" in refused
