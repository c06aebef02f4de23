"""Who listens where, from /proc."""

import socket
import struct
from pathlib import Path

_LISTENS = "0A"


def listeners(pids):
    """Give address and port of every TCP listener of some processes; addresses of IPv6 that hold IPv4 as IPv4."""
    inodes = {link for pid in pids for link in _sockets(pid)}
    found = []
    for name in ("tcp", "tcp6"):
        for line in Path("/proc/net", name).read_text(encoding="ascii").splitlines()[1:]:
            cells = line.split()
            if cells[3] == _LISTENS and f"socket:[{cells[9]}]" in inodes:
                address, port = cells[1].split(":")
                found.append((_address(address), int(port, 16)))
    return sorted(found)


def _sockets(pid):
    for link in Path("/proc", str(pid), "fd").iterdir():
        try:
            yield str(link.readlink())
        except FileNotFoundError:
            continue


def _address(digits):
    words = b"".join(struct.pack("=I", int(digits[at : at + 8], 16)) for at in range(0, len(digits), 8))
    if len(words) == 4:
        return socket.inet_ntop(socket.AF_INET, words)
    if words.startswith(bytes(10) + b"\xff\xff"):
        return socket.inet_ntop(socket.AF_INET, words[12:])
    return socket.inet_ntop(socket.AF_INET6, words)
