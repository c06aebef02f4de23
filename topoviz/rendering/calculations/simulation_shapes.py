"""What `topoviz/simulation@1` looks like, member by member. Members are only ever added.

Times are in milliseconds since the beginning; those of records are as Kafka has them.
"""

from __future__ import annotations

from typing import Annotated as Is
from typing import TypedDict

from topoviz.rendering.calculations.shapes import Tasks


class SimulatedLatency(TypedDict):
    """From the arrival of a record of an input topic to the end of its way, in milliseconds."""

    records: Is[int, "Of how many records."]
    median: Is[float, "Half of them took at most this."]
    p95: Is[float, "95 % of them took at most this."]
    p99: Is[float, "99 % of them took at most this."]
    highest: Is[float, "The longest."]


class SimulatedThread(TypedDict):
    """A stream thread."""

    thread: Is[str, "Its name."]
    client: Is[str, "Its client."]
    tasks: Is[list[str], "Its tasks at the end."]
    turns: Is[int, "How often it went through its loop."]
    processing_ms: Is[float, "How long it processed records."]
    in_poll_ms: Is[float, "How long it waited in poll()."]
    records_in_turn: Is[int, "How many records of a task it would do in a row at the end."]
    died_of: Is[str | None, "The exception that ended it; null where none did."]


class SimulatedTask(TypedDict):
    """A task."""

    task: Is[str, "Its sub-topology and its partition, such as 0_3."]
    thread: Is[str, "The thread that had it at the end."]
    records: Is[int, "How many records it processed."]
    processing_ms: Is[float, "How long that took."]
    dropped: Is[int, "How many records it dropped before any processor saw them."]
    processed_again: Is[int, "How many records it processed twice, after a crash."]
    pauses: Is[int, "How often one of its partitions was paused."]
    punctuations: Is[int, "How often a punctuator was called."]
    commits: Is[int, "How often it committed."]
    waits_ms: Is[dict[str, float], "How long it had records and waited, by reason."]
    records_while_a_partition_was_empty: Is[
        int, "How many records it processed while a partition was empty: what comes there later may be out of order."
    ]


class SimulatedNode(TypedDict):
    """A node of the topology, in all tasks."""

    node: Is[str, "Its name."]
    records: Is[int, "How many records reached it."]
    late: Is[int, "How many of them came after their windows had closed."]
    passed_on: Is[int, "How many records went on from it."]
    skipped: Is[int, "How many it took no notice of: they have no key or no value."]
    matched: Is[int, "How often a record found a partner, where the node joins."]
    unmatched: Is[int, "How many records found none."]


class SimulatedStore(TypedDict):
    """A store whose state is followed, in all tasks."""

    store: Is[str, "Its name."]
    keys: Is[int, "How many keys it has at the end, or keys in windows."]
    changelog_records: Is[int, "How many records it wrote for its changelog."]
    merged_in_cache: Is[int, "How many updates were replaced in its cache before anybody saw them."]


class SimulatedPartition(TypedDict):
    """A partition that tasks read."""

    partition: Is[str, "Its topic and its number, such as orders-3."]
    records: Is[int, "How many records were written into it."]
    committed: Is[int, "The committed offset at the end."]
    highest_lag: Is[int, "The most records that were there and not committed."]
    highest_at_ms: Is[float, "When that was."]


class SimulatedLag(TypedDict):
    """Records that are there and not committed, over time."""

    at_ms: Is[list[float], "When it was looked at."]
    records_behind: Is[dict[str, list[int]], "Of each partition, as many as there are times."]


class SharedWork(TypedDict):
    """What a client would give if its threads shared the records of its tasks: a bound, for no version does so."""

    client: Is[str, "Its name."]
    threads: Is[int, "How many threads it has."]
    records: Is[int, "How many records its tasks processed."]
    mean_ms: Is[float, "How long a record was there, on average."]
    p99_ms: Is[float, "How long 99 % of them were there at most."]
    mean_ms_if_shared: Is[float, "The same if the threads shared the records: on average."]
    p99_ms_if_shared: Is[float, "And 99 % of them at most."]


class SimulationSummary(TypedDict):
    """All of it in figures."""

    version: Is[str, "The version of Kafka Streams."]
    ended_ms: Is[float, "When nothing was left to do."]
    is_cut: Is[bool, "Whether it was ended before, at the longest time that is simulated."]
    records: Is[int, "How many records came into input topics."]
    processed: Is[int, "How many records tasks processed."]
    aborted: Is[int, "How many records of aborted transactions nobody reads."]
    rebalances: Is[int, "How many rebalances came to an end."]
    restored_records: Is[int, "How many records of changelogs tasks restored before they ran."]
    latency_ms: Is[SimulatedLatency | None, "How long records took; null where none came to the end of its way."]
    shared_work: Is[list[SharedWork], "What clients with several threads would give if these shared their tasks."]
    threads: Is[list[SimulatedThread], "Each thread."]
    by_task: Is[list[SimulatedTask], "Each task."]
    by_node: Is[list[SimulatedNode], "Each node that a record reached."]
    by_store: Is[list[SimulatedStore], "Each store whose state is followed."]
    by_partition: Is[list[SimulatedPartition], "Each partition."]
    lag: Is[SimulatedLag, "Lag over time."]


class KeptTrace(TypedDict):
    """What is kept of the events."""

    events: Is[int, "How many events there were."]
    by_kind: Is[dict[str, int], "How many of each kind."]
    stored: Is[int, "How many of them are kept."]
    first_ms: Is[float | None, "When the first kept one was; null where there is none."]
    last_ms: Is[float | None, "When the last kept one was."]
    is_cut: Is[bool, "Whether some are not kept."]
    cut_at_ms: Is[float | None, "When the first one was that is not kept; null where all are."]
    next_step: Is[str | None, "How to see those that are not kept; null where all are."]


class Simulation(TypedDict):
    """What happens to records."""

    schema: Is[str, "topoviz/simulation@1."]
    tasks: Is[Tasks, "The tasks."]
    application_id: Is[
        str | None, "application.id, which stands in what is logged; null where the program does not say it."
    ]
    summary: Is[
        SimulationSummary | None, "What happened; null where tasks are not known, or Kafka Streams would not start."
    ]
    assumed: Is[list[str], "What nobody said, with the values that were taken, in sentences."]
    not_followed: Is[list[str], "What is not simulated, in sentences."]
    trace: Is[KeptTrace | None, "What is kept of the events; null where none are."]


class LoggedLine(TypedDict):
    """A line as a logger gets it."""

    level: Is[str, "Its level, such as INFO."]
    logger: Is[str, "The full name of the class that writes it."]
    text: Is[str, "What it says; … stands for what is not known."]


class LaneSpan(TypedDict):
    """What a lane shows from one time to another; several spans of one state may stand here as one."""

    state: Is[str, "processing, poll, waiting, restoring, rebalancing or dead."]
    from_ms: Is[float, "Its beginning."]
    to_ms: Is[float, "Its end."]
    share: Is[float, "How much of this time the state holds, from 0 to 1."]
    records: Is[int, "How many records were processed."]
    why: Is[str | None, "Why a task waits; null for other states, and where there are several reasons."]
    partition: Is[str | None, "For which partition it waits, in the same way."]


class Lane(TypedDict):
    """What a thread does over time, or a task on it."""

    thread: Is[str, "The thread."]
    client: Is[str, "Its client."]
    task: Is[str | None, "The task; null for the thread itself."]
    spans: Is[list[LaneSpan], "What it does, each state in the order of time."]


class LaneMark(TypedDict):
    """An event that stands in a lane as a mark."""

    number: Is[int, "Its place in the trace."]
    at_ms: Is[float, "When it was."]
    event: Is[str, "Its kind."]
    thread: Is[str, "The thread or the client that it is of; empty for what is of a broker."]
    task: Is[str | None, "The task, where it is of one."]
    count: Is[int, "How many events of this kind and place stand here as one."]


class LaneSeries(TypedDict):
    """Lines over time; a value is null where it is not known, or there is none yet."""

    at_ms: Is[list[float], "The times of the values."]
    buffered: Is[dict[str, list[int | None]], "Of each partition: records that wait in its task, at most since before."]
    stream_time: Is[dict[str, list[int | None]], "Of each task: its stream time."]


class Lanes(TypedDict):
    """An interval of a simulation as pictures show it."""

    from_ms: Is[float, "Its beginning."]
    to_ms: Is[float, "Its end."]
    lanes: Is[list[Lane], "Threads, each before its tasks."]
    marks: Is[list[LaneMark], "Marks, in the order of time."]
    series: Is[LaneSeries, "Lines."]


class QueueThen(TypedDict):
    """A partition as its task has it after an event."""

    partition: Is[str, "Its name."]
    buffered: Is[int, "How many records wait."]
    first_offset: Is[int | None, "The offset of the next record; null where there is none, or it is not known."]
    first_timestamp: Is[int | None, "The timestamp of the next record, in the same way."]
    is_paused: Is[bool, "Whether it is not fetched."]
    committed: Is[int | None, "The committed offset; null before the first one."]
    processed: Is[int | None, "The offset of the last record that the task has processed; null before the first one."]


class WaitThen(TypedDict):
    """Why a task waits."""

    why: Is[str, "The reason."]
    partition: Is[str | None, "The partition it waits for."]


class TaskThen(TypedDict):
    """A task after an event."""

    task: Is[str, "The task."]
    stream_time: Is[int | None, "Its stream time; null before its first record."]
    waits: Is[WaitThen | None, "Why it waits; null where it does not."]
    state: Is[str | None, "Its Task.State; null where no event says it."]
    needs_commit: Is[bool, "Whether it has processed or punctuated since its last commit."]
    commit_asked: Is[bool, "Whether a processor has asked for a commit since then."]
    in_transaction: Is[
        bool | None,
        "Whether the transaction is open that takes what it sends; null where there is none, or nobody said.",
    ]
    node: Is[str | None, "Its current node, while a record is in it; null where none is, or nobody looks."]
    said: Is[list[str], "The same in sentences."]
    queues: Is[list[QueueThen], "Its partitions."]


class EventThen(TypedDict):
    """What the tasks of an event have just after it."""

    number: Is[int, "The number of the event."]
    tasks: Is[list[TaskThen], "Its task, or those of its thread; none where not all events before it are kept."]


class TraceEvent(TypedDict):
    """An event of a simulation; beside these it has the members of its kind."""

    number: Is[int, "Its place in the trace, from 0."]
    at_ms: Is[float, "When it was, in milliseconds since the beginning."]
    event: Is[str, "Its kind, such as processed or waits."]
    thread: Is[str, "The thread or the client that it is of; empty for what is of a broker."]
    sentence: Is[str, "What it is and why, in a sentence."]
    log: Is[list[LoggedLine], "What Kafka Streams logs then; empty as long as the simulation runs."]
