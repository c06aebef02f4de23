"""Single values of a scenario, each with the line that is to blame where it is not as it should be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from topoviz.engine.scenarios.bad_scenario import BadScenario
from topoviz.engine.scenarios.durations import parse_duration
from topoviz.engine.syntax.data_text import Data, Fields, Items, Word
from topoviz.engine.syntax.data_values import known_fields, wanted_value, whole_number

LONGEST_MS = 365 * 86_400_000
"""Of a scenario: a year."""


def listed(names: Sequence[str]) -> str:
    """Say several names: `a, b and c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the values of one event; `beside` are the fields that stand beside its kind."""

    beside: Fields

    def fields(self, data: Data, what: str, names: tuple[str, ...]) -> Fields:
        """Take fields of which only these names are known."""
        return known_fields(data, what, names, BadScenario)

    def wanted(self, fields: Fields, name: str) -> Data:
        """Take a value that must be there."""
        return wanted_value(fields, name, BadScenario)

    def named(self, data: Data, what: str) -> Iterator[tuple[Word, Data]]:
        """Take names with values, at least one."""
        if not isinstance(data, Fields) or not data.fields:
            raise BadScenario(data.line, f"has no {what}, such as {{orders: 16}}.")
        yield from data.fields

    def text(self, data: Data, what: str) -> str:
        """Take a text."""
        if not isinstance(data, Word) or not data.text.strip():
            raise BadScenario(data.line, f"has no text where {what} is wanted.")
        return data.text.strip()[:200]

    def client(self, data: Data) -> str:
        """Take the name of a client."""
        return self.text(data, "the name of a client")

    def clients(self, data: Data) -> tuple[str, ...]:
        """Take one name of a client, or a list of them."""
        if isinstance(data, Items):
            if not data.items:
                raise BadScenario(data.line, "has an empty list where names of clients are wanted.")
            return tuple(dict.fromkeys(map(self.client, data.items)))
        return (self.client(data),)

    def number(self, data: Data, what: str, least: int, most: int) -> int:
        """Take a whole number within bounds."""
        return whole_number(data, what, least, most, BadScenario)

    def duration(self, data: Data, what: str) -> int:
        """Take a span of time in milliseconds, at most a year."""
        try:
            found = parse_duration(self.text(data, what))
        except ValueError as error:
            raise BadScenario(data.line, f"is wrong: {error}") from error
        if found > LONGEST_MS:
            raise BadScenario(data.line, f"has {what} beyond 365 days, the most here.")
        return found

    def truth(self, data: Data) -> bool:
        """Take yes or no."""
        word = self.text(data, "true or false").lower()
        if word not in ("true", "false", "yes", "no"):
            raise BadScenario(data.line, f"has {word[:40]!r} where true or false is wanted.")
        return word in ("true", "yes")

    def state(self) -> str:
        """Give what becomes of a disk, `kept` or `lost`, as the event's field `state` says."""
        data = self.beside.get("state")
        if data is None:
            return "kept"
        word = self.text(data, "kept or lost")
        if word not in ("kept", "lost"):
            raise BadScenario(data.line, f"has the state {word[:40]!r}; known are kept and lost.")
        return word
