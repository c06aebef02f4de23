"""TimeWindows, SessionWindows, SlidingWindows, UnlimitedWindows and JoinWindows.

KIP-633 made the grace period part of how windows are made; before, it followed from how long windows were kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from topoviz.engine.dsl.library.times import refuse_below, time_argument
from topoviz.engine.dsl.numbers import LONG
from topoviz.engine.dsl.objects import WindowKind, WindowsValue
from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.values import Constant, Unknown, Value
from topoviz.engine.refusal import Why

KINDS: Final = {
    "TimeWindows": WindowKind.TIME,
    "UnlimitedWindows": WindowKind.TIME,
    "SessionWindows": WindowKind.SESSION,
    "SlidingWindows": WindowKind.SLIDING,
    "JoinWindows": WindowKind.JOIN,
}

_DAY: Final = 86_400_000
_SIZES: Final = {
    "TimeWindows": "size", "SessionWindows": "inactivityGap", "SlidingWindows": "timeDifference",
    "JoinWindows": "timeDifference",
}  # fmt: skip


def make_windows(call: LibraryCall, owner: str) -> WindowsValue:
    """Call a static method of a windows class; raises Refused for sizes that Kafka Streams refuses."""
    kind = KINDS[owner]
    if owner == "UnlimitedWindows":
        return WindowsValue(kind, size=2**63 - 1, grace=0, is_unlimited=True)
    size = time_argument(call, 0, _SIZES[owner])
    is_older = call.method in ("of", "with")
    grace: int | None = 0
    if is_older:
        grace = None if size is None else max(_DAY - size * (2 if kind is WindowKind.JOIN else 1), 0)
    elif not call.method.endswith("NoGrace"):
        grace = time_argument(call, 1, "grace" if call.method.startswith("with") else "afterWindowEnd")
    made = WindowsValue(
        kind,
        fixes_spurious_results=kind is WindowKind.JOIN and not is_older,
        before=size if kind is WindowKind.JOIN else None,
        after=size if kind is WindowKind.JOIN else None,
        grace=grace,
        size=None if kind is WindowKind.JOIN else size,
        advance=size if kind is WindowKind.TIME else None,
        has_final_grace=not is_older,
        keeps=_DAY if is_older else None,
    )
    return _checked(call, made)


def change_windows(call: LibraryCall, windows: WindowsValue) -> Value:
    """Call a method of windows: some give new ones, others a time; what the rest gives is not known."""
    change = _CHANGES.get(call.method)
    if change is not None:
        return change(call, windows)
    if call.method == "windowsFor" and windows.kind is WindowKind.JOIN:
        call.refuse(
            Why.NO_WINDOWS_OF_A_JOIN, "UnsupportedOperationException", "windowsFor() is not supported by JoinWindows."
        )
    time = _TIMES[call.method](call, windows) if call.method in _TIMES else None
    if time is not None:
        return Constant(time, LONG)
    reason = f"What {call.method}() of these windows gives is not in the text."
    return Unknown(f"{call.method}()", reason, call.origin.span)


def maintained(call: LibraryCall, windows: WindowsValue) -> int | None:
    """Give how long windows are kept before KIP-633, in ms: no shorter than they are long (KAFKA-9524: and wait)."""
    if windows.is_unlimited:
        return windows.length
    waits = windows.kind is WindowKind.TIME and call.behaviours.has("keeps_windows_through_grace")
    grace = windows.grace if waits else 0
    if windows.keeps is None or windows.length is None or grace is None:
        return None
    return max(windows.keeps, windows.length + grace)


_TIMES: Final[dict[str, Callable[[LibraryCall, WindowsValue], int | None]]] = {
    "size": lambda _, windows: windows.length,
    "inactivityGap": lambda _, windows: windows.length,
    "timeDifferenceMs": lambda _, windows: windows.length,
    "gracePeriodMs": lambda _, windows: windows.grace,
    "maintainMs": maintained,
}


def _before(call: LibraryCall, windows: WindowsValue) -> WindowsValue:
    return _checked(call, _kept(call, replace(windows, before=time_argument(call, 0, "timeDifference"))))


def _after(call: LibraryCall, windows: WindowsValue) -> WindowsValue:
    return _checked(call, _kept(call, replace(windows, after=time_argument(call, 0, "timeDifference"))))


def _advance_by(call: LibraryCall, windows: WindowsValue) -> WindowsValue:
    changed = replace(windows, advance=time_argument(call, 0, "advance"), has_final_grace=False)
    return _checked(call, changed)


def _grace(call: LibraryCall, windows: WindowsValue) -> WindowsValue:
    if windows.has_final_grace and call.behaviours.has("fixes_grace_at_once"):
        call.refuse(Why.FINAL_GRACE, "IllegalStateException", _FINAL_GRACE[windows.kind])
    grace = time_argument(call, 0, "afterWindowEnd")
    return _checked(call, replace(windows, grace=grace, has_own_grace=True))


def _until(call: LibraryCall, windows: WindowsValue) -> WindowsValue:
    """Set how long windows are kept, which before KIP-633 also decided about the grace period."""
    if windows.is_unlimited:
        words = "Window retention time (durationMs) cannot be set for UnlimitedWindows."
        call.refuse(Why.ILLEGAL_SIZE, "IllegalArgumentException", words)
    keeps, size = time_argument(call, 0, "durationMs"), windows.length
    least = "window gap" if windows.kind is WindowKind.SESSION else "the window size"
    if size is not None:
        words = f"Window retention time (durationMs) cannot be smaller than {least}."
        refuse_below(call, keeps, size, words)
    return _kept(call, replace(windows, keeps=keeps))


def _start_on(call: LibraryCall, windows: WindowsValue) -> WindowsValue:
    start = time_argument(call, 0, "start")
    refuse_below(call, start, 0, "Window start time (startMs) cannot be negative.")
    return windows


_CHANGES: Final[dict[str, Callable[[LibraryCall, WindowsValue], WindowsValue]]] = {
    "before": _before,
    "after": _after,
    "advanceBy": _advance_by,
    "grace": _grace,
    "until": _until,
    "startOn": _start_on,
}

_FINAL_GRACE: Final = {
    WindowKind.TIME: "Cannot call grace() after setting grace value via ofSizeAndGrace or ofSizeWithNoGrace.",
    WindowKind.SESSION: (
        "Cannot call grace() after setting grace value via ofInactivityGapAndGrace or ofInactivityGapWithNoGrace."
    ),
    WindowKind.JOIN: (
        "Cannot call grace() after setting grace value via ofTimeDifferenceAndGrace or ofTimeDifferenceWithNoGrace."
    ),
}


def _kept(call: LibraryCall, windows: WindowsValue) -> WindowsValue:
    """Work the grace period out anew, where it follows from how long windows are kept."""
    if windows.has_own_grace or not call.behaviours.has("keeps_windows_for_a_time"):
        return windows
    known = windows.keeps is not None and windows.length is not None
    return replace(
        windows, grace=max(windows.keeps or 0, windows.length or 0) - (windows.length or 0) if known else None
    )


def _checked(call: LibraryCall, windows: WindowsValue) -> WindowsValue:
    """Refuse sizes in the order of the constructors."""
    size, grace = windows.size, windows.grace
    match windows.kind:
        case WindowKind.TIME:
            refuse_below(call, size, 1, "Window size (sizeMs) must be larger than zero.")
            _check_advance(call, windows)
        case WindowKind.SESSION:
            _check_session(call, size, grace)
        case WindowKind.SLIDING:
            refuse_below(call, size, 0, "Window time difference must not be negative.")
            refuse_below(call, grace, 0, "Window grace period must not be negative.")
        case WindowKind.JOIN:
            words = "Window interval (ie, beforeMs+afterMs) must not be negative."
            refuse_below(call, windows.length, 0, words)
    refuse_below(call, grace, 0, "Grace period must not be negative.")
    return windows


def _check_session(call: LibraryCall, gap: int | None, grace: int | None) -> None:
    if call.behaviours.has("takes_sessions_without_gap"):
        refuse_below(call, gap, 0, "Gap time cannot be negative.")
        refuse_below(call, grace, 0, "Grace period cannot be negative.")
        return
    what = "Gap time (inactivityGapMs)" if call.behaviours.has("keeps_windows_for_a_time") else "Gap time"
    refuse_below(call, gap, 1, f"{what} cannot be zero or negative.")


def _check_advance(call: LibraryCall, windows: WindowsValue) -> None:
    size, advance = windows.size, windows.advance
    if size is not None and advance is not None and not 0 < advance <= size:
        words = (
            "Window advancement interval should be more than zero and less than window duration which is "
            f"{size} ms, but given advancement interval is: {advance} ms"
        )
        call.refuse(Why.ILLEGAL_SIZE, "IllegalArgumentException", words)
