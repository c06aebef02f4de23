"""What is rebalanced, and what comes of it for every client and every stream thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.cooperation import Withheld
from topoviz.engine.assignment.problem import AssignmentProblem, ClientState, TaskPartitions
from topoviz.engine.assignment.result import AssignmentResult, ClientTasks, Reason
from topoviz.engine.assignment.settings import AssignmentSettings
from topoviz.engine.cluster.model import Client
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.tasks import Task
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True, slots=True)
class Application:
    """What is assigned: the tasks of a topology, and what the leader finds out about their partitions.

    `ends` are the records in the changelogs of stateful tasks, as far as they are said; None when the leader cannot
    fetch them. `racks` are those of replicas.
    """

    tasks: tuple[Task, ...]
    settings: AssignmentSettings
    behaviours: Behaviours
    assignor: str | None = None
    ends: Mapping[TaskId, int] | None = field(default_factory=dict)
    racks: Mapping[TopicPartition, tuple[str, ...]] = field(default_factory=dict)

    @property
    def stateful(self) -> frozenset[TaskId]:
        """The tasks that have state."""
        return frozenset(task.id for task in self.tasks if task.is_stateful)

    def problem_for(
        self, clients: tuple[ClientState, ...], lags_without_state: Mapping[TaskId, int] | None = None
    ) -> AssignmentProblem:
        """Give what an assignor is asked about these clients."""
        return AssignmentProblem(
            self.behaviours,
            self.settings,
            tuple(sorted(task.id for task in self.tasks)),
            self.stateful,
            clients,
            {task.id: TaskPartitions(task.partitions, task.changelogs) for task in self.tasks},
            self.racks,
            lags_without_state or {},
        )


@dataclass(frozen=True, slots=True)
class ThreadTasks:
    """What one stream thread gets; each sorted. `stand_ins` are standbys only until the rebalance that follows.

    `reasons` say why a task is on this thread of its client, `withheld` ones among them.
    """

    name: str
    consumer_id: str
    active: tuple[TaskId, ...] = ()
    standby: tuple[TaskId, ...] = ()
    warm_ups: tuple[TaskId, ...] = ()
    withheld: tuple[Withheld, ...] = ()
    stand_ins: tuple[TaskId, ...] = ()
    revoked: tuple[TaskId, ...] = ()
    reasons: Mapping[TaskId, Reason] = field(default_factory=dict)

    @property
    def is_idle(self) -> bool:
        """Tell whether the thread has nothing to do and waits for nothing."""
        return not (self.active or self.standby or self.warm_ups or self.withheld or self.stand_ins)


@dataclass(frozen=True, slots=True)
class RebalancedClient:
    """A client of the cluster, what the assignor gave it, and how its threads share that."""

    client: Client
    tasks: ClientTasks
    threads: tuple[ThreadTasks, ...]


@dataclass(frozen=True, slots=True)
class FollowUp:
    """Which rebalances come after this one by themselves.

    `at_once` are the consumers that wait for tasks; one of them, or who gives tasks back, starts the next rebalance.
    `probing` is the consumer that starts one when the interval is over, to see which copies have caught up.
    """

    at_once: tuple[str, ...] = ()
    probing: str | None = None
    probing_after_ms: int = 0

    @property
    def is_stable(self) -> bool:
        """Tell whether nothing follows."""
        return not self.at_once and self.probing is None


@dataclass(frozen=True, slots=True)
class Rebalance:
    """A rebalance: who gets what and why, what follows, and what the answer rests on."""

    application: Application
    assignor: Assignor
    problem: AssignmentProblem
    result: AssignmentResult
    clients: tuple[RebalancedClient, ...]
    follow_up: FollowUp
    warnings: tuple[str, ...]
    doubts: tuple[str, ...]

    @property
    def idle_threads(self) -> tuple[str, ...]:
        """List the consumers of threads that got nothing."""
        return tuple(thread.consumer_id for client in self.clients for thread in client.threads if thread.is_idle)
