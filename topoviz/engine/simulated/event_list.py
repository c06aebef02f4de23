"""What is to happen to brokers and instances, as a configuration lists it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from topoviz.engine.scenarios.durations import duration_text
from topoviz.engine.simulated.bad_configuration import BadConfiguration
from topoviz.engine.simulated.fields import fields_of, items_of, micros_of, span_of, text_of, wanted
from topoviz.engine.simulation.settings import (
    Fail,
    FailsIn,
    Fence,
    Happening,
    Kill,
    SlowBroker,
    SlowTransactions,
    Start,
    Stop,
)
from topoviz.engine.syntax.data_text import Data, Fields
from topoviz.engine.syntax.data_values import whole_number

TRANSACTIONS: Final = "transactions"
"""What is slow where it is no partition: brokers that coordinate transactions."""

_MOST_THREADS: Final = 1_000
_ALWAYS: Final = ("at",)


def read_events(data: Data | None, lines: dict[str, int]) -> tuple[Happening, ...]:
    """Read events; `lines` gets those of the partitions, clients and threads that they name."""
    items = items_of(data, "events")
    found = tuple(_event(one, lines) for one in items)
    _refuse_overlaps(zip(found, (item.line for item in items), strict=True))
    return found


def _event(item: Data, lines: dict[str, int]) -> Happening:
    known = ("at", *_KINDS, "by", "for", "threads", "in")
    fields = fields_of(item, "an event", known)
    kinds = [name for name in _KINDS if fields.get(name) is not None]
    if len(kinds) != 1:
        raise BadConfiguration(
            item.line, f"has no event such as {{at: 10s, kill: a, for: 30s}}; known: {', '.join(sorted(_KINDS))}."
        )
    (kind,) = kinds
    read, takes = _KINDS[kind]
    fields_of(item, f"an event `{kind}`", (*_ALWAYS, kind, *takes))
    named = fields.get(kind)
    assert named is not None
    lines[text_of(named)] = named.line
    return read(span_of(wanted(fields, "at")) * 1_000, text_of(named), fields, item.line)


def _slow(at: int, name: str, fields: Fields, line: int) -> Happening:
    extra, lasts = micros_of(wanted(fields, "by")), span_of(wanted(fields, "for")) * 1_000
    if name == TRANSACTIONS:
        return SlowTransactions(at, extra, lasts)
    topic, dash, number = name.rpartition("-")
    if not dash or not (number.isascii() and number.isdigit()):
        raise BadConfiguration(
            line, f"has {name[:80]!r} where a partition such as orders-0, or {TRANSACTIONS}, is wanted."
        )
    return SlowBroker(at, (topic, int(number)), extra, lasts)


def _kill(at: int, name: str, fields: Fields, _line: int) -> Happening:
    return Kill(at, name, _away(fields))


def _stop(at: int, name: str, fields: Fields, _line: int) -> Happening:
    return Stop(at, name, _away(fields))


def _start(at: int, name: str, fields: Fields, _line: int) -> Happening:
    threads = fields.get("threads")
    count = 1 if threads is None else whole_number(threads, "threads", 1, _MOST_THREADS, BadConfiguration)
    return Start(at, name, count)


def _fence(at: int, name: str, _fields: Fields, _line: int) -> Happening:
    return Fence(at, name)


def _fail(at: int, name: str, fields: Fields, _line: int) -> Happening:
    where = wanted(fields, "in")
    try:
        return Fail(at, name, FailsIn(text_of(where)))
    except ValueError:
        known = " and ".join(FailsIn)
        raise BadConfiguration(where.line, f"has in: {text_of(where)[:40]}; known are {known}.") from None


def _away(fields: Fields) -> int | None:
    found = fields.get("for")
    return None if found is None else span_of(found) * 1_000


_KINDS: Final[Mapping[str, tuple[Callable[[int, str, Fields, int], Happening], tuple[str, ...]]]] = {
    "slow": (_slow, ("by", "for")),
    "kill": (_kill, ("for",)),
    "stop": (_stop, ("for",)),
    "start": (_start, ("threads",)),
    "fence": (_fence, ()),
    "fail": (_fail, ("in",)),
}


def _refuse_overlaps(events: Iterable[tuple[Happening, int]]) -> None:
    """Refuse what ends an instance that does not run then, and what starts one twice."""
    gone: dict[str, int | None] = {}
    for one, line in sorted(events, key=lambda pair: pair[0].at):
        if isinstance(one, Start):
            if one.instance in gone:
                raise BadConfiguration(line, f"starts {one.instance[:80]}, which is there already; give `for` instead.")
            gone[one.instance] = one.at
        elif isinstance(one, Kill | Stop):
            back = gone.get(one.instance, 0)
            if back is None or one.at < back:
                until = "for good" if back is None else f"until {duration_text(back // 1_000)}"
                does = "kills" if isinstance(one, Kill) else "stops"
                raise BadConfiguration(line, f"{does} {one.instance[:80]}, which does not run {until}.")
            gone[one.instance] = None if one.away is None else one.at + one.away
