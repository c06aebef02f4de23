"""The assignors that can be asked, by version, under the names that the engine has for them."""

from typing import Final

from tests.oracle.versions import version_triple

LEADER: Final = "leader"
"""Before an assignor's name, this asks for the leader's whole step with it."""

WALKS_IDENTITY_HASHES: Final = "public-sticky"
"""An assignor that walks a set by identity hashes: its standbys, and the order of its warnings, may be chance."""

_SINCE: Final = {
    "sticky": (2, 0),
    "fallback-prior": (2, 6),
    "public-sticky": (3, 8),
    "high-availability": (2, 6),
}


def assignors_at(version: str) -> list[str]:
    """Name the assignors of a version; what runs where nothing is configured comes last."""
    return [name for name, since in _SINCE.items() if version_triple(version) >= since]
