"""Who has which tasks, as `kafka-streams-groups.sh --describe --members` prints it.

Kafka: StreamsGroupCommand, KIP-1071. A member is a stream thread; its tasks are `ACTIVE: 0:[0,1]; STANDBY: 1:[2]; `.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from topoviz.engine.cluster.model import StreamThread
from topoviz.engine.cluster.reading.bad_cluster import BadCluster
from topoviz.engine.cluster.reading.found import FoundCluster
from topoviz.engine.cluster.reading.gathering import Found, gather
from topoviz.engine.cluster.reading.known_tasks import KnownTasks
from topoviz.engine.cluster.reading.tables import Row, is_heading, read_rows
from topoviz.engine.cluster.reading.thread_names import ThreadName, read_thread_name
from topoviz.engine.tasks.task_id import TaskId

_HEADINGS: Final = ("GROUP", "MEMBER", "PROCESS", "CLIENT-ID", "ASSIGNMENTS")
_KIND: Final = re.compile(r"(TARGET-)?(ACTIVE|STANDBY|WARMUP): ")
_TASKS: Final = re.compile(r"\s*(?P<sub_topology>[^\s:;]+):\[(?P<partitions>[\d,\s]*)\];?\s*")


def is_streams_group(text: str) -> bool:
    """Tell whether a text has the headings of that command."""
    return any(is_heading(line, _HEADINGS) for line in text.splitlines())


def read_streams_group(text: str, known: KnownTasks) -> FoundCluster:
    """Take the members with their tasks; raises BadCluster for what is cut short."""
    members: list[Found] = []
    gone: set[TaskId] = set()
    for row in read_rows(text.splitlines(), _HEADINGS):
        tasks = _tasks(row)
        name = _name(row, len(members))
        gone.update(task for found in tasks.values() for task in found if not known.has(task))
        active = tuple(sorted(known.ids.intersection(tasks["ACTIVE"])))
        standby = tuple(sorted(known.ids.intersection((*tasks["STANDBY"], *tasks["WARMUP"]))))
        members.append((name, StreamThread(name.short, active, standby, row["MEMBER"])))
    if not members:
        raise BadCluster(None, "has the headings of a streams group and no member below them.")
    listed = ", ".join(map(str, sorted(gone)[:8]))
    notes = (f"This topology has no such tasks with these partition counts: {listed}.",) if gone else ()
    return FoundCluster(gather(members), notes=notes)


def _name(row: Row, place: int) -> ThreadName:
    """Know a member by its client id; by its process where `client.id` or another client hides the thread."""
    return read_thread_name(row["CLIENT-ID"]) or ThreadName(row["PROCESS"] or row["MEMBER"], place + 1, None)


def _tasks(row: Row) -> Mapping[str, list[TaskId]]:
    """Give tasks by kind; what a member is to have, and has not yet, is left aside."""
    found: dict[str, list[TaskId]] = {"ACTIVE": [], "STANDBY": [], "WARMUP": []}
    text = row["ASSIGNMENTS"]
    marks = list(_KIND.finditer(text))
    for mark, end in zip(marks, [*(mark.start() for mark in marks[1:]), len(text)], strict=True):
        if mark[1]:
            continue
        place = mark.end()
        while place < end:
            match = _TASKS.match(text, place, end)
            if match is None or not match["sub_topology"].isdigit():
                raise BadCluster(
                    row.line, f"has {text[place:end].strip()[:60]!r} where tasks such as 0:[0,1] are wanted."
                )
            numbers = [int(number) for number in match["partitions"].replace(" ", "").split(",") if number]
            found[mark[2]] += [TaskId(int(match["sub_topology"]), number) for number in numbers]
            place = match.end()
    return found
