"""Keep Django's secret key: made once, readable by its owner only."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path


def kept_secret_key(data: Path) -> str:
    """Give the key that is kept in the data directory, and make it the first time.

    The key is written aside and linked into place, so that two processes that start at once agree on one whole key.
    """
    place = data / "secret-key"
    if not place.exists():
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        aside = data / f"secret-key.{os.getpid()}"
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(secrets.token_urlsafe(64))
        with contextlib.suppress(FileExistsError):
            os.link(aside, place)
        aside.unlink()
    return place.read_text(encoding="utf-8")
