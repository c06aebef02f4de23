"""What is known of how an application runs and how the new version is brought in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.explanations.wording import code
from topoviz.engine.state_sizes.model import StateSizes
from topoviz.engine.tasks.reading_counts import GivenCounts


class Guarantee(StrEnum):
    """The setting processing.guarantee."""

    AT_LEAST_ONCE = "at_least_once"
    EXACTLY_ONCE = "exactly_once"
    EXACTLY_ONCE_V2 = "exactly_once_v2"

    @property
    def is_exact(self) -> bool:
        """Tell whether local state is thrown away when it may not be trusted."""
        return self is not Guarantee.AT_LEAST_ONCE


class Protocol(StrEnum):
    """The setting group.protocol: who assigns tasks, a member of the group or the brokers (KIP-1071)."""

    CLASSIC = "classic"
    STREAMS = "streams"


@dataclass(frozen=True, slots=True)
class Deployment:
    """How an application runs. Without an `application_id`, topics are named without it.

    `counts` are partition counts of the topics that it reads, `sizes` those of its changelogs, where somebody said
    them. `guarantee_before` and `protocol_before` are those of the old version, where they are known.
    """

    application_id: str | None = None
    guarantee: Guarantee = Guarantee.AT_LEAST_ONCE
    protocol: Protocol = Protocol.CLASSIC
    guarantee_before: Guarantee | None = None
    counts: GivenCounts | None = None
    protocol_before: Protocol | None = None
    sizes: StateSizes | None = None

    @property
    def changes_protocol(self) -> bool:
        """Tell whether the new version joins another kind of group than the old one left."""
        return self.protocol_before is not None and self.protocol_before is not self.protocol

    def topic(self, name: str) -> str:
        """Give the name of an internal topic as the brokers have it."""
        return name if self.application_id is None else f"{self.application_id}-{name}"


def wiped(deployment: Deployment) -> str:
    """Say how local state is thrown away: of one store alone it cannot be, for offsets may lie beside the stores."""
    which = "of the application" if deployment.application_id is None else code(deployment.application_id)
    return (
        f"Stop all instances, delete the directory {which} below `state.dir` on all machines, and start: all stores "
        "are restored from their changelogs."
    )
