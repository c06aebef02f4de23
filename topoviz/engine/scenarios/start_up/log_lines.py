"""What Kafka Streams and its consumers log while an application starts, by version, in Kafka's own words.

`{name}` is filled with a value of the scenario. What a scenario cannot know, such as how many milliseconds something
took, stands between `<` and `>`.

Source: the log statements of KafkaStreams, StateDirectory, StreamThread, ActiveTaskCreator, KafkaConsumer,
AbstractCoordinator, StreamsPartitionAssignor, StreamsRebalanceListener and TaskManager at the releases named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from topoviz.engine.versions import Behaviours

CLIENT: Final = "stream-client [{client_id}] "
THREAD: Final = "stream-thread [{thread_id}] "
CONSUMER: Final = "[Consumer clientId={thread_id}-consumer, groupId={application_id}] "
BARE: Final = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line, in which step it comes, who logs it at which level, and the releases that have it."""

    step: str
    level: str
    prefix: str
    words: str
    since: str = "2.3.0"
    until: str | None = None


LOG_LINES: Final = (
    LogLine("created", "INFO", BARE, "No process id found on disk, got fresh process id {process_id}", "2.8.0"),
    LogLine("created", "INFO", CLIENT, "Kafka Streams version: {version}", "2.4.0"),
    LogLine("threads", "INFO", THREAD, "Creating restore consumer client", until="4.2.0"),
    LogLine("threads", "INFO", THREAD, "Creating restore consumer client for thread {thread_id}", "4.2.0"),
    LogLine("threads", "INFO", THREAD, "Creating shared producer client", until="2.6.0"),
    LogLine("threads", "INFO", THREAD, "Creating thread producer client", "2.6.0", "4.0.0"),
    LogLine("threads", "INFO", THREAD, "Creating consumer client", until="4.2.0"),
    LogLine("threads", "INFO", THREAD, "Creating consumer client for thread {thread_id}", "4.2.0"),
    LogLine("started", "INFO", CLIENT, "State transition from CREATED to REBALANCING"),
    LogLine("started", "INFO", THREAD, "Starting"),
    LogLine("started", "INFO", THREAD, "State transition from CREATED to STARTING"),
    LogLine("started", "INFO", CLIENT, "Started {threads} stream threads", "3.2.0"),
    LogLine("subscribed", "INFO", CONSUMER, "Subscribed to topic(s): {topics}"),
    LogLine("joined", "INFO", CONSUMER, "(Re-)joining group"),
    LogLine(
        "leader", "DEBUG", THREAD,
        "Assigning tasks {all_tasks} to clients <client states> with number of replicas {replicas}", until="3.0.0",
    ),
    LogLine(
        "leader", "DEBUG", THREAD,
        "Assigning tasks {all_tasks} including stateful {stateful} to clients <client states> with number of replicas "
        "{replicas}",
        "3.0.0", "3.5.0",
    ),
    LogLine(
        "leader", "INFO", THREAD, "Assigning stateful tasks: {stateful}\nand stateless tasks: {stateless}", "3.5.0"
    ),
    LogLine(
        "leader", "DEBUG", THREAD, "Assigning tasks and {replicas} standby replicas to client nodes <client states>",
        "3.5.0",
    ),
    LogLine(
        "leader", "INFO", THREAD,
        "Assigned {task_count} total tasks including {stateful_count} stateful tasks to {client_count} client nodes.",
        "3.5.0",
    ),
    LogLine("leader", "INFO", THREAD, "Finished {stability}", "2.6.0"),
    LogLine(
        "assigned", "INFO", THREAD,
        "partition assignment took <n> ms.\n\tcurrent active tasks: {active}\n\tcurrent standby tasks: {standby}\n\t"
        "previous active tasks: []\n",
        until="2.4.0",
    ),
    LogLine(
        "assigned", "INFO", THREAD,
        "partition assignment took <n> ms.\n\tcurrently assigned active tasks: {active}\n\tcurrently assigned standby "
        "tasks: {standby}\n\trevoked active tasks: []\n\trevoked standby tasks: []\n",
        "2.4.0", "2.6.0",
    ),
    LogLine(
        "assigned", "INFO", THREAD,
        "Handle new assignment with:\n\tNew active tasks: {active}\n\tNew standby tasks: {standby}\n\tExisting active "
        "tasks: []\n\tExisting standby tasks: []",
        "2.6.0",
    ),
)  # fmt: skip


def log_of(step: str, values: Mapping[str, str], behaviours: Behaviours) -> Iterator[str]:
    """Give the lines of a step at a version, with its values in them."""
    for line in LOG_LINES:
        is_over = line.until is not None and behaviours.is_since(line.until)
        if line.step == step and behaviours.is_since(line.since) and not is_over:
            yield f"{line.level} {(line.prefix + line.words).format_map(values)}"
