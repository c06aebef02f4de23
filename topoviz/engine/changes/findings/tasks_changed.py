"""Tasks that appear or vanish, and internal topics that would need another number of partitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.explanations.wording import code
from topoviz.engine.tasks.task_id import TaskId

_MOST_NAMED = 4


def find_changed_tasks(compared: Compared) -> Iterator[Finding]:
    """Find what other tasks mean, where partition counts are known."""
    tasks = compared.tasks
    if tasks is None:
        return
    if tasks.refusal is not None:
        yield Finding(
            "counts-refused",
            Level.WILL_NOT_START,
            "With these partition counts, Kafka Streams refuses the new version.",
            tasks.refusal,
            "Give the topics equal counts before the new version starts.",
            "CopartitionedTopicsEnforcer#enforce; RepartitionTopics#setup",
        )
    for one in tasks.counts:
        topic = compared.deployment.topic(one.topic)
        yield Finding(
            "internal-count-changed",
            Level.WILL_NOT_START,
            f"{code(topic)} has {one.before} partitions, and the new version wants {one.now}.",
            "Kafka Streams never changes a topic that is there: it throws a StreamsException (Existing internal topic "
            f"{code(topic)} has invalid partitions), also while it runs.",
            "Leave the partition counts of what the sub-topology reads as they are, or use another application id.",
            "InternalTopicManager#validatePartitionCount",
            (one.topic,),
            (one.topic,),
        )
    if tasks.added or tasks.removed or tasks.became_stateful:
        yield Finding(
            "tasks-changed",
            Level.NOTE,
            f"There are {tasks.now} tasks in place of {tasks.before}."
            + _named(" New: ", tasks.added)
            + _named(" Gone: ", tasks.removed)
            + _named(" With state now: ", tasks.became_stateful),
            "New tasks with stores begin with what their changelogs hold.",
            "Look at who gets which task before the new version starts.",
            "PartitionGrouper#partitionGroups",
            tuple(map(str, tasks.removed)),
            tuple(map(str, tasks.added)),
        )


def _named(words: str, tasks: Sequence[TaskId]) -> str:
    if not tasks:
        return ""
    more = f" and {len(tasks) - _MOST_NAMED} more" if len(tasks) > _MOST_NAMED else ""
    return f"{words}{', '.join(map(str, tasks[:_MOST_NAMED]))}{more}."
