"""What ends the work of a thread: an exception that ends it, or one that says that its tasks are another one's.

Source: StreamTask#process and #punctuate, which make a StreamsException of a KafkaException; TaskMigratedException.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from topoviz.engine.simulation.settings import FailsIn

if TYPE_CHECKING:
    from topoviz.engine.simulation.settings import Punctuator
    from topoviz.engine.simulation.thread.live_task import LiveTask, Step
    from topoviz.engine.simulation.thread.stream_thread import StreamThread

FENCED: Final = "ProducerFencedException"


class ThreadDies(Exception):
    """An exception of Kafka Streams that ends a thread; the message is its class and its words.

    `task` is whose it is, and `doing` what it did: "processing", "punctuating" or "initializing".
    """

    def __init__(self, words: str, task: str, doing: str) -> None:
        super().__init__(words)
        self.task = task
        self.doing = doing


class TaskMigrated(Exception):
    """What a thread commits or sends is refused, since its tasks are another one's.

    `exception` is the name of Kafka's class, `doing` is "committing" or "processing".
    """

    def __init__(self, exception: str, task: str, doing: str = "committing") -> None:
        super().__init__(exception)
        self.exception = exception
        self.task = task
        self.doing = doing


def before_sending(thread: StreamThread, task: LiveTask, step: Step) -> None:
    """Begin a transaction, or fail to; each record that is processed is taken to be sent.

    A producer that is fenced learns it from the answer to what it sends first. Raises ThreadDies, TaskMigrated.
    """
    if thread.fails_in is FailsIn.RECORD:
        raise _fails_in_record(task, step)
    producer = thread.producer_of(task)
    if producer not in thread.to_begin or thread.life is None:
        return
    if thread.refused != FENCED:
        thread.life.begin_transaction(producer)
    elif thread.refused_from is None:
        thread.refused_from = thread.clock + thread.world.settings.costs.produce
    elif thread.clock >= thread.refused_from:
        task.fail(step.inlet.queue.partition)
        raise TaskMigrated(thread.refused, task.name, "processing")


def _fails_in_record(task: LiveTask, step: Step) -> ThreadDies:
    """Say what becomes of a KafkaException while a record is processed; the node is that of its source by then."""
    partition, offset = step.inlet.queue.partition, step.record.offset
    task.fail(partition)
    source = task.walker.source_of(partition.topic)
    words = (
        f"StreamsException: Exception caught in process. taskId={task.name}, processor={source}, "
        f"topic={partition.topic}, partition={partition.partition}, offset={offset}"
    )
    return ThreadDies(words, task.name, "processing")


def fails_in_punctuator(task: LiveTask, punctuator: Punctuator) -> ThreadDies:
    """Say what becomes of a KafkaException while a punctuator is called."""
    name = punctuator.node or punctuator.name
    words = f"StreamsException: Exception caught while punctuating processor '{name}'"
    return ThreadDies(words, task.name, "punctuating")
