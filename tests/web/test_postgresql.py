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
    "tests/web/analyses/test_pages.py",
    "tests/web/api/test_analysis.py",
    "tests/web/api/test_archives.py",
    "tests/web/api/test_docs.py",
    "tests/web/api/test_examples.py",
    "tests/web/api/test_lists.py",
    "tests/web/api/test_previews.py",
    "tests/web/api/test_problems.py",
    "tests/web/api/test_refused_submissions.py",
    "tests/web/api/test_schema.py",
    "tests/web/api/test_strict.py",
    "tests/web/api/test_versions.py",
    "tests/web/calculations/test_assignments.py",
    "tests/web/calculations/test_comparisons.py",
    "tests/web/calculations/test_scenarios.py",
    "tests/web/calculations/test_simulations.py",
    "tests/web/health",
    "tests/web/lag_reports/test_uploads.py",
    "tests/web/pages/test_packages.py",
    "tests/web/projects/test_deployments.py",
    "tests/web/projects/test_exports.py",
    "tests/web/projects/test_many.py",
    "tests/web/projects/test_notes.py",
    "tests/web/projects/test_revisions.py",
    "tests/web/projects/test_share_page.py",
    "tests/web/projects/test_stores.py",
    "tests/web/sharing/test_elsewhere.py",
    "tests/web/sharing/test_link_passwords.py",
    "tests/web/sharing/test_links_to_projects.py",
    "tests/web/sharing/test_names_replaced.py",
    "tests/web/sharing/test_share_links.py",
    "tests/web/snippets",
    "tests/web/test_check_with_server.py",
    "tests/web/test_diff_of_served.py",
    "tests/web/test_forms.py",
    "tests/web/test_health_page.py",
    "tests/web/test_healthz.py",
    "tests/web/test_help.py",
    "tests/web/test_log.py",
    "tests/web/test_settings.py",
    "tests/web/webhooks/test_messages.py",
)
"""What they make of the database, others do too: a count of statements by their text, with lists of any length as one,
had 1,033 of 1,115 in the files that are left, locks, constraints, searches and JSON among them. A new file runs here
until its statements turn out to be known.
"""


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
