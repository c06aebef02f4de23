"""Tell names that Kafka Streams numbered from names that the program gave."""

from __future__ import annotations

import re
from typing import Final

_NODE: Final = re.compile(r"(COGROUP)?K(STREAM|TABLE)-[A-Z-]+-[0-9]{10,}", re.ASCII)
_STORE: Final = re.compile(
    r"((COGROUP)?K(STREAM|TABLE)-[A-Z-]+-STATE-STORE-[0-9]{10}|.+-STATE-STORE-[0-9]{10}|"
    r"K(STREAM|TABLE)-[A-Z-]+-[0-9]{10}-store)",
    re.ASCII | re.DOTALL,
)


def is_numbered(name: str) -> bool:
    """Tell whether a node's name is a prefix and a number, such as `KSTREAM-MAP-0000000001`."""
    return _NODE.fullmatch(name) is not None


def is_numbered_store(name: str) -> bool:
    """Tell whether a store's name holds a number that Kafka Streams took for it or for its operator."""
    return _STORE.fullmatch(name) is not None
