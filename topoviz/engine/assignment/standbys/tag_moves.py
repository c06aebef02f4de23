"""Which standbys may move from a client to another without bringing copies together that tags keep apart.

Kafka: ClientTagAwareStandbyTaskAssignor#isAllowedTaskMovement, in both forms.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from uuid import UUID

from topoviz.engine.assignment.draft import Draft
from topoviz.engine.tasks.task_id import TaskId


def have_equal_tags(draft: Draft, source: int, destination: int) -> bool:
    """Tell whether a client has all tags of another, so that standbys may move to it to balance loads."""
    tags = draft.clients[destination].tags
    return all(tags.get(key) == value for key, value in draft.clients[source].tags.items())


@dataclass
class KeepsTagsApart:
    """Tells whether those who have a task would still have as many different tags after its standby has moved."""

    draft: Draft
    _tags: dict[UUID, frozenset[tuple[str, str]]] = field(init=False)
    _owners: dict[TaskId, UUID] = field(init=False)

    def __post_init__(self) -> None:
        clients = self.draft.clients
        self._tags = {client.process_id: frozenset(client.tags.items()) for client in clients}
        self._owners = {
            self.draft.tasks[task]: clients[self.draft.owners[task]].process_id for task in self.draft.stateful
        }

    def __call__(
        self, source: UUID, destination: UUID, task: TaskId, standbys: Mapping[UUID, AbstractSet[TaskId]]
    ) -> bool:
        """Count the tags of all that have the task, with the one and with the other."""
        others: set[tuple[str, str]] = set()
        for client, tags in self._tags.items():
            if client not in (source, destination) and (self._owners[task] == client or task in standbys[client]):
                others |= tags
        return len(others | self._tags[destination]) >= len(others | self._tags[source])
