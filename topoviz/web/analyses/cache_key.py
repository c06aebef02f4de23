"""What makes two submissions the same."""

from __future__ import annotations

import hashlib
import uuid

from topoviz.web.analyses.versions import engine_version


def cache_key(team_id: uuid.UUID, submission: str, engine: str | None = None) -> str:
    """Hash the team, the files with their settings, and the engine: the one that runs, where none is given.

    Teams never share a key.
    """
    digest = hashlib.sha256()
    for part in (str(team_id), submission, engine or engine_version()):
        digest.update(hashlib.sha256(part.encode("ascii")).digest())
    return digest.hexdigest()
