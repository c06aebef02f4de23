"""Links that older versions of the product made are there after migrations, on either database."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


@pytest.fixture
def before_projects(transactional_db):
    """The tables as they were when links led to analyses alone; afterwards all is as it was."""
    executor = MigrationExecutor(connection)
    latest, before = executor.loader.graph.leaf_nodes(), [("sharing", "0003_links_to_calculations")]
    executor.migrate(before)
    others = [node for node in latest if node[0] != "sharing"]
    yield executor.loader.project_state([*before, *others]).apps
    executor = MigrationExecutor(connection)
    executor.migrate(latest)


def test_links_belong_to_the_team_of_their_analysis(before_projects):
    apps = before_projects
    team = apps.get_model("accounts", "Team").objects.create(name="Orders")
    analysis = apps.get_model("analyses", "Analysis").objects.create(
        team=team, submission="{}", cache_key="a", engine_version="1"
    )
    made = apps.get_model("sharing", "ShareLink").objects.create(analysis=analysis, digest="d", delete_key_digest="k")

    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())

    from topoviz.web.sharing.models import ShareLink

    link = ShareLink.objects.get()
    assert (link.id, link.team_id, link.analysis_id) == (made.id, team.id, analysis.id)
    assert (link.password, link.last_used, link.project) == ("", None, None)
