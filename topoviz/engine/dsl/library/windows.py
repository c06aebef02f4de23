"""TimeWindows, SessionWindows, SlidingWindows, UnlimitedWindows and JoinWindows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.engine.dsl.library.durations import milliseconds
from topoviz.engine.dsl.objects import WindowKind, WindowsValue
from topoviz.engine.dsl.values import Value

KINDS: Final = {
    "TimeWindows": WindowKind.TIME,
    "UnlimitedWindows": WindowKind.TIME,
    "SessionWindows": WindowKind.SESSION,
    "SlidingWindows": WindowKind.SLIDING,
    "JoinWindows": WindowKind.JOIN,
}


def make_windows(owner: str, method: str, arguments: list[Value]) -> WindowsValue:
    """Call a static method of a windows class."""
    kind, fixes = KINDS[owner], method.startswith("ofTimeDifference")
    if kind is not WindowKind.JOIN:
        return WindowsValue(kind)
    size = milliseconds(arguments[0]) if arguments else None
    # What is made by of() has 24 hours of grace until grace() is called.
    grace = 0 if method.endswith("NoGrace") else milliseconds(arguments[1]) if len(arguments) > 1 else None
    return WindowsValue(kind, fixes, size, size, grace)


def change_windows(windows: WindowsValue, method: str, arguments: list[Value]) -> WindowsValue:
    """Call a method of windows, which gives new ones."""
    time = milliseconds(arguments[0]) if arguments else None
    match method:
        case "before":
            return replace(windows, before=time)
        case "after":
            return replace(windows, after=time)
        case "grace":
            return replace(windows, grace=time)
        case _:
            return windows
