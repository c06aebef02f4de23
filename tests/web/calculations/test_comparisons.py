"""`/api/v1/comparisons`: two versions in every form they come in, the verdict, files, links, and who may see them."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.web.conftest import analyzed, body, share, work
from topoviz.web.analyses.models import Analysis
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.services import throw_away_expired
from topoviz.web.lag_reports.models import LagReport

pytestmark = pytest.mark.django_db

BUILDER = "StreamsBuilder builder = new StreamsBuilder();\n"
OLD = BUILDER + 'builder.stream("a").groupByKey().count().toStream().to("b");'
NEW = BUILDER + 'builder.stream("a").filter((k, v) -> true).groupByKey().count().toStream().to("b");'
TWO = """class A {
Topology one() { var b = new StreamsBuilder(); b.stream("a").to("b"); return b.build(); }
Topology two() { var b = new StreamsBuilder(); b.stream("c").to("d"); return b.build(); }
}"""


def test_a_filter_before_a_count_without_a_name_loses_its_state(world):
    document = compared(world.alice)

    assert document["status"] == "done"
    result = document["result"]
    assert (result["schema"], result["verdict"]["level"]) == ("topoviz/change@1", "state-loss")
    assert [one["code"] for one in result["findings"] if one["level"] == "state-loss"] == ["changelog-renamed"]
    assert document["old"]["topology"] == document["new"]["topology"] == 0


def test_a_version_is_an_analysis_a_link_or_files(world):
    old, new = analyzed(world.alice, OLD), analyzed(world.alice, NEW)
    link = share(world.alice, old).json()["url"]
    files = {"submission": body(OLD)}

    ways = ({"analysis": old["id"]}, {"link": link}, {"link": f"https://topoviz.example{link}?view=plan"}, files)
    answers = [compared(world.alice, side, {"analysis": new["id"]}) for side in ways]

    assert [one["result"]["verdict"]["level"] for one in answers] == ["state-loss"] * 4
    # The link shows the same text to the same team, so it is the same analysis.
    assert len({one["id"] for one in answers}) == 1


def test_sizes_of_stores_are_those_of_a_lag_report_of_the_caller(world):
    old, new = analyzed(world.alice, OLD), analyzed(world.alice, NEW)
    store = "KSTREAM-AGGREGATE-STATE-STORE-0000000001"
    size = {"topic": f"app-{store}-changelog", "size_bytes": 3 << 30}
    history = {
        "end": "2026-11-27T10:00:00.000Z",
        "stores": [{**size, "store": store, "partitions": 1}],
        "partitions": [{**size, "partition": 0}],
    }
    report = LagReport.objects.create(
        team_id=Analysis.objects.get(id=old["id"]).team_id, analysis_id=old["id"],
        result=json.dumps({"topic_history": history}),
    )  # fmt: skip
    found = compared(world.alice, {"analysis": old["id"]}, {"analysis": new["id"]}, lag_report=str(report.id))
    state = found["result"]["state"]

    assert state["sentences"][0] == f"By the lag report of 27 November 2026, 3 GiB of state is lost: that of `{store}`."
    assert [(one["fate"], one["bytes"]) for one in state["stores"]] == [("lost", 3 << 30)]
    # Another team's report is not there, and one without sizes says so.
    theirs = analyzed(world.charlie, OLD)
    sides = {"old": {"analysis": theirs["id"]}, "new": {"analysis": theirs["id"]}}
    said = post(world.charlie, **sides, lag_report=str(report.id))
    assert (said.status_code, said.json()["errors"][0]["detail"]) == (422, "There is no such lag report.")
    report.result = json.dumps({"topic_history": None})
    report.save()
    of_tasks = f"/api/v1/analyses/{old['id']}/assignments"
    said = world.alice.post(of_tasks, {"lag_report": str(report.id)}, content_type="application/json")
    assert (said.status_code, said.json()["errors"][0]["field"]) == (422, "lag_report")


def test_what_a_link_of_another_team_shows_is_compared_as_an_analysis_of_the_caller(world):
    theirs = analyzed(world.charlie, OLD)
    document = compared(world.alice, {"link": share(world.charlie, theirs).json()["url"]})

    assert document["result"]["verdict"]["level"] == "state-loss"
    assert document["old"]["analysis"] != theirs["id"]
    assert world.charlie.get(document["url"]).status_code == 404


def test_versions_and_settings_of_each_side_are_its_own(world):
    sides = [{"submission": body(OLD, kafka_version=version)} for version in ("3.9", "4.3")]
    result = compared(world.alice, *sides)["result"]

    assert [result[side]["kafka_version"] for side in ("old", "new")] == ["3.9.2", "4.3.1"]
    assert {one["by"] for one in result["findings"]} == {"version"}


def test_how_the_application_runs_decides(world):
    rolling = compared(world.alice, protocol="streams", application_id="shop")["result"]

    assert rolling["verdict"]["level"] == "will-not-start"
    assert rolling["deployment"]["application_id"] == "shop"


@pytest.mark.parametrize(
    ("old", "new", "code", "sentence"),
    [
        ("no program", NEW, "no-old-topology", "There is nothing to compare: the old version"),
        (OLD, "", "no-new-topology", "There is nothing to compare: the new version"),
        (BUILDER + 'builder.stream("a").repartition().to("b"); x(', NEW, None, None),
    ],
)
def test_a_broken_side_is_named_with_its_first_reason(world, old, new, code, sentence):
    document = compared(world.alice, {"submission": body(old)}, {"submission": body(new)})

    if code is None:
        assert document["result"]["verdict"]["level"] != "compatible"
        return
    assert (document["status"], document["reason"]["code"]) == ("failed", code)
    assert document["reason"]["sentence"].startswith(sentence)
    assert document["result"] is None


def test_a_new_version_that_kafka_refuses_will_not_start_and_has_no_picture(world):
    crossed = BUILDER + 'builder.stream("a").to("b");\nbuilder.stream("a").to("b");\nbuilder.table("a");'
    document = compared(world.alice, new={"submission": body(crossed)})

    assert document["result"]["verdict"]["level"] == "will-not-start"
    assert [one["code"] for one in document["result"]["findings"]] == ["program-refused"]
    assert picture(world.alice, document)["code"] == "undrawable"
    assert world.alice.get(f"{document['url']}/change.txt").content.decode().startswith("Will not start")


def test_the_same_twice_is_one_sentence(world):
    old = {"analysis": analyzed(world.alice, OLD)["id"]}
    result = compared(world.alice, old, old)["result"]

    assert (result["relation"], result["verdict"]["level"]) == ("same", "compatible")
    assert result["words"]["alone"].startswith("Both versions have the same topology")


def test_of_several_topologies_those_of_one_name_are_compared_or_the_ones_that_are_named(world):
    side = {"submission": body(TWO, name="A.java")}
    first = compared(world.alice, side, side)
    second = compared(world.alice, {**side, "topology": 1}, {**side, "topology": 1})
    none = compared(world.alice, {**side, "topology": 7}, side)

    assert [one["new"]["topology"] for one in (first, second)] == [0, 1]
    assert none["reason"]["code"] == "no-such-topology"
    assert compared(world.alice, side)["reason"]["code"] == "which-topology"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"old": {}}, "old"),
        ({"old": {"analysis": "00000000-0000-0000-0000-000000000000", "link": "/s/" + "x" * 30}}, "old"),
        ({"old": {"link": "https://example.org/"}}, "old.link"),
        ({"guarantee": "sometimes"}, "guarantee"),
        ({"baseline": "main"}, "baseline"),
    ],
)
def test_what_is_not_as_it_must_be_is_said_with_its_field_and_stores_nothing(world, given, field):
    answer = post(world.alice, **{"old": {"submission": body(OLD)}, "new": {"submission": body(NEW)}, **given})

    assert answer.status_code == 422
    assert [one["field"] for one in answer.json()["errors"]] == [field]
    assert not Analysis.objects.exists()


@pytest.mark.parametrize("side", [{"link": "/s/" + "x" * 40}, {"analysis": "00000000-0000-0000-0000-000000000000"}])
def test_a_version_that_is_not_there_stores_nothing(world, side):
    answer = post(world.alice, old={"submission": body(OLD)}, new=side)

    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert not Analysis.objects.exists()


def test_another_team_can_neither_use_nor_see_it(world):
    mine = {"analysis": analyzed(world.alice, OLD)["id"]}
    document = compared(world.alice, mine)

    assert post(world.charlie, old=mine, new={"submission": body(NEW)}).status_code == 404
    for address in ("", "/change.md", "/change.json", "/picture.svg"):
        assert world.charlie.get(document["url"] + address).status_code == 404, address
    assert world.charlie.delete(document["url"]).status_code == 404
    share_it = {"comparison": document["id"]}
    assert world.charlie.post("/api/v1/share-links", share_it, content_type="application/json").status_code == 404


def test_with_a_name_it_stays_and_so_do_both_versions(world):
    sides = [{"submission": body(text, preview=True)} for text in (OLD, NEW)]
    document = compared(world.alice, *sides)
    world.alice.patch(document["url"], {"name": "release 2"}, content_type="application/json")
    throw_away_expired(timezone.now() + timedelta(days=400))

    assert world.bob.get(document["url"]).json()["name"] == "release 2"
    assert not Analysis.objects.filter(expires__isnull=False).exists()
    listed = world.bob.get(f"/api/v1/analyses/{document['analysis']}/comparisons").json()["comparisons"]
    assert [one["name"] for one in listed] == ["release 2"]


def test_it_goes_with_either_version(world):
    document = compared(world.alice)
    Analysis.objects.get(id=document["old"]["analysis"]).delete()

    assert world.alice.get(document["url"]).status_code == 404
    assert not Calculation.objects.exists()


def test_the_answer_is_a_file_for_people_and_for_pull_requests(world):
    document = compared(world.alice)
    markdown = world.alice.get(f"{document['url']}/change.md?wait=0")
    assert markdown.status_code == 202
    work()

    files = {
        ending: world.alice.get(f"{document['url']}/change.{ending}?download=1") for ending in ("md", "txt", "json")
    }
    assert "```mermaid" in files["md"].content.decode()
    assert files["txt"].content.decode().startswith(document["result"]["verdict"]["sentence"])
    assert files["json"].json() == document["result"]
    assert 'filename="' in files["md"]["Content-Disposition"]
    assert files["txt"]["Content-Type"] == "text/plain; charset=utf-8"


def test_the_picture_shows_both_versions_in_one(world):
    document = compared(world.alice)
    drawn = picture(world.alice, document)

    assert "<svg" in drawn
    assert "KSTREAM-AGGREGATE-STATE-STORE-0000000002" in drawn


def test_a_link_shows_it_to_anybody_with_and_without_scripts(world, client):
    document = compared(world.alice)
    made = world.alice.post(
        "/api/v1/share-links", {"comparison": document["id"]}, content_type="application/json"
    ).json()
    throw_away_expired(timezone.now() + timedelta(days=400))

    page = client.get(f"{made['url']}?view=compare&as=page").content.decode()
    for said in (
        document["result"]["verdict"]["sentence"],
        "verdict-bad",
        "What to do",
        "The code of the version before",
    ):
        assert said in page, said
    assert "no such view" not in page
    shown = client.get(f"{made['url']}/analysis.json").json()["comparison"]
    assert shown["result"] == document["result"]
    assert shown["old"]["files"][0]["text"] == OLD
    text = client.get(f"{made['url']}/analysis.json").content.decode()
    assert not any(one in text for one in (document["id"], document["analysis"], document["old"]["analysis"]))
    assert client.get(f"{made['url']}/change.json").json() == document["result"]
    assert client.get(f"{made['url']}/tasks.svg").status_code == 404
    assert made["svg"] == f"{made['url']}/comparison.svg"


def test_a_link_to_something_else_has_no_comparison(world, client):
    url = share(world.alice, analyzed(world.alice, OLD)).json()["url"]

    assert client.get(f"{url}/comparison.svg").status_code == client.get(f"{url}/change.md").status_code == 404
    assert client.get(f"{url}/analysis.json").json()["comparison"] is None


def test_a_visitor_without_an_account_compares_too(world):
    document = compared(world.visitor, {"submission": body(OLD)}, {"submission": body(NEW)})

    assert document["result"]["verdict"]["level"] == "state-loss"


def compared(client, old=None, new=None, **question):
    """Compare, wait until it has ended, and give the document."""
    sides = {"old": old or {"submission": body(OLD)}, "new": new or {"submission": body(NEW)}}
    answer = post(client, **sides, **question)
    assert answer.status_code in (200, 202), answer.content
    work()
    return client.get(answer.json()["url"]).json()


def post(client, **given):
    """Ask for a comparison."""
    return client.post("/api/v1/comparisons", given, content_type="application/json")


def picture(client, document):
    """Give the picture as text, or why there is none."""
    address = f"{document['url']}/picture.svg"
    assert client.get(f"{address}?wait=0").status_code == 202
    work()
    answer = client.get(address)
    return answer.content.decode() if answer.status_code == 200 else answer.json()
