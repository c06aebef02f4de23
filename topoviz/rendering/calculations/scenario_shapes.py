"""What `topoviz/scenario@1` looks like, member by member. Members are only ever added."""

from __future__ import annotations

from typing import Annotated as Is
from typing import TypedDict

from topoviz.engine.assignment.result import Role
from topoviz.engine.scenarios.model import StepKind
from topoviz.rendering.calculations.shapes import Assignor, Rebalance, Tasks


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


class ScenarioStep(TypedDict):
    """What happens at a moment, and what follows from it."""

    at_ms: Is[int, "When, in milliseconds since the beginning."]
    kind: Is[StepKind, "What it is about."]
    event: Is[str, "What happens, in a sentence."]
    cause: Is[str, "Why, in sentences; empty for what somebody does."]
    rebalance: Is[Rebalance | None, "Who gets what, of a rebalance."]
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
