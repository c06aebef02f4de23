"""`/api/v1/analyses/ID/assignments`: asked, answered by the engine, kept under a name, or thrown away."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.web.conftest import analyzed, submit, work
from topoviz.web.analyses.janitor import clean_up
from topoviz.web.analyses.models import Job, State
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.services import throw_away_expired

pytestmark = pytest.mark.django_db

COUNTS = {"partitions": "orders=3"}


def test_partition_counts_become_tasks(world):
    document = answered(world.alice, **COUNTS)

    assert document["status"] == "done"
    assert document["result"]["schema"] == "topoviz/assignment@1"
    tasks = [one["tasks"] for one in document["result"]["tasks"]["sub_topologies"]]
    assert [[task["id"] for task in group] for group in tasks] == [["0_0", "0_1", "0_2"], ["1_0", "1_1", "1_2"]]


def test_the_same_question_is_worked_out_once(world):
    document = analyzed(world.alice)
    first, second = (ask(world.alice, document, **COUNTS).json() for _ in range(2))

    assert first["id"] == second["id"]
    assert Job.objects.filter(kind="calculate").count() == 1


def test_a_new_question_takes_the_place_of_the_one_before(world):
    document = analyzed(world.alice)
    first = ask(world.alice, document, partitions="orders=3").json()
    ask(world.alice, document, partitions="orders=4")

    assert world.alice.get(first["url"]).json()["status"] == State.CANCELLED
    assert ask(world.alice, document, partitions="orders=3").json()["status"] == State.QUEUED


@pytest.mark.parametrize(
    ("question", "code", "sentence"),
    [
        ({"partitions": "orders=3\norders=x"}, "bad-partitions", "Line 2 of the partition counts has 'x'"),
        ({**COUNTS, "cluster": "clients:\n- {name: a, threads: -1}"}, "bad-cluster", "Line 2 of the cluster says -1"),
        ({**COUNTS, "settings": {"num.standbys": "1"}}, "bad-setting", "num.standbys is not known here"),
    ],
)
def test_what_cannot_be_read_fails_with_its_line(world, question, code, sentence):
    document = answered(world.alice, **question)

    assert (document["status"], document["reason"]["code"]) == ("failed", code)
    assert document["reason"]["sentence"].startswith(sentence)
    assert document["result"] is None


def test_what_is_said_of_machines_is_reckoned_with(world):
    question = {**COUNTS, "cluster": "clients: [{name: a, threads: 8}]", "settings": {"buffer.memory": "1048576"}}
    sizing = answered(world.alice, **question, sizing={"cpus": 4, "record_ms": 0.5})["result"]["sizing"]

    assert sizing["given"] == {"cpus": 4, "record_bytes": None, "record_ms": 0.5}
    assert (sizing["useful_threads"]["most"], sizing["polls"]["verdict"]) == (6, "fits")
    assert sizing["memory"]["instances"][0]["terms"][0]["bytes"] == 8 << 20


@pytest.mark.parametrize(
    ("said", "detail"),
    [
        ({"cpus": "many"}, "This is not a whole number from 1 to 4,096."),
        ({"cpus": 1.5}, "This is not a whole number from 1 to 4,096."),
        ({"record_ms": -1}, "This is not a number from 0 to 86,400,000."),
    ],
)
def test_what_is_no_number_of_machines_is_said_with_its_place(world, said, detail):
    problem = ask(world.alice, analyzed(world.alice), **COUNTS, sizing=said).json()

    assert problem["errors"] == [{"field": f"sizing.{next(iter(said))}", "detail": detail}]


def test_without_a_name_it_is_thrown_away_after_an_hour(world):
    url = answered(world.alice, **COUNTS)["url"]
    clean_up(timezone.now() + timedelta(minutes=50))
    assert world.alice.get(url).status_code == 200

    Calculation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert world.alice.get(url).status_code == 404
    clean_up()
    assert not Calculation.objects.exists()


def test_with_a_name_it_stays_and_so_does_what_it_is_about(world):
    document = answered(world.alice, **COUNTS)
    named = world.alice.patch(document["url"], {"name": "three partitions"}, content_type="application/json").json()

    assert (named["name"], named["expires"]) == ("three partitions", None)
    throw_away_expired(timezone.now() + timedelta(days=400))
    assert world.bob.get(document["url"]).json()["name"] == "three partitions"


def test_it_can_be_cancelled_and_deleted(world):
    url = ask(world.alice, analyzed(world.alice), **COUNTS).json()["url"]

    assert world.alice.post(f"{url}/cancel").json()["status"] == State.CANCELLED
    assert world.alice.delete(url).status_code == 204
    assert world.alice.get(url).status_code == 404


def test_another_team_finds_nothing(world):
    document = analyzed(world.alice)
    url = ask(world.alice, document, **COUNTS).json()["url"]

    assert world.charlie.get(url).status_code == 404
    assert world.charlie.delete(url).status_code == 404
    assert ask(world.charlie, document, **COUNTS).status_code == 404


def test_an_analysis_without_a_result_has_no_tasks_yet(world):
    assert ask(world.alice, submit(world.alice).json(), **COUNTS).json()["code"] == "no-result"


def test_those_with_a_name_are_listed_the_newest_first(world):
    document = analyzed(world.alice)
    urls = [answered(world.alice, document, partitions=f"orders={count}")["url"] for count in (3, 4, 5)]
    for url, name in zip(urls, ("three", "four"), strict=False):
        world.alice.patch(url, {"name": name}, content_type="application/json")

    listed = world.bob.get(f"{document['url']}/assignments").json()["assignments"]
    assert [one["name"] for one in listed] == ["four", "three"]
    assert world.charlie.get(f"{document['url']}/assignments").status_code == 404


def test_a_link_shows_it_with_its_analysis_and_keeps_it(world, client):
    document = answered(world.alice, **COUNTS)
    link = world.alice.post("/api/v1/share-links", {"assignment": document["id"]}, content_type="application/json")
    assert link.status_code == 201
    throw_away_expired(timezone.now() + timedelta(days=400))

    url = link.json()["url"]
    page = client.get(url).content.decode()
    assert "Where every task runs" in page
    assert "orders-2" in page
    shown = client.get(f"{url}/analysis.json").json()["assignment"]
    assert shown["question"]["partitions"] == COUNTS["partitions"]
    assert shown["result"] == document["result"]
    assert document["id"] not in client.get(f"{url}/analysis.json").content.decode()


def test_a_link_shows_one_thing(world):
    document = answered(world.alice, **COUNTS)
    both = {"assignment": document["id"], "analysis": document["analysis"]}

    answer = world.alice.post("/api/v1/share-links", both, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "not-valid")


def test_another_team_can_neither_share_nor_draw_it(world):
    document = answered(world.alice, **COUNTS)

    share = {"assignment": document["id"]}
    assert world.charlie.post("/api/v1/share-links", share, content_type="application/json").status_code == 404
    assert world.charlie.get(f"{document['url']}/picture.svg").status_code == 404


def test_what_has_no_picture_says_so(world):
    document = answered(world.alice, **COUNTS)
    url = f"{document['url']}/picture.svg?view=nothing"

    assert world.alice.get(f"{url}&wait=0").status_code == 202
    work()
    assert world.alice.get(url).json()["code"] == "undrawable"


def test_a_picture_that_is_asked_for_with_the_question_is_there_with_the_answer(world):
    document = analyzed(world.alice)
    address = f"{document['url']}/assignments?view=tasks&panel=wide"
    asked = world.alice.post(address, COUNTS, content_type="application/json").json()
    work()

    picture = world.alice.get(f"{asked['url']}/picture.svg?view=tasks&panel=wide&wait=0")
    assert picture.status_code == 200
    assert picture["Content-Type"].startswith("image/svg+xml")
    assert not Job.objects.filter(kind="draw", calculation=asked["id"]).exists()


def test_a_picture_that_there_is_not_does_not_keep_the_answer_away(world):
    address = f"{analyzed(world.alice)['url']}/assignments?view=nothing"
    asked = world.alice.post(address, COUNTS, content_type="application/json").json()
    work()

    assert world.alice.get(asked["url"]).json()["status"] == "done"


def ask(client, document, **question):
    """Ask about an analysis."""
    return client.post(f"{document['url']}/assignments", question, content_type="application/json")


def answered(client, document=None, **question):
    """Ask about a program, let a worker answer, and give the document."""
    asked = ask(client, document or analyzed(client), **question).json()
    work()
    return client.get(asked["url"]).json()
