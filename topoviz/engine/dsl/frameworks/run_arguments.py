"""Settings that a program itself starts Spring with, which win over those of files: `app.run("--key=value")`.

Spring Boot: SimpleCommandLineArgsParser, CommandLinePropertySource.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.syntax import tree
from topoviz.engine.syntax.configuration import Setting
from topoviz.engine.syntax.tree import Unit
from topoviz.engine.syntax.walk import walk

_RUNNING: Final = ("run", "runApplication")


def settings_of_run(unit: Unit) -> tuple[Setting, ...]:
    """Read the settings of all starts in a file; a value that is put together, or differs, is not worked out."""
    found: dict[str, Setting] = {}
    for one in _arguments(unit):
        known = found.setdefault(one.key, one)
        if known.value != one.value:
            found[one.key] = Setting(one.key, None, one.span)
    return tuple(found.values())


def _arguments(unit: Unit) -> Iterator[Setting]:
    calls = (node for node in walk(unit) if isinstance(node, tree.Call) and node.name in _RUNNING)
    for argument in (argument for call in calls for argument in call.arguments):
        whole = isinstance(argument, tree.Literal)
        first = argument.left if isinstance(argument, tree.Binary) else argument
        text = first.value if isinstance(first, tree.Literal) else None
        if isinstance(text, str) and text.startswith("--") and "=" in text:
            key, _, value = text[2:].partition("=")
            yield Setting(key, value if whole else None, argument.span)
