"""What the databases of RocksDB take beside the heap: one for a key-value store, one a segment for a windowed one.

Kafka: RocksDBStore#openDB, of which every store and segment of every task has its own; AbstractSegments.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.sizing.scope import Scope
from topoviz.engine.sizing.sizes import count_text, size_text
from topoviz.engine.sizing.stores import SEGMENTS, StoreCounts
from topoviz.engine.sizing.terms.term import Limit, Place, Term

BLOCK_CACHE: Final = 50 << 20
WRITE_BUFFER: Final = 16 << 20
WRITE_BUFFERS: Final = 3
"""RocksDBStore.BLOCK_CACHE_SIZE, WRITE_BUFFER_SIZE and MAX_WRITE_BUFFERS, the same from 2.3 to 4.3."""


def block_caches(scope: Scope) -> Term | None:
    """Reckon the cache of blocks that each database has for itself."""
    return _term(
        scope,
        "rocksdb-block-cache",
        "RocksDB block caches",
        BLOCK_CACHE,
        f"a block cache of {size_text(BLOCK_CACHE)}",
        "Blocks that were read from disk stay there. Indexes and filters of the files lie outside of it, and grow with "
        "the data.",
    )


def write_buffers(scope: Scope) -> Term | None:
    """Reckon what each database keeps before it writes to disk."""
    return _term(
        scope,
        "rocksdb-write-buffers",
        "RocksDB write buffers",
        WRITE_BUFFERS * WRITE_BUFFER,
        f"{WRITE_BUFFERS} write buffers of {size_text(WRITE_BUFFER)}",
        "What was written stays there until it is on disk; a quiet store fills none of them.",
    )


def _term(scope: Scope, name: str, title: str, each: int, what: str, sentence: str) -> Term | None:
    counts = _stores(scope)
    if not counts.databases and not counts.unknown:
        return None
    setter = scope.configuration.setting("rocksdb.config.setter")
    total = None if setter.value or not counts.databases else counts.databases * each
    databases = count_text(counts.databases, "database")
    arithmetic = f"({_listed(counts)}) = {databases}"
    if total is not None:
        arithmetic += f" × {what} = {size_text(total)}"
    return Term(
        name,
        title,
        total,
        arithmetic,
        Limit.BOUND,
        Place.NATIVE,
        f"{_open_question(counts, str(setter.value))}{sentence}",
        "RocksDBStore#openDB, AbstractSegments",
        (setter,),
    )


def _stores(scope: Scope) -> StoreCounts:
    load = scope.counted_global
    return scope.load.stores if load is None else scope.load.stores + load.stores


def _listed(counts: StoreCounts) -> str:
    parts = []
    if counts.single:
        parts.append(count_text(counts.single, "key-value store"))
    if counts.segmented:
        parts.append(f"{count_text(counts.segmented, 'windowed store')} × {SEGMENTS} segments")
    return " + ".join(parts) or "no store that is known to be in RocksDB"


def _open_question(counts: StoreCounts, setter: str) -> str:
    """Say what is not reckoned, or what changes it."""
    found = ""
    if setter:
        found += f"{setter[:80]} sets the sizes, so they are not known here. "
    if counts.unknown:
        has = "is one" if counts.unknown == 1 else f"are {counts.unknown:,}"
        found += f"Beside these there {has} of which it is not known whether RocksDB keeps them: they are not counted. "
    if counts.in_memory:
        has = "store is" if counts.in_memory == 1 else "stores are"
        found += f"{counts.in_memory:,} {has} in the heap, with as much as its records take. "
    return found
