"""Small worlds to simulate: topics that tasks read, nodes one after another, and what happened as events."""

from topoviz.engine.simulation.nodes.segments import find_ways
from topoviz.engine.simulation.plan import SimulationPlan, ThreadPlan
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


def plan_of(version, sub_topologies, settings=None, partitions=1, threads=1):
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
            group: find_ways(topology, [node.name for node in one], settings.nodes)
            for group, one in enumerate(sub_topologies)
        },
        {topic: partitions for read in topics for topic in read},
        frozenset({"by-customer"}),
    )


def live(plan, records):
    events = []
    return Lived(simulate(plan, records, events.append), events)


def record(time, topic="orders", partition=0, key="k", timestamp=None):
    return InputRecord(time, TopicPartition(topic, partition), key, time if timestamp is None else timestamp)
