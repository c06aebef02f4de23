"""What a message says, and to whom."""

import json
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.web.api.test_schema import hold
from tests.web.projects.conftest import BUILDER, COUNT, FILTERED, NAMED, hand_in
from tests.web.webhooks.conftest import make_hook
from topoviz.engine.changes.finding import Level, Verdict
from topoviz.web.projects.models import Project, Revision
from topoviz.web.webhooks.events import text_of
from topoviz.web.webhooks.models import Delivery, Webhook
from topoviz.web.webhooks.noticing import notice, wants

pytestmark = pytest.mark.django_db

UNSURE = BUILDER + 'builder.stream("o").groupByKey().count(Materialized.as(System.getenv("N"))).toStream().to("%s");'


@pytest.fixture
def hook(world):
    return make_hook(world.team, "https://example.org/hook")[0]


def sent_to(hook):
    return [json.loads(one.body) for one in Delivery.objects.filter(webhook=hook).order_by("created")]


def test_a_program_of_yours_gets_an_event_that_its_schema_describes(world, hook):
    hand_in(world.alice, COUNT)
    hand_in(world.alice, FILTERED, branch="feature/x", commit="abc123", message="Filter <all>")

    (event,) = sent_to(hook)
    hold(event, "EventDocument")
    assert event["schema"] == "topoviz/event@1"
    assert (event["type"], event["compared_with"]) == ("revision.compared", 1)
    project = Project.objects.get()
    assert event["revision"]["page"] == f"https://topoviz.example/p/{project.id}/revisions/2"
    assert {name: event["revision"][name] for name in ("number", "branch", "is_main", "commit", "message")} == {
        "number": 2, "branch": "feature/x", "is_main": False, "commit": "abc123", "message": "Filter <all>",
    }  # fmt: skip
    assert event["verdict"] == {
        "level": "state-loss", "certain": "state-loss", "worst": "state-loss",
        "words": "State is lost unless it is migrated",
    }  # fmt: skip
    assert 1 <= len(event["reasons"]) <= 2
    assert "KSTREAM-AGGREGATE-STATE-STORE-0000000001" in event["reasons"][0]["sentence"]


def test_people_get_a_few_lines_with_a_link(world):
    hook, _ = make_hook(world.team, "https://hooks.slack.example/services/x", kind="slack")
    hand_in(world.alice, COUNT, project="Shop & <Co>")
    hand_in(world.alice, FILTERED, project="Shop & <Co>", branch="a`b", commit="0123456789abcdef")

    (message,) = sent_to(hook)
    assert list(message) == ["text"]
    first, *reasons = message["text"].split("\n")
    page = f"https://topoviz.example/p/{Project.objects.get().id}/revisions/2"
    assert first == (
        f"*Shop &amp; &lt;Co&gt;*, <{page}|revision 2> on `a'b` (`0123456789`): *State is lost unless it is migrated*"
    )
    assert 1 <= len(reasons) <= 2
    assert all(one.startswith("• ") for one in reasons)


def test_nothing_in_a_text_is_a_link_or_calls_anybody(world, hook):
    event = {
        "type": "revision.compared",
        "project": {"name": "<!channel> @here\n@Channel"},
        "revision": {"page": "https://x/", "number": 1, "branch": "<https://evil|main>", "commit": ""},
        "verdict": {"words": "Will not start"},
        "reasons": [{"sentence": "a & b < c\n> d @everyone " + "x" * 1000}],
    }

    text = text_of(event)

    assert re.findall(r"<[^>]*>", text) == ["<https://x/|revision 1>"]
    assert not re.search(r"@(channel|here|everyone|all)", text, re.IGNORECASE)
    assert text.count("\n") == 1
    assert len(text) < 700


@pytest.mark.parametrize(
    ("level", "doubt", "certain", "worst", "hears"),
    [
        ("state-loss", True, Level.STATE_LOSS, Level.STATE_LOSS, True),
        ("state-loss", True, Level.WILL_NOT_START, Level.WILL_NOT_START, True),
        ("state-loss", True, Level.STOP_ALL, Level.STOP_ALL, False),
        ("state-loss", True, Level.COMPATIBLE, Level.STATE_LOSS, True),
        ("state-loss", False, Level.COMPATIBLE, Level.STATE_LOSS, False),
        ("state-loss", False, Level.STATE_LOSS, Level.WILL_NOT_START, True),
        ("will-not-start", True, Level.COMPATIBLE, Level.STATE_LOSS, False),
        ("compatible", False, Level.COMPATIBLE, Level.COMPATIBLE, True),
    ],
)
def test_who_hears_of_which_verdict(level, doubt, certain, worst, hears):
    hook = Webhook(level=level, hears_of_doubt=doubt, branches="all")

    assert wants(hook, Revision(), Verdict(certain, worst)) is hears


def test_what_nobody_can_tell_is_heard_of_by_those_who_chose_it(world):
    certain = make_hook(world.team, "https://example.org/1", hears_of_doubt=False)[0]
    doubtful = make_hook(world.team, "https://example.org/2")[0]
    hand_in(world.alice, UNSURE % "x")
    document = hand_in(world.alice, UNSURE % "y")

    assert document["verdict"] == "cannot-tell"
    assert sent_to(certain) == []
    (event,) = sent_to(doubtful)
    hold(event, "EventDocument")
    assert event["verdict"]["level"] == "cannot-tell"
    assert event["verdict"]["words"].startswith("Cannot tell")


def test_a_webhook_hears_of_its_own_branches_project_and_team_alone(world):
    main = make_hook(world.team, "https://example.org/main", branches="main")[0]
    everything = make_hook(world.team, "https://example.org/all")[0]
    others = make_hook(world.other_team, "https://example.org/others")[0]
    switched_off = make_hook(world.team, "https://example.org/off")[0]
    Webhook.objects.filter(id=switched_off.id).update(off_since=timezone.now())
    hand_in(world.alice, COUNT)
    of_shop = make_hook(world.team, "https://example.org/shop", project=Project.objects.get())[0]
    hand_in(world.alice, FILTERED, branch="feature")
    hand_in(world.alice, NAMED)
    hand_in(world.alice, COUNT, project="Other")
    hand_in(world.alice, FILTERED, project="Other")

    def heard(hook):
        return [(one["project"]["name"], one["revision"]["number"]) for one in sent_to(hook)]

    assert heard(everything) == [("Shop", 2), ("Shop", 3), ("Other", 2)]
    assert heard(main) == [("Shop", 3), ("Other", 2)]
    assert heard(of_shop) == [("Shop", 2), ("Shop", 3)]
    assert heard(others) == heard(switched_off) == []


def test_a_revision_is_told_once_and_an_old_one_not_at_all(world, hook):
    hand_in(world.alice, COUNT)
    hand_in(world.alice, FILTERED)
    revision = Revision.objects.select_related("project", "previous").get(number=2)
    Delivery.objects.all().delete()
    verdict, found = Verdict(Level.STATE_LOSS, Level.STATE_LOSS), [{"findings": []}]

    notice(revision, verdict, found)
    notice(revision, verdict, found)
    assert Delivery.objects.count() == 1

    Delivery.objects.all().delete()
    revision.created = timezone.now() - timedelta(days=2)
    notice(revision, verdict, found)
    assert not Delivery.objects.exists()


def test_a_verdict_and_its_messages_are_written_together_or_not_at_all(world, hook, monkeypatch):
    """What goes wrong while messages are made leaves the revision open, for the janitor."""
    from topoviz.web.projects import settling

    hand_in(world.alice, COUNT)
    calls = []

    def fails_once(*arguments):
        notice(*arguments)
        calls.append(arguments)
        if len(calls) == 1:
            raise RuntimeError

    monkeypatch.setattr(settling, "COMPARED", [fails_once])
    with pytest.raises(RuntimeError):
        hand_in(world.alice, FILTERED)
    assert Revision.objects.get(number=2).verdict == ""
    assert not Delivery.objects.exists()

    settling.settle_what_waits()

    assert Revision.objects.get(number=2).verdict == "state-loss"
    assert Delivery.objects.count() == 1
