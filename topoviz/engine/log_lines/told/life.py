"""What is printed about threads, the group, tasks and transactions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from topoviz.engine.log_lines.told.model import (
    BEGINS,
    TRANSITION,
    Json,
    Told,
    Values,
    ValuesOf,
    Who,
    always,
    fields,
    java_list,
    java_map,
    listed,
    when,
)
from topoviz.engine.versions import KafkaVersion

_INVOKERS: Final = ("ConsumerCoordinator", "ConsumerRebalanceListenerInvoker")
_STATE_UPDATER: Final = KafkaVersion(3, 8, 0)
"""From here on a thread of its own restores, unless an internal setting says otherwise."""
_FROM_CHECKPOINT: Final = "State store {stateStore.name} initialized from checkpoint with offset"
_FROM_BEGINNING: Final = "State store {stateStore.name} did not find checkpoint offset, hence"
_NOT_CHECKPOINTED: Final = "State store {stateStore.name} did not find checkpoint offsets while stores are not empty"
_TRANSITIONING: Final = ("transitioning", "Transitioning")
_PRODUCER_MAKERS: Final = ("StreamThread", "ActiveTaskCreator")
_CHECKPOINTS: Final = ("ProcessorStateManager", "LegacyCheckpointingStateStore")


def _of(role: str, values: ValuesOf) -> ValuesOf:
    return lambda event: values(event) if event.get("role", role) == role else ()


def _both(begins: str, values: ValuesOf, *, is_whole: bool = False) -> tuple[Told, ...]:
    """Make a line of active tasks, and the same of standby tasks."""
    return (
        Told("StreamTask", begins, Who.TASK, _of("active", values), is_whole),
        Told("StandbyTask", begins, Who.TASK, _of("standby", values), is_whole),
    )


def _closed(how: str) -> ValuesOf:
    return lambda event: ({},) if (event["state"], event.get("how")) == ("CLOSED", how) else ()


def _turns(before: str, state: str) -> ValuesOf:
    return lambda event: ({},) if (event["before"], event["state"]) == (before, state) else ()


def _suspended(event: Json) -> Iterable[Values]:
    return ({"state": event["before"]},) if event["state"] == "SUSPENDED" else ()


def _instance(before: str, state: str) -> ValuesOf:
    return lambda _: ({"oldState": before, "newState": state},)


def _restored_all(event: Json) -> Iterable[Values]:
    tasks = java_list(listed(event, "tasks"))
    took = event["took_us"] // 1_000
    yield {"milliseconds - lastPartitionAssignedMs": took, "activeTaskIds": tasks, "allTasks.keySet": tasks}


def _assigned(event: Json) -> Iterable[Values]:
    yield {
        "activeTasks.keySet": java_list(listed(event, "active", "kept_active")),
        "standbyTasks.keySet": java_list(listed(event, "standby", "kept_standby")),
    }


def _revoked(event: Json) -> Iterable[Values]:
    partitions = listed(event, "partitions")
    return ({"revokedPartitions": ", ".join(partitions)},) if partitions else ()


def _running(event: Json) -> Iterable[Values]:
    yield {"taskTypeName": "stream task", "task.id": event["task"]}


def _tasks(event: Json) -> Iterable[Values]:
    tasks = java_list(listed(event, "tasks"))
    yield {"suspendedTasks": tasks, "suspendedActiveTaskIds": tasks, "activeTaskIds": tasks}


def _changelogs(event: Json) -> Iterable[Values]:
    return (
        {"changelogPartition": partition, "store.offset": offset, **_store(event)}
        for partition, offset in event["changelogs"].items()
        if offset is not None
    )


def _changelogs_from_beginning(event: Json) -> Iterable[Values]:
    return (
        {"changelogPartition": one, **_store(event)} for one, offset in event["changelogs"].items() if offset is None
    )


def _missing(event: Json) -> Iterable[Values]:
    ends = event.get("ends", {})
    for one, missing in event["missing"].items():
        end = ends.get(one)
        known = {} if end is None else {"restoreEndOffset": end, "endOffset": end, "startingOffset": end - missing}
        yield {"partition": one, **known}


def _checkpoint(event: Json) -> Iterable[Values]:
    offsets = java_map(event["offsets"])
    yield {
        "checkpointingOffsets": offsets,
        "checkpointFileCache": offsets,
        "offsets": offsets,
        "taskId": event["task"],
    }


def _corrupted(event: Json) -> Iterable[Values]:
    yield {"corruptedTasks": java_list((event["task"],)), "taskId": event["task"], "task.id": event["task"]}


def _leaves(event: Json) -> Iterable[Values]:
    return ({},) if event["why"] in ("poll", "left") else ()


def _suspending() -> tuple[Told, ...]:
    early = tuple(
        Told("StreamTask", f"Suspended {state.lower()}", Who.TASK, _of("active", _turns(state, "SUSPENDED")))
        for state in ("CREATED", "RESTORING", "RUNNING")
    )
    return (
        *early,
        Told("StandbyTask", "Suspended running", Who.TASK, _of("standby", _turns("RUNNING", "SUSPENDED"))),
        Told("StreamTask", "Suspended {state}", Who.TASK, _of("active", _suspended)),
        Told("StreamTask", "Suspended from {state}", Who.TASK, _of("active", _suspended)),
    )


def _store(event: Json) -> Values:
    """Give the name of the store of a task, if it has one alone."""
    stores = event.get("stores", ())
    return {"stateStore.name": stores[0]} if len(stores) == 1 else {}


def _each_store(event: Json) -> Iterable[Values]:
    return ({"store.name": one} for one in event.get("stores", ()))


def _if_stores(event: Json) -> Iterable[Values]:
    return ({},) if event.get("stores") else ()


def _created(hole: str) -> ValuesOf:
    return lambda event: ({"taskId": event["task"], hole: java_list(event.get("partitions", ()))},)


def _of_its_own(event: Json) -> Iterable[Values]:
    return ({"id": event["task"], "taskId": event["task"]},) if event["producer"] == event["task"] else ()


def _creating() -> tuple[Told, ...]:
    created = _created("inputPartitions")
    active, standby = _of("active", created), _of("standby", created)
    return (
        Told("StreamThread", "Created task", Who.THREAD, _created("partitions")),
        Told("ActiveTaskCreator", "Created task", Who.THREAD, active),
        Told("ActiveTaskCreator", "Created active task {taskId}", Who.THREAD, active),
        Told("StandbyTaskCreator", "Created task", Who.THREAD, standby),
        Told("StandbyTaskCreator", "Created standby task {taskId}", Who.THREAD, standby),
    )


def _begins(_: Json) -> Iterable[Values]:
    return (BEGINS,)


def _is_asked_to_end(event: Json) -> Iterable[Values]:
    return ({},) if event["state"] == "PENDING_SHUTDOWN" and not event.get("by_exception") else ()


def _shuts_down_thread(event: Json) -> Iterable[Values]:
    if event["state"] == "PENDING_SHUTDOWN":
        yield {"unclean": "unclean" if event.get("by_exception") else "clean"}


LIFE: Final[Mapping[str, tuple[Told, ...]]] = {
    "started": (
        Told("KafkaStreams", "State transition from", Who.CLIENT, _instance("CREATED", "REBALANCING")),
        Told("KafkaStreams", "Starting Streams client", Who.CLIENT, always),
    ),
    "stops": (Told("KafkaStreams", "State transition from", Who.CLIENT, _instance("RUNNING", "PENDING_SHUTDOWN")),),
    "thread state": (
        Told("StreamThread", "Starting", Who.THREAD, when("state", "STARTING"), is_whole=True),
        Told("StreamThread", "Informed to shut down", Who.THREAD, _is_asked_to_end),
        Told("StreamThread", "State transition from", Who.THREAD, fields(oldState="before", newState="state")),
        Told("StreamThread", "Shutting down", Who.THREAD, when("state", "PENDING_SHUTDOWN"), is_whole=True),
        Told("StreamThread", "Shutting down {unclean}", Who.THREAD, _shuts_down_thread),
        Told("StreamThread", "Shutdown complete", Who.THREAD, when("state", "DEAD")),
    ),
    "restoration ended": (Told("StreamThread", "Restoration took", Who.THREAD, _restored_all, until=_STATE_UPDATER),),
    "joined": (Told("AbstractCoordinator", "(Re-)joining group", Who.CONSUMER, always),),
    "rebalance ended": (
        Told("StreamsPartitionAssignor", "Assigning tasks", Who.THREAD, always),
        Told("ConsumerCoordinator", "Finished assignment for group", Who.CONSUMER, fields(generationId="generation")),
    ),
    "assigned": (
        Told("AbstractCoordinator", "Successfully joined group with generation", Who.CONSUMER, always),
        Told("TaskManager", "Handle new assignment with", Who.THREAD, _assigned),
        Told("StreamThread", "partition assignment took", Who.THREAD, always),
        Told("StreamsRebalanceListener", "partition assignment took", Who.THREAD, always),
    ),
    "revoked": (
        *(Told(one, "Revoke previously assigned partitions", Who.CONSUMER, _revoked) for one in _INVOKERS),
        Told("StreamThread", "partition revocation took", Who.THREAD, _tasks),
        Told("StreamsRebalanceListener", "partition revocation took", Who.THREAD, _tasks),
    ),
    "lost": (
        *(Told(one, "Lost previously assigned partitions", Who.CONSUMER, always) for one in _INVOKERS),
        Told("StreamsRebalanceListener", "at state {streamThread.state}: partitions", Who.THREAD, _tasks),
        Told("TaskManager", "Closing lost active tasks as zombies", Who.THREAD, always),
        Told("StreamsRebalanceListener", "partitions lost took", Who.THREAD, always),
    ),
    "member gone": (
        Told("AbstractCoordinator", "Sending LeaveGroup request", Who.CONSUMER, _leaves),
        Told("AbstractCoordinator", "Member {memberId} sending LeaveGroup request", Who.CONSUMER, _leaves),
    ),
    "task created": (
        Told("ProcessorStateManager", "Created state store manager for task", Who.STATE, fields(taskId="task")),
        *_creating(),
    ),
    "task state": (
        Told("StreamTask", "Initialized", Who.TASK, _turns("CREATED", "RESTORING")),
        Told("StandbyTask", "Initialized", Who.TASK, _of("standby", _turns("CREATED", "RUNNING"))),
        Told("StreamTask", "Restored and ready to run", Who.TASK, _turns("RESTORING", "RUNNING")),
        Told("StreamTask", "Closing", Who.TASK, _of("active", _turns("CREATED", "SUSPENDED")), is_whole=True),
        *_suspending(),
        Told("StreamTask", "Resumed to restoring state", Who.TASK, _turns("SUSPENDED", "RESTORING")),
        Told("StandbyTask", "Closing", Who.TASK, _of("standby", when("state", "CLOSED")), is_whole=True),
        Told("AbstractTask", "Closing state manager", Who.TASK, _of("active", when("state", "CLOSED"))),
        *_both("Closed clean", _closed("clean"), is_whole=True),
        *_both("Closed dirty", _closed("dirty")),
        *_both("Closed clean and recycled state", _closed("recycled")),
        *_both("Closed and recycled state", _closed("recycled")),
    ),
    "stores initialized": (
        *_both("Initializing state stores", always),
        Told("AbstractTask", "Initializing state stores", Who.TASK, _of("active", _if_stores)),
        Told("AbstractTask", "Initializing store {store.name}", Who.TASK, _of("active", _each_store)),
        Told("ProcessorStateManager", _FROM_CHECKPOINT, Who.STATE, _changelogs),
        Told("ProcessorStateManager", _FROM_BEGINNING, Who.STATE, _changelogs_from_beginning),
        Told("StateManagerUtil", "Initialized state stores", Who.TASK, always),
    ),
    "restore began": (
        Told("StoreChangelogReader", "End offset for changelog {partition} initialized", Who.RESTORER, _missing),
        Told("StoreChangelogReader", "Restoring partition", Who.RESTORER, _missing),
    ),
    "restored": (Told("StoreChangelogReader", "Finished restoring changelog", Who.RESTORER, always),),
    "topology initialized": (
        *(Told("AssignedTasks", f"{one} {{taskTypeName}}", Who.THREAD, _running) for one in _TRANSITIONING),
        Told("StreamTask", "Initializing processor nodes of the topology", Who.TASK, always),
    ),
    "topology closed": (
        Told("StreamTask", "Suspending", Who.TASK, when("why", "suspended"), is_whole=True),
        Told("StreamTask", "Closing", Who.TASK, when("why", "closed"), is_whole=True),
        Told("StreamTask", "Closing processor topology", Who.TASK, always),
    ),
    "task resumes": (Told("StreamTask", "Resuming", Who.TASK, always, is_whole=True),),
    "checkpoint": tuple(Told(one, "Writing checkpoint", Who.STATE, _checkpoint) for one in _CHECKPOINTS),
    "state wiped": (
        Told("StoreChangelogReader", "No checkpoint found for task", Who.THREAD, _corrupted),
        Told("ProcessorStateManager", _NOT_CHECKPOINTED, Who.STATE, _corrupted),
        Told("StreamThread", "Detected the states of tasks", Who.THREAD, _corrupted),
    ),
    "transactions initialized": (
        *(Told(one, "Creating producer client for task", Who.THREAD, _of_its_own) for one in _PRODUCER_MAKERS),
        Told("TransactionManager", "Invoking InitProducerId for the first time", Who.PRODUCER, always),
        Told("TransactionManager", "ProducerId set to", Who.PRODUCER, always),
    ),
    "transaction began": (Told("TransactionManager", TRANSITION, Who.PRODUCER, _begins),),
    "initTransactions timed out": (
        Told("StreamTask", "Timeout exception caught when initializing", Who.TASK, fields(id="task")),
        Told("StreamsProducer", "Timeout exception caught trying to initialize transactions", Who.STATE, always),
    ),
}
"""By kind of event, in the order in which they are printed."""
