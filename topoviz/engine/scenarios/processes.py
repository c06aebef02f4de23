"""Processes of clients: their ids, their threads and the members that these are, and what a disk holds after them.

Source: StateDirectory#initializeProcessId (KAFKA-10716), StreamsConfig#getMainConsumerConfigs (KIP-345).
"""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.engine.scenarios.chance import Chance
from topoviz.engine.scenarios.clients import LiveClient, LiveThread
from topoviz.engine.scenarios.group import Member
from topoviz.engine.scenarios.leftover_state import Unclean
from topoviz.engine.scenarios.model import Scenario
from topoviz.engine.scenarios.restoring import Changelogs
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True, slots=True)
class Processes:
    """Makes processes, threads and members, with the ids that chance gives them."""

    scenario: Scenario
    behaviours: Behaviours
    application_id: str
    chance: Chance

    def add(self, name: str, threads: int) -> LiveClient:
        """Give a client that was not there."""
        return LiveClient(name, self.chance.uuid("process", name, 1), threads)

    def start(self, client: LiveClient, now_ms: int, *, loses_state: bool, threads: int | None) -> None:
        """Start the process of a client: it keeps its id only with its disk, and only where a version writes it."""
        keeps_id = client.starts == 0 or (not loses_state and self.behaviours.has("keeps_process_ids"))
        client.starts += 1
        if loses_state:
            client.copies = {}
        if not keeps_id:
            client.process_id = self.chance.uuid("process", client.name, client.starts)
            client.has_process_id = False
        client.is_running, client.started_ms = True, now_ms
        client.number_of_threads = threads or client.number_of_threads
        client.threads = [self.thread(client, number, now_ms) for number in range(1, client.number_of_threads + 1)]

    def thread(self, client: LiveClient, number: int, now_ms: int) -> LiveThread:
        """Give a thread whose consumer has an id as the broker makes it."""
        name = f"StreamThread-{number}"
        member_id = self.chance.uuid("member", client.name, client.starts, number, now_ms)
        consumer_id = f"{self.application_id}-{client.process_id}-{name}-consumer-{member_id}"
        return LiveThread(name, number, consumer_id)

    def key(self, client: LiveClient, thread: LiveThread) -> str:
        """Name a member: by its consumer, or by its instance id, which stays when a client comes back."""
        return f"{client.name}-{thread.number}" if self.scenario.runtime.is_static else thread.consumer_id

    def member(self, client: LiveClient, thread: LiveThread, now_ms: int) -> Member:
        """Give the member that a thread is; when its heartbeats come is chance."""
        interval = self.scenario.runtime.heartbeat_interval_ms
        beats_at = now_ms + self.chance.below(interval, "heartbeat", client.name, client.starts, thread.number)
        return Member(
            self.key(client, thread),
            thread.consumer_id,
            client.name,
            beats_at,
            now_ms,
            active=thread.active,
            standby=thread.standby,
        )

    def end(self, client: LiveClient, changelogs: Changelogs, now_ms: int, *, is_clean: bool) -> list[TaskId]:
        """End the process of a client, with what a later one will trust on its disk; gives what it will not."""
        unclean = Unclean(
            self.behaviours,
            self.scenario.runtime,
            self.scenario.state.writes_per_second,
            self.scenario.rate.record_bytes,
        )
        roles = {task: role for _, task, role in client.held()}
        lost = []
        for task, copy in list(client.copies.items()):
            copy.restore = None
            if task not in roles:
                continue
            copy.left_ms = now_ms
            if is_clean:
                continue
            if unclean.is_lost(roles[task], copy.position >= changelogs.ends.get(task, 0)):
                del client.copies[task]
                lost.append(task)
            else:
                unclean.rewind(copy, now_ms)
        client.is_running, client.threads = False, []
        return sorted(lost)
