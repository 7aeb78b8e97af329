"""A person who sends too much within a minute is asked to wait, on Discord and on Slack."""

from bot.games.shares import ShareLimits
from tests.adapters.discord.gallows import mention, playing
from tests.adapters.discord.hall import Hall, hall
from tests.adapters.discord.reactions.test_reactions import guessing, marks, reacts
from tests.adapters.slack.hall import workspace
from tests.loopback.discord import Person
from tests.loopback.table import in_loop

WAIT = "within a minute. Nothing was changed. Wait"


@in_loop
async def test_commands_presses_and_refusals_count_together_on_discord() -> None:
    async with hall() as h:
        h.games.lines.most = 4
        ann, bob = h.people[:2]
        await ann.slash("/codenames new")
        await ann.slash("/codenames settings", setting="pace", value="3")
        await ann.slash("/codenames guess", card="zebra")
        assert WAIT not in (await ann.slash("/leaderboard")).text
        for line in ("/codenames board", "/leaderboard", "/help"):
            refused = await ann.slash(line)
            assert refused.ephemeral
            assert WAIT in refused.text
        await ann.slash("/codenames settings", setting="pace", value="4")
        assert (await h.session()).lobby.settings.pace_seconds == 3
        await bob.slash("/codenames join")
        assert len((await h.session()).lobby.members) == 2


@in_loop
async def test_a_host_of_too_many_tables_reads_how_each_game_is_stopped() -> None:
    async with hall() as h:
        h.games.shares = ShareLimits(1, 10, 100)
        await h.people[0].slash("/codenames new")
        refused = await h.people[0].slash("/shiritori new")
        assert "stop it in its channel (/codenames stop, " in refused.text


async def _written(h: Hall, person: Person, text: str) -> list[str]:
    """Return the bot's replies to a person who mentions it."""
    said = person.say(f"{mention(h)} {text}")
    await h.settled()
    return [one.text for one in h.onlooker.sees() if one.reply_to == said.id]


@in_loop
async def test_messages_beyond_the_limit_are_answered_once() -> None:
    async with playing() as h:
        h.games.lines.most = 2
        ann = h.people[0]
        answers = [await _written(h, ann, "help") for _ in range(5)]
        assert [len(one) for one in answers] == [1, 1, 1, 0, 0]
        assert WAIT in answers[2][0]


@in_loop
async def test_a_message_beyond_a_limit_that_was_told_in_private_is_answered_too() -> None:
    async with playing() as h:
        h.games.lines.most = 0
        ann = h.people[0]
        assert WAIT in (await ann.slash("/help")).text
        answers = [await _written(h, ann, "help") for _ in range(2)]
        assert [len(one) for one in answers] == [1, 0]
        assert WAIT in answers[0][0]


@in_loop
async def test_a_reaction_beyond_the_limit_is_taken_away_and_marks_nothing() -> None:
    async with guessing() as (h, guesser, board):
        h.games.lines.most = 0
        for emoji in board.reactions:
            if emoji in ("🇦", "2️⃣"):
                guesser.react(board, emoji)
                await h.settled()
        assert await marks(h) == []
        assert len(reacts(h, board, guesser)) == 1


@in_loop
async def test_commands_forms_and_misspelt_commands_count_together_on_slack() -> None:
    async with workspace() as it:
        session = await it.playing()
        giver = it.due(session)
        board = await giver.sees("Turn 1", it.channel)
        it.games.lines.most = 4
        for _ in range(4):
            await it.typed(giver, "bogus")
        await it.typed(giver, "bogus")
        assert WAIT in (await giver.sees(WAIT, it.channel)).text
        await giver.press(board, "Give a clue")
        assert not it.server.views.get(giver.id)
        await it.typed(giver, "clue", "zebra", "2")
        assert (await it.session()).state.turns[0].clue is None
        assert it.due(await it.session()) is giver
