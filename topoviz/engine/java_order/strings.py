"""Java's int range, and how Java hashes and compares strings.

Source: String#hashCode and String#compareTo, which are specified.
"""

from __future__ import annotations

from functools import lru_cache


def wrap_int(value: int) -> int:
    """Bring a number into Java's int range by wrapping round, as Java's own arithmetic does."""
    return ((value + 0x80000000) & 0xFFFFFFFF) - 0x80000000


def spread_hash(code: int) -> int:
    """HashMap#hash: a hash code, signed or not, mixed with its upper half, since tables go by the lower bits."""
    unsigned = code & 0xFFFFFFFF
    return unsigned ^ (unsigned >> 16)


@lru_cache(maxsize=1 << 16)
def string_hash(text: str) -> int:
    """String#hashCode as an unsigned number: over UTF-16 code units."""
    value = 0
    if text.isascii():
        for byte in text.encode():
            value = (value * 31 + byte) & 0xFFFFFFFF
        return value
    units = text.encode("utf-16-le", errors="surrogatepass")
    for low, high in zip(units[::2], units[1::2], strict=True):
        value = (value * 31 + low + (high << 8)) & 0xFFFFFFFF
    return value


def compare_strings(left: str, right: str) -> int:
    """String#compareTo, as far as its sign goes: by UTF-16 code units."""
    if not (left.isascii() and right.isascii()):
        left_units, right_units = left.encode("utf-16-be", "surrogatepass"), right.encode("utf-16-be", "surrogatepass")
        return (left_units > right_units) - (left_units < right_units)
    return (left > right) - (left < right)


def utf16_key(text: str) -> bytes:
    """Give a key that sorts strings as String#compareTo does."""
    return text.encode("utf-16-be", "surrogatepass")
