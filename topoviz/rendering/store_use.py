"""Who puts records into a state store, and who looks them up there: by the operator, or in a dump by the node's name.

A processor of the user's own may do both, and which cannot be known.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from topoviz.engine.logical.nodes import (
    ForeignKeyPart,
    GlobalStoreAdded,
    GraphNode,
    StatefulProcessor,
    StreamStreamJoin,
    StreamTableJoin,
    TableProcessor,
    TableSource,
    TableTableJoin,
    WindowedStreamProcessor,
)
from topoviz.rendering.table_words import only_looks_up


class StoreUse(StrEnum):
    """What an operator does with a store; UNKNOWN when it is the user's own processor."""

    WRITES = "written by"
    READS = "read by"
    BOTH = "read and written by"
    UNKNOWN = "used by"


_NUMBERED: Final = re.compile(
    r"(?P<kind>COGROUPKSTREAM|KSTREAM|KTABLE)-(?P<words>[A-Z-]+)-(?P<number>\d{10})", re.ASCII
)
_UPDATES: Final = frozenset({"AGGREGATE", "REDUCE", "SUPPRESS"})
_FILLS: Final = frozenset({"TOTABLE", "WINDOWED", "MERGE", "FILTER", "MAPVALUES", "FK-JOIN-OUTPUT"})
_LOOKS_UP: Final = frozenset({"JOIN", "LEFTJOIN", "OUTERJOIN", "JOINTHIS", "JOINOTHER", "OUTERTHIS", "OUTEROTHER",
                              "FK-JOIN-SUBSCRIPTION-RESPONSE-RESOLVER-PROCESSOR"})  # fmt: skip
_SHARED: Final = re.compile(r".*(?:OUTERSHARED|(?:outer|left)-shared-join-store).*", re.DOTALL)
_WINDOW: Final = re.compile(r"KSTREAM-(?:JOIN|OUTER)(?:THIS|OTHER)-\d{10}-store|.+-(?:this|other)-join-store",
                            re.ASCII | re.DOTALL)  # fmt: skip
_SUBSCRIPTIONS: Final = re.compile(r"KTABLE-FK-JOIN-SUBSCRIPTION-STATE-STORE-(?P<number>\d{10})|.+-subscription-store",
                                   re.ASCII | re.DOTALL)  # fmt: skip
_ANY: Final = re.compile(r".*", re.DOTALL)


def _ending(pattern: str) -> re.Pattern[str]:
    return re.compile(f".+-(?:{pattern})", re.ASCII | re.DOTALL)


_ENDINGS: Final = (
    (_ending("(?:this|other)-windowed"), _ANY, StoreUse.WRITES),
    (_ending("(?:outer-)?(?:this|other)-join"), _SHARED, StoreUse.BOTH),
    (_ending("(?:outer-)?(?:this|other)-join|merge"), _WINDOW, StoreUse.READS),
    (_ending(r"cogroup-agg-\d+"), _ANY, StoreUse.BOTH),
    (_ending("subscription-receive"), _SUBSCRIPTIONS, StoreUse.BOTH),
    (_ending("foreign-join-subscription"), _SUBSCRIPTIONS, StoreUse.READS),
    (_ending("subscription-join-foreign|subscription-response-resolver"), _ANY, StoreUse.READS),
)
"""What Kafka Streams puts behind a user's name for an operator of several nodes, the stores that count, and the use."""


def store_use(name: str, store: str, written_by: GraphNode | None) -> StoreUse:
    """Say what a runtime node does with a store; `written_by` is the operator that made it, if one is known."""
    match written_by:
        case None:
            return _by_name(name, store)
        case _ if only_looks_up(written_by) or written_by.part is ForeignKeyPart.ANSWER_ALL:
            return StoreUse.READS
        case _ if written_by.part is ForeignKeyPart.RECEIVE:
            return StoreUse.BOTH
        case TableSource() | GlobalStoreAdded() | WindowedStreamProcessor():
            return StoreUse.WRITES
        case StreamStreamJoin():
            if written_by.outer_store is not None and store == written_by.outer_store.name:
                return StoreUse.BOTH
            fills = name in (written_by.this_windowed_name, written_by.other_windowed_name)
            return StoreUse.WRITES if fills else StoreUse.READS
        case StreamTableJoin():
            is_buffer = written_by.buffer is not None and store == written_by.buffer.name
            return StoreUse.BOTH if is_buffer else StoreUse.READS
        case TableTableJoin(own_store=own) | TableProcessor(own_store=own) if own is not None and own.name == store:
            return StoreUse.WRITES
        case TableTableJoin():
            return StoreUse.READS
        case StatefulProcessor(own_store=own) if own is not None and own.name == store:
            return StoreUse.BOTH
        case _:
            return StoreUse.UNKNOWN


def _by_name(name: str, store: str) -> StoreUse:
    found = _NUMBERED.fullmatch(name)
    if found is None:
        fitting = (use for ending, stores, use in _ENDINGS if ending.fullmatch(name) and stores.fullmatch(store))
        return next(fitting, StoreUse.UNKNOWN)
    words = found["words"]
    if words in _UPDATES or (words in _LOOKS_UP and (_SHARED.fullmatch(store) or store == f"{name}-Buffer")):
        return StoreUse.BOTH
    if found["kind"] == "KSTREAM" and words == "MERGE":
        return StoreUse.READS  # A merge of streams that has a store is a self-join, and that is its window.
    if words == "FK-JOIN-SUBSCRIPTION-PROCESSOR":
        # Three are called so. The first keeps subscriptions, and has the number after that of their store; of the
        # others one looks into the other table, and one looks for the subscriptions of a record of that table.
        kept = _SUBSCRIPTIONS.fullmatch(store)
        is_next = kept is not None and kept["number"] is not None and int(found["number"]) == int(kept["number"]) + 1
        return StoreUse.BOTH if is_next else StoreUse.READS
    if words in _FILLS or (words == "SOURCE" and found["kind"] == "KTABLE"):
        return StoreUse.WRITES
    return StoreUse.READS if words in _LOOKS_UP else StoreUse.UNKNOWN
