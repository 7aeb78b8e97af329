"""What a command line asks for: a table of one of the games, who sits at it, and its words."""

from bot.invitation.agreement import agrees
from bot.invitation.codenames import CodenamesInvitation
from bot.invitation.hangman import HangmanInvitation
from bot.invitation.invitation import Invitation, login

__all__ = ["CodenamesInvitation", "HangmanInvitation", "Invitation", "agrees", "login"]
