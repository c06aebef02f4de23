"""What a run begins with on the page shows something: the engine takes it, and something happens."""

from topoviz.engine.analysis import analyze
from topoviz.engine.simulated.simulated import SimulationQuestion, simulate_topology
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission


def test_the_configuration_that_the_page_begins_with_is_taken_and_shows_a_crash_and_commits(project):
    """The front end's tests hold the same file against what the page writes."""
    program = project / "tests/fixtures/frontend/join_and_count.java"
    text = (project / "frontend/tests/samples/beginning.yaml").read_text(encoding="utf-8")
    bundle = Bundle((SourceFile(program.name, program.read_text(encoding="utf-8")),))
    analysis = analyze(Submission(bundle, Settings(optimize="all")))
    (topology,) = analysis.topologies
    question = SimulationQuestion("a=4\nb=3", text, "clients: [{name: a}, {name: b}]")

    found = simulate_topology(topology, question, analysis.behaviours)

    assert found.summary is not None
    assert found.summary.records == 2_400
    assert sum(task.again for task in found.summary.tasks) > 20
    assert any(task.waits for task in found.summary.tasks)
    assert all(task.commits > 2 for task in found.summary.tasks)
