"""Runs a program of its own: limited in time, memory and output, and ended with all it started."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import IO


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a child may take: seconds on the clock and of a processor, and bytes of memory and of output."""

    wall_seconds: float
    cpu_seconds: int
    memory: int
    output: int


class Ending(Enum):
    """How a child ended."""

    DONE = auto()
    FAILED = auto()
    TOOK_TOO_LONG = auto()
    WROTE_TOO_MUCH = auto()


@dataclass(frozen=True, slots=True)
class Answer:
    """How a child ended, its exit code if it had one, and what it wrote if it is done."""

    ending: Ending
    code: int | None = None
    data: bytes = b""


def run_child(
    command: Sequence[str], given: bytes | IO[bytes], allowance: Allowance, variables: Mapping[str, str] | None = None
) -> Answer:
    """Run a command on bytes, or on a file as its standard input, in an empty folder.

    Of the environment it gets what every program needs, and `variables`. Raises OSError when it does not start.
    """
    with (
        tempfile.TemporaryDirectory(prefix="topoviz-") as empty,
        tempfile.TemporaryFile() as written,
        _as_file(given) as read,
    ):
        process = subprocess.Popen(
            command,
            stdin=read,
            stdout=written,
            stderr=subprocess.DEVNULL,
            cwd=empty,
            env={**_environment(), **(variables or {})},
            start_new_session=True,
        )
        try:
            _limit(process.pid, allowance)
            _wait(process, allowance.wall_seconds)
        except subprocess.TimeoutExpired:
            return Answer(Ending.TOOK_TOO_LONG)
        finally:
            _end_group(process)
        if process.returncode == 0:
            written.seek(0)
            return Answer(Ending.DONE, 0, written.read())
        return Answer(_ENDINGS.get(process.returncode, Ending.FAILED), process.returncode)


def own_script(path: str) -> tuple[str, ...]:
    """Give the command for one of our scripts; -P keeps its folder, full of common names, off Python's path."""
    return (sys.executable, "-P", path)


@contextmanager
def _as_file(given: bytes | IO[bytes]) -> Iterator[IO[bytes]]:
    if not isinstance(given, bytes):
        yield given
        return
    with tempfile.TemporaryFile() as file:
        file.write(given)
        file.seek(0)
        yield file


def _wait(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait for a child's end; raises TimeoutExpired.

    Python only looks now and then, and notices the end up to 50 ms late, as long as a small picture takes. Linux tells.
    """
    end = time.monotonic() + seconds
    if sys.platform == "linux":
        # Some sandboxes have no such descriptors.
        with suppress(OSError):
            ended = os.pidfd_open(process.pid)
            try:
                poll = select.poll()
                poll.register(ended, select.POLLIN)
                poll.poll(seconds * 1000)
            finally:
                os.close(ended)
    process.wait(max(0.0, end - time.monotonic()))


_ENDINGS = {
    -signal.SIGXCPU: Ending.TOOK_TOO_LONG,
    # The hard limit on processor time; nobody else sends this.
    -signal.SIGKILL: Ending.TOOK_TOO_LONG,
    -signal.SIGXFSZ: Ending.WROTE_TOO_MUCH,
}


def _environment() -> dict[str, str]:
    """Give a child what it needs to run; the first two keep Graphviz from opening files that a graph names."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT") if name in os.environ}
    return {"SERVER_NAME": "x", "GV_FILE_PATH": "/var/empty", "LC_ALL": "C.UTF-8", **kept}


def _limit(pid: int, allowance: Allowance) -> None:
    """Limit a child that has only begun. Only Linux can limit another process; elsewhere time counts."""
    if sys.platform == "linux":
        import resource

        for what, amount in (
            (resource.RLIMIT_CPU, allowance.cpu_seconds),
            (resource.RLIMIT_AS, allowance.memory),
            (resource.RLIMIT_FSIZE, allowance.output),
            (resource.RLIMIT_CORE, 0),
        ):
            resource.prlimit(pid, what, (amount, amount))


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End a child that has not ended, and whatever it started. Once it has, its number may be another's."""
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
