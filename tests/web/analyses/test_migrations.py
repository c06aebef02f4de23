"""What older versions of the product have kept is there after migrations, on either database."""

import json
import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

RESULT = {
    "outcome": "complete",
    "topologies": [
        {
            "name": "t",
            "topology": {
                "named_topics": [
                    {"name": "orders", "is_pattern": False, "is_repartition": False, "readers": [0], "writers": []}
                ],
                "stores": [{"name": "totals", "changelog": None, "changelog_is_source": False}],
                "nodes": [{"name": "KSTREAM-SOURCE-0000000000"}],
            },
        }
    ],
}


@pytest.fixture
def at_first_project(transactional_db):
    """The tables as they were when an analysis had a revision of the first project; afterwards all is as it was."""
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes()
    before = [("analyses", "0008_turns"), ("calculations", "0002_comparisons"), ("lag_reports", "0001_initial")]
    executor.migrate(before)
    yield executor.loader.project_state(before).apps
    executor = MigrationExecutor(connection)
    executor.migrate(latest)


def test_analyses_keep_their_texts_results_links_and_names(at_first_project):
    apps = at_first_project
    team = apps.get_model("accounts", "Team").objects.create(name="Orders")
    user = apps.get_model("accounts", "User").objects.create(username="alice")
    project = apps.get_model("analyses", "Project").objects.create(team=team, name="First project")
    revision = apps.get_model("analyses", "Revision").objects.create(
        project=project, submission='{"files": ["kept"]}', created_by=user
    )
    analysis = apps.get_model("analyses", "Analysis")
    kept = analysis.objects.create(
        team=team, revision=revision, cache_key="a", engine_version="1", result=json.dumps(RESULT)
    )
    other = analysis.objects.create(team=team, revision=revision, cache_key="b", engine_version="2")
    preview = analysis.objects.create(
        team=team, preview='{"files": ["preview"]}', cache_key="c", engine_version="1",
        expires=timezone.now() + timedelta(hours=1), result=json.dumps({"topologies": []}),
    )  # fmt: skip
    job = apps.get_model("analyses", "Job").objects.create(analysis=kept, queue="analyses")
    calculation = apps.get_model("calculations", "Calculation").objects.create(
        team=team, analysis=kept, old_analysis=other, kind="comparison", question="{}", cache_key=uuid.uuid4().hex,
        engine_version="1",
    )  # fmt: skip

    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())

    from topoviz.web.analyses.models import Analysis, Job, Name
    from topoviz.web.calculations.models import Calculation

    now = {one.id: one for one in Analysis.objects.all()}
    assert {one.submission for one in (now[kept.id], now[other.id])} == {'{"files": ["kept"]}'}
    assert now[preview.id].submission == '{"files": ["preview"]}'
    assert now[preview.id].is_preview
    assert (now[kept.id].is_preview, now[kept.id].created_by_id, now[kept.id].outcome) == (False, user.id, "complete")
    assert (now[other.id].outcome, now[preview.id].outcome) == ("", "")
    assert set(Name.objects.values_list("analysis", "kind", "name")) == {
        (kept.id, "topology", "t"),
        (kept.id, "topic", "orders"),
        (kept.id, "store", "totals"),
        (kept.id, "node", "KSTREAM-SOURCE-0000000000"),
    }
    assert Job.objects.get().id == job.id
    assert Calculation.objects.get(id=calculation.id).old_analysis_id == other.id
