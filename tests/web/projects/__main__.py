"""Prints how long each list takes at 10,000 revisions of a team, and its queries: `python -m tests.web.projects`."""

import os
import sys
import time

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.web.settings"

import django
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext, get_runner, setup_test_environment

django.setup()

from django.test import Client

from tests.web.projects.many import fill, lists
from topoviz.web.accounts.models import User
from topoviz.web.accounts.services import create_team

COUNT = 10_000
TRIES = 5


def main():
    """Make them in a database of its own, and ask each list a few times."""
    call_command("collectstatic", interactive=False, verbosity=0)
    setup_test_environment()
    runner = get_runner(django.conf.settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        _measure()
    finally:
        runner.teardown_databases(databases)


def _measure():
    alice = User.objects.create_user("alice")
    team = create_team(name="Many", owner=alice)
    projects = fill(team, COUNT)
    client = Client()
    client.force_login(alice)
    print(f"{COUNT:,} revisions in {len(projects)} projects, {connection.vendor}\n")
    print("| List | Queries | Median | Longest |\n|---|---|---|---|")
    for name, address in lists(team, projects[3]).items():
        times = []
        for _ in range(TRIES):
            with CaptureQueriesContext(connection) as queries:
                start = time.perf_counter()
                answer = client.get(address)
                times.append((time.perf_counter() - start) * 1000)
            assert answer.status_code == 200, (address, answer.status_code)
        times.sort()
        print(f"| {name} | {len(queries)} | {times[TRIES // 2]:.0f} ms | {times[-1]:.0f} ms |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
