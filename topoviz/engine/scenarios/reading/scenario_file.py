"""Our own form of a scenario, in YAML or JSON.

cluster: {clients: [{name: a, threads: 4}]}           # as in a cluster file, or given apart
seed: 7                                               # what chance follows
settings: {num.standby.replicas: 1, session.timeout.ms: 30_000}
restore: {records.per.second: 50_000, record.bytes: 200, of: client}
state: {records: 1_000_000, writes.per.second: 9, stores: {per-customer: 3_000_000}, bytes: {per-order: 500_000_000}}
events:                                               # or `scenario: start-up` alone
- {at: 0s, start: all}
- {at: 10m, kill: b}
- {at: 12m, restart: b, state: lost}
- {at: rest, stop: c}                                 # when nothing changes any more after what came before
- {at: +10m, restart: c}                              # so long after the event before it

After an event at rest only `rest` and `+…` may follow, since nobody knows its time before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.scenarios.bad_scenario import BadScenario
from topoviz.engine.scenarios.events.event import Event
from topoviz.engine.scenarios.events.start import Start
from topoviz.engine.scenarios.model import Assumption, RestoreRate, StateSize
from topoviz.engine.scenarios.reading.event_list import read_events
from topoviz.engine.scenarios.reading.values import Reader
from topoviz.engine.syntax.data_text import Data, Fields, Word
from topoviz.engine.syntax.data_values import read_document, single_value

_FIELDS: Final = ("cluster", "seed", "settings", "assignor", "restore", "state", "events", "scenario")
_MOST_RECORDS: Final = 10**15
_START_UP: Final = "start-up"


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """What a file says; `cluster` is None where it has none."""

    cluster: Data | None
    events: tuple[Event, ...]
    rate: RestoreRate
    state: StateSize
    seed: int
    settings: Mapping[str, Word] = field(default_factory=dict)
    assignor: Word | None = None
    is_start_up: bool = False
    assumed: tuple[Assumption, ...] = ()
    store_lines: Mapping[str, int] = field(default_factory=dict)


def read_scenario_file(text: str) -> ScenarioFile:
    """Read a scenario; raises BadScenario with the line for whatever is not as it should be."""
    if not text.strip():
        raise BadScenario(None, "is empty: say at least `scenario: start-up`, or list `events`.")
    data = read_document(text, BadScenario)
    reader = Reader(Fields((), data.line))
    fields = reader.fields(data, "a scenario", _FIELDS)
    is_start_up = _is_start_up(fields.get("scenario"), reader)
    assumed: list[Assumption] = []
    state = fields.get("state")
    seed, assignor = fields.get("seed"), fields.get("assignor")
    rate = _rate(fields.get("restore"), reader, assumed)
    return ScenarioFile(
        fields.get("cluster"),
        _events(fields, is_start_up),
        rate,
        _state(state, reader, rate, assumed),
        _seed(seed, reader, assumed),
        _settings(fields.get("settings"), reader),
        None if assignor is None else Word(reader.text(assignor, "the name of an assignor"), assignor.line),
        is_start_up,
        tuple(assumed),
        _store_lines(state),
    )


def _is_start_up(data: Data | None, reader: Reader) -> bool:
    if data is None:
        return False
    name = reader.text(data, "the name of a ready scenario")
    if name != _START_UP:
        raise BadScenario(data.line, f"names a ready scenario {name[:40]!r}; known is {_START_UP}.")
    return True


def _events(fields: Fields, is_start_up: bool) -> tuple[Event, ...]:
    data = fields.get("events")
    if data is None and is_start_up:
        return (Event(0, Start(())),)
    if data is None:
        raise BadScenario(fields.line, "has no list of `events`.")
    return read_events(data)


def _rate(data: Data | None, reader: Reader, assumed: list[Assumption]) -> RestoreRate:
    default = RestoreRate()
    fields = Fields((), 1) if data is None else reader.fields(data, "restore", _OF_RESTORE)
    rate, size, of = (fields.get(name) for name in _OF_RESTORE)
    if rate is None:
        speed = f"{default.records_per_second:,}"
        sentence = f"Copies are restored at {speed} records a second; nobody said how fast."
        assumed.append(Assumption("records.per.second", speed, sentence))
    if size is None:
        sentence = f"A record has {default.record_bytes} bytes; nobody said how many."
        assumed.append(Assumption("record.bytes", str(default.record_bytes), sentence))
    whose = "client" if of is None else reader.text(of, "client or thread")
    if whose not in ("client", "thread"):
        raise BadScenario(None if of is None else of.line, f"restores by {whose[:40]!r}; known are client and thread.")
    return RestoreRate(
        default.records_per_second if rate is None else reader.number(rate, "records per second", 1, 10**12),
        default.record_bytes if size is None else reader.number(size, "bytes of a record", 1, 10**9),
        whose == "thread",
    )


def _state(data: Data | None, reader: Reader, rate: RestoreRate, assumed: list[Assumption]) -> StateSize:
    """Take the sizes of stores, in records or in bytes, as lag reports give those of changelogs."""
    default = StateSize()
    fields = Fields((), 1) if data is None else reader.fields(data, "state", _OF_STATE)
    records, writes, stores, sizes = (fields.get(name) for name in _OF_STATE)
    if records is None:
        held = f"{default.records:,}"
        sentence = f"The changelog of each store holds {held} records for each task, where nothing else is said."
        assumed.append(Assumption("records", held, sentence))
    if writes is None:
        sentence = "Changelogs do not grow while the scenario runs; a copy that has caught up stays so."
        assumed.append(Assumption("writes.per.second", "0", sentence))
    return StateSize(
        default.records if records is None else reader.number(records, "a number of records", 0, _MOST_RECORDS),
        {
            **{store: -(-size // rate.record_bytes) for store, size in _by_store(sizes, reader, "bytes").items()},
            **_by_store(stores, reader, "records"),
        },
        0 if writes is None else reader.number(writes, "records per second", 0, 10**9),
    )


_OF_RESTORE: Final = ("records.per.second", "record.bytes", "of")
_OF_STATE: Final = ("records", "writes.per.second", "stores", "bytes")


def _by_store(data: Data | None, reader: Reader, what: str) -> dict[str, int]:
    if data is None:
        return {}
    return {
        name.text: reader.number(value, f"the {what} of {name.text[:80]}", 0, _MOST_RECORDS)
        for name, value in reader.named(data, f"stores with {what}")
    }


def _store_lines(data: Data | None) -> dict[str, int]:
    found = [data.get(name) for name in ("bytes", "stores")] if isinstance(data, Fields) else []
    return {name.text: name.line for one in found if isinstance(one, Fields) for name, _ in one.fields}


def _seed(data: Data | None, reader: Reader, assumed: list[Assumption]) -> int:
    seed = 1 if data is None else reader.number(data, "a seed", 0, 2**62)
    assumed.append(
        Assumption(
            "seed",
            str(seed),
            "Process ids, member ids and the moments of heartbeats are drawn from this seed; Kafka draws them anew "
            "each time, and another seed may give other tasks.",
        )
    )
    return seed


def _settings(data: Data | None, reader: Reader) -> dict[str, Word]:
    if data is None:
        return {}
    return {
        name.text: single_value(name, value, BadScenario) for name, value in reader.named(data, "settings with values")
    }
