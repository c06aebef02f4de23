"""What restoring takes after a change: what is restored, lost and given up, in bytes."""

import pytest

from tests.engine.changes.test_compare import side
from topoviz.engine.changes.compare import compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.migration.plan import migration_of
from topoviz.engine.state_sizes.model import ChangelogSize, StateSizes

GIB = 1 << 30
NAMED = 'builder.stream("a").groupByKey().count(Materialized.as("n")).toStream().to("b");'
NUMBERED = 'builder.stream("c").groupByKey().count().toStream().to("d");'
IN_MEMORY = NAMED.replace('as("n")', 'as(Stores.inMemoryKeyValueStore("n"))')
OTHER = 'builder.stream("x").filter(p).to("y");'
STORE = "KSTREAM-AGGREGATE-STATE-STORE-{:010}"
SIZES = {"n": ChangelogSize(8 * GIB, {0: 7 * GIB, 1: GIB}), STORE.format(5): ChangelogSize(3 * GIB, {})}


def cost(old, new, sizes=SIZES):
    found = compare(side(old), side(new), Deployment("shop", sizes=None if sizes is None else StateSizes(sizes)))
    return migration_of(found).cost


@pytest.mark.parametrize(
    ("old", "new", "fates", "said"),
    [
        (NAMED, NAMED + OTHER, ["goes on"], "all stores go on with what is on the disks"),
        (NAMED, NAMED + OTHER, ["goes on"], "Instances that start without their disks restore 8 GiB."),
        (NAMED, OTHER + NAMED, ["restored"],
         "8 GiB of state is restored from changelogs before its tasks go on: that of `n`, 7 GiB of it for one task."),
        (NAMED + NUMBERED, OTHER + NAMED + NUMBERED, ["restored", "lost"],
         f"3 GiB of state is lost: that of `{STORE.format(5)}`."),
        (NAMED + NUMBERED, NAMED, ["goes on", "given up"], f"3 GiB of state is given up: that of `{STORE.format(5)}`."),
        (IN_MEMORY, IN_MEMORY + OTHER, ["restored"], "8 GiB of state is restored"),
    ],
)  # fmt: skip
def test_each_store_is_restored_lost_or_goes_on(old, new, fates, said):
    found = cost(old, new)

    assert sorted(one.fate.value for one in found.stores) == sorted(fates)
    assert said in " ".join(found.sentences)
    assert found.sentences[0].startswith("By the sizes that are given, ")


def test_what_is_not_known_is_said_and_nothing_is_reckoned_without_sizes():
    found = cost(NAMED + NUMBERED, OTHER + NAMED + NUMBERED, {"n": ChangelogSize(None, each=GIB)})

    assert "1 GiB of state for each task is restored" in found.sentences[0]
    assert found.sentences[-1] == f"The size of `{STORE.format(5)}` is not known."
    assert cost(NAMED, OTHER + NAMED, None) is None
