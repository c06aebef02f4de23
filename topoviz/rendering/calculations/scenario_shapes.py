"""What `topoviz/scenario@1` looks like, member by member. Members are only ever added.

Steps hold what changed. To know who has what after a step, go through the steps up to it: keep `clients` by name, and
placements by task and client; of a rebalance, first take away what `ended` names, then put in what `placements` has.
What is kept after a step with a rebalance is all of that rebalance; clients keep the order in which they came.
"""

from __future__ import annotations

from typing import Annotated as Is
from typing import Literal, TypedDict

from topoviz.engine.assignment.result import Role
from topoviz.engine.scenarios.model import StepKind
from topoviz.rendering.calculations.shapes import AssignedClient, AssignedPlacement, Assignor, Tasks


class RestoredCopy(TypedDict):
    """A copy of a task's state that is filled from changelogs."""

    task: Is[str, "The task."]
    client: Is[str, "The client."]
    thread: Is[str, "Its thread."]
    role: Is[Role, "What the client has the task as when this begins."]
    records: Is[int, "How many records are missing when this begins."]
    bytes: Is[int, "The same in bytes."]
    from_ms: Is[int, "When this begins, in milliseconds since the beginning."]
    seconds: Is[float | None, "How long it takes; null when something else ends it, or it never ends."]
    held_up: Is[list[str], "Active tasks of the same thread that are not processed meanwhile."]


class TaskWithoutOwner(TypedDict):
    """A time in which no thread has an active task."""

    task: Is[str, "The task."]
    from_ms: Is[int, "Since when, in milliseconds since the beginning."]
    to_ms: Is[int | None, "Until when; null when that lasts."]


class ScenarioClient(AssignedClient):
    """An instance of the application at the end of a step; it has no threads while it does not run.

    What its threads wait for and give back is what the last rebalance said.
    """

    is_running: Is[bool, "Whether it runs."]


class EndedPlacement(TypedDict):
    """A task that a client has no more."""

    task: Is[str, "The task."]
    client: Is[str, "The client."]


class ScenarioRebalance(TypedDict):
    """What a rebalance changes, and what follows. Counts are those of the whole rebalance."""

    placements: Is[
        list[AssignedPlacement],
        "Tasks on clients that are not there in the last rebalance before, or of which anything is different, each "
        "whole; all of them in the first rebalance.",
    ]
    ended: Is[list[EndedPlacement], "Placements of the last rebalance before that are no more."]
    moved: Is[int, "How many active tasks move to another client."]
    threads: Is[int, "How many stream threads there are."]
    idle_threads: Is[int, "How many of them have nothing to do."]
    follow_up: Is[Literal["at-once", "probing"] | None, "The rebalance that follows by itself; null when it is stable."]
    follow_up_after_ms: Is[int | None, "After how many milliseconds; null when it is stable."]
    warnings: Is[list[str], "What Kafka Streams logs, word for word."]
    doubts: Is[list[str], "What this rests on and nobody said; empty where it is certain."]


class ScenarioStep(TypedDict):
    """What happens at a moment, and what follows from it."""

    at_ms: Is[int, "When, in milliseconds since the beginning."]
    kind: Is[StepKind, "What it is about."]
    event: Is[str, "What happens, in a sentence."]
    cause: Is[str, "Why, in sentences; empty for what somebody does."]
    clients: Is[
        list[ScenarioClient],
        "Clients that differ from the step before, each whole as it is at the end of this one; all of them in the "
        "first step.",
    ]
    rebalance: Is[ScenarioRebalance | None, "Who gets what, of a rebalance."]
    moved: Is[list[str], "Active tasks that have another client than the last one they had."]
    restores: Is[list[RestoredCopy], "Copies whose filling begins here."]
    without_owner: Is[list[TaskWithoutOwner], "Active tasks that have no owner from here on, or had none until here."]
    idle_threads: Is[list[str], "Threads that have nothing to do, each with its client."]
    notes: Is[list[str], "What else is to be said, in sentences."]
    log: Is[list[str], "Lines that Kafka Streams logs here."]


class ScenarioTotals(TypedDict):
    """Sums over a scenario."""

    rebalances: Is[int, "How many rebalances there are."]
    probing_rebalances: Is[int, "How many of them look whether copies have caught up."]
    moved: Is[int, "How many times an active task changes its client."]
    restored_records: Is[int, "How many records are restored."]
    restored_bytes: Is[int, "The same in bytes."]
    longest_without_owner_ms: Is[int, "The longest time that a task has no owner, in milliseconds."]
    without_owner_ms: Is[int, "The times of all tasks without an owner together, in milliseconds."]
    idle_threads: Is[int, "How many threads are idle after the last rebalance."]
    stable_at_ms: Is[int | None, "Since when nothing changes any more; null when it never comes to rest."]
    ends_at_ms: Is[int, "When the scenario ends, in milliseconds since the beginning."]


class ScenarioAssumption(TypedDict):
    """What the scenario rests on and nobody said."""

    name: Is[str, "Its name."]
    value: Is[str, "The value that was taken."]
    sentence: Is[str, "What that means."]


class Scenario(TypedDict):
    """What happens to tasks over time."""

    schema: Is[str, "topoviz/scenario@1."]
    tasks: Is[Tasks, "The tasks at the beginning."]
    settings: Is[dict[str, str], "The settings that decide who gets which task, with the values that hold."]
    assignor: Is[Assignor | None, "The assignor; null where there is no rebalance."]
    steps: Is[list[ScenarioStep], "What happens, in the order of time."]
    refusal: Is[str | None, "Why Kafka Streams ends it, in its words."]
    totals: Is[ScenarioTotals | None, "Sums; null where tasks are not known."]
    assumptions: Is[list[ScenarioAssumption], "What nobody said, with the values that were taken."]
    doubts: Is[list[str], "What is not certain, in sentences."]
    warnings: Is[list[str], "What Kafka Streams warns of, word for word."]
