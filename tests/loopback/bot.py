"""A small bot on the real discord.py that uses all features of the service; also a program.

`python -m tests.loopback.bot` connects to DISCORD_API_URL and DISCORD_GATEWAY_URL.

"""

import io
import os
from collections.abc import Sequence
from typing import Any

import discord
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

CARDS = ("whale", "wheel", "scuba diver", "ocean")
INTENTS = discord.Intents(
    guilds=True,
    guild_messages=True,
    guild_reactions=True,
    dm_messages=True,
    dm_reactions=True,
)
PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x03\x08\x02\x00\x00\x00"
    b"\x00\x00\x00\x00"
)


class Japanese(app_commands.Translator):
    """Names and descriptions in Japanese for two words."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        del context
        words = {"guess": "推測", "card": "カード", "Guess a card": "カードを当てる"}
        return words.get(string.message) if locale is discord.Locale.japanese else None


class Clue(ui.Modal, title="Your clue"):
    """A modal with one text input in a row and one menu in a label."""

    word: ui.TextInput[Any] = ui.TextInput(label="Word", custom_id="word", max_length=20)
    number: ui.Label[Any] = ui.Label(
        text="Number",
        component=ui.Select(
            custom_id="number",
            options=[discord.SelectOption(label=str(n), value=str(n)) for n in range(1, 4)],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        picked = self.number.component
        assert isinstance(picked, ui.Select)
        await interaction.response.send_message(f"clue {self.word.value} {picked.values[0]}")


class Lobby(ui.View):
    """Buttons and menus that outlive a restart."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Join red", custom_id="join:red")
    async def join(self, interaction: discord.Interaction, _: ui.Button["Lobby"]) -> None:
        """Name the person on the message."""
        await interaction.response.edit_message(content=f"red: {interaction.user.display_name}")

    @ui.button(label="My key", custom_id="key")
    async def key(self, interaction: discord.Interaction, _: ui.Button["Lobby"]) -> None:
        """Show a secret to one person."""
        await interaction.response.send_message("assassin: whale", ephemeral=True)

    @ui.button(label="Clue", custom_id="clue")
    async def clue(self, interaction: discord.Interaction, _: ui.Button["Lobby"]) -> None:
        """Open the modal."""
        await interaction.response.send_modal(Clue())

    @ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction, _: ui.Button["Lobby"]) -> None:
        """Acknowledge, then edit the message."""
        await interaction.response.defer()
        await interaction.edit_original_response(content="done later")

    @ui.select(
        custom_id="pack",
        placeholder="Pack",
        options=[discord.SelectOption(label="Animals", value="a"), discord.SelectOption(label="B")],
    )
    async def pack(self, interaction: discord.Interaction, menu: ui.Select["Lobby"]) -> None:
        """Say which option was picked."""
        await interaction.response.send_message(f"pack {menu.values[0]}")

    @ui.select(cls=ui.UserSelect, custom_id="mate", placeholder="Mate")
    async def mate(self, interaction: discord.Interaction, menu: ui.UserSelect["Lobby"]) -> None:
        """Say which person was picked."""
        await interaction.response.send_message(f"mate {menu.values[0].display_name}")


class Board(ui.LayoutView):
    """A picture with 25 buttons, made only of components."""

    def __init__(self, *, buttons: int = 25) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(ui.TextDisplay("Red to guess"))
        picture = discord.MediaGalleryItem("attachment://board.png", description="a board")
        box.add_item(ui.MediaGallery(picture))
        for start in range(0, buttons, 5):
            row: ui.ActionRow[Any] = ui.ActionRow()
            for n in range(start, start + 5):
                row.add_item(ui.Button(label=f"A{n} WORD", custom_id=f"guess:{n}"))
            box.add_item(row)
        self.add_item(box)


async def cards(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Offer the cards that begin as typed."""
    found = [card for card in CARDS if card.startswith(current)]
    return [app_commands.Choice(name=card.upper(), value=card) for card in found]


class Bot(discord.Client):
    """The bot; it records the events that it hears."""

    def __init__(self, intents: discord.Intents = INTENTS, **options: Any) -> None:
        super().__init__(intents=intents, guild_ready_timeout=0.05, **options)
        self.heard: list[str] = []
        self.failures: list[BaseException] = []
        self.interactions: list[discord.Interaction] = []
        self.tree = app_commands.CommandTree(self)
        _commands(self)
        self.tree.error(self._failed)

    async def _failed(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        del interaction
        self.failures.append(getattr(error, "original", error))

    async def setup_hook(self) -> None:
        self.add_view(Lobby())
        await self.tree.set_translator(Japanese())
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        del shard_id, initial  # the service sets no limit on how fast sessions follow each other

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard.append(f"message {message.content!r}")

    async def on_raw_reaction_add(self, event: discord.RawReactionActionEvent) -> None:
        if self.user is not None and event.user_id != self.user.id:
            self.heard.append(f"reaction {event.emoji}")

    async def on_raw_reaction_remove(self, event: discord.RawReactionActionEvent) -> None:
        self.heard.append(f"unreaction {event.emoji}")

    async def on_resumed(self) -> None:
        self.heard.append("resumed")

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.interactions.append(interaction)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.heard.append(f"gone from {guild.name}")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.heard.append(f"joined {guild.name}")


def _commands(bot: Bot) -> None:
    games = app_commands.Group(name="codenames", description="Play Codenames")

    @games.command(name="new", description="Open a table")
    async def new(interaction: discord.Interaction, rows: app_commands.Range[int, 3, 10]) -> None:
        await interaction.response.send_message(f"{rows} rows", view=Lobby())

    @games.command(name="board", description="Show a board")
    async def board(interaction: discord.Interaction) -> None:
        file = discord.File(io.BytesIO(PNG), "board.png", description="a board")
        await interaction.response.send_message(view=Board(), file=file)

    @games.command(name="key", description="Send a key")
    async def key(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            await interaction.user.send("assassin: whale")
        except discord.Forbidden as error:
            await interaction.followup.send(f"no key: {error.code}")
        else:
            await interaction.followup.send("sent")

    @games.command(name="thread", description="Start a thread")
    async def thread(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("a game")
        message = await interaction.original_response()
        made = await (await message.fetch()).create_thread(name="game 1")
        await made.send("in the thread")

    bot.tree.add_command(games)

    @bot.tree.command(name="guess", description="Guess a card")
    @app_commands.autocomplete(card=cards)
    async def guess(interaction: discord.Interaction, card: str) -> None:
        await interaction.response.send_message(f"{interaction.locale} guesses {card}")

    @bot.tree.context_menu(name="Quote")
    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"quoted {message.content}")


def main(arguments: Sequence[str] = ()) -> None:
    """Run the bot as the environment says."""
    del arguments
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    Bot().run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
