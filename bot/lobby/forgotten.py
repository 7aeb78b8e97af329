"""Views of people whose names were deleted: who has seen a key does not come back to guess.

A person is kept as a digest by a salt of the game's own, without which nobody can try out names.
"""

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from bot.identity import User

SALT_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class ForgottenViews:
    """The digests of people who were forgotten, each with the name of what they had been shown."""

    salt: str = ""
    seen: tuple[tuple[str, str], ...] = ()

    def of(self, user: User) -> frozenset[str]:
        """Return the names of what a person had been shown before they were forgotten."""
        if not self.seen:
            return frozenset()
        digest = _digest(self.salt, user)
        return frozenset(what for whose, what in self.seen if hmac.compare_digest(whose, digest))

    def including(self, user: User, views: frozenset[str]) -> "ForgottenViews":
        """Return these and those of a person who is forgotten now."""
        salt = self.salt or secrets.token_hex(SALT_BYTES)
        more = ((_digest(salt, user), what) for what in sorted(views))
        return ForgottenViews(salt, tuple(dict.fromkeys((*self.seen, *more))))

    def to_json(self) -> dict[str, Any]:
        """Return the digests as JSON."""
        return {"salt": self.salt, "seen": [list(one) for one in self.seen]}

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Self:
        """Return the digests that JSON holds."""
        return cls(body["salt"], tuple((digest, what) for digest, what in body["seen"]))


NONE_FORGOTTEN: Final = ForgottenViews()


def _digest(salt: str, user: User) -> str:
    return hmac.digest(bytes.fromhex(salt), str(user).encode(), "sha256").hex()
