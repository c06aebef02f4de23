"""How the engine's processes begin: forked from one that has loaded the engine, or started each by itself."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock

from topoviz.rendering.engine_protocol import ENDED, ENVIRONMENT_BYTES

# Isolated: neither the folder we stand in nor variables of the environment add anything that can be imported.
COMMAND = (sys.executable, "-I", "-m", "topoviz.rendering.engine_child")
FORKS = (sys.executable, "-I", "-m", "topoviz.rendering.engine_forks")

IS_FORKED = sys.platform == "linux"
"""Elsewhere, what the system's own libraries have begun does not survive a fork."""

UNKNOWN = 1
"""The exit code of a process whose end nobody has seen."""


class ForkedProcess:
    """A process that another one of ours has forked; it is asked the same as one of `subprocess`."""

    def __init__(self, told: socket.socket) -> None:
        """Take the socket on which its id comes, and its exit code once it has ended."""
        self.returncode: int | None = None
        self._told, self._heard, self._pid = told, b"", 0

    @property
    def pid(self) -> int:
        """Its id, which comes once it has a session of its own; raises OSError if it never began."""
        while self._pid == 0 and self.returncode is None:
            self._listen(None)
        if self._pid == 0:
            raise ProcessLookupError("It never began.")
        return self._pid

    def poll(self) -> int | None:
        """Give its exit code, or None while it runs."""
        while self.returncode is None and self._listen(0):
            pass
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Give its exit code once it has ended; raises TimeoutExpired."""
        end = None if timeout is None else time.monotonic() + timeout
        while self.returncode is None:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                raise subprocess.TimeoutExpired(FORKS, timeout or 0)
            self._listen(left)
        return self.returncode

    def terminate(self) -> None:
        """Ask it to end."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            if self.poll() is None:
                os.kill(self.pid, number)

    def _listen(self, seconds: float | None) -> bool:
        """Take what is told within so many seconds; say whether there was anything."""
        self._told.settimeout(seconds)
        try:
            more = self._told.recv(100)
        except (TimeoutError, BlockingIOError):
            return False
        except ConnectionResetError:
            more = b""
        *lines, self._heard = (self._heard + more).split(b"\n")
        for line in lines:
            if line.startswith(ENDED):
                self.returncode = int(line.removeprefix(ENDED))
            else:
                self._pid = int(line)
        if not more and self.returncode is None:
            self.returncode = UNKNOWN
        if self.returncode is not None:
            self._told.close()
        return True


Process = ForkedProcess | subprocess.Popen[bytes]


@dataclass(slots=True)
class _Origin:
    """The process that others are forked from, and the socket on which they are asked for."""

    process: subprocess.Popen[bytes]
    orders: socket.socket
    parent: int


class Starts:
    """Begins processes for one of ours, which needs one to fork them from."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._origin: _Origin | None = None

    def begin(
        self, standard: Sequence[int], bell: socket.socket, pieces: int, environment: Mapping[str, str]
    ) -> Process:
        """Begin one, with files for its requests, answers and errors. Raises OSError."""
        if not IS_FORKED:
            return _start(standard, bell, pieces, environment)
        message = json.dumps(dict(environment)).encode("ascii")
        if len(message) > ENVIRONMENT_BYTES:
            raise OSError("The environment is too long.")
        ours, theirs = socket.socketpair()
        with theirs, self._lock:
            files = [*standard, bell.fileno(), pieces, theirs.fileno()]
            try:
                socket.send_fds(self._living().orders, [message], files)
            except (BrokenPipeError, ConnectionResetError):
                # It has died just now.
                self.end()
                socket.send_fds(self._living().orders, [message], files)
        return ForkedProcess(ours)

    def end(self) -> None:
        """End the process that others are forked from, and these with it. One of who forked us is not ours to end."""
        if self._origin is not None:
            self._origin.orders.close()
            if self._origin.parent == os.getpid():
                self._origin.process.kill()
                self._origin.process.wait()
        self._origin = None

    def _living(self) -> _Origin:
        origin = self._origin
        if origin is None or origin.parent != os.getpid() or origin.process.poll() is not None:
            self.end()
            origin = self._origin = _start_origin()
        return origin


STARTS = Starts()


def _start(standard: Sequence[int], bell: socket.socket, pieces: int, environment: Mapping[str, str]) -> Process:
    requests, answers, errors = standard
    return subprocess.Popen(
        [*COMMAND, "--parent", str(os.getpid()), "--pieces", str(pieces), "--bell", str(bell.fileno())],
        stdin=requests,
        stdout=answers,
        stderr=errors,
        env=environment,
        pass_fds=(bell.fileno(), pieces),
        start_new_session=True,
    )


def _start_origin() -> _Origin:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [*FORKS, "--parent", str(os.getpid()), "--orders", str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={name: os.environ[name] for name in ("LANG", "LC_ALL", "PATH") if name in os.environ},
            pass_fds=(theirs.fileno(),),
            start_new_session=True,
        )
    return _Origin(process, ours, os.getpid())
