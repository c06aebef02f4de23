"""The verb `patches`: find out which releases say the same about every topology as a recorded one, by their sources.

What decides about a topology are the DSL's classes, what they build, and the checks of names; how records are processed
and tasks are assigned does not. Comments, imports and layout are left out of the comparison.
"""

from __future__ import annotations

import re
from typing import Final

from tests.oracle.sources import deciding_codes, held_by
from tests.oracle.versions import RECORDED_VERSIONS
from topoviz.engine.versions import NOT_HELD, RELEASES, all_releases

_STREAMS: Final = "org/apache/kafka/streams/"
_COMMON: Final = "org/apache/kafka/common/"
_DECIDES: Final = re.compile(
    rf"{_STREAMS}("
    r"(StreamsBuilder|Topology|TopologyConfig|AutoOffsetReset)"
    r"|internals/ApiUtils"
    r"|kstream/\w+"
    r"|kstream/internals/(?!KStream|\w*Processor\.)\w+|kstream/internals/KStreamImpl(Join)?"
    r"|kstream/internals/(graph|suppress)/\w+"
    r"|processor/internals/(InternalTopologyBuilder|StaticTopicNameExtractor|StoreFactory|StoreBuilderWrapper)"
    r"|state/Stores"
    r"|state/internals/\w*(StoreBuilder|StoreSupplier)"
    rf")\.java|{_COMMON}(internals/Topic|serialization/Serdes)\.java"
)
_NOT_THE_PLAN: Final = re.compile(r"/(Change[ds]\w+|\w*(De)?[Ss]erializer|\w*Serde|TimeWindow|SessionWindow)\.java$")
"""Classes beside the DSL's that records pass through."""


def record_patches() -> dict[str, str]:
    """Write for every release the recorded one that it equals, and give the same by release."""
    codes = deciding_codes(all_releases(), lambda _: ("kafka-streams", "kafka-clients"), decides)
    held = held_by(codes, RECORDED_VERSIONS)
    heading = f"# release, and the recorded one that says the same of every topology; {NOT_HELD} where none is known"
    lines = (f"{release} {other}" for release, other in held.items())
    RELEASES.write_text("\n".join((heading, *lines)) + "\n", encoding="utf-8")
    return held


def decides(path: str) -> bool:
    """Tell whether a source file decides about topologies."""
    return _DECIDES.fullmatch(path) is not None and _NOT_THE_PLAN.search(path) is None
