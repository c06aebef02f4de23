"""To which partition a record goes: by the hash of its key.

Source: org.apache.kafka.common.utils.Utils#murmur2, BuiltInPartitioner#partitionForKey.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

_MASK: Final = 0xFFFFFFFF
_M: Final = 0x5BD1E995


def murmur2(data: bytes) -> int:
    """Give the 32-bit hash of Kafka's default partitioner, as an unsigned number."""
    length = len(data)
    found = (0x9747B28C ^ length) & _MASK
    whole = length & ~3
    for at in range(0, whole, 4):
        k = int.from_bytes(data[at : at + 4], "little") * _M & _MASK
        k = (k ^ (k >> 24)) * _M & _MASK
        found = (found * _M & _MASK) ^ k
    if length > whole:
        found ^= int.from_bytes(data[whole:], "little")
        found = found * _M & _MASK
    found = (found ^ (found >> 13)) * _M & _MASK
    return found ^ (found >> 15)


@lru_cache(maxsize=200_000)
def partition_of_key(key: str, partitions: int) -> int:
    """Give the partition of a key whose bytes are its text in UTF-8, as StringSerializer writes them."""
    return (murmur2(key.encode()) & 0x7FFFFFFF) % partitions
