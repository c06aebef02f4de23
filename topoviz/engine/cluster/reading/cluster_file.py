"""Our own form of a cluster, in YAML or JSON.

settings:
  num.standby.replicas: 1
brokers: {1: eu-1, 2: eu-2}              # racks of brokers
clients:
  - name: a
    threads: 2                           # or a list: what each thread had before
    process: 00000000-0000-0000-0000-000000000001
    rack: eu-1
    tags: {zone: eu-1}
    active: [0_0, 0_1]                   # what it had before, as a whole
    standby: [1_1]
    stored: [1_0]                        # state that is still on its disk
    lags: {1_1: 500}                     # records behind, by task
    state: lost                          # its disk is empty; else kept
  - {name: b, threads: 4, count: 3}      # three alike: b-1, b-2 and b-3
  - name: c
    threads:
      - {active: [0_2]}
      - {name: StreamThread-2, standby: [1_0], consumer: c-StreamThread-2-consumer-1}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeVar
from uuid import UUID

from topoviz.engine.cluster.model import Client, StreamThread
from topoviz.engine.cluster.reading.bad_cluster import BadCluster
from topoviz.engine.cluster.reading.found import FoundCluster
from topoviz.engine.cluster.reading.known_tasks import KnownTasks
from topoviz.engine.cluster.reading.thread_count import ONE_THREAD, THREADS, ThreadCount
from topoviz.engine.cluster.reading.thread_names import process_id_at
from topoviz.engine.syntax.data_text import Data, Fields, Items, Word
from topoviz.engine.syntax.data_values import check_names, read_document, single_value, whole_number
from topoviz.engine.tasks.task_id import TaskId, parse_task_id

MOST_CLIENTS: Final = 1_000
MOST_THREADS: Final = 10_000
_OF_A_CLUSTER: Final = ("clients", "settings", "brokers")
_OF_A_CLIENT: Final = (
    "name", "threads", "count", "process", "rack", "tags", "active", "standby", "stored", "lags", "state",
)  # fmt: skip
_OF_A_THREAD: Final = ("name", "active", "standby", "consumer")

Value = TypeVar("Value")


def read_cluster_file(text: str, known: KnownTasks, threads: ThreadCount = ONE_THREAD) -> FoundCluster:
    """Read a cluster; raises BadCluster with the line for whatever is not as it should be."""
    return read_cluster_data(read_document(text, BadCluster), known, threads)


def read_cluster_data(data: Data, known: KnownTasks, threads: ThreadCount = ONE_THREAD) -> FoundCluster:
    """Read a cluster that stands in a larger text; raises BadCluster with the line of that text."""
    fields = _fields(data, "the cluster", _OF_A_CLUSTER)
    clients = fields.get("clients")
    if not isinstance(clients, Items) or not clients.items:
        raise BadCluster(fields.line, "has no list of `clients`.")
    settings = _words(fields.get("settings"))
    own = settings.get(THREADS)
    usual = threads.beside(None if own is None else _number(own, "a number of threads", 1, MOST_THREADS))
    return FoundCluster(
        tuple(_checked(client for item in clients.items for client in _clients(item, known, usual))),
        settings,
        {_whole(key, "the id of a broker"): rack.text for key, rack in _pairs(fields.get("brokers"))},
        has_usual_threads=any(isinstance(item, Fields) and item.get("threads") is None for item in clients.items),
    )


@dataclass(slots=True)
class _Seen:
    """What no two clients may share, and how many threads there are."""

    names: set[str]
    processes: set[UUID]
    running: dict[TaskId, str]
    threads: int = 0


def _checked(found: Iterator[tuple[Client, int]]) -> Iterator[Client]:
    """Give made-up ids to clients that have none, and refuse what two of them cannot have both."""
    seen = _Seen(set(), set(), {})
    for place, (client, line) in enumerate(found):
        one = client if client.has_process_id else replace(client, process_id=process_id_at(place))
        if one.name in seen.names:
            raise BadCluster(line, f"names a second client {one.name}.")
        if one.process_id in seen.processes:
            raise BadCluster(line, f"gives client {one.name} the process id {one.process_id}, which another has.")
        for task in (task for thread in one.threads for task in thread.active):
            if task in seen.running:
                raise BadCluster(line, f"says that {one.name} had {task} as active, and so does {seen.running[task]}.")
            seen.running[task] = one.name
        seen.names.add(one.name)
        seen.processes.add(one.process_id)
        seen.threads += len(one.threads)
        if len(seen.names) > MOST_CLIENTS or seen.threads > MOST_THREADS:
            raise BadCluster(line, f"is beyond {MOST_CLIENTS:,} clients or {MOST_THREADS:,} threads, the most here.")
        yield one


def _clients(item: Data, known: KnownTasks, usual: int) -> Iterator[tuple[Client, int]]:
    """Give a client, or several alike where `count` says so."""
    fields = _fields(item, "a client", _OF_A_CLIENT)
    name = _text(fields.get("name"), "its name") or f"client-{fields.line}"
    client = _client(name, fields, known, usual)
    count = fields.get("count")
    if count is None:
        yield client, fields.line
        return
    number = _number(count, "a number of clients", 1, MOST_CLIENTS)
    if number > 1 and (client.has_process_id or any(thread.active for thread in client.threads)):
        raise BadCluster(count.line, "makes several clients of one that has a process id or active tasks.")
    for place in range(1, number + 1):
        yield replace(client, name=f"{name}-{place}"), fields.line


def _client(name: str, fields: Fields, known: KnownTasks, usual: int) -> Client:
    process = fields.get("process")
    threads = fields.get("threads")
    active, standby = (_tasks(fields.get(kind), known) for kind in ("active", "standby"))
    lags = {
        _task(key, known): _number(value, f"the lag of {key.text}", 0, 2**62)
        for key, value in _pairs(fields.get("lags"))
    }
    has_threads = isinstance(threads, Items)
    if has_threads and (active or standby):
        raise BadCluster(fields.line, "says what the client had, and what each of its threads had; one is enough.")
    return Client(
        name,
        process_id_at(0) if process is None else _process(process),
        _listed(threads, known) if isinstance(threads, Items) else _dealt(threads, usual, active, standby),
        {key.text: value.text for key, value in _pairs(fields.get("tags"))},
        _text(fields.get("rack"), "a rack") or None,
        lags,
        _tasks(fields.get("stored"), known),
        keeps_state=_keeps_state(fields.get("state")),
        has_process_id=process is not None,
        has_threads=has_threads or not (active or standby),
    )


def _listed(threads: Items, known: KnownTasks) -> tuple[StreamThread, ...]:
    found = []
    for number, item in enumerate(threads.items, 1):
        fields = _fields(item, "a thread", _OF_A_THREAD)
        found.append(
            StreamThread(
                _text(fields.get("name"), "its name") or f"StreamThread-{number}",
                _tasks(fields.get("active"), known),
                _tasks(fields.get("standby"), known),
                _text(fields.get("consumer"), "the id of a consumer") or None,
            )
        )
    if not found:
        raise BadCluster(threads.line, "gives a client no thread.")
    return tuple(found)


def _dealt(
    threads: Data | None, usual: int, active: tuple[TaskId, ...], standby: tuple[TaskId, ...]
) -> tuple[StreamThread, ...]:
    """Give what a client had to its threads in turn, for nobody said which had what."""
    count = usual if threads is None else _number(threads, "a number of threads", 1, MOST_THREADS)
    return tuple(
        StreamThread(f"StreamThread-{place + 1}", active[place::count], standby[place::count]) for place in range(count)
    )


def _fields(data: Data, what: str, names: tuple[str, ...]) -> Fields:
    if not isinstance(data, Fields):
        raise BadCluster(data.line, f"is not {what} with fields such as {names[0]} and {names[1]}.")
    check_names(data, what, names, BadCluster)
    return data


def _pairs(data: Data | None) -> Iterator[tuple[Word, Word]]:
    if data is None:
        return
    if not isinstance(data, Fields):
        raise BadCluster(data.line, "has a list or a text where names with values are wanted.")
    for name, value in data.fields:
        yield name, single_value(name, value, BadCluster)


def _words(data: Data | None) -> Mapping[str, Word]:
    return {name.text: value for name, value in _pairs(data)}


def _text(data: Data | None, what: str) -> str:
    if data is None:
        return ""
    if not isinstance(data, Word):
        raise BadCluster(data.line, f"has a list or fields where {what} is wanted.")
    return data.text.strip()[:200]


def _whole(word: Word, what: str) -> int:
    return _number(word, what, 0, 2**31)


def _number(data: Data, what: str, least: int, most: int) -> int:
    return whole_number(data, what, least, most, BadCluster)


def _process(data: Data) -> UUID:
    return _parsed(UUID, data, "a process id such as 7b9fcf1e-5f6c-44fc-b3fa-f5b1950300fc")


def _tasks(data: Data | None, known: KnownTasks) -> tuple[TaskId, ...]:
    if data is None:
        return ()
    if not isinstance(data, Items):
        raise BadCluster(data.line, "has no list where tasks such as [0_1, 0_2] are wanted.")
    found = tuple(_task(item, known) for item in data.items)
    if len(set(found)) < len(found):
        raise BadCluster(data.line, "names a task twice.")
    return tuple(sorted(found))


def _task(data: Data, known: KnownTasks) -> TaskId:
    task = _parsed(parse_task_id, data, "a task such as 0_3")
    if not known.has(task):
        raise BadCluster(data.line, f"names task {task}, which this topology and these counts do not make.")
    return task


def _parsed(parse: Callable[[str], Value], data: Data, what: str) -> Value:
    try:
        return parse(data.text if isinstance(data, Word) else "")
    except ValueError as error:
        raise BadCluster(data.line, f"has no {what.removeprefix('a ')} where one is wanted.") from error


def _keeps_state(data: Data | None) -> bool:
    word = _text(data, "kept or lost") or "kept"
    if word not in ("kept", "lost"):
        raise BadCluster(None if data is None else data.line, f"has the state {word[:40]!r}; known are kept and lost.")
    return word == "kept"
