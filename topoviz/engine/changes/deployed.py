"""How an application runs: what somebody says of it, else what the programs themselves set, else the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from topoviz.engine.changes.deployment import Deployment, Guarantee, Protocol
from topoviz.engine.changes.side import Side
from topoviz.engine.state_sizes.model import StateSizes
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
    protocol_before: Protocol | None = None
    sizes: StateSizes | None = None


def deployed(old: Side, new: Side, asked: Asked) -> Deployment:
    """Give the deployment in which one version follows on the other."""
    guarantee = asked.guarantee or _guarantee_of(new)
    before = asked.guarantee_before or _guarantee_of(old, or_default=asked.guarantee is None)
    protocol = asked.protocol or _protocol_of(new)
    protocol_before = asked.protocol_before or _protocol_of(old, or_default=asked.protocol is None)
    return Deployment(
        asked.application_id or new.analyzed.application_id or old.analyzed.application_id,
        guarantee or before or Guarantee.AT_LEAST_ONCE,
        protocol or protocol_before or Protocol.CLASSIC,
        before,
        asked.counts,
        protocol_before,
        asked.sizes,
    )


def _guarantee_of(side: Side, *, or_default: bool = True) -> Guarantee | None:
    default = Guarantee.AT_LEAST_ONCE.value if or_default else ""
    return _GUARANTEES.get(_set_by(side, "processing.guarantee", default))


def _protocol_of(side: Side, *, or_default: bool = True) -> Protocol | None:
    default = Protocol.CLASSIC.value if or_default else ""
    return _PROTOCOLS.get(_set_by(side, "group.protocol", default))


def _set_by(side: Side, name: str, default: str) -> str:
    """Give what a program sets, as far as its text says it; the default where all is there and this is not."""
    settings = side.analyzed.settings
    if settings is None:
        return ""
    setting = settings.settings.get(name)
    if setting is None:
        return default if settings.settings and settings.is_all else ""
    return "" if setting.text is None else setting.text.strip().lower()
