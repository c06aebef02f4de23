"""What becomes of threads, tasks, the group and transactions, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from topoviz.engine.simulation.settings import Clock
from topoviz.rendering.simulation.saying import (
    MOST_NAMES,
    Json,
    clock_words,
    counts_words,
    offsets_words,
    span_words,
)
from topoviz.rendering.words import counted, first_of

# --- instances and threads --------------------------------------------------------------------------------------------


def _started(event: Json) -> str:
    return f"{event['thread']} starts, with {counted(event['threads'], 'stream thread')}."


def _stops(event: Json) -> str:
    return f"{event['thread']} is closed: its threads end by themselves, with a last commit."


def _thread_state(event: Json) -> str:
    why = {
        "STARTING": "it subscribes to the topics and joins its group",
        "PARTITIONS_REVOKED": "it gives back what the group takes from it",
        "PARTITIONS_ASSIGNED": "it has tasks, and restores their stores before it runs",
        "RUNNING": "all its active tasks are restored",
        "PENDING_SHUTDOWN": "it ends after this turn",
        "DEAD": "it has ended",
    }.get(event["state"])
    return f"{event['thread']} goes from {event['before']} to {event['state']}{f': {why}' if why else ''}."


def _restoration_ended(event: Json) -> str:
    tasks = _names(event.get("tasks", ()))
    what = f"all active tasks of {event['thread']} are restored ({tasks})" if tasks else "nothing was to be restored"
    return f"{span_words(event['took_us'])} after it was assigned, {what}."


def _migrated(event: Json) -> str:
    tasks = _names(event.get("tasks", ()))
    via = f" of task {event['task']}" if event.get("task") else ""
    closes = f" It closes them dirty ({tasks}), without a commit, and joins the group anew." if tasks else ""
    return (
        f"{event['thread']} learns by a {event['exception']}{via}, while {event['doing']}, that its tasks are not its "
        f"own any more: a TaskMigratedException.{closes}{_again(event)}"
    )


def _again(event: Json) -> str:
    again = event["again"]
    return f" To be processed again by whoever has them next: {counts_words(again)}." if again else ""


# --- the group --------------------------------------------------------------------------------------------------------


def _rebalance_began(event: Json) -> str:
    return f"The group rebalances: {event['why'].removesuffix('.')}."


def _joined(event: Json) -> str:
    return f"{event['thread']} asks to join its group, in poll()."


def _rebalance_ended(event: Json) -> str:
    count = sum(map(len, event["active"].values()))
    standbys = sum(map(len, event["standby"].values()))
    also = f" and {counted(standbys, 'standby task')}" if standbys else ""
    return (
        f"Generation {event['generation']}: {event['thread']} is the leader and has given "
        f"{counted(count, 'active task')}{also} to {counted(len(event['active']), 'thread')}."
    )


def _revoked(event: Json) -> str:
    tasks = _names(event.get("tasks", ()))
    what = f"commits and suspends {tasks}" if tasks else "has nothing to suspend"
    return f"{event['thread']} gives back {_names(event.get('partitions', ())) or 'no partition'}, and {what}."


def _lost(event: Json) -> str:
    tasks = _names(event.get("tasks", ())) or "no task"
    return (
        f"{event['thread']} has fallen out of its group and has lost its partitions: it closes {tasks} dirty, without "
        f"a commit.{_again(event)}"
    )


def _assigned(event: Json) -> str:
    new = [
        f"{role} {_names(event[name])}"
        for role, name in (("active", "active"), ("standby", "standby"))
        if event.get(name)
    ]
    kept = (*event.get("kept_active", ()), *event.get("kept_standby", ()))
    parts = [f"new are {' and '.join(new)}" if new else "nothing is new"]
    if kept:
        parts.append(f"{_names(kept)} stay")
    return f"{event['thread']} has its assignment: {'; '.join(parts)}."


def _member_gone(event: Json) -> str:
    why = {
        "session": "no heartbeat came within session.timeout.ms",
        "poll": "it did not poll within max.poll.interval.ms, and left",
        "left": "it left",
        "did not join": "it did not join in time",
    }.get(event["why"], event["why"])
    return f"{event['thread']} is no longer in the group: {why}."


# --- tasks and stores -------------------------------------------------------------------------------------------------


def _task_created(event: Json) -> str:
    partitions = _names(event.get("partitions", ()))
    return f"{event['thread']} makes {_task(event)}{f', of {partitions}' if partitions else ''}."


def _task_state(event: Json) -> str:
    how = {
        "clean": ", clean: all is committed and written",
        "dirty": ", dirty: without a commit",
        "recycled": ", to go on in the other role with the same stores",
    }.get(event.get("how", ""), "")
    return f"{_task(event).capitalize()} goes from {event['before']} to {event['state']}{how}."


def _stores_initialized(event: Json) -> str:
    stores = _names(event.get("stores", ())) or "no store"
    logs = event["changelogs"]
    if not logs:
        return f"{_task(event).capitalize()} has opened {stores}; there is nothing to restore."
    begins = [
        f"{partition} from {'its beginning, without a checkpoint' if offset is None else f'offset {offset}'}"
        for partition, offset in logs.items()
    ]
    return f"{_task(event).capitalize()} has opened {stores}, and reads {first_of(begins, MOST_NAMES)}."


def _restore_began(event: Json) -> str:
    missing = counts_words(event["missing"])
    what = f"{missing} are missing" if missing else "nothing is missing"
    return f"{_task(event).capitalize()} begins to restore: {what}."


def _restored(event: Json) -> str:
    goes_on = "it follows its changelogs" if event["role"] == "standby" else "it can run"
    return (
        f"{_task(event).capitalize()} has restored {counted(event['records'], 'record')} in "
        f"{span_words(event['took_us'])}: {goes_on}."
    )


def _topology_initialized(event: Json) -> str:
    return f"Task {event['task']} has initialized its processors, in this order: {_names(event.get('nodes', ()))}."


def _topology_closed(event: Json) -> str:
    forgotten = event["forgotten"]
    also = f"; {counted(forgotten, 'record')} that it had fetched will be fetched again" if forgotten else ""
    return f"Task {event['task']} has closed its processors, to be {event['why']}{also}."


def _task_resumes(event: Json) -> str:
    return f"Task {event['task']} was suspended and resumes: its processors are initialized again."


def _scheduled(event: Json) -> str:
    of = f" of {event['node']}" if event.get("node") else ""
    first = f"the first one at {event['first']} of stream time"
    if event["by"] == Clock.WALL_CLOCK:
        first = f"the first one at {clock_words(event['first'])}, one interval from now"
    return (
        f"Task {event['task']} schedules punctuator {event['punctuator']}{of} every {event['every']:,} ms by "
        f"{event['by']}, {first}."
    )


def _schedule_cancelled(event: Json) -> str:
    return (
        f"Punctuator {event['punctuator']} of task {event['task']} cancels its schedule after "
        f"{counted(event['calls'], 'call')}, and is not called any more."
    )


def _checkpoint(event: Json) -> str:
    offsets = offsets_words(event["offsets"])
    return f"The checkpoint of {_task(event)} is written: {offsets or 'of no changelog'}."


def _state_wiped(event: Json) -> str:
    return (
        f"{_task(event).capitalize()} throws its stores away, {counted(event['records'], 'record')}: nothing says that "
        "they have only what was committed. It restores from the beginning."
    )


# --- transactions -----------------------------------------------------------------------------------------------------


def _transactions_initialized(event: Json) -> str:
    return (
        f"The producer of {event['producer']} is registered for transactions, in {span_words(event['took_us'])}: an "
        "older one of the same transactional id is fenced."
    )


def _timed_out(event: Json) -> str:
    until = event.get("until_ms")
    if event["outcome"] == "thread dies":
        follows = f"{event['thread']} dies of it"
    else:
        follows = "it tries again" if until is None else f"it tries again until {clock_words(until)} (task.timeout.ms)"
    return f"initTransactions() of the producer of {event['producer']} took longer than max.block.ms: {follows}."


def _transactions_slow(event: Json) -> str:
    if not event["extra_us"]:
        return "initTransactions and commits take as long as before."
    return f"initTransactions and commits take {span_words(event['extra_us'])} longer from now on."


def _transaction_began(event: Json) -> str:
    return f"The producer of {event['producer']} begins its first transaction; each commit begins another one."


def _producer_closed(event: Json) -> str:
    whose = "the task's own" if event.get("task") else "that of all its tasks"
    return f"The producer of {event['producer']} is closed, {whose}."


def _fenced(event: Json) -> str:
    return (
        f"The producer of {event['producer']} is fenced: a newer one has its transactional id, and what this one sends "
        "or commits from now on is refused."
    )


LIFE_WORDS: Final[Mapping[str, Callable[[Json], str]]] = {
    "started": _started,
    "stops": _stops,
    "thread state": _thread_state,
    "restoration ended": _restoration_ended,
    "migrated": _migrated,
    "rebalance began": _rebalance_began,
    "joined": _joined,
    "rebalance ended": _rebalance_ended,
    "revoked": _revoked,
    "lost": _lost,
    "assigned": _assigned,
    "member gone": _member_gone,
    "task created": _task_created,
    "task state": _task_state,
    "stores initialized": _stores_initialized,
    "restore began": _restore_began,
    "restored": _restored,
    "topology initialized": _topology_initialized,
    "topology closed": _topology_closed,
    "task resumes": _task_resumes,
    "scheduled": _scheduled,
    "schedule cancelled": _schedule_cancelled,
    "checkpoint": _checkpoint,
    "state wiped": _state_wiped,
    "transactions initialized": _transactions_initialized,
    "initTransactions timed out": _timed_out,
    "transaction began": _transaction_began,
    "transactions slow": _transactions_slow,
    "producer closed": _producer_closed,
    "fenced": _fenced,
}
"""By kind of event."""


def _task(event: Json) -> str:
    return f"standby task {event['task']}" if event.get("role") == "standby" else f"task {event['task']}"


def _names(names: Sequence[str]) -> str:
    return first_of(names, MOST_NAMES)
