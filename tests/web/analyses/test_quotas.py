"""What a team keeps has an end, and what nobody asked for any more goes in time."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.conftest import analyzed, share, submit, work
from topoviz.web.accounts.models import Team
from topoviz.web.accounts.services import create_anonymous_team
from topoviz.web.analyses import quotas, retention
from topoviz.web.analyses.janitor import clean_up, clean_up_rarely
from topoviz.web.analyses.limits import Limits
from topoviz.web.analyses.models import Analysis, Diagram
from topoviz.web.calculations.models import Calculation
from topoviz.web.sharing.models import ShareLink

pytestmark = pytest.mark.django_db


def allow(monkeypatch, **limits):
    for module in (quotas, retention):
        monkeypatch.setattr(module, "limits", lambda: Limits(**limits))


def told(answer):
    return answer.status_code, answer.json()["code"], answer.json()["limit"]["name"], answer.json()["limit"]["value"]


def test_a_team_with_as_many_programs_as_it_may_keep_keeps_no_more(world, monkeypatch):
    allow(monkeypatch, team_analyses=2)
    assert [submit(world.alice, f"{number}").status_code for number in range(2)] == [202, 202]

    assert told(submit(world.alice, "one more")) == (422, "quota-used-up", "team_analyses", 2)
    assert submit(world.alice, "0").status_code == 200
    assert submit(world.alice, "a preview", preview=True).status_code == 202
    assert submit(world.charlie, "another team's").status_code == 202
    Analysis.objects.filter(submission__contains='"0"').delete()
    assert submit(world.alice, "one more").status_code == 202


def test_a_program_counts_with_its_result(world, monkeypatch):
    kept = Analysis.objects.get(id=analyzed(world.alice)["id"])
    assert kept.size == len(kept.submission) + len(kept.result)
    allow(monkeypatch, team_bytes=kept.size + 10)

    assert told(submit(world.alice, "one more")) == (422, "quota-used-up", "team_bytes", kept.size + 10)


def test_an_answer_that_is_kept_counts_too(world, monkeypatch):
    document = analyzed(world.alice)
    counts = {"partitions": "orders=4\nclicks=4\na=4"}
    asked = world.alice.post(f"{document['url']}/assignments", counts, content_type="application/json").json()
    work()
    answer, kept = Calculation.objects.get(), Analysis.objects.get()
    assert answer.size == len(answer.question) + len(answer.result)

    def keep():
        return world.alice.patch(asked["url"], {"name": "counts"}, content_type="application/json")

    allow(monkeypatch, team_bytes=kept.size + answer.size - 1)
    assert told(keep()) == (422, "quota-used-up", "team_bytes", kept.size + answer.size - 1)
    allow(monkeypatch, team_bytes=kept.size + answer.size)
    assert keep().status_code == 200
    assert told(submit(world.alice, "one more"))[1] == "quota-used-up"


def test_a_preview_that_shall_stay_counts_then(world, monkeypatch):
    allow(monkeypatch, team_analyses=0)
    document = analyzed(world.alice, preview=True)

    assert told(share(world.alice, document)) == (422, "quota-used-up", "team_analyses", 0)
    assert Analysis.objects.get().is_preview


def test_previews_have_an_end_of_their_own(world, monkeypatch):
    allow(monkeypatch, preview_bytes=300)

    assert submit(world.alice, "a", preview=True).status_code == 202
    assert told(submit(world.alice, "b", preview=True, editor="x")) == (422, "quota-used-up", "preview_bytes", 300)


def test_a_visitor_may_keep_less(world, monkeypatch):
    allow(monkeypatch, visitor_analyses=1)
    visitor = Client()

    assert submit(visitor, "a").status_code == 202
    assert told(submit(visitor, "b")) == (422, "quota-used-up", "visitor_analyses", 1)


def made_days_ago(document, days):
    then = timezone.now() - timedelta(days=days)
    Analysis.objects.filter(id=document["id"]).update(created=then)
    ShareLink.objects.filter(analysis_id=document["id"]).update(created=then)


def test_old_programs_go_with_all_that_belongs_to_them_and_what_was_shared_since_stays(world, settings):
    settings.TOPOVIZ_RETENTION_DAYS = 30
    old, shared, young = (analyzed(world.alice, f'builder.stream("{word}").to("b");') for word in "abc")
    share(world.alice, old)
    for document in (old, shared):
        made_days_ago(document, 31)
    share(world.alice, shared)

    clean_up_rarely()

    assert {str(one.id) for one in Analysis.objects.all()} == {shared["id"], young["id"]}
    assert {str(one.analysis_id) for one in ShareLink.objects.all()} == {shared["id"]}


def test_without_the_setting_nothing_that_is_kept_goes(world):
    made_days_ago(analyzed(world.alice), 10_000)

    clean_up()
    clean_up_rarely()

    assert Analysis.objects.count() == 1


def test_visitors_who_left_nothing_are_forgotten(world):
    visitor = Client()
    submit(visitor, "something")
    create_anonymous_team()
    Team.objects.filter(is_anonymous=True).update(created=timezone.now() - timedelta(days=8))
    young = create_anonymous_team()

    clean_up_rarely()

    left = Team.objects.filter(is_anonymous=True)
    assert left.count() == 2
    assert young in left
    assert world.team in Team.objects.all()


def test_of_too_many_pictures_the_oldest_are_dropped_and_made_again(world, monkeypatch):
    first, second = (analyzed(world.alice, f'builder.stream("{word}").to("b");') for word in "ab")
    of_second = sum(Diagram.objects.filter(analysis_id=second["id"]).values_list("size", flat=True))
    allow(monkeypatch, team_picture_bytes=of_second)

    clean_up_rarely()

    assert {str(one) for one in Diagram.objects.values_list("analysis_id", flat=True)} == {second["id"]}
    assert world.alice.get(f"{first['url']}/topology.svg?wait=0").status_code == 202
