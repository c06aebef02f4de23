"""All terms, in the order in which they are read: heap first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from topoviz.engine.sizing.scope import Scope
from topoviz.engine.sizing.terms.fetch_buffers import fetch_buffers, global_buffers, restore_buffers
from topoviz.engine.sizing.terms.producer_buffers import producer_buffers
from topoviz.engine.sizing.terms.record_buffers import record_buffers
from topoviz.engine.sizing.terms.rocksdb import block_caches, write_buffers
from topoviz.engine.sizing.terms.store_cache import store_cache
from topoviz.engine.sizing.terms.term import Term
from topoviz.engine.sizing.terms.thread_stacks import thread_stacks

TERMS: Final[tuple[Callable[[Scope], Term | None], ...]] = (
    producer_buffers,
    fetch_buffers,
    restore_buffers,
    global_buffers,
    record_buffers,
    store_cache,
    block_caches,
    write_buffers,
    thread_stacks,
)


def terms_of(scope: Scope) -> tuple[Term, ...]:
    """Reckon all terms that a scope has."""
    return tuple(term for reckon in TERMS if (term := reckon(scope)) is not None)
