"""`/t/ID/tokens`: made, shown once, and revoked, without scripts."""

import re

import pytest
from django.test import Client

from topoviz.web.accounts.models import ApiToken
from topoviz.web.projects.models import Project

pytestmark = pytest.mark.django_db


def make(client, team, **given):
    return client.post(
        f"/t/{team.id}/tokens", {"name": "CI", "scope": "write", "project": "everything", "days": "90", **given}
    )


def test_a_new_token_is_shown_once_and_opens_the_api(world):
    page = make(world.bob, world.team).content.decode()

    (secret,) = set(re.findall(r"tvz_[\w-]{20,}", page))
    assert Client().get("/api/v1/analyses", headers={"Authorization": f"Bearer {secret}"}).status_code == 200
    listed = world.alice.get(f"/t/{world.team.id}/tokens").content.decode()
    assert secret not in listed
    assert secret[:12] in listed
    assert "by bob" in listed
    assert "last used" in listed


def test_a_token_is_revoked_at_once_by_its_maker_or_an_owner(world):
    page = make(world.alice, world.team).content.decode()
    (secret,) = set(re.findall(r"tvz_[\w-]{20,}", page))
    address = f"/t/{world.team.id}/tokens/{ApiToken.objects.get().id}/revoke"

    assert world.bob.post(address).status_code == 404
    assert world.viewer.post(address).status_code == 403
    answer = world.alice.post(address, follow=True)

    assert "is revoked" in answer.content.decode()
    assert Client().get("/api/v1/analyses", headers={"Authorization": f"Bearer {secret}"}).status_code == 401


def test_a_token_may_open_one_project_and_end(world):
    project = Project.objects.create(team=world.team, name="shop")

    make(world.alice, world.team, project=str(project.id), days="30", scope="read")

    token = ApiToken.objects.get()
    assert (token.project, token.scope, round((token.expires - token.created).total_seconds() / 86_400)) == (
        project,
        "read",
        30,
    )
    assert "the project shop alone" in world.alice.get(f"/t/{world.team.id}/tokens").content.decode()


@pytest.mark.parametrize("wrong", [{"name": ""}, {"scope": "all"}, {"project": "x"}, {"days": "7000"}])
def test_what_is_wrong_is_said_in_the_form(world, wrong):
    answer = make(world.alice, world.team, **wrong)

    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert not ApiToken.objects.exists()
