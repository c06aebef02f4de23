"""Where a process keeps what it makes of histories while it works on them.

That takes as much of the disk as the histories, and a process that is killed removes nothing. So each has a folder of
its own, and removes those of processes that are gone.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Final

from django.conf import settings

_LOCK: Final = "lock"


@dataclass(frozen=True, slots=True)
class _Workplace:
    """A folder of a process, which has a file in it locked until it ends, however it does."""

    pid: int
    folder: Path


_ours: dict[Path, _Workplace] = {}


def work_root() -> Path:
    """Give the folder of this process, and remove those of processes that are gone. Raises OSError."""
    root = Path(settings.DATA) / "spark"
    ours = _ours.get(root)
    if ours is None or ours.pid != os.getpid() or not ours.folder.exists():
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Nobody looks for folders to remove while one is made and not locked yet.
        with FileIO(root / _LOCK, "w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            ours = _ours[root] = _make(root)
            _clear(root, ours.folder)
    return ours.folder


def _make(root: Path) -> _Workplace:
    folder = Path(tempfile.mkdtemp(prefix="worker-", dir=root))
    # Nobody closes it but the system.
    fcntl.flock(os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600), fcntl.LOCK_EX)
    return _Workplace(os.getpid(), folder)


def _clear(root: Path, ours: Path) -> None:
    for folder in root.iterdir():
        if folder.is_dir() and folder != ours and not _is_held(folder):
            shutil.rmtree(folder, ignore_errors=True)


def _is_held(folder: Path) -> bool:
    try:
        with FileIO(folder / _LOCK, "r") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False
