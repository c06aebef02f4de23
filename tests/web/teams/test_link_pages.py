"""The links of a team and of a visitor: listed with their last use, and revoked at once."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.web.conftest import analyzed, share
from tests.web.projects.conftest import hand_in
from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.claiming import claim
from topoviz.web.accounts.models import Team
from topoviz.web.audit.models import Event
from topoviz.web.sharing.models import ShareLink

pytestmark = pytest.mark.django_db


@pytest.fixture
def link(world):
    return share(world.alice, analyzed(world.alice)).json()


def page_of(client, world, query=""):
    return " ".join(client.get(f"/t/{world.team.id}/links{query}").content.decode().split())


def test_members_see_what_each_link_shows_and_its_last_use_and_no_address(world, link):
    # The badge that is shown to whoever has just made a link.
    Client().get(f"{link['badge']}?preview=1")
    assert "never opened" in page_of(world.viewer, world)
    Client().get(link["url"])
    page = page_of(world.viewer, world)

    assert "Program: <a" in page
    assert "made" in page
    assert "by alice" in page
    assert "last opened" in page
    assert link["url"] not in page
    assert "Revoke</button>" not in page
    assert world.charlie.get(f"/t/{world.team.id}/links").status_code == 404


def test_an_editor_revokes_a_link_and_it_is_written_down(world, link):
    answer = world.bob.post(f"/t/{world.team.id}/links/{link['id']}/revoke", follow=True)

    assert "The link is revoked" in answer.content.decode()
    assert Client().get(link["url"]).status_code == 404
    assert Client().get(f"{link['url']}.svg").status_code == 404
    assert str(Event.objects.order_by("id").last()).startswith("bob deleted a share link to the analysis")
    assert world.viewer.post(f"/t/{world.team.id}/links/{link['id']}/revoke").status_code == 403


def test_a_list_is_filtered_and_ordered(world, link):
    hand_in(world.alice)
    project = world.alice.get("/api/v1/projects").json()["items"][0]["id"]
    for shared in ({"project": project}, {"project": project, "revision": 1}):
        world.alice.post("/api/v1/share-links", shared, content_type="application/json")
    ShareLink.objects.filter(id=link["id"]).update(expires=timezone.now() - timedelta(days=1))

    assert "Latest on main: <a" in page_of(world.alice, world, "?kind=latest")
    assert "Program: <a" not in page_of(world.alice, world, "?kind=latest")
    assert "Program: <a" not in page_of(world.alice, world, "?state=valid")
    assert "Shop, revision 1" not in page_of(world.alice, world, "?state=over")
    assert page_of(world.alice, world, "?sort=created").index("Program: <a") < page_of(world.alice, world).index(
        "Program: <a"
    )
    assert "No link is like that" in page_of(world.alice, world, "?kind=scenario")
    listed = world.alice.get(f"/api/v1/share-links?project={project}&sort=-used").json()["items"]
    assert {one["kind"] for one in listed} == {"latest", "revision"}


def test_a_long_list_comes_in_pages_with_as_many_queries(world, link):
    first = ShareLink.objects.get()
    with CaptureQueriesContext(
        connection,
    ) as few:
        page_of(world.alice, world)
    ShareLink.objects.bulk_create(
        ShareLink(team=world.team, analysis_id=first.analysis_id, digest=f"{number}") for number in range(60)
    )
    with CaptureQueriesContext(connection) as many:
        page = page_of(world.alice, world)

    assert len(many) == len(few)
    assert page.count("Program: <a") == 50
    more = page.partition('<a href="?kind=')[2].partition('"')[0].replace("&amp;", "&")
    assert page_of(world.alice, world, f"?kind={more}").count("Program: <a") == 11


def test_many_visits_write_the_last_use_once_an_hour(link):
    Client().get(f"{link['url']}.svg")
    with CaptureQueriesContext(connection) as asked:
        Client().get(f"{link['url']}.svg")
    assert [one["sql"] for one in asked if not one["sql"].startswith("SELECT")] == []

    ShareLink.objects.update(last_used=timezone.now() - timedelta(minutes=61))
    Client().get(f"{link['url']}.svg")
    assert ShareLink.objects.get().last_used > timezone.now() - timedelta(minutes=1)


def test_a_visitor_sees_and_revokes_own_links_and_takes_them_along(world):
    made = share(world.visitor, analyzed(world.visitor)).json()
    kept = share(world.visitor, analyzed(world.visitor)).json()

    assert world.visitor.get("/links").content.decode().count("Program: <a") == 2
    assert "There are no links yet." in Client().get("/links").content.decode()
    assert Client().post(f"/links/{made['id']}/revoke").status_code == 404
    assert world.alice.post(f"/links/{made['id']}/revoke").status_code == 404
    world.visitor.post(f"/links/{made['id']}/revoke")
    assert Client().get(made["url"]).status_code == 404
    visitors = Team.objects.get(is_anonymous=True)
    assert claim(visitors=visitors, team=world.team, caller=Caller(world.team)) == "1 program, 1 share link"
    assert Client().get(kept["url"]).status_code == 200
    assert "Program: <a" in page_of(world.alice, world)
    assert world.alice.get("/links").headers["Location"] == f"/t/{world.team.id}/links"
