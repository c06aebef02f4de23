"""Names for topics, stores and operators: each another one, but illegal or used twice in careless programs."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Final

_WORDS: Final = ("orders", "clicks", "users", "totals", "audit", "by-item", "last_seen", "rates", "Stock", "eu.west")
_ILLEGAL: Final = ('"a name"', '""', '"."', '"a/b"', "(String) null", '"long".repeat(61)', '"long".repeat(63)')
_SHARED: Final = {"SinkTopic": 0.15, "SourceTopic": 0.05}
_READ: Final = frozenset({"SourceTopic", "TableTopic"})


class Names:
    """What a program has called things so far, as Java expressions, by kind."""

    def __init__(self, random: Random, *, is_careless: bool) -> None:
        self.constants: dict[str, str] = {}
        self._random = random
        self._is_careless = is_careless
        self._given: dict[str, list[str]] = defaultdict(list)
        self._count = 0

    def new(self, kind: str, tag: str | None) -> str:
        """Make a name's expression; `tag` is the variable that tells the turns of a loop or of a helper apart."""
        again = self._again(kind)
        if again is not None:
            return again
        name = self._spelled(tag)
        if tag is None:
            self._given[kind].append(name)
        return name

    def _again(self, kind: str) -> str | None:
        known = self._given[kind]
        if self._is_careless and kind not in _READ and self._random.random() < 0.08:
            return self._random.choice(_ILLEGAL)
        chance = 0.4 if self._is_careless else _SHARED.get(kind, 0.0)
        if kind == "SinkTopic" and self._random.random() < 0.1:
            known = [name for kinds in _READ for name in self._given[kinds]]
        return self._random.choice(known) if known and self._random.random() < chance else None

    def _spelled(self, tag: str | None) -> str:
        self._count += 1
        name = f"{self._random.choice(_WORDS)}-{self._count}"
        if tag is not None:
            forms = (f'{tag} + "-{name}"', f'"{name}-" + {tag}', f'String.format("{name}-%s", {tag})')
            return self._random.choice(forms)
        chance = self._random.random()
        if chance < 0.1:
            constant = f"NAME_{self._count}"
            self.constants[constant] = f'"{name}"'
            return constant
        return f'"{name.rpartition("-")[0]}-" + {self._count}' if chance < 0.15 else f'"{name}"'
