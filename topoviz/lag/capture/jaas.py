"""The login that `sasl.jaas.config` holds: `some.package.PlainLoginModule required username="…" password="…";`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

_CLASS: Final = re.compile(r"\s*([\w.$]+)\s+(?:required|requisite|sufficient|optional)\b", re.IGNORECASE)
_OPTION: Final = re.compile(
    r"""\s*([\w.-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s;"']+))""", re.DOTALL
)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Login:
    """The class of a login, without its package, and its options, which are not shown: they hold secrets."""

    module: str
    options: dict[str, str] = field(repr=False)


def read_login(text: str) -> Login | None:
    """Read a login; None where it is none. A `;` may stand inside quotes, so options are read one by one."""
    found = _CLASS.match(text)
    if found is None:
        return None
    options: dict[str, str] = {}
    at = found.end()
    while option := _OPTION.match(text, at):
        quoted = option[2] if option[2] is not None else option[3]
        options[option[1]] = _ESCAPED.sub(r"\1", quoted) if quoted is not None else option[4]
        at = option.end()
    if text[at:].strip() not in ("", ";"):
        return None
    return Login(found[1].rpartition(".")[2], options)
