"""Start the product's processes together and stop them together.

Whatever ends this process, its children end too: on a signal they are asked and then made to stop, and on Linux the
kernel asks them when this process is killed outright.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType

POLL_SECONDS = 0.1
STOP_SECONDS = 10
PR_SET_PDEATHSIG = 1
STOPPING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

# Loaded before any fork, since little is safe between fork and exec.
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


@dataclass(frozen=True, slots=True)
class Child:
    """A process to start; `variables` are added to ours, and `kept_files` stay open in it."""

    name: str
    command: Sequence[str]
    variables: Mapping[str, str] = field(default_factory=dict)
    kept_files: tuple[int, ...] = ()


class Stopping:
    """Whether somebody asked us to stop."""

    asked = False

    def ask(self, number: int, frame: FrameType | None) -> None:
        """Take a signal."""
        self.asked = True


def supervise(children: Sequence[Child], watch: Callable[[], None]) -> str | None:
    """Run the children until one ends or a signal comes, then stop them all, the last started first.

    `watch` is called again and again meanwhile. Gives a sentence when a child ended by itself, and None after a signal.
    """
    running: list[tuple[Child, subprocess.Popen[bytes]]] = []
    with stopping_on_signals() as stopping:
        try:
            for child in children:
                running.append((child, start(child)))
            while not stopping.asked:
                for child, process in running:
                    if (code := process.poll()) is not None:
                        return f"{child.name} {ending(code)}"
                watch()
                time.sleep(POLL_SECONDS)
        finally:
            for _, process in reversed(running):
                stop(process)
    return None


@contextmanager
def stopping_on_signals() -> Iterator[Stopping]:
    """Take the signals that stop a program, and give them back afterwards."""
    stopping = Stopping()
    before = {number: signal.signal(number, stopping.ask) for number in STOPPING_SIGNALS}
    try:
        yield stopping
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def start(child: Child) -> subprocess.Popen[bytes]:
    """Start a child in a session of its own, so that Ctrl-C reaches it through us alone and its group is its own."""
    parent = os.getpid()
    return subprocess.Popen(
        child.command,
        env={**os.environ, **child.variables},
        stdin=subprocess.DEVNULL,
        pass_fds=child.kept_files,
        start_new_session=True,
        preexec_fn=lambda: end_with(parent),
    )


def end_with(parent: int) -> None:
    """Ask the kernel to end this new process when its parent dies, and end at once if that has happened already."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask a child to stop, and kill what is left of its group when it takes too long."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(STOP_SECONDS)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def ending(code: int) -> str:
    """Say how a process ended."""
    return f"ended with exit code {code}." if code >= 0 else f"was ended by {signal.Signals(-code).name}."
