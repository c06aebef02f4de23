"""A draft's tasks are brought near their partitions, where racks are known and a strategy is set.

Kafka: RackAwareTaskAssignor, as HighAvailabilityTaskAssignor calls it (KIP-925).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final
from uuid import UUID

from topoviz.engine.assignment.draft import Draft
from topoviz.engine.assignment.racks.actives import bring_actives_near
from topoviz.engine.assignment.racks.information import Costs, RackCrossings, assigns_by_racks, note_on_racks
from topoviz.engine.assignment.racks.standbys import MayMove, bring_standbys_near
from topoviz.engine.assignment.result import Because, Reason
from topoviz.engine.tasks.task_id import TaskId

_TRAFFIC_COST: Final = 10
_NON_OVERLAP_COST: Final = 1


@dataclass
class NearRacks:
    """Moves tasks of a draft; does nothing where racks do not count."""

    draft: Draft
    _is_on: bool = field(init=False)

    def __post_init__(self) -> None:
        note = note_on_racks(self.draft.problem)
        if note is not None:
            self.draft.notes.append(note)
        self._is_on = assigns_by_racks(self.draft.problem)

    def stateful_costs(self) -> Costs:
        """Give the costs of the settings, or those of this assignor."""
        settings = self.draft.problem.settings
        return Costs(
            _TRAFFIC_COST if settings.traffic_cost is None else settings.traffic_cost,
            _NON_OVERLAP_COST if settings.non_overlap_cost is None else settings.non_overlap_cost,
        )

    def move_actives(self, tasks: Iterable[int], costs: Costs) -> None:
        """Move active tasks among those given."""
        if not self._is_on:
            return
        draft = self.draft
        places = {draft.tasks[task]: task for task in tasks}
        owners = {name: draft.clients[draft.owners[task]].process_id for name, task in places.items()}
        for name, process_id in bring_actives_near(draft.problem, self._crossings, owners, costs).items():
            if process_id != owners[name]:
                why = self._why(name, owners[name], process_id, of_changelogs=False)
                draft.set_active(self._client_places[process_id], places[name], why)

    def move_standbys(self, costs: Costs, may_move: MayMove) -> None:
        """Swap standbys."""
        if not self._is_on:
            return
        draft = self.draft
        places = {draft.tasks[task]: task for task in draft.stateful}
        ids = [client.process_id for client in draft.clients]
        owners = {name: ids[draft.owners[task]] for name, task in places.items()}
        before = {ids[client]: {draft.tasks[task] for task in tasks} for client, tasks in enumerate(draft.standbys)}
        after = bring_standbys_near(draft.problem, self._crossings, owners, before, costs, may_move)
        sources: dict[TaskId, list[UUID]] = {}
        for process_id in ids:
            for name in before[process_id] - after[process_id]:
                sources.setdefault(name, []).append(process_id)
                draft.drop_standby(self._client_places[process_id], places[name])
        for process_id in ids:
            for name in sorted(after[process_id] - before[process_id]):
                why = self._why(name, sources[name].pop(), process_id, of_changelogs=True)
                draft.add_standby(self._client_places[process_id], places[name], why)

    def _why(self, task: TaskId, source: UUID, destination: UUID, *, of_changelogs: bool) -> Reason:
        """Say how many partitions lie in other racks, there and here; a swap may also serve the other task."""
        return Reason(
            Because.RACK,
            {
                "from": str(source),
                "rack_there": self._crossings.racks[source],
                "rack": self._crossings.racks[destination],
                "far_there": self._crossings.count(task, source, of_changelogs=of_changelogs),
                "far_here": self._crossings.count(task, destination, of_changelogs=of_changelogs),
            },
        )

    @cached_property
    def _crossings(self) -> RackCrossings:
        return RackCrossings(self.draft.problem)

    @cached_property
    def _client_places(self) -> dict[UUID, int]:
        return {client.process_id: place for place, client in enumerate(self.draft.clients)}
