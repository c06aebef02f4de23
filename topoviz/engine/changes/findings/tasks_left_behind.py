"""Directories of tasks that the new version does not have, which leaders of some versions do not get over."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.deployment import wiped
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.side import Side
from topoviz.engine.explanations.wording import code, listed


def find_left_tasks(compared: Compared) -> Iterator[Finding]:
    """Find tasks with state that are gone, while others with state stay: members tell of what is on their disks."""
    behaviours = compared.new.behaviours
    if not behaviours.has("deals_tasks_by_lag") or behaviours.has("skips_unknown_previous_tasks"):
        return
    stay = _with_state(compared.new, may_be=True)
    left = sorted(_with_state(compared.old, may_be=True) - stay)
    if not left or not stay:
        return
    is_sure = any(number in _with_state(compared.old, may_be=False) for number in left)
    tasks = listed(code(f"{number}_0") for number in left)
    yield Finding(
        "tasks-left-behind",
        Level.WILL_NOT_START,
        f"The new version has no tasks with state such as {tasks} any more, and their directories are still there.",
        f"Members tell the leader of them. It ends with an IllegalStateException (Tried to lookup lag for unknown task "
        f"{left[0]}_0) when it gives out the tasks with state that stay.",
        f"{wiped(compared.deployment)} Or go to 3.1 or later first.",
        "KAFKA-12648: ClientState#prevTasksByLag; seen with 2.8.2",
        tuple(map(str, left)),
        is_unsure=not is_sure,
        rests_on=() if is_sure else ("whether these stores lie on disk and have changelogs",),
    )


def _with_state(side: Side, *, may_be: bool) -> frozenset[int]:
    """Give the sub-topologies whose tasks have a directory with an offset in it, or may have one."""
    return frozenset(
        number
        for store in side.stores.values()
        if (store.is_logged, store.is_in_memory) == (True, False)
        or (may_be and store.is_logged is not False and store.is_in_memory is not True)
        for number in store.sub_topologies
    )
