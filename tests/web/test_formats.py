"""The page of formats: each example on it is read."""

import pytest
from django.utils.html import escape

from tests.engine.analyzing import analysis_of
from topoviz.engine.cluster.reading.known_tasks import KnownTasks
from topoviz.engine.cluster.reading.read import read_cluster
from topoviz.engine.played import ScenarioQuestion, play_scenario
from topoviz.engine.tasks.reading_counts import read_partition_counts
from topoviz.engine.topology_tasks import tasks_of
from topoviz.lag.forms.take_in import Asked, take_in
from topoviz.lag.limits import Limits
from topoviz.web.pages.formats import CLUSTERS, COUNTS, FOLDER, HISTORIES, SCENARIOS

PROGRAM = """
builder.stream("orders").to("copies");
builder.stream("payments").groupByKey().count();
"""


@pytest.mark.parametrize("form", COUNTS, ids=lambda form: form.name)
def test_an_example_of_partition_counts_is_read(form):
    assert read_partition_counts(form.example).counts["orders"] in (2, 12)


@pytest.mark.parametrize("form", CLUSTERS, ids=lambda form: form.name)
def test_an_example_of_a_cluster_is_read(form):
    analysis = analysis_of(PROGRAM)
    given = read_partition_counts(COUNTS[0].example)
    found = read_cluster(form.example, KnownTasks(tasks_of(analysis.topologies[0], given, analysis.behaviours).tasks))

    assert found.clients
    assert not found.notes


@pytest.mark.parametrize("form", SCENARIOS, ids=lambda form: form.name)
def test_an_example_of_a_scenario_is_played_to_its_end(form):
    analysis = analysis_of(f'{PROGRAM}builder.stream("clicks").groupByKey().count(Materialized.as("per-customer"));')
    question = ScenarioQuestion("orders=12\npayments=8\nclicks=4", form.example)
    played = play_scenario(analysis.topologies[0], question, analysis.behaviours).played

    assert played.refusal is None
    assert played.totals.stable_at_ms is not None
    assert len(played.scenario.events) == form.example.count("{at: ")


@pytest.mark.parametrize("form", HISTORIES, ids=lambda form: form.name)
def test_an_example_of_a_history_is_read_to_its_last_row(form, tmp_path):
    path = tmp_path / "history"
    path.write_text(form.example, encoding="utf-8")
    paths = [path]
    if form.name == "history_threads":
        # What threads do says something beside offsets alone.
        paths.append(tmp_path / "offsets")
        paths[1].write_text((FOLDER / "history_csv.txt").read_text(encoding="utf-8"), encoding="utf-8")
    found = take_in(paths, tmp_path, Asked(), Limits())
    tables = (*found.uploads.values(), *found.topics.values())
    (rows,) = (one.path.read_text(encoding="utf-8").splitlines() for one in tables)

    last = "1048512" if form.name == "history_topics_csv" else "1048576" if form.name == "history_topics" else "90"
    assert sum("orders" in row and last in row for row in rows) == 1
    assert not found.told[0].kept.counts


def test_the_page_shows_every_example(client):
    page = client.get("/help/formats").content.decode()

    forms = (*COUNTS, *CLUSTERS, *SCENARIOS, *HISTORIES)

    assert {file.stem for file in FOLDER.iterdir()} == {form.name for form in forms}
    assert all(escape(form.title) in page for form in forms)
    assert "<script" not in page.partition("<main")[2]
