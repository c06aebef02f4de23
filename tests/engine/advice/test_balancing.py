"""Tasks are divided about as evenly as any division can, and what need not move stays."""

import random
from itertools import product

import pytest

from topoviz.engine.advice.balancing import Holder, balance, largest_load


def best(loads, holders):
    """Try every division."""
    names = [one.name for one in holders]
    return min(
        largest_load(loads, holders, dict(zip(loads, way, strict=True))) for way in product(names, repeat=len(loads))
    )


def cases():
    for seed in range(60):
        chance = random.Random(seed)  # noqa: S311
        tasks = [f"0_{number}" for number in range(chance.randint(3, 7))]
        loads = {task: chance.choice((1, 5, chance.uniform(0, 10))) for task in tasks}
        holders = [Holder(name, chance.choice((1, 1, 2))) for name in "abc"[: chance.randint(2, 3)]]
        owners = {task: chance.choice(holders).name for task in tasks}
        yield loads, holders, owners


def test_the_largest_load_is_that_of_the_best_of_all_divisions_or_little_more():
    ratios = []
    for loads, holders, owners in cases():
        found = largest_load(loads, holders, balance(loads, holders, owners))
        ratios.append(found / best(loads, holders))
    assert min(ratios) >= 1 - 1e-9
    assert max(ratios) <= 1.08
    assert sum(ratios) / len(ratios) < 1.01


def test_every_task_has_one_of_the_holders():
    for loads, holders, owners in cases():
        given = balance(loads, holders, owners)
        assert given.keys() == loads.keys()
        assert set(given.values()) <= {one.name for one in holders}


def test_nothing_moves_where_all_is_even():
    owners = {"0_0": "a", "0_1": "b", "0_2": "b", "0_3": "a"}
    assert balance(dict.fromkeys(owners, 2.0), [Holder("a"), Holder("b")], owners) == owners


def test_one_task_moves_where_that_is_enough():
    loads = {"0_0": 4.0, "0_1": 2.0, "0_2": 2.0, "0_3": 2.0, "0_4": 2.0}
    owners = {"0_0": "a", "0_1": "a", "0_2": "a", "0_3": "b", "0_4": "b"}
    given = balance(loads, [Holder("a"), Holder("b")], owners)
    assert sorted(task for task in loads if given[task] != owners[task]) in (["0_1"], ["0_2"])


def test_of_tasks_that_help_alike_the_one_moves_that_costs_less():
    loads = {"0_0": 3.0, "0_1": 3.0, "0_2": 3.0}
    owners = dict.fromkeys(loads, "a")
    given = balance(loads, [Holder("a", 2), Holder("b", 1)], owners, {"0_0": 9.0, "0_1": 1.0, "0_2": 9.0})
    assert given == {"0_0": "a", "0_1": "b", "0_2": "a"}


def test_an_instance_with_more_threads_takes_more():
    loads = {f"0_{number}": 1.0 for number in range(6)}
    given = balance(loads, [Holder("a", 2), Holder("b", 1)], {})
    assert list(given.values()).count("a") == 4


def test_the_same_is_given_whatever_the_order_of_what_is_told():
    loads = {f"0_{number}": float(number % 5) for number in range(12)}
    holders = [Holder("a"), Holder("b"), Holder("c")]
    turned = dict(reversed(loads.items()))
    assert balance(loads, holders, {}) == balance(turned, holders[::-1], {})


def test_without_anybody_it_is_refused():
    with pytest.raises(ValueError, match="nobody"):
        balance({"0_0": 1.0}, [], {})
