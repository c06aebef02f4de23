"""What Kafka Streams says of a null that it does not take; 4.1 put many of these sentences in other words.

Kafka: Objects#requireNonNull in Topology, InternalTopologyBuilder, KStreamImpl and Named (apache/kafka#18778).
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.versions import Behaviours

_SINCE_4_1: Final = {
    "name must not be null": "name cannot be null",
    "name can't be null": "name cannot be null",
    "sourceName must not be null": "name cannot be null",
    "processorName must not be null": "name cannot be null",
    "topic must not be null": "topic cannot be null",
    "topic extractor must not be null": "topicExtractor cannot be null",
    "topic can't be null": "topic cannot be null",
    "topicPattern can't be null": "topicPattern cannot be null",
    "supplier must not be null": "processorSupplier cannot be null",
    "predecessor name must not be null": "parent name cannot be null",
    "processor name must not be null": "processor cannot not be null",
    "processorName can't be null": "processorName cannot be null",
    "state store name must not be null": "state store name cannot be null",
}


def null_words(words: str, behaviours: Behaviours) -> str:
    """Give the words of this version for those that all earlier ones use."""
    return _SINCE_4_1.get(words, words) if behaviours.has("checks_parents_alike") else words
