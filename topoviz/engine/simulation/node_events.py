"""What happens to records in nodes: in their stores, caches and windows."""

from __future__ import annotations

from typing import ClassVar

from topoviz.engine.simulation.events import Event, event_class


@event_class
class NodeEvent(Event):
    """What happened to a record in a node; there are such events only of what is looked at.

    `partition` and `offset` are those of the record that is processed, or None while stores are flushed. A key in a
    window is written as key@start/end.
    """

    task: str
    partition: str | None
    offset: int | None
    node: str


@event_class
class NodeReached(NodeEvent):
    """A record has reached a node."""

    KIND: ClassVar[str] = "node"


@event_class
class KeyEvent(NodeEvent):
    """What a node did with a key."""

    key: str | None


@event_class
class LateForWindow(KeyEvent):
    """A record came after its windows had closed; `closed_until` is the end of the last window that is closed.

    Of this there are always events, wherever anybody looks.
    """

    KIND: ClassVar[str] = "late"
    timestamp: int
    closed_until: int


@event_class
class SkippedByNode(KeyEvent):
    """A node took no notice of a record, and counted it as dropped: it has no key, or no value."""

    KIND: ClassVar[str] = "skipped"
    why: str


@event_class
class StoreEvent(KeyEvent):
    """What events of a node with a store have: which one."""

    store: str


@event_class
class Matched(StoreEvent):
    """A record found a partner, whose timestamp is `other_time`, in a store."""

    KIND: ClassVar[str] = "matched"
    other_time: int


@event_class
class NoMatch(StoreEvent):
    """A record found no partner, and why; `goes_on` tells whether it goes on without one, now or later."""

    KIND: ClassVar[str] = "no match"
    why: str
    goes_on: str


@event_class
class StateChanged(StoreEvent):
    """A store holds something else of a key: counters of aggregations, timestamps of tables; None is nothing."""

    KIND: ClassVar[str] = "state"
    before: int | None
    after: int | None


@event_class
class Cached(StoreEvent):
    """An update waits in the cache of a store; `merged` with one that waited there and will never be seen."""

    KIND: ClassVar[str] = "cached"
    merged: bool


@event_class
class Flushed(StoreEvent):
    """An update goes on from the cache of a store: for a commit, or since the cache is full."""

    KIND: ClassVar[str] = "flushed"
    why: str


@event_class
class WindowClosed(StoreEvent):
    """A window has closed, and its result, or a record that found no partner in it, goes on; times of streams."""

    KIND: ClassVar[str] = "window closed"
    closed_at: int


@event_class
class Suppressed(StoreEvent):
    """suppress() keeps an update until `until` of stream time; `buffered` keys are in its buffer."""

    KIND: ClassVar[str] = "suppressed"
    until: int
    buffered: int


@event_class
class SuppressEmitted(StoreEvent):
    """suppress() lets the last update of a key go, and why; `buffered` keys are left in its buffer."""

    KIND: ClassVar[str] = "suppress emitted"
    why: str
    buffered: int
