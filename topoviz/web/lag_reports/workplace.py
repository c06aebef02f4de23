"""Where a process keeps what it makes of histories while it works on them.

That takes as much of the disk as the histories, and a process that is killed removes nothing. So each has a folder of
its own, and removes those of processes that are gone.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from io import FileIO
from pathlib import Path
from typing import Final

from django.conf import settings

_LOCK: Final = "lock"


_ours: dict[tuple[Path, int], Path] = {}
"""The folder below each root of each process: a forked one has what its parent had, whose folder is not its own."""


def work_root() -> Path:
    """Give the folder of this process, and remove those of processes that are gone. Raises OSError."""
    root = Path(settings.DATA) / "spark"
    key = root, os.getpid()
    if key not in _ours or not _ours[key].exists():
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Nobody looks for folders to remove while one is made and not locked yet.
        with FileIO(root / _LOCK, "w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            _ours[key] = _make(root)
            _clear(root, _ours[key])
    return _ours[key]


def _make(root: Path) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="worker-", dir=root))
    # It stays open: the system closes it, and so gives the lock back, however this process ends.
    fcntl.flock(os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600), fcntl.LOCK_EX)
    return folder


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
