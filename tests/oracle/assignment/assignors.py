"""The assignors that can be asked, by version, under the names that the engine has for them."""

from typing import Final

from tests.oracle.versions import version_triple

LEADER: Final = "leader"
"""Before an assignor's name, this asks for the leader's whole step with it."""

_SINCE: Final = {
    "sticky": (2, 0),
    "fallback-prior": (2, 6),
    "public-sticky": (3, 8),
    "streams-group": (4, 1),
    "high-availability": (2, 6),
}


def assignors_at(version: str) -> list[str]:
    """Name the assignors of a version; what runs where nothing is configured comes last."""
    return [name for name, since in _SINCE.items() if version_triple(version) >= since]


def leaders_at(version: str) -> list[str]:
    """Name what is asked of the leader of a version: with the assignor that runs by itself, and with sticky."""
    return [f"{LEADER} {name}" for name in dict.fromkeys((assignors_at(version)[-1], "sticky"))]


def walks_identity_hashes(asked: str, version: str) -> bool:
    """Tell whether a class may answer otherwise each time, since it walks a set by identity hashes."""
    return "public-sticky" in asked or ("streams-group" in asked and version_triple(version) < (4, 2))
