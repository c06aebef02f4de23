"""Ask other programs and installed packages for their versions."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from importlib import metadata

SECONDS = 10


def program_version(command: Sequence[str], pattern: str) -> str | None:
    """Run a program and give the first group of the pattern in what it prints, or None when it does not answer so."""
    try:
        finished = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.search(pattern, finished.stdout.decode(errors="replace"))
    return match[1] if match and finished.returncode == 0 else None


def package_version(name: str) -> str | None:
    """Give the version of an installed Python package, or None."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
