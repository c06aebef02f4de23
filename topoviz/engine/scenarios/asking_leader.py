"""What the leader of a group is asked in a rebalance, and how its answer comes to the threads.

Source: StreamsPartitionAssignor#assign and #onAssignment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from topoviz.engine.assignment.rebalance import rebalance
from topoviz.engine.assignment.rebalanced import Application, Rebalance
from topoviz.engine.cluster.model import Cluster
from topoviz.engine.scenarios.clients import RECORD, LiveClient
from topoviz.engine.scenarios.group import Group
from topoviz.engine.scenarios.processes import Processes
from topoviz.engine.tasks.task_id import TaskId


def ask_leader(
    group: Group,
    clients: Mapping[str, LiveClient],
    ends: Mapping[TaskId, int],
    application: Application,
    now_ms: int,
) -> Rebalance:
    """Assign among the members that are there; raises AssignmentFails where Kafka Streams throws.

    `ends` of changelogs are in the unit of positions; those of the application are not looked at.
    """
    present = [one for one in group.members.values() if one.expires_ms is None]
    members = frozenset(one.consumer_id for one in present)
    order = list(dict.fromkeys(one.client for one in present))
    for name in order:
        clients[name].clean_disk(now_ms, group.settings.state_cleanup_delay_ms)
    asked = Cluster(tuple(clients[name].as_told(ends, members) for name in order))
    assert group.leader is not None
    known = replace(application, ends={task: end // RECORD for task, end in ends.items()})
    return rebalance(asked, known, clients[group.leader.client].process_id)


def give_to_threads(found: Rebalance, group: Group, clients: Mapping[str, LiveClient], processes: Processes) -> None:
    """Let every thread and its member have what it was given."""
    for given in found.clients:
        one = clients[given.client.name]
        threads = {thread.consumer_id: thread for thread in one.threads}
        for got in given.threads:
            thread = threads[got.consumer_id]
            thread.active = got.active
            thread.standby = tuple(sorted((*got.standby, *got.warm_ups, *got.stand_ins)))
            thread.warm_ups = got.warm_ups
            member = group.members[processes.key(one, thread)]
            member.active, member.standby, member.warm_ups = thread.active, thread.standby, thread.warm_ups
