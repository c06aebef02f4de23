"""Names as Kafka Streams makes them: a prefix and the next number, or the user's own name.

Kafka: InternalStreamsBuilder, NamedInternal, Named#validate.
"""

from __future__ import annotations

import re
from typing import Final

MAX_NAME_LENGTH: Final = 249

_LEGAL = re.compile(r"[a-zA-Z0-9._-]+", re.ASCII)
_GENERATED = re.compile(r"KSTREAM.*-[0-9]{10}", re.ASCII)


def numbered(prefix: str, index: int) -> str:
    """Put a number behind a prefix: `KSTREAM-MAP-` and 7 give `KSTREAM-MAP-0000000007`."""
    return f"{prefix}{index:010d}"


def numbered_store(prefix: str, index: int) -> str:
    """Name a store: `KSTREAM-AGGREGATE-` and 7 give `KSTREAM-AGGREGATE-STATE-STORE-0000000007`."""
    return f"{prefix}STATE-STORE-{index:010d}"


def is_generated(name: str) -> bool:
    """Tell whether Kafka Streams takes a repartition topic's name for one of its own (KAFKA-9098)."""
    return _GENERATED.fullmatch(name) is not None


def why_illegal(name: str) -> str | None:
    """Give Kafka's own words against a name, or None when it is legal (Named#validate)."""
    if not name:
        return "Name is illegal, it can't be empty"
    if name in (".", ".."):
        return 'Name cannot be "." or ".."'
    if len(name) > MAX_NAME_LENGTH:
        return f"Name is illegal, it can't be longer than {MAX_NAME_LENGTH} characters, name: {name}"
    if _LEGAL.fullmatch(name) is None:
        return f"Name \"{name}\" is illegal, it contains a character other than ASCII alphanumerics, '.', '_' and '-'"
    return None
