"""How far each client is with each stateful task, and which count as caught up.

Kafka: HighAvailabilityTaskAssignor#tasksToCaughtUpClients, #tasksToClientByLag.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from topoviz.engine.assignment.draft import Draft
from topoviz.engine.assignment.problem import NO_COPY, RUNNING
from topoviz.engine.assignment.settings import ANY_LAG


@dataclass
class Progress:
    """Lags and who is caught up, worked out for the tasks that somebody asks about."""

    draft: Draft
    limit: int = field(init=False)
    _caught_up: dict[int, frozenset[int]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.limit = self.draft.problem.settings.acceptable_recovery_lag

    def lag(self, client: int, task: int) -> int:
        """Give the lag of a task on a client."""
        return self.draft.problem.lag_of(self.draft.clients[client], self.draft.tasks[task])

    def told_lag(self, client: int, task: int) -> int:
        """Give the lag as a reason tells it: `NO_COPY` of a client that has nothing of the task."""
        return self._known[task].get(client, NO_COPY)

    def is_unknown_to_all(self, task: int) -> bool:
        """Tell whether no client has anything of a task."""
        return not self._known[task]

    def is_enough(self, lag: int) -> bool:
        """Tell whether a client with such a lag is caught up: it runs the task, or lags by no more than the limit."""
        return lag == RUNNING or self.limit == ANY_LAG or 0 <= lag <= self.limit

    def caught_up(self, task: int) -> frozenset[int]:
        """Give the clients that are caught up with a task."""
        found = self._caught_up.get(task)
        if found is None:
            known = self._known[task]
            found = frozenset(client for client, lag in known.items() if self.is_enough(lag))
            if len(known) < len(self.draft.clients) and self.is_enough(self._lag_without_state(task)):
                found |= {client for client in range(len(self.draft.clients)) if client not in known}
            self._caught_up[task] = found
        return found

    def nearest(self, task: int) -> tuple[int, int]:
        """Give the least lag of a task, and the client that has it; what is not known (-3) counts as less than all."""
        known = self._known[task]
        best = min(((lag, client) for client, lag in known.items()), default=None)
        if len(known) < len(self.draft.clients):
            without = self._lag_without_state(task)
            if best is None or without <= best[0]:
                first = next(client for client in range(len(self.draft.clients)) if client not in known)
                best = min(best or (without, first), (without, first))
        if best is None:
            raise ValueError("no clients")
        return best

    def by_lag(self, task: int) -> list[int]:
        """Give all clients by their lag, then by id."""
        known = self._known[task]
        if len(known) < len(self.draft.clients):
            without = self._lag_without_state(task)
            return sorted(range(len(self.draft.clients)), key=lambda client: known.get(client, without))
        return sorted(range(len(self.draft.clients)), key=known.__getitem__)

    @cached_property
    def _known(self) -> list[dict[int, int]]:
        """The lags that clients know, by task and client."""
        places = {task: place for place, task in enumerate(self.draft.tasks)}
        found: list[dict[int, int]] = [{} for _ in places]
        for client, state in enumerate(self.draft.clients):
            for task, lag in state.lags.items():
                place = places.get(task)
                if place is not None:
                    found[place][client] = lag
        return found

    def _lag_without_state(self, task: int) -> int:
        name = self.draft.tasks[task]
        lag = self.draft.problem.lags_without_state.get(name)
        if lag is None:
            raise ValueError(f"Tried to lookup lag for unknown task {name}")
        return lag
