"""Which turns a version has."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from topoviz.engine.simulation.thread.stream_thread import StreamThread
from topoviz.engine.simulation.thread.turns import one_record_each, several_in_turn
from topoviz.engine.versions import Behaviours, KafkaVersion

FIRST_SIMULATED = KafkaVersion(2, 1, 0)
"""2.0 chose records and committed in other ways."""


class NotSimulated(Exception):
    """A version whose turns are not known here; the message is a sentence for the user."""


def turns_of(behaviours: Behaviours) -> Callable[[StreamThread], Iterator[int]]:
    """Give what a turn of a thread is; raises NotSimulated."""
    if behaviours.version < FIRST_SIMULATED:
        raise NotSimulated(
            f"Kafka Streams {behaviours.version} is not simulated: its threads chose records and committed in other "
            f"ways than those of {FIRST_SIMULATED} and later. Choose a later version."
        )
    return several_in_turn.turn if behaviours.has("processes_several_in_turn") else one_record_each.turn
