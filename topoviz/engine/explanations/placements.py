"""Say in a sentence with its numbers why a task is on a client, or on a thread of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from topoviz.engine.assignment.problem import NO_COPY, RUNNING, UNKNOWN_LAG
from topoviz.engine.assignment.result import Because, Placement, Reason, Role
from topoviz.engine.assignment.settings import ANY_LAG
from topoviz.engine.explanations.wording import capital, counted

Names = Mapping[str, str]
"""What the user calls things: clients by process id, threads by the id of their consumer."""

_ON: Final = {Role.ACTIVE: "on", Role.STANDBY: "standby on", Role.WARM_UP: "warm-up on"}


@dataclass(frozen=True, slots=True)
class _Told:
    """The facts of a placement with the names that its sentence uses."""

    here: str
    role: Role
    facts: Mapping[str, int | str]
    names: Names

    def number(self, fact: str) -> int:
        return int(self.facts[fact])

    def name(self, fact: str) -> str:
        return self.names.get(str(self.facts[fact]), str(self.facts[fact]))

    @property
    def has_copy_only(self) -> bool:
        return self.role is not Role.ACTIVE

    @property
    def place(self) -> str:
        """`On a`, `Standby on a` or `Warm-up on a`."""
        return f"{capital(_ON[self.role])} {self.here}"


def why_on_client(placement: Placement, names: Names) -> str:
    """Say why a client got a task; `names` are those of clients by process id."""
    process_id = str(placement.process_id)
    reason = placement.reason
    told = _Told(names.get(process_id, process_id), placement.role, reason.facts, names)
    return f"{_SENTENCES[reason.because](told)}{_lag_of_active(told, reason.because)}"


def why_on_thread(reason: Reason, thread: str, names: Names) -> str:
    """Say why a thread of a client got a task; `names` are those of threads by the id of their consumer."""
    told = _Told(thread, Role.ACTIVE, reason.facts, names)
    match reason.because:
        case Because.RAN_HERE:
            return f"{thread} had it before."
        case Because.BALANCED:
            least = told.number("least")
            return f"On {thread}: {told.name('from')} had it before, and has {counted(least, 'task')} without it."
        case Because.IN_TURN:
            return f"On {thread}: tasks that no thread keeps are dealt in turn to those with the fewest."
        case _:
            return why_in_words(reason.because)


def why_in_words(because: Because) -> str:
    """Say what a reason means in general, for a legend."""
    return _IN_GENERAL[because]


# --- one for each reason ----------------------------------------------------------------------------------------------


def _ran_here(told: _Told) -> str:
    place = f"Kept on {told.here}" if told.role is Role.ACTIVE else told.place
    return f"{place}: it ran there before{_room(told)}."


def _had_standby(told: _Told) -> str:
    return f"{told.place}: it had a standby there before{_room(told)}{_full(told)}."


def _least_loaded(told: _Told) -> str:
    if "processes" in told.facts:
        return f"{told.place}: {_group_load(told)}."
    fewest = "it has the fewest tasks for its threads" if told.number("clients") > 1 else "it is the only one left"
    return f"{told.place}: {fewest}, {_load(told)}{_full(told)}."


def _new_pair(told: _Told) -> str:
    passed = counted(told.number("passed"), "client")
    return (
        f"{told.place}: it has {_load(told)}, and this task has not been there with one of them yet; {passed} with no "
        f"more tasks for their threads had only such as it has been with{_full(told)}."
    )


def _in_turn(told: _Told) -> str:
    turn, of = told.number("turn"), told.number("of")
    clients = counted(told.number("clients"), "client")
    return f"{told.place}: stateful tasks are dealt in turn to {clients}, and this one is number {turn} of {of}."


def _balanced(told: _Told) -> str:
    there = _tasks_on_threads(told.number("tasks_there"), told.number("threads_there"))
    here = _tasks_on_threads(told.number("tasks_here"), told.number("threads_here"))
    return f"{told.place}: moved from {told.name('from')}, which had {there}, while {told.here} had {here}."


def _caught_up(told: _Told) -> str:
    others = told.number("caught_up") - 1
    among = f"; so {_are(others)} {counted(others, 'other client')}" if others > 0 else ""
    return f"{told.place}: {_state_here(told)}{_accepted(told)}{among}. {_intended(told)}"


def _promoted(told: _Told) -> str:
    return f"{told.place}, where it was a standby: {_state_here(told)}. {_intended(told)}"


def _least_lag(told: _Told) -> str:
    return f"{told.place}: no client is caught up, and this one is nearest: {_state_here(told)}. {_intended(told)}"


def _catching_up(told: _Told) -> str:
    goes_on = "active_on" if "active_on" in told.facts else "standby_on"
    has_it = f"{told.name(goes_on)} {'goes on' if goes_on == 'active_on' else 'has the standby'} meanwhile"
    budget = f"number {told.number('number')} of at most {told.number('most'):,} (max.warmup.replicas)"
    return f"{told.place}: {_copy_behind(told.number('lag'))}{_too_much(told)}; {has_it}. It is warm-up {budget}."


def _stepped_back(told: _Told) -> str:
    ahead = _behind(told.number("active_lag"))
    return (
        f"{told.place}: {_copy_behind(told.number('lag'))}; {told.name('active_on')}, which is {ahead}, took it over."
    )


def _rack(told: _Told) -> str:
    far = f"{told.number('far_here')} instead of {counted(told.number('far_there'), 'partition')} in other racks"
    return (
        f"{told.place} in rack {told.facts['rack']}: moved from {told.name('from')} in rack "
        f"{told.facts['rack_there']}, so that the task has {far}."
    )


def _other_tags(told: _Told) -> str:
    return (
        f"{told.place} ({told.facts['tags']}): it has the fewest tasks for its threads, {_load(told)}, of those apart "
        f"from {told.facts['apart_from']}."
    )


def _nothing_better(told: _Told) -> str:
    if "put" in told.facts:
        lag = f"{_copy_behind(told.number('lag'))}{_too_much(told)}"
        return f"{told.place}: {lag}, but no other client is nearer."
    if told.has_copy_only and "full" not in told.facts:
        return f"{told.place}: it has the fewest tasks for its threads, {_load(told)}; no better one is left."
    return (
        f"{told.place}: it has the fewest tasks for its threads, {_load(told)}; no client would bring the task "
        f"together with one that it has not been with{_full(told)}."
    )


def _only_client(told: _Told) -> str:
    if told.has_copy_only:
        return f"{told.place}: it is the only client without the task."
    return f"{told.place}: there is no other client."


_SENTENCES: Final[Mapping[Because, Callable[[_Told], str]]] = {
    Because.RAN_HERE: _ran_here,
    Because.HAD_STANDBY: _had_standby,
    Because.LEAST_LOADED: _least_loaded,
    Because.NEW_PAIR: _new_pair,
    Because.IN_TURN: _in_turn,
    Because.BALANCED: _balanced,
    Because.CAUGHT_UP: _caught_up,
    Because.PROMOTED: _promoted,
    Because.LEAST_LAG: _least_lag,
    Because.CATCHING_UP: _catching_up,
    Because.STEPPED_BACK: _stepped_back,
    Because.RACK: _rack,
    Because.OTHER_TAGS: _other_tags,
    Because.NOTHING_BETTER: _nothing_better,
    Because.ONLY_CLIENT: _only_client,
}

_IN_GENERAL: Final[Mapping[Because, str]] = {
    Because.RAN_HERE: "It ran there before.",
    Because.HAD_STANDBY: "It had a standby there before.",
    Because.LEAST_LOADED: "It went where the fewest tasks are for the threads.",
    Because.NEW_PAIR: "It went where it meets a task that it has not been with.",
    Because.IN_TURN: "Tasks are dealt in turn.",
    Because.BALANCED: "It was moved to where fewer tasks are for the threads.",
    Because.CAUGHT_UP: "The copy there is caught up.",
    Because.PROMOTED: "The standby there became active.",
    Because.LEAST_LAG: "No copy is caught up, and the one there is nearest.",
    Because.CATCHING_UP: "It shall run there once the copy has caught up.",
    Because.STEPPED_BACK: "It was to run there, and changed places with a standby that is further on.",
    Because.RACK: "Fewer of its partitions are in other racks.",
    Because.OTHER_TAGS: "The client there has other tags.",
    Because.NOTHING_BETTER: "No client is better.",
    Because.ONLY_CLIENT: "No other client can take it.",
}


# --- parts of sentences -----------------------------------------------------------------------------------------------


def _room(told: _Told) -> str:
    """Say how full the client or thread is with this task."""
    facts = told.facts
    if "members" in facts:
        if "quota" not in facts:
            return f", and {told.here} has no more than others with {_group_tasks(told)}"
        has = told.number("tasks") + 1
        thread = "its thread" if told.number("members") == 1 else "that thread"
        return f", and {thread} has {has} of at most {counted(told.number('quota'), 'task')}"
    if "quota" in facts:
        has = told.number("active") + 1
        return f", and {told.here} has {has} of at most {counted(told.number('quota'), 'active task')}"
    if "threads" in facts:
        return f", and {told.here} is not full with {_load(told)}"
    return ""


def _group_load(told: _Told) -> str:
    of = counted(told.number("processes"), "client")
    return f"it has the fewest tasks for its threads of {of}, {_group_tasks(told)}"


def _group_tasks(told: _Told) -> str:
    return _tasks_on_threads(told.number("process_tasks"), told.number("members"))


def _load(told: _Told) -> str:
    return _tasks_on_threads(told.number("tasks"), told.number("threads"))


def _full(told: _Told) -> str:
    """Say of the client that had the task why it did not stay there."""
    if "full" not in told.facts:
        return ""
    there = _tasks_on_threads(told.number("full_tasks"), told.number("full_threads"))
    return f"; {told.name('full')} had it before, but is full with {there}"


def _tasks_on_threads(tasks: int, threads: int) -> str:
    return f"{tasks:,} on {counted(threads, 'thread')}"


def _state_here(told: _Told) -> str:
    lag = told.number("lag")
    if lag == NO_COPY:
        return "it has no copy of its state there"
    return "it runs there now" if lag == RUNNING else f"its copy there is {_behind(lag)}"


def _copy_behind(lag: int) -> str:
    if lag == NO_COPY:
        return "it has no copy of its state"
    return "it runs there now" if lag == RUNNING else f"its copy is {_behind(lag)}"


def _behind(lag: int) -> str:
    if lag == RUNNING:
        return "running"
    if lag == NO_COPY:
        return "without a copy"
    if lag == UNKNOWN_LAG:
        return "behind by an unknown number of records"
    return "complete" if lag == 0 else f"{lag:,} {'record' if lag == 1 else 'records'} behind"


def _accepted(told: _Told) -> str:
    limit = told.number("limit")
    if told.number("lag") < 0:
        return ""
    return ", and any lag is accepted" if limit == ANY_LAG else f", within acceptable.recovery.lag = {limit:,}"


def _too_much(told: _Told) -> str:
    lag, limit = told.number("lag"), told.number("limit")
    return f", more than acceptable.recovery.lag = {limit:,}" if lag > limit else ""


def _intended(told: _Told) -> str:
    what = "The copy shall be" if told.has_copy_only else "It shall run"
    return f"{what} on {told.name('intended')}, where {_copy_behind(told.number('intended_lag'))}."


def _lag_of_active(told: _Told, because: Because) -> str:
    """Add how far the client is, where that did not decide but was looked at."""
    says_it = {
        Because.CAUGHT_UP, Because.PROMOTED, Because.LEAST_LAG, Because.CATCHING_UP, Because.STEPPED_BACK,
        Because.NOTHING_BETTER,
    }  # fmt: skip
    if because in says_it or "lag" not in told.facts:
        return ""
    if told.facts.get("copies") == 0:
        return " No client has a copy of its state yet."
    return f" {capital(_state_here(told))}{_accepted(told)}."


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
