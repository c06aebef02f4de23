"""Prints who gets what of every address, as it is seen: `python -m tests.web.routes`."""

import os
import sys

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.web.settings"

import django
from django.core.management import call_command
from django.db import transaction
from django.test.utils import get_runner, setup_test_environment

django.setup()

from tests.web.routes.asking import is_stranger, routes, send, shows_a_secret, what_it_is
from tests.web.routes.model import Role
from tests.web.routes.tables.everything import TABLE
from tests.web.routes.world import World
from topoviz.web.analyses import jobs
from topoviz.web.pages import shared_files


def main() -> int:
    """Ask everything as everybody in a database of its own, and print a table in Markdown."""
    call_command("collectstatic", interactive=False, verbosity=0)
    setup_test_environment()
    jobs.notify, shared_files.DRAWING_SECONDS = (lambda queue: True), 0
    runner = get_runner(django.conf.settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        return _print_table()
    finally:
        runner.teardown_databases(databases)


def _print_table() -> int:
    asked = wrong = leaks = 0
    with transaction.atomic():
        world = World()
        print("| Address | Method |", " | ".join(Role), "|")
        print("|---" * (len(Role) + 2) + "|")
        for route in routes():
            for call in TABLE.get(route.name, ()):
                cells = []
                for role in Role:
                    with transaction.atomic():
                        answer = send(world, world.clients[role], route, call)
                        got = what_it_is(answer)
                        leaks += is_stranger(role) and not call.shows and shows_a_secret(answer)
                        transaction.set_rollback(True)
                    asked += 1
                    wrong += got != call.who[role]
                    cells.append(str(got) if got == call.who[role] else f"**{got}**, not {call.who[role]}")
                print(f"| `/{route.address}` | {call.method} |", " | ".join(cells), "|", flush=True)
        transaction.set_rollback(True)
    missing = sorted({route.name for route in routes()} - set(TABLE))
    print(f"\n{asked} requests, {wrong} not as the table says, {leaks} leaks, {len(missing)} addresses without a row.")
    return 1 if wrong or leaks or missing else 0


if __name__ == "__main__":
    sys.exit(main())
