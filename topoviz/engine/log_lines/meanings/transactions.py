"""What happens to producers and their transactions."""

from typing import Final

from topoviz.engine.log_lines.meanings.model import Meaning

TRANSACTIONS: Final = (
    Meaning(
        (
            ("StreamThread", "Creating producer client for task"),
            ("ActiveTaskCreator", "Creating producer client for task"),
        ),
        "With exactly_once a task has a producer of its own: made with the task, and until 2.5 anew when it resumes.",
        ("transactions initialized",),
    ),
    Meaning(
        (("RecordCollectorImpl", "Closing producer"), ("KafkaProducer", "Closing the Kafka producer")),
        "A producer is closed: a task's as that is suspended (until 2.5) or closed, or that of a thread with it.",
        ("producer closed",),
    ),
    Meaning(
        (
            ("TransactionManager", "Begin adding offsets"),
            ("TransactionManager", "Transition from state {currentState} to {target}"),
        ),
        (
            "A transaction begins, takes the offsets of what was processed, and is committed. Until 2.5 a commit "
            "begins the next one at once, later the next record that is sent does."
        ),
        ("transaction began", "committed"),
    ),
    Meaning(
        (("TransactionManager", "Invoking InitProducerId"), ("TransactionManager", "ProducerId set to")),
        "A producer is registered for its transactional id: an older one with the same id is fenced.",
        ("transactions initialized",),
    ),
    Meaning(
        (
            ("StreamTask", "Timeout exception caught when initializing transactions"),
            ("StreamsProducer", "Timeout exception caught trying to initialize transactions"),
        ),
        (
            "initTransactions() took longer than max.block.ms. Until 2.5 the thread ends with a StreamsException; "
            "later it tries again, from 2.8 on until task.timeout.ms."
        ),
        ("initTransactions timed out",),
        "The brokers are slow, or __transaction_state has too few replicas in sync. max.block.ms makes it wait longer.",
    ),
    Meaning(
        (
            ("StreamThread", "Detected that the thread is being fenced"),
            ("StreamThread", "Detected task"),
            ("TaskManager", "Failed to process stream task {task.id} since it got migrated"),
            ("TaskExecutor", "Failed to process stream task {task.id} since it got migrated"),
            ("AssignedStreamsTasks", "Failed to process stream task {task.id} since it got migrated"),
            ("AssignedStreamsTasks", "Failed to commit"),
        ),
        (
            "A TaskMigratedException: another member has the tasks of this thread. It closes them without a commit, "
            "joins the group anew, and nothing is lost."
        ),
        ("migrated", "fenced"),
        "Now and then it is harmless. Often: the thread polls too rarely (max.poll.interval.ms), or the JVM pauses.",
    ),
    Meaning(
        (
            ("RecordCollectorImpl", "Error encountered sending record to topic"),
            ("RecordCollectorImpl", "Error sending"),
        ),
        "A record was refused by the brokers; what follows from it stands behind the first line.",
        ("fenced", "migrated", "thread died"),
        (
            "A ProducerFencedException or InvalidProducerEpochException becomes a TaskMigratedException; what can be "
            "tried again a timeout; else default.production.exception.handler decides."
        ),
    ),
    Meaning(
        (
            ("StreamsProducer", "Encountered {error.getMessage} while aborting"),
            ("StreamsProducer", "Aborting transaction failed"),
        ),
        (
            "The open transaction of a producer could not be aborted by itself: the brokers do it after "
            "transaction.timeout.ms."
        ),
        ("aborted",),
        "Until then, readers of committed records wait at the open transaction.",
    ),
)
