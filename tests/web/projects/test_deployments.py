"""How the application of a project runs: what is said of it, and what comes of that."""

import json
from pathlib import Path

import pytest

from tests.web.conftest import analyzed, work
from tests.web.projects.conftest import BUILDER, COUNT, FILTERED, hand_in
from topoviz.web.analyses.models import Analysis
from topoviz.web.audit.models import Event
from topoviz.web.calculations.models import Calculation
from topoviz.web.projects.deployments import read_fact
from topoviz.web.projects.models import Deployment, Project, Revision

pytestmark = pytest.mark.django_db

FACTS = {
    "application_id": "shop", "guarantee": "exactly_once_v2", "protocol": "streams", "kafka_version": "4.1",
    "upgrade": "rolling", "partitions": "orders=6", "cluster": "clients: [{name: a, threads: 2}]",
}  # fmt: skip


def say(client, project, **facts):
    return client.patch(f"/api/v1/projects/{project.id}/deployment", facts, content_type="application/json")


@pytest.fixture
def shop(world):
    hand_in(world.alice, COUNT)
    hand_in(world.alice, FILTERED)
    return Project.objects.get()


def revision(client, project, number):
    return client.get(f"/api/v1/projects/{project.id}/revisions/{number}").json()


def change_of(client, shown):
    (compared,) = shown["comparisons"]
    return client.get(compared["url"]).json()["result"]


def test_what_is_said_is_kept_and_what_is_left_out_stays(world, shop):
    before = world.viewer.get(f"/api/v1/projects/{shop.id}/deployment").json()
    assert set(before.values()) == {None}
    assert say(world.bob, shop, **FACTS).json() == {
        **FACTS, "kafka_version": "4.1.2", "since_revision": 2, "changed": Deployment.objects.get().changed.isoformat(),
    }  # fmt: skip

    say(world.bob, shop, upgrade="")
    after = world.viewer.get(f"/api/v1/projects/{shop.id}/deployment").json()
    assert (after["upgrade"], after["application_id"]) == (None, "shop")
    assert [one.target for one in Event.objects.filter(action="deployment-changed").order_by("id")][
        1
    ] == "Shop: upgrade"


def test_the_newest_revision_is_compared_again_with_it_and_older_ones_stay(world, shop):
    old = revision(world.alice, shop, 2)
    say(world.alice, shop, application_id="shop", guarantee="exactly_once_v2", partitions="orders=6")
    work()

    new = revision(world.alice, shop, 2)
    change = change_of(world.alice, new)
    assert (old["verdict"], new["verdict"]) == ("state-loss", "state-loss")
    assert "application id shop" in json.dumps(change)
    assert "shop-KSTREAM-AGGREGATE-STATE-STORE-0000000002-changelog" in json.dumps(change)
    assert "exactly_once_v2" in change["words"]["settings"]
    assert [one["tasks"] for one in new["tasks"]] == [6]
    assert revision(world.alice, shop, 1)["tasks"] == []
    assert not Calculation.objects.filter(id=old["comparisons"][0]["id"]).exists()

    third = hand_in(world.alice, COUNT)
    assert "application id shop" in json.dumps(change_of(world.alice, third))
    assert third["tasks"][0]["tasks"] == 6


def test_what_a_comparison_does_not_ask_for_leaves_it_alone(world, shop):
    old = revision(world.alice, shop, 2)["comparisons"]
    say(world.alice, shop, upgrade="rolling", kafka_version="3.9")

    assert revision(world.alice, shop, 2)["comparisons"] == old


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("partitions", "orders=4\nclicks=many", "Line 2 of the partition counts has 'many'"),
        ("cluster", "clients:\n- {name: a, threads: none}", "Line 2 of the cluster"),
        ("application_id", "my shop", "letters, digits"),
        ("guarantee", "twice", "Choose at_least_once"),
        ("kafka_version", "9.9", "not known here"),
        ("upgrade", "sometimes", "Choose rolling, all-at-once."),
        ("partitions", "#" * 500_001, "500,000 can be kept"),
    ],
)
def test_what_is_wrong_is_said_by_line_on_the_page_and_in_the_api(world, shop, name, text, words):
    answer = say(world.alice, shop, **{name: text})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, name)
    assert words in answer.json()["detail"]

    page = world.alice.post(f"/p/{shop.id}/deployment", {name: text})
    assert page.status_code == 422
    if name not in ("guarantee", "upgrade"):  # chosen from a list there
        assert words.replace("'", "&#x27;") in page.content.decode()
    assert not Deployment.objects.exists()


CLUSTERS = sorted((Path(__file__).parents[2] / "fixtures" / "clusters").iterdir())


@pytest.mark.parametrize("file", CLUSTERS, ids=lambda file: file.name)
def test_a_cluster_is_kept_in_every_form_in_which_people_have_it(file):
    text = file.read_text()

    assert read_fact("cluster", text) == text


def test_counts_are_kept_as_commands_print_them():
    described = "Topic: orders\tPartitionCount: 1\tReplicationFactor: 1\n\tTopic: orders\tPartition: 0\tReplicas: 1"
    for text in (described, '{"orders": 3}', "topics:\n  orders: 3"):
        assert read_fact("partitions", text) == text


def test_a_program_that_says_no_version_is_read_with_that_of_its_project(world, shop):
    say(world.alice, shop, kafka_version="3.9.2")
    handed_in = hand_in(world.alice, BUILDER + 'builder.stream("a").to("b");')
    result = world.alice.get(handed_in["analysis_url"]).json()["result"]
    assert result["version_choice"]["sentence"] == "Kafka Streams 3.9.2: as its project says."

    lone = analyzed(world.alice, BUILDER + 'builder.stream("c").to("d");')
    assert lone["result"]["kafka_version"] == "4.3.1"
    sent = {"analysis": lone["id"]}
    added = world.alice.post(f"/api/v1/projects/{shop.id}/revisions", sent, content_type="application/json").json()
    work()
    assert added["analysis"] != lone["id"]
    assert world.alice.get(added["analysis_url"]).json()["result"]["kafka_version"] == "3.9.2"
    # Whoever opens it in the workbench goes on with that version.
    assert '"kafka_version": "3.9.2"' in world.alice.get(f"/a/{added['analysis']}").content.decode()


def test_what_the_program_itself_says_of_its_version_wins(world, shop):
    say(world.alice, shop, kafka_version="3.9.2")
    pom = (
        "<project><dependencies><dependency><groupId>org.apache.kafka</groupId><artifactId>kafka-streams</artifactId>"
        "<version>3.6.2</version></dependency></dependencies></project>"
    )
    files = [{"name": "Orders.java", "text": COUNT}, {"name": "pom.xml", "text": pom}]
    sent = {"files": files, "project": "Shop"}
    answer = world.alice.post("/api/v1/analyses", sent, content_type="application/json").json()
    work()

    assert world.alice.get(answer["url"]).json()["result"]["kafka_version"] == "3.6.2"


def test_the_page_is_read_by_viewers_and_saved_by_editors(world, shop):
    url = f"/p/{shop.id}/deployment"
    assert "Nothing is said so far" in world.viewer.get(url).content.decode()
    assert world.viewer.post(url, FACTS).status_code == 403
    saved = world.bob.post(url, FACTS, follow=True).content.decode()
    assert "Revision 2 is compared again with this; older ones stay" in saved
    shown = world.viewer.get(url).content.decode()
    assert "from revision 2 on" in shown
    assert "orders=6" in shown
    assert "<form" not in shown.partition("<main")[2]


def test_the_page_of_a_revision_has_its_tasks_and_says_what_its_verdict_means_here(world, shop):
    say(world.alice, shop, partitions="orders=6", upgrade="rolling")
    work()
    url = f"/p/{shop.id}/revisions/2"
    page = world.viewer.get(url).content.decode()
    assert (
        f'6 tasks, <a href="/a/{Revision.objects.get(number=2).analysis_id}?view=tasks&amp;deployment={shop.id}' in page
    )
    assert "nobody said how many partitions" in world.viewer.get(f"/p/{shop.id}/revisions/1").content.decode()

    Revision.objects.filter(number=2).update(verdict="stop-all")
    assert "one instance after another: not this time" in world.viewer.get(url).content.decode()


def test_counts_that_are_missing_are_named(world, shop):
    say(world.alice, shop, partitions="clicks=6")
    work()

    assert revision(world.alice, shop, 2)["tasks"][0]["tasks"] is None
    assert (
        "not known without the partitions of <code>orders</code>"
        in world.viewer.get(f"/p/{shop.id}/revisions/2").content.decode()
    )


def test_no_room_for_a_comparison_is_said(world, shop, monkeypatch):
    def refuse(team, size):
        raise QuotaUsedUp("team_bytes")

    from topoviz.web.analyses.quotas import QuotaUsedUp

    monkeypatch.setattr("topoviz.web.calculations.services.refuse_bytes", refuse)
    third = hand_in(world.alice, COUNT, message="again")

    assert (third["verdict"], third["tasks"]) == ("not-compared", [])
    assert "no room for the comparison" in third["verdict_words"]
    assert Analysis.objects.count() == 2
