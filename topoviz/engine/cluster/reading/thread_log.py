"""The tasks of stream threads as their logs say them at each assignment, of one or several instances.

Kafka: StreamThread until 2.3, StreamsRebalanceListener of 2.4 and 2.5 ("partition assignment took"), and
TaskManager#handleAssignment from 2.6 on ("Handle new assignment with"). Of each thread the last assignment counts.
"""

from __future__ import annotations

import re
from typing import Final

from topoviz.engine.cluster.model import StreamThread
from topoviz.engine.cluster.reading.bad_cluster import BadCluster
from topoviz.engine.cluster.reading.found import FoundCluster
from topoviz.engine.cluster.reading.gathering import Found, gather
from topoviz.engine.cluster.reading.known_tasks import KnownTasks
from topoviz.engine.cluster.reading.thread_names import read_thread_name
from topoviz.engine.tasks.task_id import TaskId, parse_task_id

_ASSIGNMENT: Final = re.compile(
    r"stream-thread \[(?P<thread>[^\]\n]{1,400})\][^\n]{0,80}?(?:partition assignment took|Handle new assignment with)"
)
_NEXT_LINE_OF_A_THREAD: Final = "stream-thread ["
_ACTIVE: Final = re.compile(r"(?:current|currently assigned|New) active tasks: *(\[[^\]\n]*\]?)?")
_STANDBY: Final = re.compile(r"(?:current|currently assigned|New) standby tasks: *(\[[^\]\n]*\]?)?")

_LAGS_NOT_KNOWN: Final = "Logs do not say how far a copy of a task is behind; whoever had one counts as caught up."


def is_thread_log(text: str) -> bool:
    """Tell whether a text has lines of stream threads about assignments."""
    return _ASSIGNMENT.search(text) is not None


def read_thread_log(text: str, known: KnownTasks) -> FoundCluster:
    """Take the last assignment of each thread; raises BadCluster for a log that breaks off in one."""
    last: dict[str, Found] = {}
    gone: set[TaskId] = set()
    for match in _ASSIGNMENT.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        name = read_thread_name(match["thread"])
        if name is None:
            raise BadCluster(line, f"names the thread {match['thread'][:80]!r}, which does not end in StreamThread-N.")
        end = text.find(_NEXT_LINE_OF_A_THREAD, match.end())
        said = text[match.end() : len(text) if end < 0 else end]
        active, standby = (
            _tasks(form, said, kind, line) for form, kind in ((_ACTIVE, "active"), (_STANDBY, "standby"))
        )
        gone.update(task for task in (*active, *standby) if not known.has(task))
        thread = StreamThread(
            name.short,
            tuple(sorted(known.ids.intersection(active))),
            tuple(sorted(known.ids.intersection(standby))),
        )
        last[match["thread"]] = (name, thread)
    return FoundCluster(gather(last.values()), notes=_notes(gone), doubts=(_LAGS_NOT_KNOWN,))


def _tasks(form: re.Pattern[str], said: str, kind: str, line: int) -> list[TaskId]:
    match = form.search(said)
    if match is None or match[1] is None or not match[1].endswith("]"):
        raise BadCluster(line, f"begins an assignment whose {kind} tasks are not there in full: it is cut short.")
    words = [word.strip() for word in match[1][1:-1].split(",") if word.strip()]
    try:
        return [parse_task_id(word) for word in words]
    except ValueError as error:
        raise BadCluster(line, f"begins an assignment of which {error}") from error


def _notes(gone: set[TaskId]) -> tuple[str, ...]:
    if not gone:
        return ()
    listed = ", ".join(map(str, sorted(gone)[:8]))
    more = f" and {len(gone) - 8} more" if len(gone) > 8 else ""
    return (f"The log has tasks that this topology does not have with these partition counts: {listed}{more}.",)
