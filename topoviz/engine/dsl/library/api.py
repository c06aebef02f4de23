"""The public methods of the DSL's classes, with the releases of Kafka Streams that have them.

`api.txt` holds them, as `python -m tests.oracle history` reads them from every release of the library: the release in
which a method came, the release that no longer has it, and the method. A dash stands for what lies outside the
releases known here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = "api.txt"
GONE: Final = "gone.txt"

_LINE: Final = re.compile(r"(\S+) (\S+) ([\w$]+)\.(\w+)\(([^()]*)\) -> (\S+?)(, static)?")


@dataclass(frozen=True, slots=True)
class ApiMethod:
    """One overload: the simple names of its parameters' types, what it gives, and the releases that have it.

    `since` is empty for what the oldest release has, `until` for what the newest has.
    """

    owner: str
    method: str
    parameters: tuple[str, ...]
    since: str = ""
    until: str = ""
    is_static: bool = False
    returns: str = ""

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.parameters)})"

    @property
    def name(self) -> str:
        """Give the method without its parameters, in the words of a diagnostic."""
        return f"new {self.owner}" if self.method == "new" else f"{self.owner}#{self.method}"

    @property
    def is_variadic(self) -> bool:
        """Tell whether the last parameter takes any number of arguments."""
        return bool(self.parameters) and self.parameters[-1].endswith("...")

    def takes(self, count: int) -> bool:
        """Tell whether it can be called with so many arguments."""
        fixed = len(self.parameters) - self.is_variadic
        return count >= fixed if self.is_variadic else count == fixed


def overloads_of(owner: str, method: str) -> tuple[ApiMethod, ...]:
    """Give all methods of a class that have a name, of any version; a constructor is called `new`."""
    return _by_name().get((owner, method), ())


def is_anybodys(method: str, count: int) -> bool:
    """Tell whether a class of the DSL has a method of a name that takes so many arguments."""
    return any(one.takes(count) for owner, name in _by_name() if name == method for one in overloads_of(owner, name))


def is_static(owner: str, method: str, count: int) -> bool:
    """Tell whether a class's method of so many parameters belongs to no object; Java lets one call it on an object."""
    return any(one.is_static and len(one.parameters) == count for one in overloads_of(owner, method))


def read_line(line: str) -> ApiMethod:
    """Read one line of the table; raises ValueError for what is none."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise ValueError(f"not a line of {FILE}: {line}")
    since, until, owner, method, parameters, returns, static = found.groups()
    types = tuple(parameters.split(", ")) if parameters else ()
    return ApiMethod(owner, method, types, since.strip("-"), until.strip("-"), static is not None, returns)


def all_methods() -> tuple[ApiMethod, ...]:
    """Give every method of every version."""
    return tuple(method for overloads in _by_name().values() for method in overloads)


@cache
def classes_gone() -> Mapping[str, str]:
    """Give the classes that the newest release no longer has, with the release that has them no more."""
    lines = Path(__file__).with_name(GONE).read_text(encoding="utf-8").splitlines()
    return {name: release for release, _, name in (line.partition(" ") for line in lines if not line.startswith("#"))}


@cache
def _by_name() -> Mapping[tuple[str, str], tuple[ApiMethod, ...]]:
    text = Path(__file__).with_name(FILE).read_text(encoding="utf-8")
    found: dict[tuple[str, str], list[ApiMethod]] = defaultdict(list)
    for line in text.splitlines():
        if not line.startswith("#"):
            method = read_line(line)
            found[method.owner, method.method].append(method)
    return {name: tuple(methods) for name, methods in found.items()}
