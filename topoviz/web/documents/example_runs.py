"""Examples of what happens to records: a program, how it runs, and a story that goes through the events."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from topoviz.web.places import PACKAGE

FOLDER: Final = PACKAGE / "web" / "examples" / "runs"
ORDER: Final = (
    "start-up",
    "uneven-topics",
    "empty-partition-until-2-8",
    "empty-partition-since-3-0",
    "slow-task",
    "shared-work",
    "pause-and-resume",
    "stream-time-stands-still",
    "late-record",
    "suppressed",
    "at-least-once-crash",
    "exactly-once-crash",
    "fail-over",
    "scale-out",
    "stream-task-until-2-5",
    "commit-on-request",
    "fenced",
    "slow-coordinator",
    "exception",
)
"""The folders, in the order in which they teach."""


@dataclass(frozen=True, slots=True)
class Step:
    """A paragraph, and the event that it is about: `number` is its place in the trace.

    `find` has fields of the event and their values: it is the next such event after that of the step before.
    """

    say: str
    find: Mapping[str, str | int]
    number: int


@dataclass(frozen=True, slots=True)
class Run:
    """How an example runs: the texts that a simulation takes, and its story."""

    partitions: str
    instances: tuple[str, ...]
    configuration: str
    records: str
    steps: tuple[Step, ...]

    @property
    def cluster(self) -> str:
        """Give the instances as a cluster is described."""
        return f"clients: [{', '.join(f'{{name: {name}}}' for name in self.instances)}]"


@dataclass(frozen=True, slots=True)
class ExampleRun:
    """A folder in `web/examples/runs/`: `Program.java`, `run.yml`, `records.csv` and `story.toml`."""

    id: str
    title: str
    teaches: str
    kafka_version: str
    program: str
    run: Run


@cache
def example_runs() -> tuple[ExampleRun, ...]:
    """Give all of them, in the order in which they teach."""
    return tuple(map(_read, ORDER))


def _read(name: str) -> ExampleRun:
    story: dict[str, Any] = tomllib.loads(_text(name, "story.toml"))
    run = Run(
        "\n".join(part.strip() for part in story["partitions"].split(",")),
        tuple(story.get("instances", ("a",))),
        _text(name, "run.yml"),
        _text(name, "records.csv"),
        tuple(Step(one["say"], one["find"], one.get("number", 0)) for one in story["steps"]),
    )
    return ExampleRun(name, story["title"], story["teaches"], story["kafka_version"], _text(name, "Program.java"), run)


def _text(name: str, file: str) -> str:
    place = FOLDER / name / file
    return place.read_text(encoding="utf-8") if place.exists() else ""
