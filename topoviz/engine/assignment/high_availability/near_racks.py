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
from topoviz.engine.assignment.racks.information import (
    Costs,
    RackCrossings,
    assigns_by_racks,
    note_on_racks,
    stateful_costs,
)
from topoviz.engine.assignment.racks.standbys import MayMove, bring_standbys_near, moves_between

_COSTS: Final = Costs(traffic=10, non_overlap=1)


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
        return stateful_costs(self.draft.problem.settings, _COSTS)

    def move_actives(self, tasks: Iterable[int], costs: Costs) -> None:
        """Move active tasks among those given."""
        if not self._is_on:
            return
        draft = self.draft
        places = {draft.tasks[task]: task for task in tasks}
        owners = {name: draft.clients[draft.owners[task]].process_id for name, task in places.items()}
        found = bring_actives_near(draft.problem, self._crossings, owners, costs, draft.clients)
        for name, process_id in found.items():
            if process_id != owners[name]:
                why = self._crossings.why(name, owners[name], process_id, of_changelogs=False)
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
        moves = moves_between(before, after)
        for move in moves:
            draft.drop_standby(self._client_places[move.source], places[move.task])
        for move in moves:
            why = self._crossings.why(move.task, move.source, move.destination, of_changelogs=True)
            draft.add_standby(self._client_places[move.destination], places[move.task], why)

    @cached_property
    def _crossings(self) -> RackCrossings:
        return RackCrossings(self.draft.problem)

    @cached_property
    def _client_places(self) -> dict[UUID, int]:
        return {client.process_id: place for place, client in enumerate(self.draft.clients)}
