"""Sharing a project or a revision on its pages, without scripts."""

import html
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.projects.conftest import COUNT, NAMED, hand_in
from topoviz.web.projects.models import Project
from topoviz.web.sharing.models import ShareLink

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop(world):
    """The address of a project with two revisions."""
    for text in (COUNT, NAMED):
        hand_in(world.alice, text)
    return f"/p/{Project.objects.get().id}"


def field(page, name):
    return html.unescape(re.search(rf'id="{name}" type="text" readonly value="([^"]*)"', page)[1])


def test_the_pages_lead_to_sharing_for_who_may(world, shop):
    assert f'href="{shop}/share"' in world.alice.get(shop).content.decode()
    assert f'href="{shop}/share?revision=1"' in world.alice.get(f"{shop}/revisions/1").content.decode()
    assert "/share" not in world.viewer.get(shop).content.decode()
    assert world.viewer.get(f"{shop}/share").status_code == 403


def test_a_project_is_shared_with_what_other_sites_need(world, shop):
    page = world.alice.post(f"{shop}/share", {"shows": "latest"}).content.decode()
    link = field(page, "link")

    assert ShareLink.objects.get().project is not None
    assert Client().get(link).status_code == 200
    assert field(page, "markdown") == f"[![Shop]({link}.svg)]({link})"
    assert field(page, "badge") == f"[![Shop]({link}/badge.svg)]({link})"
    assert field(page, "html").startswith(f'<iframe src="{link}/embed" title="Shop"')
    key = field(page, "key")
    assert Client().post(f"{link.removeprefix('http://testserver')}/delete", {"delete_key": key}).status_code == 200


def test_a_revision_is_shared_as_it_is_until_a_day_and_with_a_password(world, shop):
    asked = world.alice.get(f"{shop}/share?revision=1").content.decode()
    assert re.search(r'value="1"[^>]*checked', asked)
    day = timezone.now().date() + timedelta(days=3)
    sent = {"shows": "1", "last_day": day.isoformat(), "password": "open sesame"}
    page = world.alice.post(f"{shop}/share?revision=1", sent).content.decode()

    link = ShareLink.objects.get()
    assert (link.revision.number, link.project) == (1, None)
    assert link.expires.date() == day
    assert (link.expires + timedelta(seconds=1)).date() == day + timedelta(days=1)
    assert link.password
    assert 'id="markdown"' not in page
    assert "nobody can look up again" in page


@pytest.mark.parametrize("wrong", [{"shows": "7"}, {"shows": ""}, {"last_day": "2020-01-01"}, {"password": "short"}])
def test_what_is_wrong_is_said_and_nothing_is_made(world, shop, wrong):
    answer = world.alice.post(f"{shop}/share", {"shows": "latest", **wrong})

    assert answer.status_code == 422
    assert not ShareLink.objects.exists()


def test_a_project_without_anything_read_says_so(world):
    hand_in(world.alice, COUNT, does_work=False)
    project = Project.objects.get()

    for query in ("", "?revision=1"):
        page = world.alice.get(f"/p/{project.id}/share{query}").content.decode()
        assert "there is nothing to share" in page
