"""All rules, the worst first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding
from topoviz.engine.changes.findings.application_id_changed import find_changed_application_id
from topoviz.engine.changes.findings.caching_changed import find_changed_caching
from topoviz.engine.changes.findings.changelog_config_changed import find_changed_changelog_configs
from topoviz.engine.changes.findings.changelog_renamed import find_renamed_changelogs
from topoviz.engine.changes.findings.changelog_source_changed import find_changed_changelog_sources
from topoviz.engine.changes.findings.copartitioning_changed import find_changed_copartitioning
from topoviz.engine.changes.findings.guarantee_changed import find_changed_guarantee
from topoviz.engine.changes.findings.input_exchanged import find_exchanged_inputs
from topoviz.engine.changes.findings.logging_changed import find_changed_logging
from topoviz.engine.changes.findings.outputs_changed import find_changed_outputs
from topoviz.engine.changes.findings.protocol_changed import find_changed_protocol
from topoviz.engine.changes.findings.repartition_readers_changed import find_changed_repartition_readers
from topoviz.engine.changes.findings.repartition_topics import find_changed_repartition_topics
from topoviz.engine.changes.findings.retention_changed import find_changed_retention
from topoviz.engine.changes.findings.serde_changed import find_changed_serdes
from topoviz.engine.changes.findings.sources_changed import find_changed_sources
from topoviz.engine.changes.findings.state_taken_over import find_taken_over_state
from topoviz.engine.changes.findings.stateless_changed import find_changed_steps
from topoviz.engine.changes.findings.store_added import find_added_stores
from topoviz.engine.changes.findings.store_format_changed import find_changed_formats
from topoviz.engine.changes.findings.store_kind_changed import find_changed_kinds
from topoviz.engine.changes.findings.store_removed import find_removed_stores
from topoviz.engine.changes.findings.streams_group_refuses import find_refusing_streams_group
from topoviz.engine.changes.findings.sub_topologies_changed import find_changed_sub_topologies
from topoviz.engine.changes.findings.suppress_changed import find_changed_suppression
from topoviz.engine.changes.findings.tasks_changed import find_changed_tasks
from topoviz.engine.changes.findings.tasks_left_behind import find_left_tasks
from topoviz.engine.changes.findings.unsure import find_unsure_names
from topoviz.engine.changes.findings.version_changed import find_changed_version
from topoviz.engine.changes.findings.window_changed import find_changed_windows

Rule = Callable[[Compared], Iterator[Finding]]

RULES: Final[tuple[Rule, ...]] = (
    find_refusing_streams_group,
    find_changed_application_id,
    find_changed_protocol,
    find_taken_over_state,
    find_exchanged_inputs,
    find_renamed_changelogs,
    find_changed_kinds,
    find_changed_formats,
    find_changed_retention,
    find_changed_windows,
    find_changed_serdes,
    find_changed_logging,
    find_changed_changelog_sources,
    find_changed_repartition_topics,
    find_changed_repartition_readers,
    find_changed_sources,
    find_changed_sub_topologies,
    find_added_stores,
    find_removed_stores,
    find_changed_copartitioning,
    find_changed_tasks,
    find_left_tasks,
    find_changed_version,
    find_changed_guarantee,
    find_changed_caching,
    find_changed_suppression,
    find_changed_changelog_configs,
    find_changed_steps,
    find_changed_outputs,
    find_unsure_names,
)
