"""`GET /api/v1/analyses/{id}`, its files, and `POST …/cancel`."""

import uuid
import xml.etree.ElementTree as ET

import pytest

from tests.web.conftest import PROGRAM, analyzed, submit, work
from topoviz.web.analyses import drawing
from topoviz.web.analyses.models import Diagram, Job, State
from topoviz.web.documents.files import SVG_POLICY

pytestmark = pytest.mark.django_db

DUMP = """Topologies:
   Sub-topology: 0
    Source: KSTREAM-SOURCE-0000000000 (topics: [orders])
      --> KSTREAM-SINK-0000000001
    Sink: KSTREAM-SINK-0000000001 (topic: copies)
      <-- KSTREAM-SOURCE-0000000000

"""


def test_it_says_how_a_waiting_one_stands(world):
    document = world.alice.get(submit(world.alice).json()["url"]).json()

    assert (document["status"], document["stage"], document["result"]) == ("queued", None, None)
    assert (document["attempts"], document["reason"], document["finished"]) == (0, None, None)


def test_team_mates_see_it(world):
    url = analyzed(world.alice)["url"]

    assert world.bob.get(url).json()["status"] == "done"
    assert world.viewer.get(url).status_code == 200


def test_it_is_kept_by_nobody_on_the_way(world):
    headers = world.alice.get(submit(world.alice).json()["url"]).headers

    assert headers["Cache-Control"] == "no-store"
    assert {"Cookie", "Authorization"} <= set(headers["Vary"].split(", "))


def test_one_that_is_not_there_is_not_found(world):
    answer = world.alice.get(f"/api/v1/analyses/{uuid.uuid4()}")

    assert answer.status_code == 404
    assert answer.json()["code"] == "not-found"


def test_the_text_is_that_of_describe(world):
    document = analyzed(world.alice)

    answer = world.alice.get(f"{document['url']}/topology.txt")

    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode() == document["result"]["topologies"][0]["describe"]["text"]


def test_without_a_version_the_text_decides_and_the_answer_says_why(world):
    document = analyzed(world.alice, 'builder.stream("a").through("b");')
    choice = document["result"]["version_choice"]

    assert document["result"]["kafka_version"] == "3.9.2"
    assert choice["by"] == "text"
    assert choice["sentence"].startswith("Kafka Streams 3.9.2: the newest version that has every method of the text")
    assert choice["at"]["line"] == 1


def test_a_build_file_among_the_files_says_the_version(world):
    script = 'dependencies { implementation "org.apache.kafka:kafka-streams:3.9.1" }'
    files = [{"name": "A.java", "text": PROGRAM}, {"name": "build.gradle", "text": script}]
    answer = world.alice.post("/api/v1/analyses", {"files": files}, content_type="application/json")
    work()

    result = world.alice.get(answer.json()["url"]).json()["result"]
    assert result["version_choice"]["sentence"] == "Kafka Streams 3.9.1: build.gradle names it."
    assert (result["version_choice"]["by"], result["version_choice"]["at"]["file"]) == ("build-file", "build.gradle")


def test_the_json_is_the_result(world):
    document = analyzed(world.alice)

    assert world.alice.get(f"{document['url']}/topology.json").json() == document["result"]
    assert world.alice.get(f"{document['url']}/topology.json?topology=0").json() == document["result"]
    assert world.alice.get(f"{document['url']}/topology.json?topology=1").status_code == 404


def test_the_first_pictures_are_there_at_once(world):
    document = analyzed(world.alice)

    for address in document["diagrams"].values():
        answer = world.alice.get(address)
        assert answer.status_code == 200
        # Our own, and checked by the drawing already; here it is only read.
        assert ET.fromstring(answer.content).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314


def test_a_picture_can_do_nothing_in_a_browser(world):
    headers = world.alice.get(analyzed(world.alice)["diagrams"]["topology"]).headers

    assert headers["Content-Security-Policy"] == SVG_POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "view",
    ["plan", "before-after", "overview", "sub-topology:1", "around:p2:1", "topology&open=r2,t0&panel=phone"],
)
def test_other_pictures_are_drawn_when_somebody_asks(world, view):
    address = f"{analyzed(world.alice)['url']}/topology.svg?wait=0&view={view}"

    first = world.alice.get(address)
    work()
    second = world.alice.get(address)

    assert (first.status_code, first.headers["Retry-After"]) == (202, "1")
    assert (second.status_code, second.content[:4]) == (200, b"<svg")


def test_asking_twice_draws_once(world):
    address = f"{analyzed(world.alice)['url']}/topology.svg?wait=0&view=plan"

    world.alice.get(address)
    world.bob.get(address)

    assert Job.objects.filter(kind="draw").count() == 1


def test_what_is_opened_in_another_order_is_the_same_picture(world):
    address = f"{analyzed(world.alice)['url']}/topology.svg?wait=0"

    for query in ("open=r2,t0", "open=t0,r2&panel=usual", "open=t0,r2&whole=0"):
        world.alice.get(f"{address}&{query}")

    assert Job.objects.get(kind="draw").view == "topology;open=r2,t0"


def test_of_pictures_that_were_opened_only_the_newest_are_kept(world, monkeypatch):
    monkeypatch.setattr(drawing, "DRAWINGS_KEPT", 2)
    document = analyzed(world.alice)
    for number in range(4):
        world.alice.get(f"{document['url']}/topology.svg?wait=0&open=r{number}")
        work()

    kept = Diagram.objects.exclude(view__in=["topology", "plan-optimized"]).order_by("created")
    assert [diagram.view for diagram in kept] == ["topology;open=r2", "topology;open=r3"]
    # A job that draws is none of those that are done.
    assert Job.objects.filter(kind="draw").count() == 3
    # Nor do they stand among the pictures that every analysis has.
    assert world.alice.get(document["url"]).json()["diagrams"] == document["diagrams"]


def test_a_theme_is_a_picture_of_its_own(world):
    url = analyzed(world.alice)["url"]

    assert world.alice.get(f"{url}/topology.svg?wait=0&theme=dark").status_code == 202
    work()
    assert b'data-theme="dark"' in world.alice.get(f"{url}/topology.svg?theme=dark").content


@pytest.mark.parametrize(
    "query",
    ["view=nothing", "view=sub-topology:x", "view=legend", "view=around:r1", "open=5", "whole=yes", "panel=huge",
     "topology=-1", "topology=x", "theme=pink"],
)  # fmt: skip
def test_strange_views_are_refused(world, query):
    assert world.alice.get(f"{analyzed(world.alice)['url']}/topology.svg?{query}").status_code == 422


@pytest.mark.parametrize("query", ["view=sub-topology:7", "topology=5", "view=around:r999:2", "view=around:p999:2"])
def test_views_that_are_not_there_are_not_found(world, query):
    answer = world.alice.get(f"{analyzed(world.alice)['url']}/topology.svg?{query}")

    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-view")


def test_a_dump_has_no_plan_to_draw(world):
    document = analyzed(world.alice, DUMP, "dump.txt")

    assert set(document["diagrams"]) == {"topology"}
    assert world.alice.get(f"{document['url']}/topology.svg?view=plan").json()["code"] == "no-such-view"


BRANCHED = """
StreamsBuilder builder = new StreamsBuilder();
KStream<String, String> orders = builder.stream("orders");
orders.to("copies");
orders.groupByKey().count().toStream().to("counts");
"""
"""Where its cards stand is worth asking Graphviz, unlike those of a chain."""


def test_a_picture_that_cannot_be_drawn_says_why(world, monkeypatch):
    url = analyzed(world.alice, BRANCHED)["url"]
    monkeypatch.setenv("DOT", "no-such-program")

    world.alice.get(f"{url}/topology.svg?wait=0&view=plan")
    work()
    answer = world.alice.get(f"{url}/topology.svg?wait=0&view=plan")

    assert (answer.status_code, answer.json()["code"]) == (422, "undrawable")
    assert "DOT names a program that is not there" in answer.json()["detail"]


def test_without_graphviz_there_is_still_a_result(world, monkeypatch):
    monkeypatch.setenv("DOT", "no-such-program")

    document = analyzed(world.alice, BRANCHED)

    assert document["status"] == "done"
    assert document["result"]["topologies"]
    assert document["diagrams"] == {}


@pytest.mark.parametrize("name", ["topology.txt", "topology.json", "topology.svg"])
def test_nothing_is_given_before_there_is_a_result(world, name):
    answer = world.alice.get(f"{submit(world.alice).json()['url']}/{name}")

    assert (answer.status_code, answer.json()["code"]) == (409, "no-result")


def test_a_refused_program_has_no_text_but_kafkas_own_words(world):
    refused = 'StreamsBuilder builder = new StreamsBuilder();\nbuilder.stream("orders").to("not a name!");\n'
    twice = PROGRAM + 'builder.table("a", Materialized.as("s"));\nbuilder.table("b", Materialized.as("s"));\n'
    document = analyzed(world.alice, twice)

    assert document["result"]["topologies"][0]["refusal"], refused
    answer = world.alice.get(f"{document['url']}/topology.txt")
    assert answer.status_code == 422
    assert answer.json()["detail"] == document["result"]["topologies"][0]["refusal"]["message"]


# --- cancel -----------------------------------------------------------------------------------------------------------


def test_a_waiting_one_is_cancelled(world):
    document = submit(world.alice).json()

    answer = world.alice.post(f"{document['url']}/cancel")
    work()

    assert (answer.status_code, answer.json()["status"]) == (202, "cancelled")
    assert world.alice.get(document["url"]).json()["result"] is None
    assert Job.objects.get().attempts == 0


def test_one_that_is_done_stays_done(world):
    document = analyzed(world.alice)

    assert world.alice.post(f"{document['url']}/cancel").json()["status"] == "done"
    assert Job.objects.get().state == State.DONE


def test_viewers_cannot_cancel(world):
    url = submit(world.alice).json()["url"]

    assert world.viewer.post(f"{url}/cancel").status_code == 403
    assert Job.objects.get().state == State.QUEUED


def test_pictures_of_older_code_are_drawn_again(world, monkeypatch):
    document = analyzed(world.alice)
    Diagram.objects.update(renderer="older")

    assert world.alice.get(f"{document['url']}/topology.svg?wait=0").status_code == 202
