"""What an optimizer rule is, what it says when it fires, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.logical.nodes import NodeId
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.refusal import Refusal
from topoviz.engine.source import Origin
from topoviz.engine.versions import Behaviours


class Effect(StrEnum):
    """What a firing brings: fewer topics, nothing, or more work than before."""

    GAIN = "gain"
    NOTHING = "nothing"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Firing:
    """One change that a rule made: the nodes it touched, what happened in a sentence, and whether it pays.

    Ids of removed nodes are those of the plan before, ids of new ones those of the plan after.
    """

    nodes: tuple[NodeId, ...]
    sentence: str
    effect: Effect
    topics_removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The plan after a rule, what it did, and the exception if Kafka Streams throws while it works."""

    plan: LogicalPlan
    firings: tuple[Firing, ...] = ()
    refusal: Refusal | None = None
    refused_at: Origin | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One rewrite of the plan. `config` is its name in topology.optimization; rules without one always run.

    `behaviour` names the difference between versions that brought the rule; without it, every version has it.
    """

    name: str
    title: str
    explanation: str
    apply: Callable[[LogicalPlan, Behaviours], Outcome]
    config: str | None = None
    behaviour: str | None = None
