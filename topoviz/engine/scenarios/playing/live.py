"""A scenario as it stands at a moment: all that events, time and rebalances change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from topoviz.engine.cluster.model import Client
from topoviz.engine.scenarios.chance import Chance
from topoviz.engine.scenarios.clients import RECORD, Copy, LiveClient
from topoviz.engine.scenarios.group import Group
from topoviz.engine.scenarios.model import Scenario
from topoviz.engine.scenarios.owners import Owners
from topoviz.engine.scenarios.playing.plan import Plan
from topoviz.engine.scenarios.processes import Processes
from topoviz.engine.scenarios.recorded import OpenStep, OpenWait
from topoviz.engine.scenarios.restoring import Changelogs, Restoring
from topoviz.engine.scenarios.topics import Topics
from topoviz.engine.scenarios.who_has_what import WhoHasWhat
from topoviz.engine.versions import Behaviours


@dataclass(slots=True)
class Live:
    """`probing` says when which member starts a probing rebalance; `given_back` waits for the next rebalance's step.

    `changed_ms` is when something last changed, and `line` that of the event which happens.
    """

    scenario: Scenario
    topics: Topics
    chance: Chance
    processes: Processes
    group: Group
    restoring: Restoring
    changelogs: Changelogs
    plan: Plan = field(default_factory=Plan)
    clients: dict[str, LiveClient] = field(default_factory=dict)
    owners: Owners = field(default_factory=Owners)
    who_has_what: WhoHasWhat = field(default_factory=WhoHasWhat)
    steps: list[OpenStep] = field(default_factory=list)
    now: int = 0
    changed_ms: int = 0
    line: int | None = None
    given_back: list[OpenWait] = field(default_factory=list)
    probing: tuple[int, str] | None = None
    pending_counts: dict[str, int] = field(default_factory=dict)
    rebalances: int = 0
    refusal: str | None = None
    is_cut_off: bool = False
    doubts: dict[str, None] = field(default_factory=dict)
    warnings: dict[str, None] = field(default_factory=dict)

    @property
    def behaviours(self) -> Behaviours:
        """How this version of Kafka Streams behaves."""
        return self.topics.behaviours

    def note(self, sentence: str) -> None:
        """Add a sentence to the step of now."""
        self.steps[-1].notes.append(sentence)

    def show_clients(self) -> None:
        """Let the step of now show who has what at its end."""
        self.steps[-1].clients = self.who_has_what.look(self.clients.values())

    def find_changelogs(self) -> None:
        """Give tasks that are new the changelogs that the scenario says they have."""
        for task, records in self.topics.records(self.scenario.state).items():
            self.changelogs.ends.setdefault(task, records * RECORD)


def open_scenario(scenario: Scenario, topics: Topics) -> Live:
    """Give a scenario before anything happens: no client runs, and what a text says is on its disk."""
    chance = Chance(scenario.seed)
    live = Live(
        scenario,
        topics,
        chance,
        Processes(scenario, topics.behaviours, topics.application_id, chance),
        Group(scenario.runtime),
        Restoring(scenario.rate, topics.behaviours.has("restores_before_processing")),
        Changelogs({}, scenario.state.writes_per_second * RECORD // 1_000),
    )
    live.plan.add(scenario.events)
    live.find_changelogs()
    for client in scenario.cluster.clients:
        live.clients[client.name] = at_rest(client, live.changelogs, chance)
    return live


def let_run(live: Live, clients: Iterable[Client]) -> None:
    """Let clients run since before the first event, with what their texts say."""
    for client in clients:
        one = live.clients[client.name]
        one.is_running, one.starts = True, 1
        one.threads = [live.processes.thread(one, number, live.now) for number in range(1, one.number_of_threads + 1)]
        for thread, had in zip(one.threads, client.threads, strict=True):
            thread.name = had.name
            thread.active, thread.standby = had.active, had.standby
            member = live.processes.member(one, thread, live.now)
            live.group.members[member.key] = member
            live.owners.give(one.name, thread.active, live.now)
        for copy in one.copies.values():
            copy.left_ms = None if copy.left_ms is None else 0
    live.group.generation = 1


def at_rest(client: Client, changelogs: Changelogs, chance: Chance) -> LiveClient:
    """Give a client that does not run, with what a text says of its disk."""
    had = {task for thread in client.threads for task in (*thread.active, *thread.standby)}.union(client.stored)
    copies = {
        task: Copy(max(changelogs.ends[task] - client.lags.get(task, 0) * RECORD, 0), left_ms=0)
        for task in sorted(had)
        if task in changelogs.ends and client.keeps_state
    }
    return LiveClient(
        client.name,
        client.process_id if client.has_process_id else chance.uuid("process", client.name, 1),
        len(client.threads),
        client.has_process_id,
        client.tags,
        client.rack,
        copies=copies,
    )
