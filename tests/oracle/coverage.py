"""Which public methods of the DSL's classes no recorded program calls; a test wants each of them called."""

from collections import defaultdict

from tests.oracle.api import API
from tests.oracle.calls import called_at
from tests.oracle.versions import DEFAULT_VERSIONS


def uncalled_methods() -> dict[str, tuple[str, ...]]:
    """Give the methods that no program calls, each with the versions at which none does."""
    found: dict[str, list[str]] = defaultdict(list)
    for version in DEFAULT_VERSIONS:
        for method in methods_at(version) - called_at(version).keys():
            found[method].append(version)
    return {method: tuple(versions) for method, versions in sorted(found.items())}


def methods_at(version: str) -> set[str]:
    """Give the public methods of a version, without their results."""
    lines = (API / f"{version}.txt").read_text(encoding="utf-8").splitlines()
    return {line.partition(" -> ")[0] for line in lines[1:]}
