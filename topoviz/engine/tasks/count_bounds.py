"""How few and how many partitions a repartition topic may get from the topics above it.

Kafka: RepartitionTopics#setRepartitionSourceTopicPartitionCount. It walks a hash set, and a topic takes the most
partitions among those topics above it whose count is known by then. Where both bounds are equal, the walk does not
matter.
"""

from __future__ import annotations

from collections.abc import Mapping


def bounds_of_counts(upstream: Mapping[str, tuple[str, ...]], given: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Give the least and the greatest count of each topic that has one, for the topics directly above each."""
    open_topics = _topics_that_get_counts(upstream, given)
    bounds: dict[str, tuple[int, int]] = {}
    changed = True
    while changed:
        changed = False
        for topic in open_topics:
            found = _bounds(upstream[topic], given, bounds)
            if found is not None and found != bounds.get(topic):
                bounds[topic] = found
                changed = True
    return bounds


def _topics_that_get_counts(upstream: Mapping[str, tuple[str, ...]], given: Mapping[str, int]) -> list[str]:
    """Leave out the topics that wait, by whatever way, for a count that nobody has given."""
    known = {*upstream, *given}
    while waiting := [topic for topic in upstream if topic in known and not known.issuperset(upstream[topic])]:
        known.difference_update(waiting)
    return [topic for topic in upstream if topic in known]


def _bounds(
    above: tuple[str, ...], given: Mapping[str, int], bounds: Mapping[str, tuple[int, int]]
) -> tuple[int, int] | None:
    """Take what is known from the start at least; without any of that, the least that may come from one topic."""
    known = [given[topic] for topic in above if topic in given]
    derived = [bounds[topic] for topic in above if topic not in given and topic in bounds]
    if not known and not derived:
        return None
    least = max(known) if known else min(few for few, _ in derived)
    return least, max([*known, *(many for _, many in derived)])
