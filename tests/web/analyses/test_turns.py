"""Teams and visitors take turns, and what one has waiting is bounded."""

import os

import pytest

from tests.web.conftest import submit, work
from topoviz.web.analyses.engine_process import BEHIND, EngineProcess
from topoviz.web.analyses.jobs import finish
from topoviz.web.analyses.limits import Limits
from topoviz.web.analyses.models import Job, State
from topoviz.web.analyses.running import take_turn
from topoviz.web.analyses.turns import claim_next

pytestmark = pytest.mark.django_db


def flood(client, count, **how):
    """Hand in as many programs; an editor has its own."""
    for number in range(count):
        text = f'builder.stream("{number}{how.get("editor", "")}").to("b");'
        assert submit(client, text, **how).status_code == 202


def names_of(jobs):
    """Name the teams whose jobs these are."""
    return [job.analysis.team.name for job in jobs]


def test_who_comes_later_does_not_wait_for_all_of_somebody_else(world):
    flood(world.alice, 5)
    flood(world.charlie, 2)

    done = []
    while (job := claim_next("analyses")) is not None:
        finish(job)
        done.append(job)

    assert names_of(done) == ["Orders", "Payments", "Orders", "Payments", "Orders", "Orders", "Orders"]


def test_of_a_team_the_oldest_comes_first(world):
    flood(world.alice, 3)
    oldest = list(Job.objects.order_by("created").values_list("id", flat=True))

    claimed = [claim_next("analyses")]
    finish(claimed[0])
    claimed.append(claim_next("analyses"))

    assert [job.id for job in claimed] == oldest[:2]


def test_nobody_has_all_workers_of_a_queue_that_has_several(world):
    flood(world.alice, 3)

    assert claim_next("analyses") is not None
    assert claim_next("analyses") is None
    flood(world.charlie, 1)
    assert names_of([claim_next("analyses")]) == ["Payments"]


def test_the_spare_worker_works_only_beside_a_job_of_somebody_else(world):
    flood(world.alice, 1, preview=True)
    assert claim_next("interactive", is_spare=True) is None

    running = claim_next("interactive")
    flood(world.alice, 1, preview=True, editor="second")
    assert claim_next("interactive", is_spare=True) is None

    flood(world.charlie, 1, preview=True)
    assert names_of([claim_next("interactive", is_spare=True)]) == ["Payments"]
    assert names_of([running]) == ["Orders"]


def test_the_spare_worker_is_rung_when_somebody_waits_behind_another(world, bells):
    flood(world.alice, 1, preview=True)
    flood(world.charlie, 1, preview=True)
    bells.clear()

    assert take_turn("interactive")
    assert bells == ["interactive"]


def test_what_waited_for_a_worker_of_its_own_team_is_rung_again(world, bells):
    flood(world.alice, 2)
    bells.clear()

    assert take_turn("analyses")
    assert bells == ["analyses"]


def test_with_as_much_waiting_as_may_be_the_next_is_refused_until_some_is_done(world, monkeypatch):
    for place in ("analyses.jobs", "documents.problems"):
        monkeypatch.setattr(f"topoviz.web.{place}.limits", lambda: Limits(jobs_waiting=2))
    flood(world.alice, 2)

    answer = submit(world.alice, "one more")
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-waiting")
    assert answer.json()["limit"] == {"name": "jobs_waiting", "value": 2, "seconds": None}
    assert answer.headers["Retry-After"] == "5"
    assert Job.objects.count() == 2
    assert submit(world.charlie, "somebody else's").status_code == 202
    work()
    assert submit(world.alice, "one more").status_code == 202
    assert Job.objects.filter(state=State.QUEUED).count() == 1


def test_the_work_of_who_has_more_waiting_leaves_the_processors_to_others(world, monkeypatch):
    made_way = []
    monkeypatch.setattr(EngineProcess, "make_way", lambda process: made_way.append(process))
    flood(world.alice, 2)
    flood(world.charlie, 1)

    assert [take_turn("analyses") and len(made_way) for _ in range(3)] == [1, 1, 1]


def test_a_process_that_makes_way_is_behind_others():
    process = EngineProcess()
    try:
        process.make_way()
        assert os.getpriority(os.PRIO_PROCESS, process._process.pid) == BEHIND
    finally:
        process.end()
