"""Every address, asked by everybody: whoever may not see or change something gets nothing and changes nothing.

The addresses come from the URL configuration, and what each kind of caller gets from `routes/tables/`: a new address
without a row there is a failure. `python -m tests.web.routes` prints the table as it was seen.
"""

import pytest
from django.db import transaction

from tests.web.routes.asking import METHODS, harm, is_stranger, noticed, routes, rows, send, shows_a_secret, what_it_is
from tests.web.routes.model import Call, Gets, Role
from tests.web.routes.tables.everything import PARTS, TABLE
from tests.web.routes.world import World
from topoviz.web.pages import shared_files

ROUTES = {route.name: route for route in routes()}


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch, bells):
    """Pictures that are not there yet are answered at once with 202."""
    monkeypatch.setattr(shared_files, "DRAWING_SECONDS", 0)


OF_ALLAUTH = ("account_", "mfa_", "socialaccount_")
"""Addresses that take every method, and do with an empty form what they do with one that is posted."""


@pytest.fixture
def everybody(db):
    return World()


def test_every_address_has_a_row_and_every_row_an_address():
    assert set(TABLE) == set(ROUTES), "The rows are in tests/web/routes/tables/."
    assert sum(len(part) for part in PARTS.values()) == len(TABLE), "An address stands in two tables."


@pytest.mark.parametrize("part", PARTS)
def test_everybody_gets_what_they_may_have(everybody, part):
    wrong, before = [], rows()
    for name, calls in PARTS[part].items():
        for call in calls:
            for role in Role:
                with transaction.atomic():
                    said = list(what_is_wrong(everybody, ROUTES[name], call, role, before))
                    transaction.set_rollback(True)
                wrong += [f"{call.method} of {name} by the {role}: {one}" for one in said]
    assert wrong == []


def what_is_wrong(everybody, route, call, role, before):
    """Say what is not as the table has it when somebody asks an address."""
    client, expected = everybody.clients[role], call.who[role]
    with noticed() as statements:
        answer = send(everybody, client, route, call)
    if what_it_is(answer) != expected:
        yield f"{what_it_is(answer)} instead of {expected}"
    if is_stranger(role) and not call.shows and shows_a_secret(answer):
        yield "it shows what the team has"
    may_change = call.method == "GET" or (expected is Gets.YES and (call.shows or not is_stranger(role)))
    if statements and not may_change:
        yield from harm(before, rows(), everybody)
    if expected is Gets.NOTHING:
        unknown = what_it_is(send(everybody, client, route, call, is_of_nothing=True))
        if unknown is not Gets.NOTHING:
            yield f"{unknown} for what is not there"


def test_every_method_that_an_address_takes_has_a_row(everybody):
    taken = []
    for name, calls in TABLE.items():
        if name.startswith(OF_ALLAUTH):
            continue
        for method in set(METHODS) - {call.method for call in calls}:
            with transaction.atomic():
                call = Call(method, {}, calls[0].values)
                answer = send(everybody, everybody.clients[Role.OWNER], ROUTES[name], call)
                transaction.set_rollback(True)
            if answer.status_code not in (403, 404, 405):
                taken.append(f"{method} of {name}: {answer.status_code}")
    assert taken == []
