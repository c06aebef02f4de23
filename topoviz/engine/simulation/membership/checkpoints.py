"""When a commit writes a checkpoint of the stores of a running task.

Source: StreamTask#postCommit, StateManagerUtil#checkpointNeeded.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.versions import Behaviours

CHECKPOINT_RECORDS: Final = 10_000
"""StateManagerUtil#OFFSET_DELTA_THRESHOLD_FOR_CHECKPOINT."""


def needs_checkpoint(before: int, now: int, behaviours: Behaviours) -> bool:
    """Tell it by the sums of offsets of the last checkpoint and of now; until 2.6, each commit writes one."""
    return not behaviours.has("checkpoints_by_records") or now - before > CHECKPOINT_RECORDS
