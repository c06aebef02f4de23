"""The processes that a test starts. Any of them may end by itself while it is looked at."""

import sys
import time
from contextlib import suppress

import psutil
import pytest

from tests.pace import PATIENCE

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits processes and ends orphans")


def descendants(pid):
    """Give the numbers of all processes below one."""
    with suppress(psutil.NoSuchProcess):
        return {one.pid for one in psutil.Process(pid).children(recursive=True)}
    return set()


def children_of(pid, words):
    """Give the numbers of a process's own children whose commands hold some words."""
    with suppress(psutil.NoSuchProcess):
        return [one.pid for one in psutil.Process(pid).children() if words in command_of(one.pid)]
    return []


def child_of(pid, words):
    """Give the one child whose command holds some words; one that is just being started is waited for."""
    assert wait_until(lambda: len(children_of(pid, words)) == 1), children_of(pid, words)
    (found,) = children_of(pid, words)
    return found


def command_of(pid):
    """Give the command that a process runs; nothing once it has ended."""
    with suppress(psutil.NoSuchProcess):
        return " ".join(psutil.Process(pid).cmdline())
    return ""


def is_running(pid):
    """Tell whether a process works still; one that has ended and is not waited for does not."""
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    return False


def kill(*pids):
    """End processes at once, those that are still there."""
    for pid in pids:
        with suppress(psutil.NoSuchProcess):
            psutil.Process(pid).kill()


def listeners(pids):
    """Give address and port of every TCP listener of some processes; addresses of IPv6 that hold IPv4 as IPv4."""
    connections = [one for pid in pids for one in psutil.Process(pid).net_connections("tcp")]
    listening = [one.laddr for one in connections if one.status == psutil.CONN_LISTEN]
    return sorted((place.ip.removeprefix("::ffff:"), place.port) for place in listening)


LONGEST_PAUSE = 0.3
"""Seconds. To ask a product for an answer takes as much of a processor as many an answer."""


def wait_until(condition, seconds=PATIENCE):
    """Tell whether something comes true in time; what takes long is asked less and less often."""
    end, pause = time.monotonic() + seconds, 0.05
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(pause)
        pause = min(LONGEST_PAUSE, 1.2 * pause)
    return False
