"""Callers are counted, and the addresses that they come from."""

import pytest
from django.test import Client

from tests.web.conftest import submit
from topoviz.web.documents.throttles import network_of


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("what is this", "what is this"),
        (None, ""),
    ],
)
def test_of_ipv6_a_whole_line_is_one_address(address, counted):
    assert network_of(address) == counted


def test_an_address_with_many_sessions_has_an_end_too(world, monkeypatch, settings):
    settings.TOPOVIZ_RATE_ADDRESS = 2
    monkeypatch.setattr("topoviz.web.documents.throttles.AnalysesThrottle.rate", "2/min", raising=False)
    sessions = [Client() for _ in range(3)]
    for session in sessions:
        submit(session, "the first makes a team", preview=True)

    seen = [[submit(session, f"{number}").status_code for number in range(3)] for session in sessions]

    assert seen == [[202, 202, 429], [202, 202, 429], [429, 429, 429]]


def test_a_refusal_says_which_limit_and_when_to_come_again(world, monkeypatch):
    monkeypatch.setattr("topoviz.web.documents.throttles.AnalysesThrottle.rate", "1/min", raising=False)
    submit(world.alice, "one")

    answer = submit(world.alice, "two")

    assert answer.json()["limit"] == {"name": "analyses", "value": 1, "seconds": 60}
    assert 0 < int(answer.headers["Retry-After"]) <= 60
