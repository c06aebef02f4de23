"""A verdict says once, and not for each store, which facts it rests on without knowing them."""

from tests.engine.analyzing import analysis_of, analysis_of_files, described
from tests.engine.changes.findings.stores import WINDOWED
from tests.engine.changes.test_compare import BUILDER, side
from topoviz.engine.changes.compare import compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.side import Side

KNOWN = WINDOWED.format("TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(5))", "")


def test_a_dump_has_no_facts_of_stores():
    code = analysis_of(f"class Shop {{ void build() {{ {BUILDER} {KNOWN} builder.build(); }} }}")
    analysis = analysis_of_files({"old.txt": described(code)})
    (topology,) = analysis.topologies
    change = compare(Side(topology, analysis.behaviours), side(KNOWN), Deployment("shop"))

    (said,) = change.rests_on
    assert said.startswith("Of the old version there is what `describe()` prints")


def test_code_that_does_not_say_a_size_is_named_with_the_store():
    change = compare(side(KNOWN), side(WINDOWED.format("TimeWindows.of(size)", "")), Deployment("shop"))

    (said,) = change.rests_on
    assert said.startswith("The text does not say the size of the windows, or how long rows are kept, of `n`:")


def test_where_all_is_known_nothing_is_said():
    assert compare(side(KNOWN), side(KNOWN), Deployment("shop")).rests_on == ()
