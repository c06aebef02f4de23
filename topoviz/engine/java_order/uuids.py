"""Java's UUID: how it is hashed, and that it compares its halves as signed numbers.

Source: java.util.UUID. An id whose first digit is 8 to f therefore stands before one with 0 to 7.
"""

from __future__ import annotations

from uuid import UUID

from topoviz.engine.java_order.strings import wrap_int


def uuid_hash(uuid: UUID) -> int:
    """UUID#hashCode."""
    most, least = divmod(uuid.int, 1 << 64)
    mixed = most ^ least
    return wrap_int((mixed >> 32) ^ (mixed & 0xFFFFFFFF))


def uuid_order(uuid: UUID) -> tuple[int, int]:
    """Give a key that sorts ids as UUID#compareTo does."""
    most, least = divmod(uuid.int, 1 << 64)
    return _signed(most), _signed(least)


def _signed(half: int) -> int:
    return half - (1 << 64) if half >> 63 else half
