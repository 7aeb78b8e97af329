"""All of Discord, wired: what is heard goes to the door, and what changes is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass

from adapters.discord.client import Client, Line, serve
from adapters.discord.commands import Tables
from adapters.discord.completion import Values
from adapters.discord.gallery import Easel
from adapters.discord.interactions import Interactions
from adapters.discord.losses import Losses
from adapters.discord.platform import DiscordPlatform, Prompter
from adapters.discord.ports import Backstage
from adapters.discord.reactions import Reactions
from adapters.discord.replies import Replies
from adapters.screen import Screen
from bot.games import Drawings, Games


@dataclass(frozen=True, slots=True)
class Connection:
    """What a connection stands on; `values` are completions that are known beforehand."""

    games: Games
    drawings: Drawings
    backstage: Backstage
    prompter: Prompter
    tables: Tables
    values: Mapping[str, Values]
    line: Line

    async def run(self) -> None:
        """Stay connected until cancelled."""
        easel = Easel()
        interactions = Interactions(
            self.games, self.tables, self.backstage, self.values, easel=easel
        )
        client = Client(interactions, self.backstage, self.line)
        threads = self.backstage.threads
        platform = DiscordPlatform(client, self.prompter, easel=easel, threads=threads)
        reactions = Reactions(client, self.games, platform, self.drawings, threads)
        client.listen(reactions)
        client.follow(
            Replies(
                client,
                self.games,
                self.prompter,
                self.tables,
                self.backstage.speaker(None),
                threads,
            )
        )
        screen = Screen(self.drawings, reactions)
        client.mind(Losses(self.games, self.drawings, screen.redraw, threads))
        await serve(client, self.line, [screen, reactions])
