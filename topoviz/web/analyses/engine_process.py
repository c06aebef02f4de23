"""Ask the engine in a child process that serves one submission, is limited in time and memory, and is then killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import IO, Any

from topoviz.rendering.engine_protocol import DOING, OUT_OF_MEMORY, PIECE, Order, read_piece
from topoviz.web.analyses.engine_starts import STARTS, Process
from topoviz.web.analyses.limits import limits

ON_THE_CLOCK = 3
"""How many times its seconds of a processor a child may take on the clock: whether a text is too complex shall not
depend on what else the machine does."""
BEHIND = 5
"""How far behind others, as `nice` counts, the work of somebody is done who has more waiting."""
ENDING_SECONDS = 1
"""How long a child may take to end what it has started itself, before it is killed."""

Json = dict[str, Any]


class TooComplex(Exception):
    """The engine needed more time, memory or room than there is; the message is a sentence for the user."""


class Crashed(Exception):
    """The engine ended without an answer; the message is for the log, and holds nothing of the user's."""


class GivenUp(Exception):
    """Nobody wants the answer any more."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What an answer may take: seconds of a processor, and bytes of memory."""

    seconds: int
    memory: int


class EngineProcess:
    """A child process that has been started; `has_submission` once it has answered about one, and can draw it."""

    def __init__(self) -> None:
        """Start it; raises OSError when that does not work."""
        self.has_submission = False
        self._on_the_clock = ON_THE_CLOCK
        with ExitStack() as opened:
            self._asked = opened.enter_context(tempfile.TemporaryFile())
            self._answered = opened.enter_context(tempfile.TemporaryFile())
            self._pieces = opened.enter_context(tempfile.TemporaryFile())
            self._said = opened.enter_context(tempfile.TemporaryFile())
            self._bell, theirs = socket.socketpair()
            opened.enter_context(self._bell)
            pieces = self._pieces.fileno()
            with theirs:
                standard = [file.fileno() for file in (self._asked, self._answered, self._said)]
                self._process: Process = STARTS.begin(standard, theirs, pieces, _environment())
            self._opened = opened.pop_all()

    def is_alive(self) -> bool:
        """Tell whether it still runs."""
        return self._process.poll() is None

    def ask(
        self,
        request: Json,
        allowance: Allowance,
        is_wanted: Callable[[], bool],
        doing: Callable[[str], object] = lambda _: None,
        take: Callable[[Json, bytes], object] = lambda _head, _data: None,
    ) -> Json:
        """Give the engine's answer to a request.

        `is_wanted` is asked about twice a second; `doing` gets what the engine says that it is doing, `take` each piece
        of what is too long for an answer, with what is in it. Raises TooComplex, Crashed or GivenUp, or what these two
        raise, and then the process is of no use any more.
        """
        text = json.dumps(request).encode("ascii")
        _replace(self._asked, text)
        order = Order(len(text), allowance.memory, allowance.seconds, limits().result_bytes)
        # A child that has ended is noticed below, where its last words are read.
        with suppress(BrokenPipeError, ConnectionResetError):
            self._bell.sendall(order.to_line())
        rung = self._wait(allowance, is_wanted, doing, take)
        answer = self._read(rung, allowance)
        self.has_submission = self.has_submission or "submission" in request
        return answer

    def end(self) -> None:
        """Ask it to end what it has started in other sessions, then kill it with its own group."""
        with self._opened:
            self._bell.close()
            if self._process.poll() is None:
                self._process.terminate()
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(ENDING_SECONDS)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def make_way(self) -> None:
        """Leave the processors to whoever else wants them; what it starts does so too, and there is no way back.

        It has as much of a processor as ever, and more time on the clock to get it.
        """
        self._on_the_clock = ON_THE_CLOCK * BEHIND
        with suppress(OSError):
            os.setpriority(os.PRIO_PGRP, self._process.pid, BEHIND)

    def _wait(
        self,
        allowance: Allowance,
        is_wanted: Callable[[], bool],
        doing: Callable[[str], object],
        take: Callable[[Json, bytes], object],
    ) -> bytes:
        """Give the line with which the child rings an answer; it is cut short when the child has ended."""
        end = time.monotonic() + self._on_the_clock * allowance.seconds
        look = time.monotonic() + limits().look_seconds
        rung, read = b"", 0
        while (left := end - time.monotonic()) > 0:
            # Who rings without a pause is looked after all the same.
            if time.monotonic() >= look:
                if not is_wanted():
                    raise GivenUp
                look = time.monotonic() + limits().look_seconds
            self._bell.settimeout(max(0.001, min(left, look - time.monotonic())))
            try:
                more = self._bell.recv(4_096)
            except TimeoutError:
                continue
            except ConnectionResetError:
                return b""
            rung += more
            while rung.startswith((DOING, PIECE)) and b"\n" in rung:
                line, _, rung = rung.partition(b"\n")
                if line.startswith(DOING):
                    doing(line.removeprefix(DOING).decode("ascii", "replace"))
                    continue
                try:
                    piece = read_piece(line)
                except (TypeError, ValueError) as error:
                    raise Crashed("a piece that cannot be read") from error
                take(piece.head, os.pread(self._pieces.fileno(), piece.length, read))
                read += piece.length
            if rung.endswith(b"\n") or not more:
                return rung
        raise TooComplex(_too_slow(allowance.seconds))

    def _read(self, rung: bytes, allowance: Allowance) -> Json:
        if not rung.endswith(b"\n"):
            raise self._failure(allowance)
        self._answered.seek(0)
        try:
            answer = json.loads(self._answered.read(int(rung)))
        except ValueError as error:
            raise Crashed("an answer that cannot be read") from error
        if not isinstance(answer, dict):
            raise Crashed("an answer of another kind")
        return answer

    def _failure(self, allowance: Allowance) -> TooComplex | Crashed:
        """Say why the child has ended."""
        try:
            code = self._process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            return Crashed("it rings no more")
        if code == OUT_OF_MEMORY:
            return TooComplex(f"It needs more than {allowance.memory // 2**20} MB of memory.")
        if code == -signal.SIGXCPU:
            return TooComplex(_too_slow(allowance.seconds))
        if code == -signal.SIGXFSZ or self._answered.seek(0, os.SEEK_END) >= limits().result_bytes:
            return TooComplex(f"Its result has more than {limits().result_bytes // 2**20} MB.")
        return Crashed(_last_words(code, self._said))


def _replace(file: IO[bytes], text: bytes) -> None:
    file.seek(0)
    file.truncate()
    file.write(text)
    file.flush()


def _too_slow(seconds: int) -> str:
    return f"It takes more than {seconds} seconds."


def _last_words(code: int, said: IO[bytes]) -> str:
    """Say how the child ended. Only the kind of an exception: its message may quote the user's code."""
    said.seek(0, os.SEEK_END)
    said.seek(max(0, said.tell() - 4000))
    last = said.read().decode(errors="replace").strip().rpartition("\n")[2]
    kind = last.partition(":")[0]
    return f"exit code {code}, {kind if kind.replace('.', '').isidentifier() else 'no exception'}"


def _environment() -> dict[str, str]:
    """The child gets no keys and no addresses of databases; Graphviz may be named in `DOT`."""
    return {name: os.environ[name] for name in ("DOT", "LANG", "LC_ALL", "PATH", "TMPDIR") if name in os.environ}
