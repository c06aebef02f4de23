"""Whom a term is reckoned for: one stream thread, or an instance with all its threads."""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.engine.sizing.configuration import Configuration
from topoviz.engine.sizing.given import Given
from topoviz.engine.sizing.loads import Load
from topoviz.engine.sizing.stores import StoreCounts


@dataclass(frozen=True, slots=True)
class GlobalLoad:
    """What the global thread of each instance holds: stores, and partitions as far as the counts are known."""

    partitions: int | None
    stores: StoreCounts


@dataclass(frozen=True, slots=True)
class Scope:
    """What is held, and by what settings. `instance_threads` are all stream threads that share the instance's cache.

    `global_load` is there for every scope of an application with a global thread; only instances count it.
    """

    load: Load
    instance_threads: int
    is_instance: bool
    global_load: GlobalLoad | None
    configuration: Configuration
    given: Given

    @property
    def producers(self) -> int:
        """Count producers: one a thread, or one a task with exactly_once as it was before 4.0."""
        return self.load.active if self.configuration.has_producers_of_tasks else self.load.threads

    @property
    def sharers_of_cache(self) -> int:
        """Count the threads among which the cache is divided (KafkaStreams#getCacheSizePerThread)."""
        return self.instance_threads + (self.global_load is not None)

    @property
    def counted_global(self) -> GlobalLoad | None:
        """The global thread's share, where it belongs to this scope."""
        return self.global_load if self.is_instance else None
