"""Make who has which task, for tests of drawing: real tasks of real topologies, dealt to clients by hand."""

from tests.engine.analyzing import behaviours, topology_of
from topoviz.engine.assignment.result import Role
from topoviz.engine.tasks.reading_counts import read_partition_counts
from topoviz.engine.tasks.task_id import parse_task_id
from topoviz.engine.topology_tasks import tasks_of
from topoviz.rendering.assignment.holders import Held, Holder, Holding, Thread
from topoviz.rendering.topology_picture import scene_of

TWO_GROUPS = """
builder.<String, String>stream("Topic-A").merge(builder.<String, String>stream("Topic-B")).to("out-1");
builder.<String, String>stream("Topic-C").to("out-2");
"""
"""Two sub-topologies: one reads two topics of different size, the other one topic."""

TWO_GROUPS_COUNTS = "Topic-A=4\nTopic-B=5\nTopic-C=4"

WITH_STATE = """
KStream<String, String> orders = builder.stream("orders");
orders.selectKey((k, v) -> v).groupByKey().count(Materialized.as("per-customer")).toStream().to("counts");
builder.<String, String>stream("payments").join(builder.<String, String>table("customers"), (a, b) -> b).to("paid");
builder.globalTable("rates");
"""
"""Three sub-topologies, two of which keep state, and a global table."""


def with_state(partitions):
    """Give partition counts for WITH_STATE: so many each."""
    return f"orders={partitions}\npayments={partitions}\ncustomers={partitions}\nrates=6"


def tasks(java=TWO_GROUPS, counts=TWO_GROUPS_COUNTS):
    """Give the scene of a program, and its tasks."""
    analyzed = topology_of(java)
    return scene_of(analyzed), tasks_of(analyzed, read_partition_counts(counts), behaviours())


def dealt(java, counts, clients, threads, *, standbys=0):
    """Deal tasks to the threads of clients in turn, and copies of what keeps state to the clients that follow."""
    scene, found = tasks(java, counts)
    slots = [(client, thread) for thread in range(threads) for client in range(clients)]
    has = {slot: [] for slot in slots}
    for index, task in enumerate(found.tasks):
        client, thread = slots[index % len(slots)]
        has[client, thread].append(Held(task.id, Role.ACTIVE))
        for copy in range(standbys if task.is_stateful else 0):
            has[(client + 1 + copy) % clients, thread].append(Held(task.id, Role.STANDBY))
    holders = tuple(
        Holder(f"client-{client}", tuple(
            Thread(f"StreamThread-{thread + 1}", tuple(has[client, thread])) for thread in range(threads)
        ))
        for client in range(clients)
    )  # fmt: skip
    return scene, Holding(found, holders)


def holder(name, *threads, **options):
    """Make a client; each thread is given by what it has, such as `0_0 0_1 standby:1_0 warm-up:1_1 waits:0_2`."""
    return Holder(
        name,
        tuple(Thread(f"StreamThread-{at}", tuple(map(_held, text.split()))) for at, text in enumerate(threads, 1)),
        **options,
    )


def _held(text):
    word, _, task = text.rpartition(":")
    if word == "waits":
        return Held(parse_task_id(task), Role.ACTIVE, waits_for="another client")
    return Held(parse_task_id(task), Role(word) if word else Role.ACTIVE)
