"""`/api/v1/analyses/ID/simulations`: asked, simulated in the engine's process, and every event of it kept."""

import json
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.web.api.test_schema import hold
from tests.web.conftest import analyzed, work
from topoviz.rendering.simulation.trace.pieces import unpack
from topoviz.rendering.simulation.trace.state import tasks_after
from topoviz.web.analyses.limits import Limits
from topoviz.web.analyses.models import State
from topoviz.web.calculations.models import Calculation, TracePiece
from topoviz.web.calculations.services import throw_away_expired

pytestmark = pytest.mark.django_db

MADE = "generate: [{topic: orders, rate: 500, for: 10s, keys: 50}]\n"
RECORDS = "time_ms,topic,partition,key,timestamp_ms\n" + "".join(
    f"{n},orders,{n % 3},k{n % 7},{n}\n" for n in range(300)
)


def ask(client, document, **question):
    """Ask what happens to records."""
    return client.post(f"{document['url']}/simulations", {"partitions": "orders=3", **question}, "application/json")


def answered(client, **question):
    """Ask, let a worker answer, and give what came of it."""
    document = ask(client, analyzed(client), **question).json()
    work()
    return client.get(document["url"]).json()


def events(client, document, query=""):
    """Give a page of its events."""
    return client.get(f"{document['url']}/events{query}").json()


def test_records_become_figures_and_events(world):
    document = answered(world.alice, records=RECORDS)

    assert document["status"] == "done", document["reason"]
    result = document["result"]
    hold(result, "ResultSimulation")
    assert result["schema"] == "topoviz/simulation@1"
    assert result["summary"]["records"] == 300
    assert document["question"]["records"]["bytes"] == len(RECORDS)
    assert world.alice.get(f"{document['url']}/records").content.decode() == RECORDS

    trace = result["trace"]
    assert trace["events"] == trace["stored"] > 600
    assert (trace["is_cut"], trace["next_step"]) == (False, None)
    lines = b"".join(world.alice.get(f"{document['url']}/trace.jsonl").streaming_content).decode().splitlines()
    assert len(lines) == trace["stored"]
    assert json.loads(lines[-1])["at_ms"] == trace["last_ms"]

    markdown, text = (world.alice.get(f"{document['url']}/summary.{one}").content.decode() for one in ("md", "txt"))
    assert "300 records came, and tasks processed 600" in text
    assert f"{trace['by_kind']['committed']:,} × committed" in text
    assert f"| committed | {trace['by_kind']['committed']:,} |" in markdown
    (row,) = (one for one in result["summary"]["by_partition"] if one["partition"] == "orders-1")
    assert f"| orders-1 | 100 | 100 | {row['highest_lag']} |" in markdown


def test_events_are_paged_forwards_and_backwards_and_make_up_the_trace(world):
    document = answered(world.alice, configuration=MADE)
    stored = document["result"]["trace"]["stored"]
    assert TracePiece.objects.count() == -(-stored // 2_000) > 3

    forwards, after = [], "-1"
    while after is not None:
        page = events(world.alice, document, f"?after={after}&limit=1999")
        forwards += page["events"]
        after = page["after"]
    assert [one["number"] for one in forwards] == list(range(stored))
    backwards, before = [], stored
    while before is not None:
        page = events(world.alice, document, f"?before={before}&limit=1999")
        backwards = page["events"] + backwards
        before = page["before"]
    assert backwards == forwards
    assert all(one["sentence"].endswith(".") for one in forwards)


def test_filters_and_a_time_give_what_going_through_all_events_gives(world):
    document = answered(world.alice, configuration=MADE)
    lines = [
        json.loads(line)
        for data in TracePiece.objects.order_by("first").values_list("data", flat=True)
        for line in unpack(bytes(data))
    ]

    def asked(query):
        return [one["number"] for one in events(world.alice, document, f"?limit=2000&{query}")["events"]]

    def fits(condition):
        return [number for number, one in enumerate(lines) if condition(one)][:2_000]

    assert asked("kind=committed&kind=polled") == fits(lambda one: one["event"] in ("committed", "polled"))
    assert asked("task=0_1") == fits(lambda one: one.get("task") == "0_1")
    assert asked("partition=orders-2") == fits(lambda one: "orders-2" in str(one))
    assert asked("partition=orders-2&kind=committed") == fits(
        lambda one: "orders-2" in str(one) and one["event"] == "committed"
    )
    assert asked("thread=nobody") == asked("kind=unheard+of") == []
    since = next(number for number, one in enumerate(lines) if one["at_ms"] >= 4_000.5)
    page = events(world.alice, document, "?from_ms=4000.5&limit=3")
    assert [one["number"] for one in page["events"]] == [since, since + 1, since + 2]
    assert (page["after"], page["before"]) == (since + 2, since)


def test_a_trace_is_read_no_further_than_it_must_be_and_not_again(world, django_assert_max_num_queries):
    document = answered(world.alice, configuration=MADE)
    url = f"{document['url']}/events?after=10&limit=5"
    with django_assert_max_num_queries(12):
        first = world.alice.get(url)

    assert world.alice.get(url, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert world.charlie.get(url).status_code == 404


def test_what_tasks_have_after_an_event_is_the_same_in_whatever_order_events_are_looked_at(world, monkeypatch):
    document = answered(world.alice, configuration=MADE)
    stored = document["result"]["trace"]["stored"]
    numbers = [*range(5, stored, 997), 1_999, 2_000, stored - 1]

    def after(number):
        return world.alice.get(f"{document['url']}/events/{number}").json()["tasks"]

    monkeypatch.setattr("topoviz.web.documents.replays._PIECES_BETWEEN", 2)
    backwards = {number: after(number) for number in sorted(numbers, reverse=True)}
    assert {number: after(number) for number in sorted(numbers)} == backwards
    events = [json.loads(line) for data in TracePiece.objects.order_by("first") for line in unpack(bytes(data.data))]
    assert {number: tasks_after(document["result"], events, number) for number in numbers} == backwards
    assert world.alice.get(f"{document['url']}/events/{stored}").status_code == 404


@pytest.mark.parametrize("query", ["after=x", "before=-2", "limit=0", "limit=2001", "from_ms=nan", "from_ms=-1"])
def test_a_query_that_cannot_be_is_refused(world, query):
    document = answered(world.alice, records=RECORDS)

    assert world.alice.get(f"{document['url']}/events?{query}").json()["code"] == "not-valid"


@pytest.mark.parametrize(
    ("question", "code", "says"),
    [
        ({"configuration": "settings: {max.task.idle.ms: x}"}, "bad-configuration", "Line 1 of the configuration"),
        ({"records": RECORDS + "1,orders,0,k,1\n"}, "bad-records", "Line 302 of the records has time_ms 1, before 299"),
        (
            {"records": "time_ms,topic\n1,other\n"},
            "bad-records",
            "Line 2 of the records has topic 'other', which no task reads",
        ),
        ({"records": "time_ms,topic,partition\n1,orders,3\n"}, "bad-records", "Line 2 of the records has partition 3"),
        (
            {"records": "time_ms,topic,key,timestamp_ms\n1,orders,k,-2\n"},
            "bad-records",
            "Line 2 of the records has timestamp_ms -2",
        ),
        ({}, "bad-records", "The records are not there"),
        ({"records": RECORDS, "partitions": "orders=x"}, "bad-partitions", "Line 1"),
        ({"records": RECORDS, "cluster": "clients: [{nom: a}]"}, "bad-cluster", "Line 1"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(world, question, code, says):
    document = answered(world.alice, **question)

    assert (document["status"], document["reason"]["code"]) == ("failed", code)
    assert says in document["reason"]["sentence"]
    assert document["reason"]["next_step"]
    assert not TracePiece.objects.exists()


def test_records_above_the_limit_are_refused_with_it(world):
    answer = ask(world.alice, analyzed(world.alice), records="x" * (8 * 1024 * 1024 + 1))

    assert answer.status_code == 422
    assert "8,388,608 are the most here" in answer.json()["errors"][0]["detail"]


def test_events_count_as_what_is_kept_and_go_with_their_simulation(world):
    document = answered(world.alice, configuration=MADE)
    calculation = Calculation.objects.get(id=document["id"])
    pieces = sum(len(piece.head) + len(bytes(piece.data)) for piece in TracePiece.objects.all())
    assert calculation.size == len(calculation.question) + len(calculation.result) + pieces

    assert world.alice.delete(document["url"]).status_code == 204
    assert not TracePiece.objects.exists()


def test_it_can_be_cancelled(world):
    url = ask(world.alice, analyzed(world.alice), configuration=MADE).json()["url"]

    assert world.alice.post(f"{url}/cancel").json()["status"] == State.CANCELLED


def test_it_has_the_picture_of_who_has_which_task(world):
    url = answered(world.alice, records=RECORDS)["url"]
    assert world.alice.get(f"{url}/picture.svg?wait=0").status_code == 202
    work()

    assert world.alice.get(f"{url}/picture.svg").headers["Content-Type"].startswith("image/svg")


def test_a_link_shows_it_with_its_events_and_no_id(world, client):
    document = answered(world.alice, records=RECORDS)
    link = world.alice.post("/api/v1/share-links", {"simulation": document["id"]}, "application/json").json()
    throw_away_expired(timezone.now() + timedelta(days=400))

    page = client.get(link["url"]).content.decode()
    assert "300 records came" in page
    data = client.get(f"{link['url']}/analysis.json").json()
    assert data["simulation"]["result"] == document["result"]
    assert document["id"] not in str(data)
    assert client.get(f"{link['url']}/simulation/events.json?limit=7").json() == events(
        world.alice, document, "?limit=7"
    )
    assert client.get(f"{link['url']}/simulation/events.json?limit=x").status_code == 422
    assert client.get(f"{link['url']}/simulation/records.txt").content.decode() == RECORDS
    listed = world.alice.get("/links?kind=simulation", follow=True).content.decode()
    assert f"{document['analysis']}?view=run" in listed


def test_events_have_the_lines_that_are_logged_then(world):
    document = answered(world.alice, records=RECORDS, configuration="start: true\n")
    page = events(world.alice, document, "?limit=2000")["events"]

    assert {one["event"]: one for one in page}["task created"]["log"]
    logged = [line for one in page for line in one["log"]]
    assert logged
    assert all(line["level"] in ("ERROR", "WARN", "INFO", "DEBUG", "TRACE") and line["text"] for line in logged)
    trace, summary = document["result"]["trace"], document["result"]["summary"]
    assert (trace["by_kind"]["processed"], sum(trace["by_kind"].values())) == (summary["processed"], trace["events"])
    ended = events(world.alice, document, "?kind=rebalance+ended")["events"]
    assert events(world.alice, document, "?kind=rebalance+ended&task=0_1")["events"] == ended != []


def test_one_that_takes_too_long_says_how_far_it_came_and_what_to_ask_instead(world, monkeypatch):
    monkeypatch.setattr("topoviz.web.calculations.running.limits", lambda: Limits(calculation_seconds=3))
    document = answered(world.alice, configuration="generate: [{topic: orders, rate: 5000, for: 1m}]")

    reason = document["reason"]
    assert (document["status"], reason["code"]) == ("failed", "too_complex")
    assert re.fullmatch(
        r"The simulation was stopped\. It takes more than 3 seconds\.( By then it had played .* records\.)?",
        reason["sentence"],
    )
    assert "Let fewer records come" in reason["next_step"]


def test_simulations_without_a_name_are_no_more_than_previews_may_be(world, monkeypatch):
    document = analyzed(world.alice)
    assert ask(world.alice, document, records=RECORDS).status_code == 202
    monkeypatch.setattr("topoviz.web.analyses.quotas.limits", lambda: Limits(preview_bytes=10))

    answer = ask(world.alice, document, configuration=MADE)
    assert (answer.status_code, answer.json()["limit"]["name"]) == (422, "preview_bytes")
