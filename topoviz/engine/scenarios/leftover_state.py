"""What is left of the state on a disk after a client has ended.

After a clean end all of it is there. After an unclean one, with at-least-once what was written since the last
checkpoint is restored again; with exactly-once the state of active tasks is not trusted and is thrown away. Until 2.6 a
checkpoint was written with each commit, from 2.7 on only after 10,000 further records, and from 4.3 on (KIP-1035)
offsets lie in RocksDB, with what it has flushed.

Source: ProcessorStateManager, StateManagerUtil#checkpointNeeded, StreamTask#postCommit, StandbyTask#postCommit;
RocksDBStore (4.3), where every store that was open under exactly-once is thrown away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.assignment.result import Role
from topoviz.engine.scenarios.clients import RECORD, Copy
from topoviz.engine.scenarios.runtime_settings import RuntimeSettings
from topoviz.engine.versions import Behaviours

_CHECKPOINT_RECORDS: Final = 10_000
WRITE_BUFFER_BYTES: Final = 16 * 1024 * 1024
"""RocksDBStore#WRITE_BUFFER_SIZE: as much of a store is flushed at a time."""


@dataclass(frozen=True, slots=True)
class Unclean:
    """How this version, with these settings, treats state after an unclean end."""

    behaviours: Behaviours
    settings: RuntimeSettings
    writes_per_second: int
    record_bytes: int

    def is_lost(self, role: Role, is_whole: bool) -> bool:
        """Tell whether the state of a task is thrown away as a whole when the client comes back."""
        if not self.settings.is_exactly_once:
            return False
        return self.behaviours.has("keeps_offsets_in_stores") or (role is Role.ACTIVE and is_whole)

    def rewind(self, copy: Copy, now_ms: int) -> None:
        """Take back what no checkpoint knows of; the most that may be missing."""
        since_ms = 0 if copy.whole_since_ms is None else now_ms - copy.whole_since_ms
        written = self.writes_per_second * since_ms // 1_000
        behind = copy.whole_since_ms is None
        copy.position = max(copy.position - self._most(written, behind) * RECORD, 0)
        copy.whole_since_ms = None

    def _most(self, written: int, is_behind: bool) -> int:
        if self.behaviours.has("keeps_offsets_in_stores"):
            return WRITE_BUFFER_BYTES // self.record_bytes
        between = self.writes_per_second * self.settings.commit_interval_ms // 1_000
        if self.behaviours.has("checkpoints_by_records"):
            return _CHECKPOINT_RECORDS if is_behind else min(written, _CHECKPOINT_RECORDS + between)
        return 0 if is_behind else min(written, between)
