"""What is printed about threads, the group, tasks and transactions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from topoviz.engine.log_lines.told.model import (
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
_CHECKPOINTS: Final = ("ProcessorStateManager", "LegacyCheckpointingStateStore")


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


def _tasks(event: Json) -> Iterable[Values]:
    tasks = java_list(listed(event, "tasks"))
    yield {"suspendedTasks": tasks, "suspendedActiveTaskIds": tasks, "activeTaskIds": tasks}


def _changelogs(event: Json) -> Iterable[Values]:
    return (
        {"changelogPartition": partition, "store.offset": offset}
        for partition, offset in event["changelogs"].items()
        if offset is not None
    )


def _changelogs_from_beginning(event: Json) -> Iterable[Values]:
    return ({"changelogPartition": one} for one, offset in event["changelogs"].items() if offset is None)


def _missing(event: Json) -> Iterable[Values]:
    return ({"partition": one} for one in event["missing"])


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


def _migrated(event: Json) -> Iterable[Values]:
    return ({"migratedTask.id": event["task"]},) if "task" in event else ({},)


def _leaves(event: Json) -> Iterable[Values]:
    return ({},) if event["why"] in ("poll", "left") else ()


def _suspending() -> tuple[Told, ...]:
    early = tuple(
        Told("StreamTask", f"Suspended {state.lower()}", Who.TASK, _turns(state, "SUSPENDED"))
        for state in ("CREATED", "RESTORING", "RUNNING")
    )
    return (
        Told("StreamTask", "Suspending", Who.TASK, _suspended),
        *early,
        Told("StreamTask", "Suspended {state}", Who.TASK, _suspended),
        Told("StreamTask", "Suspended from {state}", Who.TASK, _suspended),
    )


LIFE: Final[Mapping[str, tuple[Told, ...]]] = {
    "started": (
        Told("KafkaStreams", "State transition from", Who.CLIENT, _instance("CREATED", "REBALANCING")),
        Told("KafkaStreams", "Starting Streams client", Who.CLIENT, always),
    ),
    "stops": (Told("KafkaStreams", "State transition from", Who.CLIENT, _instance("RUNNING", "PENDING_SHUTDOWN")),),
    "thread state": (
        Told("StreamThread", "Starting", Who.THREAD, when("state", "STARTING"), is_whole=True),
        Told("StreamThread", "Informed to shut down", Who.THREAD, when("state", "PENDING_SHUTDOWN")),
        Told("StreamThread", "State transition from", Who.THREAD, fields(oldState="before", newState="state")),
        Told("StreamThread", "Shutdown complete", Who.THREAD, when("state", "DEAD")),
    ),
    "restoration ended": (Told("StreamThread", "Restoration took", Who.THREAD, _restored_all, until=_STATE_UPDATER),),
    "migrated": (
        Told("StreamThread", "Detected task", Who.THREAD, _migrated),
        Told("StreamThread", "Detected that the thread is being fenced", Who.THREAD, always),
    ),
    "joined": (Told("AbstractCoordinator", "(Re-)joining group", Who.CONSUMER, always),),
    "rebalance ended": (
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
    ),
    "task state": (
        Told("StreamTask", "Initialized", Who.TASK, _turns("CREATED", "RESTORING")),
        Told("StreamTask", "Restored and ready to run", Who.TASK, _turns("RESTORING", "RUNNING")),
        *_suspending(),
        Told("StreamTask", "Resumed to restoring state", Who.TASK, _turns("SUSPENDED", "RESTORING")),
        Told("StreamTask", "Closing", Who.TASK, when("state", "CLOSED"), is_whole=True),
        Told("StreamTask", "Closed clean", Who.TASK, _closed("clean"), is_whole=True),
        Told("StreamTask", "Closed dirty", Who.TASK, _closed("dirty")),
        Told("StreamTask", "Closed clean and recycled state", Who.TASK, _closed("recycled")),
        Told("StreamTask", "Closed and recycled state", Who.TASK, _closed("recycled")),
    ),
    "stores initialized": (
        Told("ProcessorStateManager", _FROM_CHECKPOINT, Who.STATE, _changelogs),
        Told("ProcessorStateManager", _FROM_BEGINNING, Who.STATE, _changelogs_from_beginning),
        Told("StateManagerUtil", "Initialized state stores", Who.TASK, always),
    ),
    "restore began": (
        Told("StoreChangelogReader", "End offset for changelog {partition} initialized", Who.RESTORER, _missing),
        Told("StoreChangelogReader", "Restoring partition", Who.RESTORER, _missing),
    ),
    "restored": (Told("StoreChangelogReader", "Finished restoring changelog", Who.RESTORER, always),),
    "topology initialized": (Told("StreamTask", "Initializing processor nodes of the topology", Who.TASK, always),),
    "topology closed": (Told("StreamTask", "Closing processor topology", Who.TASK, always),),
    "checkpoint": tuple(Told(one, "Writing checkpoint", Who.STATE, _checkpoint) for one in _CHECKPOINTS),
    "state wiped": (
        Told("StoreChangelogReader", "No checkpoint found for task", Who.THREAD, _corrupted),
        Told("ProcessorStateManager", _NOT_CHECKPOINTED, Who.STATE, _corrupted),
        Told("StreamThread", "Detected the states of tasks", Who.THREAD, _corrupted),
    ),
    "transactions initialized": (
        Told("TransactionManager", "Invoking InitProducerId for the first time", Who.PRODUCER, always),
        Told("TransactionManager", "ProducerId set to", Who.PRODUCER, always),
    ),
    "initTransactions timed out": (
        Told("StreamTask", "Timeout exception caught when initializing", Who.TASK, fields(id="task")),
        Told("StreamsProducer", "Timeout exception caught trying to initialize transactions", Who.STATE, always),
    ),
}
"""By kind of event, in the order in which they are printed."""
