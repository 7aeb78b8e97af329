"""Statements that SQLAlchemy has compiled, shared by the engines of a process.

Each test opens a store with an engine of its own, which would compile every statement again: a
twentieth of the time of tests that play with a store.
"""

from typing import Any, Final

from sqlalchemy import Engine, event


class CompiledStatements(dict[tuple[Any, ...], Any]):
    """Compiled statements by the class of their dialect, instead of the dialect of one engine."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        """Return a compiled statement."""
        return super().get(_shared(key), default)

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        super().__setitem__(_shared(key), compiled)


def _shared(key: tuple[Any, ...]) -> tuple[Any, ...]:
    return type(key[0]), *key[1:]


_COMPILED: Final = CompiledStatements()


def _share(engine: Any, _options: object) -> None:
    if engine.dialect.name == "sqlite":
        engine._compiled_cache = _COMPILED


def share_compiled_statements() -> None:
    """Share what the engines of all stores on SQLite compile from now on."""
    event.listen(Engine, "set_engine_execution_options", _share)
