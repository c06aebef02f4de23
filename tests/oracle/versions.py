"""Versions of kafka-streams, and the optimization settings each of them knows."""

from topoviz.engine.versions import HELD_BY

RECORDED_VERSIONS = tuple(release for release, recorded in HELD_BY.items() if release == recorded)
"""The versions at which the programs are recorded, as the engine's table of releases has them."""

DEFAULT_VERSIONS = ("2.3.1", "3.9.2", "4.3.1")
"""Those that are asked when nobody names one. Kotlin's programs show the language, and are recorded at these."""

_SINGLE_RULES = ("reuse.ktable.source.topics", "merge.repartition.topics", "single.store.self.join")


def version_triple(version: str) -> tuple[int, ...]:
    """`3.9.2` as (3, 9, 2), and `3.9` as (3, 9)."""
    return tuple(int(part) for part in version.split("."))


def is_within(version: str, since: str | None, until: str | None) -> bool:
    """Whether a version lies in a range; `until: 3.9` includes every 3.9.x."""
    triple = version_triple(version)
    if since is not None and triple < version_triple(since):
        return False
    return until is None or triple[: len(version_triple(until))] <= version_triple(until)


def optimization_settings(version: str) -> tuple[str, ...]:
    """Values of `topology.optimization` to record. Single rules can be named since 3.4 (KIP-862)."""
    return ("none", "all", *(_SINGLE_RULES if version_triple(version) >= (3, 4) else ()))
