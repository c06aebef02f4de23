"""Every event of a simulation as a sentence that gives its reason, from its JSON: a function for each kind.

Events that were kept are read again from JSON, so what a sentence needs stands in the event. Times of records are
written as Kafka writes them, in ms without commas, so that they can be searched for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from topoviz.rendering.simulation.life_words import LIFE_WORDS
from topoviz.rendering.simulation.node_words import NODE_WORDS
from topoviz.rendering.simulation.record_words import RECORD_WORDS
from topoviz.rendering.simulation.saying import Json

_WORDS: Final[Mapping[str, Callable[[Json], str]]] = {**RECORD_WORDS, **NODE_WORDS, **LIFE_WORDS}

EVENTS_WITH_WORDS: Final = frozenset(_WORDS)
"""The kinds of events that have a sentence: all that the engine tells."""


def event_words(event: Json) -> str:
    """Say in a sentence what an event is and why it is there; one of a kind that is not known is named by its kind."""
    words = _WORDS.get(event["event"])
    return f"{event['thread']}: {event['event']}." if words is None else words(event)
