"""Which public methods of the DSL's classes nothing has held the engine against yet.

An overload is covered when a recorded program or a generated one calls it, or when a named diagnostic refuses it.
"""

from collections import defaultdict

from tests.oracle.api import API
from tests.oracle.calls import called_at, read_called
from tests.oracle.versions import DEFAULT_VERSIONS

OPEN = API / "open.txt"
REFUSED = API / "refused.txt"

_SEPARATOR = " · "


def open_methods() -> dict[str, tuple[str, ...]]:
    """Give the methods that are not covered, each with the versions at which it is not."""
    found: dict[str, list[str]] = defaultdict(list)
    for version in DEFAULT_VERSIONS:
        for method in methods_at(version) - covered_at(version):
            found[method].append(version)
    return {method: tuple(versions) for method, versions in sorted(found.items())}


def methods_at(version: str) -> set[str]:
    """Give the public methods of a version, without their results."""
    lines = (API / f"{version}.txt").read_text(encoding="utf-8").splitlines()
    return {line.partition(" -> ")[0] for line in lines[1:]}


def covered_at(version: str) -> set[str]:
    """Give the methods that a program calls at a version, or that a diagnostic refuses."""
    return {*called_at(version), *read_called(API / f"{version}.fuzzed.txt"), *refused_methods()}


def refused_methods() -> dict[str, str]:
    """Give the methods that topoviz refuses to model, each with the code of the diagnostic that says so."""
    return read_called(REFUSED)


def listed_as_open() -> dict[str, tuple[str, ...]]:
    """Give what the list of open methods says."""
    return {method: tuple(versions.split()) for method, versions in read_called(OPEN).items()}


def write_open(methods: dict[str, tuple[str, ...]]) -> None:
    """Write the list of open methods anew."""
    heading = "# public methods that nothing covers yet, and the versions that have them"
    lines = (f"{method}{_SEPARATOR}{' '.join(versions)}" for method, versions in methods.items())
    OPEN.write_text("\n".join((heading, *lines)) + "\n", encoding="utf-8")
