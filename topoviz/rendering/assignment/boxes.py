"""The things in pictures of an assignment, as boxes: topics, tasks, threads, clients, and tasks on threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from topoviz.engine.assignment.result import Role
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.tasks import SubTopologyTasks, Task
from topoviz.engine.topology.internal_topics import ChangelogTopic
from topoviz.engine.topology_tasks import TopologyTasks
from topoviz.rendering.assignment.holders import Held, Holder
from topoviz.rendering.assignment.moves import ShownTask, ShownThread
from topoviz.rendering.lettering import visible, wrap
from topoviz.rendering.picture import Box, Change, Kind
from topoviz.rendering.topics import TopicRef
from topoviz.rendering.topology_picture import Scene
from topoviz.rendering.words import counted, facts, store_in_short

PARTITIONS_IN_A_KEY: Final = 100_000
"""A task has the key `k` with its sub-topology times this and its partition; no topology has more tasks."""

FACTS_WRAP_AT: Final = 34
"""Characters in a line about a client."""

_SHORT_ID: Final = 8
_ROLES: Final = {Role.ACTIVE: Kind.ACTIVE, Role.STANDBY: Kind.STANDBY, Role.WARM_UP: Kind.WARM_UP}


def key_of_task(task: TaskId) -> str:
    """Give the key that a task has in every picture."""
    return f"k{task.sub_topology_id * PARTITIONS_IN_A_KEY + task.partition}"


def topic_box(scene: Scene, tasks: TopologyTasks, topic: TopicRef, *, is_in_global_thread: bool = False) -> Box:
    """Draw a topic with how many partitions it has, and a question mark where that is not certain.

    A global thread reads all of them.
    """
    counts = tasks.counts
    is_global = topic.text in tasks.global_topics
    count = None if topic.is_pattern else counts.counts.get(topic.text)
    doubt = "?" if topic.text in counts.undetermined else ""
    said = "partitions not known" if count is None else f"{counted(count, 'partition')}{doubt}"
    everywhere = "each client reads all of it" if is_global else None
    is_repartition = topic.text in scene.topology.repartition_topics
    name = scene.marks.name(topic.text)
    return Box(
        key=scene.topic_keys[topic],
        kind=Kind.REPARTITION if is_repartition else Kind.TOPIC,
        title=f"all that match {name}" if topic.is_pattern else name,
        facts=(f"all {said}",) if is_in_global_thread and count else facts(said, everywhere),
        tooltip=f"{name}: {said}",
        data_topic=scene.topic_numbers[topic],
        is_unsure=count is None or bool(doubt) or scene.marks.any_unsure(topic.text),
    )


def task_box(scene: Scene, task: Task) -> Box:
    """Draw a task with the partitions that it reads."""
    kind = Kind.STATEFUL_TASK if task.is_stateful else Kind.TASK
    partitions = tuple(f"{scene.marks.name(one.topic)}-{one.partition}" for one in task.partitions)
    state = [f"keeps state, restored from {', '.join(map(str, task.changelogs))}"] if task.is_stateful else []
    return Box(
        key=key_of_task(task.id),
        kind=kind,
        title=str(task.id),
        facts=partitions,
        tooltip="\n".join((f"task {task.id} reads {', '.join(partitions)}", *state)),
        data_task=str(task.id),
        group=task.id.sub_topology_id,
        is_unsure=any(scene.marks.any_unsure(one.topic) for one in task.partitions),
    )


def tasks_box(scene: Scene, tasks: Sequence[Task], key: str) -> Box:
    """Draw tasks of one sub-topology that read the same topics, each its own partition of them, as one."""
    first, last = tasks[0], tasks[-1]
    reach: dict[str, list[int]] = {}
    for task in tasks:
        for one in task.partitions:
            reach.setdefault(one.topic, []).append(one.partition)
    topics = tuple(f"{scene.marks.name(topic)}-{in_short(numbers[0], numbers[-1])}" for topic, numbers in reach.items())
    return Box(
        key=key,
        kind=Kind.STATEFUL_TASK if first.is_stateful else Kind.TASK,
        title=f"{first.id} … {last.id}" if len(tasks) > 1 else str(first.id),
        facts=topics,
        tooltip=f"{counted(len(tasks), 'task')}, {first.id} to {last.id}; each reads its own partition of each topic",
        group=first.id.sub_topology_id,
        is_unsure=any(scene.marks.any_unsure(one.topic) for one in first.partitions),
    )


def in_short(first: int, last: int) -> str:
    """Write numbers that follow one another."""
    return str(first) if first == last else f"{first} … {last}"


def store_box(scene: Scene, changelog: ChangelogTopic, partition: str) -> Box:
    """Draw a store of a task, and from where it is restored."""
    name, topic = scene.marks.name(changelog.store), scene.marks.name(changelog.name)
    where = f"restored from {topic}-{partition}" if changelog.is_source else f"+ changelog-{partition}"
    return Box(
        key=scene.store_keys[changelog.store],
        kind=Kind.STORE,
        title=store_in_short(changelog.store, scene.marks).removeprefix("store "),
        facts=(where,),
        tooltip=f"{name}, restored from {topic}-{partition}",
        data_store=scene.store_numbers[changelog.store],
        is_unsure=scene.marks.any_unsure(changelog.store),
    )


def held_box(one: ShownTask, number: int, places: tuple[int, int]) -> Box:
    """Draw a task on a thread; `places` are the numbers of its client and of its thread."""
    held = one.held
    said = facts(_role(held), visible(one.said))
    return Box(
        key=f"a{number}",
        kind=Kind.WITHHELD if held.waits_for else _ROLES[held.role],
        title=f"{held.task}{'?' if held.is_unsure else ''}",
        facts=said,
        tooltip=f"task {held.task}: {', '.join((*said, *_changed(one)) or ('active',))}",
        data_task=str(held.task),
        data_client=places[0],
        data_thread=places[1],
        is_unsure=held.is_unsure,
        change=one.change,
    )


def _role(held: Held) -> str | None:
    if held.waits_for:
        copy = "" if held.role is Role.ACTIVE else f"{held.role}, "
        return f"{copy}waits for {visible(held.waits_for)}"
    if held.role is Role.ACTIVE:
        return None
    lag = "" if not held.lag else f", lags {held.lag:,}"
    return f"{held.role}{' for now' if held.is_for_now else ''}{lag}"


def _changed(one: ShownTask) -> tuple[str, ...]:
    return () if one.change in (Change.NONE, Change.SAME) else (one.change.value,)


def thread_box(thread: ShownThread, number: int, places: tuple[int, int]) -> Box:
    """Draw a thread with how many tasks it has; one without any is idle."""
    is_gone = thread.change is Change.GONE
    said = "gone" if is_gone else _load(thread)
    return Box(
        key=f"h{number}",
        kind=Kind.THREAD if thread.staying or is_gone else Kind.IDLE_THREAD,
        title=visible(thread.name),
        number=said,
        tooltip=f"{visible(thread.name)}: {said}",
        data_client=places[0],
        data_thread=places[1],
        change=thread.change,
    )


def _load(thread: ShownThread) -> str:
    """Count what a thread processes, or else what it waits for or only keeps."""
    staying = thread.staying
    active = sum(one.held.role is Role.ACTIVE and not one.held.waits_for for one in staying)
    if active or not staying:
        return counted(active, "task") if active else "idle"
    if any(one.held.waits_for for one in staying):
        return "waits"
    return "1 copy" if len(staying) == 1 else f"{len(staying):,} copies"


def client_box(client: Holder, number: int, change: Change, said: Iterable[str] = ()) -> Box:
    """Draw a whole client as one thing."""
    return Box(
        key=f"c{number}",
        kind=Kind.CLIENT,
        title=visible(client.name),
        number=counted(len(client.threads), "thread") if client.is_running else "",
        facts=(*client_facts(client), *said),
        tooltip="\n".join((visible(client.name), *client_facts(client), *said)),
        data_client=number,
        change=change,
    )


def client_facts(client: Holder) -> tuple[str, ...]:
    """Say where a client runs, in lines: rack, tags, and the beginning of its process id."""
    process = client.process_id
    parts = facts(
        None if client.is_running else "does not run",
        f"rack {visible(client.rack)}" if client.rack else None,
        *(f"{visible(name)}={visible(value)}" for name, value in sorted(client.tags.items())),
        f"process {visible(process[:_SHORT_ID])}{'…' if len(process) > _SHORT_ID else ''}" if process else None,
    )
    return tuple(_joined(parts))


def _joined(parts: Sequence[str]) -> Iterator[str]:
    """Put short facts on lines together."""
    line = ""
    for piece in (piece for part in parts for piece in wrap(part, FACTS_WRAP_AT)):
        if line and len(f"{line} · {piece}") > FACTS_WRAP_AT:
            yield line
            line = ""
        line = f"{line} · {piece}" if line else piece
    yield from (line,) if line else ()


def alike(tasks: SubTopologyTasks) -> list[list[Task]]:
    """Group the tasks of a sub-topology that read the same topics; they follow one another."""
    found: list[list[Task]] = []
    for task in tasks.tasks or ():
        if found and _topics(found[-1][0]) == _topics(task):
            found[-1].append(task)
        else:
            found.append([task])
    return found


def _topics(task: Task) -> list[str]:
    return [one.topic for one in task.partitions]
