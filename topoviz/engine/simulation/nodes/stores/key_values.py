"""A store by key, whatever a key is: plain, in a window, or a session; with the cache in front of it.

Source: CachingKeyValueStore, CachingWindowStore, CachingSessionStore, NamedCache, TimestampedTupleForwarder. Reading
never makes an entry leave the cache here, which in Kafka Streams it may, where the cache is full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple

from topoviz.engine.simulation import node_events
from topoviz.engine.simulation.nodes.context import Context
from topoviz.engine.simulation.nodes.moving import Key, Moving, WindowedKey
from topoviz.engine.simulation.nodes.operations import StoreKind, StorePlan
from topoviz.engine.simulation.nodes.stores.cache import Cache

_COMMIT = "commit"
_FULL = "the cache is full"


class Entry(NamedTuple):
    """What a store holds of a key; aggregations count in `counter`."""

    timestamp: int
    value: str
    counter: int | None = None


make_entry: Final[Callable[[tuple[int, str, int | None]], Entry]] = partial(tuple.__new__, Entry)
"""Makes one of all its fields, in half the time that a call of the class takes."""


class _Dirty(NamedTuple):
    before: Entry | None
    timestamp: int
    born: int


_make_dirty: Final[Callable[[tuple[Entry | None, int, int]], _Dirty]] = partial(tuple.__new__, _Dirty)


class KeyValues:
    """The store of one task. What `put` gives goes on at once; what `flush` gives, when it is flushed."""

    __slots__ = (
        "_below", "_cache", "_context", "_dirty", "_is_logged", "_last_segment", "_node", "_reads_exactly", "_recent",
        "_retention", "_segment", "_segments", "_tells_ends", "_undo", "emitted", "flushes_on", "merged", "name",
        "observed", "values", "writes",
    )  # fmt: skip

    def __init__(
        self,
        plan: StorePlan,
        node: str,
        cache: Cache | None,
        context: Context,
        *,
        reads_exactly: bool,
        is_transactional: bool = False,
    ) -> None:
        self.name = plan.name
        self.values: dict[Key, Entry] = {}
        self.writes = 0
        """Records for the changelog."""
        self.merged = 0
        """Updates that were replaced in the cache before anybody saw them."""
        self.observed = -1
        """The latest start of a window that was put."""
        self.emitted = -1
        """Up to when windows were closed by the last results that went on, where they wait for that."""
        self.flushes_on = plan.flushes_on
        self._node = node
        self._cache = cache
        self._context = context
        self._is_logged = plan.is_logged
        self._dirty: dict[Key, _Dirty] = {}
        self._recent: dict[Key, None] = {}
        self._reads_exactly = reads_exactly and plan.retention is not None
        self._below = -1
        """As `observed`, of what has come through the cache."""
        self._tells_ends = plan.kind is StoreKind.SESSIONS
        self._retention = plan.retention
        self._segment = plan.segment or 1
        self._segments: dict[int, list[Key]] = {}
        self._undo: dict[Key, Entry | None] | None = {} if is_transactional else None
        """What the changelog had of keys at the last commit, of those that it got since."""
        self._last_segment = -1

    @property
    def is_cached(self) -> bool:
        """Tell whether it has a cache."""
        return self._cache is not None

    @property
    def least(self) -> int:
        """Give the earliest start of a window, or end of a session, that is found by time; in the cache all are."""
        if self._retention is None or self._cache is not None or not self._reads_exactly:
            return 0
        return self.observed - self._retention + 1

    def __len__(self) -> int:
        return len(self.values)

    def attach(self, cache: Cache | None, context: Context) -> None:
        """Go on in a task that was made anew: what was only in the cache is lost, and with it an open transaction."""
        lost = {key: before for key, (before, _, _) in self._dirty.items()} | (self._undo or {})
        for key, before in lost.items():
            if before is None:
                self.values.pop(key, None)
            else:
                self.values[key] = before
        self._dirty, self._recent = {}, {}
        self.commit()
        self._cache, self._context = (None if self._cache is None else cache), context

    def commit(self) -> None:
        """End a transaction: what the changelog got stays."""
        if self._undo:
            self._undo.clear()

    def get(self, key: Key) -> Entry | None:
        """Give what it holds of a key, in the cache or below it."""
        if self._cache is not None and key in self._recent:
            del self._recent[key]
            self._recent[key] = None
        return self.values.get(key)

    def put(self, record: Moving, entry: Entry | None, *, forwards: bool = True) -> Iterable[Moving]:
        """Put what a record brings, None to delete; gives what goes on now.

        Without a cache that is the record; with one it waits, and whatever must leave goes on. Where the node itself
        says what goes on it does not forward, and nothing goes on from here.
        """
        key, values = record.key, self.values
        assert key is not None
        before = values.get(key)
        if entry is None:
            values.pop(key, None)
        else:
            values[key] = entry
            if before is None and isinstance(key, WindowedKey):
                self._note_window(key)
        if self._context.told is not None:
            self._tell_change(key, before, entry)
        if self._cache is None:
            self.writes += self._is_logged
            if self._undo is not None:
                self._undo.setdefault(key, before)
            return (record,) if forwards else ()
        return self._put_in_cache(record, before, forwards=forwards)

    def flush(self, why: str = _COMMIT, first: Key | None = None) -> Iterator[Moving]:
        """Give what waits in the cache, in the order in which it was last updated."""
        waiting, self._dirty = self._dirty, {}
        if first is not None:
            waiting = {first: waiting.pop(first), **waiting}
        for key, (before, timestamp, born) in waiting.items():
            after = self.values.get(key)
            if self._reads_exactly and isinstance(key, WindowedKey):
                time = key.end if self._tells_ends else key.start
                if time <= self._below - (self._retention or 0):
                    # Below the cache it is not found any more.
                    before = None
                if after is not None or before is not None:
                    self._below = max(self._below, time)
            if after is None:
                self._leave_cache(key)
                if before is None:
                    continue
            self.writes += self._is_logged
            if self._undo is not None:
                self._undo.setdefault(key, before)
            self._context.tell(node_events.Flushed, self._node, key, self.name, why)
            time = timestamp if after is None else after.timestamp
            if self._tells_ends and isinstance(key, WindowedKey):
                time = key.end
            yield Moving(
                key, time, None if after is None else after.value, None if before is None else before.value, born
            )
        if why == _COMMIT:
            self._expire()

    def _put_in_cache(self, record: Moving, before: Entry | None, *, forwards: bool) -> Iterable[Moving]:
        key, cache = record.key, self._cache
        assert key is not None
        assert cache is not None
        known = self._dirty.pop(key, None)
        if known is not None:
            self.merged += 1
            before = known.before
        self._dirty[key] = _make_dirty((before, record.timestamp, record.born))
        if key in self._recent:
            del self._recent[key]
        else:
            cache.used += 1
        self._recent[key] = None
        self._context.is_held = self._context.is_held or forwards
        if self._context.told is not None:
            self._context.tell(node_events.Cached, self._node, key, self.name, known is not None)
        if cache.used <= cache.most:
            return ()
        gone = list(self._make_room(cache))
        return gone if forwards else ()

    def _make_room(self, cache: Cache) -> Iterator[Moving]:
        """Let the entries go that were not used for longest; with one that is dirty, all are flushed that are."""
        while cache.is_full and self._recent:
            eldest = next(iter(self._recent))
            self._leave_cache(eldest)
            if eldest in self._dirty:
                yield from self.flush(_FULL, eldest)

    def _leave_cache(self, key: Key) -> None:
        if self._cache is not None and key in self._recent:
            del self._recent[key]
            self._cache.used -= 1

    def _note_window(self, key: WindowedKey) -> None:
        time = key.end if self._tells_ends else key.start
        self.observed = max(self.observed, time)
        self._segments.setdefault(time // self._segment, []).append(key)
        if self._cache is None:
            self._expire()

    def _expire(self) -> None:
        """Forget segments that are older than the retention period."""
        if self._retention is None:
            return
        least = (self.observed - self._retention) // self._segment
        if least <= self._last_segment:
            return
        self._last_segment = least
        for number in [one for one in self._segments if one < least]:
            for key in self._segments.pop(number):
                self.values.pop(key, None)
                self._leave_cache(key)

    def _tell_change(self, key: Key, before: Entry | None, after: Entry | None) -> None:
        old, new = _figure(before), _figure(after)
        self._context.tell(node_events.StateChanged, self._node, key, self.name, old, new)


def _figure(entry: Entry | None) -> int | None:
    """Give the counter of an aggregation, of a table the timestamp."""
    if entry is None:
        return None
    return entry.timestamp if entry.counter is None else entry.counter
