"""What an assignor is: a name, a sentence, a place in Kafka, the releases that have it, and a pure function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from topoviz.engine.assignment.problem import AssignmentProblem
from topoviz.engine.assignment.result import AssignmentResult


@dataclass(frozen=True, slots=True)
class Assignor:
    """A class of Kafka that says which client gets which task.

    `behaviour` names the row of versions.py for which it is there; `reference` is the class, a KIP or a ticket.
    """

    name: str
    sentence: str
    reference: str
    behaviour: str
    assign: Callable[[AssignmentProblem], AssignmentResult]
