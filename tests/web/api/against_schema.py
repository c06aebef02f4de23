"""Asks the API what its own description allows, and what it does not: `python -m tests.web.api.against_schema`.

Every answer must be one that the description has, and none a mistake of ours. What is asked is the same for the same
seed. `--seconds` and `--seed` make a longer run of other requests.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache
from django.db import transaction

PLACES = {
    "analysis_id": "lone_analysis", "report_id": "report", "token_id": "token", "link_id": "link",
    "upload_id": "upload", "project_id": "project",
}  # fmt: skip
"""What of the world the parts of addresses mean; what is made up is only ever not there."""

NO_WAITING = {"wait_seconds": 0}
KINDS = ("assignment", "scenario", "simulation", "comparison")
CSRF = "a" * 32


@dataclass
class Seen:
    """What came of a run."""

    asked: int = 0
    operations: set[str] = field(default_factory=set)
    statuses: Counter[int] = field(default_factory=Counter)
    wrong: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        counts = ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items()))
        return f"{self.asked} requests of {len(self.operations)} operations: {counts}. Wrong: {len(self.wrong)}."


def ask_everything(seconds: float, seed: int, world: Any) -> Seen:
    """Ask each operation in turn until time is up, as an owner in a browser; what each request does is taken back.

    Each is asked once at least, however slow the machine is.
    """
    from topoviz.web.calculations.models import Calculation
    from topoviz.web.lag_reports.models import LagReport
    from topoviz.web.rates.counting import forget

    # The world's answers are made up, and are no answers as the engine gives them.
    Calculation.objects.update(result=None)
    LagReport.objects.update(result=None)
    seen, end = Seen(), time.monotonic() + seconds
    running = {one.label: (one, cases_of(one, seed)) for one in operations(_headers(world))}
    everything = len(running)
    while running and (seen.asked < everything or time.monotonic() < end):
        for label, (operation, cases) in list(running.items()):
            case = next(cases, None)
            if case is None:
                del running[label]
                continue
            cache.clear()
            forget()
            with transaction.atomic():
                _ask(operation, case, world, seen)
                transaction.set_rollback(True)
            if seen.asked > everything and time.monotonic() > end:
                break
    return seen


def operations(signed_in: dict[str, str] | None = None) -> list[Any]:
    """Give the operations of the description as it is served; who asks one of them has the headers given."""
    import schemathesis

    from topoviz.web.wsgi import application

    def from_here(environ: dict[str, Any], start_response: Any) -> Any:
        return application(environ | {"REMOTE_ADDR": "127.0.0.1", **(signed_in or {})}, start_response)

    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/", from_here)
    return [found.ok() for found in schema.get_all_operations()]


def cases_of(operation: Any, seed: int, rounds: int = 1000) -> Iterator[Any]:
    """Give requests of what an operation allows and of what it does not, the same for the same seed."""
    from schemathesis import GenerationMode

    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    strategies = [operation.as_strategy(generation_mode=mode) for mode in modes]
    for number in range(rounds):
        for strategy in strategies:
            yield from drawn(strategy, seed * 10_000 + number)


def drawn(strategy: Any, number: int) -> list[Any]:
    """Draw a few requests; none where an operation has nothing that it does not allow."""
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from hypothesis.errors import Unsatisfiable

    found: list[Any] = []

    def collect(case: Any) -> None:
        found.append(case)

    usual = settings(
        max_examples=2, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    with suppress(Unsatisfiable):
        seed(number)(usual(given(strategy)(collect)))()
    return found


def _ask(operation: Any, case: Any, world: Any, seen: Seen) -> None:
    """Ask, and note what is not as the description has it."""
    from schemathesis import checks
    from schemathesis.core.failures import FailureGroup

    _put_things_in(case, world)
    _sign_in(case)
    held = [
        checks.not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]
    label = operation.label
    seen.asked += 1
    seen.operations.add(label)
    try:
        response = case.call()
        seen.statuses[response.status_code] += 1
        case.validate_response(response, checks=held)
    except FailureGroup as failures:
        seen.wrong.setdefault(f"{label}: {failures}"[:3000], case.as_curl_command())
    except Exception as error:  # noqa: BLE001 - whatever a request brings about is a finding
        seen.wrong.setdefault(f"{label}: {type(error).__name__}: {error}"[:3000], case.as_curl_command())


def _put_things_in(case: Any, world: Any) -> None:
    """Have every other request ask for something that is there."""
    for part in case.path_parameters or {}:
        if random_of(case) % 4 == 0:
            continue
        thing = PLACES.get(part)
        if part == "calculation_id":
            thing = next(kind for kind in KINDS if f"/{kind}s/" in case.path)
        if thing is not None:
            case.path_parameters[part] = str(getattr(world, thing).id)
        if part == "what":
            case.path_parameters[part] = "report.json"
        if part == "number":
            case.path_parameters[part] = 1


def _sign_in(case: Any) -> None:
    """Take away the tokens that were made up, of which none is valid, but for a few."""
    if random_of(case) % 16:
        case.headers = {name: value for name, value in (case.headers or {}).items() if name != "Authorization"}


def random_of(case: Any) -> int:
    """Give a number that is the same for the same request."""
    return zlib.crc32(repr((case.path_parameters, case.query, case.body)).encode("utf-8", errors="replace"))


def _headers(world: Any) -> dict[str, str]:
    """Give what WSGI says of an owner who is signed in."""
    from django.conf import settings

    from tests.web.routes.model import Role

    session = world.clients[Role.OWNER].cookies[settings.SESSION_COOKIE_NAME].value
    cookies = {settings.SESSION_COOKIE_NAME: session, settings.CSRF_COOKIE_NAME: CSRF}
    return {"HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in cookies.items()), "HTTP_X_CSRFTOKEN": CSRF}


def main() -> int:
    """Ask for as long as is said, in a database of its own."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=600)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    call_command("collectstatic", interactive=False, verbosity=0)
    setup_test_environment()
    django_settings.TOPOVIZ_LIMITS = NO_WAITING
    jobs.notify = lambda queue: True  # type: ignore[assignment]
    runner = get_runner(django_settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        with transaction.atomic():
            seen = ask_everything(given.seconds, given.seed, World())
            transaction.set_rollback(True)
    finally:
        runner.teardown_databases(databases)
        # What arrived is deleted before the folder that it lies in.
        gc.collect()
    for what, curl in seen.wrong.items():
        print(what, curl, sep="\n", end="\n\n")
    print(seen)
    return 1 if seen.wrong else 0


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.web.settings"
    import django

    django.setup()

    from django.conf import settings as django_settings
    from django.core.management import call_command
    from django.test.utils import get_runner, setup_test_environment

    from tests.web.routes.world import World
    from topoviz.web.analyses import jobs

    sys.exit(main())
