"""What each step of a scenario changes: clients, and placements of tasks, that differ from the step before.

A rebalance of a large cluster leaves nearly all as it is; written whole each time, hundreds of them are hundreds of
megabytes.
"""

from __future__ import annotations

from typing import Any

from topoviz.engine.assignment.rebalanced import Rebalance
from topoviz.engine.scenarios.model import ClientNow, Step, ThreadNow
from topoviz.engine.tasks.task_id import TaskId
from topoviz.rendering.assignment.of_scenario import going_on
from topoviz.rendering.calculations.rebalance_json import (
    Placed,
    client_to_json,
    names_in,
    placed_in,
    placed_to_json,
    sums_to_json,
    withheld_to_json,
)

Json = dict[str, Any]


class Changes:
    """Goes through the steps of a scenario in their order, and gives what is not as it was."""

    def __init__(self) -> None:
        self._before: Step | None = None
        self._clients: dict[str, Json] = {}
        self._placed: dict[tuple[TaskId, str], tuple[Placed, Json]] = {}
        self._cooperation: dict[tuple[str, str], Json] = {}

    def clients(self, step: Step) -> list[Json]:
        """Give the clients that differ, each whole; all of them in the first step."""
        self._look_at_cooperation(step)
        changed = []
        for client in step.clients:
            said = self._client(client)
            if self._clients.get(client.name) != said:
                self._clients[client.name] = said
                changed.append(said)
        self._before = step
        return changed

    def rebalance(self, done: Rebalance) -> Json:
        """Give the placements that differ from those of the rebalance before, and those that are no more."""
        placed, names = placed_in(done), names_in(done)
        before, self._placed = self._placed, {}
        changed = []
        for one in placed:
            key = (one.placement.task, one.client)
            known = before.get(key)
            if known is None or known[0] != one:
                said = placed_to_json(one, names)
                if known is None or known[1] != said:
                    changed.append(said)
                known = (one, said)
            self._placed[key] = known
        ended = sorted(key for key in before if key not in self._placed)
        return {
            "placements": changed,
            "ended": [{"task": str(task), "client": client} for task, client in ended],
            **sums_to_json(done, placed),
        }

    def _client(self, client: ClientNow) -> Json:
        return {
            **client_to_json(client),
            "is_running": client.is_running,
            "threads": [self._thread(client.name, thread) for thread in client.threads],
        }

    def _thread(self, client: str, thread: ThreadNow) -> Json:
        cooperation = self._cooperation.get((client, thread.name), {"withheld": [], "revoked": []})
        return {
            "name": thread.name,
            "active": [str(task) for task in thread.active],
            "standby": [str(task) for task in thread.standby],
            "warm_up": [str(task) for task in thread.warm_ups],
            **cooperation,
            "is_idle": not (thread.active or thread.standby or thread.warm_ups or cooperation["withheld"]),
        }

    def _look_at_cooperation(self, step: Step) -> None:
        """Note what threads wait for and give back; that holds until the next rebalance, or the end of the process."""
        if step.rebalance is not None:
            done = step.rebalance
            self._cooperation = {
                (one.client.name, thread.name): {
                    "withheld": withheld_to_json(thread, done),
                    "revoked": [str(task) for task in thread.revoked],
                }
                for one in done.clients
                for thread in one.threads
                if thread.withheld or thread.revoked
            }
            return
        stay = going_on(self._before, step)
        self._cooperation = {key: one for key, one in self._cooperation.items() if key[0] in stay}
