"""What the member `sizing` of `topoviz/assignment@1` looks like, member by member. Members are only ever added."""

from __future__ import annotations

from typing import Annotated as Is
from typing import Literal, TypedDict


class SizingGiven(TypedDict):
    """What was said of machines and records."""

    cpus: Is[int | None, "The CPUs of an instance; null where nobody said it."]
    record_bytes: Is[int | None, "The bytes of a record with its key."]
    record_ms: Is[float | None, "The milliseconds that a record takes in one task, on a CPU of its own."]


class SizingWidth(TypedDict):
    """How many tasks a sub-topology has."""

    sub_topology: Is[int, "Its number."]
    tasks: Is[int, "Its tasks."]
    topics: Is[list[str], "The topics whose partitions make them so many."]


class UsefulThreads(TypedDict):
    """How many stream threads can have work."""

    most: Is[int, "The most that can have an active task at a time."]
    threads: Is[int, "The stream threads of all clients."]
    idle: Is[int, "Those without an active task."]
    standing_by: Is[int, "Idle ones that have a standby."]
    sub_topologies: Is[list[SizingWidth], "What sets the most."]
    sentence: Is[str, "The same in words."]


class ChangedTopic(TypedDict):
    """An internal topic that would need another count."""

    topic: Is[str, "Its name, without the application's id."]
    before: Is[int, "Its partitions now."]
    after: Is[int, "The partitions that it would need."]


class SizingGrowth(TypedDict):
    """What one more partition would bring."""

    topics: Is[list[str], "The topic, or several that must have equal counts."]
    tasks_before: Is[int, "All tasks now."]
    tasks_after: Is[int, "All tasks then."]
    internal: Is[list[ChangedTopic], "Internal topics that would need another count."]
    sentence: Is[str, "The same in words."]


class SplitSide(TypedDict):
    """One side of an arrow that could become a topic."""

    stores: Is[list[str], "Its stores."]
    topics: Is[list[str], "The topics that it reads."]
    tasks: Is[int, "The tasks that it would have by itself."]


class SizingSplit(TypedDict):
    """A sub-topology with several stores or source topics, and where it could be made two."""

    sub_topology: Is[int, "Its number."]
    tasks: Is[int, "Its tasks."]
    stores: Is[list[str], "Its stores."]
    topics: Is[list[str], "The topics that it reads."]
    arrow: Is[list[str] | None, "The two nodes between which a topic would part it; null where no arrow alone does."]
    above: Is[SplitSide | None, "What is above that arrow."]
    below: Is[SplitSide | None, "What is below it."]
    sentence: Is[str, "What ties it."]
    next_step: Is[str, "How to part it."]


class SaidBy(TypedDict):
    """Who says the value of a setting; each wins over those before it."""

    by: Is[Literal["default", "program", "cluster", "question"], "Who says it; cluster is the text of the cluster."]
    file: Is[str | None, "The file of the program, where that is known."]
    line: Is[int | None, "The line there, or that of the cluster's text."]
    words: Is[str, "The same in words, such as application.properties, line 3."]


class UsedSetting(TypedDict):
    """A setting that an arithmetic rests on."""

    name: Is[str, "Its name."]
    value: Is[str, "Its value; empty for a class that is not set."]
    is_given: Is[bool, "Whether it was given; else it is the default."]
    source: Is[str, "The name under which it was given, or the class that has the default."]
    said_by: Is[SaidBy, "Who says the value."]


class MemoryTerm(TypedDict):
    """One reason for memory."""

    name: Is[str, "Its code, such as producer-buffers."]
    title: Is[str, "Its name."]
    bytes: Is[int | None, "How much; null where the sentence says what is missing."]
    unused: Is[int, "Bytes of it that nobody can use as things are."]
    arithmetic: Is[str, "How it is reckoned."]
    limit: Is[str, "bound: it never is more. estimate: about that."]
    place: Is[str, "heap, or native for memory beside the heap."]
    sentence: Is[str, "What it is."]
    reference: Is[str, "The classes of Kafka that decide."]
    settings: Is[list[UsedSetting], "The settings that it rests on."]


class ThreadsOfJvm(TypedDict):
    """Threads of the JVM of one kind."""

    name: Is[str, "What they are."]
    count: Is[int | None, "How many; null where that is not known."]
    sentence: Is[str, "What they do."]
    reference: Is[str, "The class of Kafka that starts them."]


class MemoryNeeds(TypedDict):
    """What a stream thread or an instance needs."""

    clients: Is[list[str], "The clients of which this is said; all of them hold equally much."]
    thread: Is[str | None, "The stream thread; null for whole instances."]
    threads: Is[int, "The stream threads counted."]
    active: Is[int, "Their active tasks."]
    standby: Is[int, "Their standbys and warm-ups."]
    heap_bytes: Is[int, "The sum of what is known in the heap."]
    native_bytes: Is[int, "The sum of what is known beside the heap."]
    not_reckoned: Is[list[str], "The terms that the sums lack, by title."]
    terms: Is[list[MemoryTerm], "Each term."]
    jvm_threads: Is[list[ThreadsOfJvm], "The threads of the JVM that it starts."]


class SizingMemory(TypedDict):
    """What takes memory."""

    thread: Is[MemoryNeeds, "The stream thread that needs most."]
    instances: Is[list[MemoryNeeds], "Instances, the fullest first; those that hold equally much stand together."]


class PollTimeouts(TypedDict):
    """Whether threads come back to poll in time."""

    client: Is[str, "The client for which it is reckoned: where threads are starved most."]
    tasks: Is[int, "The tasks of its fullest thread."]
    slow_down: Is[float, "Stream threads by CPU, at least 1."]
    verdict: Is[str, "not-known, fits, polls-early, may-miss or misses."]
    fits_to_ms: Is[float, "Up to this cost of a record all records of a poll are done in half the interval."]
    may_miss_from_ms: Is[float, "From this cost on, a thread may miss the interval."]
    misses_from_ms: Is[float, "From this cost on, it does."]
    arithmetic: Is[str, "How it is reckoned."]
    sentence: Is[str, "The same in words."]
    settings: Is[list[UsedSetting], "The settings that it rests on."]


class SizingSuggestion(TypedDict):
    """What could be done."""

    change: Is[str, "fewer-threads, more-threads, more-partitions, split, fewer-producers or shorter-rounds."]
    sentence: Is[str, "What speaks for it."]
    arithmetic: Is[str, "The numbers."]
    next_step: Is[str, "What to do."]


class Sizing(TypedDict):
    """What the cluster needs, what of it is of no use, and what could be done."""

    given: Is[SizingGiven, "What was said of machines and records."]
    useful_threads: Is[UsefulThreads, "How many stream threads can have work."]
    one_more_partition: Is[list[SizingGrowth], "What one more partition of each topic would bring, the most first."]
    splits: Is[list[SizingSplit], "Sub-topologies that hold several stores or read several topics, the fullest first."]
    memory: Is[SizingMemory, "What takes memory."]
    polls: Is[PollTimeouts | None, "Whether threads poll in time; null where none has a task."]
    suggestions: Is[list[SizingSuggestion], "What could be done."]
    notes: Is[list[str], "What the answer rests on."]
