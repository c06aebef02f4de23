"""What tasks restore, and which copies are restored on clients that did not have them."""

from tests.engine.analyzing import analysis_of
from tests.engine.test_assigned import COUNT
from topoviz.engine.assigned import AssignmentQuestion, assign
from topoviz.engine.state_sizes.model import ChangelogSize, StateSizes

STORE = "KSTREAM-AGGREGATE-STATE-STORE-0000000002"
SIZES = StateSizes({STORE: ChangelogSize(600, {0: 100, 1: 200, 2: 300})})
CLUSTER = """settings: {num.standby.replicas: 0}
clients:
- {name: a, process: 00000000-0000-0000-0000-000000000001, threads: [{active: [0_1, 1_0, 1_2]}]}
- {name: b, process: 00000000-0000-0000-0000-000000000002, threads: [{active: [0_0, 0_2, 1_1], standby: [1_0]}]}
"""


def restores(cluster, sizes=SIZES):
    analysis = analysis_of(COUNT)
    (topology,) = analysis.topologies
    return assign(topology, AssignmentQuestion("orders=3", cluster, sizes=sizes), analysis.behaviours).restores


def test_each_task_with_state_restores_its_partition_of_each_changelog():
    found = restores("")

    assert {str(task): one.size_bytes for task, one in found.tasks.items()} == {"1_0": 100, "1_1": 200, "1_2": 300}
    assert found.sentences == (
        "By the sizes that are given, 3 tasks with state restore 600 bytes without local state.",
    )
    assert restores("", None) is None


def test_a_client_restores_what_it_did_not_have():
    fresh = restores("clients: [{name: a}, {name: b}]\nsettings: {num.standby.replicas: 1}")
    assert sorted((str(one.task), one.role.value) for one in fresh.copies) == [
        (task, role) for task in ("1_0", "1_1", "1_2") for role in ("active", "standby")
    ]
    assert "600 bytes for 3 active tasks and 600 bytes for 3 standbys" in fresh.sentences[0]

    alone = restores(CLUSTER)
    assert alone.copies == ()
    assert "nothing is restored as a whole" in alone.sentences[0]
    more = restores(CLUSTER.replace("replicas: 0", "replicas: 1"))
    assert [(str(one.task), one.client, one.role.value) for one in more.copies] == [
        ("1_1", "a", "standby"), ("1_2", "b", "standby"),
    ]  # fmt: skip
    assert more.sentences[0].endswith("500 bytes for 2 standbys; the most is 300 bytes, task 1_2 on `b`.")
    warmed = restores(CLUSTER.replace("[0_1, 1_0, 1_2]", "[0_1, 1_1, 1_2]").replace("0_2, 1_1]", "0_2, 1_0]"))
    assert {one.role.value for one in warmed.copies} == {"warm-up"}


def test_a_store_whose_size_is_not_known_is_named():
    assert restores("", StateSizes({})).sentences[-1] == f"Not in this, for the size is not known: `{STORE}`."
