"""Addresses of databases, converted from an operator's form to SQLAlchemy's."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from core.rules import Refusal
from core.view import shorten

SQLITE: Final = "sqlite"
POSTGRESQL: Final = "postgresql"

_DRIVERS: Final[Mapping[str, str]] = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}

_CHANNEL_BINDING: Final = "channel_binding"
"""An option of PostgreSQL in hosts' addresses, which the driver does not support."""

_OPTIONS: Final[Mapping[str, frozenset[str]]] = {
    SQLITE: frozenset(),
    POSTGRESQL: frozenset({"host", "port", "ssl", "sslmode", _CHANNEL_BINDING}),
}

_BINDINGS: Final = ("disable", "prefer", "require")

_SSL_MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")

PORTS: Final = range(1, 65536)
LONGEST_PORT: Final = 5

_MEMORY: Final = ":memory:"

_MOST_SHOWN: Final = 40


class AddressError(Refusal):
    """An address that cannot be used; the message never contains a password."""


def address(text: str) -> URL:
    """Return the address with its driver; raises AddressError."""
    url = _parsed(text.strip())
    if url.drivername not in _DRIVERS:
        raise AddressError("store-address")
    url = url.set(drivername=_DRIVERS[url.drivername])
    kind = url.get_backend_name()
    if kind == SQLITE and (url.host or url.username or url.port):
        raise AddressError("store-address-slashes")
    if unknown := sorted(url.query.keys() - _OPTIONS[kind]):
        raise AddressError("store-address-option", option=shorten(unknown[0], _MOST_SHOWN))
    if wrong := [port for port in _ports(url) if not _is_port(port)]:
        raise AddressError("store-address-port", port=wrong[0])
    return _with_ssl(_without_binding(url)) if kind == POSTGRESQL else url


def in_memory(url: URL) -> bool:
    """Return whether the address is that of a database in memory."""
    return url.get_backend_name() == SQLITE and url.database in (None, "", _MEMORY)


def path_of(url: URL) -> Path | None:
    """Return the SQLite file at an address; None for any other database."""
    is_file = url.get_backend_name() == SQLITE and not in_memory(url)
    return Path(url.database or "") if is_file else None


def _parsed(text: str) -> URL:
    if text == _MEMORY:
        return URL.create(SQLITE)
    try:
        return make_url(text)
    except (ArgumentError, ValueError):
        raise AddressError("store-address") from None


def _ports(url: URL) -> Iterator[str]:
    """Yield the ports in an address as text."""
    if url.port is not None:
        yield str(url.port)
    for listed in url.normalized_query.get("port", ()):
        yield from listed.split(",")
    for host in url.normalized_query.get("host", ()):
        _, colon, port = host.rpartition(":")
        if colon and not host.startswith(("/", "[")):
            yield port


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_PORT and int(text) in PORTS


def _without_binding(url: URL) -> URL:
    """Return the address without `channel_binding`; raises AddressError."""
    if url.query.get(_CHANNEL_BINDING, _BINDINGS[0]) not in _BINDINGS:
        raise AddressError("store-address-binding", known=_BINDINGS)
    return url.difference_update_query([_CHANNEL_BINDING])


def _with_ssl(url: URL) -> URL:
    """Return the address with PostgreSQL's `sslmode` renamed to the driver's `ssl`."""
    mode = url.query.get("sslmode", url.query.get("ssl"))
    if mode is None:
        return url
    if mode not in _SSL_MODES:
        raise AddressError("store-address-ssl", known=tuple(_SSL_MODES))
    return url.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
