"""topology.optimization: which values a version accepts and which rules they switch on.

Kafka: StreamsConfig#verifyTopologyOptimizationConfigs (KIP-862), before 3.4 an enumeration of two values.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from topoviz.engine.refusal import Refusal, Refused, Why
from topoviz.engine.versions import Behaviours

REUSE: Final = "reuse.ktable.source.topics"
MERGE: Final = "merge.repartition.topics"
SELF_JOIN: Final = "single.store.self.join"
ALL: Final = (REUSE, MERGE, SELF_JOIN)


@dataclass(frozen=True, slots=True)
class Optimization:
    """A value of topology.optimization: the text and the rules it switches on."""

    text: str
    rules: frozenset[str]


NONE: Final = Optimization("none", frozenset())


def parse_optimization(text: str, behaviours: Behaviours, *, from_program: bool = False) -> Optimization:
    """Read a value as this version does; raises Refused with Kafka's ConfigException when it is not accepted.

    Before 3.4 a value `from_program` is only compared with `all` when the program builds; not before it starts would
    another be refused.
    """
    if not behaviours.has("optimizes_by_list"):
        if text not in ("none", "all") and from_program:
            return Optimization(text, frozenset())
        if text not in ("none", "all"):
            words = f"Invalid value {text} for configuration topology.optimization: String must be one of: none, all"
            raise Refused(Refusal(Why.ILLEGAL_OPTIMIZATION, "ConfigException", words))
        return NONE if text == "none" else Optimization(text, frozenset((REUSE, MERGE)))
    parts = _split(text)
    known = {"all", "none", *ALL}
    if len(parts) > 1 and {"all", "none"} & set(parts):
        raise Refused(
            Refusal(
                Why.ILLEGAL_OPTIMIZATION, "ConfigException", f'"{text}" is not a valid optimization config. {_ACCEPTED}'
            )
        )
    if any(part not in known for part in parts):
        raise Refused(Refusal(Why.ILLEGAL_OPTIMIZATION, "ConfigException", f"Unrecognized config. {_ACCEPTED}"))
    if "all" in parts:
        return Optimization(text, frozenset(ALL))
    return Optimization(text, frozenset(parts) - {"none"})


def _split(text: str) -> list[str]:
    """Split at commas as String#split does, which drops empty parts at the end."""
    parts = re.split(r"\s*,\s*", text, flags=re.ASCII)
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return [] if parts == [""] and text else parts


# The quotation marks and plus signs are Kafka's own: its constants were put inside the string by mistake.
_ACCEPTED: Final = (
    'Acceptable values are: "+NO_OPTIMIZATION+", "+OPTIMIZE+", or a comma separated list of specific optimizations: '
    '("+REUSE_KTABLE_SOURCE_TOPICS+", "+MERGE_REPARTITION_TOPICS+" + "SINGLE_STORE_SELF_JOIN+").'
)
