"""How instances and stream threads start, run and end."""

from typing import Final

from topoviz.engine.log_lines.meanings.model import Meaning

THREADS: Final = (
    Meaning(
        (("KafkaStreams", "State transition from"),),
        (
            "The whole instance changes its state. It is RUNNING when all threads are, REBALANCING when one of them "
            "is not."
        ),
        ("started", "stops"),
        (
            "REBALANCING for long: look for what its threads wait for, restoring most often. ERROR: an exception "
            "stands above."
        ),
    ),
    Meaning(
        (("StreamThread", "State transition from"),),
        (
            "A stream thread changes its state: PARTITIONS_REVOKED and PARTITIONS_ASSIGNED are steps of a rebalance, "
            "and RUNNING means that all its active tasks are restored."
        ),
        ("thread state",),
        "PARTITIONS_ASSIGNED for long: its tasks restore their stores, or wait for a lock or for committed offsets.",
    ),
    Meaning(
        (("StreamThread", "Starting"), ("StreamThread", "Creating"), ("KafkaStreams", "Starting Streams client")),
        "A stream thread starts with its consumers; from here it polls in order to join its group.",
        ("started", "thread state"),
    ),
    Meaning(
        (
            ("StreamThread", "Informed to shut down"),
            ("StreamThread", "Shutting down"),
            ("StreamThread", "Shutdown complete"),
        ),
        "A stream thread ends: asked to by close(), or after an exception; it commits and closes its tasks on the way.",
        ("stops", "thread state"),
        "If nobody called close(), the reason stands above: an exception, or a request of another client to shut down.",
    ),
    Meaning(
        (("KafkaStreams", "Streams client stopped"), ("KafkaStreams", "Streams client cannot stop")),
        "close() has ended, or has run out of its time.",
        ("stops",),
        (
            "Out of time: a thread hangs in a processor, in a commit, or in closing a store. Give close() longer, or "
            "find it."
        ),
    ),
    Meaning(
        (("StreamThread", "Invoking poll on main Consumer"), ("StreamThread", "Main Consumer poll completed")),
        "One turn of a thread begins with poll(): what it brings is given to the tasks, by partition.",
        ("polled",),
        "0 records and a lag above 0: all partitions with records may be paused, or the broker is slow.",
    ),
    Meaning(
        (
            ("StreamThread", "Processing tasks with"),
            ("StreamThread", "Processed"),
            ("StreamThread", "{punctuated} punctuators ran"),
        ),
        (
            "A round of a turn: at most so many records of each task, its punctuators, then a commit if it is due. The "
            "number grows by one each round, and is halved when something was committed or punctuated."
        ),
        ("processed", "punctuated"),
    ),
    Meaning(
        (
            ("StreamThread", "Encountered the following"),
            ("KafkaStreams", "Encountered the following exception during processing"),
            ("KafkaStreams", "All stream threads have died"),
        ),
        (
            "An exception that nothing catches ends the thread, and with the handler's answer perhaps the whole "
            "application."
        ),
        ("thread died",),
        (
            "Read the last Caused by. From 2.8 on the handler of setUncaughtExceptionHandler answers REPLACE_THREAD, "
            "SHUTDOWN_CLIENT (the default) or SHUTDOWN_APPLICATION; before, a thread that has died stays away."
        ),
    ),
    Meaning(
        (
            ("AbstractCoordinator", "consumer poll timeout has expired"),
            ("AbstractCoordinator", "This member will leave the group because consumer poll timeout"),
        ),
        (
            "More than max.poll.interval.ms have passed since the last poll(): the consumer leaves its group, and its "
            "tasks go to others."
        ),
        ("poll is late", "member gone"),
        (
            "A record, a punctuator or a restore takes too long. Make max.poll.records smaller or the interval "
            "longer, or take the slow call out of the processor."
        ),
    ),
)
