"""Previews of `POST /api/v1/analyses`: the newest of an editor counts, and one that is submitted stays."""

import time
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from tests.web.conftest import analyzed, submit
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis, Job, Kind, State

pytestmark = pytest.mark.django_db


def test_a_preview_expires_and_goes_to_its_own_queue(world, bells, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        submit(world.alice, preview=True)

    assert Analysis.objects.get().is_preview
    assert bells[0] == "interactive"


def test_the_latest_preview_of_a_session_wins(world):
    first = submit(world.alice, "one", preview=True).json()
    others = submit(world.bob, "two", preview=True).json()
    last = submit(world.alice, "three", preview=True).json()

    assert [world.alice.get(one["url"]).json()["status"] for one in (first, others, last)] == [
        "cancelled",
        "queued",
        "queued",
    ]


def test_two_editors_of_a_session_have_a_preview_each(world):
    first = submit(world.alice, "one", preview=True, editor="left").json()
    second = submit(world.alice, "two", preview=True, editor="right").json()
    third = submit(world.alice, "three", preview=True, editor="left").json()

    states = [Job.objects.get(analysis=one["id"]).state for one in (first, second, third)]
    assert states == [State.CANCELLED, State.QUEUED, State.QUEUED]


def test_a_preview_that_was_replaced_is_kept_for_less_time(world):
    first = submit(world.alice, "one", preview=True, editor="left").json()
    submit(world.alice, "two", preview=True, editor="right")
    submit(world.alice, "three", preview=True, editor="left")

    left = timezone.now() + timedelta(seconds=limits().replaced_life_seconds)
    assert [str(one.id) for one in Analysis.objects.filter(expires__lte=left)] == [first["id"]]
    submit(world.alice, "one", preview=True, editor="left")
    assert Analysis.objects.get(id=first["id"]).expires > left


def test_nobody_who_types_waits_for_pictures_of_the_text_before(world, monkeypatch):
    old, other = (analyzed(world.alice, preview=True, editor=editor, kafka_version=version)["url"]
                  for editor, version in (("left", "3.9"), ("right", "4.0")))  # fmt: skip
    kept = analyzed(world.alice)["url"]
    for url in (old, other, kept):
        world.alice.get(f"{url}/topology.svg?wait=0&view=plan")

    def states():
        drawings = Job.objects.filter(kind=Kind.DRAW).order_by("created")
        return [(str(one.analysis_id) in old, str(one.state)) for one in drawings]

    with monkeypatch.context() as patched:
        typed = SimpleNamespace(
            monotonic=time.monotonic,
            sleep=lambda _: submit(world.alice, "new", preview=True, editor="left"),
        )
        patched.setattr("topoviz.web.documents.waiting.time", typed)
        answer = world.alice.get(f"{old}/topology.svg?wait=20&view=plan")

    assert answer.status_code == 202
    assert states() == [(True, "cancelled"), (False, "queued"), (False, "queued")]
    world.alice.get(f"{old}/topology.svg?wait=0&view=plan")
    assert states()[3:] == [(True, "queued")]


@pytest.mark.parametrize("editor", ["a b", "x" * 13, 5.5, None])
def test_an_editor_has_a_short_plain_name(world, editor):
    assert submit(world.alice, preview=True, editor=editor).status_code == 422


def test_a_preview_ends_no_analysis(world):
    kept = submit(world.alice, "one").json()
    submit(world.alice, "two", preview=True)

    assert world.alice.get(kept["url"]).json()["status"] == "queued"


def test_a_cancelled_preview_that_is_typed_again_is_worked_on_again(world):
    first = submit(world.alice, "one", preview=True).json()
    submit(world.alice, "two", preview=True)

    again = submit(world.alice, "one", preview=True)

    assert again.json()["id"] == first["id"]
    assert world.alice.get(first["url"]).json()["status"] == "queued"


def test_submitting_a_preview_keeps_it(world):
    preview = analyzed(world.alice, preview=True)

    kept = submit(world.alice).json()

    assert kept["id"] == preview["id"]
    assert kept["is_preview"] is False
    assert Analysis.objects.get().expires is None
    assert Job.objects.count() == 1


def test_keeping_a_preview_that_waits_gives_it_the_time_of_an_analysis(world):
    submit(world.alice, preview=True)

    assert submit(world.alice).status_code == 202
    assert list(Job.objects.order_by("created").values_list("queue", "state")) == [
        ("interactive", "cancelled"),
        ("analyses", "queued"),
    ]


def test_an_expired_preview_is_gone(world):
    preview = submit(world.alice, preview=True).json()
    Analysis.objects.update(expires="2020-01-01T00:00Z")

    assert world.alice.get(preview["url"]).status_code == 404
