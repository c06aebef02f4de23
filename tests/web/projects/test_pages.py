"""The pages of projects: the timeline, revisions, stores, notes, settings, the search, and a team's list."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.web.conftest import analyzed
from tests.web.projects.conftest import BUILDER, COUNT, FILTERED, NAMED, hand_in
from topoviz.web.calculations.models import Calculation
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.projects import models
from topoviz.web.projects.models import Note, Project, Revision

pytestmark = pytest.mark.django_db

WRITES = BUILDER + 'builder.stream("clicks").to("orders");'


def shown(client, address, status=200):
    answer = client.get(address)
    assert answer.status_code == status, (address, answer.status_code)
    return answer.content.decode()


@pytest.fixture
def shop(world):
    hand_in(world.alice, COUNT, message="Count orders", commit="a" * 40, author="Alice", pull_request="#1")
    hand_in(world.alice, FILTERED, message="<b>Filter</b>\n\nEvery order.", url="https://git.example/c/b")
    hand_in(world.alice, NAMED, branch="feature", message="Name it")
    return Project.objects.get()


def test_a_verdict_looks_the_same_beside_a_revision_and_above_what_changes(world):
    hand_in(world.alice, BUILDER + 'builder.stream("clicks").to("seen");')
    hand_in(world.alice, BUILDER + 'builder.stream("clicks").peek((k, v) -> {}).to("seen");')

    page = shown(world.viewer, f"/p/{Project.objects.get().id}/revisions/2")

    assert '<span class="state state-ready">' in page
    assert '<p class="verdict verdict-ready">' in page


def test_the_timeline_has_the_revisions_with_their_verdicts_and_the_latest_on_main(world, shop):
    page = shown(world.viewer, f"/p/{shop.id}")

    assert page.index("Name it") < page.rindex("&lt;b&gt;Filter&lt;/b&gt;") < page.index("Count orders")
    assert "<b>Filter" not in page
    assert page.count("State is lost unless it is migrated") == 3  # also of the latest
    assert all(words in page for words in ("Latest on main", "First revision", "aaaaaaaaaa", "#1", "from 1", "from 2"))
    latest = Revision.objects.get(number=2)
    assert f"/api/v1/analyses/{latest.analysis_id}/topology.svg" in page
    assert "<script" not in page.partition("<main")[2]


def test_the_timeline_shows_one_branch_and_older_revisions(world, shop, monkeypatch):
    monkeypatch.setattr("topoviz.web.documents.project_pages.ON_A_PAGE", 1)
    of_branch = shown(world.viewer, f"/p/{shop.id}?branch=feature")
    first = shown(world.viewer, f"/p/{shop.id}")
    older = first.partition('rel="next"')[0].rpartition('href="')[2].partition('"')[0].replace("&amp;", "&")

    assert "Name it" in of_branch
    assert "Count orders" not in of_branch
    assert "Name it" not in shown(world.viewer, f"/p/{shop.id}{older}").partition("Revisions</h2>")[2]
    assert "There are no revisions on this branch" in shown(world.viewer, f"/p/{shop.id}?branch=nothing")
    assert shown(world.viewer, f"/p/{shop.id}?cursor=nonsense")


def test_a_revision_says_what_changes_and_what_to_do(world, shop):
    page = shown(world.viewer, f"/p/{shop.id}/revisions/2")

    assert "compared with <a" in page
    assert all(words in page for words in ("What changes", "What to do", "Materialized.as(", "https://git.example/c/b"))
    compared = Revision.objects.get(number=2).compared.get().calculation_id
    assert f"/api/v1/comparisons/{compared}/picture.svg" in page
    assert "There is no revision before" in shown(world.viewer, f"/p/{shop.id}/revisions/1")
    shown(world.viewer, f"/p/{shop.id}/revisions/9", 404)


@pytest.mark.parametrize(
    ("verdict", "progress", "words"),
    [
        ("", "waiting", "Being compared"),
        ("failed", "settled", "Not read"),
        ("cannot-tell", "settled", "Cannot tell: x"),
    ],
)
def test_a_revision_without_a_verdict_says_why(world, shop, verdict, progress, words):
    Revision.objects.filter(number=3).update(verdict=verdict, progress=progress, said="Cannot tell: x. More.")

    assert words in shown(world.viewer, f"/p/{shop.id}")
    assert words in shown(world.viewer, f"/p/{shop.id}/revisions/3")


def test_a_new_project_teaches_how_to_hand_in_a_revision(world):
    world.alice.post("/api/v1/projects", {"name": "Shop's"}, content_type="application/json")
    project = Project.objects.get()
    page = shown(world.viewer, f"/p/{project.id}")

    assert "Hand in the first revision" in page
    assert "git archive HEAD | curl" in page
    assert "http://testserver/api/v1/analyses" in page
    assert "No revision on main was read so far" in shown(world.viewer, f"/p/{project.id}/stores")
    assert "nothing to write on" in shown(world.viewer, f"/p/{project.id}/notes")


def test_the_stores_page_follows_a_store_through_its_names(world, shop):
    everything = shown(world.viewer, f"/p/{shop.id}/stores")
    one = shown(world.viewer, f"/p/{shop.id}/stores?store=totals&branch=feature")

    assert "1 change, the last in revision 2" in everything
    assert one.count("Has another name.") == 2
    assert "One store, by what it does and reads" in one
    shown(world.viewer, f"/p/{shop.id}/stores?store=nothing", 404)


def test_notes_are_written_shown_at_each_revision_and_deleted(world, shop):
    sent = {"sort": "topic", "name": "orders", "text": "Ask <Bob>."}
    assert world.viewer.post(f"/p/{shop.id}/notes", sent).status_code == 403
    assert world.bob.post(f"/p/{shop.id}/notes", sent).status_code == 302
    assert "has no topic of this name" in world.bob.post(f"/p/{shop.id}/notes", {**sent, "name": "x"}).content.decode()

    for address in (f"/p/{shop.id}/notes", f"/p/{shop.id}/revisions/3"):
        assert "Ask &lt;Bob&gt;." in shown(world.viewer, address)
    url = f"/p/{shop.id}/notes/{Note.objects.get().id}/delete"
    assert [one.post(url).status_code for one in (world.charlie, world.viewer, world.bob)] == [404, 403, 302]
    assert not Note.objects.exists()


def test_settings_rename_archive_and_delete(world, shop):
    url = f"/p/{shop.id}"
    assert world.bob.post(f"{url}/settings", {"name": "Store", "main_branch": "trunk"}).status_code == 302
    assert world.bob.post(f"{url}/archive", {"archived": "1"}).status_code == 302
    page = shown(world.bob, f"{url}/settings")
    assert "in the archive" in page
    assert "Delete the project" not in page
    assert world.bob.post(f"{url}/delete", {"project_name": "Store"}).status_code == 403
    assert world.alice.post(f"{url}/delete", {"project_name": "Shop"}).status_code == 422
    answer = world.alice.post(f"{url}/delete", {"project_name": "Store"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/t/{world.team.id}")
    assert not models.Project.objects.exists()


def test_a_name_that_is_taken_is_said(world, shop):
    Project.objects.create(team=world.team, name="Other")
    answer = world.alice.post(f"/p/{shop.id}/settings", {"name": "Other", "main_branch": "main"})

    assert answer.status_code == 422
    assert "The team has another project of this name." in answer.content.decode()
    assert Project.objects.get(id=shop.id).name == "Shop"


def test_pages_are_for_the_team_and_visitors_sign_in(world, shop):
    for part in ("", "/revisions/1", "/stores", "/notes", "/settings"):
        shown(world.charlie, f"/p/{shop.id}{part}", 404)
        assert "/account/login" in world.visitor.get(f"/p/{shop.id}{part}").headers["Location"]
    shown(world.viewer, f"/p/{shop.id}/settings", 403)


def test_a_team_lists_its_projects_and_kept_programs(world, shop):
    analyzed(world.alice, WRITES)
    Project.objects.create(team=world.team, name="Old", archived="2026-01-01T00:00Z")
    Project.objects.create(team=world.team, name="Billing")
    page = shown(world.viewer, f"/t/{world.team.id}")

    assert page.index("Billing") < page.index("Shop")
    assert "State is lost unless it is migrated" in page
    assert "Kept programs" in page
    assert ">Old<" not in page
    assert ">Old<" in shown(world.viewer, f"/t/{world.team.id}?archived=1")
    assert ">Billing<" not in shown(world.viewer, f"/t/{world.team.id}?name=shop")
    assert "Hand in the first revision" in shown(world.charlie, f"/t/{world.other_team.id}")


def test_lag_reports_and_questions_stand_beside_it(world, shop):
    revision = Revision.objects.get(number=2)
    empty = shown(world.bob, f"/p/{shop.id}")
    assert "Lag reports" in empty
    assert f'href="/a/{revision.analysis_id}?view=lag"' in empty
    report = LagReport.objects.create(
        team=world.team,
        analysis_id=revision.analysis_id,
        worst="Task `1_3` is <far> behind.",
        worst_kind="hot-partition",
    )
    Calculation.objects.create(
        team=world.team, analysis_id=revision.analysis_id, kind="assignment", question="{}", name="three instances"
    )
    page = shown(world.viewer, f"/p/{shop.id}")

    assert f'href="/r/{report.id}"' in page
    assert "Task <code>1_3</code> is &lt;far&gt; behind." in page
    assert "Kept answers" in page
    assert "three instances" in page


def test_each_revision_that_was_read_has_a_small_picture_that_waits_until_it_is_seen(world, shop):
    hand_in(world.alice, "no program")
    page = shown(world.viewer, f"/p/{shop.id}").partition("Revisions</h2>")[2]

    assert page.count('<img loading="lazy"') == 3
    address = page.partition('loading="lazy" src="')[2].partition('"')[0].replace("&amp;", "&")
    assert world.viewer.get(address).headers["Content-Type"].startswith("image/svg+xml")


def test_the_search_says_who_reads_a_topic_with_a_picture(world, shop):
    hand_in(world.alice, WRITES, "Clicks")
    page = shown(world.viewer, "/search?q=orders")

    assert "Who reads and writes <code>orders</code>" in page
    assert page.index("Written by") < page.index(">Clicks<") < page.index("Read by")
    assert "/api/v1/applications.svg?topic=orders" in page
    assert "Nothing found" in shown(world.viewer, "/search?q=no+such+thing&in=store")
    assert "Applications joined by topics" in shown(world.viewer, "/search")
    assert "No topic joins two of your projects" in shown(world.charlie, "/search")
    assert "Nothing found" in shown(world.charlie, "/search?q=totals")
    assert "/account/login" in world.visitor.get("/search").headers["Location"]


def test_everything_is_exported_and_imported_by_owners(world, shop):
    data = b"".join(world.alice.get(f"/t/{world.team.id}/export").streaming_content)
    assert "team.json" in zipfile.ZipFile(io.BytesIO(data)).namelist()
    url = f"/t/{world.other_team.id}/import"

    assert "Take an archive in" in shown(world.charlie, url)
    broken = world.charlie.post(url, {"archive": SimpleUploadedFile("a.zip", b"x")})
    assert "no zip that can be read" in broken.content.decode()
    assert world.charlie.post(url, {"archive": SimpleUploadedFile("a.zip", data)}).status_code == 302
    assert Revision.objects.filter(project__team=world.other_team).count() == 3
    assert [world.bob.get(f"/t/{world.team.id}/{what}").status_code for what in ("export", "import")] == [403, 403]
