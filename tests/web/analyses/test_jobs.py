"""The steps of a job: leases, attempts, the janitor, and that two who try do not both succeed."""

import json
import uuid
from contextlib import nullcontext
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.web.conftest import analyzed, submit, work
from topoviz.web.analyses import heartbeat, janitor, jobs, running
from topoviz.web.analyses.engine_process import Crashed, GivenUp, TooComplex
from topoviz.web.analyses.jobs import LeaseLost
from topoviz.web.analyses.limits import Limits, limits
from topoviz.web.analyses.models import Analysis, Diagram, Job, State
from topoviz.web.analyses.running import take_turn

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(world):
    submit(world.alice)
    return Job.objects.get()


def engine(monkeypatch, act):
    """Have jobs ask this function in the engine's place."""
    monkeypatch.setattr(running, "engine", lambda _: nullcontext(SimpleNamespace(ask=act, has_submission=False)))


def nothing(outcome):
    """A result with nothing in it."""
    return {"outcome": outcome, "topologies": []}


def raising(error):
    def act(request, allowance, is_wanted):
        raise error

    return act


def test_a_job_is_claimed_once(job):
    assert jobs.claim(job.id).attempts == 1
    assert jobs.claim(job.id) is None


def test_a_bell_for_which_there_is_no_job_is_passed_over():
    assert not take_turn("analyses")


def test_a_crash_is_tried_three_times_and_then_told(job, monkeypatch):
    starts = []

    def crash(request, allowance, is_wanted):
        starts.append(1)
        raise Crashed("exit code -11, no exception")

    engine(monkeypatch, crash)
    work()

    job.refresh_from_db()
    assert len(starts) == 3
    assert (job.state, job.code, job.attempts) == (State.FAILED, "crashed", 3)
    assert job.sentence.endswith(".")
    assert job.next_step.endswith(".")


def test_a_job_that_kills_its_worker_each_time_is_given_up_before_it_starts_again(job):
    """The worker dies without a word, so that only the count from before the work can end this."""
    for _ in range(3):
        assert jobs.claim(job.id) is not None
        janitor.give_back_lost_jobs(timezone.now() + timedelta(hours=1))

    job.refresh_from_db()
    assert (job.state, job.code, job.attempts) == (State.FAILED, "crashed", 3)
    assert jobs.claim(job.id) is None


def test_a_waiting_job_without_attempts_left_fails_instead_of_running(job):
    Job.objects.update(attempts=3)

    assert jobs.claim(job.id) is None

    job.refresh_from_db()
    assert (job.state, job.code) == (State.FAILED, "crashed")


def test_too_much_is_told_and_not_tried_again(job, monkeypatch):
    engine(monkeypatch, raising(TooComplex("It takes more than 20 seconds.")))
    work()

    job.refresh_from_db()
    assert (job.state, job.code, job.attempts) == (State.FAILED, "too_complex", 1)
    assert job.sentence == "The analysis was stopped. It takes more than 20 seconds."


@pytest.mark.parametrize("spent", ["cancelled", "taken"])
def test_a_result_without_the_lease_does_not_count(world, job, monkeypatch, spent):
    def lose_lease(request, allowance, is_wanted):
        if spent == "cancelled":
            jobs.cancel([job.id])
        else:
            Job.objects.update(lease=uuid.uuid4())
        assert not is_wanted()
        return {"analysis": {"schema": "of a worker that was given up"}}

    engine(monkeypatch, lose_lease)
    take_turn(job.queue)

    job.refresh_from_db()
    assert Analysis.objects.get().result is None
    assert job.state == (State.CANCELLED if spent == "cancelled" else State.RUNNING)


def test_a_result_is_written_once(job):
    held = jobs.claim(job.id)
    jobs.store_result(held, nothing("empty"))
    jobs.store_result(held, nothing("unreadable"))

    analysis = Analysis.objects.get()
    assert (analysis.outcome, json.loads(analysis.result)) == ("empty", nothing("empty"))


def test_two_workers_write_one_result(world, job):
    """The first is taken for lost while it still works."""
    slow = jobs.claim(job.id)
    janitor.give_back_lost_jobs(timezone.now() + timedelta(hours=1))
    work()

    with pytest.raises(LeaseLost):
        jobs.store_result(slow, nothing("late"))
    with pytest.raises(LeaseLost):
        jobs.finish(slow)
    assert "late" not in Analysis.objects.get().result
    assert Job.objects.get().state == State.DONE


def test_a_lease_is_renewed_while_there_is_work(job, monkeypatch):
    monkeypatch.setattr(heartbeat, "limits", lambda: Limits(heartbeat_seconds=0))
    held = jobs.claim(job.id)
    Job.objects.update(lease_until=timezone.now() + timedelta(seconds=1))

    assert heartbeat.heartbeat(held)()

    held.refresh_from_db()
    assert held.lease_until > timezone.now() + timedelta(seconds=20)


def test_looking_alone_does_not_write(job, django_assert_num_queries):
    held = jobs.claim(job.id)
    is_ours = running.heartbeat(held)

    with django_assert_num_queries(1) as queries:
        assert is_ours()
    assert queries[0]["sql"].startswith("SELECT")


def test_given_up_work_changes_nothing(job, monkeypatch):
    engine(monkeypatch, raising(GivenUp()))

    take_turn(job.queue)

    job.refresh_from_db()
    assert job.state == State.RUNNING


@pytest.mark.parametrize("is_kept", [False, True])
def test_a_preview_that_takes_long_makes_way_for_others_and_gets_more_time(world, monkeypatch, is_kept):
    submit(world.alice, preview=True)
    given = []

    def slow(request, allowance, is_wanted):
        given.append(allowance.seconds)
        if is_kept and len(given) == 1:
            submit(world.alice)
        raise TooComplex(f"It takes more than {allowance.seconds} seconds.")

    engine(monkeypatch, slow)
    work()

    assert given == [limits().preview_seconds, limits().analysis_seconds]
    job = Job.objects.get()
    assert (job.queue, job.state, job.attempts) == ("analyses", State.FAILED, 2)


def test_times_fit_into_each_other():
    given = Limits()

    assert given.look_seconds < given.heartbeat_seconds < given.lease_seconds / 2
    assert given.preview_seconds < given.analysis_seconds


# --- the janitor ------------------------------------------------------------------------------------------------------


def test_lost_work_is_given_back(job):
    jobs.claim(job.id)

    assert janitor.give_back_lost_jobs(timezone.now()) == 0
    assert janitor.give_back_lost_jobs(timezone.now() + timedelta(minutes=1)) == 1

    job.refresh_from_db()
    assert (job.state, job.lease, job.attempts) == (State.QUEUED, None, 1)


def test_a_renewed_lease_is_not_taken(job):
    """It is renewed between the janitor's look and its step."""
    held = jobs.claim(job.id)
    later = timezone.now() + timedelta(minutes=1)
    Job.objects.update(lease_until=later + timedelta(minutes=1))

    assert jobs.lose(held, later) is False
    assert Job.objects.get().state == State.RUNNING


def test_messages_that_were_lost_are_sent_again(job, monkeypatch):
    notified = []
    monkeypatch.setattr(janitor, "notify", lambda queue: notified.append(queue) or True)

    janitor.notify_again(timezone.now())
    assert notified == []
    later = timezone.now() + timedelta(seconds=31)
    janitor.notify_again(later)
    janitor.notify_again(later)

    assert notified == ["analyses"]


def test_a_message_that_failed_at_first_is_sent_at_once(job, monkeypatch):
    Job.objects.update(notified=None)
    monkeypatch.setattr(janitor, "notify", lambda queue: True)

    assert janitor.notify_again(timezone.now()) == 1


def test_a_broker_that_is_away_is_asked_once_a_round(world, monkeypatch):
    for number in range(3):
        submit(world.alice, str(number))
    asked = []
    monkeypatch.setattr(janitor, "notify", lambda queue: asked.append(queue) and False)

    janitor.notify_again(timezone.now() + timedelta(minutes=1))

    assert len(asked) == 1


def test_previews_are_thrown_away_and_analyses_kept(world):
    analyzed(world.alice, "kept")
    analyzed(world.alice, "thrown", preview=True)

    assert janitor.throw_away_previews(timezone.now()) == 0
    assert janitor.throw_away_previews(timezone.now() + timedelta(hours=2)) == 1
    assert not Analysis.objects.get().is_preview


def test_drawings_of_older_code_are_dropped(world):
    analyzed(world.alice)
    Diagram.objects.filter(view="plan-optimized").update(renderer="older")

    janitor.clean_up()

    assert [diagram.view for diagram in Diagram.objects.all()] == ["topology"]
    assert janitor.drop_old_drawings() == 0


def test_the_janitor_goes_round_by_command(job):
    from django.core.management import call_command

    jobs.claim(job.id)
    Job.objects.update(lease_until=timezone.now() - timedelta(minutes=1))

    call_command("janitor", "--once")

    assert Job.objects.get().state == State.QUEUED


# --- what the database itself refuses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"state": "running"},
        {"state": "queued", "lease": uuid.uuid4()},
        {"state": "failed"},
        {"state": "failed", "code": "crashed", "sentence": "It crashed."},
    ],
)
def test_a_job_cannot_be_in_between(job, change):
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.update(**change)
