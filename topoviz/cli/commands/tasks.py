"""`topoviz tasks`: print the tasks that follow from the partition counts of the topics."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from topoviz.cli.answering import Answer, answer_each
from topoviz.cli.failure import failing
from topoviz.cli.reading import read_text
from topoviz.cli.sizes import sizes_of
from topoviz.engine.explanations.task_counts import why_in_all, why_so_many
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.sizing.sizes import size_text
from topoviz.engine.state_sizes.model import StateSizes
from topoviz.engine.task_restores import TaskRestores, task_restores
from topoviz.engine.tasks.reading_counts import BadPartitionCounts, GivenCounts, read_partition_counts
from topoviz.engine.tasks.tasks import Task
from topoviz.engine.topology_tasks import TopologyTasks, tasks_of
from topoviz.rendering.wire import tasks_to_json


def run(options: Namespace) -> int:
    """Print the tasks of every chosen topology."""
    with failing(BadPartitionCounts):
        given = read_partition_counts(read_text(options.partitions))
    return answer_each(options, partial(_answer, given, sizes_of(options)))


def _answer(given: GivenCounts, sizes: StateSizes | None, analysis: Analysis, topology: AnalyzedTopology) -> Answer:
    tasks = tasks_of(topology, given, analysis.behaviours)
    restores = None if sizes is None else task_restores(tasks, sizes, None)
    words = {"text": partial(_to_text, tasks, restores), "markdown": partial(_to_markdown, tasks, restores)}
    return Answer(
        tasks,
        partial(tasks_to_json, analysis, topology, tasks, restores),
        words if tasks.counts.refusal is None else {},
    )


def _to_text(found: TopologyTasks, restores: TaskRestores | None) -> str:
    lines = []
    for one in found.sub_topologies:
        topics = ", ".join(one.topics)
        if one.tasks is None:
            lines.append(f"Sub-topology {one.sub_topology_id}: tasks not known (reads {topics})\n")
            continue
        state = ", with state" if one.changelogs else ""
        lines.append(f"Sub-topology {one.sub_topology_id}: {_number(len(one.tasks))}{state} (reads {topics})\n")
        if len(one.topics) > 1:
            lines.append(f"  {why_so_many(one, found.counts.counts)}\n")
        width = max((len(str(task.id)) for task in one.tasks), default=0)
        for task in one.tasks:
            of = f" ({_amount(restores, task)})" if restores is not None and task.changelogs else ""
            restored = f"; restored from {', '.join(map(str, task.changelogs))}{of}" if task.changelogs else ""
            lines.append(f"  {task.id!s:<{width}}  {', '.join(map(str, task.partitions))}{restored}\n")
    total = len(found.tasks)
    lines.append(f"{_number(total)} in all\n" if found.are_known else f"{_number(total)} known\n")
    if found.global_topics:
        lines.append(
            f"Each client reads all of {', '.join(found.global_topics)} with one global thread, without a task\n"
        )
    lines += [f"{sentence}\n" for sentence in ([] if restores is None else restores.sentences)]
    return "".join(lines)


def _to_markdown(found: TopologyTasks, restores: TaskRestores | None) -> str:
    titles = ["Task", "Reads", "Restored from", *([] if restores is None else ["Restores"])]
    lines = [f"{why_in_all(found.sub_topologies)}\n", f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
    for task in found.tasks:
        cells = [task.id, ", ".join(map(str, task.partitions)), ", ".join(map(str, task.changelogs)) or "–"]
        amount = [] if restores is None else [_amount(restores, task) if task.changelogs else "–"]
        lines.append(f"| {' | '.join(map(str, (*cells, *amount)))} |")
    lines += ["", " ".join(restores.sentences)] if restores is not None else []
    return "\n".join(lines) + "\n"


def _amount(restores: TaskRestores, task: Task) -> str:
    found = restores.tasks[task.id]
    if not found.unknown:
        return size_text(found.size_bytes)
    if not found.size_bytes:
        return "size not known"
    return f"{size_text(found.size_bytes)}, {len(found.unknown)} of unknown size"


def _number(count: int) -> str:
    return "1 task" if count == 1 else f"{count} tasks"
