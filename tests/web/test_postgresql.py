"""What uses the database holds on PostgreSQL as it does on SQLite."""

import os
import subprocess
import sys

import pytest

from tests.pace import PATIENCE
from tests.web import postgresql

PROGRAMS = postgresql.find_programs()

SAME_ANYWHERE = (
    # Its job asks the database from a thread of its own, which sees nothing of a test's transaction there.
    "tests/web/lag_reports/test_days.py",
    # Its requests end their connections, which a test on PostgreSQL keeps its rows in.
    "tests/web/api/test_against_schema.py",
    "tests/web/api/test_archives.py",
    "tests/web/api/test_docs.py",
    "tests/web/api/test_examples.py",
    "tests/web/api/test_previews.py",
    "tests/web/api/test_problems.py",
    "tests/web/api/test_refused_submissions.py",
    "tests/web/api/test_schema.py",
    "tests/web/api/test_strict.py",
    "tests/web/calculations/test_assignments.py",
    "tests/web/calculations/test_scenarios.py",
    "tests/web/pages/test_packages.py",
    "tests/web/sharing/test_elsewhere.py",
    "tests/web/sharing/test_names_replaced.py",
    "tests/web/snippets",
    "tests/web/test_check_with_server.py",
    "tests/web/test_diff_of_served.py",
    "tests/web/test_forms.py",
    "tests/web/test_help.py",
    "tests/web/webhooks/test_messages.py",
)
"""Tests of words, documents, files and pictures: what they store and read, others do too."""


@pytest.mark.xdist_group("postgresql")
@pytest.mark.skipif(PROGRAMS is None, reason="PostgreSQL's initdb and postgres are not installed here")
def test_what_uses_the_database_passes_on_postgresql(project):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "tests/web",
        "-m",
        "django_db",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        *(f"--ignore={path}" for path in SAME_ANYWHERE),
    ]
    with postgresql.started(PROGRAMS) as url:
        finished = subprocess.run(
            command,
            cwd=project,
            env=environment | {"DATABASE_URL": url},
            capture_output=True,
            text=True,
            timeout=2 * PATIENCE,
        )

    assert finished.returncode == 0, finished.stdout[-5000:]
    assert " passed" in finished.stdout
