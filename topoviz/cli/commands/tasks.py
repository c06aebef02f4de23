"""`topoviz tasks`: print the tasks that follow from the partition counts of the topics."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from topoviz.cli.failure import Failure
from topoviz.cli.messages import diagnostic_text
from topoviz.cli.reading import read_text
from topoviz.cli.session import analyze_files, choose, exit_code, heading
from topoviz.engine.diagnostics import Severity
from topoviz.engine.explanations.task_counts import why_in_all, why_so_many
from topoviz.engine.tasks.reading_counts import BadPartitionCounts, read_partition_counts
from topoviz.engine.topology_tasks import TopologyTasks, tasks_of
from topoviz.rendering.wire import tasks_to_json


def run(options: Namespace) -> int:
    """Print the tasks of every chosen topology."""
    try:
        given = read_partition_counts(read_text(options.partitions))
    except BadPartitionCounts as error:
        raise Failure(str(error)) from error
    analysis = analyze_files(options)
    shown = choose(analysis, options)
    codes = [exit_code(analysis, shown)]
    documents = []
    for topology in shown:
        if topology.topology is None:
            continue
        tasks = tasks_of(topology, given, analysis.behaviours)
        for diagnostic in tasks.diagnostics:
            print(diagnostic_text(diagnostic, analysis.submission.bundle), file=sys.stderr)
            codes.append(1 if diagnostic.severity is Severity.REFUSED else 3)
        if options.format == "json":
            documents.append(tasks_to_json(analysis, topology, tasks))
        elif tasks.counts.refusal is None:
            sys.stdout.write(heading(analysis, topology, len(shown)))
            sys.stdout.write(_to_markdown(tasks) if options.format == "markdown" else _to_text(tasks))
    if options.format == "json":
        json.dump(documents[0] if len(documents) == 1 else documents, sys.stdout, indent=2, ensure_ascii=False)
        sys.stdout.write("\n")
    return next((code for code in (2, 1, 3) if code in codes), 0)


def _to_text(found: TopologyTasks) -> str:
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
            restored = f"; restored from {', '.join(map(str, task.changelogs))}" if task.changelogs else ""
            lines.append(f"  {task.id!s:<{width}}  {', '.join(map(str, task.partitions))}{restored}\n")
    total = len(found.tasks)
    lines.append(f"{_number(total)} in all\n" if found.are_known else f"{_number(total)} known\n")
    if found.global_topics:
        lines.append(
            f"Each client reads all of {', '.join(found.global_topics)} with one global thread, without a task\n"
        )
    return "".join(lines)


def _to_markdown(found: TopologyTasks) -> str:
    lines = [f"{why_in_all(found.sub_topologies)}\n", "| Task | Reads | Restored from |", "|---|---|---|"]
    lines += [
        f"| {task.id} | {', '.join(map(str, task.partitions))} | {', '.join(map(str, task.changelogs)) or '–'} |"
        for task in found.tasks
    ]
    return "\n".join(lines) + "\n"


def _number(count: int) -> str:
    return "1 task" if count == 1 else f"{count} tasks"
