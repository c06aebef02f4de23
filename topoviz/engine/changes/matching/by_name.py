"""Pairs things whose name is the program's own: Kafka itself knows stores and topics by nothing else."""

from __future__ import annotations

from topoviz.engine.changes.matching.pairs import Evidence, Pairing


def pair_by_name(pairing: Pairing) -> None:
    """Pair what has the same name without a number in it."""
    places = pairing.new.places
    for place in list(pairing.open_old()):
        thing = pairing.old.things[place]
        there = places.get(thing)
        if there is not None and not thing.is_numbered:
            pairing.pair(place, there, Evidence.NAME)
