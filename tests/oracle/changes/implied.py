"""What two recordings imply for a deployment, with what the author of the edit knows: no line of this is the engine's.

The rules are those of Kafka Streams: topics are named after stores and never after sub-topologies; tasks are numbered
after sub-topologies; what a name does not have any more is lost without an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tests.oracle.changes.described import Described
from tests.oracle.changes.pairs import Pair
from tests.oracle.versions import version_triple

_RETENTION: Final = "retention.ms"

LEVELS: Final = ("compatible", "note", "stop-all", "state-loss", "will-not-start")

Found = tuple[str, str]
"""The code of a finding, and the names it is about."""


@dataclass(frozen=True)
class Implied:
    """What both sides of a pair imply. Raises ValueError where the author did not say what became of a store."""

    pair: Pair
    old: Described
    new: Described

    @property
    def is_refused(self) -> bool:
        """Tell whether the library refuses the new program."""
        return self.new.record.refused is not None

    @cached_property
    def new_of(self) -> Mapping[str, str]:
        """Give the new name of each store that goes on."""
        found = {
            name: self.pair.goes_on.get(name, name)
            for name in self.old.stores
            if name not in self.pair.gone and (name in self.pair.goes_on or name in self.new.stores)
        }
        unsaid = set(self.old.stores) - set(found) - self.pair.gone
        wrong = {new for new in found.values() if new not in self.new.stores} | (self.pair.gone - set(self.old.stores))
        if unsaid or wrong:
            raise ValueError(
                f"{self.pair.key}: not said what became of {sorted(unsaid)}; not there {sorted(wrong)}; "
                f"there are {sorted(self.old.stores)} and {sorted(self.new.stores)}"
            )
        return found

    @cached_property
    def findings(self) -> frozenset[Found]:
        """Give what must be found."""
        return frozenset(self._of_stores()) | frozenset(self._of_topics())

    def _of_stores(self) -> Iterator[Found]:
        old_of = {new: old for old, new in self.new_of.items()}
        for name, new_name in self.new_of.items():
            old, new = self.old.stores[name], self.new.stores[new_name]
            names = f"{name} {new_name}"
            if old.topic is not None and new.topic is not None and (old.is_own or new.is_own):
                if old.is_own != new.is_own:
                    yield ("changelog-starts-empty" if new.is_own else "changelog-is-source"), names
                elif old.topic != new.topic:
                    yield "changelog-renamed", names
                elif _kind(old.settings) != _kind(new.settings):
                    yield "store-kind-changed", names
                elif old.settings.get(_RETENTION) != new.settings.get(_RETENTION):
                    yield "retention-changed", names
            elif name == new_name and (old.topic is None) != (new.topic is None):
                yield "logging-changed", names
        for name in self.new.stores:
            if name in self.old.stores and (old_of.get(name) != name or name in self.pair.refilled):
                yield "state-taken-over", f"{name} {name}"
            if name not in self.old.stores and name not in old_of:
                yield "store-added", f" {name}"
        for name in self.old.stores:
            if name not in self.new.stores and name not in self.new_of:
                yield "store-removed", f"{name} "

    def _of_topics(self) -> Iterator[Found]:
        before, now = self.old.repartition_topics, self.new.repartition_topics
        yield from (("repartition-topic-gone", name) for name in before if name not in now)
        yield from (("repartition-topic-new", name) for name in now if name not in before)
        for name in set(before) & set(now):
            if before[name] != now[name]:
                yield "repartition-count-changed", f"{name} {name}"
        yield from (("source-added", f" {topic}") for topic in self.new.read - self.old.read)
        yield from (("source-removed", f"{topic} ") for topic in self.old.read - self.new.read)
        if self.old.groups != self.new.groups:
            yield "sub-topologies-changed", ""
        for group in self.new.copartitioned:
            if len(group) > 1 and not any(group <= earlier for earlier in self.old.copartitioned):
                yield "copartitioning-added", " ".join(sorted(group))

    @property
    def level(self) -> str:
        """Give the level that is certain."""
        asked = [self.pair.asked] if self.pair.asked else []
        found = {_LEVEL_OF[code] for code in self._sure}
        if "retention-changed" in self._sure and not self._restores_again:
            found.add("state-loss")
        return max((*asked, *found, self._of_steps), key=LEVELS.index)

    @property
    def worst(self) -> str:
        """Give the level that counts of partitions may make of it, which a recording does not have."""
        is_unsure = {code for code, _ in self.findings} - self._sure
        feared = [self.pair.feared] if self.pair.feared else []
        return max((*feared, "will-not-start" if is_unsure else self.level), key=LEVELS.index)

    @property
    def _sure(self) -> set[str]:
        found = {code for code, _ in self.findings} - {"copartitioning-added"}
        before, now = self.old.repartition_topics, self.new.repartition_topics
        if not any(before[one] and now[one] and before[one] != now[one] for one in set(before) & set(now)):
            found.discard("repartition-count-changed")
        return found

    @property
    def _restores_again(self) -> bool:
        """Tell whether a store whose segments are not found has no offset either, so that it is restored (KIP-1035)."""
        return all(version_triple(half.version) >= (4, 3) for half in (self.pair.old, self.pair.new))

    @property
    def _of_steps(self) -> str:
        is_same = self.old.shape(self.pair.goes_on) == self.new.shape({})
        return "compatible" if is_same and self.pair.old.version == self.pair.new.version else "note"

    @property
    def is_refused_by_streams_group(self) -> bool | None:
        """Tell whether the brokers of a streams group can tell one from the other; None where there was another."""
        if self.pair.old.version != self.pair.new.version:
            return None
        return self.old.seen_by_brokers != self.new.seen_by_brokers


def _kind(settings: Mapping[str, str]) -> tuple[bool, bool]:
    """Give what the settings of a changelog say about its store: one of windows deletes, a versioned one waits."""
    return "delete" in settings.get("cleanup.policy", ""), "min.compaction.lag.ms" in settings


_LEVEL_OF: Final = {
    "retention-changed": "note",
    "changelog-starts-empty": "state-loss",
    "changelog-is-source": "stop-all",
    "changelog-renamed": "state-loss",
    "store-kind-changed": "state-loss",
    "logging-changed": "state-loss",
    "state-taken-over": "state-loss",
    "store-added": "stop-all",
    "store-removed": "stop-all",
    "repartition-topic-gone": "state-loss",
    "repartition-topic-new": "stop-all",
    "repartition-count-changed": "will-not-start",
    "source-added": "stop-all",
    "source-removed": "stop-all",
    "sub-topologies-changed": "stop-all",
}
