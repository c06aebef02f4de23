"""A store that is added begins empty; with exactly-once, those beside it are restored."""

from tests.engine.changes.test_compare import side
from topoviz.engine.changes.compare import compare
from topoviz.engine.changes.deployment import Deployment, Guarantee

OLD = 'var s = builder.stream("a").groupByKey(); s.count(Materialized.as("n"));'
BESIDE = f'{OLD} s.reduce(r, Materialized.as("m"));'
APART = f'{OLD} builder.stream("b").groupByKey().count(Materialized.as("m"));'
IN_MEMORY = f'{OLD} s.reduce(r, Materialized.as(Stores.inMemoryKeyValueStore("m")));'


def effect(new: str, guarantee: Guarantee) -> str:
    change = compare(side(OLD), side(new), Deployment("shop", guarantee))
    (finding,) = (one for one in change.findings if one.code == "store-added")
    return finding.effect


def test_with_exactly_once_its_neighbours_are_restored():
    assert "restored anew: `n`." in effect(BESIDE, Guarantee.EXACTLY_ONCE_V2)


def test_with_at_least_once_they_are_not():
    assert "restored" not in effect(BESIDE, Guarantee.AT_LEAST_ONCE)


def test_stores_of_other_tasks_are_not():
    assert "restored" not in effect(APART, Guarantee.EXACTLY_ONCE_V2)


def test_one_in_memory_has_no_directory_that_is_not_trusted():
    assert "restored" not in effect(IN_MEMORY, Guarantee.EXACTLY_ONCE)
