"""The assignors that can be asked, by version, under the names that the engine has for them."""

from typing import Final

from tests.oracle.versions import version_triple

_SINCE: Final = {
    "sticky": (2, 0),
    "fallback-prior": (2, 6),
    "high-availability": (2, 6),
    "public-sticky": (3, 8),
}


def assignors_at(version: str) -> list[str]:
    """Name the assignors of a version."""
    return [name for name, since in _SINCE.items() if version_triple(version) >= since]
