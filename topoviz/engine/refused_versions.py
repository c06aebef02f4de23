"""In which version a refusal ends or began: the program is tried at the versions where something about it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from topoviz.engine.refusal import Why
from topoviz.engine.results import AnalyzedTopology, OtherVersion
from topoviz.engine.versions import KafkaVersion, behaviour_named, release_before

TryAt = Callable[[KafkaVersion], tuple[AnalyzedTopology, ...]]

CHANGES: Final[dict[Why, tuple[str, ...]]] = {
    Why.DUPLICATE_TOPIC: ("merges_duplicate_sources",),
    Why.OVERLAPPING_TOPICS: ("merges_duplicate_sources",),
    Why.DIFFERENT_OFFSET_RESETS: ("merges_duplicate_sources",),
    Why.OVERLAPPING_PATTERNS: ("checks_overlapping_patterns",),
    Why.DUPLICATE_REPARTITION_TOPIC: ("shares_join_repartition",),
    Why.DUPLICATE_REPARTITION_NAME: ("shares_join_repartition",),
    Why.DIFFERENT_PARTITION_COUNTS: ("validates_copartition_at_build",),
    Why.NULL_KEY_CHANGING_CHILD: ("rekeys_only_above_merge", "searches_all_parents"),
    Why.TWO_MERGES: ("survives_two_merges",),
    Why.SELF_JOIN_ORDER: ("optimizes_by_list",),
    Why.ILLEGAL_OPTIMIZATION: ("optimizes_by_list",),
    Why.SETTING_IS_NO_TEXT: ("optimizes_by_list",),
    Why.RIGHT_TABLE_COMES_LATER: ("joins_hang_under_both_tables",),
    Why.NAMES_DEMANDED: ("may_refuse_implicit_names",),
    Why.DUPLICATE_STORE: ("adds_supplier_stores", "knows_subscription_stores_by_name"),
    Why.MISSING_STORE: ("adds_supplier_stores", "adds_supplier_stores_first"),
    Why.LOGGED_GLOBAL_STORE: ("never_logs_global_stores",),
    Why.GLOBAL_TABLE_WITHOUT_STORE: ("stores_come_with_processors",),
    Why.FIXED_LOG_SETTINGS: ("copies_log_configs",),
    Why.VERSIONED_SUPPRESSED: ("tables_have_own_node_classes",),
    Why.ILLEGAL_SIZE: ("takes_sessions_without_gap",),
    Why.SHARED_SUPPLIER_OBJECT: ("checks_suppliers",),
    Why.CLOSED_COGROUP: ("looks_through_cogroups",),
    Why.FOREIGN_KEY_SERDES: ("joins_foreign_keys_without_serdes",),
    Why.FINAL_GRACE: ("fixes_grace_at_once",),
    Why.RETENTION_TOO_SHORT: ("keeps_windows_through_grace",),
}
"""The behaviours that may decide whether a program is refused for something."""


def find_other_versions(
    topologies: tuple[AnalyzedTopology, ...], version: KafkaVersion, try_at: TryAt
) -> tuple[AnalyzedTopology, ...]:
    """Give the topologies, the refused ones with the version nearby that takes them, where there is one."""
    tried: dict[KafkaVersion, tuple[AnalyzedTopology, ...]] = {}

    def is_taken(refused: AnalyzedTopology, at: KafkaVersion) -> bool:
        if at not in tried:
            tried[at] = try_at(at)
        # What ends while the program runs has no builder yet, by whose place it could be found again.
        same = [one for one in tried[at] if one.made_at == refused.made_at] or tried[at]
        return bool(same) and all(one.refusal is None for one in same)

    def with_version(one: AnalyzedTopology) -> AnalyzedTopology:
        if one.refusal is None:
            return one
        candidates = _candidates(one.refusal.code, version)
        return replace(one, taken_by=next((other for other in candidates if is_taken(one, other.version)), None))

    return tuple(map(with_version, topologies))


def _candidates(code: Why, version: KafkaVersion) -> Iterator[OtherVersion]:
    """List the first releases after a change that is still to come, then the last ones before a change that came."""
    changes = [
        (at, behaviour.reference.partition(":")[0])
        for behaviour in map(behaviour_named, CHANGES.get(code, ()))
        for at in (behaviour.since, behaviour.until)
        if at is not None
    ]
    for at, reference in sorted(changes):
        if at > version:
            yield OtherVersion(at, at, reference)
    for at, reference in sorted(changes, reverse=True):
        before = release_before(at)
        if at <= version and before is not None:
            yield OtherVersion(before, at, reference)
