"""A fuse: work is done in a copy of this process, which is ended with all that it started when it takes too long.

No library and no child that hangs can keep the run: this process does nothing but wait.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Final

BLOWN: Final = 5
_CRASHED: Final = 2
_PAUSE: Final = 0.005

Work = Callable[[], int]


def within(seconds: float, work: Work, blown: Callable[[], None]) -> int:
    """Do some work and give its exit code; after so many seconds, end it, call `blown` and give 5."""
    sys.stdout.flush()
    sys.stderr.flush()
    if not hasattr(os, "fork"):
        return _with_a_timer(seconds, work, blown)
    child = os.fork()
    if child == 0:
        _work_and_exit(work)
    with _ending_with_us(child):
        code = _wait(child, seconds)
    if code is None:
        end(child)
        blown()
        return BLOWN
    return code


def _work_and_exit(work: Work) -> None:
    """Leave without what a process does at its end: that is ours, and ours is still running."""
    code = _CRASHED
    try:
        code = work()
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        code = 0
    except KeyboardInterrupt:
        code = 128 + signal.SIGINT
    except BaseException:  # noqa: BLE001 - whatever it is, the copy ends here
        traceback.print_exc()
    finally:
        os._exit(code)


def _wait(child: int, seconds: float) -> int | None:
    """Wait for the end of a child, and give its exit code; None when time is up first."""
    end_at = time.monotonic() + seconds
    while True:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else _CRASHED
        if time.monotonic() > end_at:
            return None
        time.sleep(_PAUSE)


def end(child: int) -> None:
    """End a child with all processes below it, whatever sessions they are in."""
    with suppress(ProcessLookupError):
        # It starts nothing more while we look.
        os.kill(child, signal.SIGSTOP)
    for pid in (child, *_below(child)):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(child, 0)


def _below(parent: int) -> list[int]:
    parents = dict(_parents())
    found, waiting = list[int](), [parent]
    while waiting:
        above = waiting.pop()
        own = [pid for pid, its in parents.items() if its == above]
        found += own
        waiting += own
    return found


def _parents() -> Iterator[tuple[int, int]]:
    """Give the parent of every process of the machine."""
    if Path("/proc/self/stat").exists():
        for place in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError, ValueError, IndexError):
                # The name of the program, in brackets, may hold anything.
                yield int(place.parent.name), int(place.read_text(errors="replace").rpartition(")")[2].split()[1])
        return
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=False, timeout=2)
    for line in listed.stdout.splitlines():
        pid, parent = line.split()
        yield int(pid), int(parent)


@contextmanager
def _ending_with_us(child: int) -> Iterator[None]:
    """End the child when somebody ends this process, as a build does that is cancelled."""

    def stop(number: int, frame: FrameType | None) -> None:
        end(child)
        os._exit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _with_a_timer(seconds: float, work: Work, blown: Callable[[], None]) -> int:
    """Do without a copy where the system makes none."""

    def leave() -> None:
        blown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(BLOWN)

    timer = threading.Timer(seconds, leave)
    timer.daemon = True
    timer.start()
    try:
        return work()
    finally:
        timer.cancel()
