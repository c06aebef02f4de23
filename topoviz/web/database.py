"""Django's database settings: SQLite in the data directory, or what `DATABASE_URL` names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import environ

SQLITE = "django.db.backends.sqlite3"

# Write-ahead logging lets readers and one writer work at once. IMMEDIATE takes the write lock when a transaction
# begins: without it a transaction that reads first and writes later fails at once when another has written meanwhile,
# whatever the time-out. FULL: what was acknowledged is on disk, also after the power has failed.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}


def database_settings(url: str | None, data: Path) -> dict[str, Any]:
    """Give the settings of the one database; raises Django's ImproperlyConfigured when the URL says nothing usable."""
    settings = {"ENGINE": SQLITE, "NAME": data / "topoviz.sqlite3"} if url is None else environ.Env.db_url_config(url)
    kept = {**settings, "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    return {**kept, "OPTIONS": SQLITE_OPTIONS} if settings["ENGINE"] == SQLITE else kept
