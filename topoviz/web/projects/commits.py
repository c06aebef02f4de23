"""Where a program comes from: the commit, its branch, and what version control says about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Commit:
    """What is known of a revision beside its program; `branch` is empty where the project's main branch is meant."""

    branch: str = ""
    commit: str = ""
    message: str = ""
    author: str = ""
    committed_at: datetime | None = None
    pull_request: str = ""
    url: str = ""


UNKNOWN = Commit()
