"""`outcome` in every answer, and `?strict=1` for programs that look at the status alone."""

import pytest

from tests.web.api.test_problems import told
from tests.web.conftest import PROGRAM, analyzed, submit, work
from topoviz.web.analyses.models import Job, State

pytestmark = pytest.mark.django_db

UNSURE = 'StreamsBuilder b = new StreamsBuilder(); b.stream(System.getenv("X")).to("b");'


@pytest.mark.parametrize(
    ("text", "outcome", "code"),
    [
        (PROGRAM, "complete", None),
        (UNSURE, "unsure", None),
        ('Topology t = new Topology(); t.addSource("s", "x"); t.addSource("s", "y");', "refused", "refused"),
        ("class A { }", "empty", "no-topology"),
        ("%%% (((", "unreadable", "unreadable"),
    ],
)
def test_what_brings_no_topology_is_a_problem_for_those_who_are_strict(world, text, outcome, code):
    document = analyzed(world.alice, text)
    assert document["outcome"] == document["result"]["outcome"] == outcome

    for answer in (world.alice.get(f"{document['url']}?strict=1"), submit(world.alice, text, query="?strict=1")):
        if code is None:
            assert (answer.status_code, answer.json()["outcome"]) == (200, outcome)
            continue
        problem = told(answer)
        assert (problem["status"], problem["code"], problem["outcome"]) == (422, code, outcome)
        assert problem["analysis"] == document["url"]
        assert problem["diagnostics"][0]["reason"] in problem["detail"]
    assert submit(world.alice, text).status_code == 200


def test_what_failed_is_a_problem_with_its_reason(world):
    url = submit(world.alice).json()["url"]
    Job.objects.update(state=State.FAILED, code="too_complex", sentence="Too slow.", next_step="Submit parts.")

    problem = told(world.alice.get(f"{url}?strict=1"))

    assert (problem["code"], problem["detail"], problem["next_step"]) == ("too_complex", "Too slow.", "Submit parts.")


def test_what_has_not_ended_is_no_problem_yet(world):
    first = submit(world.alice, "class A { }", query="?strict=1")

    assert (first.status_code, first.headers["Retry-After"]) == (202, "1")
    assert world.alice.get(f"{first.json()['url']}?strict=1").json()["outcome"] is None
    work()
    assert world.alice.get(f"{first.json()['url']}?strict=1").status_code == 422
