"""Moves of partitions are put together to rebalances, and those who came or went then are named."""

from topoviz.lag.instances import Member, instances_of
from topoviz.lag.owners import Owner, owner_of
from topoviz.lag.rebalances import Moved, rebalances_of


def instances(*seen: tuple[str, float, float]):
    return instances_of(
        [Member("shop", f"{name}-StreamThread-1-consumer", start, end) for name, start, end in seen], ()
    )


def test_a_client_id_says_instance_and_thread():
    assert owner_of("shop-1b2c-StreamThread-12-consumer") == Owner("shop-1b2c", 12)
    assert owner_of("consumer-shop-1") == Owner("consumer-shop-1", None)


def test_threads_of_one_process_are_one_instance():
    members = [Member("shop", f"a-StreamThread-{number}-consumer", number, 100 + number) for number in (1, 2)]
    (one,) = instances_of(members, ())
    assert (one.process, one.threads, one.first_seen, one.last_seen, one.partitions) == ("a", 2, 1, 102, 0)


def test_an_instance_is_on_the_hosts_of_its_threads():
    members = [Member("shop", f"a-StreamThread-{number}-consumer", 0, 9, ("10.0.0.1",)) for number in (1, 2)]
    (one,) = instances_of(members, ())
    assert one.hosts == ("10.0.0.1",)


def test_a_rebalance_in_two_rounds_is_one():
    (one,) = rebalances_of([Moved("shop", 60, 90, 2), Moved("shop", 90, 120, 3)], (), 30)
    assert (one.start, one.until, one.partitions) == (60, 120, 3)


def test_who_is_seen_first_at_a_rebalance_came_and_who_is_seen_last_went():
    there = instances(("a", 0, 3000), ("b", 0, 990), ("c", 1020, 3000))
    (one,) = rebalances_of([Moved("shop", 990, 1020, 4)], there, 30)
    assert (one.joined, one.left) == (("c",), ("b",))


def test_who_is_there_from_the_first_sample_to_the_last_neither_came_nor_went():
    (one,) = rebalances_of([Moved("shop", 0, 30, 4)], instances(("a", 0, 60), ("b", 0, 60)), 30)
    assert (one.joined, one.left) == ((), ())
