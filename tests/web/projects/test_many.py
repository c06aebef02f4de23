"""At 10,000 revisions of a team, every list takes as many queries as at two hundred."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.web.projects.many import fill, lists
from topoviz.web.projects.models import Project, Revision

pytestmark = pytest.mark.django_db


def counted(client, team, project):
    found = {}
    for name, address in lists(team, project).items():
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address)
        assert answer.status_code == 200, (name, answer.content[:300])
        found[name] = len(queries)
    return found


def test_lists_take_as_many_queries_whatever_there_is(world):
    few = fill(world.team, 200)
    before = counted(world.alice, world.team, few[3])
    Project.objects.all().delete()
    many = fill(world.team, 10_000)
    assert Revision.objects.count() == 10_000

    assert counted(world.alice, world.team, many[3]) == before
    assert max(before.values()) <= 25
