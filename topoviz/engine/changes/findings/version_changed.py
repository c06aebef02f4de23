"""Another version of Kafka Streams."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.upgrades import UPGRADES


def find_changed_version(compared: Compared) -> Iterator[Finding]:
    """Find what the new version asks for, where it is another one."""
    before, now = compared.old.behaviours, compared.new.behaviours
    if before.version == now.version:
        return
    told: set[str] = set()
    for one in UPGRADES:
        gains = now.has(one.behaviour) and not before.has(one.behaviour)
        loses = before.has(one.behaviour) and not now.has(one.behaviour)
        is_covered = one.covered_by != "" and before.has(one.covered_by) and not now.has(one.covered_by)
        is_met = (loses if one.is_loss else gains) and not is_covered and one.effect not in told
        if is_met and one.concerns(compared.old):
            told.add(one.effect)
            yield Finding(
                f"version-{one.behaviour.replace('_', '-')}",
                one.level,
                f"{before.version} to {now.version}: {one.sentence}",
                one.effect,
                one.way_out,
                one.reference,
            )
    yield Finding(
        "version-changed",
        Level.NOTE,
        f"Kafka Streams {before.version} becomes {now.version}.",
        "While instances are restarted, members of both versions are in the group; those of the newer one use the "
        "older protocol until then.",
        "Read the upgrade notes of every version between them.",
        "KIP-268; SubscriptionInfo#version",
    )
