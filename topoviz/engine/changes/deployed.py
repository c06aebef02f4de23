"""How an application runs: what somebody says of it, else what the programs themselves set, else the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from topoviz.engine.changes.deployment import Deployment, Guarantee, Protocol
from topoviz.engine.changes.side import Side
from topoviz.engine.tasks.reading_counts import GivenCounts

_GUARANTEES: Final[Mapping[str, Guarantee]] = {
    **{one.value: one for one in Guarantee},
    # Its name before 3.0, which later versions take too.
    "exactly_once_beta": Guarantee.EXACTLY_ONCE_V2,
}
_PROTOCOLS: Final[Mapping[str, Protocol]] = {one.value: one for one in Protocol}


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody says of the deployment; None where nobody does."""

    application_id: str | None = None
    guarantee: Guarantee | None = None
    guarantee_before: Guarantee | None = None
    protocol: Protocol | None = None
    counts: GivenCounts | None = None


def deployed(old: Side, new: Side, asked: Asked) -> Deployment:
    """Give the deployment in which one version follows on the other."""
    guarantee = asked.guarantee or _GUARANTEES.get(_set_by(new, "processing.guarantee"))
    before = asked.guarantee_before or _GUARANTEES.get(_set_by(old, "processing.guarantee"))
    protocol = asked.protocol or _PROTOCOLS.get(_set_by(new, "group.protocol"))
    return Deployment(
        asked.application_id or new.analyzed.application_id or old.analyzed.application_id,
        guarantee or before or Guarantee.AT_LEAST_ONCE,
        protocol or _PROTOCOLS.get(_set_by(old, "group.protocol")) or Protocol.CLASSIC,
        before,
        asked.counts,
    )


def _set_by(side: Side, name: str) -> str:
    """Give what a program sets, as far as its text says it; else nothing."""
    settings = side.analyzed.settings
    setting = None if settings is None else settings.settings.get(name)
    return "" if setting is None or setting.text is None else setting.text.strip().lower()
