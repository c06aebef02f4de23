"""Who has what at the end of each step; steps share what did not change in between."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from topoviz.engine.scenarios.clients import LiveClient, LiveThread
from topoviz.engine.scenarios.model import ClientNow, ThreadNow


@dataclass(slots=True)
class WhoHasWhat:
    """Looks at clients again and again; `last` is what it saw last."""

    last: tuple[ClientNow, ...] = ()

    def look(self, clients: Iterable[LiveClient]) -> tuple[ClientNow, ...]:
        """Give all clients as they are now; the same tuple as before where all is as it was."""
        before = {one.name: one for one in self.last}
        now = []
        for client in clients:
            found, had = _client(client), before.get(client.name)
            now.append(had if had is not None and had == found else found)
        if len(now) != len(self.last) or any(one is not had for one, had in zip(now, self.last, strict=True)):
            self.last = tuple(now)
        return self.last


def _client(client: LiveClient) -> ClientNow:
    return ClientNow(
        client.name,
        client.process_id,
        client.has_process_id,
        client.rack,
        client.tags,
        client.is_running,
        tuple(map(_thread, client.threads)),
    )


def _thread(thread: LiveThread) -> ThreadNow:
    standby = thread.standby
    if thread.warm_ups:
        warm_ups = set(thread.warm_ups)
        standby = tuple(task for task in standby if task not in warm_ups)
    return ThreadNow(thread.name, thread.active, standby, thread.warm_ups)
