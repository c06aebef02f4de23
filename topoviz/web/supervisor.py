"""Start the product's processes together, start those again that are lost, and stop all of them together.

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

LONGEST_WAIT_SECONDS = 20.0
"""A child that waits for the others is started after this time in any case."""

LONGEST_PAUSE_SECONDS = 30.0
CALM_SECONDS = 60.0
"""A child that has run for this long is started again at once; one that ends sooner waits longer each time."""

# Loaded before any fork, since little is safe between fork and exec.
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


@dataclass(frozen=True, slots=True)
class Child:
    """A process to start; `variables` are added to ours, and `kept_files` stay open in it.

    One that `waits` leaves the processors to the others until these are of use. One that `restarts` is started again
    when it ends; one that `restarts_when_killed` only after a signal, since it would end by itself again for the same
    reason. Without any other, the product stops.
    """

    name: str
    command: Sequence[str]
    variables: Mapping[str, str] = field(default_factory=dict)
    kept_files: tuple[int, ...] = ()
    waits: bool = False
    restarts: bool = False
    restarts_when_killed: bool = False


@dataclass(slots=True)
class Running:
    """A child's process, None between its end and its next start; `started` is 0 as long as it never was."""

    child: Child
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = 0.0
    start_at: float = 0.0


class Stopping:
    """Whether somebody asked us to stop."""

    asked = False

    def ask(self, number: int, frame: FrameType | None) -> None:
        """Take a signal."""
        self.asked = True


def supervise(
    children: Sequence[Child], watch: Callable[[], bool], tell: Callable[[str], None] = lambda sentence: None
) -> str | None:
    """Run the children until one that does not restart ends or a signal comes, then stop them all, the first last.

    `watch` is called again and again meanwhile, and says whether those that wait may start; `tell` gets a sentence for
    each child that is lost and started again. Gives a sentence when a child ended for good, and None after a signal.
    """
    at_the_latest = time.monotonic() + LONGEST_WAIT_SECONDS
    running = [Running(child, start_at=at_the_latest if child.waits else 0.0) for child in children]
    with stopping_on_signals() as stopping:
        try:
            while not stopping.asked:
                for one in running:
                    if ended := look_after(one, tell):
                        return ended
                if watch():
                    no_longer_wait(running)
                time.sleep(POLL_SECONDS)
        finally:
            stop_all(running)
    return None


def no_longer_wait(running: Sequence[Running]) -> None:
    """Have what has waited until now started the next time that somebody looks after it."""
    for one in running:
        if one.child.waits and not one.started:
            one.start_at = 0.0


def look_after(one: Running, tell: Callable[[str], None]) -> str | None:
    """Start a lost child again when it is time to; give a sentence when it ended for good."""
    now = time.monotonic()
    if one.process is None:
        if now >= one.start_at:
            one.process, one.started = start(one.child), now
        return None
    code = one.process.poll()
    if code is None:
        return None
    sentence = f"{one.child.name} {ending(code)}"
    if not one.child.restarts and not (one.child.restarts_when_killed and code < 0):
        return sentence
    # What it has started itself shall not go on beside its successor.
    stop(one.process)
    one.pause = 0.0 if now - one.started > CALM_SECONDS else min(max(0.2, one.pause * 2), LONGEST_PAUSE_SECONDS)
    one.process, one.start_at = None, now + one.pause
    tell(f"{sentence} It is started again; nothing is lost.")
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


def stop_all(running: Sequence[Running]) -> None:
    """Stop the children: those that waited for others first and together, then the others by themselves, last first."""
    alive = [(one.child, one.process) for one in reversed(running) if one.process is not None]
    waited = [process for child, process in alive if child.waits]
    for process in waited:
        ask_to_stop(process)
    until = time.monotonic() + STOP_SECONDS
    for process in waited:
        see_end(process, until)
    for child, process in alive:
        if not child.waits:
            stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask a child to stop, and kill what is left of its group when it takes too long."""
    ask_to_stop(process)
    see_end(process, time.monotonic() + STOP_SECONDS)


def ask_to_stop(process: subprocess.Popen[bytes]) -> None:
    """Ask a child and all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)


def see_end(process: subprocess.Popen[bytes], until: float) -> None:
    """Wait for a child that was asked to stop, and kill what is left of its group."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(max(0.0, until - time.monotonic()))
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def ending(code: int) -> str:
    """Say how a process ended."""
    return f"ended with exit code {code}." if code >= 0 else f"was ended by {signal.Signals(-code).name}."
