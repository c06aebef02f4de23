"""Every address, asked by everybody: whoever may not see or change something gets nothing and changes nothing.

The addresses come from the URL configuration, and what each kind of caller gets from `routes/tables/`: a new address
without a row there is a failure. `python -m tests.web.routes` prints the table as it was seen.
"""

import pytest
from django.db import transaction

from tests.web.routes.asking import METHODS, harm, is_stranger, routes, rows, send, shows_a_secret, what_it_is
from tests.web.routes.model import Call, Gets, Role
from tests.web.routes.tables.everything import PARTS, TABLE
from tests.web.routes.world import World
from topoviz.web.pages import shared

ROUTES = {route.name: route for route in routes()}


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch, bells):
    """Pictures that are not there yet are answered at once with 202."""
    monkeypatch.setattr(shared, "DRAWING_SECONDS", 0)


@pytest.fixture
def everybody(db):
    return World()


def test_every_address_has_a_row_and_every_row_an_address():
    assert set(TABLE) == set(ROUTES), "The rows are in tests/web/routes/tables/."
    assert sum(len(part) for part in PARTS) == len(TABLE), "An address stands in two tables."


@pytest.mark.parametrize("name", [name for name in ROUTES if name in TABLE])
def test_everybody_gets_what_they_may_have(everybody, name):
    route, before = ROUTES[name], rows()
    for call in TABLE[name]:
        for role in Role:
            with transaction.atomic():
                answer = send(everybody, everybody.clients[role], route, call)
                seen = (what_it_is(answer), is_stranger(role) and not call.shows and shows_a_secret(answer))
                assert seen == (call.who[role], False), (call.method, role, answer.content[:300])
                if call.who[role] is not Gets.YES or (is_stranger(role) and not call.shows):
                    assert harm(before, rows(), everybody) == [], (call.method, role)
                if call.who[role] is Gets.NOTHING:
                    unknown = send(everybody, everybody.clients[role], route, call, is_of_nothing=True)
                    assert what_it_is(unknown) is Gets.NOTHING, (call.method, role)
                transaction.set_rollback(True)


def test_every_method_that_an_address_takes_has_a_row(everybody):
    taken = []
    for name, calls in TABLE.items():
        for method in set(METHODS) - {call.method for call in calls}:
            with transaction.atomic():
                call = Call(method, {}, calls[0].values)
                answer = send(everybody, everybody.clients[Role.OWNER], ROUTES[name], call)
                transaction.set_rollback(True)
            if answer.status_code not in (403, 404, 405):
                taken.append(f"{method} of {name}: {answer.status_code}")
    assert taken == []
