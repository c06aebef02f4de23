"""What becomes of an exception on its way up to the stream thread, by version; what happens then, and what helps.

Source: StreamTask and AssignedTasks until 2.5; StreamsProducer, RecordCollectorImpl, TaskExecutor, TaskManager and
StreamThread since. The handlers of exceptions: KIP-671 (2.8), task.timeout.ms: KIP-572 (2.8).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.log_lines.table import Releases
from topoviz.engine.versions import KafkaVersion

_MIGRATED: Final = (
    "The thread closes all its tasks without a commit, joins its group again and goes on. What was not committed is "
    "processed again by whoever has the tasks now; under exactly-once nobody reads what was written of it."
)
_MIGRATED_EARLY: Final = (
    "The thread closes this task as a zombie, without a commit, joins its group again and goes on. What was not "
    "committed is processed again by whoever has the task now."
)
_DIES: Final = (
    "The thread ends. From 2.8 on the uncaught exception handler decides: REPLACE_THREAD starts another one, "
    "SHUTDOWN_CLIENT (the default) closes the instance, SHUTDOWN_APPLICATION all of them. Before, the other threads "
    "take its tasks, and the instance goes to ERROR when all threads are dead."
)
_CORRUPTED: Final = (
    "The task is closed without a commit, its stores are thrown away under exactly-once, and it is made anew: it "
    "restores from its changelogs, and the thread goes on."
)
_POLLS: Final = (
    "It missed a rebalance: it polled too rarely (max.poll.interval.ms), sent no heartbeat (session.timeout.ms), the "
    "JVM paused, or the network was cut. Find what took long; one such line after a deployment is harmless."
)


@dataclass(frozen=True, slots=True)
class Mapped:
    """An exception, by simple names: what it `becomes`, in which releases, where; what follows, and what to do."""

    thrown: str
    becomes: str
    releases: Releases
    where: str
    follows: str
    help: str


def _mapped(thrown: str, becomes: str, releases: str, where: str, follows: str, help_: str) -> Mapped:
    return Mapped(thrown, becomes, Releases.read(releases), where, follows, help_)


MAPPED: Final = (
    _mapped(
        "ProducerFencedException",
        "TaskMigratedException",
        "2.1.0-2.3.1",
        "sending, committing or beginning a transaction in StreamTask",
        _MIGRATED_EARLY,
        _POLLS,
    ),
    _mapped(
        "ProducerFencedException",
        "TaskMigratedException",
        "2.4.0-2.5.1",
        "sending, committing or beginning a transaction in StreamTask",
        _MIGRATED,
        _POLLS,
    ),
    _mapped(
        "ProducerFencedException",
        "TaskMigratedException",
        "2.6.0-",
        "StreamsProducer, and RecordCollectorImpl for records that were on their way",
        _MIGRATED,
        _POLLS,
    ),
    _mapped(
        "UnknownProducerIdException",
        "TaskMigratedException",
        "2.4.0-",
        "StreamTask until 2.5, StreamsProducer since, where it is the cause of what send() throws",
        _MIGRATED,
        (
            "The brokers have forgotten the producer: its last records were deleted, often by a purge of a repartition "
            "topic. Brokers from 2.5 on and transactional.id.expiration.ms make it rare."
        ),
    ),
    _mapped(
        "InvalidProducerEpochException",
        "TaskMigratedException",
        "2.7.0-",
        "StreamsProducer and RecordCollectorImpl",
        _MIGRATED,
        _POLLS + " It also comes after a transaction took longer than transaction.timeout.ms (10 s) and was aborted.",
    ),
    _mapped(
        "InvalidPidMappingException",
        "TaskMigratedException",
        "3.8.0-",
        "StreamsProducer and RecordCollectorImpl",
        _MIGRATED,
        (
            "The transactional id has expired on the brokers: nothing was written for transactional.id.expiration.ms "
            "(7 days)."
        ),
    ),
    _mapped(
        "InvalidPidMappingException",
        "StreamsException",
        "2.1.0-3.7.2",
        "StreamsProducer",
        _DIES,
        (
            "The transactional id has expired on the brokers: nothing was written for transactional.id.expiration.ms "
            "(7 days). Start the thread again; from 3.8 on it recovers by itself."
        ),
    ),
    _mapped(
        "OutOfOrderSequenceException",
        "TaskMigratedException",
        "2.6.0-",
        "RecordCollectorImpl",
        _MIGRATED,
        "A batch before was lost or has expired: look for delivery.timeout.ms and for brokers that lost records.",
    ),
    _mapped(
        "CommitFailedException",
        "TaskMigratedException",
        "2.1.0-2.3.1",
        "committing in StreamTask",
        _MIGRATED_EARLY,
        _POLLS,
    ),
    _mapped(
        "CommitFailedException",
        "TaskMigratedException",
        "2.4.0-2.5.1",
        "committing in StreamTask",
        _MIGRATED,
        _POLLS,
    ),
    _mapped(
        "CommitFailedException",
        "TaskMigratedException",
        "2.6.0-",
        "the commit of the consumer in TaskManager (from 3.2 on TaskExecutor), from 2.8 on also StreamsProducer",
        _MIGRATED,
        _POLLS,
    ),
    _mapped(
        "TaskMigratedException",
        "nothing: the thread goes on",
        "2.1.0-2.3.1",
        "StreamThread#runLoop",
        _MIGRATED_EARLY,
        _POLLS,
    ),
    _mapped(
        "TaskMigratedException",
        "nothing: the thread goes on",
        "2.4.0-",
        "StreamThread#runLoop",
        _MIGRATED,
        _POLLS,
    ),
    _mapped(
        "TaskCorruptedException",
        "nothing: the thread goes on",
        "2.6.0-",
        "StreamThread#runLoop, TaskManager#handleCorruption",
        _CORRUPTED,
        (
            "It comes of stores without a checkpoint after a crash under exactly-once, of a changelog whose records "
            "were deleted, and from 2.8 on of a timeout while committing or sending. Standbys make restoring short."
        ),
    ),
    _mapped(
        "TimeoutException",
        "StreamsException",
        "2.1.0-2.5.1",
        "initTransactions() in StreamTask (“Failed to initialize task … due to timeout”), and send()",
        _DIES,
        "max.block.ms of the producer is how long both wait for the brokers; look why they do not answer.",
    ),
    _mapped(
        "TimeoutException",
        "nothing: it is tried again",
        "2.6.0-2.7.2",
        "StreamsProducer#initTransaction, TaskManager#tryToCompleteRestoration",
        "The task is initialized again in the next turn, without an end to it.",
        "max.block.ms of the producer is how long each try waits for the brokers.",
    ),
    _mapped(
        "TimeoutException",
        "nothing until task.timeout.ms has passed, then itself",
        "2.8.0-",
        "AbstractTask#maybeInitTaskTimeoutOrThrow",
        "The task tries again in each turn, others go on; after task.timeout.ms (5 minutes) the thread ends.",
        "Look why the brokers do not answer. task.timeout.ms of 0 ends the thread at once.",
    ),
    _mapped(
        "TimeoutException",
        "TaskCorruptedException",
        "2.8.0-",
        "RecordCollectorImpl for a record that was not delivered in time, and commits of transactions",
        _CORRUPTED,
        "delivery.timeout.ms of the producer is how long a record may take; look for slow or missing replicas.",
    ),
    _mapped(
        "LockException",
        "nothing: it is tried again",
        "2.1.0-",
        "TaskManager, until 2.5 AssignedTasks#initializeNewTasks",
        "Another thread still has the state directory of this task; it is initialized again in the next turn.",
        "For long: two processes share one state.dir, or a thread that has died holds the lock. Restart the instance.",
    ),
    _mapped(
        "RebalanceInProgressException",
        "nothing: it is committed later",
        "2.5.0-",
        "StreamTask#commit in 2.5, TaskManager since",
        "The group rebalances: the commit is done at its end.",
        "",
    ),
    _mapped(
        "ProcessorStateException",
        "StreamsException",
        "2.1.0-",
        "stores",
        _DIES,
        "The disk is full, files are gone (a state.dir in /tmp), or RocksDB failed: the last Caused by says it.",
    ),
    _mapped(
        "SerializationException",
        "StreamsException",
        "2.1.0-",
        "RecordDeserializer, by the deserialization exception handler",
        _DIES + " It stops at the same record again.",
        "Mend the serde, or let the handler pass over such records (LogAndContinueExceptionHandler).",
    ),
    _mapped(
        "RecordTooLargeException",
        "StreamsException",
        "2.1.0-",
        "RecordCollectorImpl, by the production exception handler",
        _DIES,
        "max.request.size of the producer and max.message.bytes of the topic; or a handler that goes on without it.",
    ),
    _mapped(
        "MissingSourceTopicException",
        "itself",
        "2.7.0-",
        "StreamsRebalanceListener#onPartitionsAssigned",
        _DIES,
        "A topic that the topology reads does not exist, or may not be seen: create it before the application starts.",
    ),
    _mapped(
        "StreamsException",
        "itself",
        "2.1.0-",
        "StreamThread#run",
        _DIES,
        "Read the last Caused by: a processor, a serde, a store or the brokers.",
    ),
)
"""The more particular first."""


def mappings_of(exception: str, version: KafkaVersion | None) -> tuple[Mapped, ...]:
    """Give what becomes of an exception, by its simple name; with a version, there alone."""
    return tuple(one for one in MAPPED if one.thrown == exception and (version is None or version in one.releases))
