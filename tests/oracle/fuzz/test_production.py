"""The table of productions."""

import pytest

from tests.oracle.api import API
from tests.oracle.fuzz.arguments import LEAVES
from tests.oracle.fuzz.draft import usable
from tests.oracle.fuzz.modelled import is_modelled
from tests.oracle.fuzz.production import all_productions, read_production


def test_a_line_says_what_an_overload_needs_and_gives() -> None:
    one = read_production("KStream<K,V>.<A>mapValues(ValueMapper<V,A>, Named) -> KStream<K,A> since 2.4 until 5.0")

    assert (one.name, one.is_static, [str(kind) for kind in one.witness]) == ("KStream.mapValues", False, ["A"])
    assert [str(parameter.type) for parameter in one.parameters] == ["ValueMapper<V, A>", "Named"]
    assert str(one.result) == "KStream<K, A>"
    assert [one.exists_at(version) for version in ("2.3.1", "2.4.0", "4.3.1", "5.0.0")] == [False, True, True, False]


def test_a_star_takes_any_number_and_a_plus_takes_one_or_more() -> None:
    one = read_production("Topology.addProcessor(NewNode, Parent+, Store*)")

    assert [(parameter.least, parameter.most) for parameter in one.parameters] == [(1, 1), (1, 3), (0, 2)]


def test_what_is_no_line_of_the_table_is_not_read() -> None:
    with pytest.raises(ValueError, match="Not a production"):
        read_production("KStream filter")


@pytest.mark.parametrize("version", ["2.3.1", "3.9.2", "4.3.1"])
def test_every_overload_can_get_its_arguments(version: str) -> None:
    found = [one for one in all_productions() if one.exists_at(version)]

    assert usable(found) == found


def test_every_plain_argument_is_wanted_by_some_overload() -> None:
    wanted = {parameter.type.name for one in all_productions() for parameter in one.parameters}

    assert set(LEAVES) <= wanted


def test_the_table_has_every_operator_of_the_newest_recorded_version() -> None:
    lines = (API / "3.9.2.txt").read_text(encoding="utf-8").splitlines()[1:]
    owners = ("KStream.", "KTable.", "KGrouped", "TimeWindowedK", "SessionWindowedK", "CogroupedK", "BranchedK")
    listed = {line.partition("(")[0] for line in lines if line.startswith(owners)} - {"KTable.queryableStoreName"}

    assert listed <= {one.name for one in all_productions() if one.exists_at("3.9.2")}


def test_what_the_engine_has_an_operator_for_is_modelled() -> None:
    modelled = {one.name for one in all_productions() if is_modelled(one)}

    assert {"KStream.filter", "TimeWindowedKStream.count", "Materialized.as"} <= modelled
