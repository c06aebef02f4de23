"""Small worlds to simulate: topics that tasks read, nodes one after another, and what happened as events."""

from dataclasses import replace
from uuid import UUID

from topoviz.engine.assignment.rebalance import rebalance
from topoviz.engine.assignment.rebalanced import Application
from topoviz.engine.assignment.settings import AssignmentSettings
from topoviz.engine.cluster.model import Client, Cluster, StreamThread
from topoviz.engine.scenarios.model import RestoreRate, Scenario, StateSize
from topoviz.engine.scenarios.runtime_settings import read_runtime_settings
from topoviz.engine.simulation.nodes.operations import NO_OPERATIONS
from topoviz.engine.simulation.nodes.segments import find_ways
from topoviz.engine.simulation.plan import GroupPlan, LoggedStore, SimulationPlan, ThreadPlan
from topoviz.engine.simulation.records.model import InputRecord
from topoviz.engine.simulation.settings import SimulationSettings
from topoviz.engine.simulation.simulate import simulate
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.tasks import Task
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode, Topology
from topoviz.engine.versions import Behaviours, parse_version

JOIN = [
    SourceNode("orders-in", topics=("orders",)),
    SourceNode("prices-in", topics=("prices",)),
    ProcessorNode("join", ("orders-in", "prices-in")),
    SinkNode("joined", ("join",), topic="joined"),
]
ORDERS = [SourceNode("orders-in", topics=("orders",)), ProcessorNode("map", ("orders-in",))]
THROUGH = [
    [*ORDERS, SinkNode("again", ("map",), topic="by-customer")],
    [SourceNode("by-customer-in", topics=("by-customer",)), SinkNode("out", ("by-customer-in",), topic="out")],
]


class Lived:
    """What a simulation gave: its summary, and its events by kind."""

    def __init__(self, summary, events):
        self.summary = summary
        self.events = events

    def of(self, kind):
        return [one for one in self.events if kind == one.KIND]

    @property
    def order(self):
        return [(one.partition, one.offset) for one in self.of("processed")]

    def task(self, name):
        return next(one for one in self.summary.tasks if one.task == name)


def plan_of(version, sub_topologies, settings=None, partitions=1, threads=1, operations=NO_OPERATIONS):
    """Give a plan in which threads `a-1`, `a-2` … of instance `a` share the tasks in turn."""
    settings = settings or SimulationSettings()
    nodes = [node for one in sub_topologies for node in one]
    topology = Topology(tuple(nodes), {}, {}, {}, frozenset(), {}, {}, (), (), {})
    topics = [[t for node in one if isinstance(node, SourceNode) for t in node.topics] for one in sub_topologies]
    tasks = {
        TaskId(group, number): Task(TaskId(group, number), tuple(TopicPartition(topic, number) for topic in read))
        for group, read in enumerate(topics)
        for number in range(partitions)
    }
    ids = list(tasks)
    return SimulationPlan(
        Behaviours(parse_version(version)),
        settings,
        tuple(ThreadPlan(f"a-{one + 1}", "a", tuple(ids[one::threads])) for one in range(threads)),
        tasks,
        {
            group: find_ways(topology, [node.name for node in one], settings.nodes, operations)
            for group, one in enumerate(sub_topologies)
        },
        {topic: partitions for read in topics for topic in read},
        frozenset({"by-customer"}),
    )


def with_group(plan, instances=("a",), first=(), starts=False, static=False, records=0, rate=None, standbys=0):
    """Let a plan have a group of instances with one thread each; its sub-topologies have a store, with so many records.

    `first` are the tasks that each has at the beginning; the first has all, where nothing is said.
    """
    runtime = plan.settings.runtime
    given = {"group.instance.id": "i"} if static else {}
    settings = replace(
        read_runtime_settings(given, plan.behaviours),
        max_poll_interval_ms=runtime.most_between_polls_ms,
        commit_interval_ms=runtime.commit_ms,
        processing_guarantee=runtime.guarantee.value,
        session_timeout_ms=10_000,
    )
    tasks = tuple(replace(task, changelogs=(TopicPartition("log", task.id.partition),)) for task in plan.tasks.values())
    had = ((),) * len(instances) if starts else first or (tuple(plan.tasks), *((),) * (len(instances) - 1))
    clients = tuple(
        Client(name, UUID(int=number), (StreamThread("StreamThread-1", tuple(mine)),))
        for number, (name, mine) in enumerate(zip(instances, had, strict=True), 1)
    )
    assignment = AssignmentSettings(num_standby_replicas=standbys)
    application = Application(tasks, assignment, plan.behaviours, ends={task.id: 0 for task in tasks})
    cluster = Cluster(clients)
    scenario = Scenario(cluster, (), assignment, settings, rate or RestoreRate(), StateSize(records))
    group = GroupPlan(application, scenario, "app", rebalance(cluster, application), starts)
    writers = {task.id.sub_topology_id: plan.ways[task.id.sub_topology_id].segments[0].steps[0] for task in tasks}
    return replace(
        plan,
        threads=tuple(ThreadPlan(f"{name}-1", name, tuple(mine)) for name, mine in zip(instances, had, strict=True)),
        nodes=dict.fromkeys(plan.ways, ("in", "map")),
        stores={group: (LoggedStore("counts", "log", node, records),) for group, node in writers.items()},
        group=group,
    )


def live(plan, records):
    events = []
    return Lived(simulate(plan, records, events.append), events)


def record(time, topic="orders", partition=0, key="k", timestamp=None):
    return InputRecord(time, TopicPartition(topic, partition), key, time if timestamp is None else timestamp)
