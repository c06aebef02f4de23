"""At which releases the assignors were compared with the real classes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from topoviz.engine.versions import NOT_HELD, KafkaVersion

COMPARED: Final = Path(__file__).with_name("compared.txt")
"""Every release, and the one of equal code whose classes were asked. `python -m tests.oracle assign compare` writes it,
from what it asked and from the sources of all."""

_ASKED_FOR: Final[Mapping[str, str]] = dict(
    line.split() for line in COMPARED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
)


def doubt_about(version: KafkaVersion, asked_for: Mapping[str, str] = _ASKED_FOR) -> str | None:
    """Say that nobody compared who gets which task at a version, and at which nearest ones somebody did."""
    wanted = str(version)
    if asked_for.get(wanted, NOT_HELD) != NOT_HELD:
        return None
    known = [KafkaVersion(*map(int, release.split("."))) for release, asked in asked_for.items() if asked != NOT_HELD]
    nearest = (
        max((one for one in known if one < version), default=None),
        min((one for one in known if one > version), default=None),
    )
    said = [str(one) for one in nearest if one is not None]
    others = f"; {' and '.join(said)} {'were' if len(said) > 1 else 'was'}" if said else ""
    return f"Who gets which task at {wanted} was not compared with Kafka Streams' own classes{others}."
