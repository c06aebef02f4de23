"""The way of a delivery, to a real receiver: sent, sent again, given up; nothing is lost and nothing comes unsigned."""

import html
import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone

from tests.web.webhooks.conftest import make_hook, owner_of
from tests.web.webhooks.receiver import hang_up
from topoviz.web.analyses.models import Analysis
from topoviz.web.projects.models import Project, Revision
from topoviz.web.webhooks import delivering, sending
from topoviz.web.webhooks.delivering import (
    MOST_ATTEMPTS,
    add_delivery,
    claim,
    delay_after,
    deliver_what_is_due,
    note_outcome,
    ring_for_what_is_due,
    send_again,
    throw_away_old,
)
from topoviz.web.webhooks.models import Delivery, State, Webhook
from topoviz.web.webhooks.sending import Outcome
from topoviz.web.webhooks.services import replace_secret, send_test

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loopback_is_allowed", "rings")]


@pytest.fixture
def rings(monkeypatch):
    """How often a worker was rung for; there is no broker."""
    rung = []
    monkeypatch.setattr(delivering, "send_task", lambda *arguments: rung.append(arguments) or True)
    return rung


@pytest.fixture
def made(world, receiver):
    return make_hook(world.team, receiver.url)


@pytest.fixture
def hook(made):
    return made[0]


def deliver(hook, body="{}"):
    """Have a message about a new revision sent."""
    project, _ = Project.objects.get_or_create(team=hook.team, name="Shop")
    number = project.revisions.count() + 1
    analysis = Analysis.objects.create(team=hook.team, submission="{}", cache_key=str(number), engine_version="x")
    return add_delivery(hook, body, Revision.objects.create(project=project, analysis=analysis, number=number))


def all_due():
    Delivery.objects.filter(state=State.WAITING).update(due=timezone.now() - timedelta(seconds=1))


def is_from_topoviz(page):
    """Take the function that the page of the API shows to receivers."""
    shown = re.search(r'<pre[^>]*id="verify">(.*?)</pre>', page, re.DOTALL)[1]
    space = {}
    exec(html.unescape(shown), space)  # noqa: S102 - it is our own text
    return space["is_from_topoviz"]


def test_a_receiver_knows_a_message_by_its_signature(client, made, receiver):
    hook, secret = made
    delivery = deliver(hook, '{"text": "ä"}')
    deliver_what_is_due()
    verify = is_from_topoviz(client.get("/api/v1/docs/").content.decode())

    (got,) = receiver.got
    assert verify(secret, got.headers, got.body)
    assert got.headers["webhook-id"] == str(delivery.id)
    assert got.headers["content-type"] == "application/json"
    assert not verify(secret, got.headers, got.body + b" ")
    assert not verify(secret, {**got.headers, "webhook-timestamp": "1"}, got.body)
    assert not verify("whsec_AAAA", got.headers, got.body)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.code, delivery.attempts, delivery.said) == ("delivered", 204, 1, "")

    other = replace_secret(hook=hook, caller=owner_of(hook.team))
    hook.refresh_from_db()
    deliver(hook)
    deliver_what_is_due()
    assert verify(other, receiver.got[1].headers, receiver.got[1].body)
    assert not verify(secret, receiver.got[1].headers, receiver.got[1].body)


def test_neither_secret_nor_address_stands_in_the_database(made):
    hook, secret = made
    row = str(Webhook.objects.filter(id=hook.id).values().get())

    assert secret not in row
    assert "very-secret" not in row
    assert row.count("127.0.0.1") == 1


def test_what_fails_is_sent_again_as_the_same_message_until_it_arrives(hook, receiver, monkeypatch):
    monkeypatch.setattr(sending, "SECONDS", 5.0)
    receiver.answers = [500, hang_up, lambda handler: sending.time.sleep(6), 204]
    delivery = deliver(hook)
    seen = []
    for _ in range(4):
        all_due()
        assert deliver_what_is_due() == 1
        delivery.refresh_from_db()
        seen.append((delivery.state, delivery.code))

    assert seen == [("waiting", 500), ("waiting", None), ("waiting", None), ("delivered", 204)]
    assert len({(one.headers["webhook-id"], one.body) for one in receiver.got}) == 1
    assert delivery.attempts == 4
    hook.refresh_from_db()
    assert hook.failing_since is None


def test_attempts_come_later_and_later_for_about_a_day():
    delays = [[delay_after(number) for _ in range(50)] for number in range(1, MOST_ATTEMPTS)]

    assert all(max(before) < min(after) for before, after in pairwise(delays))
    assert 20 < min(delays[0]) <= max(delays[0]) < 40
    assert all(len(set(one)) == 50 for one in delays)
    hours = sum(sum(one) / len(one) for one in delays) / 3600
    assert 20 < hours < 36


def test_after_the_last_attempt_it_is_given_up_with_the_reason(hook, receiver):
    receiver.answers = [500] * MOST_ATTEMPTS
    delivery = deliver(hook)
    for _ in range(MOST_ATTEMPTS + 2):
        all_due()
        deliver_what_is_due()

    delivery.refresh_from_db()
    assert (delivery.state, delivery.code, delivery.said) == (
        "gave-up", 500, "It answered 500, Internal Server Error.",
    )  # fmt: skip
    assert len(receiver.got) == MOST_ATTEMPTS
    hook.refresh_from_db()
    assert (hook.off_since, hook.failing_since is None) == (None, False)

    assert send_again(delivery)
    assert not send_again(delivery)
    deliver_what_is_due()
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("delivered", 1)


def test_a_worker_that_is_lost_loses_no_message(hook, receiver, rings):
    delivery = deliver(hook)
    lost = claim()
    # Another worker sends nothing to this address meanwhile, and nobody sends it twice.
    assert (lost.id, claim()) == (delivery.id, None)
    assert deliver_what_is_due() == 0
    Delivery.objects.update(lease_until=timezone.now() - timedelta(seconds=1))

    ring_for_what_is_due()
    assert rings
    assert deliver_what_is_due() == 1

    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("delivered", 2)
    # The one that was taken for lost comes back, and changes nothing.
    note_outcome(lost, Outcome(500, "It answered 500."))
    delivery.refresh_from_db()
    assert (delivery.state, delivery.code) == ("delivered", 204)


def test_one_that_takes_its_worker_with_it_each_time_is_given_up(hook, receiver):
    delivery = deliver(hook)
    for _ in range(MOST_ATTEMPTS):
        assert claim() is not None
        Delivery.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        ring_for_what_is_due()

    assert claim() is None
    delivery.refresh_from_db()
    assert delivery.state == "gave-up"
    assert "worker" in delivery.said
    assert receiver.got == []


def test_an_address_that_takes_nothing_keeps_nobody_else_waiting(world, hook, receiver):
    receiver.answers = [500, 204]
    for _ in range(5):
        deliver(hook)
    healthy = deliver(make_hook(world.team, receiver.url)[0])

    assert deliver_what_is_due() == 2
    healthy.refresh_from_db()
    assert healthy.state == "delivered"
    assert Delivery.objects.filter(webhook=hook, due__gt=timezone.now() + timedelta(seconds=20)).count() == 5


def test_a_receiver_that_asks_for_time_gets_it(hook, receiver):
    receiver.answers = [(429, {"Retry-After": "900"}, b"")]
    delivery = deliver(hook)
    deliver_what_is_due()

    delivery.refresh_from_db()
    assert 880 < (delivery.due - timezone.now()).total_seconds() < 910


def test_one_that_is_gone_is_switched_off_at_once_and_one_that_fails_for_days_then(world, hook, receiver):
    receiver.answers = [410, 500]
    deliver(hook)
    waiting = deliver(hook)
    deliver_what_is_due()
    hook.refresh_from_db()
    waiting.refresh_from_db()
    assert "410" in hook.off_because
    assert (waiting.state, waiting.said) == ("gave-up", delivering.OFF)

    other = make_hook(world.team, receiver.url)[0]
    Webhook.objects.filter(id=other.id).update(failing_since=timezone.now() - timedelta(days=3, minutes=1))
    deliver(other)
    deliver_what_is_due()
    other.refresh_from_db()
    assert other.off_since is not None
    assert other.off_because.startswith("Nothing has arrived since ")
    assert "It answered 500" in other.off_because


def test_with_another_key_of_the_server_the_reason_is_told(hook, settings):
    delivery = deliver(hook)
    settings.SECRET_KEY = "another" * 10
    deliver_what_is_due()

    delivery.refresh_from_db()
    assert "enter its address again" in delivery.said


def test_a_private_address_is_refused_when_it_is_connected_to(hook, receiver, settings):
    settings.TOPOVIZ_WEBHOOK_NETWORKS = []
    delivery = deliver(hook)
    deliver_what_is_due()

    delivery.refresh_from_db()
    assert (delivery.state, delivery.code) == ("waiting", None)
    assert "sends nothing to" in delivery.said
    assert receiver.got == []


def test_what_ended_long_ago_is_forgotten(hook):
    old, new = deliver(hook), deliver(hook)
    deliver_what_is_due()
    Delivery.objects.filter(id=old.id).update(finished=timezone.now() - timedelta(days=15))

    assert throw_away_old() == 1
    assert list(Delivery.objects.values_list("id", flat=True)) == [new.id]


def test_a_test_is_sent_once_and_makes_no_webhook_a_failing_one(hook, receiver):
    receiver.answers = [500]
    test = send_test(hook=hook)
    deliver_what_is_due()

    test.refresh_from_db()
    hook.refresh_from_db()
    assert (test.state, test.code, hook.failing_since) == ("gave-up", 500, None)
