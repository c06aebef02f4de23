"""Fork the engine's processes on Linux: `python -m topoviz.rendering.engine_forks`, as `engine_protocol` says.

It loads the engine once, which takes longer than most answers, and forks a process for each submission. It never sees
one itself, so what it forks is as new as a process that was started. It ends with the one who started it, and all that
it has forked with it.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import select
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from topoviz.rendering.engine_child import end_with, live, warm_up
from topoviz.rendering.engine_protocol import ENDED, ENVIRONMENT_BYTES, FORK_FILES

LOOK_MILLISECONDS: Final = 2_000
"""How often it looks whether the one who started it is there, where the socket does not say so."""

Children = dict[int, tuple[int, socket.socket]]
"""The process id of each child and where its end is told, by the pipe that breaks when it ends."""


def main() -> int:
    """Fork until nobody asks any more; in what was forked, answer requests."""
    parser = argparse.ArgumentParser(prog="topoviz.rendering.engine_forks", description=__doc__)
    parser.add_argument("--parent", type=int, required=True, help="process id of the one who starts this")
    parser.add_argument("--orders", type=int, required=True, help="number of the socket on which forks are asked for")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warm_up()
    # What is here now is never looked at again, so that its pages stay shared.
    gc.freeze()
    ours = os.getpid()
    with socket.socket(fileno=options.orders) as orders:
        files = _fork_all(orders, options.parent)
    if files is None:
        return 0
    end_with(ours)
    bell, pieces = files
    return live(bell, pieces)


def _fork_all(orders: socket.socket, parent: int) -> tuple[int, int] | None:
    """Fork as often as somebody asks. Give None here at the end, and bell and pieces in each new process."""
    children: Children = {}
    looking = select.poll()
    looking.register(orders, select.POLLIN)
    # Linux would tell us of the end of the thread that started us, which is not that of its process.
    while os.getppid() == parent:
        for place, _ in looking.poll(LOOK_MILLISECONDS):
            if place in children:
                looking.unregister(place)
                os.close(place)
                _tell_end(*children.pop(place))
                continue
            environment, files, _, _ = socket.recv_fds(orders, ENVIRONMENT_BYTES, FORK_FILES)
            if len(files) != FORK_FILES:
                return None
            # A new process alone holds the other end, and no program that it starts gets it.
            alive, _held = os.pipe()
            pid = os.fork()
            if pid == 0:
                _forget(children)
                os.close(alive)
                return _begin(environment, files)
            os.close(_held)
            *theirs, told = files
            for file in theirs:
                os.close(file)
            children[alive] = pid, socket.socket(fileno=told)
            looking.register(alive, select.POLLIN)
    return None


def _forget(children: Children) -> None:
    for place, (_, told) in children.items():
        os.close(place)
        told.close()


def _begin(environment: bytes, files: Sequence[int]) -> tuple[int, int]:
    """Become a process with its own session, environment, and files where a started one has them."""
    *standard, bell, pieces, told = files
    os.setsid()
    with socket.socket(fileno=told) as telling:
        _tell(telling, b"%d\n" % os.getpid())
    for place, file in enumerate(standard):
        os.dup2(file, place)
        os.close(file)
    os.environ.clear()
    os.environ.update(json.loads(environment))
    return bell, pieces


def _tell_end(pid: int, told: socket.socket) -> None:
    _, status = os.waitpid(pid, 0)
    with told:
        _tell(told, ENDED + b"%d\n" % os.waitstatus_to_exitcode(status))


def _tell(told: socket.socket, line: bytes) -> None:
    # Nobody may want to know any more.
    with suppress(BrokenPipeError, ConnectionResetError):
        told.sendall(line)


if __name__ == "__main__":
    sys.exit(main())
