"""Run the engine in a child process that is limited in time and memory, and killed with all its group."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any

from topoviz.rendering.engine_protocol import OUT_OF_MEMORY
from topoviz.web.analyses.limits import limits

# Isolated: neither the folder we stand in nor variables of the environment add anything that can be imported.
COMMAND = (sys.executable, "-I", "-m", "topoviz.rendering.engine_child")
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
    """What a child may use."""

    seconds: int
    memory: int


def run_engine(request: Json, allowance: Allowance, is_wanted: Callable[[], bool]) -> Json:
    """Give the engine's answer to a request.

    `is_wanted` is asked about twice a second; when it says no, the child is ended. Raises TooComplex, Crashed or
    GivenUp; no child is left in any case.
    """
    # Files instead of pipes: nothing can block, however much is written and whoever is killed.
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as answered, tempfile.TemporaryFile() as said:
        asked.write(json.dumps(request).encode("ascii"))
        asked.seek(0)
        process = subprocess.Popen(
            [
                *COMMAND,
                *("--parent", str(os.getpid())),
                *("--memory", str(allowance.memory)),
                *("--cpu-seconds", str(allowance.seconds)),
                *("--answer-bytes", str(limits().result_bytes)),
            ],
            stdin=asked,
            stdout=answered,
            stderr=said,
            env=_environment(),
            start_new_session=True,
        )
        try:
            code = _wait(process, allowance.seconds, is_wanted)
        finally:
            end_group(process)
        return _answer(code, allowance, answered, said)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Ask a child to end what it has started in other sessions, then kill it with its own group."""
    if process.poll() is None:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(ENDING_SECONDS)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _wait(process: subprocess.Popen[bytes], seconds: int, is_wanted: Callable[[], bool]) -> int:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        with suppress(subprocess.TimeoutExpired):
            return process.wait(min(left, limits().look_seconds))
        if not is_wanted():
            raise GivenUp
    raise TooComplex(_too_slow(seconds))


def _answer(code: int, allowance: Allowance, answered: IO[bytes], said: IO[bytes]) -> Json:
    if code == OUT_OF_MEMORY:
        raise TooComplex(f"It needs more than {allowance.memory // 2**20} MB of memory.")
    if code == -signal.SIGXCPU:
        raise TooComplex(_too_slow(allowance.seconds))
    if code == -signal.SIGXFSZ or _is_full(answered):
        raise TooComplex(f"Its result has more than {limits().result_bytes // 2**20} MB.")
    answered.seek(0)
    try:
        answer = json.load(answered)
    except ValueError as error:
        raise Crashed(_last_words(code, said)) from error
    if code != 0 or not isinstance(answer, dict):
        raise Crashed(_last_words(code, said))
    return answer


def _is_full(answered: IO[bytes]) -> bool:
    return answered.seek(0, os.SEEK_END) >= limits().result_bytes


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
