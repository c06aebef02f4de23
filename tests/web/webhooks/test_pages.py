"""`/t/ID/webhooks` and `/api/v1/webhooks`: made by owners, tried, changed, switched off and deleted."""

import re

import pytest

from tests.web.api.test_schema import hold
from tests.web.webhooks.conftest import make_hook
from topoviz.web.audit.models import Event
from topoviz.web.projects.models import Project
from topoviz.web.webhooks import delivering
from topoviz.web.webhooks.delivering import add_delivery, deliver_what_is_due
from topoviz.web.webhooks.models import Delivery, Webhook

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loopback_is_allowed")]


@pytest.fixture(autouse=True)
def rings(monkeypatch):
    monkeypatch.setattr(delivering, "send_task", lambda *arguments: True)


def form(address="https://hooks.slack.example/services/T0/secret", **given):
    return {
        "name": "deploys", "kind": "slack", "address": address, "project": "everything", "branches": "main",
        "level": "state-loss", "hears_of_doubt": "on", **given,
    }  # fmt: skip


def test_an_owner_makes_one_and_sees_its_secret_once(world):
    answer = world.alice.post(f"/t/{world.team.id}/webhooks", form())
    page = answer.content.decode()

    (secret,) = set(re.findall(r"whsec_[\w+/=]{40,}", page))
    hook = Webhook.objects.get()
    assert hook.base == "http://testserver"
    pages = [world.alice.get(path).content.decode() for path in (f"/t/{world.team.id}/webhooks", address_of(hook))]
    for one in pages:
        assert "https://hooks.slack.example/…" in one
        assert "services" not in one
        assert secret not in one
    assert "made the webhook deploys (https://hooks.slack.example/…)" in str(Event.objects.first())


def address_of(hook, more=""):
    return f"/t/{hook.team_id}/webhooks/{hook.id}{more}"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"name": ""}, "required"),
        ({"address": "https://user:pw@example.org/"}, "Omit what stands before the @"),
        ({"address": "https://example.org:25/"}, "port 25"),
        ({"level": "awful"}, "Select a valid choice"),
        ({"project": "00000000-0000-0000-0000-000000000000"}, "Select a valid choice"),
    ],
)
def test_what_is_wrong_is_said_in_the_form(world, wrong, says):
    answer = world.alice.post(f"/t/{world.team.id}/webhooks", form(**wrong))

    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert not Webhook.objects.exists()


def test_a_test_is_sent_and_what_came_of_it_stands_on_the_page(world, receiver):
    hook, _ = make_hook(world.team, receiver.url, kind="slack")
    receiver.answers = [404]

    assert "A test is on its way" in world.alice.post(address_of(hook, "/test"), follow=True).content.decode()
    assert "A test waits already" in world.alice.post(address_of(hook, "/test"), follow=True).content.decode()
    deliver_what_is_due()

    assert receiver.got[0].document == {"text": "A test from topoviz, for the team Orders: messages arrive here."}
    page = world.alice.get(address_of(hook)).content.decode()
    assert "Given up" in page
    assert "It answered 404, Not Found." in page
    assert "It answered 404" in world.alice.get(f"/t/{world.team.id}/webhooks").content.decode()


def test_it_is_changed_switched_off_and_on_and_deleted(world, receiver):
    project = Project.objects.create(team=world.team, name="shop")
    hook, _ = make_hook(world.team, receiver.url)
    world.alice.post(address_of(hook), form("", name="chat", project=str(project.id), level="note", hears_of_doubt=""))
    hook.refresh_from_db()
    assert (hook.name, hook.project, hook.level, hook.hears_of_doubt) == ("chat", project, "note", False)
    # The address stayed, though nobody wrote it again.
    add_delivery(hook, "{}")
    deliver_what_is_due()
    assert receiver.got

    waiting = add_delivery(hook, "{}")
    world.alice.post(address_of(hook, "/switch"), {"to": "off"})
    assert deliver_what_is_due() == 0
    waiting.refresh_from_db()
    assert waiting.state == "gave-up"
    assert "switched off since" in world.alice.get(address_of(hook)).content.decode()
    world.alice.post(address_of(hook, "/switch"), {"to": "on"})
    world.alice.post(address_of(hook, f"/deliveries/{waiting.id}"))
    assert deliver_what_is_due() == 1

    assert "is deleted" in world.alice.post(address_of(hook, "/delete"), follow=True).content.decode()
    assert not Delivery.objects.exists()
    said = [str(one).removeprefix("alice ").partition(" (")[0] for one in Event.objects.order_by("id")]
    assert said[1:] == [
        "changed the webhook chat", "switched off the webhook chat", "switched on the webhook chat",
        "deleted the webhook chat",
    ]  # fmt: skip


def test_a_secret_is_replaced_by_one_that_is_shown_once(world, receiver):
    hook, secret = make_hook(world.team, receiver.url)

    page = world.alice.post(address_of(hook, "/secret")).content.decode()

    (other,) = set(re.findall(r"whsec_[\w+/=]{40,}", page))
    assert other != secret


def test_those_of_another_team_are_not_there(world, receiver):
    theirs, _ = make_hook(world.other_team, receiver.url)

    assert world.alice.get(f"/t/{world.team.id}/webhooks/{theirs.id}").status_code == 404
    assert world.alice.get(f"/api/v1/webhooks/{theirs.id}").status_code == 404
    assert world.alice.post(f"/api/v1/webhooks/{theirs.id}/test").status_code == 404


def ask(client, method, path, body=None):
    return getattr(client, method)(f"/api/v1/webhooks{path}", body, content_type="application/json")


def test_the_api_does_the_same(world, receiver):
    made = ask(world.alice, "post", "", {"name": "ci", "address": receiver.url, "level": "stop-all"})
    assert made.status_code == 201, made.content
    document = made.json()
    hold(document, "NewWebhookDocument")
    assert (document["kind"], document["branches"], document["project"]) == ("json", "main", None)
    assert "very-secret" not in made.content.decode()
    path = f"/{document['id']}"

    changed = ask(world.alice, "patch", path, {"branches": "all", "is_on": False}).json()
    hold(changed, "WebhookDocument")
    assert (changed["branches"], changed["level"], changed["is_on"]) == ("all", "stop-all", False)
    assert ask(world.alice, "patch", path, {"is_on": True}).json()["is_on"] is True
    assert ask(world.alice, "patch", path, {"address": "ftp://x"}).json()["errors"][0]["field"] == "address"

    test = ask(world.alice, "post", f"{path}/test")
    assert test.status_code == 201
    hold(test.json(), "DeliveryDocument")
    assert ask(world.alice, "post", f"{path}/test").json()["code"] == "test-waits"
    deliver_what_is_due()
    assert receiver.got[0].document["type"] == "test"
    hold(receiver.got[0].document, "EventDocument")
    listed = world.alice.get(f"/api/v1/webhooks{path}/deliveries").json()
    hold(listed, "DeliveryPage")
    assert [(one["state"], one["code"]) for one in listed["items"]] == [("delivered", 204)]
    again = ask(world.alice, "post", f"{path}/deliveries/{listed['items'][0]['id']}/send-again")
    assert (again.status_code, again.json()["state"]) == (202, "waiting")

    hold(world.alice.get("/api/v1/webhooks").json(), "WebhookPage")
    secret = ask(world.alice, "post", f"{path}/secret").json()["secret"]
    assert secret.startswith("whsec_")
    assert ask(world.alice, "delete", path).status_code == 204
    assert world.alice.get("/api/v1/webhooks").json()["items"] == []


def test_a_member_who_is_no_owner_learns_whom_to_ask(world):
    answer = ask(world.bob, "post", "", {"name": "ci", "address": "https://example.org/", "team": str(world.team.id)})

    assert (answer.status_code, answer.json()["detail"]) == (403, "This is for owners of the team.")
    assert not Webhook.objects.exists()


def test_a_team_may_have_so_many(world, settings):
    from topoviz.web.analyses.limits import limits

    settings.TOPOVIZ_LIMITS = {"webhooks": 1}
    limits.cache_clear()
    ask(world.alice, "post", "", {"name": "a", "address": "https://example.org/"})

    answer = ask(world.alice, "post", "", {"name": "b", "address": "https://example.org/"})

    assert (answer.status_code, answer.json()["code"]) == (409, "too-many-webhooks")
