"""`topoviz tasks`: print the tasks that follow from the partition counts of the topics."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence

from topoviz.cli.failure import Failure
from topoviz.cli.messages import diagnostic_text
from topoviz.cli.reading import read_text
from topoviz.cli.session import analyze_files, choose, exit_code, heading
from topoviz.engine.count_notes import notes_on_counts
from topoviz.engine.diagnostics import Severity
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.tasks.partition_counts import (
    BadPartitionCounts,
    PartitionCounts,
    parse_partition_counts,
    resolve_partition_counts,
)
from topoviz.engine.tasks.tasks import SubTopologyTasks, find_tasks
from topoviz.engine.topology.copartition_groups import copartition_groups
from topoviz.engine.topology.internal_topics import topics_by_group
from topoviz.rendering.wire import tasks_to_json


def run(options: Namespace) -> int:
    """Print the tasks of every chosen topology."""
    try:
        given = parse_partition_counts(read_text(options.partitions))
    except BadPartitionCounts as error:
        raise Failure(str(error)) from error
    analysis = analyze_files(options)
    shown = choose(analysis, options)
    codes = [exit_code(analysis, shown)]
    documents = []
    for topology in shown:
        if topology.topology is None:
            continue
        counts, tasks = _work_out(analysis, topology, given)
        diagnostics = notes_on_counts(topology, counts)
        for diagnostic in diagnostics:
            print(diagnostic_text(diagnostic, analysis.submission.bundle), file=sys.stderr)
            codes.append(1 if diagnostic.severity is Severity.REFUSED else 3)
        if options.format == "json":
            documents.append(tasks_to_json(analysis, topology, counts, tasks, diagnostics))
        elif counts.refusal is None:
            sys.stdout.write(heading(analysis, topology, len(shown)))
            sys.stdout.write(_to_text(tasks))
    if options.format == "json":
        json.dump(documents[0] if len(documents) == 1 else documents, sys.stdout, indent=2, ensure_ascii=False)
        sys.stdout.write("\n")
    return next((code for code in (2, 1, 3) if code in codes), 0)


def _work_out(
    analysis: Analysis, topology: AnalyzedTopology, given: dict[str, int]
) -> tuple[PartitionCounts, tuple[SubTopologyTasks, ...]]:
    assert topology.topology is not None
    groups = topics_by_group(topology.topology, topology.groups)
    counts = resolve_partition_counts(
        groups,
        topology.topology.repartition_topics,
        copartition_groups(topology.topology, topology.application_id),
        given,
        analysis.behaviours,
        believes_given=topology.is_dump,
    )
    return counts, find_tasks(groups, counts)


def _to_text(tasks: Sequence[SubTopologyTasks]) -> str:
    lines = []
    total = 0
    for one in tasks:
        topics = ", ".join(one.topics)
        if one.tasks is None:
            lines.append(f"Sub-topology {one.sub_topology_id}: tasks not known (reads {topics})\n")
            continue
        total += len(one.tasks)
        lines.append(f"Sub-topology {one.sub_topology_id}: {_number(len(one.tasks))} (reads {topics})\n")
        width = max(len(str(task.id)) for task in one.tasks)
        lines.extend(f"  {task.id!s:<{width}}  {', '.join(map(str, task.partitions))}\n" for task in one.tasks)
    known = all(one.tasks is not None for one in tasks)
    lines.append(f"{_number(total)} in all\n" if known else f"{_number(total)} known\n")
    return "".join(lines)


def _number(count: int) -> str:
    return "1 task" if count == 1 else f"{count} tasks"
