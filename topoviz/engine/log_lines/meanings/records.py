"""What happens to records: fetched, buffered, waited for, processed, dropped."""

from typing import Final

from topoviz.engine.log_lines.meanings.model import Meaning

RECORDS: Final = (
    Meaning(
        (("StreamTask", "Added records into the buffered queue"),),
        (
            "Records that were polled of a partition lie in its queue now; above buffered.records.per.partition it is "
            "paused."
        ),
        ("polled", "paused"),
    ),
    Meaning(
        (("StreamTask", "Start processing one record"), ("StreamTask", "Completed processing one record")),
        (
            "A record goes through the nodes of its sub-topology, depth first; between the two lines it is in your "
            "processors."
        ),
        ("processed", "node"),
        "Much time between both lines: a processor is slow, and all other tasks of this thread wait for it.",
    ),
    Meaning(
        (
            ("PartitionGroup", "Lag for"),
            ("PartitionGroup", "Waiting to fetch data for"),
            ("PartitionGroup", "No partitions were buffered"),
        ),
        "The task waits for a partition that is empty here: its lag is above 0 or not known, or max.task.idle.ms runs.",
        ("waits",),
        (
            "Lag above 0 for long: the partition is not fetched, by a slow broker or because all fetches are of "
            "others. max.task.idle.ms decides how long it waits once the broker has nothing more; -1 switches waiting "
            "off."
        ),
    ),
    Meaning(
        (
            ("PartitionGroup", "Continuing to process although"),
            ("PartitionGroup", "Ready for processing because"),
            ("PartitionGroup", "Partition {partition} is ready for processing due to"),
        ),
        "The task goes on although partitions are empty: what comes there later may be out of order.",
        ("goes on",),
        "A join that misses partners: make max.task.idle.ms longer than the longest gap between its topics.",
    ),
    Meaning(
        (("PartitionGroup", "All partitions were buffered locally"),),
        "Every partition has records: the one with the lowest timestamp is next.",
        ("goes on", "processed"),
    ),
    Meaning(
        (("StreamTask", "Resume consumption for partition"),),
        "The queue of a partition has space again, and the consumer fetches it again.",
        ("resumed",),
    ),
    Meaning(
        (("StreamTask", "Punctuating processor"),),
        "A punctuator is called: by stream time, which only records bring on, or by the clock.",
        ("punctuated",),
        "STREAM_TIME that never comes: no record moves stream time. Use WALL_CLOCK_TIME, or let records come.",
    ),
    Meaning(
        (
            ("RecordDeserializer", "Skipping record due to deserialization error"),
            ("LogAndContinueExceptionHandler", "Exception caught during Deserialization"),
        ),
        "A record cannot be read, and the handler lets the task go on without it.",
        ("dropped",),
        "Look at the record at this offset: another serde, another schema, or another program wrote it.",
    ),
    Meaning(
        (
            ("RecordDeserializer", "Deserialization exception handler is set to fail"),
            ("LogAndFailExceptionHandler", "Exception caught during Deserialization"),
        ),
        (
            "A record cannot be read, and the handler, LogAndFail by default, ends the thread. It stops at this "
            "record again."
        ),
        ("thread died",),
        (
            "Mend the serde, or let the handler go on: default.deserialization.exception.handler, from 4.0 on "
            "deserialization.exception.handler."
        ),
    ),
    Meaning(
        (
            ("RecordQueue", "Skipping record due to negative extracted timestamp"),
            ("LogAndSkipOnInvalidTimestamp", "Input record"),
        ),
        "The timestamp of a record is negative, and the task goes on without it.",
        ("dropped",),
        "Look who writes records without a timestamp; UsePartitionTimeOnInvalidTimestamp would keep them.",
    ),
    Meaning(
        (("FailOnInvalidTimestamp", "Input record"),),
        "The timestamp of a record is negative, and the default extractor ends the thread.",
        ("thread died",),
        "Set default.timestamp.extractor to one that skips such records, or that takes the partition's time.",
    ),
    Meaning(
        (
            ("KStreamWindowAggregate", "Skipping record for expired window"),
            ("AbstractKStreamTimeWindowAggregateProcessor", "Skipping record for expired window"),
            ("KStreamSessionWindowAggregate", "Skipping record for expired window"),
            ("KStreamSlidingWindowAggregate", "Skipping record for expired window"),
        ),
        (
            "A record came after its window and its grace: stream time of the task has passed it, by any of its "
            "partitions."
        ),
        ("late",),
        (
            "Compare its timestamp with streamTime in the line. Longer grace keeps it; a partition that is far ahead "
            "of the others moves stream time for all."
        ),
    ),
)
