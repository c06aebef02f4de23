"""The first rebalance of an application told as a start in six steps.

Source: KafkaStreams, StreamThread#create, KafkaClientSupplier, StreamsPartitionAssignor#assign and #onAssignment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from topoviz.engine.assignment.rebalanced import Rebalance, ThreadTasks
from topoviz.engine.assignment.threads.assigned_order import assigned_in_hash_order
from topoviz.engine.scenarios.model import Step, StepKind
from topoviz.engine.scenarios.start_up.log_lines import log_of
from topoviz.engine.scenarios.topics import Topics
from topoviz.engine.tasks.task_id import TaskId

_UNCERTAIN = "What a scenario cannot know stands between < and > in the log."
_RUNS_FROM = 4
"""The step in which KafkaStreams#start lets the threads run."""


def tell_start_up(steps: tuple[Step, ...], topics: Topics) -> tuple[Step, ...]:
    """Put six steps in place of the start and of the first rebalance; others stay as they are, where they are."""
    place = next((place for place, step in enumerate(steps) if step.rebalance is not None), None)
    if place is None:
        return steps
    rebalance = steps[place].rebalance
    assert rebalance is not None
    told = _before(steps[0], rebalance, topics)
    return (*told, *steps[1:place], _assigned(steps[place], rebalance, topics), *steps[place + 1 :])


def _before(start: Step, done: Rebalance, topics: Topics) -> Iterator[Step]:
    """Tell what comes before the first rebalance; lines are those of the first thread of the first client."""
    values = _values(done, topics)
    behaviours = topics.behaviours
    group, prefix = topics.application_id, values["thread_id"]
    three = (
        f"3. Each creates its stream threads: {_threads(done)}. Each has one consumer, of the group {group}: the group "
        f"id is the application id. The first consumer is {prefix}-consumer."
    )
    sentences = (
        ("", "1. The topology is built; Kafka is not asked for anything.", "StreamsBuilder#build"),
        (
            "created",
            f"2. Each client creates a KafkaStreams. {values['client_name']} has the client id {values['client_id']}.",
            "Without client.id, it is the application id and the process id.",
        ),
        (
            "threads",
            three,
            "KafkaClientSupplier makes the consumers, so that others can be put in their place.",
        ),
        ("started", "4. start() starts all stream threads.", "KafkaStreams#start"),
        (
            "subscribed",
            f"5. Every thread subscribes to all source topics: {values['topics']}.",
            "All members of the group must ask for the same; tasks divide the partitions.",
        ),
    )
    not_yet = tuple(replace(one, is_running=False, threads=()) for one in start.clients)
    for place, (name, event, cause) in enumerate(sentences, 1):
        log = tuple(log_of(name, values, behaviours))
        clients = start.clients if place >= _RUNS_FROM else not_yet
        yield replace(start, kind=StepKind.START_UP, event=event, cause=cause, log=log, clients=clients)


def _assigned(step: Step, done: Rebalance, topics: Topics) -> Step:
    values = _values(done, topics)
    log = [line for name in ("joined", "leader") for line in log_of(name, values, topics.behaviours)]
    for client in done.clients:
        for thread in client.threads:
            its = values | {
                "thread_id": _thread_id(thread.consumer_id),
                "active": _set(assigned_in_hash_order(thread.active, topics.behaviours)),
                "standby": _set(assigned_in_hash_order(_copies(thread, done), topics.behaviours)),
            }
            log += log_of("assigned", its, topics.behaviours)
    return replace(
        step,
        kind=StepKind.START_UP,
        event=(
            "6. The coordinator of the group gathers what the members tell, and its leader, a thread of "
            f"{values['client_name']}, divides the tasks. Every thread gets its share in onAssignment and creates the "
            "tasks."
        ),
        notes=(*step.notes, _UNCERTAIN),
        log=tuple(log),
    )


def _values(done: Rebalance, topics: Topics) -> dict[str, str]:
    """Give the values of lines, of the first thread of the first client, which leads."""
    first = done.clients[0]
    problem = done.problem
    names = sorted({topic for one in topics.tasks.sub_topologies for topic in one.topics})
    made = {topic for group in topics.tasks.groups for topic in group.repartition_sources}
    stable = "stable assignment of tasks, no followup rebalances required."
    unstable = "unstable assignment of tasks, a followup rebalance will be scheduled."
    return {
        "application_id": topics.application_id,
        "client_name": first.client.name,
        "process_id": str(first.client.process_id),
        "client_id": f"{topics.application_id}-{first.client.process_id}",
        "thread_id": _thread_id(first.threads[0].consumer_id),
        "threads": str(len(first.threads)),
        "version": str(topics.behaviours.version),
        "topics": ", ".join(f"{topics.application_id}-{name}" if name in made else name for name in names),
        "all_tasks": _set(problem.tasks_in_hash_order),
        "stateful": _set(problem.stateful_in_hash_order),
        "stateless": _set([task for task in problem.tasks_in_hash_order if task not in problem.stateful]),
        "task_count": str(len(problem.tasks)),
        "stateful_count": str(len(problem.stateful)),
        "client_count": str(len(done.clients)),
        "replicas": str(done.application.settings.num_standby_replicas),
        "stability": stable if done.follow_up.is_stable else unstable,
    }


def _copies(thread: ThreadTasks, done: Rebalance) -> list[TaskId]:
    """List the standbys that a thread really creates: none of tasks without state."""
    return [task for task in (*thread.standby, *thread.warm_ups) if task in done.problem.stateful]


def _thread_id(consumer_id: str) -> str:
    return consumer_id.partition("-consumer-")[0]


def _threads(done: Rebalance) -> str:
    return ", ".join(f"{client.client.name} {len(client.threads)}" for client in done.clients)


def _set(tasks: tuple[TaskId, ...] | list[TaskId]) -> str:
    """Print tasks as a Java collection does."""
    return f"[{', '.join(map(str, tasks))}]"
