"""No verdict is better than what may stand in a text that was not read whole."""

import pytest

from tests.engine.analyzing import analysis_of, analysis_of_files, described
from tests.engine.changes.test_compare import BUILDER, COUNTED
from topoviz.engine.changes.compare import Change, Relation, compare
from topoviz.engine.changes.deployed import Asked
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Level
from topoviz.engine.changes.side import Side
from topoviz.engine.comparison import Pair, compare_pair
from topoviz.engine.results import Analysis

OTHERS = f'{COUNTED}\nbuilder.stream("c").to("d");'


def of_code(text: str) -> Analysis:
    return analysis_of(f"class Shop {{ void build() {{\n{BUILDER}\n{text}\nbuilder.build(); }} }}")


def compared(old: Analysis, new: Analysis) -> Change:
    change = compare_pair(Pair(old.topologies[0], new.topologies[0]), old, new, Asked()).change
    assert change is not None
    return change


def test_where_a_line_could_not_be_read_nobody_can_tell() -> None:
    broken = of_code(OTHERS.replace(".count()", ".count(= ;"))

    change = compared(of_code(OTHERS), broken)

    assert not change.verdict.is_known
    assert change.verdict.worst is Level.STATE_LOSS
    assert "not-read-whole" in {one.code for one in change.findings}


def test_what_could_not_be_read_in_both_hides_no_difference() -> None:
    old = f"{OTHERS}\nint unknown = ;"

    change = compared(of_code(old), of_code(old.replace('"d"', '"e"')))

    assert "not-read-whole" not in {one.code for one in change.findings}


@pytest.mark.parametrize(("is_old_cut", "is_new_cut"), [(True, False), (False, True), (True, True)])
def test_a_dump_that_is_cut_may_lack_what_seems_to_be_gone(is_old_cut: bool, is_new_cut: bool) -> None:
    whole = described(of_code(OTHERS))
    cut = "\n".join(line for line in whole.splitlines() if "KSTREAM-AGGREGATE-0000000002" not in line)
    texts = (cut if is_old_cut else whole, cut if is_new_cut else whole)
    old, new = (analysis_of_files({"shop.txt": text}) for text in texts)
    sides = [Side(one.topologies[0], one.behaviours, one.submission.bundle) for one in (old, new)]
    assert [side.analyzed.is_cut for side in sides] == [is_old_cut, is_new_cut]

    change = compare(sides[0], sides[1], Deployment())

    said = [one.sentence for one in change.findings if one.code == "not-read-whole"]
    assert len(said) == (is_old_cut != is_new_cut)
    assert (change.relation is Relation.SAME) == (is_old_cut == is_new_cut)
