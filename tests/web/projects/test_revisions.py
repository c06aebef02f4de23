"""Programs that become revisions of a project: over the API, once each, and compared with the one before."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.intake.archives import zipped
from tests.web.api.test_archives import MODULE, send
from tests.web.conftest import analyzed, body, work
from tests.web.projects.conftest import COUNT, FILTERED, NAMED, hand_in
from topoviz.web.accounts.models import Scope
from topoviz.web.analyses import janitor, retention, running
from topoviz.web.analyses.models import Analysis, Job, State
from topoviz.web.calculations.models import Calculation
from topoviz.web.projects.models import Change, Progress, Project, Revision

pytestmark = pytest.mark.django_db

TWO = """class A {
Topology one() { var b = new StreamsBuilder(); b.stream("a").to("b"); return b.build(); }
Topology two() { var b = new StreamsBuilder(); b.stream("c").groupByKey().count(); return b.build(); }
}"""


def test_a_submission_with_a_project_is_its_first_revision(world):
    commit = {
        "branch": "main", "commit": "a" * 40, "message": "Count orders\n\nAll of them.", "author": "Alice",
        "committed_at": "2026-01-31T12:00:00Z", "pull_request": "#17", "url": "https://git.example/c/a",
    }  # fmt: skip
    revision = hand_in(world.alice, **commit)

    assert {name: revision[name] for name in ("number", "verdict", "outcome", "branch", "commit", "link")} == {
        "number": 1, "verdict": "first", "outcome": "complete", "branch": "main", "commit": "a" * 40,
        "link": "https://git.example/c/a",
    }  # fmt: skip
    assert revision["committed_at"].startswith("2026-01-31T12:00")
    project = Project.objects.get()
    assert (project.team, project.name, project.created_by.username) == (world.team, "Shop", "alice")
    assert not Analysis.objects.get().is_preview


def test_a_revision_is_compared_with_the_one_before_on_its_branch_and_the_comparison_stays(world):
    hand_in(world.alice, COUNT)
    revision = hand_in(world.alice, FILTERED)

    assert (revision["number"], revision["compared_with"], revision["verdict"]) == (2, 1, "state-loss")
    assert revision["verdict_words"] == "State is lost unless it is migrated."
    (compared,) = revision["comparisons"]
    assert world.bob.get(compared["url"]).json()["result"]["verdict"]["level"] == "state-loss"
    assert Calculation.objects.get().name == "Shop: revision 1 to 2"
    store = Change.objects.get(sort="store")
    assert (store.fate, store.old_name[-4:], store.new_name[-4:], store.level) == (
        "renamed",
        "0001",
        "0002",
        "state-loss",
    )
    assert store.said


def test_the_first_of_a_branch_is_compared_with_the_newest_on_main(world):
    hand_in(world.alice, COUNT)
    hand_in(world.alice, NAMED)
    first = hand_in(world.alice, FILTERED, branch="feature")
    second = hand_in(world.alice, NAMED, branch="feature")
    other = hand_in(world.alice, COUNT, branch="other")

    assert [(one["compared_with"], one["verdict"]) for one in (first, second, other)] == [
        (2, "state-loss"),
        (3, "state-loss"),
        (2, "state-loss"),
    ]


def test_a_project_names_its_main_branch(world):
    project = world.alice.post(
        "/api/v1/projects", {"name": "Shop", "main_branch": "trunk"}, content_type="application/json"
    ).json()
    hand_in(world.alice, COUNT, project["id"])
    on_main = hand_in(world.alice, NAMED, project["id"], branch="main")

    assert (on_main["branch"], on_main["compared_with"]) == ("main", 1)
    assert world.alice.get(project["url"]).json()["latest"]["number"] == 1


def test_what_cannot_be_read_or_failed_is_passed_over_by_the_next(world, monkeypatch):
    hand_in(world.alice, COUNT)
    assert hand_in(world.alice, "no program")["verdict"] == "not-compared"
    failing = hand_in(world.alice, NAMED, does_work=False)
    Job.objects.filter(analysis=failing["analysis"]).update(
        state=State.FAILED, code="too_complex", sentence="It was stopped.", next_step="Submit less."
    )
    janitor.clean_up()
    failed = world.alice.get(failing["url"]).json()
    assert (failed["verdict"], failed["verdict_words"]) == ("failed", "It was stopped.")

    assert hand_in(world.alice, FILTERED)["compared_with"] == 1


def test_what_failed_and_is_read_at_another_attempt_is_compared_after_all(world):
    hand_in(world.alice, COUNT)
    answer = hand_in(world.alice, NAMED, does_work=False)
    Job.objects.filter(analysis=answer["analysis"]).update(
        state=State.FAILED, code="crashed", sentence="It crashed.", next_step="Try again."
    )
    janitor.clean_up()
    assert Revision.objects.get(number=2).verdict == "failed"

    again = hand_in(world.alice, NAMED)
    assert (again["number"], again["verdict"]) == (2, "state-loss")


def test_one_that_is_read_before_the_one_before_waits_for_it(world):
    first = hand_in(world.alice, COUNT, does_work=False)
    hand_in(world.alice, FILTERED, does_work=False)
    Job.objects.filter(analysis=first["analysis"]).update(queue="later")
    work_in("analyses")
    assert Revision.objects.get(number=2).progress == Progress.WAITING

    Job.objects.filter(queue="later").update(queue="analyses")
    work()
    assert Revision.objects.get(number=2).verdict == "state-loss"


@pytest.mark.parametrize("lost_at", ["analysis", "comparison"])
def test_a_worker_that_is_lost_before_it_goes_on_is_made_up_for(world, monkeypatch, lost_at):
    hand_in(world.alice, COUNT)
    ended = list(running.ENDED)
    if lost_at == "analysis":
        monkeypatch.setattr(running, "ENDED", [])
        hand_in(world.alice, FILTERED)
        monkeypatch.setattr(running, "ENDED", ended)
    else:
        hand_in(world.alice, FILTERED, does_work=False)
        running.take_turn("analyses")
        monkeypatch.setattr(running, "ENDED", [])
        work()
    assert Revision.objects.get(number=2).verdict == ""

    janitor.clean_up()
    work()
    janitor.clean_up()
    assert Revision.objects.get(number=2).verdict == "state-loss"


def test_a_comparison_for_which_there_is_no_room_is_begun_later(world, settings):
    from topoviz.web.analyses.limits import limits

    hand_in(world.alice, COUNT)
    hand_in(world.alice, FILTERED, does_work=False)
    settings.TOPOVIZ_LIMITS = {"jobs_waiting": 0}
    limits.cache_clear()
    work()
    assert Revision.objects.get(number=2).progress == Progress.WAITING

    settings.TOPOVIZ_LIMITS = {}
    limits.cache_clear()
    janitor.clean_up()
    work()
    assert Revision.objects.get(number=2).verdict == "state-loss"


def test_the_same_program_at_the_same_commit_is_one_revision(world):
    numbers = [
        hand_in(world.alice, COUNT, **commit)["number"]
        for commit in ({"commit": "a"}, {"commit": "a"}, {"commit": "b"}, {"commit": "a", "branch": "x"}, {}, {})
    ]

    assert numbers == [1, 1, 2, 3, 4, 4]
    assert Analysis.objects.count() == 1
    assert [one.verdict for one in Revision.objects.order_by("number")] == ["first", "same", "same", "same"]


def test_of_several_topologies_each_is_compared_with_that_of_its_name(world):
    hand_in(world.alice, TWO, name="A.java")
    changed = TWO.replace("groupByKey()", "filter((k, v) -> true).groupByKey()").replace("Topology one", "Topology uno")
    revision = hand_in(world.alice, changed, name="A.java")

    assert [one["topology"] for one in revision["comparisons"]] == [1]
    assert revision["verdict"] == "state-loss"
    assert "New: A.uno()" in revision["verdict_words"]
    assert "Gone: A.one()" in revision["verdict_words"]


def test_an_archive_is_a_revision_too(world):
    first = send(world.alice, zipped(MODULE), "analyses", project="Shop", vcs=json.dumps({"commit": "abc"}))
    wrong = send(world.alice, zipped(MODULE), "analyses", project="Shop", vcs="{")

    assert first.json()["revision"]["number"] == 1
    assert Revision.objects.get().commit == "abc"
    assert [one["field"] for one in wrong.json()["errors"]] == ["vcs"]


def test_an_analysis_becomes_a_revision_and_is_kept(world):
    project = make(world.alice)
    preview = analyzed(world.alice, preview=True)
    answer = world.alice.post(
        f"{project['url']}/revisions",
        {"analysis": preview["id"], "vcs": {"branch": "x"}},
        content_type="application/json",
    )

    assert (answer.status_code, answer.json()["branch"]) == (201, "x")
    janitor.throw_away_previews(timezone.now() + timedelta(days=400))
    assert world.bob.get(answer.json()["analysis_url"]).status_code == 200


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"vcs": {"branch": "x"}}, "project"),
        ({"project": "Shop", "preview": True}, "preview"),
        ({"project": "", "vcs": {}}, "project"),
        ({"project": "Shop", "vcs": {"sha": "a"}}, "vcs.sha"),
        ({"project": "Shop", "vcs": {"url": "javascript:alert(1)"}}, "vcs.url"),
        ({"project": "Shop", "vcs": {"committed_at": "yesterday"}}, "vcs.committed_at"),
        ({"project": "Shop", "vcs": {"commit": "a" * 65}}, "vcs.commit"),
    ],
)
def test_what_is_not_as_it_must_be_is_said_with_its_field_and_stores_nothing(world, sent, field):
    answer = world.alice.post("/api/v1/analyses", {**body(), **sent}, content_type="application/json")

    assert answer.status_code == 422
    assert [one["field"] for one in answer.json()["errors"]] == [field]
    assert not Analysis.objects.exists()
    assert not Project.objects.exists()


def test_visitors_readers_and_other_teams_add_nothing(world, make_token):
    project = make(world.alice)
    sent = {**body(), "project": project["id"]}

    def status(client, sent):
        return client.post("/api/v1/analyses", sent, content_type="application/json").status_code

    assert status(world.charlie, sent) == 404
    assert status(world.viewer, sent) == 403
    assert status(make_token(world.team, Scope.READ), sent) == 403
    assert status(world.visitor, {**body(), "project": "Mine"}) == 403
    # A name is that of a project of one's own team.
    assert status(world.charlie, {**body(), "project": "Shop"}) == 202
    assert Revision.objects.get().project.team == world.other_team


def test_a_project_in_the_archive_takes_no_revisions(world):
    project = make(world.alice)
    world.alice.patch(project["url"], {"archived": True}, content_type="application/json")
    answer = world.alice.post("/api/v1/analyses", {**body(), "project": "Shop"}, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (409, "archived")
    assert not Analysis.objects.exists()


def make(client, name="Shop"):
    answer = client.post("/api/v1/projects", {"name": name}, content_type="application/json")
    assert answer.status_code == 201, answer.content
    return answer.json()


def work_in(queue):
    while running.take_turn(queue):
        pass


def test_however_old_the_latest_on_main_is_it_stays(world, settings):
    settings.TOPOVIZ_RETENTION_DAYS = 30
    hand_in(world.alice, COUNT)
    hand_in(world.alice, NAMED, branch="feature")
    hand_in(world.alice, FILTERED)
    long_ago = timezone.now() - timedelta(days=31)
    Analysis.objects.update(created=long_ago)
    Revision.objects.update(created=long_ago)
    Calculation.objects.update(created=long_ago)

    assert retention.throw_away_old() == 2
    assert [one.number for one in Revision.objects.all()] == [3]
