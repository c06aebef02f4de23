"""Kafka Streams versions, and everything in which they differ, as one table of named behaviours.

The rest of the engine asks for a behaviour by name and never compares version numbers. Every row was taken from the
release in which the change first appears, so backports count: what came in 2.4.0 and 2.3.2 alike starts at 2.3.2.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

RELEASES: Final = Path(__file__).with_name("releases.txt")
"""Every release that is known, and the recorded one that says the same of every topology. `python -m tests.oracle
patches` writes it, from the sources of all."""

NOT_HELD: Final = "-"
"""Stands there for a release that is not held against the real library, because its programs are not followed."""

HELD_BY: Final[Mapping[str, str]] = dict(
    line.split() for line in RELEASES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
)
"""The table of releases, the oldest first."""

NEWEST_PATCH: Final = {
    (int(major), int(minor)): int(patch) for major, minor, patch in (release.split(".") for release in HELD_BY)
}
"""The last patch release of each line: what `2.5` stands for."""

EXACT_VERSIONS: Final = tuple(release for release, recorded in HELD_BY.items() if recorded != NOT_HELD)
"""The versions at which the engine is held against the real library: by recordings, or because nothing in their
sources differs that decides about a topology."""

DEFAULT_JDK: Final = 17


def all_releases() -> tuple[str, ...]:
    """Give every release that is known, the oldest first."""
    return tuple(HELD_BY)


def followed_releases() -> tuple[str, ...]:
    """Give the releases at which programs are followed, the oldest first; of earlier ones, dumps alone are read."""
    return tuple(release for release in HELD_BY if _version(release) >= FIRST_FOLLOWED)


class UnknownVersion(ValueError):
    """The text is not a version of Kafka Streams that topoviz knows."""


@dataclass(frozen=True, slots=True, order=True)
class KafkaVersion:
    """A full version of Kafka Streams."""

    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


@dataclass(frozen=True, slots=True)
class Behaviour:
    """One way in which versions differ: true from `since` on and before `until`.

    What came to a patch release when the next line was out already is `lacking` in the first ones of that.
    """

    name: str
    reference: str
    since: KafkaVersion
    until: KafkaVersion | None = None
    lacking: tuple[KafkaVersion, ...] = ()

    def holds_at(self, version: KafkaVersion) -> bool:
        """Tell whether Kafka Streams of this version behaves so."""
        return self.since <= version and (self.until is None or version < self.until) and version not in self.lacking


@cache
def _version(text: str) -> KafkaVersion:
    major, minor, patch = text.split(".")
    return KafkaVersion(int(major), int(minor), int(patch))


def _behaviour(
    name: str, reference: str, since: str, until: str | None = None, lacking: tuple[str, ...] = ()
) -> Behaviour:
    ends = _version(until) if until else None
    return Behaviour(name, reference, _version(since), ends, tuple(map(_version, lacking)))


FIRST_FOLLOWED: Final = _version("2.3.0")
"""The first release at which programs are followed: before it, the DSL wrote the topology in other ways."""

BEHAVIOURS: Final = (
    _behaviour("names_operators", "KIP-307: every operator takes a Named", "2.4.0"),
    _behaviour("table_name_is_its_processor", "KIP-307: Consumed names a table's processor", "2.4.0"),
    _behaviour("joins_name_their_processor", "KIP-307: Joined names the processor of a stream-table join", "2.4.0"),
    _behaviour("numbers_groups_in_write_order", "KAFKA-9020", "2.4.0"),
    _behaviour("names_repartition_nodes", "KAFKA-9098: nodes are named after the topic", "2.5.0"),
    _behaviour("keeps_repartition_suffix", "KAFKA-9098: the ending is not given twice", "2.5.0"),
    _behaviour("shares_join_repartition", "KAFKA-9298: a second join reuses the stream's repartition node", "2.5.1"),
    _behaviour("rekeys_only_above_merge", "KAFKA-9739", "2.5.1"),
    _behaviour("survives_two_merges", "KAFKA-8705", "2.4.1"),
    _behaviour("adds_supplier_stores", "KIP-401: ProcessorSupplier.stores()", "2.6.0"),
    _behaviour("adds_supplier_stores_first", "KIP-820: a supplier's stores come before the named ones", "3.3.0"),
    _behaviour("validates_copartition_at_build", "KIP-221", "2.6.0"),
    _behaviour("renames_copartition_sources", "KAFKA-10454", "2.6.1"),
    _behaviour("checks_suppliers", "KAFKA-10036: a supplier must give a new object at each call", "2.8.0"),
    _behaviour("merges_duplicate_sources", "KAFKA-6687", "2.8.0"),
    _behaviour(
        "lists_windowed_sinks", "StreamSinkNode#writeToTopology, where keys are windowed", "2.6.2", lacking=("2.7.0",)
    ),
    _behaviour("names_pattern_sources", "KAFKA-12336", "2.8.1"),
    _behaviour("removes_while_walking", "KAFKA-8298", "2.2.1"),
    _behaviour("shares_outer_join_store", "KAFKA-10847", "3.0.0"),
    _behaviour("shows_partitioner", "KIP-221, as repartition nodes print themselves in exceptions", "2.4.0"),
    _behaviour("shows_topic_properties", "KIP-221, as repartition nodes print themselves in exceptions", "2.6.0"),
    _behaviour("shows_processor_suppliers", "KAFKA-14388, as repartition nodes print themselves", "3.3.2"),
    _behaviour("cannot_show_filters", "KAFKA-14388: a repartition node fails to print itself", "3.3.0", "3.3.2"),
    _behaviour("forgets_logs_of_fixed_keys", "KAFKA-14388: stores that processValues() alone uses", "3.3.0", "3.3.2"),
    _behaviour("optimizes_by_list", "KIP-862: topology.optimization takes a list", "3.4.0"),
    _behaviour("has_boolean_serde", "KIP-907, in the words for a class without a serde", "3.5.0"),
    _behaviour("copies_consumed", "apache/kafka#14550: the with-methods of Consumed give a copy", "3.7.0"),
    _behaviour("keeps_windows_for_a_time", "KIP-633: until() set how long windows are kept", "2.0.0", "3.0.0"),
    _behaviour("names_store_in_retention_refusal", "KIP-954, in a refused retention period", "3.7.0"),
    _behaviour("checks_overlapping_patterns", "InternalTopologyBuilder#addSource, when reset", "2.0.0", "2.8.0"),
    _behaviour("prints_durations_of_stores", "Stores#persistentWindowStore, in a refused retention", "4.3.0"),
    _behaviour("names_global_stores", "KAFKA-13507: Consumed names the nodes of addGlobalStore", "3.2.0"),
    _behaviour("keeps_null_keys", "KIP-962: null keys pass where a join accepts them", "3.7.0"),
    _behaviour("numbers_branch_predicates", "KIP-307: the branches of a named branch() are named after it", "2.4.0"),
    _behaviour("windows_have_own_node_class", "KIP-862: WindowedStreamProcessorNode", "3.4.0"),
    _behaviour("knows_subscription_stores_by_name", "SubscriptionStoreFactory#isCompatibleWith", "3.8.0"),
    _behaviour("stores_come_with_processors", "KIP-1112: the DSL's own suppliers bring their stores along", "4.0.0"),
    _behaviour("wraps_processors", "KIP-1112: processor.wrapper.class in a TopologyConfig", "4.0.0"),
    _behaviour("asks_branch_for_predicates", "KStreamImpl#branch, in a refused call without any", "2.5.0"),
    _behaviour("joins_foreign_keys_without_serdes", "KAFKA-9500: the tables' serdes may be the default ones", "2.4.1"),
    _behaviour("prints_types_of_window_stores", "RocksDbWindowBytesStoreSupplier#toString, in a refused join", "3.0.0"),
    _behaviour("prints_window_suppliers", "RocksDbWindowBytesStoreSupplier#toString, in a refused join", "2.7.0"),
    _behaviour("looks_through_cogroups", "KAFKA-10417: the table of a cogroup can be asked for values", "2.8.0"),
    _behaviour("adapts_filters", "KIP-478: old processors are wrapped, as exceptions print them", "2.7.0", "3.0.0"),
    _behaviour("keeps_windows_through_grace", "KAFKA-9524: time windows are kept over their grace period", "2.8.0"),
    _behaviour("fixes_grace_at_once", "KIP-633: grace() is refused after a factory that sets it", "3.1.0"),
    _behaviour("may_refuse_implicit_names", "KIP-1111: ensure.explicit.internal.resource.naming", "4.1.0"),
    _behaviour("may_follow_processors", "KAFKA-19668, which 4.1.0 lacks", "4.0.1", lacking=("4.1.0",)),
    _behaviour("copies_log_configs", "KAFKA-13345: AbstractStoreBuilder#withLoggingEnabled", "3.1.0"),
    _behaviour("names_key_selectors", "KStreamImpl#groupBy, in a refused null", "2.5.0"),
    _behaviour("says_cannot_be_null", "Named#as says so, and withName refuses null too", "4.1.0"),
    _behaviour("windows_have_grace_node_class", "KAFKA-18026: GracePeriodGraphNode", "4.1.0"),
    _behaviour("checks_parents_alike", "apache/kafka#18778: one check of the parents of processors and sinks", "4.1.0"),
    _behaviour("unlogs_materialized_of_global_tables", "KIP-1111: the user's own object is changed", "4.1.0"),
    _behaviour("names_every_global_table", "KIP-1112: a number is a queryable name too", "4.0.0"),
    _behaviour("takes_sessions_without_gap", "apache/kafka#18734: an inactivity gap may be zero", "4.1.0"),
    _behaviour("never_logs_global_stores", "apache/kafka#18778: logging is switched off, not refused", "4.1.0"),
    _behaviour(
        "keeps_known_stores", "InternalTopologyBuilder#addStateStore, of a store added again", "4.2.2",
        lacking=("4.3.0", "4.3.1"),
    ),
    _behaviour("searches_all_parents", "KAFKA-20264: what one parent leads to is not lost to another", "4.3.0"),
    _behaviour("tables_have_own_node_classes", "KIP-914: TableFilterNode, TableSuppressNode and their kin", "3.5.0"),
    _behaviour("joins_hang_under_both_tables", "KIP-914: a join of tables is a child of both", "3.5.0"),
    _behaviour("reads_old_values_from_nearest_store", "KAFKA-10077: tables above it need no store for them", "2.7.0"),
    # Topics and tasks.
    _behaviour("gives_up_on_counts", "StreamsPartitionAssignor#setRepartitionTopicMetadataNumberOfPartitions", "2.6.0"),
    _behaviour("says_what_makes_counts", "RepartitionTopics#setup, in its refusal", "3.0.0"),
    _behaviour("throws_missing_source_topics", "KIP-662", "2.7.0"),
    _behaviour("moved_resetter", "KAFKA-14586: StreamsResetter is in the module tools", "3.5.0"),
    # Who gets which task.
    _behaviour("mixes_task_hashes", "KAFKA-12648: TaskId#hashCode also takes the name of a topology", "3.0.0"),
    _behaviour("gathers_sub_topologies", "TopologyMetadata#topicGroups: the leader copies them to a hash map", "3.1.0"),
    _behaviour("assigns_stickily", "KAFKA-4677: StickyTaskAssignor, the default until KIP-441", "2.0.0"),
    _behaviour("forgets_standbys_that_ran", "ClientState#previousStandbyTasks, less what was active", "2.0.0", "2.4.0"),
    _behaviour("assigns_by_state", "KIP-441: high availability; standbys of stateful tasks only", "2.6.0"),
    _behaviour("deals_tasks_by_lag", "KAFKA-10079: threads keep their tasks; consumers in a TreeSet", "2.6.0"),
    _behaviour("balances_threads_together", "KAFKA-12959: what a thread has already counts, standbys too", "3.2.0"),
    _behaviour("gives_tasks_to_more_caught_up", "KAFKA-13600: also to a client that is only further on", "3.2.0"),
    _behaviour("spreads_standbys_by_tags", "KIP-708: rack.aware.assignment.tags", "3.2.0"),
    _behaviour("assigns_by_racks", "KIP-925: rack.aware.assignment.strategy", "3.6.0"),
    _behaviour("balances_sub_topologies_by_racks", "KIP-925: balance_subtopology", "3.7.0"),
    _behaviour("moves_scarce_tasks_first", "apache/kafka#12585: movements are polled, not walked", "3.3.0"),
    _behaviour("asks_for_instances", "apache/kafka#10151: of too few standbys, more threads do not help", "3.0.0"),
    _behaviour("finds_cycles_from_one_node", "KAFKA-15022, apache/kafka#14696: Graph#addDummySourceNode", "3.7.0"),
    _behaviour("takes_public_assignors", "KIP-924: task.assignor.class", "3.8.0"),
    _behaviour("chooses_group_protocol", "KIP-848: group.protocol of consumers, without streams", "3.7.0"),
    _behaviour("has_streams_groups", "KIP-1071: group.protocol=streams, early access", "4.1.0"),
    _behaviour("streams_groups_pair_tasks", "KIP-1071: the brokers' first assignor", "4.1.0", "4.2.0"),
    _behaviour("streams_groups_fill_ranges", "KIP-1071: the brokers' assignor walks ranges of partitions", "4.2.0"),
    _behaviour(
        "streams_groups_pass_over_holders", "StickyTaskAssignor#findPrevMemberWithLeastLoad", "4.2.2",
        lacking=("4.3.0", "4.3.1"),
    ),
    _behaviour("reserves_future_client", "StreamsPartitionAssignor#assign, futureId in its map", "2.4.0", "2.6.0"),
    _behaviour("looks_at_ends_first", "ClientState#computeTaskLags, where an end is not known", "2.6.0", "2.7.0"),
    _behaviour("skips_unknown_previous_tasks", "KAFKA-12648: ClientState#prevTasksByLag", "3.1.0"),
    _behaviour("stands_in_for_standbys_only", "apache/kafka#14149: tasks that wait to be revoked elsewhere", "3.5.2"),
    _behaviour("cooperates", "KIP-429: tasks are revoked one rebalance before they move", "2.4.0"),
    # What an instance needs.
    _behaviour("may_have_producers_of_tasks", "KIP-732: exactly_once, with a producer for each task", "2.0.0", "4.0.0"),
    _behaviour("has_exactly_once_beta", "KIP-447: exactly_once_beta has one for each thread", "2.6.0", "4.0.0"),
    _behaviour("has_exactly_once_v2", "KIP-732: exactly_once_v2 has one for each thread", "3.0.0"),
    _behaviour("has_cache_of_stores", "StreamsConfigUtils#getTotalCacheSize: statestore.cache.max.bytes", "3.4.0"),
    _behaviour("chooses_dsl_stores", "KIP-591: default.dsl.store", "3.2.0"),
    _behaviour("chooses_store_format", "KIP-1285: dsl.store.format", "4.3.0"),
    _behaviour("chooses_dsl_suppliers", "KIP-954: dsl.store.suppliers.class", "3.7.0"),
    _behaviour("restores_apart", "KAFKA-10199: each stream thread has a thread that restores stores", "3.8.0"),
    _behaviour("always_restores_apart", "StreamThread#create, without __state.updater.enabled__", "4.3.0"),
    _behaviour("has_repartition", "KIP-221: KStream#repartition in place of through()", "2.6.0"),
    _behaviour("records_rocksdb", "KafkaStreams#maybeCreateRocksDBMetricsRecordingService", "2.4.0"),
    # What happens over time.
    _behaviour("has_static_members", "KIP-345: group.instance.id", "2.3.0"),
    _behaviour("has_poll_timeout", "KIP-442: max.poll.interval.ms of Streams is that of the consumer", "2.3.0"),
    _behaviour("waits_longer_for_heartbeats", "KIP-735: session.timeout.ms is 45 s", "3.0.0"),
    _behaviour("processes_while_rebalancing", "KAFKA-8421: poll() gives records during a rebalance", "2.5.0"),
    _behaviour("changes_threads_while_running", "KIP-663: addStreamThread, removeStreamThread", "2.8.0"),
    _behaviour("may_leave_group_on_close", "KIP-812: KafkaStreams.CloseOptions, of static members", "3.3.0"),
    _behaviour("leaves_group_on_close", "CloseOptions#groupMembershipOperation, of all members", "4.2.0"),
    _behaviour("keeps_process_ids", "KAFKA-10716: kafka-streams-process-metadata", "2.6.2", lacking=("2.7.0",)),
    _behaviour("checkpoints_by_records", "KAFKA-9450: StateManagerUtil#checkpointNeeded", "2.7.0"),
    _behaviour("keeps_offsets_in_stores", "KIP-1035: offsets lie in RocksDB", "4.3.0"),
    # What a task does with records.
    _behaviour("counts_time_of_heads", "RecordQueue#updateHead, and not #poll", "2.1.0", "2.6.0"),
    _behaviour("passes_over_unreadable", "KAFKA-6502: CorruptedRecord, where nothing else is left", "3.2.0"),
    _behaviour(
        "passes_over_negative_times", "RecordQueue#updateHead, as with records that cannot be read", "3.7.2",
        lacking=("3.8.0", "3.8.1", "3.9.0"),
    ),
    _behaviour("waits_for_known_lags", "KIP-695: PartitionGroup#readyToProcess", "3.0.0"),
    _behaviour("idles_anew_when_empty", "StreamTask#isProcessable, with nothing buffered", "2.4.0"),
    _behaviour("remembers_lags", "PartitionGroup#updateLags, once a turn of the thread", "3.7.0"),
    _behaviour("resumes_at_next_turn", "StreamTask#resumePollingForPartitionsWithAvailableSpace", "3.7.0"),
    _behaviour(
        "resumes_below_limit", "StreamTask#process: at the limit or below, and not at it alone", "3.7.2",
        lacking=("3.8.0", "3.8.1", "3.9.0"),
    ),
    _behaviour("commits_partition_times", "KAFKA-7994: partition times come back with committed offsets", "2.4.0"),
    # How tasks come and go.
    _behaviour("has_task_states", "KAFKA-9113: Task.State, and tasks are initialized after they are made", "2.6.0"),
    _behaviour("recycles_tasks", "Task#closeCleanAndRecycleState: a standby becomes active, and back", "2.6.0"),
    _behaviour("holds_commits_while_rebalancing", "TaskManager#rebalanceInProgress", "2.6.0"),
    _behaviour("begins_transactions_late", "StreamsProducer#maybeBeginTransaction, at the first record", "2.6.0"),
    _behaviour("wipes_on_dirty_close", "StateManagerUtil#closeStateManager, with transactions", "2.6.0"),
    _behaviour("checkpoints_after_restoring", "StreamTask#completeRestoration, without transactions", "3.5.0"),
    _behaviour("retries_initialization", "TaskManager#tryToCompleteRestoration: initTransactions", "2.6.0", "3.8.0"),
    _behaviour("retries_initialization_apart", "TaskManager#addTaskToStateUpdater: initTransactions", "4.2.0"),
    _behaviour("has_task_timeout", "KIP-572: task.timeout.ms", "2.8.0"),
    _behaviour("shuts_client_down", "KIP-671: an exception of one thread ends the client by default", "2.8.0"),
    _behaviour("processes_several_in_turn", "TaskManager#process: up to N records of a task, then the next", "2.6.0"),
    _behaviour("reads_within_retention", "AbstractRocksDBSegmentedBytesStore#getActualFrom", "3.4.0"),
    _behaviour("closes_sessions_by_gap", "KStreamSessionWindowAggregate#process: the gap counts too", "3.0.0"),
    _behaviour("sends_one_change", "KAFKA-12446: KTableRepartitionMap, where old and new key are equal", "3.5.0"),
    _behaviour("resyncs_outer_joins", "KStreamKStreamJoin#emitNonJoinedOuterRecords: by the clock", "3.5.0"),
    _behaviour("looks_at_both_join_sides", "KStreamKStreamJoin#isOuterJoinWindowOpen", "3.8.0"),
    _behaviour("has_statestore_cache_setting", "KIP-770: statestore.cache.max.bytes", "3.4.0"),
    _behaviour("purges_by_interval", "KAFKA-13549: repartition.purge.interval.ms", "3.2.0"),
    _behaviour("purges_without_commit", "StreamThread#maybeCommit, when nothing was to commit", "3.6.0"),
    _behaviour("purges_between_commits", "StreamThread#maybeCommit, beside the interval of commits", "4.2.0"),
    # What a version writes that another one cannot read.
    _behaviour("writes_rocksdb_of_3_0", "KAFKA-13172: a new footer in the files of RocksDB", "3.0.0"),
    _behaviour("writes_rocksdb_of_3_5", "apache/kafka#21397: a new form of the files of RocksDB", "3.5.0"),
    _behaviour("writes_rocksdb_of_4_0", "KAFKA-20096: RocksDB 9.7.3 writes format 6", "4.0.0"),
    _behaviour("sends_foreign_key_partitions", "KAFKA-13769: SubscriptionWrapper has the left partition", "3.4.0"),
    _behaviour("repartitions_both_values", "KIP-904: old and new value of a table in one record", "3.5.0"),
    _behaviour("restores_before_processing", "StreamThread#runOnce, until the state updater", "2.6.0", "3.8.0"),
)  # fmt: skip
"""All differences. A name is unique; the reference says where the change was decided."""

_BY_NAME: Final = {behaviour.name: behaviour for behaviour in BEHAVIOURS}


def behaviour_named(name: str) -> Behaviour:
    """Give a behaviour of the table."""
    return _BY_NAME[name]


def release_before(version: KafkaVersion) -> KafkaVersion | None:
    """Give the last release before a version at which programs are followed, None before the first."""
    return max((one for one in map(_version, followed_releases()) if one < version), default=None)


@cache
def _held_at(version: KafkaVersion) -> Mapping[str, bool]:
    """Say of each behaviour whether it holds at a version; assignors ask hundreds of thousands of times."""
    return {one.name: one.holds_at(version) for one in BEHAVIOURS}


@dataclass(frozen=True)
class Behaviours:
    """How one version of Kafka Streams on one JDK behaves; one before `FIRST_FOLLOWED` is shown as if it were that."""

    version: KafkaVersion
    jdk: int = DEFAULT_JDK

    def has(self, name: str) -> bool:
        """Tell whether the named behaviour holds at this version."""
        return self._held[name]

    def is_since(self, text: str) -> bool:
        """Tell whether this version is at least a full one; for tables of signatures only."""
        return self._followed >= _version(text)

    @cached_property
    def _held(self) -> Mapping[str, bool]:
        return _held_at(self._followed)

    @cached_property
    def _followed(self) -> KafkaVersion:
        return max(self.version, FIRST_FOLLOWED)

    @cached_property
    def is_exact(self) -> bool:
        """Tell whether the engine is held against the real library at this version."""
        return str(self.version) in EXACT_VERSIONS


def newest_version() -> KafkaVersion:
    """Give the newest version that is known."""
    line = max(NEWEST_PATCH)
    return KafkaVersion(*line, NEWEST_PATCH[line])


def oldest_version() -> KafkaVersion:
    """Give the oldest version that is known."""
    return KafkaVersion(*min(NEWEST_PATCH), 0)


def last_before(text: str) -> KafkaVersion:
    """Give the last known release before one that has a change, such as 3.9.2 before `4.0.0`; else the oldest."""
    return max((one for one in map(_version, all_releases()) if one < _version(text)), default=oldest_version())


def parse_version(text: str) -> KafkaVersion:
    """Read `3.9` or `2.3.1`; a line without patch means its newest patch.

    Raises UnknownVersion, with a sentence for the user, when the text is no known version.
    """
    match = re.fullmatch(r"(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?", text.strip())
    known = f"{min(NEWEST_PATCH)[0]}.{min(NEWEST_PATCH)[1]} to {max(NEWEST_PATCH)[0]}.{max(NEWEST_PATCH)[1]}"
    if match is None:
        raise UnknownVersion(f"{text!r} is not a Kafka version: write a version such as 3.9 or 2.3.1.")
    line = (int(match[1]), int(match[2]))
    if line not in NEWEST_PATCH:
        raise UnknownVersion(f"Kafka Streams {text} is not known here; known are {known}.")
    newest = NEWEST_PATCH[line]
    patch = newest if match[3] is None else int(match[3])
    if patch > newest:
        raise UnknownVersion(
            f"Kafka Streams {text} is not known here; the newest of its line is {line[0]}.{line[1]}.{newest}."
        )
    return KafkaVersion(*line, patch)
