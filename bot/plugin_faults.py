"""Errors in the code of plugins, as messages about their packages."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.logs import error_location
from bot.plugins import PluginError, package_of, plugins
from core.rules import Refusal


@contextmanager
def plugin_faults(group: str, name: str) -> Iterator[None]:
    """Raise errors of a plugin's code as PluginError, without their texts; refusals stay."""
    try:
        yield
    except Refusal:
        raise
    except (Exception, SystemExit) as error:
        failed = {"package": package_of(plugins(group)[name]), "problem": error_location(error)}
        raise PluginError("plugin-failed", name=name, **failed) from error
