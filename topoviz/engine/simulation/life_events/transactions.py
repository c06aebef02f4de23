"""What happens to producers with transactions, beside commits; `producer` is a task's or a thread's."""

from __future__ import annotations

from typing import ClassVar

from topoviz.engine.simulation.events import Event, event_class


@event_class
class TransactionsInitialized(Event):
    """A producer is registered with the brokers: who had its transactional id is fenced, and its transaction aborted.

    Source: KafkaProducer#initTransactions; StreamTask#initializeTransactions until 2.5, StreamsProducer since.
    """

    KIND: ClassVar[str] = "transactions initialized"
    producer: str
    task: str
    took_us: int


@event_class
class InitTransactionsTimedOut(Event):
    """initTransactions took longer than max.block.ms: a TimeoutException.

    `outcome` is "thread dies" or "tries again"; `until_ms` is when task.timeout.ms ends that (from 2.8 on).
    """

    KIND: ClassVar[str] = "initTransactions timed out"
    producer: str
    task: str
    outcome: str
    until_ms: int | None


@event_class
class TransactionsSlow(Event):
    """The brokers take so much longer for initTransactions and for commits from now on; 0 is as before."""

    KIND: ClassVar[str] = "transactions slow"
    extra_us: int


@event_class
class TransactionBegan(Event):
    """A producer begins its first transaction: as the topology is initialized until 2.5, at its first record since 2.6.

    Later ones follow on each commit in the same way, and are not told. Source: KafkaProducer#beginTransaction.
    """

    KIND: ClassVar[str] = "transaction began"
    producer: str
    task: str | None


@event_class
class ProducerClosed(Event):
    """A producer with transactions is closed: with its task as that is suspended (until 2.5) or closed, or its thread.

    Source: RecordCollectorImpl#close (2.5), ActiveTaskCreator#closeAndRemoveTaskProducerIfNeeded and
    #closeThreadProducerIfNeeded.
    """

    KIND: ClassVar[str] = "producer closed"
    producer: str
    task: str | None


@event_class
class ProducerFenced(Event):
    """A newer producer has taken the transactional id: what this one sends and commits from now on is refused."""

    KIND: ClassVar[str] = "fenced"
    producer: str
