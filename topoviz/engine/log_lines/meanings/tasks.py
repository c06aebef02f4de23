"""What becomes of tasks and their stores: made, restored, committed, suspended, closed."""

from typing import Final

from topoviz.engine.log_lines.meanings.model import Meaning

TASKS: Final = (
    Meaning(
        (
            ("StreamTask", "Initialized"),
            ("StandbyTask", "Initialized"),
            ("StreamTask", "Initializing state stores"),
            ("AbstractTask", "Initializing state stores"),
            ("ProcessorStateManager", "Registered state store"),
            ("ProcessorStateManager", "Registering state store"),
            ("StateManagerUtil", "Registered state stores"),
        ),
        "The stores of a task are open, and are known to what restores them.",
        ("stores initialized", "task created"),
    ),
    Meaning(
        (
            ("ProcessorStateManager", "State store {stateStore.name} initialized from checkpoint"),
            ("ProcessorStateManager", "State store {stateStore.name} did not find checkpoint offset, hence"),
            ("ProcessorStateManager", "Initializing to the starting offset"),
            ("StoreChangelogReader", "Restoring task"),
        ),
        "From where a changelog is read: the offset of the checkpoint file, or its beginning without one.",
        ("stores initialized",),
        (
            "From the beginning at each start: the state directory is not kept, or the task was not closed clean "
            "under EOS."
        ),
    ),
    Meaning(
        (
            ("ProcessorStateManager", "State store {stateStore.name} did not find checkpoint offsets while stores"),
            ("StoreChangelogReader", "No checkpoint found for task"),
            ("StreamThread", "Detected the states of tasks"),
            ("StateManagerUtil", "Wiping state stores"),
        ),
        (
            "Under exactly-once, stores without a checkpoint may have what was never committed: they are thrown away "
            "and restored from the beginning."
        ),
        ("state wiped",),
        "The instance crashed, or closed tasks dirty before: look for the first exception. Standbys make it short.",
    ),
    Meaning(
        (
            ("StoreChangelogReader", "Start restoring"),
            ("StoreChangelogReader", "Restoring partition"),
            ("StoreChangelogReader", "End offset for changelog"),
            ("StoreChangelogReader", "Restoration in progress"),
            ("StreamTask", "Resumed to restoring state"),
        ),
        "A changelog is read from where the store is up to its end; until then its active task does not process.",
        ("restore began",),
        (
            "Long: count the records between both offsets. Standbys, kept state directories or fewer updates make it "
            "shorter."
        ),
    ),
    Meaning(
        (
            ("StoreChangelogReader", "Finished restoring"),
            ("StoreChangelogReader", "Restored"),
            ("DefaultStateUpdater", "Stateful active task {task.id} completed restoration"),
        ),
        "Records of a changelog are in the store.",
        ("restored",),
    ),
    Meaning(
        (
            ("StreamTask", "Restored and ready to run"),
            ("StreamThread", "Restoration took"),
            ("AssignedTasks", "Transitioning {taskTypeName} {task.id} to running"),
            ("AssignedTasks", "transitioning {taskTypeName} {task.id} to running"),
        ),
        "All stores of the task are restored: it processes from the next turn on.",
        ("task state", "restoration ended"),
    ),
    Meaning(
        (("StreamTask", "Initializing processor nodes of the topology"),),
        "init() of all processors of the task is called, in the order of its nodes.",
        ("topology initialized",),
    ),
    Meaning(
        (("StreamTask", "Resuming"), ("StandbyTask", "Resuming")),
        "A suspended task goes on with the stores that it has; with exactly_once it gets a new producer first.",
        ("task resumes", "transactions initialized"),
    ),
    Meaning(
        (("StreamTask", "Closing processor topology"),),
        "close() of all processors of the task is called, and what it has fetched is forgotten.",
        ("topology closed",),
    ),
    Meaning(
        (
            ("StreamTask", "Suspended"),
            ("StreamTask", "Suspending"),
            ("StandbyTask", "Suspended"),
            ("StreamTask", "Skip suspending"),
        ),
        "The task is suspended: committed, its processors closed, its stores kept in case it comes back.",
        ("topology closed", "task state", "revoked"),
    ),
    Meaning(
        (("StreamTask", "Closed clean"), ("StandbyTask", "Closed clean"), ("StreamTask", "Closing")),
        "The task is closed after a commit; its checkpoint is written.",
        ("topology closed", "task state"),
    ),
    Meaning(
        (
            ("StreamTask", "Closed dirty"),
            ("StandbyTask", "Closed dirty"),
            ("RecordCollectorImpl", "Closing record collector dirty"),
        ),
        "The task is closed without a commit: what it did since the last one is done again by whoever has it next.",
        ("task state",),
        "Look for the exception above: TaskMigratedException and TaskCorruptedException are the usual ones.",
    ),
    Meaning(
        (("StreamTask", "Closed and recycled state"), ("StreamTask", "Closed clean and recycled state")),
        "The task goes on in its other role, active or standby, with the stores as they are.",
        ("task state",),
    ),
    Meaning(
        (
            ("StreamTask", "Committing"),
            ("StreamTask", "Flushing state and producer"),
            ("StreamThread", "Committing all active tasks"),
            ("StreamThread", "Committed all active tasks"),
            ("TaskManager", "Committing task offsets"),
            ("TaskExecutor", "Committing task offsets"),
            ("StreamTask", "Prepared {state} task for committing"),
            ("StreamTask", "Finalized commit for"),
            ("AssignedStreamsTasks", "Committed"),
            ("ConsumerCoordinator", "Committed offset"),
        ),
        (
            "Offsets are committed: commit.interval.ms has passed, a processor asked for it, or tasks are given back "
            "or closed."
        ),
        ("committed",),
        "Takes long: caches are flushed and the producer waits for the brokers; look at flush and at acks.",
    ),
    Meaning(
        (("StreamThread", "Unable to commit as we are in the middle of a rebalance"),),
        "The commit is put off to the end of the rebalance.",
        ("rebalance began",),
    ),
    Meaning(
        (("ProcessorStateManager", "Writing checkpoint"), ("StreamTask", "Checkpointable offsets")),
        "The checkpoint file is written: up to which offset of its changelog each store is.",
        ("checkpoint",),
    ),
    Meaning(
        (("TaskManager", "Sent delete-records request"), ("TaskManager", "Previous delete-records request has failed")),
        "Records of repartition topics that are committed are deleted.",
        ("purged",),
        "Failed: the principal needs Delete on these topics.",
    ),
    Meaning(
        (
            ("TaskManager", "Encountered lock exception"),
            ("TaskManager", "Could not initialize"),
            ("AssignedTasks", "Could not create"),
        ),
        "The state directory of a task is still locked by another thread that had it; the thread tries again.",
        ("task created",),
        "For long: two instances share a state.dir, or a thread that has died holds the lock.",
    ),
    Meaning(
        (("AbstractTask", "Task did not make progress"), ("AbstractTask", "Task {id} did not make progress")),
        "A call to the brokers timed out; the task tries again until task.timeout.ms has passed, then the thread ends.",
        ("initTransactions timed out", "thread died"),
        "Look why brokers do not answer; task.timeout.ms is how long that may take (5 minutes).",
    ),
)
