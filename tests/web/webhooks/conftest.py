"""What tests of webhooks share: a receiver on this machine, and a webhook that leads to it."""

import ipaddress

import pytest

from tests.web.webhooks.receiver import Receiver
from topoviz.web.accounts.callers import Caller, TeamRole
from topoviz.web.accounts.models import Role, User
from topoviz.web.webhooks.services import Wish, create_webhook

LOOPBACK = [ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128")]


@pytest.fixture
def receiver():
    started = Receiver()
    started.start()
    yield started
    started.stop()


@pytest.fixture
def loopback_is_allowed(settings):
    settings.TOPOVIZ_WEBHOOK_NETWORKS = LOOPBACK


def owner_of(team):
    user = User.objects.get(memberships__team=team, memberships__role=Role.OWNER)
    return Caller(team, (TeamRole(team, Role.OWNER),), f"user:{user.pk}", user)


def make_hook(team, address, **wish):
    """Give a webhook with its secret."""
    told = {"name": "deploys", "kind": "json", "level": "state-loss", "hears_of_doubt": True, "branches": "all", **wish}
    return create_webhook(
        team=team, caller=owner_of(team), wish=Wish(**told), address=address, base="https://topoviz.example"
    )
