"""The archive of Spark's classes, made in a process of its own while the worker has nothing better to do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Timer
from typing import Final

from django.conf import settings

from topoviz.web.analyses.limits import limits

_SECONDS_AFTER_START: Final = 20.0
"""A product that has just been started has other things to do, and so has its machine."""


@dataclass
class _Making:
    """The process that makes it, if one does, and when it is to begin."""

    process: subprocess.Popen[bytes] | None = None
    timer: Timer | None = None


_making: Final = _Making()
_lock: Final = Lock()


def folder() -> Path:
    """Give where archives are."""
    return Path(settings.DATA) / "java"


def begin_soon() -> None:
    """Make the archive a while after the start, if it is missing and nothing else is asked for until then."""
    with _lock:
        _making.timer = Timer(_SECONDS_AFTER_START, begin)
        _making.timer.daemon = True
        _making.timer.start()


def begin() -> None:
    """Make the archive if it is missing, behind all other work. Only one process does so."""
    most = limits().spark_archive_bytes
    with _lock:
        if most <= 0 or (_making.process is not None and _making.process.poll() is None):
            return
        with suppress(OSError):
            # It ends when nobody holds its input, and so with this process.
            _making.process = subprocess.Popen(
                [sys.executable, "-m", "topoviz.lag.make_archive", "--until-input-ends", str(folder()), str(most)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )


def leave_off() -> None:
    """End whatever makes the archive, with all of its Javas: there is something better to do."""
    with _lock:
        if _making.timer is not None:
            _making.timer.cancel()
        process, _making.timer, _making.process = _making.process, None, None
        if process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
