"""`/api/v1/log-lines/explanations`: what lines mean, and which events of a simulation they belong to."""

import pytest

from tests.web.api.test_schema import hold
from tests.web.calculations.test_simulations import MADE, answered, events
from topoviz.web.documents import log_lines
from topoviz.web.documents.log_lines import MOST_LINES, MOST_TEXT

pytestmark = pytest.mark.django_db

SUSPENDED = "10:11:12 INFO  o.a.k.s.p.i.StreamTask - stream-thread [a-StreamThread-1] task [0_1] Suspended from RUNNING"
LINES = f"""{SUSPENDED}
Caused by: org.apache.kafka.common.errors.ProducerFencedException: fenced
\tat org.apache.Kafka.x(Kafka.java:1)
our own line
"""


def explain(client, text, **more):
    """Ask what lines mean."""
    return client.post("/api/v1/log-lines/explanations", {"text": text, **more}, "application/json")


def test_lines_are_explained_and_what_is_not_known_is_said(world):
    document = explain(world.alice, LINES, kafka_version="3.9").json()

    hold(document, "ResultExplainedLog")
    suspended, thrown = document["lines"]
    [place] = suspended["printed_by"]
    assert (place["method"], place["level"], suspended["is_of_version"]) == ("transitToSuspend", "INFO", True)
    assert (suspended["says"]["task"], suspended["in_simulation"]) == ("0_1", None)
    assert thrown["exceptions"][0]["becomes"] == "TaskMigratedException"
    assert document["not_known"] == [{"line": 4, "text": "our own line"}]
    assert explain(world.alice, SUSPENDED, kafka_version="2.5").json()["lines"][0]["is_of_version"] is False


def test_a_line_has_the_events_of_a_simulation_that_it_belongs_to(world, monkeypatch):
    simulation = answered(world.alice, configuration=MADE)
    wanted = next(
        one
        for one in events(world.alice, simulation, "?kind=processed&task=0_1&limit=100")["events"]
        if one["offset"] == 7
    )
    logged = next(one["text"] for one in wanted["log"] if "offset" in one["text"])

    document = explain(world.alice, logged, simulation=simulation["id"]).json()
    assert document["kafka_version"] == simulation["result"]["summary"]["version"]
    [line] = document["lines"]
    assert [one["number"] for one in line["in_simulation"]["first"]] == [wanted["number"]]
    assert line["in_simulation"]["first"][0]["sentence"] == wanted["sentence"]

    later = explain(world.alice, logged, simulation=simulation["id"], after=wanted["number"]).json()
    assert (later["lines"][0]["in_simulation"]["count"], later["goes_on_after"]) == (0, None)

    # Of what every record has, no more is read at once than a request may; the next one goes on behind it.
    every = logged.replace("task [0_1]", "").replace("offset = 7", "offset")
    [line] = explain(world.alice, every, simulation=simulation["id"]).json()["lines"]
    by_kind = simulation["result"]["trace"]["by_kind"]
    whole = sum(by_kind[kind] for kind in line["events"] if kind in by_kind)
    monkeypatch.setattr(log_lines, "MOST_LOOKED_AT", 3_000)
    counts, after = [], -1
    while after is not None:
        document = explain(world.alice, every, simulation=simulation["id"], after=after).json()
        counts.append(document["lines"][0]["in_simulation"]["count"])
        after = document["goes_on_after"]
    assert line["in_simulation"]["count"] == sum(counts) == whole > 5_000
    assert counts[0] == 3_000

    assert explain(world.charlie, logged, simulation=simulation["id"]).status_code == 404


@pytest.mark.parametrize(
    "question", [{"text": "x" * (MOST_TEXT + 1)}, {"text": "", "kafka_version": "9"}, {"text": "", "after": -2}, {}]
)
def test_what_cannot_be_asked_is_refused(world, question):
    answer = world.alice.post("/api/v1/log-lines/explanations", question, "application/json")

    assert (answer.status_code, answer.json()["code"]) == (422, "not-valid")


def test_of_many_lines_the_first_are_explained_and_that_is_said(world):
    document = explain(world.alice, f"{SUSPENDED}\n" * (MOST_LINES + 1)).json()

    assert (len(document["lines"]), document["is_cut"]) == (MOST_LINES, True)
