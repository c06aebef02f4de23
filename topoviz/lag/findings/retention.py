"""What waits longer than the topic keeps records is deleted unread; offsets do not always show it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from topoviz.lag.findings.words import duration

_LEAST_SECONDS: Final = 900.0
_REPARTITION: Final = "-repartition"


def may_be_deleted(waited: float, topics: Iterable[str]) -> str:
    """Give a sentence for the end of an advice where records waited for so many seconds, and none for short waits.

    Kafka Streams deletes from repartition topics only what was read, so that nothing is said of those.

    Losses show where a commit passes over many records at once. What retention takes little by little, or between two
    samples that are far apart, looks like records that were read.
    """
    if waited < _LEAST_SECONDS or all(topic.endswith(_REPARTITION) for topic in topics):
        return ""
    return (
        f" Records waited for about {duration(waited)}. If the topic keeps them for less (`retention.ms`), they were "
        "deleted unread; what is deleted a little at a time, or between two samples, does not show in offsets: look in "
        "the logs for `is out of range for partition`."
    )
