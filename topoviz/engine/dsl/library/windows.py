"""TimeWindows, SessionWindows, SlidingWindows, UnlimitedWindows and JoinWindows."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.objects import WindowKind, WindowsValue

KINDS: Final = {
    "TimeWindows": WindowKind.TIME,
    "UnlimitedWindows": WindowKind.TIME,
    "SessionWindows": WindowKind.SESSION,
    "SlidingWindows": WindowKind.SLIDING,
    "JoinWindows": WindowKind.JOIN,
}


def make_windows(owner: str, method: str) -> WindowsValue:
    """Call a static method of a windows class. Later calls, such as grace(), change nothing that shows."""
    return WindowsValue(KINDS[owner], fixes_spurious_results=method.startswith("ofTimeDifference"))
