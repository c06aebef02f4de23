"""One setting of a configuration file, whatever form the file has."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from topoviz.engine.source import Span

_BRACKETED: Final = re.compile(r"\.?\[([^\[\]]*[^\[\]\d][^\[\]]*)\]")


class Unreadable(Exception):
    """A file has not the form that its name says; the message is a sentence, and `offset` says where."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(reason)
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Setting:
    """A key with its value as text; None where the file's form makes a value that is not worked out here.

    Without `profile` it holds always; else where the profile's expression does, such as `dev` or `!test | local`. One
    that Quarkus writes into the key begins with `%`.
    """

    key: str
    value: str | None
    span: Span
    profile: str = ""


def plain_key(key: str) -> str:
    """Write a key without the brackets that keep the dots in `properties.[topology.optimization]` together."""
    return _BRACKETED.sub(r".\1", key).removeprefix(".")
