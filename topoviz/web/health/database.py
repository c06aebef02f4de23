"""The database, and whether it answers."""

from __future__ import annotations

import sqlite3

from django.db import DatabaseError, connection

from topoviz.web.health.part import Part, State

PURPOSE = "For projects, revisions and jobs."
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def database_part() -> Part:
    """Tell which database is configured and whether it answers a query."""
    name = NAMES.get(connection.vendor, connection.vendor)
    if not database_answers():
        return Part(
            "Database",
            PURPOSE,
            State.TROUBLE,
            name,
            "It does not answer.",
            "Check that the server runs and that DATABASE_URL names it."
            if name != "SQLite"
            else "Check that the data directory exists and can be written.",
        )
    return Part("Database", PURPOSE, State.READY, f"{name} {database_version()}", where_it_lies(name))


def database_answers() -> bool:
    """Ask the database for the number one."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        return False


def database_version() -> str:
    """Give the version of the database that answers."""
    if connection.vendor == "sqlite":
        return sqlite3.sqlite_version
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        return str(cursor.fetchone()[0])


def where_it_lies(name: str) -> str:
    """Say where the data is, without the machine's paths or the server's password."""
    if name != "SQLite":
        return "It answers, at the address in DATABASE_URL."
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        mode = cursor.fetchone()[0]
    if mode != "wal":
        return f"It answers, with its journal in mode {mode}."
    return "One file in the data directory, with write-ahead logging. It answers."
