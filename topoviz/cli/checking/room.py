"""How much of each version is read, so that a check ends within its time."""

from __future__ import annotations

from typing import Final

from topoviz.intake.room import Room

_FILES: Final = 250
_BYTES: Final = 2**20 / 5
"""What one second of the fuse is worth: both versions are read and compared, with half of the time to spare."""


def room_within(seconds: float) -> Room:
    """Give what is read of each version when the whole run may take so many seconds.

    It is counted from what was asked for and not from the clock, so that every machine reads the same.
    """
    return Room(files=max(1, round(_FILES * seconds)), all_bytes=max(2**20, round(_BYTES * seconds)))
